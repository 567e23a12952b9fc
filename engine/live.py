"""A running game as the senses and the rulebook's reader see it: focus, whitelist, and the situation around a cue."""

from __future__ import annotations

from engine.codes import Awake, Phase, Role, Section, Team
from engine.copying import replace
from engine.cues import Cue
from engine.flow.tally import certain_leaver
from engine.focus import Focus, Period
from engine.play_rules import PlayRules
from engine.seats import Seat, Subject
from engine.situations import SECTION_OF, Situation
from engine.state import BLACKS, ClosedBallot, GameState, Vote

_ROLES_OF = {
    Awake.MAFIA: BLACKS,
    Awake.DON: frozenset({Role.DON}),
    Awake.SHERIFF: frozenset({Role.SHERIFF}),
}
_NIGHTS = frozenset({Section.NIGHT, Section.NIGHT_ZERO})


def judged(state: GameState) -> frozenset[Seat]:
    """Who can break a rule now: players at the table and those who owe a last word."""
    return frozenset(state.at_table()) | frozenset(state.owed)


def awake(state: GameState) -> frozenset[Seat] | None:
    """Who may look now; None where somebody may and nobody wrote down who."""
    if SECTION_OF[state.phase] not in _NIGHTS:
        return frozenset()
    if state.woken:
        return frozenset(state.woken)
    match state.phase:
        case Phase.DEAL:
            return None  # one after the other lifts the mask to see a card
        case Phase.INTRODUCTIONS:
            return _with_roles(state, frozenset({Role.DON, Role.SHERIFF}))
        case Phase.SHOOTING:
            return _with_roles(state, BLACKS)
        case _:
            return frozenset() if state.waking is None else _with_roles(state, _ROLES_OF[state.waking])


def _with_roles(state: GameState, roles: frozenset[Role]) -> frozenset[Seat] | None:
    if not state.roles_known:
        return None
    return frozenset(player.seat for player in state.players if player.role in roles and player.at_table)


def focus(state: GameState) -> Focus:
    """What the senses should watch from now on."""
    if state.paused_ns is not None:
        period = Period.PAUSE
    elif SECTION_OF[state.phase] in _NIGHTS:
        period = Period.NIGHT
    elif SECTION_OF[state.phase] is Section.VOTE:
        period = Period.VOTE
    else:
        period = Period.DAY
    candidate = state.vote.open if state.vote and period is Period.VOTE else None
    lift = state.phase is Phase.LIFT_BALLOT and period is Period.VOTE
    return Focus(period, state.t_ns, judged(state), awake(state), candidate, lift, state.night_cue, state.city_sleeps)


def critical_round(state: GameState) -> bool | None:
    """Whether this day's vote is critical: reds are at most two more than blacks; None without roles.

    Rulebook C names the critical round without defining it; this is the definition of mafiaratings and Polemica.
    """
    if not state.roles_known:
        return None
    reds = sum(player.at_table and player.team is Team.RED for player in state.players)
    blacks = sum(player.at_table and player.team is Team.BLACK for player in state.players)
    return reds <= blacks + 2


def wins_by_delivery(state: GameState, voter: Subject, candidate: Seat | None, play: PlayRules) -> bool | None:
    """Whether this black hand, if counted, makes a red leave by whom the black team wins (C41); None without roles."""
    vote = state.vote
    if not state.roles_known:
        return None
    if vote is None or vote.open is None or candidate != vote.open:
        return False
    if not isinstance(voter, int) or not state.is_at_table(voter):
        return False
    if state.player(voter).team is not Team.BLACK or state.player(candidate).team is not Team.RED:
        return False
    reds = sum(player.at_table and player.team is Team.RED for player in state.players)
    blacks = sum(player.at_table and player.team is Team.BLACK for player in state.players)
    if reds - 1 > blacks or voter in vote.voted():
        return False
    return certain_leaver(_with_hand(vote, voter), play) == candidate and certain_leaver(vote, play) != candidate


def _with_hand(vote: Vote, voter: Seat) -> Vote:
    return replace(vote, cast=(*vote.cast, (voter, vote.open or voter)))


def situation(state: GameState, cue: Cue, play: PlayRules | None) -> Situation:
    """The situation around a cue of a running game."""
    vote = state.vote
    ballot = _ballot_of(state, cue)
    candidate = ballot.candidate if ballot else vote.open if vote else None
    return Situation(
        section=SECTION_OF[state.phase],
        judged=judged(state),
        phase=state.phase,
        awake=awake(state),
        waking=state.waking,
        night_cue=state.night_cue,
        city_sleeps=state.city_sleeps,
        candidate=candidate,
        last_candidate=ballot.last if ballot else False,
        word=ballot.word if ballot else None,
        word_source=ballot.source if ballot else None,
        count=ballot.count if ballot else None,
        count_pending=ballot is not None and ballot.word is not None and ballot.count is None,
        speaker=state.speaker,
        spoke_last=state.spoke_last,
        speaker_known=True,
        requests=state.requests,
        permissions=state.permissions,
        roles={player.seat: player.role for player in state.players if player.role is not None},
        fouls={player.seat: player.fouls for player in state.players},
        alive=len(state.at_table()),
        critical=critical_round(state),
        wins_by_delivery=wins_by_delivery(state, cue.subject, candidate, play) if play else None,
        decided=state.result is not None,
        leaving=frozenset(state.owed),
        removal_cancels=removal_cancels(state, cue.subject, play) if play else None,
        paused=state.paused_ns is not None,
    )


def _ballot_of(state: GameState, cue: Cue) -> ClosedBallot | None:
    """The word and count the cue must be held against: of its target, else of the open candidate."""
    vote = state.vote
    if vote is None:
        return None
    is_open = vote.open is not None or state.phase is Phase.LIFT_BALLOT
    if is_open and (not cue.targets or vote.open in cue.targets or state.phase is Phase.LIFT_BALLOT):
        last = vote.open is not None and vote.index == len(vote.candidates) - 1
        return ClosedBallot(vote.open, vote.word, vote.source, None, last)
    found = [ballot for ballot in vote.closed if ballot.candidate in cue.targets]
    return found[-1] if found else None


def removal_cancels(state: GameState, seat: Subject, play: PlayRules) -> str:
    """Which vote a removal of this seat at this moment would cancel: "today", "next" or "nothing"."""
    if not isinstance(seat, int) or seat in state.owed:
        return "nothing"
    if state.determined is not None and seat in state.determined and not state.vote_settled:
        return "nothing"
    nominated = any(nomination.candidate == seat for nomination in state.nominations)
    regime = play.removal_regime
    if regime == "nominated":
        regime = "no" if nominated and state.window_day == state.day else "no_voting"
    if regime != "no_voting":
        return "nothing"
    return "today" if state.window_day == state.day and state.day > 0 else "next"
