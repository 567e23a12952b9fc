"""From the command line to a game: what `table-monitor` does with these settings, and what the recording keeps of them."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import ClassVar

import pytest

from calibration.calibration_file import CalibrationFile, CameraCalibration
from tests.ui.setup_screens import complete
from ui.cli import EXIT_BAD_INPUT, main
from ui.commands import start
from ui.commands.demo import demo_folder
from ui.session.kept_seats import keep_seats
from ui.settings import VARIABLE, write_settings
from ui.setup.probe import CameraProbe
from ui.words import Words
from vision.clock import MachineClock
from vision.recording.recorder import Recorder
from vision.recording.recorder_order import RecorderOrder
from vision.recording.session_file import read_session


@pytest.fixture
def settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test's settings are; there is no display."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    path = tmp_path / "settings.json"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


def test_without_cameras_the_demo_game_is_played(settings_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []

    def demo(_words: Words, **how: object) -> int:
        asked.append(how)
        return 0

    monkeypatch.setattr(start, "demo", demo)
    assert start.start(Words("en")) == 0
    assert asked == [{"headless": False, "out": None}]


@pytest.mark.parametrize("arguments", [[], ["setup"]])
def test_without_a_display_one_sentence_says_what_works(
    settings_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    write_settings(complete(tmp_path), settings_file)
    assert main(["--language", "en", *arguments]) == EXIT_BAD_INPUT
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "watch" in said


def test_a_mistyped_setting_is_one_sentence_with_the_nearest(
    settings_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings_file.write_text(json.dumps({"schema": 1, "ruls": "b"}), encoding="utf-8")
    assert main(["--language", "en"]) == EXIT_BAD_INPUT
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "rules" in said
    assert str(settings_file) in said


def test_the_recording_keeps_answers_and_consent(tmp_path: Path) -> None:
    film = str(demo_folder() / "cam1_000.mkv")
    order = RecorderOrder(
        (film,), tmp_path / "game", "test", rules="b", answers=(("lift_max", 3),), consent="2026-11-30"
    )
    Recorder(order, MachineClock())
    session = read_session(tmp_path / "game")
    assert (session.rules, session.answers, session.consent) == ("b", {"lift_max": 3}, "2026-11-30")


def test_a_source_that_cannot_be_is_told_without_opening_anything() -> None:
    probe = CameraProbe("test")
    probe.begin(("/nowhere/film.mp4", "udp://0.0.0.0:5000"))
    found = probe.found()
    assert [one.fault is not None for one in found] == [True, True]
    assert not any(one.works for one in found)
    probe.end()


def test_sources_are_looked_at_by_a_recorder_that_keeps_nothing(tmp_path: Path) -> None:
    film = str(demo_folder() / "cam1_000.mkv")
    probe = CameraProbe("test")
    probe.begin((film, str(tmp_path / "none.mp4")))
    clock = MachineClock()
    until_ns = clock.now_ns() + 60_000_000_000
    while not probe.found()[0].works and clock.now_ns() < until_ns:
        clock.sleep_until(clock.now_ns() + 50_000_000)
    first, second = probe.found()
    probe.end()
    assert first.works
    assert first.size_px == (1280, 720)
    assert first.fault is None
    assert second.fault is not None
    assert list(tmp_path.iterdir()) == []


def test_a_live_game_keeps_where_everything_was(tmp_path: Path) -> None:
    seats = tmp_path / "mine.json"
    seats.write_text("{}", encoding="utf-8")
    (tmp_path / "mine_cam1.jpg").write_bytes(b"picture")
    game = tmp_path / "game"
    game.mkdir()
    keep_seats(seats, None, game)
    assert [path.name for path in game.iterdir()] == ["seats.json"]
    camera = CameraCalibration.model_construct(reference_picture="mine_cam1.jpg")
    gone = CameraCalibration.model_construct(reference_picture="gone.jpg")
    keep_seats(seats, CalibrationFile.model_construct(cameras={"cam1": camera, "cam2": gone}), game)
    assert sorted(path.name for path in game.iterdir()) == ["calibration.json", "mine_cam1.jpg", "seats.json"]


class SlowKeeper:
    """A recorder that takes as long to begin as the test says."""

    opened: ClassVar[list[tuple[str, ...]]] = []
    stopped: ClassVar[list[tuple[str, ...]]] = []
    may_begin: ClassVar[threading.Event]
    changed: ClassVar[threading.Event]
    status = None

    def __init__(self, order: RecorderOrder, _clock: object) -> None:
        self.sources = order.sources

    def start(self) -> None:
        self.opened.append(self.sources)
        self.changed.set()
        assert self.may_begin.wait(30)

    def stop(self) -> None:
        self.stopped.append(self.sources)


def test_choosing_is_never_held_up_and_only_the_last_choice_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    SlowKeeper.opened, SlowKeeper.stopped = [], []
    SlowKeeper.may_begin, SlowKeeper.changed = threading.Event(), threading.Event()
    monkeypatch.setattr("ui.setup.probe.RecorderKeeper", SlowKeeper)
    probe = CameraProbe("test")
    probe.begin(("0",))
    assert SlowKeeper.changed.wait(30)
    SlowKeeper.changed.clear()
    probe.begin(("0", "1"))
    probe.begin(("0", "1", "2"))
    assert len(probe.found()) == 3
    assert not any(one.pictures or one.fault for one in probe.found())
    SlowKeeper.may_begin.set()
    assert SlowKeeper.changed.wait(30)
    probe.end()
    assert SlowKeeper.opened == [("0",), ("0", "1", "2")]
    assert SlowKeeper.stopped == SlowKeeper.opened
    assert probe.found() == ()
