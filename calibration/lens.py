"""What is known of a lens before the table is looked at: focal length, centre, distortion, and how well."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.faults import Fault, nearest

F64 = NDArray[np.float64]


class LensUnknown(Fault):
    template = "There is no lens “{name}”, did you mean “{nearest}”? A width in degrees, such as 70deg, is taken too."


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """Intrinsics with their standard deviations; distortion is OpenCV's k1 k2 p1 p2 k3."""

    size_px: tuple[int, int]
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: F64  # (5,)
    focal_sd_share: float
    centre_sd_px: float
    k1_sd: float
    source: str  # "charuco", "preset:webcam", …

    @property
    def matrix(self) -> F64:
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])

    def scaled_to(self, size_px: tuple[int, int]) -> Lens:
        """The same lens for a picture of another size, cut to the new shape round its middle where they differ."""
        if size_px == self.size_px:
            return self
        scale = max(size_px[0] / self.size_px[0], size_px[1] / self.size_px[1])
        own = np.array(self.size_px, np.float64)
        cx, cy = (np.array(self.centre_px) + 0.5 - own / 2) * scale + np.array(size_px) / 2 - 0.5
        return replace(
            self,
            size_px=size_px,
            focal_px=(self.focal_px[0] * scale, self.focal_px[1] * scale),
            centre_px=(float(cx), float(cy)),
            centre_sd_px=self.centre_sd_px * scale,
        )


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of camera: horizontal width of its picture at 16:9, and how much cameras of the kind differ."""

    hfov_deg: float
    focal_sd_share: float
    k1: float = 0.0
    k1_sd: float = 0.05


# Widths are makers' figures for 16:9 video; a diagonal of 78° is 70.4° across.
PRESETS: Final = {
    "unknown": Preset(66.0, 0.20, -0.03, 0.10),
    "webcam": Preset(70.4, 0.05),
    "webcam_wide": Preset(82.0, 0.06, -0.05, 0.08),
    "laptop": Preset(64.0, 0.10),
    "phone": Preset(67.0, 0.06),
    "phone_wide": Preset(100.0, 0.08, -0.05, 0.10),
    "ip_2.8mm": Preset(100.0, 0.06, -0.30, 0.08),
    "ip_4mm": Preset(80.0, 0.06, -0.25, 0.08),
}


def lens_of_width(
    size_px: tuple[int, int], hfov_deg: float, sd_share: float = 0.03, *, k1: float = 0.0, k1_sd: float = 0.05
) -> Lens:
    """A lens from how wide its picture is, degrees from the left to the right edge."""
    focal = size_px[0] / 2 / float(np.tan(np.radians(hfov_deg) / 2))
    return Lens(
        size_px,
        (focal, focal),
        ((size_px[0] - 1) / 2, (size_px[1] - 1) / 2),
        np.array([k1, 0.0, 0.0, 0.0, 0.0]),
        sd_share,
        0.01 * size_px[0],
        k1_sd,
        f"width:{hfov_deg:g}deg",
    )


def lens_named(name: str, size_px: tuple[int, int]) -> Lens:
    """A preset's lens, or one of `70deg`; raises LensUnknown."""
    text = name.strip().lower()
    if text.endswith("deg"):
        try:
            width = float(text.removesuffix("deg"))
        except ValueError:
            width = 0.0
        if 10.0 <= width <= 150.0:
            return lens_of_width(size_px, width)
    preset = PRESETS.get(text)
    if preset is None:
        raise LensUnknown(name=name, nearest=nearest(text, tuple(PRESETS)))
    lens = lens_of_width(size_px, preset.hfov_deg, preset.focal_sd_share, k1=preset.k1, k1_sd=preset.k1_sd)
    return replace(lens, source=f"preset:{text}")
