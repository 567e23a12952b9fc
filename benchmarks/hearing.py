"""Hearing: recall, false alarms, word edges and cost of the word networks on voices that they were never taught.

Voices lie in the folder that TABLE_MONITOR_VOICES names (`python -m models.training.words --cache DIR` renders them to
DIR/voices); people's recordings come from Debian packages where they are installed, and from the recordings by others.
What is absent is said and left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from audio.capture.track import SoundFault, read_sound
from audio.resampling import Resampler
from benchmarks.hearing_cost import cost
from benchmarks.hearing_enrolled import enrolled
from benchmarks.hearing_prompts import prompts
from models.training.words import casting
from models.training.words.clips import RATE_HZ, Clip, rendered, trimmed
from models.training.words.trials import (
    LOWEST,
    Ear,
    Talk,
    Trial,
    false_alarms,
    hours,
    talk,
    threshold_at,
    trials,
)
from models.training.words.vocabulary import OUTPUTS
from models.words import vocabulary

VOICES_VARIABLE: Final = "TABLE_MONITOR_VOICES"
BEFORE_GATE_PER_HOUR: Final = 60.0
OPEN_VOTE_S_PER_GAME: Final = 12 * 6.0  # a dozen candidates a game, six seconds each
CONDITIONS: Final = ("clean", "room", "babble")
CLASSES: Final = {
    "спасибо": ("спасибо",),
    "дякую": ("дякую",),
    "стоп": ("стоп",),
    "night": ("наступает ночь", "настає ніч"),
    "city sleeps": ("город засыпает", "город спит", "місто засинає", "місто спить"),
    "day": ("город просыпается", "місто прокидається"),
    "пас": ("пас",),
    "numbers": tuple(output for output in OUTPUTS if output.isdigit()),
}
_ASTERISK: Final = "asterisk/sounds/ru_RU_f_IvrvoiceRU/**/*.wav"
_THANKS: Final = ("thank", "introsaved", "silence")


def main() -> None:
    """Print every table as Markdown."""
    folder = Path(os.environ.get(VOICES_VARIABLE, "voices"))
    clips = [clip for clip in rendered(folder) if casting.held_out(clip)] if folder.is_dir() else []
    if not clips:
        print(f"No rendered voices in {folder}: name their folder with {VOICES_VARIABLE}.")
    ear = Ear()
    talks = list(_talks(ear, clips))
    tried = {engine: _tried(ear, clips, engine) for engine in ("ru_tts", "kokoro", "espeak")}
    wrong = false_alarms(talks)
    print(f"\nOther talk: {', '.join(f'{one.source} {one.seconds / 60:.0f} min' for one in talks)}\n")
    before_gate = [
        threshold_at([p for o, p, _ in wrong if o == output], hours(talks) * BEFORE_GATE_PER_HOUR)
        for output in range(len(OUTPUTS))
    ]
    _recall("Recall at 60 false alarms an hour and word, before the gate", tried, before_gate, [0.0] * len(OUTPUTS))
    known = vocabulary()
    _recall("Recall after the second look, at the committed thresholds", tried, known.propose, known.accept)
    _false(talks)
    _edges(tried)
    prompts()
    enrolled(clips)
    cost()


def _tried(ear: Ear, clips: Sequence[Clip], engine: str) -> list[Trial]:
    own = [clip for clip in clips if clip.voice.startswith(engine)]
    others = [clip for clip in clips if not clip.output and not clip.voice.startswith("reading")]
    return list(trials(ear, own, CONDITIONS, others)) if own else []


def _talks(ear: Ear, clips: Sequence[Clip]) -> Iterable[Talk]:
    for engine in ("ru_tts", "kokoro", "espeak"):
        own = [clip for clip in clips if clip.voice.startswith(engine) and not clip.output]
        if own:
            yield talk(ear, f"{engine}, near words (rendered)", own)
    readings = [clip for clip in clips if clip.voice.startswith("reading:ru_tts")]
    if readings:
        yield talk(ear, "ru_tts reads sayings (rendered)", readings)
    everything = casting.paths(casting.REAL)
    native = [p for p in everything if casting.is_validation(p)]
    if native:
        yield talk(ear, "toys and games, ru and uk (people)", _people(native, "real"))
    prompt_paths = [p for p in casting.paths((_ASTERISK,)) if not any(mark in p.name for mark in _THANKS)]
    if prompt_paths:
        heard = talk(ear, "telephone prompts, ru (a person)", _people(prompt_paths, "prompts"))
        numbers = {number: ((0.0, heard.seconds + 60),) for number, o in enumerate(OUTPUTS) if o.isdigit()}
        yield Talk(heard.source, heard.seconds, heard.found, {**heard.excused, **numbers})


def _people(paths: Sequence[Path], voice: str) -> list[Clip]:
    found = []
    for path in paths:
        try:
            stretches = read_sound(path)
        except SoundFault:
            continue
        resampler = Resampler(stretches[0].rate_hz, RATE_HZ)
        samples = np.concatenate([resampler.feed(stretches[0].samples), resampler.finish()])
        for first in range(0, len(samples), 5 * RATE_HZ):
            sound = trimmed(samples[first : first + 5 * RATE_HZ], RATE_HZ)
            if sound is not None:
                found.append(Clip(sound, voice, "", "", ""))
    return found


def _recall(title: str, tried: dict[str, list[Trial]], propose: Sequence[float], accept: Sequence[float]) -> None:
    print(f"\n### {title}\n")
    print("| voices | condition | language | " + " | ".join(CLASSES) + " | mean |")
    print("| --- " * (len(CLASSES) + 4) + "|")
    for engine, rows in tried.items():
        for condition in CONDITIONS:
            for language in ("ru", "uk"):
                mine = [row for row in rows if row.condition == condition and row.language == language]
                cells, shares = [], []
                for outputs in CLASSES.values():
                    hits = [_hit(row, propose, accept) for row in mine if row.output in outputs]
                    shares += [float(np.mean(hits))] if hits else []
                    cells.append(f"{np.mean(hits):.2f} ({len(hits)})" if hits else "–")
                if shares:
                    print(f"| {engine} | {condition} | {language} | {' | '.join(cells)} | {np.mean(shares):.2f} |")


def _hit(row: Trial, propose: Sequence[float], accept: Sequence[float]) -> bool:
    output = OUTPUTS.index(row.output)
    return row.proposed >= max(propose[output], LOWEST) and row.share >= accept[output]


def _false(talks: Sequence[Talk]) -> None:
    known = vocabulary()
    print("\n### False alarms an hour at the committed thresholds\n")
    print("| other talk | minutes | first look, all words | after the second look, all words | closing words |")
    print("| --- | --- | --- | --- | --- |")
    for one in [*talks, None]:
        group = talks if one is None else [one]
        passed = [(o, s) for o, p, s in false_alarms(group) if p >= known.propose[o]]
        accepted = [o for o, share in passed if share >= known.accept[o]]
        closing = sum(OUTPUTS[o] in ("спасибо", "дякую", "стоп") for o in accepted)
        h = max(hours(group), 1e-9)
        name = "all" if one is None else one.source
        print(f"| {name} | {h * 60:.0f} | {len(passed) / h:.0f} | {len(accepted) / h:.1f} | {closing / h:.2f} |")
        if one is None:
            per_game = closing / h * OPEN_VOTE_S_PER_GAME / 3600
            print(
                f"\nClosing words in open votes ({OPEN_VOTE_S_PER_GAME:.0f} s a game): {per_game:.3f} false ones a game."
            )


def _edges(tried: dict[str, list[Trial]]) -> None:
    known = vocabulary()
    print("\n### Word edges, milliseconds\n")
    print("| voices | condition | end: median | 95 % | in its interval | start: median | 95 % | in its interval |")
    print("| --- " * 8 + "|")
    for engine, rows in tried.items():
        for condition in CONDITIONS:
            mine = [row for row in rows if row.condition == condition and _hit(row, known.propose, known.accept)]
            if len(mine) >= 10:
                cells = []
                for errors, table in (
                    ([row.end_error_s for row in mine], known.end_error_s),
                    ([row.start_error_s for row in mine], known.start_error_s),
                ):
                    size = np.abs(errors) * 1000
                    halves = [_half(table, row.proposed) * 1000 for row in mine]
                    inside = float(np.mean(size <= np.array(halves)))
                    cells += [f"{np.median(size):.0f}", f"{np.quantile(size, 0.95):.0f}", f"{inside:.2f}"]
                print(f"| {engine} | {condition} | {' | '.join(cells)} |")


def _half(table: Sequence[tuple[float, float]], score: float) -> float:
    return [half for least, half in table if score >= least or least == table[0][0]][-1]


if __name__ == "__main__":
    main()
