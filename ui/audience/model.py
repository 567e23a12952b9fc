"""The second screen without widgets: states of the game go in, what everybody may know comes out.

At night, and in the morning before the host has told who is gone, the table stands as it stood when night fell:
what is entered then may depend on roles, and so may the moment at which it is entered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.codes import Phase
from engine.flow.day import candidates_of
from engine.intervals import NS_PER_S
from engine.state import GameState, Player
from ui.host.periods import DARK, NIGHT_ZERO_STEPS
from ui.host.wording import clock, seats_listed
from ui.words import Words

FOUL_BOXES: Final = 4
_UNTOLD: Final = DARK | {Phase.MORNING}
_TIMED: Final = frozenset({Phase.SPEECH, Phase.SHOOTOUT, Phase.LAST_WORD})


@dataclass(frozen=True, slots=True)
class AudienceSeat:
    """One player."""

    seat: int
    nick: str = ""
    fouls: int = 0
    at_table: bool = True
    gone: str = ""  # since when
    speaking: bool = False
    nominated: bool = False
    called: bool = False


@dataclass(frozen=True, slots=True)
class AudienceView:
    """Everything on the second screen."""

    title: str = ""
    left: str = ""
    phase: str = ""
    big: str = ""  # the clock of a speech
    line: str = ""
    seats: tuple[AudienceSeat, ...] = ()


class AudienceModel:
    """Grows by states. Not safe for use by several threads."""

    def __init__(self, words: Words, title: str = "") -> None:
        self._words = words
        self._title = title
        self._state: GameState | None = None
        self._known: GameState | None = None  # the newest state of which everything may be told

    def take(self, state: GameState) -> None:
        """A new state of the game."""
        self._state = state
        if state.phase not in _UNTOLD or self._known is None:
            self._known = state

    def view(self, now_ns: int) -> AudienceView:
        """What is shown at a moment of the game's clock."""
        state, known, words = self._state, self._known, self._words
        if state is None or known is None:
            return AudienceView(title=self._title)
        hidden = state.phase in _UNTOLD
        seats = tuple(_seat(player, known, words) for player in known.players)
        if hidden:
            seats = tuple(replace(seat, speaking=False, nominated=False, called=False) for seat in seats)
        return AudienceView(
            title=self._title,
            left=words("left {n}", n=sum(seat.at_table for seat in seats)) if state.phase is not Phase.SETUP else "",
            phase=_phase(state, words),
            big="" if hidden else _clock(state, now_ns),
            line="" if hidden else _line(state, words),
            seats=seats,
        )


def _seat(player: Player, state: GameState, words: Words) -> AudienceSeat:
    # A window opened in the middle of a night has no earlier state: who sat there when the count began still does.
    here = player.at_table or (state.phase in _UNTOLD and player.seat in state.count.at_table)
    return AudienceSeat(
        seat=int(player.seat),
        nick=player.nick,
        fouls=player.fouls,
        at_table=here,
        gone="" if here else _gone(player, state, words),
        speaking=player.seat == state.speaker,
        nominated=player.seat in candidates_of(state) and not state.vote_settled,
        called=state.vote is not None and player.seat == state.vote.open,
    )


def _gone(player: Player, state: GameState, words: Words) -> str:
    for entry in state.record.exits:
        if entry.seat == player.seat:
            at_night = entry.stage.night > 0 and entry.stage.night == entry.stage.day
            return words("night {n}" if at_night else "day {n}", n=entry.stage.day)
    return ""


def _phase(state: GameState, words: Words) -> str:
    if state.phase is Phase.MORNING:  # the night goes on until the host has spoken
        return words("night {n}", n=state.night).capitalize()
    if state.phase in NIGHT_ZERO_STEPS:
        return words("night {n}", n=0).capitalize()
    if state.phase in DARK:
        return words("night {n}", n=state.night).capitalize()
    if state.phase in (Phase.SETUP, Phase.OVER):
        return words.code("phase", state.phase)
    told = f"{words('day {n}', n=state.day)} · {words.code('stage', state.phase)}"
    return told[:1].upper() + told[1:]


def _clock(state: GameState, now_ns: int) -> str:
    if state.phase not in _TIMED or state.deadline_ns is None:
        return ""
    moment = state.paused_ns if state.paused_ns is not None else now_ns
    return clock(max(0, state.deadline_ns - moment + NS_PER_S - 1))


def _line(state: GameState, words: Words) -> str:
    if state.phase is Phase.OVER:
        return words(f"won.{state.result}") if state.result else ""
    if state.paused_ns is not None:
        return words("Technical pause")
    vote = state.vote
    if vote is not None and vote.counts:
        counted = zip(vote.candidates, vote.counts, strict=False)
        return words("Votes") + " " + " · ".join(f"{seat}: {number}" for seat, number in counted)
    if state.determined and state.vote_settled:
        return words("Leaving") + " " + seats_listed(state.determined)
    if state.nominations and not state.vote_settled:
        return words("Nominated") + " " + " · ".join(str(one.candidate) for one in state.nominations)
    return ""
