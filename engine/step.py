"""One step of a game: an input goes in, a new state, facts and suggestions come out, or a refusal.

Pure: no clock, no files, no chance. The same inputs give the same game, which is why a journal is enough to keep one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.actions import ActionKind, HostAction, Input, Review, Tick, Verdict
from engine.codes import CueKind, Decision, Phase
from engine.copying import replace
from engine.cues import Cue
from engine.events import Event, EventKind, RefusalCode, Refused
from engine.flow import day, night, penalty, setup, table, vote
from engine.flow.move import Move, Moved
from engine.intervals import NS_PER_S
from engine.live import situation
from engine.play_rules import PlayRules, answered, play_rules
from engine.ruleset import Ruleset
from engine.state import GameState
from engine.suggestions import Suggestion, suggest
from engine.suspensions import fits
from engine.verdicts import action_for

MOVES: Final[Mapping[ActionKind, Move]] = {
    **day.MOVES,
    **vote.MOVES,
    **night.MOVES,
    **penalty.MOVES,
    **table.MOVES,
}
_TIME_RUNS_OUT_NS: Final = 10 * NS_PER_S
NEED_THE_WORD: Final = frozenset({CueKind.TOUCH_DOWN, CueKind.LIFT})
"""Cues that are held against the closing word, and wait for it while a ballot is open."""


@dataclass(frozen=True, slots=True)
class Step:
    """What an accepted input led to."""

    state: GameState
    events: tuple[Event, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()


def step(state: GameState, given: Input, rules: Ruleset) -> Step | Refused:
    """Apply one input; a refusal changes nothing and never raises."""
    match given:
        case HostAction():
            return _act(state, given, rules)
        case Cue():
            return _notice(state, given, rules)
        case Tick():
            return Step(state, _time_events(state, given))
        case Verdict():
            return _decide(state, given, rules)
        case Review():
            event = Event(EventKind.REVIEWED, given.t_ns, text=f"{given.suggestion} {given.result}")
            return Step(state, (event,))


def refusal(state: GameState, action: HostAction, rules: Ruleset) -> RefusalCode | None:
    """Why an action would be refused now; None when it would be accepted."""
    if action.t_ns < state.t_ns:
        return RefusalCode.TIME_REVERSED
    if not _seats_exist(state, action):
        return RefusalCode.FIELD_INVALID
    if action.clause is not None and not rules.has_clause(action.clause):
        return RefusalCode.NO_SUCH_CLAUSE
    if action.kind is ActionKind.SUSPEND and not _term_fits(action, rules):
        return RefusalCode.FIELD_INVALID
    if state.paused_ns is not None and action.kind not in table.WHILE_PAUSED:
        return RefusalCode.PAUSED
    if action.kind in setup.MOVES:
        phases, guard, _ = setup.MOVES[action.kind]
        return guard(state, action, rules) if state.phase in phases else _wrong_phase(state)
    move = MOVES[action.kind]
    if state.phase not in move.phases:
        return _wrong_phase(state)
    play = play_rules(rules, state.answers)
    return RefusalCode.QUESTION_OPEN if play is None else move.guard(state, action, play)


def _term_fits(action: HostAction, rules: Ruleset) -> bool:
    """A suspension under a clause lies in the clause's range; without one it is what the host writes."""
    allowed = rules.clause(action.clause).suspension if action.clause is not None else None
    return allowed is None or fits(action.text, allowed)


def phases_of(kind: ActionKind) -> frozenset[Phase]:
    """The phases that know an action at all."""
    return setup.MOVES[kind][0] if kind in setup.MOVES else MOVES[kind].phases


def _wrong_phase(state: GameState) -> RefusalCode:
    return RefusalCode.GAME_OVER if state.phase is Phase.OVER else RefusalCode.NOT_NOW


def _seats_exist(state: GameState, action: HostAction) -> bool:
    highest = len(state.players)
    subject_fits = not isinstance(action.subject, int) or 1 <= action.subject <= highest
    target_fits = action.target is None or 1 <= action.target <= highest
    return subject_fits and target_fits and all(1 <= seat <= highest for seat in action.seats)


def _act(state: GameState, action: HostAction, rules: Ruleset) -> Step | Refused:
    code = refusal(state, action, rules)
    if code is not None:
        return Refused(code, action.subject if action.subject is not None else action.target)
    before = state
    state, events = _effect(state, action, rules)
    state = replace(state, t_ns=action.t_ns)
    if action.kind is ActionKind.CLOSING_WORD:
        state, suggestions = _hands_against_word(state, before, rules)
        return Step(state, events, suggestions)
    return Step(state, events)


def _effect(state: GameState, action: HostAction, rules: Ruleset) -> Moved:
    if action.kind in setup.MOVES:
        return setup.MOVES[action.kind][2](state, action, rules)
    return MOVES[action.kind].effect(state, action, _play(rules, state))


def _play(rules: Ruleset, state: GameState) -> PlayRules:
    play = play_rules(rules, state.answers)
    if play is None:
        raise TypeError("a move came past its guard while a question is open")
    return play


def _notice(state: GameState, cue: Cue, rules: Ruleset) -> Step:
    """A cue may be suggested as a breach, or wait for the word it must be held against."""
    if state.phase in (Phase.SETUP, Phase.OVER):
        return Step(state)
    ballot = state.vote
    waits = (
        ballot is not None
        and state.phase in (Phase.BALLOT, Phase.LIFT_BALLOT)
        and ballot.word is None
        and cue.kind in NEED_THE_WORD
    )
    if waits and ballot is not None and (not cue.targets or ballot.open in cue.targets):
        return Step(replace(state, vote=replace(ballot, cues=(*ballot.cues, cue))))
    state, suggestions = _suggest(state, (cue,), rules)
    return Step(state, (), suggestions)


def _hands_against_word(
    state: GameState, before: GameState, rules: Ruleset
) -> tuple[GameState, tuple[Suggestion, ...]]:
    """The word is known: hands that waited for it are read."""
    waiting = before.vote.cues if before.vote else ()
    return _suggest(state, waiting, rules) if waiting else (state, ())


def _suggest(state: GameState, cues: tuple[Cue, ...], rules: Ruleset) -> tuple[GameState, tuple[Suggestion, ...]]:
    play, full = play_rules(rules, state.answers), answered(rules, state.answers)
    made = [suggest(cue, situation(state, cue, play), full) for cue in cues]
    found = [one for one in made if one is not None]
    if not found:
        return state, ()
    known = {one.id for one in state.pending}
    fresh = tuple(one for one in found if one.id not in known)
    to_decide = tuple(one for one in fresh if one.kind is not CueKind.NOT_OBSERVED)
    if to_decide:
        state = replace(state, pending=(*state.pending, *to_decide))
    return state, fresh


def _decide(state: GameState, verdict: Verdict, rules: Ruleset) -> Step | Refused:
    """A person's decision; after the end of the game it annotates and changes nothing else."""
    known = next((one for one in state.pending if one.id == verdict.suggestion), None)
    if known is None:
        return Refused(RefusalCode.NO_SUCH_SUGGESTION)
    note = f"{verdict.suggestion} {verdict.decision}"
    rest = tuple(one for one in state.pending if one is not known)
    if state.phase is Phase.OVER:
        left = state if verdict.decision is Decision.LATER else replace(state, pending=rest)
        return Step(left, (Event(EventKind.ANNOTATED, verdict.t_ns, known.subject, text=note),))
    planned = action_for(verdict, known, state, answered(rules, state.answers))
    if isinstance(planned, Refused):
        return planned
    decided = Event(planned.event, verdict.t_ns, known.subject, text=verdict.suggestion)
    if planned.action is None:
        keeps = planned.event is EventKind.SUGGESTION_KEPT
        return Step(state if keeps else replace(state, pending=rest), (decided,))
    done = _act(state, planned.action, rules)
    if isinstance(done, Refused):
        return done
    pending = tuple(one for one in done.state.pending if one is not known)
    return Step(replace(done.state, pending=pending), (decided, *done.events), done.suggestions)


def _time_events(state: GameState, tick: Tick) -> tuple[Event, ...]:
    if state.deadline_ns is None or state.paused_ns is not None:
        return ()
    found: list[Event] = []
    warning_ns = state.deadline_ns - _TIME_RUNS_OUT_NS
    if tick.since_ns < warning_ns <= tick.t_ns:
        found.append(Event(EventKind.TIME_RUNNING_OUT, warning_ns, state.speaker))
    if tick.since_ns < state.deadline_ns <= tick.t_ns:
        found.append(Event(EventKind.TIME_UP, state.deadline_ns, state.speaker))
    return tuple(found)
