"""Real pictures by others: what a person sees in them must come out, and nothing that is not there.

The clips' truth was made by eye (see the recordings' README); seats and strips were drawn by hand for these tests.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from calibration.json_file import parse_json
from calibration.seats_file import SCHEMA, SeatsFile, only_players
from engine.codes import CueKind, Side
from engine.cues import CameraId
from engine.intervals import NS_PER_S
from engine.no_rules import no_rules
from engine.seats import Seat, seats_of
from engine.situations import Chronicle
from engine.timeline import read_timeline
from models.networks import Networks
from tests.models.cached import cached_networks
from ui.session.audit import Audit, Findings, Table, look_at
from vision.capture.opening import open_recording
from vision.capture.video_file import VideoFileSource
from vision.observation import Observation, observations
from vision.perception.perceive import Perception
from vision.perception.wanted import Wanted
from vision.seats import seat_crops
from vision.tracks import HandId, HandRecord, rests_of

pytestmark = [pytest.mark.footage, pytest.mark.weights]


@pytest.fixture(scope="module")
def networks() -> Networks:
    return cached_networks()


def box(x0: float, y0: float, x1: float, y1: float) -> list[list[float]]:
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


def seats(size: tuple[int, int], regions: Sequence[dict[str, Any]]) -> SeatsFile:
    document = {"schema": 1, "image_size": size, "seats": list(regions)}
    return parse_json(json.dumps(document), Path("seats"), SeatsFile, SCHEMA)


def one_person(size: tuple[int, int], strip: list[list[float]]) -> SeatsFile:
    return seats(size, [{"seat": 1, "polygon": box(0, 0, *size), "table_strip": strip}])


CLASSROOM = seats(
    (480, 270),
    [
        {"seat": 1, "polygon": box(45, 130, 128, 250), "table_strip": [[30, 225], [172, 220], [165, 268], [5, 268]]},
        {
            "seat": 2,
            "polygon": box(272, 130, 362, 258),
            "table_strip": [[215, 218], [345, 215], [380, 258], [210, 268]],
        },
        {
            "seat": 3,
            "polygon": box(104, 112, 162, 190),
            "table_strip": [[110, 168], [180, 168], [178, 190], [118, 193]],
        },
        {
            "seat": 4,
            "polygon": box(208, 112, 270, 190),
            "table_strip": [[200, 170], [300, 168], [295, 190], [200, 192]],
        },
    ],
)
DARK_TABLE = one_person((600, 472), [[40, 110], [560, 110], [600, 290], [0, 290]])
FACE = one_person((480, 270), box(0, 250, 480, 269))
SIGNING = one_person((640, 480), box(0, 440, 640, 479))

DAY = ""
NIGHT = (
    '{"t": [0, 0], "kind": "night_cue", "source": "label"}\n{"t": [1, 1], "kind": "city_sleeps", "source": "label"}\n'
)


def vote(word_s: float, end_s: float) -> str:
    word = round(word_s * NS_PER_S)
    lines: list[dict[str, Any]] = [
        {"t": [0, 0], "kind": "vote_open"},
        {"t": [NS_PER_S // 5] * 2, "kind": "call", "candidate": 5},
        {"t": [word] * 2, "kind": "word", "start": [word] * 2, "end": [word + 4 * 10**8] * 2},
        {"t": [round(end_s * NS_PER_S)] * 2, "kind": "vote_close"},
    ]
    return "\n".join(json.dumps({**line, "source": "label"}) for line in lines) + "\n"


def audited(path: Path, where: SeatsFile, timeline: str, networks: Networks) -> Findings:
    recording = open_recording([path])
    chronicle = Chronicle(read_timeline(timeline), only_players(where.subjects))
    table = Table(where, {CameraId("cam1"): where.cameras["cam1"]}, chronicle, no_rules())
    return Audit(recording, table, look_at(recording, table, networks)).run()


def suggested(findings: Findings) -> list[tuple[CueKind, object]]:
    return [(s.kind, s.subject) for s in findings.suggestions if s.kind is not CueKind.NOT_OBSERVED]


def looks(
    path: Path, where: SeatsFile, networks: Networks, wanted: Wanted, every: int = 1
) -> list[tuple[Observation, ...]]:
    perception = Perception(networks, seat_crops(where.cameras["cam1"]))
    frames = VideoFileSource(path, CameraId("cam1")).frames()
    return [observations(frame, perception.perceive(frame.image, wanted)) for frame in frames if frame.seq % every == 0]


def test_two_hands_on_a_dark_table(footage: Path, networks: Networks) -> None:
    """Touch at picture 10 (left in the picture) and 8 (right), both on the table through 12-35, no lift before 36."""
    path = footage / "hands_table" / "hand1.gif"
    record = HandRecord()
    for picture in looks(path, DARK_TABLE, networks, Wanted(pose=seats_of([1]), hands=seats_of([1]))):
        for observation in picture:
            record.add(observation)
    for side, touch in ((Side.RIGHT, 10), (Side.LEFT, 8)):  # the player's own right is on the picture's left
        hand = HandId(CameraId("cam1"), Seat(1), side)
        rest = max(rests_of(hand, record.looks[hand]), key=lambda rest: len(rest.looks))
        first, last = (t_ns / 1e8 for t_ns in (rest.began.earliest_ns, rest.began.latest_ns))
        assert first <= touch <= last
        assert last - first <= 5
        assert rest.looks[0].t_ns <= 12e8
        assert rest.looks[-1].t_ns >= 34e8
    findings = audited(path, DARK_TABLE, vote(2.5, 4.0), networks)
    assert {CueKind.TOUCH_DOWN} == {cue.kind for cue in findings.cues}
    assert not suggested(findings)


def test_a_class_of_four_with_hands_on_their_tables(footage: Path, networks: Networks) -> None:
    path = footage / "people_seated" / "classroom.gif"
    everyone = seats_of([1, 2, 3, 4])
    pictures = looks(path, CLASSROOM, networks, Wanted(pose=everyone, hands=everyone), every=3)
    for seat in everyone:
        bodies = [o.body for picture in pictures for o in picture if o.seat == seat]
        assert sum(body is not None for body in bodies) >= 0.9 * len(pictures)
    right_man = [hand for picture in pictures for o in picture if o.seat == 2 for hand in o.hands]
    assert right_man
    assert all(215 < hand.palm_px[1] < 245 and 290 < hand.palm_px[0] < 350 for hand in right_man)
    assert not suggested(audited(path, CLASSROOM, DAY, networks))


@pytest.mark.parametrize("camera", range(4))
def test_one_man_at_a_desk_from_four_sides(camera: int, footage: Path, networks: Networks) -> None:
    """One person in every picture; the hands go up from the desk after picture 3 and are up through 6-54."""
    path = footage / "multi_camera" / "desk_hands_4cam" / f"cam_{camera}.mp4"
    where = one_person((1280, 720), box(0, 650, 1280, 719))
    pictures = looks(path, where, networks, Wanted(pose=seats_of([1])), every=2)
    wrists = {}
    for number, picture in enumerate(pictures):
        assert picture[0].body is not None
        body = picture[0].body
        wrists[2 * number] = float(min(body.xy[15, 1], body.xy[16, 1]))
    down = min(wrists[0], wrists[2])
    up = sorted(height for number, height in wrists.items() if 8 <= number <= 52)
    assert up[len(up) // 2] < down - 60  # picture rows grow downwards
    assert min(wrists[60], wrists[62]) > up[len(up) // 2] + 60


def test_eyes_that_close_at_the_end_of_a_clip(footage: Path, networks: Networks) -> None:
    """Open and narrowed to picture 58, closed at 60 and 61; declared a night, so that eyes are watched at 10 Hz."""
    path = footage / "faces_heads" / "head-pose-face-detection-male.gif"
    (cue,) = [cue for cue in audited(path, FACE, NIGHT, networks).cues if cue.kind is CueKind.EYES_OPEN]
    assert cue.when.end is not None
    picture_ns = NS_PER_S / 12
    assert 57 * picture_ns <= cue.when.end.latest_ns <= 61.5 * picture_ns


@pytest.mark.parametrize(
    ("name", "where", "timeline", "expected"),
    [
        ("people_seated/classroom.gif", CLASSROOM, NIGHT, []),
        ("people_seated/classroom.gif", CLASSROOM, vote(1.5, 3.0), []),
        ("hands_table/hand1.gif", DARK_TABLE, DAY, []),
        ("hands_table/hand1.gif", DARK_TABLE, NIGHT, []),
        ("hands_table/hand3.gif", DARK_TABLE, DAY, []),
        ("hands_table/hand3.gif", DARK_TABLE, NIGHT, []),
        ("faces_heads/head-pose-face-detection-male.gif", FACE, DAY, []),
        ("faces_heads/head-pose-face-detection-male.gif", FACE, NIGHT, [(CueKind.EYES_OPEN, 1)]),
        ("faces_heads/head-pose-face-detection-male.gif", FACE, vote(2.5, 5.0), []),
        ("faces_heads/head-pose-face-detection-female.gif", FACE, NIGHT, [(CueKind.EYES_OPEN, 1)]),
        ("hands_gesture_mkv/again.mkv", SIGNING, DAY, []),
        ("hands_gesture_mkv/again.mkv", SIGNING, NIGHT, [(CueKind.EYES_OPEN, 1)]),
        ("hands_gesture_mkv/again.mkv", SIGNING, vote(1.0, 2.0), []),
    ],
)
def test_a_clip_declared_all_day_all_night_or_all_vote(
    name: str, where: SeatsFile, timeline: str, expected: list[tuple[CueKind, int]], footage: Path, networks: Networks
) -> None:
    assert suggested(audited(footage / name, where, timeline, networks)) == expected
