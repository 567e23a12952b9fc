"""All cameras, points and the table's size refined together, and how well each is known afterwards.

Everything has a prior: a measured mark a narrow one, a lens of a preset a wide one, a head only its usual height. So one
solver serves a ChArUco board, four marks, tags, the bare edge and any mixture, and its covariance says what it is worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from calibration.camera import Camera
from calibration.lens import Lens
from calibration.table_shape import TableKind, TableShape
from engine.faults import Fault

F64 = NDArray[np.float64]
Mask = NDArray[np.bool_]

CAMERA_PARAMETERS: Final = (
    "turn_x_rad",
    "turn_y_rad",
    "turn_z_rad",
    "shift_x_mm",
    "shift_y_mm",
    "shift_z_mm",
    "focal_log",
    "centre_x_px",
    "centre_y_px",
    "k1",
)
"""What is refined of a camera: a small turn after its rotation, a shift of its translation, and the lens."""
_PER_CAMERA: Final = len(CAMERA_PARAMETERS)
_SIZES: Final = 2
_FAR_PX: Final = 40.0
_OUTLIER: Final = 4.0
_LIMIT_EVALUATIONS: Final = 25
_ENOUGH: Final = 1e-6


# Where people sit (adults of both sexes, seat 450 and table 745 mm high), against the table's top and edge.
SITTING_HEAD_MM: Final = 490.0
SITTING_NECK_MM: Final = 270.0
NECK_OUTSIDE_MM: Final = 200.0
HEAD_OUTSIDE_MM: Final = 145.0
SITTING_OUTSIDE_SD_MM: Final = 90.0


class SolveFailed(Fault):
    template = (
        "The cameras could not be placed: the marks and the picture of camera {camera} contradict each other by "
        "{residual} px. Check that each mark was named right and that the table has the size given."
    )


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """Where a camera is thought to be, and how its lens is thought to differ from what is known of it beforehand."""

    lens: Lens
    rotation: F64  # (3, 3) table to camera
    translation_mm: F64  # (3,)
    lens_change: F64 = field(default_factory=lambda: np.zeros(4))  # the last four of CAMERA_PARAMETERS

    def camera(self) -> Camera:
        return moved(self.plain(), np.concatenate([np.zeros(6), self.lens_change]))

    def plain(self) -> Camera:
        """The camera with its lens as known beforehand."""
        return Camera(self.lens.size_px, self.lens.matrix, self.lens.distortion, self.rotation, self.translation_mm)

    def moved_to(self, camera: Camera) -> Start:
        """The same knowledge of the lens, with a solved camera to go on from."""
        focal = float(np.log(camera.matrix[0, 0] / self.lens.focal_px[0]))
        centre = camera.matrix[:2, 2] - self.lens.centre_px
        change = np.array([focal, *centre, camera.distortion[0] - self.lens.distortion[0]])
        return Start(self.lens, camera.rotation, camera.translation_mm, change)


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Points of the table's frame with what is known of them beforehand."""

    mm: F64  # (P, 3)
    sd_mm: F64  # (P, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """What one camera sees: some of the points, and pixels of the table's edge."""

    point: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))  # (S,) rows of Points
    px: F64 = field(default_factory=lambda: np.empty((0, 2)))  # (S, 2)
    sd_px: F64 = field(default_factory=lambda: np.empty(0))  # (S,)
    edge_px: F64 = field(default_factory=lambda: np.empty((0, 2)))  # (E, 2)
    edge_sd_px: float = 1.0
    sitting_px: F64 = field(default_factory=lambda: np.empty((0, 2, 2)))  # (H, 2, 2) heads and necks of who sits


@dataclass(frozen=True, slots=True)
class Assumed:
    """Weak knowledge that no picture gives."""

    size_sd_mm: float = 5.0  # of the table's length and width by tape
    roll_sd_deg: float | None = None  # cameras stand upright
    fix_turn: bool = False  # the frame's own turn about z is free (round table): keep the first camera's
    pose_sd: tuple[float, float] = (10.0, 2e4)  # of the starts' rotations (radians) and translations (mm)
    edge_systematic_px: float = 0.35  # of a whole edge: cloth folds over it, its pixels err together


@dataclass(frozen=True, slots=True, eq=False)
class Refined:
    """The answer; covariances are of `CAMERA_PARAMETERS`, camera after camera in the order of `cameras`."""

    cameras: Mapping[str, Camera]
    points_mm: F64
    points_sd_mm: F64
    shape: TableShape | None
    covariance: F64
    residual_px: Mapping[str, float]  # root mean square, of what was kept
    dropped: int


def refine(
    starts: Mapping[str, Start],
    seen: Mapping[str, Sightings],
    points: Points,
    shape: TableShape | None = None,
    assumed: Assumed | None = None,
) -> Refined:
    """Least squares over everything; sightings beyond four standard deviations are left out of the last round.

    Raises SolveFailed where what is left still contradicts itself.
    """
    problem = _Problem(starts, seen, points, shape, assumed or Assumed())
    rough = least_squares(
        problem.residuals,
        problem.start,
        x_scale=problem.scale,
        loss="soft_l1",
        f_scale=1.5,
        ftol=_ENOUGH * 3,
        max_nfev=_LIMIT_EVALUATIONS,
    )
    problem.drop_outliers(rough.x)
    fine = least_squares(
        problem.residuals, rough.x, x_scale=problem.scale, ftol=_ENOUGH, xtol=_ENOUGH, max_nfev=_LIMIT_EVALUATIONS
    )
    return problem.answer(np.asarray(fine.x), np.asarray(fine.jac))


def turned(rotation: F64, vector_rad: F64) -> F64:
    """A rotation followed by a small turn."""
    small, _ = cv2.Rodrigues(np.asarray(vector_rad, np.float64))
    return np.asarray(small @ rotation, np.float64)


def moved(camera: Camera, change: F64) -> Camera:
    """A camera with `CAMERA_PARAMETERS` changed by (10,)."""
    matrix = camera.matrix.copy()
    matrix[[0, 1], [0, 1]] *= np.exp(change[6])
    matrix[:2, 2] += change[7:9]
    distortion = camera.distortion.copy()
    distortion[0] += change[9]
    return Camera(
        camera.size_px,
        matrix,
        distortion,
        turned(camera.rotation, change[:3]),
        camera.translation_mm + change[3:6],
    )


class _Problem:
    """Packing, residuals and unpacking."""

    def __init__(
        self,
        starts: Mapping[str, Start],
        seen: Mapping[str, Sightings],
        points: Points,
        shape: TableShape | None,
        assumed: Assumed,
    ) -> None:
        self.names = list(starts)
        self.base = {name: start.plain() for name, start in starts.items()}
        self.lenses = {name: start.lens for name, start in starts.items()}
        self.seen = dict(seen)
        self.prior = points
        self.shape = shape
        self.assumed = assumed
        own_starts = [np.concatenate([np.zeros(6), start.lens_change]) for start in starts.values()]
        self.start = np.concatenate([*own_starts, points.mm.ravel(), np.zeros(_SIZES)])
        own = [0.01, 0.01, 0.01, 10.0, 10.0, 10.0, 0.01, 5.0, 5.0, 0.02]
        self.scale = np.concatenate([np.tile(own, len(starts)), np.minimum(points.sd_mm, 50.0).ravel(), [5.0, 5.0]])
        self.dropped = 0
        self.kept_points: dict[str, Mask] = {n: np.ones(len(s.px), bool) for n, s in seen.items()}
        self.kept_edges: dict[str, Mask] = {n: np.ones(len(s.edge_px), bool) for n, s in seen.items()}
        self.kept_sitting: dict[str, Mask] = {n: np.ones(s.sitting_px.shape[:2], bool) for n, s in seen.items()}
        self._roll = {name: roll_rad(camera.rotation) for name, camera in self.base.items()}
        first = next(iter(self.base.values()))
        self._azimuth = azimuth_rad(first)

    def unpacked(self, x: F64) -> tuple[dict[str, Camera], F64, TableShape | None]:
        cameras = {
            name: moved(self.base[name], x[k * _PER_CAMERA : (k + 1) * _PER_CAMERA])
            for k, name in enumerate(self.names)
        }
        points = x[len(self.names) * _PER_CAMERA : -_SIZES].reshape(-1, 3)
        return cameras, points, self._sized(x[-_SIZES:])

    def _sized(self, change_mm: F64) -> TableShape | None:
        if self.shape is None:
            return None
        by = np.clip(change_mm, -200.0, 200.0)
        if self.shape.kind is TableKind.ROUND:
            by = np.array([by[0], by[0]])
        return replace(
            self.shape, length_mm=self.shape.length_mm + float(by[0]), width_mm=self.shape.width_mm + float(by[1])
        )

    def residuals(self, x: F64) -> F64:
        cameras, points, shape = self.unpacked(x)
        parts = [part for name in self.names for part in self._of_camera(name, cameras[name], points, shape)]
        parts += self._priors(x, cameras, points)
        return np.concatenate(parts)

    def _of_camera(self, name: str, camera: Camera, points: F64, shape: TableShape | None) -> list[F64]:
        seen = self.seen.get(name)
        if seen is None:
            return []
        parts = []
        if len(seen.px):
            missed = (seen.px - camera.project(points[seen.point])) / seen.sd_px[:, None]
            missed[~np.isfinite(missed)] = _FAR_PX
            parts.append((missed * self.kept_points[name][:, None]).ravel())
        if len(seen.edge_px) and shape is not None:
            off = edge_residual_px(camera, shape, seen.edge_px)
            kept = self.kept_edges[name]
            parts.append(off * kept / self._edge_sd_px(name))
        if len(seen.sitting_px) and shape is not None:
            parts.append((sitting_misfit(camera, shape, seen.sitting_px) * self.kept_sitting[name]).ravel())
        return parts

    def _edge_sd_px(self, name: str) -> float:
        """Pixels of one edge err together: as many as there are count as few, so their weight is bounded."""
        count = max(int(self.kept_edges[name].sum()), 1)
        single = self.seen[name].edge_sd_px
        return float(np.hypot(single, self.assumed.edge_systematic_px * np.sqrt(count / 12)))

    def _priors(self, x: F64, cameras: Mapping[str, Camera], points: F64) -> list[F64]:
        parts = [((points - self.prior.mm) / self.prior.sd_mm).ravel(), x[-_SIZES:] / self.assumed.size_sd_mm]
        for k, name in enumerate(self.names):
            own, lens = x[k * _PER_CAMERA : (k + 1) * _PER_CAMERA], self.lenses[name]
            spread = [lens.focal_sd_share, lens.centre_sd_px, lens.centre_sd_px, lens.k1_sd]
            parts.append(own[6:] / np.maximum(spread, 1e-9))
            turn_sd, shift_sd = self.assumed.pose_sd  # wide ones only see to it that nothing is wholly free
            parts.append(own[:6] / np.repeat([turn_sd, shift_sd], 3))
            if self.assumed.roll_sd_deg is not None:
                parts.append(np.array([roll_rad(cameras[name].rotation) / np.radians(self.assumed.roll_sd_deg)]))
        if self.assumed.fix_turn:
            off = azimuth_rad(cameras[self.names[0]]) - self._azimuth
            parts.append(np.array([np.arctan2(np.sin(off), np.cos(off)) / 1e-5]))
        return parts

    def drop_outliers(self, x: F64) -> None:
        """Leave out what misses by far; the scale of a camera's misses is its own median."""
        cameras, points, shape = self.unpacked(x)
        for name, seen in self.seen.items():
            if len(seen.px):
                miss = np.hypot(*(seen.px - cameras[name].project(points[seen.point])).T) / seen.sd_px
                miss = np.where(np.isfinite(miss), miss, np.inf)
                self.kept_points[name] = _kept(miss, 1.18, self.kept_points[name])
            if len(seen.edge_px) and shape is not None:
                off = np.abs(edge_residual_px(cameras[name], shape, seen.edge_px)) / seen.edge_sd_px
                self.kept_edges[name] = _kept(off, 0.675, self.kept_edges[name])
            if len(seen.sitting_px) and shape is not None:
                self.kept_sitting[name] = np.abs(sitting_misfit(cameras[name], shape, seen.sitting_px)) < _OUTLIER
        self.dropped = sum(int((~kept).sum()) for kept in (*self.kept_points.values(), *self.kept_edges.values()))

    def answer(self, x: F64, jacobian: F64) -> Refined:
        cameras, points, shape = self.unpacked(x)
        residuals = self.residuals(x)
        inverse: F64 = np.asarray(np.linalg.pinv(jacobian.T @ jacobian, hermitian=True), np.float64)
        freedom = max(int((residuals != 0).sum()) - len(x), 1)
        covariance = inverse * max(1.0, float(residuals @ residuals) / freedom)
        count = len(self.names) * _PER_CAMERA
        spread = np.sqrt(np.maximum(np.diag(covariance)[count:-_SIZES], 0)).reshape(-1, 3)
        missed = {name: self._rms_px(name, cameras[name], points, shape) for name in self.names if name in self.seen}
        return Refined(cameras, points, spread, shape, np.asarray(covariance[:count, :count]), missed, self.dropped)

    def _rms_px(self, name: str, camera: Camera, points: F64, shape: TableShape | None) -> float:
        seen, squares = self.seen[name], []
        if len(seen.px):
            off = seen.px - camera.project(points[seen.point])
            squares.append((off**2).sum(axis=1)[self.kept_points[name]])
        if len(seen.edge_px) and shape is not None:
            squares.append(edge_residual_px(camera, shape, seen.edge_px)[self.kept_edges[name]] ** 2)
        every = np.concatenate(squares) if squares else np.zeros(0)
        return float(np.sqrt(every.mean())) if len(every) else 0.0


def _kept(miss: F64, median_of_normal: float, before: Mask) -> Mask:
    scale = max(1.0, float(np.median(miss[before])) / median_of_normal) if before.any() else 1.0
    kept: Mask = before & (miss < _OUTLIER * scale)
    return kept if kept.sum() >= min(4, before.sum()) else before


def edge_residual_px(camera: Camera, shape: TableShape, edge_px: F64) -> F64:
    """(E,) how far pixels lie from the picture of the table's edge, outside positive, to first order."""
    step = 0.5
    places = np.concatenate([edge_px, edge_px + np.array([step, 0.0]), edge_px + np.array([0.0, step])])
    apart = shape.outside_mm(camera.on_plane(places)[:, :2]).reshape(3, -1)
    slope = np.hypot(apart[1] - apart[0], apart[2] - apart[0]) / step
    with np.errstate(divide="ignore", invalid="ignore"):
        off = apart[0] / slope
    return np.asarray(np.where(np.isfinite(off), np.clip(off, -_FAR_PX, _FAR_PX), _FAR_PX))


def sitting_misfit(camera: Camera, shape: TableShape, sitting_px: F64) -> F64:
    """(H, 2) standard deviations by which heads and necks are nearer to the table's edge than people sit, or further."""
    off = []
    for column, height, outside in ((0, SITTING_HEAD_MM, HEAD_OUTSIDE_MM), (1, SITTING_NECK_MM, NECK_OUTSIDE_MM)):
        place = camera.on_plane(sitting_px[:, column], height)[:, :2]
        off.append((shape.outside_mm(place) - outside) / SITTING_OUTSIDE_SD_MM)
    return np.asarray(np.clip(np.nan_to_num(np.stack(off, axis=1), nan=_FAR_PX), -_FAR_PX, _FAR_PX))


def roll_rad(rotation: F64) -> float:
    """How far a camera is turned about its own axis; 0 when its picture's verticals are the room's."""
    return float(np.arctan2(-rotation[0, 2], -rotation[1, 2]))


def azimuth_rad(camera: Camera) -> float:
    """Direction in which the camera stands, seen from the table's middle."""
    x, y, _ = camera.position_mm
    return float(np.arctan2(y, x))


def no_points() -> Points:
    return Points(np.empty((0, 3)), np.empty((0, 3)))


def joined(parts: Sequence[Points]) -> Points:
    return Points(np.concatenate([part.mm for part in parts]), np.concatenate([part.sd_mm for part in parts]))
