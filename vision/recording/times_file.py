"""cam1_times.csv: when each recorded picture was taken; what was lost is a row, not an absence."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.faults import Fault

COLUMNS: Final = ("seq", "t_ns", "pts", "segment", "exposure_ns", "note")


_NOTE: Final = re.compile(r"(?P<reason>.*); frames (?P<frames>unknown|\d{1,12}); until (?P<until>-?\d{1,20})")


class TimesFault(Fault):
    template = (
        "“{path}”, line {line}: {reason}: the times of this recording cannot be trusted, run “table-monitor recover”."
    )


@dataclass(frozen=True, slots=True)
class PictureTime:
    """One picture of a segment."""

    seq: int
    t_ns: int
    pts: int  # in the segment's own time base
    segment: int
    exposure_ns: int | None = None


@dataclass(frozen=True, slots=True)
class GapRow:
    """A stretch without pictures, with its reason and, where known, how many were lost."""

    t_ns: int
    segment: int
    note: str


def gap_note(reason: str, frames: int | None, until_ns: int) -> str:
    """What a gap row says: why, how many pictures, and until when."""
    return f"{reason}; frames {'unknown' if frames is None else frames}; until {until_ns}"


def read_gap_note(note: str) -> tuple[str, int | None, int | None]:
    """(reason, frames, until_ns) of a gap row's note; a note in other words is all reason."""
    found = _NOTE.fullmatch(note)
    if found is None:
        return note, None, None
    frames = None if found["frames"] == "unknown" else int(found["frames"])
    return found["reason"], frames, int(found["until"])


def read_times(path: Path) -> tuple[tuple[PictureTime, ...], tuple[GapRow, ...]]:
    """Read a times file; raises TimesFault for a row that is not one, or times that run backwards."""
    pictures: list[PictureTime] = []
    gaps: list[GapRow] = []
    with path.open(encoding="utf-8", newline="") as text:
        reader = csv.DictReader(text)
        if _columns(reader, path) != COLUMNS:
            raise TimesFault(path=path, line=1, reason=f"the columns must be {','.join(COLUMNS)}")
        for row in _rows(reader, path):
            try:
                if row["seq"]:
                    pictures.append(_picture(row))
                else:
                    gaps.append(GapRow(int(row["t_ns"]), int(row["segment"]), row["note"]))
            except (TypeError, ValueError) as error:
                raise TimesFault(path=path, line=reader.line_num, reason="not a row of numbers") from error
            if len(pictures) > 1 and pictures[-1].t_ns <= pictures[-2].t_ns:
                raise TimesFault(path=path, line=reader.line_num, reason="the times run backwards")
    return tuple(pictures), tuple(gaps)


def _columns(reader: csv.DictReader[str], path: Path) -> tuple[str, ...]:
    try:
        return tuple(reader.fieldnames or ())
    except (csv.Error, UnicodeDecodeError) as error:
        raise TimesFault(path=path, line=1, reason="not a table of text") from error


def _rows(reader: csv.DictReader[str], path: Path) -> Iterator[dict[str, str]]:
    try:
        yield from reader
    except (csv.Error, UnicodeDecodeError) as error:
        raise TimesFault(path=path, line=reader.line_num, reason="not a row of numbers") from error


def _picture(row: dict[str, str]) -> PictureTime:
    return PictureTime(
        seq=int(row["seq"]),
        t_ns=int(row["t_ns"]),
        pts=int(row["pts"]),
        segment=int(row["segment"]),
        exposure_ns=int(row["exposure_ns"]) if row["exposure_ns"] else None,
    )


def write_times(path: Path, rows: Iterable[PictureTime | GapRow]) -> None:
    """Write a whole times file."""
    with path.open("w", encoding="utf-8", newline="") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows:
            writer.writerow(_cells(row))


def line_of(row: PictureTime | GapRow) -> str:
    """One row as a line of the file."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(_cells(row))
    return text.getvalue()


def _cells(row: PictureTime | GapRow) -> tuple[int | str, ...]:
    if isinstance(row, PictureTime):
        return (row.seq, row.t_ns, row.pts, row.segment, _or_empty(row.exposure_ns), "")
    return ("", row.t_ns, "", row.segment, "", row.note)


def _or_empty(value: int | None) -> int | str:
    return "" if value is None else value
