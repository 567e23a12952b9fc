"""How players leave the table, what a removal does to the votes, and when the game is decided."""

from __future__ import annotations

from engine.codes import Phase, Team
from engine.copying import replace
from engine.events import Event, EventKind
from engine.flow.move import Moved, started
from engine.play_rules import PlayRules
from engine.seats import Seat
from engine.state import Departure, Exit, GameState, Outcome, Round, Vote, standing

_GOES_ON_TO_WORDS = frozenset({Phase.MORNING, Phase.BEST_MOVE, Phase.FAREWELL, Phase.LAST_WORD})
_HANDS = frozenset({Phase.VOTE, Phase.BALLOT, Phase.LIFT_BALLOT})
_COUNTING = frozenset({Phase.SHOOTING, Phase.DON_CHECK, Phase.SHERIFF_CHECK})


def leave(state: GameState, seat: Seat, how: Departure, t_ns: int) -> Moved:
    """Take a player from the table by vote, lift or kill; he is then owed a last word."""
    player = replace(state.player(seat), at_table=False, left=how)
    entry = Exit(seat, how, state.stage(t_ns))
    state = state.with_player(player)
    record = replace(state.record, exits=(*state.record.exits, entry))
    state = replace(state, record=record, owed=(*state.owed, seat), quiet_nights=0)
    return state, (Event(EventKind.PLAYER_LEFT, t_ns, seat, text=how.value),)


def settle(state: GameState, t_ns: int) -> Moved:
    """Decide the game when the numbers at the table say so; whoever is owed a last word still has it."""
    if state.result is not None or not state.roles_known:
        return state, ()
    winner = standing(state)
    return (state, ()) if winner is None else decide(state, winner, t_ns)


def decide(state: GameState, winner: Outcome, t_ns: int) -> Moved:
    """The game is decided; it goes on only for the last words."""
    state = replace(state, result=winner)
    events = (Event(EventKind.DECIDED, t_ns, text=winner.value),)
    if state.owed:
        if state.phase in _GOES_ON_TO_WORDS:
            return state, events
        state = replace(state, phase=Phase.FAREWELL, vote=None, speaker=None, deadline_ns=None, vote_settled=True)
        return state, events
    over, ended = end(state, t_ns)
    return over, events + ended


def end(state: GameState, t_ns: int) -> Moved:
    """The game is over: nobody speaks, no vote runs."""
    state = replace(state, phase=Phase.OVER, vote=None, speaker=None, deadline_ns=None, naming=None, owed=())
    return state, (Event(EventKind.GAME_OVER, t_ns, text=state.result.value if state.result else ""),)


def rest_after_words(state: GameState, t_ns: int) -> Moved:
    """Where the game goes when nobody is left to say a last word."""
    if state.owed:
        return replace(state, phase=Phase.FAREWELL), ()
    if state.result is not None:
        return end(state, t_ns)
    phase = Phase.EVENING if state.vote_settled else Phase.DAY
    return replace(state, phase=phase), (started(phase, t_ns),)


def remove(
    state: GameState,
    seat: Seat,
    how: Departure,
    play: PlayRules,
    t_ns: int,
    *,
    by_fouls: bool = False,
    by_tech_fouls: bool = False,
) -> Moved:
    """Remove a player from the game, with everything that follows for votes, night and result."""
    if seat in state.owed:
        return _remove_leaver(state, seat, how, t_ns)
    entry = Exit(seat, how, state.stage(t_ns), by_fouls, by_tech_fouls)
    was_speaking = state.speaker == seat
    state = state.with_player(replace(state.player(seat), at_table=False, left=how))
    state = replace(state, record=replace(state.record, exits=(*state.record.exits, entry)), quiet_nights=0)
    events: tuple[Event, ...] = (Event(EventKind.PLAYER_LEFT, t_ns, seat, text=how.value),)
    if was_speaking:
        state = _without_speaker(state, seat)
    if play.last_word_when_removed and how is Departure.REMOVAL:
        state = replace(state, owed=(*state.owed, seat))
    state, more = _after_removal(state, seat, play, t_ns)
    events += more
    state, more = settle(_without_voter(state, seat), t_ns)
    return state, events + more


def _remove_leaver(state: GameState, seat: Seat, how: Departure, t_ns: int) -> Moved:
    """Removing one who has already left by vote or kill: his last word ends at once, no vote is touched (7.1)."""
    player = state.player(seat)
    if how is Departure.REMOVAL and player.left is Departure.KILL:
        how = Departure.KILL_AND_REMOVAL
    exits = tuple(replace(entry, how=how) if entry.seat == seat else entry for entry in state.record.exits)
    state = state.with_player(replace(player, left=how))
    state = replace(state, record=replace(state.record, exits=exits), owed=tuple(s for s in state.owed if s != seat))
    events: tuple[Event, ...] = (Event(EventKind.PLAYER_LEFT, t_ns, seat, text=how.value),)
    if state.naming == seat:
        state = replace(state, phase=state.named_from, naming=None, speaker=None, deadline_ns=None)
    if state.speaker == seat:
        state = replace(state, speaker=None, deadline_ns=None, spoke_last=None, phase=Phase.FAREWELL)
    if state.phase is Phase.FAREWELL:
        state, more = rest_after_words(state, t_ns)
        events += more
    elif state.phase is Phase.MORNING and state.result is not None and not state.owed:
        state, more = end(state, t_ns)
        events += more
    return state, events


def _without_speaker(state: GameState, seat: Seat) -> GameState:
    if state.phase is Phase.SPEECH:
        return replace(
            state, speaker=None, deadline_ns=None, spoke_last=None, spoken=(*state.spoken, seat), phase=Phase.DAY
        )
    if state.phase is Phase.SHOOTOUT:
        return replace(state, speaker=None, deadline_ns=None, spoke_last=None)
    return replace(state, speaker=None, deadline_ns=None)


def _after_removal(state: GameState, seat: Seat, play: PlayRules, t_ns: int) -> Moved:
    """The removed player's effect on the votes, by regime (domain: removal and the vote)."""
    if state.vote is not None:
        state = replace(state, vote=replace(state.vote, queue=tuple(s for s in state.vote.queue if s != seat)))
    if state.phase in _COUNTING:
        count = replace(state.count, removed=(*state.count.removed, seat))
        return replace(state, count=count, to_announce=(*state.to_announce, seat)), ()
    if state.determined is not None and seat in state.determined and not state.vote_settled:
        # He is leaving by this very vote: no vote is lost (7.1).
        return replace(state, determined=tuple(s for s in state.determined if s != seat)), ()
    regime = play.removal_regime
    nominated = any(nomination.candidate == seat for nomination in state.nominations)
    if regime == "nominated":
        regime = "no" if nominated and state.window_day == state.day else "no_voting"
    if regime == "no_voting":
        return cancel_vote(state, t_ns)
    stays_candidate = regime == "participation" or (regime == "top_leaves" and state.vote is not None)
    return (state, ()) if stays_candidate else _strike(state, seat, t_ns)


def resolve_night_removals(state: GameState, play: PlayRules, t_ns: int) -> Moved:
    """Removals from the count on cancel the next vote unless the blacks shot that very player (FC9-FC11)."""
    if play.removal_regime not in ("no_voting", "nominated"):
        return state, ()
    if all(seat == state.count.kill for seat in state.count.removed):
        return state, ()
    return cancel_vote(state, t_ns)


def cancel_vote(state: GameState, t_ns: int) -> Moved:
    """Cancel the vote of the running window; a vote under way is broken off, its hands void."""
    day = state.window_day
    if day in state.cancelled_days and not (day == state.day and state.vote is not None):
        return state, ()
    state = replace(state, cancelled_days=state.cancelled_days | {day})
    events = (Event(EventKind.VOTE_CANCELLED, t_ns, number=day),)
    vote = state.vote
    if vote is None or day != state.day:
        return state, events
    if state.phase in _HANDS:
        rounds = (*state.record.rounds, _broken_off(state, vote))
        state = replace(state, record=replace(state.record, rounds=rounds))
    state = replace(
        state,
        vote=None,
        speaker=None,
        deadline_ns=None,
        vote_settled=True,
        window_day=day + 1,  # the result of this vote is its cancellation (FC14e)
    )
    state, more = rest_after_words(state, t_ns)
    return state, events + more


def _broken_off(state: GameState, vote: Vote) -> Round:
    lift = state.phase is Phase.LIFT_BALLOT
    cast = tuple((hand, hand) for hand in vote.hands) if lift else vote.cast
    return Round(
        state.day, vote.number, vote.candidates, cast, vote.counts, lift=lift, complete=False, voters=vote.voters
    )


def _without_voter(state: GameState, seat: Seat) -> GameState:
    """A vote that goes on has one voter fewer, unless the removed player has voted already."""
    vote = state.vote
    if vote is None or state.phase not in _HANDS:
        return state
    down = vote.votes_for(vote.open) if vote.open is not None else 0
    voted = seat in vote.hands or seat in vote.voted()
    if voted or vote.voters - 1 < max(sum(vote.counts) + down, len(vote.hands)):
        return state
    return replace(state, vote=replace(vote, voters=vote.voters - 1))


def _strike(state: GameState, seat: Seat, t_ns: int) -> Moved:
    """The removed player is no longer a candidate; hands already down for him are free again."""
    if not any(nomination.candidate == seat for nomination in state.nominations):
        return state, ()
    kept = tuple(nomination for nomination in state.nominations if nomination.candidate != seat)
    state = replace(state, nominations=kept)
    events: tuple[Event, ...] = (Event(EventKind.CANDIDATE_STRUCK, t_ns, seat),)
    vote = state.vote
    if vote is None or seat not in vote.candidates:
        return state, events
    at = vote.candidates.index(seat)
    candidates = tuple(candidate for candidate in vote.candidates if candidate != seat)
    if not candidates:
        state = replace(state, vote=None, vote_settled=True, window_day=state.day + 1, speaker=None, deadline_ns=None)
        state, more = rest_after_words(state, t_ns)
        return state, (*events, *more)
    was_open = vote.open == seat
    vote = replace(
        vote,
        candidates=candidates,
        index=vote.index - 1 if at < vote.index else vote.index,
        counts=tuple(count for i, count in enumerate(vote.counts) if i != at),
        cast=tuple((voter, target) for voter, target in vote.cast if target != seat),
        open=None if was_open else vote.open,
        word=None if was_open else vote.word,
        tied_before=vote.tied_before - {seat},
    )
    phase = Phase.VOTE if was_open and state.phase is Phase.BALLOT else state.phase
    return replace(state, vote=vote, phase=phase), events


def team_defeat(state: GameState, seat: Seat, t_ns: int) -> Moved:
    """The other team wins by this player's breach; only he is marked for it."""
    winner = Outcome.RED if state.player(seat).team is Team.BLACK else Outcome.BLACK
    player = replace(state.player(seat), at_table=False, left=Departure.TEAM_DEFEAT)
    if seat in state.owed:
        exits = tuple(
            replace(entry, how=Departure.TEAM_DEFEAT) if entry.seat == seat else entry for entry in state.record.exits
        )
    else:
        exits = (*state.record.exits, Exit(seat, Departure.TEAM_DEFEAT, state.stage(t_ns)))
    state = state.with_player(player)
    state = replace(state, record=replace(state.record, exits=exits), result=winner, owed=())
    over, ended = end(state, t_ns)
    events = (
        Event(EventKind.PLAYER_LEFT, t_ns, seat, text=Departure.TEAM_DEFEAT.value),
        Event(EventKind.DECIDED, t_ns, text=winner.value),
    )
    return over, events + ended
