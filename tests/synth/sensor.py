"""What a camera does to a clean picture: lens softness, flicker of the mains, noise, steps of auto-exposure."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from tests.synth.camera import Camera
from tests.synth.geometry import F32, U8
from tests.synth.motion import sway
from tests.synth.scenario import SensorSpec

_MAINS_HZ: Final = 100.0
_BANK_PX: Final = 160
_SHOT_NOISE: Final = 0.035


class Sensor:
    """One camera's sensor; the same seed and picture number give the same noise."""

    def __init__(self, spec: SensorSpec, camera: Camera, seed: int) -> None:
        self._spec, self._seed = spec, seed
        width, height = camera.size_px
        rng = np.random.default_rng([seed, 41])
        self._bank: F32 = rng.standard_normal((height + _BANK_PX, width + _BANK_PX, 3), np.float32)
        grey = np.arange(256, dtype=np.float32)
        self._sigma: F32 = np.sqrt(spec.noise**2 + _SHOT_NOISE * spec.noise * grey).astype(np.float32)
        self._bend: F32 | None = camera.undistorted_map().astype(np.float32) if camera.distortion else None

    def picture(self, clean: F32 | U8, seq: int, t_s: float) -> U8:
        """The (H, W, 3) picture that is recorded."""
        spec = self._spec
        out: F32 = np.asarray(clean, np.float32)
        if self._bend is not None:
            x, y = self._bend[..., 0], self._bend[..., 1]
            out = _plain(cv2.remap(out, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
        if spec.softness_px:
            out = _plain(cv2.GaussianBlur(out, (0, 0), spec.softness_px))
        gain = 1.0 + spec.flicker * np.sin(2 * np.pi * _MAINS_HZ * t_s)
        if spec.exposure_steps:
            gain *= 1.0 + spec.exposure_steps * round(sway(t_s * 0.35, self._seed + 77)) / 2
        if gain != 1.0:
            out = out * np.float32(gain)
        if spec.noise:
            out = out + self._noise(seq, out.shape) * self._sigma[_as_u8(out)]
        return _as_u8(out)

    def _noise(self, seq: int, shape: tuple[int, ...]) -> F32:
        y, x = np.random.default_rng([self._seed, seq, 43]).integers(0, _BANK_PX, 2)
        return self._bank[y : y + shape[0], x : x + shape[1]]


def _plain(picture: object) -> F32:
    return np.asarray(picture, dtype=np.float32)


def _as_u8(picture: F32) -> U8:
    return np.asarray(np.clip(picture + 0.5, 0, 255).astype(np.uint8))
