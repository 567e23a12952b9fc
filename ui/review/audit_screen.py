"""The vote audit's screen as values: differences first, then every voter and candidate."""

from __future__ import annotations

from typing import Final

from engine.cues import Evidence
from ui.host.view import Button, KeyHint, Sign
from ui.review.desk import ReviewDesk, Screen
from ui.review.help import help_of
from ui.review.matrix import Cell, Column, Matrix, Row
from ui.review.view import AuditView, CellView, DifferenceLine

_SIGNS: Final = {
    "before": Sign.DONE,
    "during": Sign.DONE,
    "after": Sign.AFTER,
    "early_lift": Sign.BEFORE,
    "inconclusive": Sign.UNSURE,
    "not_observed": Sign.NOT_OBSERVED,
    "held": Sign.NOW,
}
_ALARMS: Final = frozenset({"after", "early_lift", "held"})
_LEGEND: Final = ("before", "early_lift", "after", "inconclusive", "not_observed", "none")


def audit_view(desk: ReviewDesk) -> AuditView:
    """What the vote audit shows now."""
    words, walk = desk.words, desk.walk
    matrix, cell = walk.matrix, walk.cell
    rows = matrix.rows if matrix is not None else ()
    return AuditView(
        title=words("Vote audit"),
        subtitle=_subtitle(desk),
        columns=tuple((column.title, column.total, column.by_host) for column in matrix.columns) if matrix else (),
        rows=tuple(
            (str(row.seat), row.nick, tuple(_cell(one, row, r, c, desk) for c, one in enumerate(row.cells)))
            for r, row in enumerate(rows)
        ),
        empty="" if matrix is not None else words("Nobody voted in this game, or no timeline says when."),
        differences_title=words("Differences first · {n}", n=len(matrix.differences) if matrix else 0),
        differences=tuple(_difference(matrix, place, desk) for place in matrix.differences) if matrix else (),
        totals=tuple(_total(column, desk) for column in matrix.columns if column.differs) if matrix else (),
        detail_title=_detail_title(matrix, desk) if matrix is not None and cell is not None else "",
        detail=_detail(cell, matrix.columns[walk.column], desk) if matrix is not None and cell is not None else (),
        evidence=_evidence(cell, desk) if cell is not None else (),
        no_picture="" if cell is None or cell.evidence else words("No picture belongs to this cell."),
        legend=tuple((_SIGNS.get(state), _state_word(state, desk)) for state in _LEGEND),
        buttons=(
            Button("Enter", words("To the review"), enabled=cell is not None),
            Button("P", words("Print")),
        ),
        hints=(
            KeyHint("Q", words("back")),
            KeyHint("E", words("next difference")),
            KeyHint("L", words("next vote"), enabled=walk.vote + 1 < len(walk.matrices)),
            KeyHint("F6", words("Review")),
            KeyHint("F1", words("help")),
        ),
        said=desk.said,
        is_bad=desk.is_bad,
        help=help_of(Screen.AUDIT, desk) if desk.help_open else None,
    )


def _subtitle(desk: ReviewDesk) -> str:
    matrix, words = desk.walk.matrix, desk.words
    if matrix is None:
        return ""
    place = words("{n} of {all}", n=desk.walk.vote + 1, all=len(desk.walk.matrices))
    return f"{matrix.title} · {place} · " + words("times against the beginning of the closing word")


def _state_word(state: str, desk: ReviewDesk) -> str:
    words = desk.words
    if state == "none":
        return words("no hand found")
    return words("left before the word") if state == "early_lift" else words.code("verdict", state)


def _cell(cell: Cell, row: Row, r: int, c: int, desk: ReviewDesk) -> CellView:
    walk = desk.walk
    matrix = walk.matrix
    column = matrix.columns[c].title if matrix is not None else ""
    times = " … ".join(part for part in (_short(cell, 0, desk), _short(cell, 1, desk)) if part)
    return CellView(
        sign=_SIGNS.get(cell.state),
        is_alarm=cell.state in _ALARMS or cell.differs,
        word=cell.word,
        times=times,
        span_s=cell.span_s,
        is_chosen=(r, c) == (walk.row, walk.column),
        differs=cell.differs,
        description=", ".join(
            part for part in (str(row.seat), row.nick, column, cell.word, times, cell.recorded) if part
        ),
    )


def _short(cell: Cell, end: int, desk: ReviewDesk) -> str:
    """A touch or lift against the word as one number, where both are known."""
    if cell.span_s is None or (end and not cell.lift):
        return ""
    text = desk.words.number(cell.span_s[end], 2)
    return text if text.startswith("−") else f"+{text}"


def _difference(matrix: Matrix, place: tuple[int, int], desk: ReviewDesk) -> DifferenceLine:
    row, column = place
    cell = matrix.rows[row].cells[column]
    return DifferenceLine(
        sign=_SIGNS.get(cell.state),
        seat=str(matrix.rows[row].seat),
        recorded=f"{matrix.columns[column].title} · {cell.recorded}",
        seen=cell.word,
        is_chosen=place == (desk.walk.row, desk.walk.column),
        is_alarm=cell.state in _ALARMS or cell.differs,
    )


def _total(column: Column, desk: ReviewDesk) -> str:
    return desk.words(
        "{candidate}: host {host}; seen: {seen}", candidate=column.title, host=column.by_host, seen=column.total
    )


def _detail_title(matrix: Matrix, desk: ReviewDesk) -> str:
    row = matrix.rows[desk.walk.row]
    name = f"{row.seat} · {row.nick}" if row.nick else str(row.seat)
    return f"{name} {matrix.columns[desk.walk.column].title}"


def _detail(cell: Cell, column: Column, desk: ReviewDesk) -> tuple[tuple[str, str], ...]:
    words = desk.words
    rows = (
        (words("Touch"), cell.touch),
        (words("Lift"), cell.lift),
        (words("Word"), column.word),
        (words("Seen"), cell.word),
        (words("Vote"), cell.counted),
        (words("Host"), cell.recorded),
    )
    return tuple((name, value) for name, value in rows if value)


def _evidence(cell: Cell, desk: ReviewDesk) -> tuple[tuple[Evidence, str], ...]:
    words = desk.words
    return tuple(
        (one, f"{one.camera} · {words('unit.seconds', n=words.seconds(one.t_ns))}") for one in cell.evidence[:2]
    )
