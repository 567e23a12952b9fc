"""Which camera each file is from; what cannot be matched is refused, and what is in no picture is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.ruleset import load_rules
from tests.vision.recordings import recorded_game, seats_json, write_segment
from ui.cli import main
from ui.commands.audit import unseen_lines
from ui.session.audit import read_table
from ui.session.named_files import MoreFilesThanCameras, TwoFilesOneCamera, cameras_of, open_named
from ui.words import Words

CAMERAS = ("cam1", "cam2", "cam10")


def named(*files: str) -> tuple[str, ...]:
    return tuple(str(camera) for camera in cameras_of([Path(file) for file in files], CAMERAS))


def test_a_file_that_begins_with_a_cameras_name_is_that_cameras() -> None:
    assert named("a/cam2_final.mkv", "b/cam1.mp4") == ("cam2", "cam1")
    assert named("cam10.mp4") == ("cam10",)


def test_other_files_go_to_the_cameras_left_in_order() -> None:
    assert named("left.mp4", "right.mp4") == ("cam1", "cam2")
    assert named("left.mp4", "cam1.mp4") == ("cam2", "cam1")


def test_more_files_than_cameras_are_refused() -> None:
    with pytest.raises(MoreFilesThanCameras, match="cam1, cam2, cam10"):
        named("a.mp4", "b.mp4", "c.mp4", "d.mp4")
    with pytest.raises(MoreFilesThanCameras):
        named("a.mp4", "a.mp4")


def test_two_files_of_one_camera_are_refused() -> None:
    with pytest.raises(TwoFilesOneCamera, match="cam1"):
        named("cam1_a.mp4", "cam1_b.mp4")


def two_cameras(folder: Path) -> Path:
    """Seats 1…5 before the first camera, 6…10 before the second."""
    one = json.loads(seats_json())
    cameras = {
        name: {"image_size": one["image_size"], "seats": [seat for seat in one["seats"] if low <= seat["seat"] <= high]}
        for name, low, high in (("cam1", 1, 5), ("cam2", 6, 10))
    }
    path = folder / "two.json"
    path.write_text(json.dumps({"schema": 1, "cameras": cameras}), encoding="utf-8")
    return path


def test_a_camera_without_a_file_is_said_with_the_seats_that_nobody_sees(tmp_path: Path) -> None:
    video = tmp_path / "cam1.mkv"
    write_segment(video, list(range(0, 400, 40)))
    seats = two_cameras(tmp_path)
    table = read_table(open_named([video], seats), seats, None, load_rules("b"))
    told = " ".join(unseen_lines(table, Words("en")))
    assert "cam2" in told
    assert "seats 6–10" in told
    assert "No timeline" in told


def test_three_files_for_two_cameras_start_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = []
    for name in ("a", "b", "c"):
        files.append(str(tmp_path / f"{name}.mkv"))
        write_segment(Path(files[-1]), [0, 40])
    arguments = [*files, "--seats", str(two_cameras(tmp_path)), "--language", "en"]
    assert main(["audit", *arguments, "--out", str(tmp_path / "out")]) == 2
    assert main(["watch", *arguments]) == 2
    assert capfd.readouterr().err.count("3 files were named, but the seats file has only the cameras cam1, cam2") == 2


def test_a_picture_of_one_of_several_cameras_must_be_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    video, seats = tmp_path / "picture.mkv", two_cameras(tmp_path)
    write_segment(video, [0, 40])
    asked = ["--language", "en", "inspect", str(video), "--seats", str(seats)]
    assert main(asked) == 2
    assert main([*asked, "--camera", "cam3"]) == 2
    told = capfd.readouterr().err.splitlines()
    assert "cam1, cam2" in told[0]
    assert "cam3" in told[1]
    assert len(told) == 2


@pytest.mark.parametrize("command", ["audit", "watch", "inspect"])
def test_a_folder_that_is_no_game_is_told_so(command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    more = ["--out", str(tmp_path / "out")] if command == "audit" else []
    (tmp_path / "holiday").mkdir()
    assert main(["--language", "en", command, str(tmp_path / "holiday"), *more]) == 2
    told = capfd.readouterr().err
    assert "folder" in told
    assert "no file" not in told.lower()


def test_a_games_folder_among_files_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    game = recorded_game(tmp_path / "game", until_ms=400)
    video = tmp_path / "x.mkv"
    write_segment(video, [0, 40])
    assert main(["--language", "en", "audit", str(game), str(video), "--out", str(tmp_path / "out")]) == 2
    assert "alone" in capfd.readouterr().err
