"""What a segment of a recorder that was killed still holds, and its packets against the rows that tell their times."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import av

from engine.intervals import NS_PER_MS
from vision.capture.source import SourceFault
from vision.capture.video_file import open_video, pts_to_ns
from vision.recording.times_file import COLUMNS, GapRow, PictureTime, gap_note

KILLED: Final = "recorder_killed"


@dataclass(frozen=True, slots=True)
class Held:
    """Presentation times, in ms, of the packets that a segment really holds."""

    pts: tuple[int, ...]


def packets_of(path: Path) -> Held:
    """Every packet of a segment that can still be read; none where the file is not even begun."""
    try:
        container, stream = open_video(path)
    except SourceFault:
        return Held(())
    found: list[int] = []
    with container:
        packets = container.demux(stream)
        while True:
            try:
                packet = next(packets, None)
            except (av.FFmpegError, OSError):
                break
            if packet is None:
                break
            if packet.size and packet.pts is not None and packet.time_base is not None:
                found.append(round(pts_to_ns(packet.pts, packet.time_base) / NS_PER_MS))
    return Held(tuple(sorted(found)))


def rows_of(path: Path) -> tuple[list[PictureTime | GapRow], int]:
    """The rows of a times file in their order, as far as they can be read, and how many lines could not."""
    try:
        return rows_in(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return [], 0


def rows_in(text: str) -> tuple[list[PictureTime | GapRow], int]:
    """The rows of a times file's text, or of its end, and how many lines could not be read."""
    rows: list[PictureTime | GapRow] = []
    broken = 0
    last_ns: int | None = None
    for line in text.splitlines():
        if line == ",".join(COLUMNS):
            continue
        row = _row(line)
        if row is None or (isinstance(row, PictureTime) and last_ns is not None and row.t_ns <= last_ns):
            broken += 1
            continue
        if isinstance(row, PictureTime):
            last_ns = row.t_ns
        rows.append(row)
    return rows, broken


def _row(line: str) -> PictureTime | GapRow | None:
    cells = line.split(",", 5)
    if len(cells) != len(COLUMNS):
        return None
    try:
        if not cells[0]:
            return GapRow(int(cells[1]), int(cells[3]), cells[5].strip('"'))
        exposure_ns = int(cells[4]) if cells[4] else None
        return PictureTime(int(cells[0]), int(cells[1]), int(cells[2]), int(cells[3]), exposure_ns)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Agreed:
    """A times file that tells exactly what the segments hold."""

    rows: tuple[PictureTime | GapRow, ...]
    rebuilt: int  # rows that were missing and were made from the container
    dropped: int  # rows whose picture is not in its segment


def agree(rows: list[PictureTime | GapRow], segments: dict[int, Held]) -> Agreed:
    """Rows for exactly the pictures that are there.

    A picture without a row gets the time that its neighbours in the same segment tell; rows without a picture become
    a gap. Times are strictly increasing in the result.
    """
    pictures = [row for row in rows if isinstance(row, PictureTime)]
    gaps = [row for row in rows if isinstance(row, GapRow)]
    there = {(number, pts) for number, held in segments.items() for pts in held.pts}
    kept = [row for row in pictures if (row.segment, row.pts) in there]
    made = _rebuilt(kept, segments)
    missing = sorted((row for row in pictures if (row.segment, row.pts) not in there), key=lambda row: row.t_ns)
    whole = sorted([*kept, *made], key=lambda row: row.t_ns)
    told: list[PictureTime | GapRow] = [*_strictly_later(whole), *gaps, *_gaps_of(missing, whole)]
    told.sort(key=lambda row: (row.t_ns, isinstance(row, GapRow)))
    return Agreed(tuple(told), len(made), len(missing))


def _rebuilt(kept: list[PictureTime], segments: dict[int, Held]) -> list[PictureTime]:
    made: list[PictureTime] = []
    next_seq = max((row.seq for row in kept), default=-1) + 1
    end_ns = max((row.t_ns for row in kept), default=0)
    by_segment: dict[int, dict[int, PictureTime]] = {}
    for row in kept:
        by_segment.setdefault(row.segment, {})[row.pts] = row
    for number, held in sorted(segments.items()):
        rows = by_segment.get(number, {})
        for pts in held.pts:
            if pts in rows:
                continue
            near = min(rows.values(), key=lambda row: abs(row.pts - pts), default=None)
            if near is not None:
                t_ns = near.t_ns + (pts - near.pts) * NS_PER_MS
                made.append(PictureTime(max(next_seq, near.seq + 1), t_ns, pts, number))
            else:  # nothing tells when this segment was taken but that it follows the one before
                t_ns = end_ns + NS_PER_MS + (pts - held.pts[0]) * NS_PER_MS
                made.append(PictureTime(next_seq, t_ns, pts, number))
            next_seq = made[-1].seq + 1
        end_ns = max([end_ns, *(row.t_ns for row in rows.values()), *(row.t_ns for row in made[-len(held.pts) :])])
    return made


def _strictly_later(rows: list[PictureTime]) -> list[PictureTime]:
    out: list[PictureTime] = []
    for row in rows:
        t_ns = max(row.t_ns, out[-1].t_ns + 1) if out else row.t_ns
        out.append(PictureTime(row.seq, t_ns, row.pts, row.segment, row.exposure_ns))
    return out


def _gaps_of(missing: list[PictureTime], whole: list[PictureTime]) -> list[GapRow]:
    """Neighbouring rows whose pictures are gone, as one gap each."""
    gaps: list[GapRow] = []
    stretch: list[PictureTime] = []
    times = [row.t_ns for row in whole]
    for row in [*missing, None]:
        if row is not None and (not stretch or row.seq == stretch[-1].seq + 1):
            stretch.append(row)
            continue
        if stretch:
            at = bisect_left(times, stretch[0].t_ns)
            before = whole[at - 1] if at else None
            later = bisect_right(times, stretch[-1].t_ns)
            from_ns = before.t_ns if before is not None else stretch[0].t_ns
            until_ns = times[later] if later < len(times) else stretch[-1].t_ns
            segment = before.segment if before is not None else stretch[0].segment
            gaps.append(GapRow(from_ns, segment, gap_note(KILLED, len(stretch), until_ns)))
        stretch = [row] if row is not None else []
    return gaps
