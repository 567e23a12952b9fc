"""When something begins and ends: runs of samples, their edges found exactly by halving."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

EXACT_S: Final = 5e-5

T = TypeVar("T")


def runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """First and last index of every run of true flags."""
    begin = None
    for k, flag in enumerate([*flags, False]):
        if flag and begin is None:
            begin = k
        elif not flag and begin is not None:
            yield begin, k - 1
            begin = None


def edge(
    value: Callable[[float], float],
    limit: float,
    times: Sequence[float],
    at: int,
    *,
    rising: bool,
    exact_s: float = EXACT_S,
) -> float:
    """Where `value` crosses `limit` next to sample `at`, to `exact_s`."""
    other = at + 1 if rising else at - 1
    if not 0 <= other < len(times):
        return times[at]
    inside, outside = times[at], times[other]
    while abs(outside - inside) > exact_s:
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if value(middle) <= limit else (inside, middle)
    return (inside + outside) / 2


def change(state: Callable[[float], T], before: float, after: float) -> float:
    """When a state stops being what it is at `before`, to 0.1 ms."""
    first = state(before)
    while after - before > 1e-4:
        middle = (before + after) / 2
        before, after = (middle, after) if state(middle) == first else (before, middle)
    return after
