"""The night: deal and agreement, shooting by number, the checks, best move, and what the morning finds."""

from __future__ import annotations

from engine.actions import ActionKind, HostAction
from engine.codes import Awake, Phase, Role
from engine.copying import replace
from engine.events import Event, EventKind, RefusalCode
from engine.flow.leaving import decide, leave, resolve_night_removals, settle
from engine.flow.move import NIGHT, NIGHT_ZERO, Move, Moved, always, seat_of, started, target_of
from engine.intervals import exactly
from engine.play_rules import PlayRules
from engine.seats import Seat
from engine.state import BLACKS, Departure, GameState, NightCount, Outcome

_WOKEN_BY_PHASE = {
    Phase.AGREEMENT: Awake.MAFIA,
    Phase.DON_CHECK: Awake.DON,
    Phase.SHERIFF_CHECK: Awake.SHERIFF,
}
_ROLE_OF = {Awake.DON: Role.DON, Awake.SHERIFF: Role.SHERIFF}


def _to_phase(phase: Phase) -> Move:
    """A step of night zero that only changes the phase."""
    before = {
        Phase.AGREEMENT: frozenset({Phase.DEAL}),
        Phase.INTRODUCTIONS: frozenset({Phase.DEAL, Phase.AGREEMENT}),
        Phase.FREE_SEATING: frozenset({Phase.DEAL, Phase.AGREEMENT, Phase.INTRODUCTIONS}),
    }[phase]

    def effect(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
        state = replace(_asleep(state, action), phase=phase, waking=_WOKEN_BY_PHASE.get(phase), woken=())
        return state, (started(phase, action.t_ns),)

    return Move(before, always, effect)


def _may_wake(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    if action.awake is None and not action.seats:
        return RefusalCode.FIELD_MISSING
    return None if all(1 <= seat <= len(state.players) for seat in action.seats) else RefusalCode.FIELD_INVALID


def _wake(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    return replace(state, waking=action.awake, woken=action.seats), ()


def _sleep(state: GameState, _action: HostAction, _play: PlayRules) -> Moved:
    return replace(state, waking=None, woken=()), ()


def _city_sleeps(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    return replace(state, city_sleeps=exactly(action.t_ns)), ()


def _asleep(state: GameState, action: HostAction) -> GameState:
    """Once somebody is called the city sleeps, whether or not the host said so in words."""
    return state if state.city_sleeps is not None else replace(state, city_sleeps=exactly(action.t_ns))


def _start_shooting(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    state = replace(
        _asleep(state, action), phase=Phase.SHOOTING, count=NightCount(at_table=frozenset(state.at_table()))
    )
    return state, (started(Phase.SHOOTING, action.t_ns),)


def _may_call_number(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    if action.number is None:
        return RefusalCode.FIELD_MISSING
    return None if 1 <= action.number <= len(state.players) else RefusalCode.FIELD_INVALID


def _call_number(state: GameState, _action: HostAction, _play: PlayRules) -> Moved:
    return state, ()


def _may_shoot(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    if not isinstance(action.subject, int) or action.target is None:
        return RefusalCode.FIELD_MISSING
    if not state.roles_known:
        return RefusalCode.ROLES_INCOMPLETE
    if not 1 <= action.target <= len(state.players):
        return RefusalCode.FIELD_INVALID
    if action.subject not in state.count.at_table:
        return RefusalCode.NOT_AT_TABLE
    if state.player(action.subject).role not in BLACKS:
        return RefusalCode.NOT_BLACK
    # More than one shot is a fact of the night (it makes a miss), so it can be written down, but each only once.
    return RefusalCode.ALREADY_VOTED if (action.subject, action.target) in state.count.shots else None


def _shoot(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    shot = (seat_of(action), target_of(action))
    state = replace(
        state,
        count=replace(state.count, shots=(*state.count.shots, shot)),
        record=replace(state.record, shots=(*state.record.shots, (state.night, *shot))),
    )
    return state, (Event(EventKind.SHOT, action.t_ns, shot[0], seats=(shot[1],)),)


def _may_kill(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    if action.target is None:
        return RefusalCode.FIELD_MISSING
    if state.roles_known:
        return RefusalCode.ROLES_KNOWN
    return None if action.target in state.count.at_table else RefusalCode.NOT_AT_TABLE


def _kill(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    return replace(state, count=replace(state.count, kill=target_of(action))), ()


def victim_of(state: GameState) -> Seat | None:
    """Whom the night's shots killed: every shooter fired once, all at one seat that was there when the count began.

    A shooter whose offence was fixed during the count is passed over, where he fires is ignored (FC8).
    """
    count = state.count
    if not state.roles_known:
        return count.kill
    shooters = {seat for seat in count.at_table if state.player(seat).role in BLACKS} - set(count.removed)
    shots = [(shooter, target) for shooter, target in count.shots if shooter in shooters]
    targets = {target for _, target in shots}
    fired_once = len(shots) == len(shooters) == len({shooter for shooter, _ in shots})
    if not shooters or not fired_once or len(targets) != 1:
        return None
    (victim,) = targets
    return victim if victim in count.at_table else None


def _start_don_check(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    count = replace(state.count, kill=victim_of(state))
    state = replace(state, phase=Phase.DON_CHECK, count=count, waking=Awake.DON, woken=())
    return state, (started(Phase.DON_CHECK, action.t_ns),)


def _start_sheriff_check(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    state = replace(state, phase=Phase.SHERIFF_CHECK, waking=Awake.SHERIFF, woken=())
    return state, (started(Phase.SHERIFF_CHECK, action.t_ns),)


def _may_check(state: GameState, action: HostAction, play: PlayRules) -> RefusalCode | None:
    waking = _WOKEN_BY_PHASE[state.phase]
    if action.target is None:
        return RefusalCode.FIELD_MISSING
    if not 1 <= action.target <= len(state.players):
        return RefusalCode.FIELD_INVALID
    if state.roles_known and not any(p.role is _ROLE_OF[waking] and p.at_table for p in state.players):
        return RefusalCode.ROLE_ABSENT
    return RefusalCode.CHECK_USED if state.count.checked.count(waking) >= play.check_limit else None


def _check(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    waking, target = _WOKEN_BY_PHASE[state.phase], target_of(action)
    state = replace(
        state,
        count=replace(state.count, checked=(*state.count.checked, waking)),
        record=replace(state.record, checks=(*state.record.checks, (state.night, waking, target))),
    )
    return state, (Event(EventKind.CHECKED, action.t_ns, seats=(target,), text=waking.value),)


def _end_checks(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    """The sheriff sleeps: the kill takes effect, the night's removals are counted against the next vote."""
    t_ns = action.t_ns
    state = replace(state, phase=Phase.MORNING, waking=None, woken=())
    state, events = resolve_night_removals(state, play, t_ns)
    victim = state.count.kill
    if victim is None:
        events = (*events, Event(EventKind.MISSED, t_ns))
        state = replace(state, quiet_nights=0 if _left_this_night(state) else state.quiet_nights + 1)
    else:
        state, more = _kill_at_dawn(state, victim, t_ns)
        events += more
    state, more = settle(state, t_ns)
    events += more
    if state.phase is Phase.OVER:
        return state, events
    if state.result is None and play.draw_nights and state.quiet_nights >= play.draw_nights:
        state, more = decide(state, Outcome.DRAW, t_ns)
        return state, events + more
    return state, (*events, started(Phase.MORNING, t_ns))


def _left_this_night(state: GameState) -> bool:
    return any(entry.stage.night == state.night and entry.stage.phase in NIGHT for entry in state.record.exits)


def _kill_at_dawn(state: GameState, victim: Seat, t_ns: int) -> Moved:
    state = replace(state, record=replace(state.record, kills=(*state.record.kills, (state.night, victim))))
    killed = Event(EventKind.KILLED, t_ns, victim)
    if state.is_at_table(victim):
        state, events = leave(state, victim, Departure.KILL, t_ns)
        return state, (killed, *events)
    # Killed and disqualified, whichever came first (FC10); he says no last word.
    exits = tuple(
        replace(entry, how=Departure.KILL_AND_REMOVAL) if entry.seat == victim else entry
        for entry in state.record.exits
    )
    state = state.with_player(replace(state.player(victim), left=Departure.KILL_AND_REMOVAL))
    return replace(state, record=replace(state.record, exits=exits)), (killed,)


def best_move_by(state: GameState, play: PlayRules) -> Seat | None:
    """Who may say a best move now: the player killed on night 1, unless two or more left by the vote of day 1."""
    if play.best_move == "off" or not state.owed or state.record.best_move_by is not None:
        return None
    if play.best_move == "any_leaving":
        return state.owed[0]
    if state.night != 1 or state.phase is not Phase.MORNING or not state.record.kills:
        return None
    by_vote = (Departure.VOTE, Departure.LIFT)
    if sum(entry.how in by_vote and entry.stage.day == 1 for entry in state.record.exits) >= 2:
        return None
    return state.record.kills[0][1] if state.record.kills[0][1] in state.owed else None


def _may_start_best_move(state: GameState, _action: HostAction, play: PlayRules) -> RefusalCode | None:
    return None if best_move_by(state, play) is not None else RefusalCode.NO_BEST_MOVE


def _start_best_move(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    seat = best_move_by(state, play)
    state = replace(
        state,
        phase=Phase.BEST_MOVE,
        naming=seat,
        named_from=state.phase,
        speaker=seat,
        deadline_ns=action.t_ns + play.best_move_ns if play.best_move_ns else None,
        record=replace(state.record, best_move_by=seat, best_move=()),
    )
    return state, (started(Phase.BEST_MOVE, action.t_ns),)


def _may_name(state: GameState, action: HostAction, play: PlayRules) -> RefusalCode | None:
    if action.target is None:
        return RefusalCode.FIELD_MISSING
    if not 1 <= action.target <= len(state.players) or action.target in state.record.best_move:
        return RefusalCode.FIELD_INVALID
    full = len(state.record.best_move) >= play.best_move_numbers
    return RefusalCode.NAMES_USED if full else None


def _name(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    named = (*state.record.best_move, target_of(action))
    state = replace(state, record=replace(state.record, best_move=named))
    return state, (Event(EventKind.BEST_MOVE_NAMED, action.t_ns, state.naming, seats=named),)


def _end_best_move(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    back = state.named_from
    state = replace(state, phase=back, naming=None, speaker=None, deadline_ns=None)
    return state, (started(back, action.t_ns),)


MOVES = {
    ActionKind.START_AGREEMENT: _to_phase(Phase.AGREEMENT),
    ActionKind.START_INTRODUCTIONS: _to_phase(Phase.INTRODUCTIONS),
    ActionKind.START_FREE_SEATING: _to_phase(Phase.FREE_SEATING),
    ActionKind.WAKE: Move(NIGHT_ZERO | NIGHT, _may_wake, _wake),
    ActionKind.SLEEP: Move(NIGHT_ZERO | NIGHT, always, _sleep),
    ActionKind.CITY_SLEEPS: Move(NIGHT_ZERO | {Phase.NIGHT}, always, _city_sleeps),
    ActionKind.START_SHOOTING: Move(frozenset({Phase.NIGHT}), always, _start_shooting),
    ActionKind.CALL_NUMBER: Move(frozenset({Phase.SHOOTING}), _may_call_number, _call_number),
    ActionKind.SHOOT: Move(frozenset({Phase.SHOOTING}), _may_shoot, _shoot),
    ActionKind.KILL: Move(frozenset({Phase.SHOOTING}), _may_kill, _kill),
    ActionKind.START_DON_CHECK: Move(frozenset({Phase.SHOOTING}), always, _start_don_check),
    ActionKind.START_SHERIFF_CHECK: Move(frozenset({Phase.DON_CHECK}), always, _start_sheriff_check),
    ActionKind.CHECK: Move(frozenset({Phase.DON_CHECK, Phase.SHERIFF_CHECK}), _may_check, _check),
    ActionKind.END_CHECKS: Move(frozenset({Phase.SHERIFF_CHECK}), always, _end_checks),
    ActionKind.START_BEST_MOVE: Move(
        frozenset({Phase.MORNING, Phase.FAREWELL}), _may_start_best_move, _start_best_move
    ),
    ActionKind.NAME_BLACK: Move(frozenset({Phase.BEST_MOVE}), _may_name, _name),
    ActionKind.END_BEST_MOVE: Move(frozenset({Phase.BEST_MOVE}), always, _end_best_move),
}
