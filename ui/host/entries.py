"""What was just entered, as one line, and what to announce."""

from __future__ import annotations

from typing import Final

from engine.events import Event, EventKind
from engine.ruleset import Ruleset
from engine.state import GameState
from ui.host.wording import counted, foul_name, named, nth_foul, seats_listed
from ui.words import Words

_COVERT: Final = frozenset({EventKind.SHOT, EventKind.CHECKED})
"""Facts that would tell a role: never written out on the host's screen."""

_OF_A_COUNT: Final = frozenset({EventKind.FOUL_GIVEN, EventKind.TECH_FOUL_GIVEN})
_MORE_IMPORTANT: Final = (
    EventKind.GAME_OVER,
    EventKind.DECIDED,
    EventKind.EXPELLED,
    EventKind.PLAYER_LEFT,
    EventKind.NOBODY_LEAVES,
    EventKind.VOTE_TIED,
    EventKind.VOTE_CANCELLED,
    EventKind.KILLED,
    EventKind.MISSED,
)
_QUIET: Final = frozenset(
    {EventKind.PHASE_STARTED, EventKind.SUGGESTION_ACCEPTED, EventKind.TIME_UP, EventKind.TIME_RUNNING_OUT}
)


def entry_text(events: tuple[Event, ...], state: GameState, rules: Ruleset, words: Words) -> str:
    """The facts of one input, the weightiest first; empty where there is nothing to say."""
    told = [event for event in events if event.kind not in _QUIET and event.kind not in _COVERT]
    if not told:
        phases = [event for event in events if event.kind is EventKind.PHASE_STARTED]
        if phases and state.vote is not None and state.vote.open is not None:
            return words("For {who}", who=named(state.vote.open, state, words))
        return words.code("phase", phases[-1].text) if phases else ""
    head = next((event for kind in _MORE_IMPORTANT for event in told if event.kind is kind), told[0])
    return event_text(head, state, rules, words)


def more_text(events: tuple[Event, ...], state: GameState, rules: Ruleset, words: Words) -> str:
    """What to announce, or the second fact of an input."""
    for event in events:
        if event.kind is EventKind.FOUL_GIVEN and isinstance(event.subject, int) and event.number is not None:
            nth = words(f"announce.{foul_name(rules)}", n=event.number)
            return words("announce: “Number {seat}, {what}”", seat=event.subject, what=nth)
    told = [event for event in events if event.kind not in _QUIET and event.kind not in _COVERT]
    head = entry_text(events, state, rules, words)
    others = [event_text(event, state, rules, words) for event in told]
    return next((text for text in others if text != head), "")


def event_text(event: Event, state: GameState, rules: Ruleset, words: Words) -> str:
    """One fact in words."""
    who = named(event.subject, state, words) if event.subject is not None else ""
    if event.kind in _OF_A_COUNT and event.number is not None:
        what = nth_foul(event.number, rules, words)
        if event.kind is EventKind.TECH_FOUL_GIVEN:
            what = words("nth.tech_foul", n=event.number)
        return f"{who}: {what}"
    if event.kind is EventKind.BALLOT_COUNTED and event.number is not None:
        votes = counted("vote", event.number, words)
        return words("for {who}: {votes}", who=who, votes=votes) if who else votes
    return words.code("event", event.kind).format(
        who=who, seats=seats_listed(event.seats), number=event.number, text=_text(event, words)
    )


def _text(event: Event, words: Words) -> str:
    match event.kind:
        case EventKind.PLAYER_LEFT:
            return words.code("departure", event.text)
        case EventKind.DECIDED | EventKind.GAME_OVER:
            return words(f"won.{event.text}") if event.text else ""
        case EventKind.REQUESTED:
            return words.code("request", event.text)
        case EventKind.PERMITTED:
            return words.code("permission", event.text)
        case _:
            return event.text
