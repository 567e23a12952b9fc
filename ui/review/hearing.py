"""The sound round a moment as peaks to draw; read from the file that holds it, the last file kept."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from audio.capture.track import SoundFault, read_sound
from audio.sound import Sound
from engine.intervals import NS_PER_S
from ui.evidence.pack.heard import sound_between

COLUMNS: Final = 480


class Hearing:
    """Sound of a game's folder; silent where there is none."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._kept: tuple[Path | None, tuple[Sound, ...]] = (None, ())
        self._drawn: tuple[tuple[int, int], tuple[float, ...]] = ((0, 0), ())

    def peaks(self, from_ns: int, to_ns: int) -> tuple[float, ...]:
        """Loudness 0…1 over a stretch in equal columns, NaN where nothing was recorded; empty without any sound."""
        if self._folder is None:
            return ()
        if self._drawn[0] != (from_ns, to_ns):
            self._drawn = ((from_ns, to_ns), self._measured(self._folder, from_ns, to_ns))
        return self._drawn[1]

    def _measured(self, folder: Path, from_ns: int, to_ns: int) -> tuple[float, ...]:
        edges = np.linspace(from_ns, to_ns, COLUMNS + 1)
        peaks = np.full(COLUMNS, np.nan)
        try:
            pieces = [piece for _, piece in sound_between(folder, from_ns, to_ns, self._read)]
        except (SoundFault, OSError, ValueError):
            return ()
        for piece in pieces:
            at = ((edges - piece.t_ns) * piece.rate_hz / NS_PER_S).astype(np.int64)
            for column in range(COLUMNS):
                part = piece.samples[max(0, at[column]) : max(0, at[column + 1])]
                if len(part):
                    peaks[column] = np.fmax(peaks[column], float(np.abs(part).max()))
        if not np.isfinite(peaks).any():
            return ()
        loudest = max(1e-6, float(np.nanmax(peaks)))
        return tuple(float(peak) / loudest for peak in peaks)

    def _read(self, path: Path) -> tuple[Sound, ...]:
        if self._kept[0] != path:
            self._kept = (path, read_sound(path))
        return self._kept[1]
