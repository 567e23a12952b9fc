"""Filming: what is written reads back through the reader of real recordings; what was lost is a row; renders resume."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.cues import CameraId
from tests.synth.builders import scenario
from tests.synth.exposures import exposures
from tests.synth.film import FilmOptions, film
from tests.synth.scenario import Scenario
from tests.synth.stage import Stage, set_stage
from tests.synth.studio import folder_of
from vision.capture.game_folder import SegmentsSource
from vision.recording.times_file import read_times

TINY = FilmOptions(supersample=1.0, blur=False, segment_s=1.0, preset="ultrafast")


def filmed(loss: dict[str, float] | None = None, fps: float = 8.0, **camera: object) -> Scenario:
    """Two seconds of one camera the size of a stamp."""
    document = {
        "id": "cam1",
        "place_m": (0.2, -0.8, 1.7),
        "look_at_m": (0.1, 0.7, 0.95),
        "hfov_deg": 60,
        "size_px": (160, 96),
        "loss": loss or {},
        **camera,
    }
    return scenario(seats=(3,), duration_s=2.0, camera=[document], rate=[{"at": 0, "fps": fps}])


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> tuple[Stage, Path]:
    folder = tmp_path_factory.mktemp("filmed")
    stage = set_stage(filmed({"dropped": 0.2}))
    film(stage, stage.scenario.camera[0], folder, TINY)
    return stage, folder


def test_every_picture_comes_back_with_its_time(recording: tuple[Stage, Path]) -> None:
    stage, folder = recording
    taken, lost = exposures(stage, stage.scenario.camera[0])
    frames = list(SegmentsSource(folder, CameraId("cam1")).frames())
    assert [frame.t_ns for frame in frames] == [shot.stamped_ns for shot in taken]
    assert lost
    assert sum(gap.count for gap in lost) + len(frames) == 16
    assert all(frame.image.shape == (96, 160, 3) and frame.image.std() > 10 for frame in frames)


def test_lost_pictures_are_rows(recording: tuple[Stage, Path]) -> None:
    stage, folder = recording
    _, lost = exposures(stage, stage.scenario.camera[0])
    _, gaps = read_times(folder / "cam1_times.csv")
    assert [(gap.t_ns, gap.note) for gap in gaps] == [(gap.stamped_ns, f"dropped {gap.count}") for gap in lost]


def test_a_stopped_render_goes_on_where_it_stopped(recording: tuple[Stage, Path]) -> None:
    """Segments that are whole are kept; the missing one comes out as before."""
    stage, folder = recording
    first, second = sorted(folder.glob("cam1_*.mkv"))
    kept, made = first.stat().st_mtime_ns, second.read_bytes()
    second.unlink()
    film(stage, stage.scenario.camera[0], folder, TINY)
    assert first.stat().st_mtime_ns == kept
    assert len(second.read_bytes()) == len(made)
    assert not list(folder.glob("*.writing"))


def test_clock_offset_and_drift_change_the_stamps_only() -> None:
    stage = set_stage(filmed(clock_offset_ms=5.0, clock_drift_ppm=100.0))
    taken, _ = exposures(stage, stage.scenario.camera[0])
    late_ns = [shot.stamped_ns - shot.t_s * 1e9 for shot in taken]
    assert late_ns[0] == pytest.approx(5e6, abs=1)
    assert late_ns[-1] - late_ns[0] == pytest.approx(taken[-1].t_s * 1e5, rel=0.01)


def test_a_rolling_shutter_shears_what_moves(tmp_path: Path) -> None:
    """Rows are taken one after another, so a picture with a long readout differs where a hand is fast."""
    vote = [{"kind": "vote", "seat": 3, "at": 1.0, "lift": 1.8, "down_s": 0.3}]
    pictures = []
    for readout_ms in (0.0, 30.0):
        sensor = {"readout_ms": readout_ms, "exposure_ms": 2.0, "noise": 0.0}
        one = filmed(sensor=sensor, fps=10.0)
        stage = set_stage(one.model_copy(update={"act": vote, "windows": [(0.85, 0.95)]}))
        folder = tmp_path / str(readout_ms)
        folder.mkdir()
        film(stage, stage.scenario.camera[0], folder, TINY)
        pictures.append(next(iter(SegmentsSource(folder, CameraId("cam1")).frames())).image.astype(int))
    assert np.abs(pictures[0] - pictures[1]).max() > 25


def test_another_option_is_another_folder() -> None:
    one = filmed()
    assert folder_of(one, TINY) == folder_of(filmed(), TINY)
    assert folder_of(one, TINY) != folder_of(one, FilmOptions())
    assert folder_of(one, TINY) != folder_of(one.model_copy(update={"seed": 9}), TINY)
