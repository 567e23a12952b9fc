"""Films a stage: pictures drawn, spoilt as a sensor spoils them, and encoded into the segments of a game folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

import av
import cv2
import numpy as np

from tests.synth.camera import Camera
from tests.synth.exposures import Exposure, exposures
from tests.synth.geometry import F32, U8
from tests.synth.raster import Raster
from tests.synth.scenario import CameraSpec
from tests.synth.sensor import Sensor
from tests.synth.stage import Stage, camera_of
from vision.recording.times_file import GapRow, PictureTime, write_times

TIME_BASE: Final = Fraction(1, 1000)
"""Matroska counts milliseconds; exact times are in the times file."""
_ROLL_STEP_S: Final = 0.004
_ROLL_ROWS: Final = 8
_NEAREST_M: Final = 1.5
_STILL_PX: Final = 0.8
"""Below this movement within the exposure, one picture is as good as several."""


@dataclass(frozen=True, slots=True)
class FilmOptions:
    """How much to spend."""

    scale: float = 1.0
    supersample: float = 1.25  # drawn larger by this and averaged down
    blur: bool = True  # motion blur where the scenario asks for it
    segment_s: float = 30.0
    key_every_s: float = 4.0
    preset: str = "slow"


Progress = Callable[[int, int], None]


def film(stage: Stage, spec: CameraSpec, folder: Path, options: FilmOptions, progress: Progress | None = None) -> None:
    """Write one camera's segments and times file; segments already there are kept, so a stopped render resumes."""
    taken, lost = exposures(stage, spec)
    camera = camera_of(spec, options.scale)
    raster = Raster(stage.table, stage.room, stage.places, stage.figures)
    sensor = Sensor(spec.sensor, camera, stage.scenario.seed * 10 + sum(map(ord, spec.id)))
    rows: list[PictureTime | GapRow] = []
    done = 0
    for number, part in enumerate(_segments(taken, options.segment_s)):
        path = folder / f"{spec.id}_{number:03d}.mkv"
        rows += [_row(shot, number, part[0], spec) for shot in part]
        if not path.exists():
            with _Encoder(path, camera, spec, options) as encoder:
                before: U8 | None = None
                for shot in part:
                    picture = (
                        before
                        if shot.repeats and before is not None
                        else sensor.picture(_shoot(stage, raster, camera, spec, shot, options), shot.seq, shot.t_s)
                    )
                    encoder.put(picture, _pts(shot, part[0]))
                    before = picture
                    if progress:
                        progress(done + shot.seq - part[0].seq, len(taken))
        done += len(part)
    rows += [GapRow(gap.stamped_ns, _segment_of(rows, gap.stamped_ns), f"dropped {gap.count}") for gap in lost]
    rows.sort(key=lambda row: row.t_ns)
    write_times(folder / f"{spec.id}_times.csv", rows)


def one_picture(stage: Stage, raster: Raster, spec: CameraSpec, t_s: float, options: FilmOptions) -> U8:
    """A clean picture at one time, without sensor or encoding."""
    return _drawn(stage, raster, camera_of(spec, options.scale), t_s, options)


def _shoot(
    stage: Stage, raster: Raster, camera: Camera, spec: CameraSpec, shot: Exposure, options: FilmOptions
) -> F32 | U8:
    """One picture with motion blur and, where asked for, rolling shutter.

    A moving picture is the mean of several over the exposure, each a part of a pixel aside: that smooths edges too,
    so it is not drawn larger.
    """
    wanted = spec.sensor
    exposure = wanted.exposure_ms / 1000
    if wanted.readout_ms:
        return _rolled(stage, raster, camera, spec, shot.t_s, options)
    count = wanted.blur_samples if options.blur else 1
    if count > 1 and _hands_move(stage, camera, shot.t_s, exposure):
        times = [shot.t_s + exposure * ((k + 0.5) / count - 0.5) for k in range(count)]
        aside = [camera.aside((k + 0.5) / count - 0.5) for k in range(count)]
        drawn = [raster.draw(stage.solved(t), [c], stage.light(t))[0] for t, c in zip(times, aside, strict=True)]
        return np.asarray(np.mean(drawn, axis=0, dtype=np.float32))
    return _drawn(stage, raster, camera, shot.t_s, options)


def _drawn(stage: Stage, raster: Raster, camera: Camera, t_s: float, options: FilmOptions) -> U8:
    large = camera.enlarged(options.supersample)
    picture = raster.draw(stage.solved(t_s), [large], stage.light(t_s))[0]
    if options.supersample == 1.0:
        return picture
    return np.asarray(cv2.resize(picture, camera.size_px, interpolation=cv2.INTER_AREA), np.uint8)


def _rolled(stage: Stage, raster: Raster, camera: Camera, spec: CameraSpec, t_s: float, options: FilmOptions) -> F32:
    """Rows taken one after another; the middle row's exposure is centred on `t_s`."""
    wanted = spec.sensor
    height = camera.size_px[1]
    readout, exposure = wanted.readout_ms / 1000, wanted.exposure_ms / 1000
    steps = max(2, round((readout + exposure) / _ROLL_STEP_S))
    at = t_s + (readout + exposure) * (np.arange(steps) / (steps - 1) - 0.5)
    drawn = [_drawn(stage, raster, camera, float(t), options) for t in at]
    out = np.zeros(drawn[0].shape, np.float32)
    for y0 in range(0, height, _ROLL_ROWS):
        centre = t_s + readout * ((y0 + _ROLL_ROWS / 2) / height - 0.5)
        weight = np.clip(1 - np.abs(at - centre) / (exposure / 2 + _ROLL_STEP_S), 0, None)
        rows = slice(y0, y0 + _ROLL_ROWS)
        out[rows] = sum(w * d[rows] for w, d in zip(weight / weight.sum(), drawn, strict=True) if w > 0)
    return out


def _hands_move(stage: Stage, camera: Camera, t_s: float, exposure_s: float) -> bool:
    """Whether any hand moves visibly within the exposure; heads and bodies are never as fast."""
    still_m = _STILL_PX * _NEAREST_M / camera.focal_px
    for actor in stage.actors.values():
        for track in actor.hands.values():
            early, late = track.wrist_at(t_s - exposure_s / 2), track.wrist_at(t_s + exposure_s / 2)
            if np.linalg.norm(late - early) > still_m:
                return True
    return False


def _segments(taken: list[Exposure], length_s: float) -> Iterator[list[Exposure]]:
    part: list[Exposure] = []
    for shot in taken:
        if part and shot.stamped_ns - part[0].stamped_ns >= length_s * 1e9:
            yield part
            part = []
        part.append(shot)
    yield part


def _pts(shot: Exposure, first: Exposure) -> int:
    return round((shot.stamped_ns - first.stamped_ns) / 1e6)


def _row(shot: Exposure, segment: int, first: Exposure, spec: CameraSpec) -> PictureTime:
    return PictureTime(shot.seq, shot.stamped_ns, _pts(shot, first), segment, round(spec.sensor.exposure_ms * 1e6))


def _segment_of(rows: list[PictureTime | GapRow], t_ns: int) -> int:
    before = [row.segment for row in rows if row.t_ns <= t_ns]
    return before[-1] if before else 0


class _Encoder:
    """One segment; written under another name until it is complete."""

    def __init__(self, path: Path, camera: Camera, spec: CameraSpec, options: FilmOptions) -> None:
        self._path, self._open = path, path.with_suffix(".mkv.writing")
        self._container = av.open(str(self._open), "w", format="matroska")
        width, height = camera.size_px
        if spec.codec == "h264":
            settings = {"crf": str(spec.crf), "preset": options.preset, "x264-params": "bframes=0:threads=1"}
            stream = self._container.add_stream("libx264", rate=30, options=settings)
            stream.pix_fmt = "yuv420p"
        else:
            stream = self._container.add_stream("mjpeg", rate=30, options={"q": "6"})
            stream.pix_fmt = "yuvj420p"
        stream.width, stream.height = width, height
        stream.time_base = stream.codec_context.time_base = TIME_BASE
        stream.codec_context.gop_size = 600
        stream.codec_context.thread_count = 1
        self._stream, self._key_every_ms, self._last_key = stream, options.key_every_s * 1000, -1e9

    def __enter__(self) -> _Encoder:
        return self

    def put(self, picture: U8, pts: int) -> None:
        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="rgb24")
        frame.pts, frame.time_base = pts, TIME_BASE
        if pts - self._last_key >= self._key_every_ms:
            frame.pict_type = av.video.frame.PictureType.I
            self._last_key = pts
        for packet in self._stream.encode(frame):
            self._container.mux(packet)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            for packet in self._stream.encode(None):
                self._container.mux(packet)
        self._container.close()
        if kind is None:
            self._open.replace(self._path)
