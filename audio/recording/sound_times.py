"""audio_times.csv: when each stretch of recorded sound was heard; what was lost is a row, not an absence."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from audio.capture.track import SoundFault, read_sound
from audio.sound import Sound
from engine.intervals import NS_PER_S

FILE_NAME: Final = "audio_times.csv"
COLUMNS: Final = ("t_ns", "segment", "sample", "samples", "note")


class SoundTimesBroken(SoundFault):
    template = "“{path}”, line {line}: the times of this sound cannot be read: run “table-monitor recover”."


@dataclass(frozen=True, slots=True)
class Stretch:
    """Samples without a hole: the first of them, number `sample` of its segment, was heard at `t_ns`."""

    t_ns: int
    segment: int
    sample: int
    samples: int


@dataclass(frozen=True, slots=True)
class Hole:
    """Sound that is missing before the next stretch."""

    t_ns: int
    segment: int
    note: str


def line_of(row: Stretch | Hole) -> str:
    """One row as a line of the file."""
    text = io.StringIO()
    cells = (
        (row.t_ns, row.segment, row.sample, row.samples, "")
        if isinstance(row, Stretch)
        else (row.t_ns, row.segment, "", "", row.note)
    )
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def read_stretches(folder: Path) -> Iterator[Stretch | Hole]:
    """Rows of a game folder; a last line that was cut by a crash is left out. Raises SoundTimesBroken."""
    path = folder / FILE_NAME
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for number, line in enumerate(lines[1:], start=2):
        row = _row(line)
        if row is not None:
            yield row
        elif number < len(lines) or line.endswith("\n"):
            raise SoundTimesBroken(path=path, line=number)


def _row(line: str) -> Stretch | Hole | None:
    cells = line.rstrip("\n").split(",", 4)
    if len(cells) != len(COLUMNS) or not line.endswith("\n"):
        return None
    try:
        if not cells[2]:
            return Hole(int(cells[0]), int(cells[1]), cells[4])
        return Stretch(int(cells[0]), int(cells[1]), int(cells[2]), int(cells[3]))
    except ValueError:
        return None


def segment_of(folder: Path, number: int) -> Path | None:
    """A segment's file, also one that a crash left open."""
    name = f"audio_{number:03}.flac"
    found = (folder / name, folder / f"{name}.writing")
    return next((path for path in found if path.is_file()), None)


def read_recorded_sound(folder: Path) -> tuple[Sound, ...]:
    """All recorded sound of a game folder with the times that its recorder wrote; neighbours that meet are one."""
    out: list[Sound] = []
    samples_of: dict[int, Sound] = {}
    for row in read_stretches(folder):
        if isinstance(row, Hole):
            continue
        if row.segment not in samples_of:
            path = segment_of(folder, row.segment)
            if path is None:
                continue
            samples_of = {row.segment: read_sound(path)[0]}
        whole = samples_of[row.segment]
        piece = whole.samples[row.sample : row.sample + row.samples]
        if len(piece):
            out.append(replace(whole, t_ns=row.t_ns, samples=piece))
    return tuple(out)


def recover_sound(folder: Path) -> tuple[str, ...]:
    """Give segments that a crash left open their names, and the sound after the last row its time; says which.

    The times as they were found stay beside the new ones where these differ.
    """
    path = folder / FILE_NAME
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    rows = [row for line in text.splitlines(keepends=True)[1:] if (row := _row(line)) is not None]
    rescued = []
    for open_path in sorted(folder.glob("audio_[0-9][0-9][0-9].flac.writing")):
        number = int(open_path.name[6:9])
        try:
            whole = read_sound(open_path)[0]
        except SoundFault:
            continue  # nothing of it can be heard; it is left as it is
        mine = [row for row in rows if isinstance(row, Stretch) and row.segment == number]
        if mine and len(whole.samples) > (heard := mine[-1].sample + mine[-1].samples):
            t_ns = mine[-1].t_ns + round(mine[-1].samples * NS_PER_S / whole.rate_hz)
            rows.append(Stretch(t_ns, number, heard, len(whole.samples) - heard))
        open_path.rename(open_path.with_name(open_path.name.removesuffix(".writing")))
        rescued.append(open_path.name)
    again = ",".join(COLUMNS) + "\n" + "".join(line_of(row) for row in rows)
    if text and again != text:
        beside = path.with_name(FILE_NAME + ".new")
        beside.write_text(again, encoding="utf-8", newline="\n")
        beside.chmod(0o600)
        os.replace(path, path.with_name(FILE_NAME + ".found"))
        os.replace(beside, path)
    return tuple(rescued)
