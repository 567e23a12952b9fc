"""Whose hands the open ballot counts: what is seen on the table, as the host corrected it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.codes import CueKind, HandPlace, Phase
from engine.seats import Seat
from engine.state import GameState
from engine.suggestions import Suggestion
from ui.host.cards import Around, short_offset
from ui.host.view import HandMark
from ui.session.messages import SeatSight, SeatView

_ABOVE = frozenset({HandPlace.HOVER, HandPlace.AIR})


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand in the open ballot, with the number or word under it."""

    mark: HandMark
    note: str = ""


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of one ballot: by seat what is drawn, and which seats the count would write down."""

    drawn: Mapping[Seat, Hand]
    counted: tuple[Seat, ...]
    questioned: tuple[Seat, ...]


def hands_of(
    seen: Mapping[Seat, SeatView], excluded: frozenset[Seat], suggestions: tuple[Suggestion, ...], around: Around
) -> Hands:
    """Read the open ballot. `seen` is how it looked at the word, or now where none was said yet."""
    state, words = around.state, around.words
    if state.phase not in (Phase.BALLOT, Phase.LIFT_BALLOT) or state.vote is None:
        return Hands({}, (), ())
    cast = _cast(state)
    doubted = _doubted(suggestions, around)
    drawn: dict[Seat, Hand] = {}
    for seat in state.at_table():
        if seat in elsewhere(state):
            continue
        view = seen.get(seat)
        if seat in cast:
            drawn[seat] = Hand(HandMark.ON)
        elif seat in excluded:
            continue
        elif seat in doubted:
            drawn[seat] = doubted[seat]
        elif view is None:
            continue
        elif view.hand is HandPlace.TABLE:
            drawn[seat] = Hand(HandMark.ON)
        elif view.hand in _ABOVE:
            drawn[seat] = Hand(HandMark.ABOVE, words("above the table"))
        elif view.sight is SeatSight.BLIND or view.hand is HandPlace.NOT_VISIBLE:
            drawn[seat] = Hand(HandMark.UNSEEN, words("sight.blind"))
    counted = tuple(seat for seat, hand in drawn.items() if hand.mark is HandMark.ON)
    questioned = tuple(seat for seat, hand in drawn.items() if hand.mark not in (HandMark.ON, HandMark.ABOVE))
    return Hands(drawn, counted, questioned)


def elsewhere(state: GameState) -> dict[Seat, Seat]:
    """Seats whose vote of this ballot is already with another candidate."""
    if state.vote is None or state.phase is Phase.LIFT_BALLOT:
        return {}
    return {voter: target for voter, target in state.vote.cast if target != state.vote.open}


def _cast(state: GameState) -> frozenset[Seat]:
    if state.vote is None:
        return frozenset()
    if state.phase is Phase.LIFT_BALLOT:
        return frozenset(state.vote.hands)
    return frozenset(voter for voter, target in state.vote.cast if target == state.vote.open)


def _doubted(suggestions: tuple[Suggestion, ...], around: Around) -> dict[Seat, Hand]:
    """Seats about whose hand a suggestion waits for a decision."""
    vote = around.state.vote
    found: dict[Seat, Hand] = {}
    for suggestion in suggestions:
        about_it = vote is not None and (not suggestion.targets or vote.open in suggestion.targets)
        if not about_it or not isinstance(suggestion.subject, int):
            continue
        if suggestion.kind is CueKind.LIFT:
            found[suggestion.subject] = Hand(HandMark.BEFORE, short_offset(suggestion, around))
        elif suggestion.kind is CueKind.TOUCH_DOWN:
            found[suggestion.subject] = Hand(HandMark.AFTER, short_offset(suggestion, around))
        elif suggestion.kind is CueKind.HAND_HELD_PAST_WORD:
            found[suggestion.subject] = Hand(HandMark.ABOVE, around.words("above the table"))
    return found
