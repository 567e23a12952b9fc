"""A vote as a table of voters and candidates: what was seen, what the host wrote down, and where the two part."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from engine.codes import CueKind
from engine.cues import Cue, Evidence
from engine.periods import VoteWindow
from engine.seats import Seat
from engine.suggestions import suggestion_id
from engine.votes import Ballot
from ui.evidence.report import host_text, total_text, vote_cell, word_text
from ui.evidence.vote_rows import by_key, judged_in, totals
from ui.host.wording import Offset
from ui.review.case import Case
from ui.words import Words

_QUIET = frozenset({"none", "before", "during"})


@dataclass(frozen=True, slots=True)
class Cell:
    """One voter and one candidate; `state` as in the report: `none` is looked at and no hand, never not observed."""

    state: str
    word: str
    touch: str
    lift: str
    counted: str
    recorded: str  # what the host wrote down
    differs: bool
    t_ns: int  # where to look
    span_s: tuple[float, float] | None  # from touch to lift against the word, seconds
    evidence: tuple[Evidence, ...]
    suggestion: str


@dataclass(frozen=True, slots=True)
class Row:
    """A voter."""

    seat: Seat
    nick: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A candidate."""

    title: str
    total: str
    by_host: str
    word: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Matrix:
    """One vote."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    differences: tuple[tuple[int, int], ...]  # row and column: the host's record against what was seen first


def matrices(case: Case, words: Words) -> tuple[Matrix, ...]:
    """Every vote of a game, in order."""
    rounds: dict[int, list[VoteWindow]] = defaultdict(list)
    for window in case.chronicle.windows:
        rounds[window.round].append(window)
    return tuple(_matrix(number, windows, case, words) for number, windows in sorted(rounds.items()))


def _matrix(number: int, windows: list[VoteWindow], case: Case, words: Words) -> Matrix:
    known = by_key(case.ballots)
    voters = sorted({seat for window in windows for seat in judged_in(window, case.chronicle)})
    rows = tuple(
        Row(
            voter,
            case.nicks.get(voter, ""),
            tuple(_cell(known.get((number, w.candidate, voter)), w, voter, case, words) for w in windows),
        )
        for voter in voters
    )
    return Matrix(
        words("Vote {number}", number=number), tuple(_column(w, case, words) for w in windows), rows, _differences(rows)
    )


def _column(window: VoteWindow, case: Case, words: Words) -> Column:
    sums = totals(window, by_key(case.ballots), case.chronicle)
    title = words("lift vote") if window.candidate is None else words("for {seat}", seat=window.candidate)
    return Column(
        title, total_text(sums, words), host_text(sums, words), word_text(window, words), bool(sums.difference)
    )


def _differences(rows: tuple[Row, ...]) -> tuple[tuple[int, int], ...]:
    found = [
        (not cell.differs, row, column)
        for row, one in enumerate(rows)
        for column, cell in enumerate(one.cells)
        if cell.differs or cell.state not in _QUIET
    ]
    return tuple((row, column) for _, row, column in sorted(found))


def _cell(ballot: Ballot | None, window: VoteWindow, voter: Seat, case: Case, words: Words) -> Cell:
    cues = [cue for cue in case.cues if cue.subject == voter and _is_of(cue, window)]
    held = next((cue for cue in cues if cue.kind is CueKind.HAND_HELD_PAST_WORD), None)
    touch = next((cue for cue in cues if cue.kind is CueKind.TOUCH_DOWN), None)
    shown = vote_cell(ballot, held or touch, {}, words)
    telling = _telling(shown.state, cues)
    moment = ballot.lift if ballot is not None and shown.state == "early_lift" else ballot.touch if ballot else None
    at_ns = moment.middle_ns if moment is not None else telling.when.start.middle_ns if telling else _word_ns(window)
    return Cell(
        state=shown.state,
        word=shown.word,
        touch=_apart(ballot, window, words, lift=False),
        lift=_apart(ballot, window, words, lift=True),
        counted=shown.counted,
        recorded=_recorded(ballot, words),
        differs=ballot is not None and bool(ballot.difference),
        t_ns=at_ns,
        span_s=_span(ballot, window),
        evidence=telling.evidence if telling is not None else (),
        suggestion=suggestion_id(telling) if telling is not None else "",
    )


def _telling(state: str, cues: list[Cue]) -> Cue | None:
    """The cue that a cell's state stands on."""
    wanted = {
        "early_lift": CueKind.LIFT,
        "held": CueKind.HAND_HELD_PAST_WORD,
    }.get(state, CueKind.TOUCH_DOWN)
    return next((cue for cue in cues if cue.kind is wanted), None)


def _is_of(cue: Cue, window: VoteWindow) -> bool:
    targets = {target for target in cue.targets if isinstance(target, int)}
    if window.candidate is not None and targets and window.candidate not in targets:
        return False
    return window.call.earliest_ns - 4_000_000_000 <= cue.when.start.middle_ns <= window.closes_ns


def _word_ns(window: VoteWindow) -> int:
    return window.word.start.middle_ns if window.word is not None else window.call.middle_ns


def _apart(ballot: Ballot | None, window: VoteWindow, words: Words, *, lift: bool) -> str:
    """A touch or lift against the beginning of the word, from and to."""
    moment = None if ballot is None else ballot.lift if lift else ballot.touch
    if moment is None:
        return ""
    if window.word is None:
        return words("unit.seconds", n=words.seconds(moment.middle_ns))
    offset = Offset.between(moment, window.word.start)
    ends = [words.seconds(bound) for bound in (offset.low_ns, offset.high_ns)]
    low, high = (end if end.startswith("−") else f"+{end}" for end in ends)
    return words("from {low} to {high} s", low=low, high=high)


def _span(ballot: Ballot | None, window: VoteWindow) -> tuple[float, float] | None:
    if ballot is None or ballot.touch is None or window.word is None:
        return None
    zero = window.word.start.middle_ns
    until = ballot.lift.middle_ns if ballot.lift is not None else window.closes_ns
    return (ballot.touch.middle_ns - zero) / 1e9, (until - zero) / 1e9


def _recorded(ballot: Ballot | None, words: Words) -> str:
    if ballot is None or ballot.recorded_by_host is None:
        return words("no hands written down")
    return words("the host wrote the vote down") if ballot.recorded_by_host else words("the host wrote no vote down")
