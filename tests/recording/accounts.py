"""What a recording holds against what the camera took: every picture is in a segment or inside a gap row."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import av

from tests.recording.clips import number_of
from vision.recording.times_file import GapRow, PictureTime, read_gap_note, read_times


@dataclass(frozen=True)
class Account:
    """One camera's recording, row by row."""

    numbers: tuple[int, ...]  # of the pictures in the segments, as the camera counted them; −1 where it was rubbish
    rows: tuple[PictureTime, ...]
    gaps: tuple[GapRow, ...]
    unreported: int  # pictures that are missing without a gap row
    missing: int  # pictures that are missing
    told: int  # pictures that the gap rows say are missing
    longest_gap_s: float


def account(folder: Path, camera: str = "cam1", spoilt: frozenset[int] = frozenset()) -> Account:
    """Read every segment; fails where rows and segments do not agree one to one."""
    rows, gaps = read_times(folder / f"{camera}_times.csv")
    held: dict[tuple[int, int], int] = {}
    for path in sorted(folder.glob(f"{camera}_*.mkv")):
        with av.open(str(path)) as container:
            for packet in container.demux(video=0):
                if packet.size:
                    number = number_of(bytes(packet))
                    held[int(path.stem.split("_")[1]), packet.pts or 0] = -1 if number is None else number
    assert set(held) == {(row.segment, row.pts) for row in rows}
    numbers = [held[row.segment, row.pts] for row in rows]
    told = {gap.t_ns: read_gap_note(gap.note) for gap in gaps}
    missing = unreported = 0
    known = [(row, number) for row, number in zip(rows, numbers, strict=True) if number >= 0]
    for (row, number), (later, following) in pairwise(known):
        lost = [n for n in range(number + 1, following) if n not in spoilt]
        missing += len(lost)
        if lost and not any(row.t_ns <= t_ns <= later.t_ns for t_ns in told):
            unreported += len(lost)
    longest = max(((later.t_ns - row.t_ns) / 1e9 for row, later in pairwise(rows)), default=0.0)
    counted = sum(frames or 0 for _, frames, _ in told.values())
    return Account(tuple(numbers), rows, gaps, unreported, missing, counted, longest)
