"""Counting: when a vote's result is certain, who leaves when it is over, and what follows a tie."""

from __future__ import annotations

from engine.codes import Phase
from engine.copying import replace
from engine.events import Event, EventKind
from engine.flow.leaving import leave, rest_after_words, settle
from engine.flow.move import Moved, started
from engine.play_rules import PlayRules
from engine.seats import Seat
from engine.state import Departure, GameState, Round, Vote


def votes_left(vote: Vote) -> int:
    """Votes not yet given: to nobody, neither counted nor down for the open candidate."""
    down = vote.votes_for(vote.open) if vote.open is not None else 0
    return vote.voters - sum(vote.counts) - down


def certain_leaver(vote: Vote, play: PlayRules) -> Seat | None:
    """The candidate who is certain to leave whatever the hands still to come (FC14a); None while that is open.

    Decided by the touch of the deciding hand, hence from the hands down so far.
    """
    counts = dict(zip(vote.candidates, vote.counts, strict=False))
    left = votes_left(vote)
    is_last = len(vote.counts) == len(vote.candidates) - 1
    if is_last and play.unplaced_to_last:
        # All counts are known once the last but one is closed: the rest falls to the last nominated.
        down = vote.votes_for(vote.candidates[-1]) if vote.open is not None else 0
        counts[vote.candidates[-1]] = left + down
        best = max(counts.values())
        leaders = [candidate for candidate, count in counts.items() if count == best]
        return leaders[0] if len(leaders) == 1 else None
    if vote.open is None:
        return _certain_of(counts, left)
    now = vote.votes_for(vote.open)
    if now > left and all(now > count for count in counts.values()):
        return vote.open
    return _certain_of(counts, now + left)


def _certain_of(counts: dict[Seat, int], left: int) -> Seat | None:
    for candidate, count in counts.items():
        others = [other for seat, other in counts.items() if seat != candidate]
        if count > left and all(count > other for other in others):
            return candidate
    return None


def look_for_result(state: GameState, play: PlayRules, t_ns: int) -> Moved:
    """Note that the day's result is certain, if it has just become so."""
    vote = state.vote
    if vote is None or state.determined is not None or not leaves_by_vote(state, play):
        return state, ()
    leaver = certain_leaver(vote, play)
    if leaver is None:
        return state, ()
    leaving = (leaver,) if state.is_at_table(leaver) else ()
    return _determine(state, leaving, t_ns)


def _determine(state: GameState, leaving: tuple[Seat, ...], t_ns: int) -> Moved:
    state = replace(state, determined=leaving, window_day=state.day + 1)
    return state, (Event(EventKind.VOTE_DETERMINED, t_ns, seats=leaving),)


def look_for_lift(state: GameState, t_ns: int, *, word_said: bool) -> Moved:
    """A lift is certain with the hand that makes more than half, and lost with the word said too early for that."""
    vote = state.vote
    if vote is None or state.determined is not None:
        return state, ()
    if 2 * len(vote.hands) > vote.voters:
        leaving = tuple(seat for seat in vote.candidates if state.is_at_table(seat))
        return _determine(state, leaving, t_ns)
    return _determine(state, (), t_ns) if word_said else (state, ())


def leaves_by_vote(state: GameState, play: PlayRules) -> bool:
    """Whether a single winner of today's vote leaves at all; some clubs only talk on day 1."""
    return state.day != 1 or play.day_one_vote in ("not_voted", "voted")


def finish_round(state: GameState, play: PlayRules, t_ns: int) -> Moved:
    """All candidates are counted: somebody leaves, or the vote is tied."""
    vote = state.vote
    if vote is None:
        raise TypeError("a round without a vote cannot be finished")
    counts = dict(zip(vote.candidates, vote.counts, strict=False))
    best = max(counts.values(), default=0)
    winners = tuple(candidate for candidate in vote.candidates if counts.get(candidate) == best)
    if state.determined is not None:
        return finish_vote(state, state.determined, Departure.VOTE, t_ns)
    if len(winners) == 1:
        return _single_winner(state, winners[0], vote, play, t_ns)
    return _tied(state, winners, play, t_ns)


def _single_winner(state: GameState, winner: Seat, vote: Vote, play: PlayRules, t_ns: int) -> Moved:
    if leaves_by_vote(state, play):
        return finish_vote(state, (winner,) if state.is_at_table(winner) else (), Departure.VOTE, t_ns)
    if play.day_one_vote == "self_break" and (winner, winner) in vote.cast:
        return finish_vote(state, (winner,), Departure.VOTE, t_ns)
    if play.day_one_vote == "no_break":
        return finish_vote(state, (), Departure.VOTE, t_ns)
    # talks, self_break: the winner stays and gets the time of a shootout.
    vote = replace(vote, candidates=(), queue=(winner,), open=None, counts=(), cast=())
    state = replace(state, vote=vote, phase=Phase.SHOOTOUT, vote_settled=True, determined=(), window_day=state.day + 1)
    return state, (
        Event(EventKind.NOBODY_LEAVES, t_ns),
        started(Phase.SHOOTOUT, t_ns),
    )


def _tied(state: GameState, tied: tuple[Seat, ...], play: PlayRules, t_ns: int) -> Moved:
    vote = state.vote
    if vote is None:
        raise TypeError("a tie without a vote cannot be")
    event = Event(EventKind.VOTE_TIED, t_ns, seats=tied)
    if vote.tied_before != frozenset(tied):
        vote = replace(
            vote, candidates=tied, tied_before=frozenset(tied), index=0, open=None, word=None, cast=(), counts=()
        )
        return replace(state, vote=vote, phase=Phase.TIE), (event, started(Phase.TIE, t_ns))
    if not lift_is_asked(state, tied, play):
        state, more = finish_vote(state, (), Departure.LIFT, t_ns)
        return state, (event, *more)
    vote = replace(vote, candidates=tied, open=None, word=None, cast=(), counts=(), hands=())
    return replace(state, vote=vote, phase=Phase.LIFT), (event, started(Phase.LIFT, t_ns))


def lift_is_asked(state: GameState, tied: tuple[Seat, ...], play: PlayRules) -> bool:
    """Whether the lift of all the tied is put to the vote under the ruleset's limits."""
    at_table = len(state.at_table())
    if not play.lift_after_second_tie or len(tied) > play.lift_max:
        return False
    if len(tied) >= at_table and not play.lift_everyone:
        return False
    if at_table == 9 and len(tied) == 3:
        return play.lift_three_of_nine == "asked" or (play.lift_three_of_nine == "from_day_3" and state.day >= 3)
    return True


def finish_vote(state: GameState, leaving: tuple[Seat, ...], how: Departure, t_ns: int) -> Moved:
    """The day's vote is over: those leaving leave together, then the game is looked at once."""
    state = replace(state, vote=None, vote_settled=True, determined=leaving, window_day=state.day + 1)
    events: tuple[Event, ...] = ()
    if not leaving:
        events = (Event(EventKind.NOBODY_LEAVES, t_ns),)
    for seat in leaving:
        state, more = leave(state, seat, how, t_ns)
        events += more
    state, more = settle(state, t_ns)
    events += more
    if state.phase is Phase.OVER:
        return state, events
    state, more = rest_after_words(state, t_ns)
    if state.phase is Phase.FAREWELL:
        more = (*more, started(Phase.FAREWELL, t_ns))
    return state, events + more


def kept(state: GameState, entry: Round) -> GameState:
    """The state with one more ballot on record."""
    return replace(state, record=replace(state.record, rounds=(*state.record.rounds, entry)))
