"""Which lines each voice says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from models.training.words.other_talk import near, talk
from models.training.words.vocabulary import WANTED, Wanted

WEIGHTY: Final = frozenset({"спасибо", "дякую", "стоп", "пас", "город спит", "наступает ночь", "настає ніч"})
"""Short or rare in speech: said more often."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to say: a wanted phrase, or other talk."""

    language: str
    text: str
    wanted: Wanted | None = None


def lines(rng: random.Random, *, rounds: int, near_lines: int, talk_lines: int) -> Iterator[Line]:
    """Every wanted phrase `rounds` times, the weighty ones twice that, then other talk of both languages."""
    for _ in range(rounds):
        for wanted in WANTED:
            for _ in range(2 if wanted.output in WEIGHTY else 1):
                yield _of(wanted)
    yield from others(rng, near_lines, near)
    yield from others(rng, talk_lines, talk)


def few_lines(rng: random.Random) -> Iterator[Line]:
    """Seventeen lines for a slow voice: every closing word, a part of the rest."""
    by_text = {(wanted.text, wanted.language): wanted for wanted in WANTED}
    closing = (
        [by_text["спасибо", "ru"]] * 2 + [by_text["дякую", "uk"]] * 2 + [by_text["стоп", rng.choice(("ru", "uk"))]]
    )
    cues = [w for w in WANTED if " " in w.text]
    numbers = [w for w in WANTED if w.output.isdigit()]
    picked = [*closing, *rng.sample(cues, 4), by_text["пас", "ru"], *rng.sample(numbers, 4)]
    yield from (_of(wanted) for wanted in picked)
    yield from others(rng, 2, near)
    yield from others(rng, 1, talk)


def others(rng: random.Random, count: int, say: object) -> Iterator[Line]:
    """Other talk, two fifths of it Ukrainian."""
    assert callable(say)
    for number in range(count):
        language = "uk" if (number + rng.randrange(5)) % 5 in (1, 3) else "ru"
        yield Line(language, say(rng, language))


def _of(wanted: Wanted) -> Line:
    return Line(wanted.language, wanted.text, wanted)
