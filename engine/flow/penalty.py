"""Penalties: fouls and what they add up to, warnings, removals, team defeat, suspensions and points."""

from __future__ import annotations

from engine.actions import ActionKind, HostAction
from engine.codes import Phase
from engine.copying import replace
from engine.events import Event, EventKind, RefusalCode
from engine.flow.leaving import remove, team_defeat
from engine.flow.move import EVERYWHERE, PLAYING, Move, Moved, needs_seat_at_table, seat_of
from engine.flow.tally import finish_round, kept, look_for_result
from engine.play_rules import PlayRules
from engine.seats import Person, Seat
from engine.state import Departure, FoulEntry, GameState, Player, Points, Round

_AFTER_CHECKS = frozenset(Phase) - {Phase.SHOOTING, Phase.DON_CHECK, Phase.SHERIFF_CHECK}


def is_judged(state: GameState, seat: Seat) -> bool:
    """Players at the table, and those who still owe their last word: both can be punished."""
    return state.is_at_table(seat) or seat in state.owed


def _may_punish(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    if action.subject is None:
        return RefusalCode.FIELD_MISSING
    if isinstance(action.subject, int) and not is_judged(state, action.subject):
        return RefusalCode.NOT_AT_TABLE
    return None


def _may_remove(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    if not isinstance(action.subject, int):
        return RefusalCode.FIELD_MISSING
    return None if is_judged(state, action.subject) else RefusalCode.NOT_AT_TABLE


def _foul(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    """A foul to anybody; only a player's count leads further."""
    subject, t_ns = action.subject, action.t_ns
    if subject is None:
        raise TypeError("foul came past its guard without a subject")
    entry = FoulEntry(subject, state.stage(t_ns), action.clause)
    state = replace(state, record=replace(state.record, fouls=(*state.record.fouls, entry)))
    if isinstance(subject, Person):
        return state, (Event(EventKind.FOUL_GIVEN, t_ns, subject, text=action.clause or ""),)
    player = state.player(subject)
    player = replace(player, fouls=player.fouls + 1)
    state = state.with_player(player)
    events: tuple[Event, ...] = (
        Event(EventKind.FOUL_GIVEN, t_ns, subject, number=player.fouls, text=action.clause or ""),
    )
    if play.foul_limit_removal and player.fouls >= play.foul_limit_removal:
        state, more = removed(state, subject, Departure.REMOVAL, play, t_ns, by_fouls=True)
        return state, events + more
    if play.foul_limit_speech and player.fouls == play.foul_limit_speech and player.at_table:
        state, more = _lose_speech(state, player, play, t_ns)
        return state, events + more
    return state, events


def _lose_speech(state: GameState, player: Player, play: PlayRules, t_ns: int) -> Moved:
    """The third foul, as each rulebook says it."""
    seat = player.seat
    lost = (Event(EventKind.SPEECH_LOST, t_ns, seat),)
    if play.speech_loss_rule == "none":
        return state, ()
    if play.speech_loss_rule != "round":
        has_spoken = seat in state.spoken or state.speaker == seat
        if not has_spoken and state.day > 0 and play.third_foul_before_speech == "next_round":
            player = replace(player, debt_from_day=state.day + 1)
        return state.with_player(replace(player, speech_debt=player.speech_debt + 1)), lost
    if state.speaker == seat and state.phase is Phase.SPEECH:
        # A7a: no floor to the end of this round, so the speech ends here.
        state = state.with_player(replace(player, silent_day=state.day))
        state = replace(state, deadline_ns=t_ns, may_nominate=state.may_nominate and play.loss_keeps_nomination)
        return state, lost
    waits = seat not in state.spoken and state.phase in (Phase.DAY, Phase.SPEECH)
    today = waits and play.third_foul_before_speech == "this_round"
    return state.with_player(replace(player, silent_day=state.day if today else state.day + 1)), lost


def _take_speech(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    return _lose_speech(state, state.player(seat_of(action)), play, action.t_ns)


def removed(
    state: GameState,
    seat: Seat,
    how: Departure,
    play: PlayRules,
    t_ns: int,
    *,
    by_fouls: bool = False,
    by_tech_fouls: bool = False,
) -> Moved:
    """Remove a player, and finish the count when the struck candidate was the last to be called."""
    state, events = remove(state, seat, how, play, t_ns, by_fouls=by_fouls, by_tech_fouls=by_tech_fouls)
    vote = state.vote
    if vote is None or state.phase is not Phase.VOTE:
        return state, events
    if vote.index < len(vote.candidates):
        state, more = look_for_result(state, play, t_ns) if vote.counts else (state, ())
        return state, events + more
    state = kept(state, Round(state.day, vote.number, vote.candidates, vote.cast, vote.counts, voters=vote.voters))
    state, more = finish_round(state, play, t_ns)
    return state, events + more


def _may_tech_foul(state: GameState, action: HostAction, play: PlayRules) -> RefusalCode | None:
    if play.tech_foul_limit == 0:
        return RefusalCode.TECH_FOULS_NOT_USED
    return _may_remove(state, action, play)


def _tech_foul(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    seat, t_ns = seat_of(action), action.t_ns
    entry = FoulEntry(seat, state.stage(t_ns), action.clause, technical=True)
    state = replace(state, record=replace(state.record, fouls=(*state.record.fouls, entry)))
    player = replace(state.player(seat), tech_fouls=state.player(seat).tech_fouls + 1)
    state = state.with_player(player)
    events: tuple[Event, ...] = (Event(EventKind.TECH_FOUL_GIVEN, t_ns, seat, number=player.tech_fouls),)
    if player.tech_fouls < play.tech_foul_limit:
        return state, events
    state, more = removed(state, seat, Departure.REMOVAL, play, t_ns, by_tech_fouls=True)
    return state, events + more


def _remove(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    return removed(state, seat_of(action), Departure.REMOVAL, play, action.t_ns)


def _remove_from_tournament(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    return removed(state, seat_of(action), Departure.TOURNAMENT, play, action.t_ns)


def _may_defeat(state: GameState, action: HostAction, play: PlayRules) -> RefusalCode | None:
    refused = _may_remove(state, action, play)
    if refused is not None:
        return refused
    if state.result is not None:
        return RefusalCode.GAME_DECIDED
    if state.player(seat_of(action)).team is None:
        return RefusalCode.ROLE_UNKNOWN
    return None


def _defeat(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    return team_defeat(state, seat_of(action), action.t_ns)


def _may_warn(state: GameState, action: HostAction, play: PlayRules) -> RefusalCode | None:
    refused = _may_punish(state, action, play)
    if refused is not None:
        return refused
    return None if action.text.strip() else RefusalCode.REASON_MISSING


def _warn(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    """Softened to a verbal warning: written down with its reason, because it may ground an annulment (B 4.5)."""
    note = (action.t_ns, action.subject, action.text)
    state = replace(state, record=replace(state.record, softened=(*state.record.softened, note)))
    return state, (Event(EventKind.WARNED, action.t_ns, action.subject, text=action.text),)


def _may_expel(_state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    return None if action.subject is Person.SPECTATOR else RefusalCode.SANCTION_NOT_FOR_SEAT


def _expel(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    return state, (Event(EventKind.EXPELLED, action.t_ns, action.subject, text=action.text),)


def _may_suspend(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    if action.subject is None:
        return RefusalCode.FIELD_MISSING
    if isinstance(action.subject, int) and not 1 <= action.subject <= len(state.players):
        return RefusalCode.FIELD_INVALID
    return None if action.text.strip() else RefusalCode.REASON_MISSING


def _suspend(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    return state, (Event(EventKind.SUSPENDED, action.t_ns, action.subject, text=action.text),)


def _may_score(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    if not isinstance(action.subject, int) or action.points is None:
        return RefusalCode.FIELD_MISSING
    if not 1 <= action.subject <= len(state.players) or abs(action.points) > 10:
        return RefusalCode.FIELD_INVALID
    return None if action.text.strip() else RefusalCode.REASON_MISSING


def _score(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    points = action.points or 0.0
    signed = -abs(points) if action.kind is ActionKind.MINUS else points
    entry = Points(seat_of(action), signed, action.text)
    state = replace(state, record=replace(state.record, points=(*state.record.points, entry)))
    return state, (Event(EventKind.POINTS_GIVEN, action.t_ns, action.subject, text=f"{signed:+g} {action.text}"),)


def _may_announce(state: GameState, _action: HostAction, play: PlayRules) -> RefusalCode | None:
    if not state.to_announce:
        return RefusalCode.NOTHING_TO_ANNOUNCE
    if play.announce_after_checks and state.phase not in _AFTER_CHECKS:
        return RefusalCode.ANNOUNCE_TOO_EARLY
    return None


def _announce(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    """One neutral sentence for all; the words never name the breach (FC1)."""
    event = Event(EventKind.REMOVALS_ANNOUNCED, action.t_ns, seats=state.to_announce)
    return replace(state, to_announce=()), (event,)


MOVES = {
    ActionKind.FOUL: Move(PLAYING, _may_punish, _foul),
    ActionKind.TECH_FOUL: Move(PLAYING, _may_tech_foul, _tech_foul),
    ActionKind.WARN: Move(PLAYING, _may_warn, _warn),
    ActionKind.REMOVE: Move(PLAYING, _may_remove, _remove),
    ActionKind.REMOVE_FROM_TOURNAMENT: Move(PLAYING, _may_remove, _remove_from_tournament),
    ActionKind.TEAM_DEFEAT: Move(PLAYING, _may_defeat, _defeat),
    ActionKind.LOSE_SPEECH: Move(PLAYING, needs_seat_at_table, _take_speech),
    ActionKind.EXPEL: Move(EVERYWHERE, _may_expel, _expel),
    ActionKind.SUSPEND: Move(EVERYWHERE, _may_suspend, _suspend),
    ActionKind.MINUS: Move(EVERYWHERE, _may_score, _score),
    ActionKind.EXTRA_POINTS: Move(EVERYWHERE, _may_score, _score),
    ActionKind.ANNOUNCE_REMOVALS: Move(PLAYING, _may_announce, _announce),
}
