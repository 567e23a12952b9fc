"""From a person's decision, or a clause entered by hand, to the one host action that carries it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.actions import ActionKind, HostAction, Verdict
from engine.clauses import Clause, Sanction
from engine.codes import Decision, Phase
from engine.events import EventKind, RefusalCode, Refused
from engine.ruleset import Ruleset
from engine.seats import Person, Subject
from engine.state import GameState
from engine.suggestions import Suggestion

_ACTION_OF: Final = {
    Sanction.FOUL: ActionKind.FOUL,
    Sanction.REMOVAL: ActionKind.REMOVE,
    Sanction.TOURNAMENT: ActionKind.REMOVE_FROM_TOURNAMENT,
    Sanction.TEAM_DEFEAT: ActionKind.TEAM_DEFEAT,
    Sanction.SPEECH_LOSS: ActionKind.LOSE_SPEECH,
    Sanction.WARNING: ActionKind.WARN,
    Sanction.ROOM_BAN: ActionKind.EXPEL,
    Sanction.SUSPENSION: ActionKind.SUSPEND,
    Sanction.MINUS: ActionKind.MINUS,
}
"""Sanctions that change the game or the record; every other one is noted, its effect lies in the flow itself."""

_OPEN: Final = frozenset({Sanction.ASK, Sanction.DISCRETION})


@dataclass(frozen=True, slots=True)
class Planned:
    """What a verdict is about to do."""

    event: EventKind
    action: HostAction | None = None


def action_for(verdict: Verdict, known: Suggestion, state: GameState, rules: Ruleset) -> Planned | Refused:
    """The action behind a verdict; Refused where a sanction or a reason is missing."""
    match verdict.decision:
        case Decision.DISMISS:
            return Planned(EventKind.SUGGESTION_DISMISSED)
        case Decision.LATER:
            return Planned(EventKind.SUGGESTION_KEPT)
        case Decision.SOFTEN:
            if not verdict.reason.strip():
                return Refused(RefusalCode.REASON_MISSING, known.subject)
            warn = HostAction(
                ActionKind.WARN,
                _time(verdict, state),
                known.subject,
                clause=known.clause,
                text=verdict.reason,
                by=verdict.by,
            )
            return Planned(EventKind.SUGGESTION_ACCEPTED, warn)
        case Decision.ACCEPT:
            return _accepted(verdict, known, state, rules)


def _accepted(verdict: Verdict, known: Suggestion, state: GameState, rules: Ruleset) -> Planned | Refused:
    clause = rules.clause(known.clause) if known.clause is not None else None
    sanction = verdict.sanction or _sanction_now(clause, known, state)
    if sanction is None or sanction in _OPEN:
        return Refused(RefusalCode.SANCTION_MISSING, known.subject)
    t_ns = _time(verdict, state)
    if sanction is Sanction.VOTE_VOID and _hand_is_down(known, state):
        void = HostAction(ActionKind.UNCAST, t_ns, known.subject, clause=known.clause, by=verdict.by)
        return Planned(EventKind.SUGGESTION_ACCEPTED, void)
    action = entry(sanction, known.subject, t_ns, clause=clause, reason=verdict.reason, by=verdict.by)
    return Planned(EventKind.SUGGESTION_ACCEPTED, action)


def _hand_is_down(known: Suggestion, state: GameState) -> bool:
    """Whether the hand that is void was written down for the candidate who is still open."""
    vote = state.vote
    if vote is None:
        return False
    if state.phase is Phase.LIFT_BALLOT:
        return known.subject in vote.hands
    return vote.open in known.targets and (known.subject, vote.open) in vote.cast


def _sanction_now(clause: Clause | None, known: Suggestion, state: GameState) -> Sanction | None:
    if clause is None:
        return None
    leaving = known.subject in state.owed and state.result is None
    return Sanction.TEAM_DEFEAT if clause.team_defeat_when_leaving and leaving else clause.sanction


def _time(verdict: Verdict, state: GameState) -> int:
    """A verdict given on a slower clock is never earlier than the game."""
    return max(verdict.t_ns, state.t_ns)


def entry(
    sanction: Sanction,
    subject: Subject,
    t_ns: int,
    *,
    clause: Clause | None = None,
    reason: str = "",
    points: float | None = None,
    by: str = "host",
) -> HostAction | None:
    """The one action that enters a sanction by hand; None when there is nothing to write against a clause."""
    kind = _ACTION_OF.get(sanction)
    clause_id = clause.id if clause else None
    if kind is None:
        return HostAction(ActionKind.NOTE, t_ns, subject, clause=clause_id, text=reason, by=by) if clause else None
    text = reason
    if kind is ActionKind.SUSPEND and not text:
        text = (clause.suspension if clause else None) or ""
    if kind is ActionKind.WARN and not text:
        text = clause_id or ""  # the clause itself asks for no more than a word
    if kind is ActionKind.EXPEL:
        subject = Person.SPECTATOR
    return HostAction(kind, t_ns, subject, clause=clause_id, text=text, points=points, by=by)


def entry_of_clause(
    clause: Clause,
    subject: Subject,
    t_ns: int,
    *,
    sanction: Sanction | None = None,
    reason: str = "",
    by: str = "host",
) -> HostAction | Refused:
    """Enter any clause by hand in one call; Refused where the clause leaves the sanction open and none is given."""
    chosen = sanction or clause.sanction
    if chosen in _OPEN:
        return Refused(RefusalCode.SANCTION_MISSING, subject)
    action = entry(chosen, subject, t_ns, clause=clause, reason=reason, by=by)
    return action if action is not None else Refused(RefusalCode.SANCTION_MISSING, subject)
