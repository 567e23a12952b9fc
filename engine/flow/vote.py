"""The vote: candidates called in order, hands, the closing word, counts, shootout and lift vote."""

from __future__ import annotations

from engine.actions import ActionKind, HostAction
from engine.codes import Phase
from engine.copying import replace
from engine.events import Event, EventKind, RefusalCode
from engine.flow.day import candidates_of, next_speaker, vote_is_held
from engine.flow.move import Move, Moved, always, seat_of, started, target_of
from engine.flow.tally import finish_round, finish_vote, kept, look_for_lift, look_for_result, votes_left
from engine.intervals import Interval, Span, exactly
from engine.play_rules import PlayRules
from engine.seats import Seat
from engine.state import ClosedBallot, Departure, GameState, Round, Vote


def the_vote(state: GameState) -> Vote:
    """The vote under way; a move that needs one is only known to phases that have it."""
    if state.vote is None:
        raise TypeError(f"phase {state.phase} has no vote")
    return state.vote


def _may_open(state: GameState, _action: HostAction, play: PlayRules) -> RefusalCode | None:
    if state.phase is Phase.SHOOTOUT:
        vote = the_vote(state)
        busy = state.speaker is not None or vote.queue
        return RefusalCode.SPEECHES_LEFT if busy else None
    if next_speaker(state) is not None:
        return RefusalCode.SPEECHES_LEFT
    if not state.nominations:
        return RefusalCode.NO_CANDIDATES
    return None if vote_is_held(state, play) else RefusalCode.VOTE_NOT_HELD


def _open(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    t_ns, voters = action.t_ns, len(state.at_table())
    if state.phase is Phase.SHOOTOUT:
        vote = the_vote(state)
        candidates = tuple(reversed(vote.candidates)) if play.reverse_revote else vote.candidates
        vote = replace(vote, candidates=candidates, number=vote.number + 1, voters=voters, closed=())
    else:
        vote = Vote(candidates=candidates_of(state), voters=voters)
    state = replace(state, vote=vote, phase=Phase.VOTE, spoke_last=None)
    events = (started(Phase.VOTE, t_ns),)
    if len(vote.candidates) == 1 and play.single_leaves_unvoted and state.day > 1:
        state = kept(state, Round(state.day, vote.number, vote.candidates, (), (voters,), voters=voters))
        state, more = finish_vote(state, vote.candidates, Departure.VOTE, t_ns)
        return state, events + more
    return state, events


def _may_call(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    vote = the_vote(state)
    if action.target is None:
        return RefusalCode.FIELD_MISSING
    return None if vote.candidates[vote.index] == action.target else RefusalCode.NOT_NEXT_CANDIDATE


def _call(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    vote = replace(the_vote(state), open=target_of(action), word=None, source=None, cues=())
    return replace(state, vote=vote, phase=Phase.BALLOT), (started(Phase.BALLOT, action.t_ns),)


def _may_cast(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    vote = the_vote(state)
    if not isinstance(action.subject, int):
        return RefusalCode.FIELD_MISSING
    if not state.is_at_table(action.subject):
        return RefusalCode.NOT_AT_TABLE
    voted = vote.hands if state.phase is Phase.LIFT_BALLOT else vote.voted()
    if action.subject in voted:
        return RefusalCode.ALREADY_VOTED
    return None if state.phase is Phase.LIFT_BALLOT or votes_left(vote) > 0 else RefusalCode.TOO_MANY_VOTES


def _cast(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    vote, seat = the_vote(state), seat_of(action)
    if state.phase is Phase.LIFT_BALLOT:
        state = replace(state, vote=replace(vote, hands=(*vote.hands, seat)))
        return look_for_lift(state, action.t_ns, word_said=False)
    if vote.open is None:
        raise TypeError("a ballot phase without an open candidate")
    state = replace(state, vote=replace(vote, cast=(*vote.cast, (seat, vote.open))))
    return look_for_result(state, play, action.t_ns)


def _may_uncast(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    vote = the_vote(state)
    if not isinstance(action.subject, int):
        return RefusalCode.FIELD_MISSING
    if state.phase is Phase.LIFT_BALLOT:
        return None if action.subject in vote.hands else RefusalCode.NOT_VOTED
    return None if (action.subject, vote.open) in vote.cast else RefusalCode.NOT_VOTED


def _uncast(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    """A hand written down by mistake, or void: what it had made certain is open again unless a removal came since."""
    vote, seat = the_vote(state), seat_of(action)
    vote = replace(
        vote,
        cast=tuple(pair for pair in vote.cast if pair != (seat, vote.open)),
        hands=tuple(hand for hand in vote.hands if hand != seat),
    )
    state = replace(state, vote=vote)
    if state.determined is not None and state.day + 1 not in state.cancelled_days:
        state = replace(state, determined=None, window_day=state.day)
    return state, (Event(EventKind.BALLOT_VOIDED, action.t_ns, seat),)


def _may_close(state: GameState, _action: HostAction, _play: PlayRules) -> RefusalCode | None:
    return RefusalCode.WORD_SAID if the_vote(state).word is not None else None


def _word(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    word = action.word or Span(exactly(action.t_ns), exactly(action.t_ns))
    state = replace(state, vote=replace(the_vote(state), word=word, source=action.source))
    if state.phase is Phase.LIFT_BALLOT:
        return look_for_lift(state, action.t_ns, word_said=True)
    return state, ()


def _may_count(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    vote = the_vote(state)
    if action.number is not None and action.number < 0:
        return RefusalCode.FIELD_INVALID
    if len(set(action.seats)) != len(action.seats):
        return RefusalCode.FIELD_INVALID
    if any(not state.is_at_table(seat) for seat in action.seats):
        return RefusalCode.NOT_AT_TABLE
    if state.phase is Phase.LIFT_BALLOT:
        return RefusalCode.TOO_MANY_VOTES if max(action.number or 0, len(action.seats)) > vote.voters else None
    elsewhere = {voter for voter, target in vote.cast if target != vote.open}
    if elsewhere & set(action.seats):
        return RefusalCode.ALREADY_VOTED
    said = action.number if action.number is not None else len(action.seats)
    return RefusalCode.TOO_MANY_VOTES if said > vote.voters - sum(vote.counts) else None


def _count(state: GameState, action: HostAction, play: PlayRules) -> Moved:
    if state.phase is Phase.LIFT_BALLOT:
        return _count_lift(state, action)
    vote = the_vote(state)
    candidate = vote.open
    if candidate is None:
        raise TypeError("a ballot phase without an open candidate")
    cast, assigned = vote.cast, tuple[Seat, ...]()
    if action.seats:
        elsewhere = tuple(pair for pair in cast if pair[1] != candidate)
        cast = (*elsewhere, *((voter, candidate) for voter in action.seats))
    number = action.number if action.number is not None else sum(target == candidate for _, target in cast)
    is_last = vote.index == len(vote.candidates) - 1
    if is_last and play.unplaced_to_last:
        voted = {voter for voter, _ in cast}
        number = vote.voters - sum(vote.counts)
        # Seats are told apart only where every earlier hand was written down by seat.
        if sum(target != candidate for _, target in cast) == sum(vote.counts):
            assigned = tuple(seat for seat in state.at_table() if seat not in voted)
            cast = (*cast, *((seat, candidate) for seat in assigned))
    vote = replace(
        vote,
        cast=cast,
        counts=(*vote.counts, number),
        index=vote.index + 1,
        open=None,
        cues=(),
        closed=(*vote.closed, _closed(vote, action, last=is_last)),
    )
    state = replace(state, vote=vote, phase=Phase.VOTE)
    events: tuple[Event, ...] = (Event(EventKind.BALLOT_COUNTED, action.t_ns, candidate, number=number),)
    if assigned:
        events = (*events, Event(EventKind.VOTES_ASSIGNED, action.t_ns, candidate, seats=assigned))
    if not is_last:
        state, more = look_for_result(state, play, action.t_ns)
        return state, events + more
    state = kept(
        state, Round(state.day, vote.number, vote.candidates, vote.cast, vote.counts, assigned, voters=vote.voters)
    )
    state, more = finish_round(state, play, action.t_ns)
    return state, events + more


def _closed(vote: Vote, action: HostAction, *, last: bool) -> ClosedBallot:
    return ClosedBallot(vote.open, vote.word, vote.source, Interval(action.t_ns, action.t_ns), last)


def _count_lift(state: GameState, action: HostAction) -> Moved:
    vote, t_ns = the_vote(state), action.t_ns
    hands = action.seats or vote.hands
    number = action.number if action.number is not None else len(hands)
    entry = Round(
        state.day,
        vote.number,
        vote.candidates,
        tuple((hand, hand) for hand in hands),
        (number,),
        lift=True,
        voters=vote.voters,
    )
    state = kept(state, entry)
    passed = 2 * number > vote.voters
    if state.determined is not None:
        leaving = state.determined
    else:
        leaving = tuple(seat for seat in vote.candidates if state.is_at_table(seat)) if passed else ()
    event = Event(EventKind.BALLOT_COUNTED, t_ns, number=number)
    state, more = finish_vote(state, leaving, Departure.LIFT, t_ns)
    return state, (event, *more)


def _may_close_vote(state: GameState, _action: HostAction, _play: PlayRules) -> RefusalCode | None:
    return None if state.determined is not None else RefusalCode.RESULT_OPEN


def _close_vote(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    """The result is certain: the host stops calling."""
    vote = the_vote(state)
    entry = Round(state.day, vote.number, vote.candidates, vote.cast, vote.counts, complete=False, voters=vote.voters)
    return finish_vote(kept(state, entry), state.determined or (), Departure.VOTE, action.t_ns)


def _start_shootout(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    vote = the_vote(state)
    queue = tuple(seat for seat in nomination_order(state, vote.candidates) if state.is_at_table(seat))
    state = replace(state, vote=replace(vote, queue=queue), phase=Phase.SHOOTOUT)
    return state, (started(Phase.SHOOTOUT, action.t_ns),)


def nomination_order(state: GameState, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Seats in the order of their nomination: the order of shootout speeches and of last words."""
    return tuple(candidate for candidate in candidates_of(state) if candidate in seats)


def _call_lift(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    vote = replace(the_vote(state), voters=len(state.at_table()), hands=(), word=None, cues=())
    return replace(state, vote=vote, phase=Phase.LIFT_BALLOT), (started(Phase.LIFT_BALLOT, action.t_ns),)


_BALLOTS = frozenset({Phase.BALLOT, Phase.LIFT_BALLOT})
MOVES = {
    ActionKind.OPEN_VOTE: Move(frozenset({Phase.DAY, Phase.SHOOTOUT}), _may_open, _open),
    ActionKind.CALL: Move(frozenset({Phase.VOTE}), _may_call, _call),
    ActionKind.CAST: Move(_BALLOTS, _may_cast, _cast),
    ActionKind.UNCAST: Move(_BALLOTS, _may_uncast, _uncast),
    ActionKind.CLOSING_WORD: Move(_BALLOTS, _may_close, _word),
    ActionKind.COUNT: Move(_BALLOTS, _may_count, _count),
    ActionKind.CLOSE_VOTE: Move(frozenset({Phase.VOTE}), _may_close_vote, _close_vote),
    ActionKind.START_SHOOTOUT: Move(frozenset({Phase.TIE}), always, _start_shootout),
    ActionKind.CALL_LIFT: Move(frozenset({Phase.LIFT}), always, _call_lift),
}
