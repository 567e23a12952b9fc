"""What a window must remember because the state forgets it: when words were said and when a step began."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.codes import Phase, WordSource
from engine.intervals import Interval, Span
from engine.seats import Seat
from engine.state import GameState

BallotKey = tuple[int, int, Seat | None]
"""Day, number of the ballot of that day, candidate."""


@dataclass(frozen=True, slots=True)
class Said:
    """A closing word with its source."""

    word: Span
    source: WordSource | None


@dataclass(slots=True)
class Moments:
    """Grows as states are noticed; a window opened late knows only what it has seen."""

    words: dict[Seat | None, Said] = field(default_factory=dict)  # by candidate, of the latest vote
    called_ns: int | None = None  # when the open candidate was called
    phase_since_ns: int = 0
    night_cue: Interval | None = None
    city_sleeps: Interval | None = None
    _phase: Phase | None = None
    _ballot: BallotKey | None = None

    def notice(self, state: GameState) -> None:
        """Take in one state."""
        if state.phase is not self._phase:
            self._phase, self.phase_since_ns = state.phase, state.t_ns
        if state.night_cue is not None:
            self.night_cue, self.city_sleeps = state.night_cue, state.city_sleeps
        self._notice_vote(state)

    def _notice_vote(self, state: GameState) -> None:
        vote = state.vote
        if vote is None:
            self._ballot = None
            return
        ballot = (state.day, vote.number, vote.open)
        if ballot != self._ballot:
            self._ballot = ballot
            self.called_ns = state.t_ns if state.phase in (Phase.BALLOT, Phase.LIFT_BALLOT) else None
            if vote.open is not None:
                self.words.pop(vote.open, None)
        for closed in vote.closed:
            if closed.word is not None:
                self.words[closed.candidate] = Said(closed.word, closed.source)
        if vote.word is not None:
            self.words[vote.open] = Said(vote.word, vote.source)
