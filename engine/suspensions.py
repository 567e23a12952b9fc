"""How long a player may be kept from the club's evenings, in the short form the rulebooks' ranges are written in."""

from __future__ import annotations

import re
from typing import Final

_DAYS: Final = {"d": 1, "w": 7, "m": 30, "y": 365}
_TERM: Final = re.compile(r"(\d+)([dwmy])")


def days_of(term: str) -> int | None:
    """`3w`, `6m`, `10y` or `0` in days, months as 30 and years as 365; None for anything else."""
    if term == "0":
        return 0
    found = _TERM.fullmatch(term)
    return int(found[1]) * _DAYS[found[2]] if found else None


def fits(term: str, allowed: str) -> bool:
    """Whether a term lies in a range such as `1w-6m`, or is the one term `10y`; the range itself leaves it open."""
    if term == allowed:
        return True
    days = days_of(term)
    first, _, last = allowed.partition("-")
    low, high = days_of(first), days_of(last or first)
    return days is not None and low is not None and high is not None and low <= days <= high
