"""A finished game as exchange formats know it: who sat where, what was nominated, voted, shot and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from engine.codes import Awake, Phase, Role
from engine.seats import Seat
from engine.state import BLACKS, Departure, Exit, GameState, Nomination, Outcome, Round, Stage

Json = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SheetFoul:
    """A foul and the moment it was given."""

    stage: Stage
    technical: bool = False


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """One seat of the sheet; `foreign` keeps another program's own fields untouched."""

    seat: Seat
    nick: str
    role: Role
    fouls: tuple[SheetFoul, ...] = ()
    foreign: Json = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class GameSheet:
    """Everything two programs can tell each other about a game.

    `features` says what was really recorded, in mafiaratings' letters. `rounds` carry every ballot by voter where the
    letter v is there.
    """

    players: tuple[SheetPlayer, ...]
    outcome: Outcome | None
    features: frozenset[str]
    nominations: tuple[Nomination, ...] = ()
    rounds: tuple[Round, ...] = ()
    shots: tuple[tuple[int, Seat, Seat], ...] = ()
    checks: tuple[tuple[int, Awake, Seat], ...] = ()
    arranged: tuple[tuple[int, Seat], ...] = ()
    exits: tuple[Exit, ...] = ()
    best_move_by: Seat | None = None
    best_move: tuple[Seat, ...] = ()
    started: datetime | None = None
    ended: datetime | None = None
    foreign: Json = field(default_factory=dict, hash=False)

    def player(self, seat: Seat) -> SheetPlayer:
        return self.players[seat - 1]


def sheet_of(state: GameState, started: datetime | None = None, ended: datetime | None = None) -> GameSheet:
    """The sheet of a game of ours; raises ValueError while cards are missing, which no format can write."""
    if not state.roles_known:
        raise ValueError("a game without all cards entered cannot be exported; enter the roles first.")
    record = state.record
    players = tuple(
        SheetPlayer(
            player.seat,
            player.nick,
            player.role or Role.CITIZEN,
            tuple(SheetFoul(entry.stage, entry.technical) for entry in record.fouls if entry.subject == player.seat),
        )
        for player in state.players
    )
    return GameSheet(
        players=players,
        outcome=state.result,
        features=features_of(state),
        nominations=record.nominations,
        rounds=record.rounds,
        shots=record.shots,
        checks=record.checks,
        exits=record.exits,
        best_move_by=record.best_move_by,
        best_move=record.best_move,
        started=started,
        ended=ended,
    )


def features_of(state: GameState) -> frozenset[str]:
    """The letters that are true of this record: never ballots that were only counted, never an order not kept."""
    record = state.record
    letters = set("dutcwr")
    letters |= {"g"} if any(awake is Awake.DON for _, awake, _ in record.checks) else set()
    letters |= {"s"} if any(awake is Awake.SHERIFF for _, awake, _ in record.checks) else set()
    letters |= {"l"} if record.best_move_by is not None else set()
    letters |= {"h"} if record.shots else set()
    letters |= {"n"} if record.nominations else set()
    if record.rounds and all(by_voter(entry) for entry in record.rounds if entry.complete):
        letters |= {"v"}
        letters |= {"k"} if any(entry.lift for entry in record.rounds) else set()
    return frozenset(letters)


def by_voter(entry: Round) -> bool:
    """Whether every vote of a ballot is known with its voter."""
    if entry.lift:
        return len(entry.cast) == (entry.counts[0] if entry.counts else 0)
    cast = Counter(candidate for _, candidate in entry.cast)
    return all(cast[candidate] == count for candidate, count in zip(entry.candidates, entry.counts, strict=False))


def ballot_of(day: int, number: int, votes: list[tuple[Seat, Seat]], candidates: tuple[Seat, ...]) -> Round:
    """A ballot from its votes, candidates in nomination order and then any other seat that was voted for."""
    named = (*candidates, *(one for one in dict.fromkeys(c for _, c in votes) if one not in candidates))
    ordered = tuple((voter, candidate) for one in named for voter, candidate in votes if candidate == one)
    return Round(day, number, named, ordered, tuple(sum(c == one for _, c in votes) for one in named))


def leaders(entry: Round) -> tuple[Seat, ...]:
    """The candidates with the most votes of a ballot."""
    best = max(entry.counts, default=0)
    return tuple(seat for seat, count in zip(entry.candidates, entry.counts, strict=True) if count == best)


def derived_exits(sheet: GameSheet) -> tuple[Exit, ...]:
    """Who left by vote, lift or kill, worked out from ballots and shots where a format does not say it."""
    present = {player.seat for player in sheet.players} - {entry.seat for entry in sheet.exits}
    found: list[Exit] = []
    last_day = max([entry.day for entry in sheet.rounds] + [night for night, _, _ in sheet.shots], default=0)
    for day in range(1, last_day + 1):
        for seat, how in _left_by_vote(sheet, day, len(present)):
            if seat in present:
                present.discard(seat)
                found.append(Exit(seat, how, _stage_of_vote(day)))
        victim = _victim(sheet, day, present)
        if victim is not None:
            present.discard(victim)
            found.append(Exit(victim, Departure.KILL, _stage_of_kill(day)))
    return tuple(found)


def _stage_of_vote(day: int) -> Stage:
    return Stage(Phase.EVENING, day, day - 1, 0)


def _stage_of_kill(night: int) -> Stage:
    return Stage(Phase.MORNING, night, night, 0)


def _left_by_vote(sheet: GameSheet, day: int, present: int) -> list[tuple[Seat, Departure]]:
    ballots = [entry for entry in sheet.rounds if entry.day == day]
    if not ballots:
        return []
    last = ballots[-1]
    if last.lift:
        passed = 2 * len(last.cast) > present
        return [(seat, Departure.LIFT) for seat in last.candidates] if passed else []
    counts = Counter(candidate for _, candidate in last.cast)
    best = max(counts.values(), default=0)
    leaders = [candidate for candidate, count in counts.items() if count == best]
    return [(leaders[0], Departure.VOTE)] if len(leaders) == 1 else []


def _victim(sheet: GameSheet, night: int, present: set[Seat]) -> Seat | None:
    shooters = {player.seat for player in sheet.players if player.role in BLACKS and player.seat in present}
    shots = [(shooter, target) for at, shooter, target in sheet.shots if at == night and shooter in shooters]
    targets = {target for _, target in shots}
    if not shooters or {shooter for shooter, _ in shots} != shooters or len(shots) != len(shooters):
        return None
    return targets.pop() if len(targets) == 1 and targets <= present else None
