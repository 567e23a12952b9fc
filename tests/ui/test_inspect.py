"""`inspect`: one picture, and never more said than was looked for."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from engine.codes import Eyes, Mask
from engine.cues import CameraId
from engine.seats import Seat
from models.fake import fake_networks
from tests.vision.recordings import seats_json, write_segment
from ui.cli import main
from ui.evidence.drawing import PictureNotWritten, draw_inspection, write_png
from vision.eye_state import EyeThresholds
from vision.frames import ImageU8
from vision.head import head_seen
from vision.inspection import SeatInspected, inspect_seat
from vision.observation import FaceSeen, Observation
from vision.perception.crops import SeatCrop


def seen(skin_01: float) -> Mask:
    """The mask that is told of a face with this share of skin round open eyes."""
    face = FaceSeen(0.99, 0.99, (10, 10, 60, 60), 0.0, 0.0, skin_01, 0.5, (0.4, 0.4), (30.0, 30.0))
    crop = SeatCrop(Seat(1), np.asarray([[0, 0], [90, 0], [90, 90], [0, 90]], np.float32), None, None)
    looked = frozenset({"body", "hands", "face", "eyes"})
    return inspect_seat(Observation(Seat(1), CameraId("cam1"), 0, looked, face=face), crop, EyeThresholds()).mask


def test_a_mask_that_was_not_looked_for_is_not_seen_and_never_absent() -> None:
    assert {seen(skin / 20) for skin in range(21)} <= {Mask.ON_EYES, Mask.NOT_VISIBLE}
    assert seen(1.0) is Mask.NOT_VISIBLE


@pytest.fixture
def picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("ui.commands.inspect.load_networks", lambda: fake_networks()[0])
    path = tmp_path / "cam2.mkv"
    write_segment(path, [0, 40])
    return path


def test_without_seats_the_one_seat_is_said_to_be_an_assumption(
    picture: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["--language", "en", "inspect", str(picture), "--json"]) == 0
    printed, said = capfd.readouterr()
    assert [seat["seat"] for seat in json.loads(printed)["seats"]] == [1]
    assert "--seats" in said


def test_the_seats_are_those_of_the_camera_in_the_pictures_name(
    picture: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    one = json.loads(seats_json())
    size, seats = one["image_size"], one["seats"]
    cameras = {"cam1": {"image_size": size, "seats": seats[:2]}, "cam2": {"image_size": size, "seats": seats[2:5]}}
    path = tmp_path / "seats.json"
    path.write_text(json.dumps({"schema": 1, "cameras": cameras}), encoding="utf-8")
    for more, expected in (([], [3, 4, 5]), (["--camera", "cam1"], [1, 2])):
        assert main(["inspect", str(picture), "--seats", str(path), "--json", *more]) == 0
        assert [seat["seat"] for seat in json.loads(capfd.readouterr().out)["seats"]] == expected


def drawn(eyes: Eyes) -> ImageU8:
    """What is drawn over a black picture for one face with such eyes."""
    image = np.zeros((540, 540, 3), np.uint8)
    crop = SeatCrop(Seat(7), np.asarray([[0, 0], [539, 0], [539, 539], [0, 539]], np.float32), None, None)
    face = FaceSeen(0.99, 0.99, (240, 200, 300, 280), 0.0, 0.0, 1.0, 0.5, (0.4, 0.4), (30.0, 30.0))
    seen = Observation(Seat(7), CameraId("cam1"), 0, frozenset({"face"}), face=face)
    told = SeatInspected(Seat(7), eyes, 1.0, Mask.NOT_VISIBLE, 0.0, head_seen(face, None), ())
    return draw_inspection(image, [crop], [seen], [told])


def test_the_number_stands_by_the_head_and_each_state_of_the_eyes_has_a_sign_of_its_own() -> None:
    pictures = [drawn(eyes)[160:196].tobytes() for eyes in Eyes]
    assert len(set(pictures)) == len(Eyes)
    assert drawn(Eyes.NOT_VISIBLE)[165:196, 240:300].any()  # just over the face
    assert not drawn(Eyes.CLOSED)[8:100, 8:-8].any()  # and nothing in the seat's corner


def test_a_drawing_that_cannot_be_written_leaves_the_earlier_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "seen.png"
    path.write_bytes(b"earlier")

    def full(*_: object) -> int:
        raise OSError("no space")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(PictureNotWritten):
        write_png(drawn(Eyes.OPEN), path)
    assert [file.name for file in tmp_path.iterdir()] == ["seen.png"]
    assert path.read_bytes() == b"earlier"
