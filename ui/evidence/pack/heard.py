"""The sound of an incident: the untouched files that hold it, and its samples on the game's clock."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from audio.capture.track import SoundFault, read_sound
from audio.recording.sound_times import COLUMNS, FILE_NAME, Hole, Stretch, read_stretches, segment_of
from audio.sound import Sound
from ui.evidence.pack.incident import Incident
from vision.recording.times_file import TimesFault, read_times


@dataclass(frozen=True, slots=True)
class Heard:
    """What was heard, and the files in the pack."""

    files: tuple[str, ...] = ()
    sound: tuple[Sound, ...] = ()


def hear_incident(game: Path, incident: Incident, folder: Path) -> Heard:
    """Copy the sound files that cover an incident; nothing where none was recorded or it cannot be read."""
    found = list(sound_between(game, incident.from_ns, incident.to_ns))
    raw, files = folder / "segments", []
    for path in dict.fromkeys(path for path, _ in found):
        raw.mkdir(exist_ok=True)
        shutil.copyfile(path, raw / path.name)
        files.append(f"segments/{path.name}")
    return Heard(tuple(files), tuple(piece for _, piece in found))


def sound_between(
    game: Path, from_ns: int, to_ns: int, read: Callable[[Path], tuple[Sound, ...]] = read_sound
) -> Iterator[tuple[Path, Sound]]:
    """Every recorded stretch of sound that touches a stretch of time, with its file; only those files are read.

    What cannot be read is left out.
    """
    rows = _rows(game)
    ends_ns = [*(after.t_ns for _, after in pairwise(rows)), 1 << 62][: len(rows)]
    for row, end_ns in zip(rows, ends_ns, strict=True):
        path = segment_of(game, row.segment)
        if path is None or row.t_ns > to_ns or end_ns < from_ns:
            continue
        try:
            stretches = read(path)
        except SoundFault:
            continue
        samples = np.concatenate([stretch.samples for stretch in stretches])[row.sample : row.sample + row.samples]
        piece = Sound(row.t_ns, stretches[0].rate_hz, samples)
        if len(samples) and piece.end_ns >= from_ns:
            yield path, piece


def _rows(game: Path) -> list[Stretch]:
    """When each stretch was heard, as the recorder wrote it or as a rendered game has it."""
    path = game / FILE_NAME
    try:
        if path.read_text("utf-8").startswith(",".join(COLUMNS)):
            return [row for row in read_stretches(game) if not isinstance(row, Hole)]
        rows, _ = read_times(path)
    except (OSError, UnicodeDecodeError, TimesFault, SoundFault):
        return []
    found = []
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        until = after.pts if after is not None and after.segment == row.segment else 1 << 62
        found.append(Stretch(row.t_ns, row.segment, row.pts, until - row.pts))
    return found
