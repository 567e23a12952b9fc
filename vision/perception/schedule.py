"""Which networks run when: by the part of the game and by time alone, never by how busy the computer is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.focus import Focus, Period
from engine.seats import Person, Subject
from vision.perception.wanted import Wanted


@dataclass(frozen=True, slots=True)
class Rates:
    """How often each kind of network looks at a seat, per second; 0 is never."""

    pose_hz: float = 0.0
    hands_hz: float = 0.0
    faces_hz: float = 0.0
    eyes_hz: float = 0.0


LIVE: Final[Mapping[Period, Rates]] = MappingProxyType(
    {
        Period.NIGHT: Rates(pose_hz=2, faces_hz=10, eyes_hz=10),
        Period.VOTE: Rates(pose_hz=3, hands_hz=15),
        Period.DAY: Rates(pose_hz=5, hands_hz=5, faces_hz=2, eyes_hz=2),
        Period.PAUSE: Rates(pose_hz=1),
    }
)
"""While a game is on: spot what happens; times are measured afterwards from the record."""

AUDIT: Final[Mapping[Period, Rates]] = MappingProxyType(dict.fromkeys(Period, Rates(10, 10, 10, 10)))
"""From a recording, where nothing has to be skipped."""


def wanted_at(
    rates: Mapping[Period, Rates], focus: Focus, present: Collection[Subject], t_ns: int, previous_ns: int | None
) -> Wanted:
    """What to look at in the picture at `t_ns`, given the time of the picture before it (None for the first).

    Each kind is due when a multiple of its interval lies after the previous picture and not after this one; a camera
    slower than a rate is looked at in every picture. Players out of the game are not looked at; the host is.
    """
    at = rates[focus.period]
    watched = frozenset(subject for subject in present if isinstance(subject, Person) or subject in focus.judged)

    def due(hz: float) -> frozenset[Subject]:
        if hz == 0 or (previous_ns is not None and _ticks(t_ns, hz) == _ticks(previous_ns, hz)):
            return frozenset()
        return watched

    return Wanted(due(at.pose_hz), due(at.hands_hz), due(at.faces_hz), due(at.eyes_hz))


def _ticks(t_ns: int, hz: float) -> int:
    return t_ns // round(1_000_000_000 / hz)
