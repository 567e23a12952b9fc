"""The two-page A4 protocol as PDF, in the form judges sign: same places and sizes in millimetres as the paper form."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib import resources
from typing import Final

from fpdf import FPDF

from engine.codes import Role
from engine.exchange.protocol import CANDIDATE_COLUMNS, VOTE_TABLES, DayVote, PlayerRow, Protocol
from ui.words import Words

_FONT: Final = "Inter"
_LEFT_MM, _RIGHT_BLOCK_MM = 18.0, 157.2
_LEFT_WIDTH_MM: Final = 127.0
_COLUMNS_MM: Final = (7.9, 54.0, 10.1, 7.475, 7.475, 7.475, 7.475, 11.9, 13.2)
_CAPTION_MM, _CANDIDATE_MM = 10.4, 10.2
_VOTE_TOP_MM, _VOTE_STEP_MM, _VOTE_ROW_MM = 17.5, 25.0, 5.0
_ROLE_LETTER: Final = {
    Role.SHERIFF: "role_letter.sheriff",
    Role.MAFIA: "role_letter.mafia",
    Role.DON: "role_letter.don",
}
_BALLOT_ROWS: Final = 3


def protocol_pdf(protocol: Protocol, words: Words, made: datetime) -> bytes:
    """The form as a PDF file's bytes; the same protocol, language and date give the same bytes.

    `made` is the date written into the file, from the journal and never from a clock.
    """
    pdf = FPDF(orientation="landscape", unit="mm", format="A4")
    pdf.set_creation_date(made.astimezone(UTC))
    pdf.set_auto_page_break(False)
    for style, weight in (("", "Regular"), ("B", "SemiBold")):
        with resources.as_file(resources.files("ui") / "fonts" / f"Inter-{weight}.ttf") as path:
            pdf.add_font(_FONT, style, path)
    pdf.add_page()
    _draw_heading(pdf, protocol, words)
    _draw_players(pdf, protocol, words)
    _draw_result(pdf, protocol, words)
    _draw_legend(pdf, protocol, words)
    _draw_votes(pdf, protocol, words)
    pdf.add_page()
    _draw_reasons(pdf, protocol, words)
    return bytes(pdf.output())


def _cell(
    pdf: FPDF, x_mm: float, y_mm: float, width_mm: float, height_mm: float, text: str, *, bold: bool = False
) -> None:
    """A bordered cell; text that is too long is set smaller, down to 5 points, and then cut with an ellipsis."""
    pdf.rect(x_mm, y_mm, width_mm, height_mm)
    size = 9.0
    pdf.set_font(_FONT, "B" if bold else "", size)
    while pdf.get_string_width(text) > width_mm - 1.6 and size > 5.0:
        size -= 0.5
        pdf.set_font_size(size)
    while text and pdf.get_string_width(text) > width_mm - 1.0:
        text = text[:-2].rstrip() + "…" if len(text) > 2 else ""
    pdf.set_xy(x_mm, y_mm)
    pdf.cell(width_mm, height_mm, text)


def _draw_heading(pdf: FPDF, protocol: Protocol, words: Words) -> None:
    head = protocol.heading
    _cell(pdf, _LEFT_MM, 17.4, _LEFT_WIDTH_MM, 7.7, f"{words('protocol.tournament')} {head.tournament}", bold=True)
    _cell(pdf, _LEFT_MM, 25.1, _LEFT_WIDTH_MM, 7.7, f"{words('protocol.stage')} {head.stage}")
    _cell(pdf, _LEFT_MM, 32.8, 64.0, 7.7, f"{words('protocol.date')} {head.date}")
    _cell(pdf, _LEFT_MM + 64.0, 32.8, 32.0, 7.7, f"{words('protocol.table')} {head.table}")
    _cell(pdf, _LEFT_MM + 96.0, 32.8, 31.0, 7.7, f"{words('protocol.game')} {head.game}")


def _draw_players(pdf: FPDF, protocol: Protocol, words: Words) -> None:
    captions = ("player", "role", "fouls", "points", "extra")
    widths = (_COLUMNS_MM[0] + _COLUMNS_MM[1], _COLUMNS_MM[2], sum(_COLUMNS_MM[3:7]), _COLUMNS_MM[7], _COLUMNS_MM[8])
    x_mm = _LEFT_MM
    for caption, width_mm in zip(captions, widths, strict=True):
        _cell(pdf, x_mm, 45.3, width_mm, 6.9, words(f"protocol.{caption}"), bold=True)
        x_mm += width_mm
    for index, row in enumerate(protocol.rows):
        _draw_player(pdf, row, 52.2 + index * 10.1, words)


def _draw_player(pdf: FPDF, row: PlayerRow, y_mm: float, words: Words) -> None:
    letter = words(_ROLE_LETTER[row.role]) if row.role in _ROLE_LETTER else ""
    texts = (str(row.seat), row.nick, letter, *row.boxes, row.points, row.extra)
    x_mm = _LEFT_MM
    for text, width_mm in zip(texts, _COLUMNS_MM, strict=True):
        _cell(pdf, x_mm, y_mm, width_mm, 10.1, text)
        x_mm += width_mm
    if row.left:
        pdf.set_font(_FONT, "B", 11)
        pdf.text(_LEFT_MM - 4.0, y_mm + 6.5, "*")


def _draw_result(pdf: FPDF, protocol: Protocol, words: Words) -> None:
    winner = words.code("outcome", protocol.outcome) if protocol.outcome else ""
    best = ", ".join(str(seat) for seat in protocol.best_move)
    by = protocol.best_move_by or ""
    protest = protocol.protests[0] if protocol.protests else ""
    _cell(pdf, _LEFT_MM, 157.8, _LEFT_WIDTH_MM, 7.4, f"{words('protocol.winner')} {winner}", bold=True)
    _cell(pdf, _LEFT_MM, 165.2, _LEFT_WIDTH_MM, 10.1, words("protocol.best_move", named=best, by=by))
    _cell(pdf, _LEFT_MM, 175.3, _LEFT_WIDTH_MM, 7.1, f"{words('protocol.protest')} {protest}")
    _cell(pdf, _LEFT_MM, 182.4, _LEFT_WIDTH_MM, 10.1, f"{words('protocol.judge')} {protocol.heading.judge}")


def _draw_legend(pdf: FPDF, protocol: Protocol, words: Words) -> None:
    """What the marks mean that stand on this page, in the space under the form."""
    marks = []
    if any(row.left for row in protocol.rows):
        marks.append(words("protocol.legend_left"))
    if any("!" in row.boxes for row in protocol.rows):
        marks.append(words("protocol.legend_removed"))
    if any(vote.left for vote in protocol.votes):
        marks.append(words("protocol.legend_voted_out"))
    pdf.set_font(_FONT, "", 7)
    pdf.text(_LEFT_MM, 197.0, "   ".join(marks))


def _draw_votes(pdf: FPDF, protocol: Protocol, words: Words) -> None:
    """Seven tables; a game with more days goes on beside its last one, said in the last title."""
    for index in range(VOTE_TABLES):
        vote = protocol.votes[index] if index < len(protocol.votes) else None
        _draw_vote(pdf, index + 1, vote, _VOTE_TOP_MM + index * _VOTE_STEP_MM, words)


def _draw_vote(pdf: FPDF, number: int, vote: DayVote | None, y_mm: float, words: Words) -> None:
    width_mm = _CAPTION_MM + CANDIDATE_COLUMNS * _CANDIDATE_MM
    title = words("protocol.vote", number=number)
    if vote is not None and vote.cancelled:
        title += f" · {words('protocol.cancelled')}"
    if vote is not None and vote.lift is not None:
        title += f" · {words('protocol.lift', votes=vote.lift[0], of=vote.lift[1])}"
    _cell(pdf, _RIGHT_BLOCK_MM, y_mm, width_mm, _VOTE_ROW_MM, title, bold=True)
    captions = (
        words("protocol.candidate"),
        words("protocol.votes"),
        words("protocol.revote"),
        words("protocol.revote"),
    )
    for row, caption in enumerate(captions):
        row_mm = y_mm + (row + 1) * _VOTE_ROW_MM
        _cell(pdf, _RIGHT_BLOCK_MM, row_mm, _CAPTION_MM, _VOTE_ROW_MM, caption)
        for column in range(CANDIDATE_COLUMNS):
            text = _vote_text(vote, row, column)
            x_mm = _RIGHT_BLOCK_MM + _CAPTION_MM + column * _CANDIDATE_MM
            _cell(pdf, x_mm, row_mm, _CANDIDATE_MM, _VOTE_ROW_MM, text)


def _vote_text(vote: DayVote | None, row: int, column: int) -> str:
    if vote is None or column >= len(vote.candidates):
        return ""
    candidate = vote.candidates[column]
    if row == 0:
        return f"({candidate})" if candidate in vote.left else str(candidate)
    ballots = vote.ballots[:2] if row < _BALLOT_ROWS else vote.ballots[2:3]
    index = row - 1 if row < _BALLOT_ROWS else 0
    count = ballots[index][column] if index < len(ballots) else None
    return "" if count is None else str(count)


def _draw_reasons(pdf: FPDF, protocol: Protocol, words: Words) -> None:
    lines = [f"{seat}: {points:+g} {reason}" for seat, points, reason in protocol.reasons]
    lines += [f"{who}: {words('protocol.softened')} {reason}" for who, reason in protocol.softened]
    comments = list(protocol.protests)
    comments += [f"{words.code('outcome', result)}: {reason}" for result, reason in protocol.rulings]
    _draw_lines(pdf, 7.5, 25.2, 14, words("protocol.reasons"), lines)
    _draw_lines(pdf, 129.0, 148.7, 7, words("protocol.comments"), comments)
    pdf.set_font(_FONT, "", 7)
    if protocol.heading.head:
        pdf.text(9.9, 206.0, f"{words('protocol.head')} {protocol.heading.head}")


def _draw_lines(pdf: FPDF, title_mm: float, first_mm: float, count: int, title: str, lines: list[str]) -> None:
    """Ruled lines 8 mm apart; more text than lines shares the last line, set smaller."""
    pdf.set_font(_FONT, "B", 11)
    pdf.text(9.9, title_mm + 6.0, title)
    shown = lines if len(lines) <= count else [*lines[: count - 1], " · ".join(lines[count - 1 :])]
    for index in range(count):
        y_mm = first_mm + index * 8.0
        pdf.line(9.9, y_mm, 288.7, y_mm)
        if index < len(shown):
            pdf.set_font(_FONT, "", 9)
            while pdf.get_string_width(shown[index]) > 277.0 and pdf.font_size_pt > 5.0:
                pdf.set_font_size(pdf.font_size_pt - 0.5)
            pdf.text(10.4, y_mm - 1.6, shown[index])
