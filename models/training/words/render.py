"""Renders every voice once into a cache folder; what is there is not rendered again."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from models.training.words import plan, readings
from models.training.words.clips import Clip, save
from models.training.words.engines import espeak, festival, pico, piper, ru_tts
from models.training.words.engines.kokoro import Kokoro
from models.training.words.packages import Packages
from models.training.words.plan import Line

_STRETCHES: Final = {"ona": (0.52, 0.58, 0.65, 0.72, 0.8, 0.9)}
_READERS, _READ_LINES = 12, 60
_USUAL_STRETCHES: Final = (0.7, 0.78, 0.87, 0.97, 1.08, 1.22)


def render(cache: Path, packages: Packages, tell: Callable[[str], None]) -> None:
    """Every engine and voice; `tell` is told each voice as it is done."""
    for engine, work in (
        ("festival", _festival()),
        ("pico", _pico()),
        ("piper", _piper(packages)),
        ("ru_tts", _ru_tts(packages)),
        ("espeak", _espeak()),
        ("kokoro", _kokoro(packages)),
        ("reading", _readings(packages)),
    ):
        for voice, make in work:
            path = cache / engine / f"{voice}.npz"
            if not path.exists():
                tell(f"{engine} {voice}: {save(path, make())} clips")


def _seeded(voice: str) -> random.Random:
    return random.Random(zlib.crc32(voice.encode()))


Work = Iterator[tuple[str, Callable[[], list[Clip]]]]


def _said(say: Callable[[Line, random.Random], Clip | None], lines: Iterator[Line], rng: random.Random) -> list[Clip]:
    return [clip for line in lines if (clip := say(line, rng)) is not None]


def _espeak() -> Work:
    for variant in espeak.variants()[::2]:  # neighbours differ little

        def make(variant: str = variant) -> list[Clip]:
            rng = _seeded(variant)
            lines = plan.lines(rng, rounds=1, near_lines=10, talk_lines=6)
            return _said(lambda line, rng: espeak.say(line, variant, rng), lines, rng)

        yield variant, make


def _festival() -> Work:
    for voice in festival.VOICES:

        def make(voice: festival.Voice = voice) -> list[Clip]:
            rng = _seeded(voice.name)
            found: list[Clip] = []
            for stretch in _STRETCHES.get(voice.name, _USUAL_STRETCHES):
                lines = list(plan.lines(rng, rounds=1, near_lines=25, talk_lines=12))
                found += festival.say_all(voice, lines, stretch, rng)
            return found

        yield voice.name, make


def _pico() -> Work:
    engine = pico.Pico()
    for voice in pico.VOICES:

        def make(voice: str = voice) -> list[Clip]:
            rng = _seeded(voice)
            lines = plan.lines(rng, rounds=6, near_lines=120, talk_lines=60)
            return _said(lambda line, rng: engine.say(line, voice, rng), lines, rng)

        yield voice, make


def _ru_tts(packages: Packages) -> Work:
    for voice in ru_tts.VOICES:

        def make(voice: str = voice) -> list[Clip]:
            engine = ru_tts.RuTts(packages.ru_tts_library())
            rng = _seeded(voice)
            lines = plan.lines(rng, rounds=6, near_lines=120, talk_lines=80)
            return _said(lambda line, rng: engine.say(line, voice, rng), lines, rng)

        yield voice, make


def _piper(packages: Packages) -> Work:
    def make() -> list[Clip]:
        engine = piper.Piper(packages.piper_model())
        rng = _seeded("joe")
        return _said(engine.say, plan.lines(rng, rounds=5, near_lines=90, talk_lines=50), rng)

    yield "joe", make


def _kokoro(packages: Packages) -> Work:
    model, vocabulary, folder = packages.kokoro()
    names = sorted(path.stem for path in folder.glob("*.bin"))
    random.Random(4).shuffle(names)
    engine: list[Kokoro] = []
    for name in names:

        def make(name: str = name) -> list[Clip]:
            if not engine:
                engine.append(Kokoro(model, vocabulary, folder))
            rng = _seeded(name)
            voice = _blended(name, names, rng)
            return _said(lambda line, rng: engine[0].say(line, voice, rng), plan.few_lines(rng), rng)

        yield name, make


def _readings(packages: Packages) -> Work:
    """Voices that no network is taught read what it never saw: espeak-ng's for thresholds, ru_tts's for the tables."""
    for variant in espeak.variants()[1::2][:_READERS]:

        def read(variant: str = variant) -> list[Clip]:
            rng = _seeded("reading " + variant)
            lines = iter(readings.lines(rng, _READ_LINES))
            return _as_reading(_said(lambda line, rng: espeak.say(line, variant, rng), lines, rng))

        yield f"espeak-{variant}", read
    for voice in ru_tts.VOICES:

        def read_on(voice: str = voice) -> list[Clip]:
            engine = ru_tts.RuTts(packages.ru_tts_library())
            rng = _seeded("reading " + voice)
            lines = iter(readings.lines(rng, 6 * _READ_LINES))
            return _as_reading(_said(lambda line, rng: engine.say(line, voice, rng), lines, rng))

        yield f"ru_tts-{voice}", read_on


def _as_reading(clips: list[Clip]) -> list[Clip]:
    return [replace(clip, voice="reading:" + clip.voice.replace(":", "-")) for clip in clips]


def _blended(name: str, names: list[str], rng: random.Random) -> str:
    """Three voices in ten are mixed with another; British ones, held out of training, never."""
    if name.startswith("b") or rng.random() >= 0.3:
        return name
    return name + "+" + rng.choice([other for other in names if not other.startswith("b") and other != name])
