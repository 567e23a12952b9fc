"""A second, slow reading of the rules of play: what may follow a history of actions, worked out from the history alone.

Written without the engine's flow, for one purpose: two independent countings of what may happen next must agree. It
knows the ФСМ day, vote and night without penalties; actions are tuples such as `("nominate", 3, 5)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

Action = tuple[str, int, int]


@dataclass
class Now:
    """Where a history has led."""

    seats: list[int]
    black: set[int]
    don: int
    sheriff: int
    first: int
    where: str = "day"
    day: int = 1
    spoken: list[int] = field(default_factory=list)
    speaker: int = 0
    nominated: list[tuple[int, int]] = field(default_factory=list)
    ballot: list[int] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    given: dict[int, int] = field(default_factory=dict)
    open: int = 0
    word: bool = False
    tied: list[int] = field(default_factory=list)
    queue: list[int] = field(default_factory=list)
    hands: set[int] = field(default_factory=set)
    owed: list[int] = field(default_factory=list)
    certain: bool = False
    settled: bool = False
    shots: set[tuple[int, int]] = field(default_factory=set)
    checks: int = 0
    named: list[int] = field(default_factory=list)
    best_move_said: bool = False
    left_on_day_one: int = 0
    killed_now: int = 0
    decided: bool = False
    quiet_nights: int = 0
    over: bool = False


def play(now: Now, history: list[Action]) -> Now:
    """Follow a history from a starting point."""
    for action in history:
        _follow(now, action)
    return now


def speaker_next(now: Now) -> int:
    """The first living seat from the day's first speaker on who has not spoken; 0 for none."""
    ring = [*range(now.first, 11), *range(1, now.first)]
    waiting = [seat for seat in ring if seat in now.seats and seat not in now.spoken]
    return waiting[0] if waiting else 0


def continuations(now: Now) -> set[Action]:
    """Every action of day, vote and night that may come next."""
    if now.over:
        return set()
    return _LEGAL[now.where](now)


def _day(now: Now) -> set[Action]:
    if speaker_next(now):
        return {("start_speech", speaker_next(now), 0)}
    single_first = now.day == 1 and len(now.nominated) == 1
    if now.nominated and not now.settled and not single_first:
        return {("open_vote", 0, 0)}
    return {("announce_night", 0, 0)}


def _speech(now: Now) -> set[Action]:
    found: set[Action] = {("end_speech", 0, 0)}
    if now.speaker not in [by for by, _ in now.nominated]:
        taken = [candidate for _, candidate in now.nominated]
        found |= {("nominate", now.speaker, seat) for seat in now.seats if seat not in taken}
    return found


def _vote(now: Now) -> set[Action]:
    found: set[Action] = {("call", 0, now.ballot[len(now.closed)])}
    return found | ({("close_vote", 0, 0)} if now.certain else set())


def _hands(now: Now) -> set[Action]:
    found: set[Action] = {("cast", seat, 0) for seat in now.seats if seat not in now.given}
    return found | {("count", 0, 0)} | (set() if now.word else {("closing_word", 0, 0)})


def _lift(now: Now) -> set[Action]:
    found: set[Action] = {("cast", seat, 0) for seat in now.seats if seat not in now.hands}
    return found | {("count", 0, 0)} | (set() if now.word else {("closing_word", 0, 0)})


def _shootout(now: Now) -> set[Action]:
    if now.speaker:
        return {("end_speech", 0, 0)}
    return {("start_speech", now.queue[0], 0)} if now.queue else {("open_vote", 0, 0)}


def _shooting(now: Now) -> set[Action]:
    fire = {("shoot", black, seat) for black in now.black & set(now.seats) for seat in range(1, 11)}
    return {shot for shot in fire if shot[1:] not in now.shots} | {("start_don_check", 0, 0)}


def _check(role: str, onward: str) -> Callable[[Now], set[Action]]:
    def legal(now: Now) -> set[Action]:
        alive = getattr(now, role) in now.seats
        ask = {("check", 0, seat) for seat in range(1, 11)} if alive and not now.checks else set()
        return ask | {(onward, 0, 0)}

    return legal


def _morning(now: Now) -> set[Action]:
    best = now.day == 1 and now.killed_now and not now.best_move_said and now.left_on_day_one < 2
    return {("start_day", 0, 0)} | ({("start_best_move", 0, 0)} if best else set())


def _best_move(now: Now) -> set[Action]:
    left = {("name_black", 0, seat) for seat in range(1, 11) if seat not in now.named}
    return {("end_best_move", 0, 0)} | (left if len(now.named) < 3 else set())


_LEGAL: dict[str, Callable[[Now], set[Action]]] = {
    "day": _day,
    "speech": _speech,
    "vote": _vote,
    "ballot": _hands,
    "tie": lambda now: {("start_shootout", 0, 0)},
    "shootout": _shootout,
    "lift": lambda now: {("call_lift", 0, 0)},
    "lift_ballot": _lift,
    "farewell": lambda now: {("start_speech", now.owed[0], 0)},
    "last_word": lambda now: {("end_speech", 0, 0)},
    "evening": lambda now: {("announce_night", 0, 0)},
    "night": lambda now: {("start_shooting", 0, 0)},
    "shooting": _shooting,
    "don": _check("don", "start_sheriff_check"),
    "sheriff": _check("sheriff", "end_checks"),
    "morning": _morning,
    "best_move": _best_move,
}


def _follow(now: Now, action: Action) -> None:
    verb, subject, target = action
    match verb:
        case "start_speech":
            now.speaker = subject
            now.where = {"day": "speech", "farewell": "last_word"}.get(now.where, now.where)
        case "end_speech":
            _end_speech(now)
        case "nominate":
            now.nominated.append((subject, target))
        case "open_vote":
            now.ballot = now.ballot if now.where == "shootout" else [candidate for _, candidate in now.nominated]
            now.where, now.closed, now.given = "vote", [], {}
        case "call":
            now.where, now.open, now.word = "ballot", target, False
        case "cast" if now.where == "lift_ballot":
            now.hands.add(subject)
        case "cast":
            now.given[subject] = now.open
            now.certain = now.certain or _is_certain(now)
        case "closing_word":
            now.word = True
        case "count" if now.where == "lift_ballot":
            _leave(now, now.ballot if 2 * len(now.hands) > len(now.seats) else [])
        case "count":
            _count(now)
        case "close_vote":
            _leave(now, [_winner_if_all_follow(now)])
        case "start_shootout":
            now.where, now.queue = "shootout", list(now.ballot)
        case "call_lift":
            now.where, now.hands, now.word = "lift_ballot", set(), False
        case "announce_night":
            now.where = "night"
        case "start_shooting":
            now.where, now.shots = "shooting", set()
        case "shoot":
            now.shots.add((subject, target))
        case "start_don_check":
            now.where, now.checks = "don", 0
        case "check":
            now.checks += 1
        case "start_sheriff_check":
            now.where, now.checks = "sheriff", 0
        case "end_checks":
            _dawn(now)
        case "start_best_move":
            now.where, now.best_move_said = "best_move", True
        case "name_black":
            now.named.append(target)
        case "end_best_move":
            now.where = "morning"
        case "start_day":
            _new_day(now)


def _end_speech(now: Now) -> None:
    if now.where == "speech":
        now.spoken.append(now.speaker)
        now.where = "day"
        alone = now.day > 1 and len(now.nominated) == 1 and not speaker_next(now)
        now.certain = now.certain or alone
    elif now.where == "last_word":
        now.owed.remove(now.speaker)
        now.where = "farewell" if now.owed else "evening" if now.settled else "day"
        now.over = now.decided and not now.owed
    else:
        now.queue.remove(now.speaker)
    now.speaker = 0


def _tally(now: Now) -> Counter[int]:
    return Counter({candidate: sum(1 for c in now.given.values() if c == candidate) for candidate in now.ballot})


def _is_certain(now: Now) -> bool:
    """Whether every way of giving the votes still left makes one and the same candidate leave."""
    left = len(now.seats) - len(now.given)
    at = now.ballot.index(now.open) if now.open else len(now.closed)
    open_to = now.ballot[at:]
    winners = set()
    for ways in _splits(left, len(open_to)):
        tally = _tally(now)
        for candidate, more in zip(open_to, ways, strict=True):
            tally[candidate] += more
        best = max(tally.values())
        leaders = [candidate for candidate, votes in tally.items() if votes == best]
        winners.add(leaders[0] if len(leaders) == 1 else 0)
    return len(winners) == 1 and 0 not in winners


def _splits(votes: int, among: int) -> list[tuple[int, ...]]:
    """All ways to give so many votes to so many candidates."""
    if among == 1:
        return [(votes,)]
    return [(first, *rest) for first in range(votes + 1) for rest in _splits(votes - first, among - 1)]


def _winner_if_all_follow(now: Now) -> int:
    tally = _tally(now)
    tally[now.ballot[-1]] += len(now.seats) - len(now.given)
    return tally.most_common(1)[0][0]


def _count(now: Now) -> None:
    now.closed.append(now.open)
    now.open = 0
    now.where = "vote"
    if len(now.closed) < len(now.ballot):
        now.certain = now.certain or _is_certain(now)
        return
    for seat in now.seats:
        now.given.setdefault(seat, now.ballot[-1])
    tally = _tally(now)
    best = max(tally.values())
    leaders = [candidate for candidate in now.ballot if tally[candidate] == best]
    if len(leaders) == 1:
        _leave(now, leaders)
    elif sorted(leaders) != sorted(now.tied):
        now.tied, now.ballot, now.where = leaders, leaders, "tie"
    elif len(leaders) == len(now.seats):
        _leave(now, [])
    else:
        now.ballot, now.where = leaders, "lift"


def _leave(now: Now, leaving: list[int]) -> None:
    now.settled, now.certain = True, False
    now.seats = [seat for seat in now.seats if seat not in leaving]
    now.left_on_day_one += len(leaving) if now.day == 1 else 0
    now.quiet_nights = 0 if leaving else now.quiet_nights
    now.owed = list(leaving)
    now.where = "farewell" if leaving else "evening"
    _look_for_end(now)


def _look_for_end(now: Now) -> None:
    blacks = len(now.black & set(now.seats))
    if blacks == 0 or 2 * blacks >= len(now.seats):
        now.decided = True
        now.over = not now.owed


def _dawn(now: Now) -> None:
    shooters = now.black & set(now.seats)
    shot_at = {seat for _, seat in now.shots}
    all_once = len(now.shots) == len(shooters) == len({black for black, _ in now.shots})
    now.killed_now = shot_at.pop() if all_once and len(shot_at) == 1 else 0
    if now.killed_now not in now.seats:
        now.killed_now = 0
    now.quiet_nights = 0 if now.killed_now else now.quiet_nights + 1
    if now.killed_now:
        now.seats.remove(now.killed_now)
        now.owed = [now.killed_now]
    now.where = "morning"
    _look_for_end(now)
    now.over = now.over or now.quiet_nights >= 3


def _new_day(now: Now) -> None:
    now.day += 1
    ring = [*range(now.first + 1, 11), *range(1, now.first + 1)]
    now.first = next(seat for seat in ring if seat in now.seats)
    now.spoken, now.nominated, now.ballot, now.tied, now.given = [], [], [], [], {}
    now.settled, now.certain, now.killed_now = False, False, 0
    now.where = "farewell" if now.owed else "day"
