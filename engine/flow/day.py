"""The day: whose turn it is, how long the speech lasts, nominations, last words, the change to night."""

from __future__ import annotations

from engine.actions import ActionKind, HostAction, moment
from engine.codes import Phase
from engine.copying import replace
from engine.events import Event, EventKind, RefusalCode
from engine.flow.leaving import end, rest_after_words
from engine.flow.move import NIGHT_ZERO, Move, Moved, always, seat_of, started, target_of
from engine.play_rules import PlayRules
from engine.seats import Seat
from engine.state import GameState, Nomination


def next_speaker(state: GameState) -> Seat | None:
    """Whose minute is next in seat order from the day's first speaker; None when all have spoken."""
    seats, spoken = len(state.players), set(state.spoken)
    first = state.first_speaker or Seat(1)
    order = (Seat((first - 1 + step) % seats + 1) for step in range(seats))
    return next((seat for seat in order if state.is_at_table(seat) and seat not in spoken), None)


def candidates_of(state: GameState) -> tuple[Seat, ...]:
    """Today's candidates in the order of their nomination."""
    return tuple(nomination.candidate for nomination in state.nominations)


def vote_is_held(state: GameState, play: PlayRules) -> bool:
    """Whether today's vote takes place, as far as is known now."""
    if state.vote_settled or state.day in state.cancelled_days or not state.nominations:
        return False
    return not (state.day == 1 and len(state.nominations) == 1 and play.day_one_vote == "not_voted")


def open_day(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    """Masks off: a new day, whoever was killed speaks his last word first."""
    t_ns, day = action.t_ns, state.day + 1
    start = state.spoken[-1] if state.spoken and not play.starts_after_first else state.first_speaker
    state = replace(
        state,
        day=day,
        phase=Phase.FAREWELL if state.owed else Phase.DAY,
        spoken=(),
        spoke_last=None,
        nominations=(),
        determined=None,
        vote_settled=False,
        first_speaker=_first_of_day(state, start),
        requests=frozenset(),
        to_announce=(),
        night_cue=None,
        city_sleeps=None,
        waking=None,
        woken=(),
    )
    events = (started(Phase.DAY, t_ns),)
    if state.result is not None and not state.owed:
        over, ended = end(state, t_ns)
        return over, events + ended
    return state, events


def _first_of_day(state: GameState, after: Seat | None) -> Seat:
    """Day 1 begins at seat 1, each later day at the next living seat after `after`."""
    seats = len(state.players)
    begin = 0 if after is None else after
    return next(seat for step in range(seats) if state.is_at_table(seat := Seat((begin + step) % seats + 1)))


def _may_speak(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    if not isinstance(action.subject, int):
        return RefusalCode.FIELD_MISSING
    if state.speaker is not None:
        return RefusalCode.NOT_YOUR_TURN
    turn = _turn(state)
    return None if turn is not None and turn == action.subject else RefusalCode.NOT_YOUR_TURN


def _turn(state: GameState) -> Seat | None:
    match state.phase:
        case Phase.DAY:
            return next_speaker(state) or (state.owed[0] if state.owed else None)
        case Phase.FAREWELL | Phase.EVENING:
            return state.owed[0] if state.owed else None
        case Phase.SHOOTOUT:
            return state.vote.queue[0] if state.vote and state.vote.queue else None
        case _:
            return None


def _start_speech(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    seat, t_ns = seat_of(action), action.t_ns
    length_ns, state, lost = _length(state, seat, play)
    phase = _speech_phase(state, seat)
    state = replace(
        state,
        phase=phase,
        speaker=seat,
        spoke_last=None,
        deadline_ns=t_ns + length_ns,
        may_nominate=phase is Phase.SPEECH and (not lost or play.loss_keeps_nomination),
    )
    kind = EventKind.SPEECH_TAKEN if lost else EventKind.SPEECH_STARTED
    return state, (Event(kind, t_ns, seat, number=length_ns),)


def _speech_phase(state: GameState, seat: Seat) -> Phase:
    if state.phase is Phase.SHOOTOUT:
        return Phase.SHOOTOUT
    return Phase.LAST_WORD if seat in state.owed else Phase.SPEECH


def _length(state: GameState, seat: Seat, play: PlayRules) -> tuple[int, GameState, bool]:
    """How long the speech may last, the state with a debt paid, and whether the speech is lost."""
    player = state.player(seat)
    if state.phase is Phase.SHOOTOUT:
        silent = player.silent_day == state.day and "shootout" not in play.loss_exceptions
        return (0 if silent else play.shootout_ns), state, silent
    if seat in state.owed:
        silent = player.silent_day == state.day and "last_word" not in play.loss_exceptions
        return (0 if silent else play.last_word_ns), state, silent
    if player.silent_day == state.day and state.day > 0:
        return 0, state, True
    if player.speech_debt == 0 or state.day < player.debt_from_day:
        return play.speech_ns, state, False
    state = state.with_player(replace(player, speech_debt=player.speech_debt - 1))
    if play.speech_loss_rule == "short_speech":
        return play.short_speech_ns or play.shootout_ns, state, False
    if play.short_speech_ns and len(state.at_table()) in (3, 4):
        return play.short_speech_ns, state, False  # the minute is shortened, not lost (ФСМ 7.6, C35)
    return 0, state, True


def _end_speech(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    speaker, t_ns = state.speaker, action.t_ns
    if speaker is None:
        raise TypeError("end_speech came past its guard without a speaker")
    state = replace(state, speaker=None, spoke_last=speaker, deadline_ns=None)
    events: tuple[Event, ...] = (Event(EventKind.SPEECH_ENDED, t_ns, speaker),)
    if state.phase is Phase.SPEECH:
        state = replace(state, phase=Phase.DAY, spoken=(*state.spoken, speaker))
        state, more = _sole_nominee(state, play, t_ns)
        return state, events + more
    if state.phase is Phase.LAST_WORD:
        state = replace(state, phase=Phase.FAREWELL, owed=tuple(seat for seat in state.owed if seat != speaker))
        state, more = rest_after_words(state, t_ns)
        return state, events + more
    if state.vote is not None:
        vote = replace(state.vote, queue=state.vote.queue[1:])
        if vote.candidates:
            return replace(state, vote=vote), events
        # The lone winner of a day on which nobody leaves has had his words.
        state = replace(state, vote=None, phase=Phase.EVENING)
        events = (*events, started(Phase.EVENING, t_ns))
    return state, events


def _sole_nominee(state: GameState, play: PlayRules, t_ns: int) -> Moved:
    """With the last speech over, one nominee of a later day is certain to leave (FC14d)."""
    if state.day < 2 or len(state.nominations) != 1 or next_speaker(state) is not None:
        return state, ()
    return determine_sole(state, play, t_ns)


def determine_sole(state: GameState, play: PlayRules, t_ns: int) -> Moved:
    """The only candidate is certain to leave: every vote falls to the last nominated."""
    if not play.unplaced_to_last or not vote_is_held(state, play) or state.determined is not None:
        return state, ()
    leaving = candidates_of(state)
    state = replace(state, determined=leaving, window_day=state.day + 1)
    return state, (Event(EventKind.VOTE_DETERMINED, t_ns, seats=leaving),)


def _may_nominate(state: GameState, action: HostAction, play: PlayRules) -> RefusalCode | None:
    if not isinstance(action.subject, int) or action.target is None:
        return RefusalCode.FIELD_MISSING
    if action.subject != state.speaker:
        return RefusalCode.NOT_YOUR_TURN
    if not state.is_at_table(action.target):
        return RefusalCode.NOT_AT_TABLE
    if not state.may_nominate:
        return RefusalCode.NOMINATION_LOST
    if sum(one.by == action.subject for one in state.nominations) >= play.nominations_per_speech:
        return RefusalCode.NOMINATIONS_USED
    if action.target in candidates_of(state):
        return RefusalCode.ALREADY_NOMINATED
    return None


def _nominate(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    nomination = Nomination(state.day, seat_of(action), target_of(action))
    state = replace(
        state,
        nominations=(*state.nominations, nomination),
        record=replace(state.record, nominations=(*state.record.nominations, nomination)),
    )
    event = Event(EventKind.NOMINATED, action.t_ns, nomination.by, seats=(nomination.candidate,))
    after_him = replace(state, spoken=(*state.spoken, nomination.by))
    if state.day >= 2 and len(state.nominations) == 1 and next_speaker(after_him) is None:
        state, more = determine_sole(state, play, action.t_ns)
        return state, (event, *more)
    return state, (event,)


def _may_withdraw(state: GameState, action: HostAction, play: PlayRules) -> RefusalCode | None:
    if not isinstance(action.subject, int) or action.target is None:
        return RefusalCode.FIELD_MISSING
    if not play.withdraw:
        return RefusalCode.WITHDRAWAL_NOT_PROVIDED
    if action.subject != state.speaker:
        return RefusalCode.NOT_YOUR_TURN
    own = Nomination(state.day, action.subject, action.target)
    return None if own in state.nominations else RefusalCode.NOT_NOMINATED


def _withdraw(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    own = Nomination(state.day, seat_of(action), target_of(action))
    window = state.day if state.determined is not None else state.window_day
    state = replace(
        state,
        nominations=tuple(one for one in state.nominations if one != own),
        record=replace(state.record, nominations=tuple(one for one in state.record.nominations if one != own)),
        determined=None,
        window_day=window,
    )
    return state, (Event(EventKind.WITHDRAWN, action.t_ns, own.by, seats=(own.candidate,)),)


def _may_call_night(state: GameState, _action: HostAction, play: PlayRules) -> RefusalCode | None:
    if state.owed:
        return RefusalCode.LAST_WORD_OWED
    if state.phase is Phase.EVENING:
        return None
    if next_speaker(state) is not None:
        return RefusalCode.SPEECHES_LEFT
    return RefusalCode.VOTE_TO_COME if vote_is_held(state, play) else None


def _call_night(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    state = replace(
        state,
        phase=Phase.NIGHT,
        night=state.day,
        window_day=state.day + 1,  # with no vote that day its result is known when "night" is said (FC15)
        night_cue=moment(action),
        city_sleeps=None,
        waking=None,
        woken=(),
        requests=frozenset(),
        spoke_last=None,
    )
    return state, (started(Phase.NIGHT, action.t_ns),)


_SPEECHES_BEGIN = frozenset({Phase.DAY, Phase.FAREWELL, Phase.EVENING, Phase.SHOOTOUT})
MOVES = {
    ActionKind.START_DAY: Move(NIGHT_ZERO | {Phase.MORNING}, always, open_day),
    ActionKind.START_SPEECH: Move(_SPEECHES_BEGIN, _may_speak, _start_speech),
    ActionKind.END_SPEECH: Move(
        frozenset({Phase.SPEECH, Phase.LAST_WORD, Phase.SHOOTOUT}),
        lambda state, _action, _play: None if state.speaker is not None else RefusalCode.NOT_NOW,
        _end_speech,
    ),
    ActionKind.NOMINATE: Move(frozenset({Phase.SPEECH}), _may_nominate, _nominate),
    ActionKind.WITHDRAW: Move(frozenset({Phase.SPEECH}), _may_withdraw, _withdraw),
    ActionKind.ANNOUNCE_NIGHT: Move(frozenset({Phase.EVENING, Phase.DAY}), _may_call_night, _call_night),
}
