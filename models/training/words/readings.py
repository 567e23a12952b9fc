"""Long readings of Russian texts that nobody wrote for this: every word found where it is not said is a false alarm."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from models.training.words.plan import Line

TEXTS: Final = Path("/usr/share/games/fortunes/ru")
"""Where Debian's fortunes-ru puts sayings, jokes and poems."""
_LETTERS: Final = (15, 60)  # of a piece: what is said in one breath


def lines(rng: random.Random, count: int) -> list[Line]:
    """So many pieces of sentences, in no order."""
    pieces = list(_pieces())
    return [Line("ru", text) for text in rng.sample(pieces, min(count, len(pieces)))]


def _pieces() -> Iterator[str]:
    for path in sorted(TEXTS.glob("*")):
        if path.suffix in (".dat", ".u8"):
            continue
        for piece in re.split(r"[.,;:!?…\n\"«»()—–%*]+", path.read_text("utf-8", "replace")):
            text = " ".join(piece.split())
            if _LETTERS[0] <= len(text) <= _LETTERS[1] and re.fullmatch(r"[А-Яа-яЁё -]+", text):
                yield text
