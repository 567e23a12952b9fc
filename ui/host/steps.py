"""The two steps that a phase always offers: Enter, the one next step, and Space, the clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.actions import ActionKind, HostAction
from engine.codes import Phase
from engine.flow.day import next_speaker
from engine.seats import GAME_SEATS, Seat
from engine.state import GameState
from ui.host.wording import named, seats_listed
from ui.words import Words

Allowed = frozenset[ActionKind]


@dataclass(frozen=True, slots=True)
class Offer:
    """An action with the words of its button; without an action the button is grey."""

    text: str
    action: HostAction | None = None


def next_step(state: GameState, allowed: Allowed, counted: tuple[Seat, ...], words: Words) -> Offer:
    """What Enter does now. `counted` are the seats whose hands the count would write down."""
    if state.paused_ns is not None:
        return _offered(ActionKind.RESUME, allowed, words("Go on after the pause"))
    match state.phase:
        case Phase.DAY | Phase.FAREWELL | Phase.EVENING:
            return _by_day(state, allowed, words)
        case Phase.SPEECH | Phase.LAST_WORD:
            return _offered(ActionKind.END_SPEECH, allowed, _end_of_speech(state, words))
        case Phase.VOTE:
            return _between_ballots(state, allowed, words)
        case Phase.BALLOT | Phase.LIFT_BALLOT:
            return _count(state, allowed, counted, words)
        case Phase.SHOOTOUT:
            return _in_shootout(state, allowed, words)
        case Phase.MORNING if ActionKind.START_BEST_MOVE in allowed:
            return _offered(ActionKind.START_BEST_MOVE, allowed, words("Best move"))
        case _:
            kind, text = _PLAIN[state.phase]
            return _offered(kind, allowed, words(text)) if kind is not None else Offer(words(text))


_PLAIN: Final[dict[Phase, tuple[ActionKind | None, str]]] = {
    Phase.SETUP: (ActionKind.START_GAME, "Start the game"),
    Phase.DEAL: (ActionKind.START_AGREEMENT, "The black team wakes up"),
    Phase.AGREEMENT: (ActionKind.START_INTRODUCTIONS, "Don and sheriff wake up"),
    Phase.INTRODUCTIONS: (ActionKind.START_FREE_SEATING, "Free seating"),
    Phase.FREE_SEATING: (ActionKind.START_DAY, "“The city wakes up”"),
    Phase.TIE: (ActionKind.START_SHOOTOUT, "Start the shootout"),
    Phase.LIFT: (ActionKind.CALL_LIFT, "Ask who is for all leaving"),
    Phase.NIGHT: (ActionKind.START_SHOOTING, "Next step"),
    Phase.SHOOTING: (ActionKind.START_DON_CHECK, "Next step"),
    Phase.DON_CHECK: (ActionKind.START_SHERIFF_CHECK, "Next step"),
    Phase.SHERIFF_CHECK: (ActionKind.END_CHECKS, "Next step"),
    Phase.BEST_MOVE: (ActionKind.END_BEST_MOVE, "Best move is named"),
    Phase.MORNING: (ActionKind.START_DAY, "“The city wakes up”"),
    Phase.OVER: (None, "The game is over"),
}


def _offered(kind: ActionKind, allowed: Allowed, text: str) -> Offer:
    return Offer(text, HostAction(kind, 0) if kind in allowed else None)


def _speech(seat: Seat, allowed: Allowed, text: str) -> Offer:
    action = HostAction(ActionKind.START_SPEECH, 0, seat) if ActionKind.START_SPEECH in allowed else None
    return Offer(text, action)


def _by_day(state: GameState, allowed: Allowed, words: Words) -> Offer:
    if ActionKind.START_BEST_MOVE in allowed:
        return _offered(ActionKind.START_BEST_MOVE, allowed, words("Best move"))
    if state.owed and (state.phase is not Phase.DAY or next_speaker(state) is None):
        seat = state.owed[0]
        return _speech(seat, allowed, words("Last word: {who}", who=named(seat, state, words)))
    speaker = next_speaker(state) if state.phase is Phase.DAY else None
    if speaker is not None:
        return _speech(speaker, allowed, words("Speech of {who}", who=named(speaker, state, words)))
    if ActionKind.OPEN_VOTE in allowed:
        return _offered(ActionKind.OPEN_VOTE, allowed, words("Open the vote"))
    return _offered(ActionKind.ANNOUNCE_NIGHT, allowed, words("“Night falls”"))


def _end_of_speech(state: GameState, words: Words) -> str:
    if state.phase is Phase.LAST_WORD:
        return words("End of the last word")
    rest = [seat for seat in state.at_table() if seat not in state.spoken and seat != state.speaker]
    after = _next_after(state, rest)
    return words("End speech, next {seat}", seat=after) if after else words("End speech, then the vote")


def _next_after(state: GameState, rest: list[Seat]) -> Seat | None:
    if not rest or state.speaker is None:
        return None
    first = state.first_speaker or Seat(1)
    seats = len(GAME_SEATS)
    return min(rest, key=lambda seat: (seat - first) % seats)


def _between_ballots(state: GameState, allowed: Allowed, words: Words) -> Offer:
    vote = state.vote
    if ActionKind.CLOSE_VOTE in allowed:
        leaving = seats_listed(state.determined or ())
        return _offered(ActionKind.CLOSE_VOTE, allowed, words("Vote is decided: {seats}", seats=leaving))
    if vote is None or vote.index >= len(vote.candidates):
        return Offer(words("Next step"))
    candidate = vote.candidates[vote.index]
    action = HostAction(ActionKind.CALL, 0, target=candidate) if ActionKind.CALL in allowed else None
    return Offer(words("Call for {who}", who=named(candidate, state, words)), action)


def _count(state: GameState, allowed: Allowed, counted: tuple[Seat, ...], words: Words) -> Offer:
    vote = state.vote
    number = len(counted)
    if vote is None or ActionKind.COUNT not in allowed:
        return Offer(words("Write down {n}", n=number))
    following = vote.candidates[vote.index + 1] if vote.index + 1 < len(vote.candidates) else None
    lift = state.phase is Phase.LIFT_BALLOT
    if lift or following is None:
        text = words("Write down {n}, result", n=number)
    else:
        text = words("Write down {n}, next for {seat}", n=number, seat=following)
    return Offer(text, HostAction(ActionKind.COUNT, 0, seats=counted))


def _in_shootout(state: GameState, allowed: Allowed, words: Words) -> Offer:
    if state.speaker is not None:
        return _offered(ActionKind.END_SPEECH, allowed, words("End speech"))
    if state.vote is not None and state.vote.queue:
        seat = state.vote.queue[0]
        return _speech(seat, allowed, words("Speech of {who}", who=named(seat, state, words)))
    return _offered(ActionKind.OPEN_VOTE, allowed, words("Open the second vote"))


def clock_step(state: GameState, allowed: Allowed, next_number: int, words: Words) -> Offer:
    """What Space does now; `next_number` is the next one to call in a night's shooting."""
    if state.paused_ns is not None:
        return _offered(ActionKind.RESUME, allowed, words("Go on"))
    if state.phase in (Phase.BALLOT, Phase.LIFT_BALLOT):
        said = state.vote is not None and state.vote.word is not None
        text = words("Word heard") if said else words("“Thank you” is said")
        return _offered(ActionKind.CLOSING_WORD, allowed, text)
    if state.phase is Phase.SHOOTING:
        done = next_number > len(state.players)
        offer = Offer(words("Number {n} is called", n=min(next_number, len(state.players))))
        if done or ActionKind.CALL_NUMBER not in allowed:
            return offer
        return Offer(offer.text, HostAction(ActionKind.CALL_NUMBER, 0, number=next_number))
    if ActionKind.CITY_SLEEPS in allowed and state.city_sleeps is None:
        return _offered(ActionKind.CITY_SLEEPS, allowed, words("“The city sleeps”"))
    return _offered(ActionKind.PAUSE, allowed, words("Pause"))
