"""A stretch of sound that knows when its first sample was heard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.intervals import NS_PER_S

Samples: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Sound:
    """Mono sound without a gap inside."""

    t_ns: int  # of the first sample, on the game's clock
    rate_hz: int
    samples: Samples  # (N,) −1…1

    @property
    def end_ns(self) -> int:
        return self.t_ns + round(len(self.samples) * NS_PER_S / self.rate_hz)
