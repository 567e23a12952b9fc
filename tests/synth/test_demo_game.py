"""The demo game that ships, and the small variant: whole, in step with their scenarios, and with the planted acts."""

from __future__ import annotations

import json
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from calibration.seats_file import check_game_seats, read_seats
from engine.seats import Seat
from engine.timeline import read_timeline
from tests.synth.film import FilmOptions, one_picture
from tests.synth.raster import Raster
from tests.synth.recorded import host_timeline
from tests.synth.scenario import read_scenario
from tests.synth.stage import Stage, set_stage
from tests.synth.touches import touches_of
from vision.recording.session_file import read_session
from vision.recording.times_file import read_times

ROOT = Path(__file__).parents[2]
GAMES = {"demo": ROOT / "ui" / "demo_game", "demo_b": ROOT / "tests" / "recordings" / "demo_b"}
LARGEST_BYTES = {"demo": 12_000_000, "demo_b": 4_500_000}
PLANTED = {
    "demo": {("eyes_open", 5), ("contact", 9), ("lift", 3), ("touch_down", 7), ("hand_held_past_word", 10)},
    "demo_b": {("eyes_open", 10), ("contact", 4), ("lift", 8), ("touch_down", 2), ("hand_held_past_word", 5)},
}


@pytest.fixture(scope="module", params=sorted(GAMES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def stage(name: str) -> Stage:
    return set_stage(read_scenario(Path(__file__).parent / "scenarios" / f"{name}.toml"))


@pytest.fixture(scope="module")
def truth(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (GAMES[name] / "truth.jsonl").read_text(encoding="utf-8").splitlines()]


def test_it_is_small_enough_to_ship(name: str) -> None:
    assert sum(path.stat().st_size for path in GAMES[name].iterdir()) <= LARGEST_BYTES[name]


def test_its_session_says_that_it_is_synthetic(name: str) -> None:
    session = read_session(GAMES[name])
    assert session.synthetic
    assert session.rules == "a"


def test_all_ten_seats_are_drawn(name: str) -> None:
    seats = read_seats(GAMES[name] / "seats.json")
    check_game_seats(seats)
    assert all(region.head and region.table_strip for camera in seats.cameras.values() for region in camera.seats)


def test_the_timeline_is_what_a_host_would_have_entered(name: str, stage: Stage) -> None:
    entries = read_timeline((GAMES[name] / "timeline.jsonl").read_text(encoding="utf-8"))
    assert list(entries) == sorted(host_timeline(stage), key=lambda entry: entry.t)
    assert [entry.word for entry in entries if entry.word] == ["спасибо"] * 3


def test_exactly_the_planted_acts_are_expected(name: str, truth: list[dict[str, object]]) -> None:
    assert {(line["cue"], line["subject"]) for line in truth if line.get("kind") == "expected"} == PLANTED[name]


def test_the_vote_has_three_candidates_and_one_who_does_not_vote(truth: list[dict[str, object]]) -> None:
    calls = [line for line in truth if line.get("kind") == "call"]
    first_call = calls[0]["t"][0]  # type: ignore[index]
    voters = {line["subject"] for line in truth if line.get("kind") == "hand" and line["start"][0] > first_call}  # type: ignore[index]
    assert len(calls) == 3
    assert len(voters) == 8  # one hovers and one does nothing


def test_stored_touches_are_those_of_the_scenario(name: str, stage: Stage, truth: list[dict[str, object]]) -> None:
    """Truth is made from the scenario alone, so a change of one without the other shows; one voter stands for all."""
    voter = next(who for cue, who in PLANTED[name] if cue == "touch_down")
    measured = [round(t.from_s * 1e6) * 1000 for t in touches_of(stage, stage.actors[Seat(voter)], "R")]
    stored = [
        line["start"][0]  # type: ignore[index]
        for line in truth
        if line.get("kind") == "hand" and (line["subject"], line["side"]) == (voter, "right")
    ]
    assert measured == pytest.approx(stored, abs=2_000)


def test_every_listed_picture_is_in_its_segment(name: str) -> None:
    for camera in read_session(GAMES[name]).cameras:
        pictures, gaps = read_times(GAMES[name] / f"{camera}_times.csv")
        assert gaps == ()
        for segment in sorted({picture.segment for picture in pictures}):
            with av.open(str(GAMES[name] / f"{camera}_{segment:03d}.mkv")) as container:
                found = sorted(packet.pts for packet in container.demux(video=0) if packet.pts is not None)
            assert found == [picture.pts for picture in pictures if picture.segment == segment]


def test_pictures_show_what_the_scenario_says(name: str, stage: Stage) -> None:
    """The first picture of the last segment, drawn again, is the stored one but for noise and compression."""
    options = FilmOptions(supersample=1.0, blur=False)
    raster = Raster(stage.table, stage.room, stage.places, stage.figures)
    for spec in stage.scenario.camera:
        pictures, _ = read_times(GAMES[name] / f"{spec.id}_times.csv")
        last = max(picture.segment for picture in pictures)
        first = next(picture for picture in pictures if picture.segment == last)
        with av.open(str(GAMES[name] / f"{spec.id}_{last:03d}.mkv")) as container:
            stored = next(container.decode(video=0)).to_ndarray(format="rgb24")
        drawn = one_picture(stage, raster, spec, first.t_ns / 1e9, options)
        assert cv2.PSNR(np.ascontiguousarray(drawn), stored) > 26


def test_the_sound_lasts_as_long_as_the_game(name: str, stage: Stage) -> None:
    with av.open(str(GAMES[name] / "audio_000.flac")) as container:
        samples = sum(frame.samples for frame in container.decode(audio=0))
    assert samples == pytest.approx(stage.scenario.duration_s * stage.scenario.sound.rate_hz, abs=2)
