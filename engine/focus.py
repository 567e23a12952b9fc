"""The one hint that travels back from the game to the senses: what is going on, so that effort goes there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.intervals import Interval
from engine.seats import Seat


class Period(StrEnum):
    """The part of the game as far as seeing and hearing need to know it."""

    NIGHT = "night"
    VOTE = "vote"
    DAY = "day"
    PAUSE = "pause"


@dataclass(frozen=True, slots=True)
class Focus:
    """What is going on from `since_ns` until the next focus.

    It changes effort and says which cues make sense, never what a cue means. `awake` is None when the program
    cannot know whom the host has woken; then nothing is claimed about open eyes.
    """

    period: Period
    since_ns: int
    judged: frozenset[Seat]  # players still in the game
    awake: frozenset[Seat] | None = frozenset()
    candidate: Seat | None = None  # whose vote is open; None between the calls and in a lift vote
    lift: bool = False  # a lift vote is open: hands are for all the tied at once
    night_cue: Interval | None = None  # when this night was announced
    city_sleeps: Interval | None = None  # when the host said that the city sleeps, where that is said
