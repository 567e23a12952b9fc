"""The sound of an incident: the untouched files that hold it, and its samples on the game's clock."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from audio.capture.track import SoundFault, read_sound
from audio.sound import Sound
from engine.intervals import NS_PER_S
from ui.evidence.pack.incident import Incident
from vision.recording.times_file import PictureTime, TimesFault, read_times

_TIMES: Final = "audio_times.csv"


@dataclass(frozen=True, slots=True)
class Heard:
    """What was heard, and the files in the pack."""

    files: tuple[str, ...] = ()
    sound: tuple[Sound, ...] = ()


def hear_incident(game: Path, incident: Incident, folder: Path) -> Heard:
    """Copy the sound files that cover an incident; nothing where none was recorded or it cannot be read."""
    try:
        rows, _ = read_times(game / _TIMES)
    except (OSError, TimesFault):
        return Heard()
    files: list[str] = []
    pieces: list[Sound] = []
    for path in sorted(game.glob("audio_[0-9][0-9][0-9]*.flac")):
        own = [row for row in rows if row.segment == int(path.stem[6:])]
        try:
            found = [piece for piece in _pieces(path, own) if _touches(piece, incident)]
        except SoundFault:
            continue
        if found:
            raw = folder / "segments"
            raw.mkdir(exist_ok=True)
            shutil.copyfile(path, raw / path.name)
            files.append(f"segments/{path.name}")
            pieces += found
    return Heard(tuple(files), tuple(pieces))


def _pieces(path: Path, rows: Sequence[PictureTime]) -> list[Sound]:
    """A file's samples, each stretch at the time that the recorder wrote for its first sample."""
    stretches = read_sound(path)
    samples = np.concatenate([stretch.samples for stretch in stretches])
    rate_hz = stretches[0].rate_hz
    starts = [row.pts for row in rows]
    ends = [*starts[1:], len(samples)]
    return [
        Sound(row.t_ns, rate_hz, samples[start:end])
        for row, start, end in zip(rows, starts, ends, strict=True)
        if end > start
    ]


def _touches(piece: Sound, incident: Incident) -> bool:
    end_ns = piece.t_ns + round(len(piece.samples) * NS_PER_S / piece.rate_hz)
    return piece.t_ns <= incident.to_ns and end_ns >= incident.from_ns
