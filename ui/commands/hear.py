"""`hear`: the words found in a sound or video file, each with the intervals of its beginning and end."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from audio.capture.track import SoundMissing, read_sound
from audio.sound import Sound
from audio.voice_activity import voices_in
from audio.words import HeardWord, words_in
from engine.fusion import Voice
from engine.intervals import NS_PER_S, Interval
from models.errors import WeightsError
from ui.session.voice import sound_of_folder
from ui.words import Words
from vision.capture.opening import is_game_folder
from vision.capture.source import SourceMissing

SCHEMA: Final = 1


def hear(words: Words, file: Path, *, as_json: bool) -> int:
    """Exit code 0 whether or not a word was found; a file without sound is bad input."""
    stretches = _sound_of(file)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(words("Listening"), total=None)
        found = words_in(stretches)
        voices = _voices(stretches, words)
    if as_json:
        content = {
            "schema": SCHEMA,
            "words": [_as_json(word) for word in found],
            "voice": [[_s(voice.start_ns), _s(voice.end_ns)] for voice in voices],
        }
        print(json.dumps(content, ensure_ascii=False, indent=1))  # noqa: T201 - the command's answer
        return 0
    for word in found:
        print(_line(word, words))  # noqa: T201
    if not found:
        print(words("No word was found in {s} s of sound.", s=words.seconds(_length_ns(stretches), 0)))  # noqa: T201
    return 0


def _sound_of(file: Path) -> tuple[Sound, ...]:
    if not file.exists():
        raise SourceMissing(path=file)
    if not file.is_dir():
        return read_sound(file)
    stretches = sound_of_folder(file) if is_game_folder(file) else ()
    if not stretches:
        raise SoundMissing(path=file)
    return stretches


def _voices(stretches: tuple[Sound, ...], words: Words) -> tuple[Voice, ...]:
    """Voice needs a network that is fetched; words do not, so that its absence only costs the strip."""
    try:
        return voices_in(stretches)
    except WeightsError as fault:
        sys.stderr.write(words.fault(fault) + "\n")
        return ()


def _as_json(word: HeardWord) -> dict[str, object]:
    return {
        "word": word.word,
        "class": word.kind.value,
        "start": _pair(word.start),
        "end": _pair(word.end),
        "score": round(word.score, 3),
    }


def _pair(interval: Interval) -> list[float]:
    return [_s(interval.earliest_ns), _s(interval.latest_ns)]


def _s(t_ns: int) -> float:
    return round(t_ns / NS_PER_S, 4)


def _line(word: HeardWord, words: Words) -> str:
    start, end = (words.seconds(edge.middle_ns, 2) for edge in (word.start, word.end))
    within_ms = round((word.end.latest_ns - word.end.earliest_ns) / 2e6)
    return f"{start:>10} … {end} ± {within_ms / 1000:.3f} s   {word.word}   {round(word.score * 100)} %"


def _length_ns(stretches: tuple[Sound, ...]) -> int:
    return sum(sound.end_ns - sound.t_ns for sound in stretches)
