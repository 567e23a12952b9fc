"""What stands on the two-page paper protocol of a game, as plain values; captions and drawing belong to `ui`."""

from __future__ import annotations

from dataclasses import dataclass

from engine.codes import Role
from engine.points import final_outcome, scores
from engine.ruleset import Ruleset
from engine.seats import Seat
from engine.state import Departure, GameState, Round

FOUL_BOXES = 4
VOTE_TABLES = 7
CANDIDATE_COLUMNS = 11
_REMOVED = frozenset({Departure.REMOVAL, Departure.KILL_AND_REMOVAL, Departure.TOURNAMENT, Departure.TEAM_DEFEAT})


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of the form, as the host entered it."""

    tournament: str = ""
    stage: str = ""
    date: str = ""  # dd / mm / yyyy
    table: str = ""
    game: str = ""
    judge: str = ""
    head: str = ""  # the journal's head hash, printed so that the record can be compared later


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One seat's row; `boxes` are the four foul boxes, the last marked for a removal without four fouls."""

    seat: Seat
    nick: str
    role: Role | None
    boxes: tuple[str, ...]
    points: str
    extra: str
    left: bool


@dataclass(frozen=True, slots=True)
class DayVote:
    """One day's table: candidates in nomination order with the counts of up to two revotes, and a lift's votes."""

    day: int
    candidates: tuple[Seat, ...]
    ballots: tuple[tuple[int | None, ...], ...]
    lift: tuple[int, int] | None = None  # for, of
    left: tuple[Seat, ...] = ()
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Protocol:
    """Both pages of the form."""

    heading: Heading
    rows: tuple[PlayerRow, ...]
    outcome: str | None
    best_move: tuple[Seat, ...]
    best_move_by: Seat | None
    votes: tuple[DayVote, ...]
    reasons: tuple[tuple[Seat, float, str], ...]
    protests: tuple[str, ...]
    rulings: tuple[tuple[str, str], ...]  # new result, reason
    softened: tuple[tuple[str, str], ...]  # whom, reason


def protocol_of(state: GameState, rules: Ruleset, heading: Heading) -> Protocol:
    """The form of a game, finished or not; what is not known stays empty."""
    record = state.record
    return Protocol(
        heading=heading,
        rows=_rows(state, rules),
        outcome=final_outcome(state),
        best_move=record.best_move,
        best_move_by=record.best_move_by,
        votes=tuple(_day_vote(state, day) for day in range(1, state.day + 1)),
        reasons=tuple((entry.seat, entry.points, entry.reason) for entry in record.points),
        protests=tuple(f"{subject or ''} {text}".strip() for _, subject, text in record.protests),
        rulings=tuple((result, reason) for _, result, reason in record.rulings),
        softened=tuple((str(subject or ""), reason) for _, subject, reason in record.softened),
    )


def _rows(state: GameState, rules: Ruleset) -> tuple[PlayerRow, ...]:
    by_seat = {score.seat: score for score in scores(state, rules)}
    rows: list[PlayerRow] = []
    for player in state.players:
        score = by_seat.get(player.seat)
        marks = ["x"] * min(player.fouls, FOUL_BOXES) + [""] * (FOUL_BOXES - min(player.fouls, FOUL_BOXES))
        if player.left in _REMOVED and player.fouls < FOUL_BOXES:
            marks[-1] = "!"
        rows.append(
            PlayerRow(
                seat=player.seat,
                nick=player.nick,
                role=player.role,
                boxes=tuple(marks),
                points=f"{score.win:g}" if score else "",
                extra=f"{score.extra:+g}" if score and score.extra else "",
                left=not player.at_table,
            )
        )
    return tuple(rows)


def _day_vote(state: GameState, day: int) -> DayVote:
    nominated = tuple(one.candidate for one in state.record.nominations if one.day == day)
    rounds = [entry for entry in state.record.rounds if entry.day == day]
    lifts = [entry for entry in rounds if entry.lift]
    by_vote = (Departure.VOTE, Departure.LIFT)
    return DayVote(
        day=day,
        candidates=nominated,
        ballots=tuple(_counts(entry, nominated) for entry in rounds if not entry.lift),
        lift=(lifts[0].counts[0] if lifts[0].counts else len(lifts[0].cast), lifts[0].voters) if lifts else None,
        left=tuple(e.seat for e in state.record.exits if e.how in by_vote and e.stage.day == day),
        cancelled=day in state.cancelled_days,
    )


def _counts(entry: Round, candidates: tuple[Seat, ...]) -> tuple[int | None, ...]:
    """A ballot's counts under the day's candidates; None for one who was not on this ballot."""
    counted = dict(zip(entry.candidates, entry.counts, strict=False))
    return tuple(counted.get(candidate) for candidate in candidates)
