"""Labelling: stepping, marking, taking back, and what is written reads back equal."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PyQt6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.codes import Side
from engine.cues import CameraId
from engine.intervals import Interval
from engine.seats import Seat
from engine.timeline import read_timeline
from ui.commands.label import label, labels_beside
from ui.label.clip_notes import ClipUnknown, NotesUnreadable, marks_from_notes
from ui.label.desk import LabelDesk, Said
from ui.label.film import all_times, film_of
from ui.label.labels import Labels, LabelsDamaged, Mark, MarkKind, read_labels, write_labels
from ui.qt.label_window import LabelWindow
from ui.words import Words
from vision.capture.game_folder import GameFolder
from vision.capture.source import Loss, Mode
from vision.frames import Frame

STEP_NS = 40_000_000
CAMERA, MODE = CameraId("cam1"), Mode((8, 6), "none", None, None)
DEMO_B = Path(__file__).parents[1] / "recordings" / "demo_b"


@dataclass
class Counted:
    """Pictures at an even step, each with its number as its grey level."""

    camera: CameraId = CAMERA
    mode: Mode = MODE
    losses: tuple[Loss, ...] = ()
    count: int = 250

    def frames(self) -> Iterator[Frame]:
        for k in range(self.count):
            yield Frame(self.camera, k, k * STEP_NS, np.full((6, 8, 3), k, np.uint8))


@pytest.fixture
def desk() -> LabelDesk:
    return LabelDesk([film_of(Counted()), film_of(Counted(CameraId("cam2")))], Labels())


def press(desk: LabelDesk, keys: str) -> Said:
    """Keys one after another; what the last one did."""
    said = Said.NOTHING
    for key in keys.split():
        said = desk.press(key)
    return said


def test_steps_of_a_picture_a_second_and_ten(desk: LabelDesk) -> None:
    press(desk, "D D D A")
    assert desk.t_ns == 2 * STEP_NS
    press(desk, "L")
    assert desk.t_ns == 27 * STEP_NS
    press(desk, "U A")
    assert desk.t_ns == 0
    press(desk, "O D")
    assert desk.t_ns == 249 * STEP_NS  # the end


def test_going_back_beyond_what_is_kept_finds_the_same_picture(desk: LabelDesk) -> None:
    press(desk, "L L L L L L L L L J J J J J J J J J D")
    assert desk.t_ns == STEP_NS
    assert desk.frame.image[0, 0, 0] == 1


def test_playing_at_a_quarter_of_the_speed(desk: LabelDesk) -> None:
    press(desk, "Z Space")
    for _ in range(30):
        desk.play_on(STEP_NS)
    assert desk.t_ns == 7 * STEP_NS
    press(desk, "C")
    for _ in range(400):
        desk.play_on(STEP_NS)
    assert (desk.t_ns, desk.playing) == (249 * STEP_NS, False)


def test_a_mark_lies_between_two_pictures(desk: LabelDesk) -> None:
    """The hand is down in this picture and was not in the one before: more nobody can say."""
    assert press(desk, "7 D D D T") is Said.MARKED
    assert desk.labels.marks == [Mark(MarkKind.TOUCH, Interval(2 * STEP_NS, 3 * STEP_NS), Seat(7), Side.RIGHT)]


def test_another_camera_at_the_same_time(desk: LabelDesk) -> None:
    press(desk, "L V")
    assert (desk.film.camera, desk.t_ns) == ("cam2", 25 * STEP_NS)


def test_a_seat_comes_first(desk: LabelDesk) -> None:
    assert press(desk, "T") is Said.SEAT_FIRST
    assert desk.labels.marks == []
    assert press(desk, "W") is Said.MARKED  # a word is nobody's


def test_marks_are_taken_back_one_by_one(desk: LabelDesk) -> None:
    press(desk, "0 D T D Y")
    assert press(desk, "Back") is Said.TAKEN_BACK
    assert [mark.kind for mark in desk.labels.marks] == [MarkKind.TOUCH]
    assert press(desk, "Back Back") is Said.NOTHING_TO_UNDO


def test_a_touched_player_is_named_by_a_digit(desk: LabelDesk) -> None:
    assert press(desk, "3 D K") is Said.WHOM
    assert press(desk, "3") is Said.WHOM or not desk.labels.marks
    press(desk, "K 4 D D K")
    assert [(m.kind, m.seat, m.target) for m in desk.labels.marks] == [
        (MarkKind.CONTACT_START, 3, 4),
        (MarkKind.CONTACT_END, 3, 4),
    ]


def test_lines_are_those_of_the_truth(desk: LabelDesk) -> None:
    press(desk, "5 D T D D Y H D T D W D E 2 D P D P 3 D K 4 D K")
    lines = list(desk.labels.lines())
    assert [line["kind"] for line in lines] == ["hand", "hand", "word", "face", "contact"]
    assert {line["source"] for line in lines} == {"label"}
    first, second, word, face, contact = lines
    assert (first["subject"], first["side"], first["place"]) == (5, "right", "table")
    assert first["end"] == [2 * STEP_NS, 3 * STEP_NS]
    assert (second["side"], second["end"]) == ("left", None)
    assert word["end"][1] - word["start"][1] == STEP_NS
    assert (face["eyes"], face["subject"]) == ("open", 2)
    assert contact["targets"] == [4]


def test_a_labelled_word_is_a_moment_of_the_timeline(desk: LabelDesk) -> None:
    press(desk, "D W D D E")
    (entry,) = read_timeline(json.dumps(next(desk.labels.lines())))
    assert entry.span.start.latest_ns == STEP_NS
    assert entry.end is not None
    assert entry.end.latest_ns == 3 * STEP_NS


_SEATS = st.integers(1, 10).map(Seat)


@st.composite
def _many(draw: st.DrawFn) -> list[Mark]:
    """Whole pairs, one after another, of any kind."""
    marks, t = [], 0
    for _ in range(draw(st.integers(0, 6))):
        begin, end = draw(st.sampled_from([("touch", "lift"), ("peek_start", "peek_end"), ("word_start", "word_end")]))
        seat = None if begin.startswith("word") else draw(_SEATS)
        side = draw(st.sampled_from(Side)) if begin == "touch" else None
        for kind in (begin, end):
            t += draw(st.integers(2, 10**9))
            marks.append(Mark(MarkKind(kind), Interval(t - 1, t), seat, side))
    return marks


@given(_many())
def test_what_is_written_reads_back(tmp_path_factory: pytest.TempPathFactory, marks: list[Mark]) -> None:
    path = tmp_path_factory.mktemp("labels") / "labels.jsonl"
    write_labels(Labels(list(marks)), path)
    assert read_labels(path).marks == marks
    assert [p.name for p in path.parent.iterdir()] == ["labels.jsonl"]


@given(st.text(max_size=80))
def test_any_other_file_is_refused_in_words(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("labels") / "labels.jsonl"
    path.write_text(text, encoding="utf-8")
    with contextlib.suppress(LabelsDamaged):
        assert read_labels(path).saved >= 0


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text('{"schema": 1}\n{"kind": "hand", "subject": 0, "start": [0, 1]}\n', encoding="utf-8")
    with pytest.raises(LabelsDamaged) as caught:
        read_labels(path)
    assert caught.value.fields["line"] == 2


NOTES = {
    "hands/one.gif": {
        "image_left_hand": [["absent", 0, 1], ["air", 2, 9], ["table", 10, 35], ["ambiguous", 36, 39]],
        "eyes": [["open", 0, 5], ["narrowed", 6, 8], ["closed", 9, 20]],
    }
}


def test_notes_on_a_clip_become_marks(tmp_path: Path) -> None:
    notes = tmp_path / "ground_truth.json"
    notes.write_text(json.dumps(NOTES), encoding="utf-8")
    marks = marks_from_notes(notes, Path("some/hands/one.gif"), [k * 100 for k in range(50)])
    touch, lift, opened, shut = marks
    assert touch == Mark(MarkKind.TOUCH, Interval(900, 1000), Seat(1), Side.RIGHT)
    assert lift.when == Interval(3500, 4000)  # nobody could say what pictures 36-39 show
    assert opened.when == Interval(0, 0)
    assert shut.when == Interval(500, 900)


def test_notes_that_are_none(tmp_path: Path) -> None:
    notes = tmp_path / "ground_truth.json"
    notes.write_text("[]", encoding="utf-8")
    with pytest.raises(NotesUnreadable):
        marks_from_notes(notes, Path("one.gif"), [0])
    notes.write_text(json.dumps(NOTES), encoding="utf-8")
    with pytest.raises(ClipUnknown, match=r"hands/one\.gif"):
        marks_from_notes(notes, Path("two.gif"), [0])


def test_clips_by_others_can_be_imported(footage: Path, tmp_path: Path) -> None:
    out = tmp_path / "hand1.jsonl"
    clip = footage / "hands_table" / "hand1.gif"
    assert label(Words("en"), [clip], out, footage / "ground_truth.json") == 0
    hands = [mark for mark in read_labels(out).marks if mark.kind is MarkKind.TOUCH]
    assert {mark.side for mark in hands} == {Side.LEFT, Side.RIGHT}


def test_a_game_folder_is_stepped_by_its_own_times() -> None:
    source = GameFolder(DEMO_B).sources()[0]
    film = film_of(source)
    times = [row.t_ns for row in source.times_between(0, 2**62)]
    assert film.at(0).t_ns == times[0]
    middle = times[len(times) // 2]
    assert film.at(middle).t_ns == middle
    assert film.after(middle).t_ns == times[len(times) // 2 + 1]
    assert film.before(middle).t_ns == times[len(times) // 2 - 1]
    assert film.after(times[-1]).t_ns == times[-1]


def test_all_times_of_a_recording() -> None:
    assert all_times(Counted(count=3)) == (0, STEP_NS, 2 * STEP_NS)


def test_labels_lie_beside_their_recording(tmp_path: Path) -> None:
    assert labels_beside(tmp_path) == tmp_path / "labels.jsonl"
    assert labels_beside(tmp_path / "a.mp4") == tmp_path / "a.mp4.labels.jsonl"


@pytest.mark.parametrize("language", ["ru", "uk", "en"])
def test_the_window_marks_and_saves(qtbot: QtBot, tmp_path: Path, language: str) -> None:
    path = tmp_path / "labels.jsonl"
    labels = Labels()
    desk = LabelDesk([film_of(Counted())], labels)
    window = LabelWindow(desk, Words(language), lambda: write_labels(labels, path))
    qtbot.addWidget(window)
    window.show()

    def press_key(key: Qt.Key) -> None:
        qtbot.keyClick(window, key)  # type: ignore[no-untyped-call]

    for key in (Qt.Key.Key_3, Qt.Key.Key_D, Qt.Key.Key_T, Qt.Key.Key_D, Qt.Key.Key_Y):
        press_key(key)
    assert window.listed.count() == 2
    press_key(Qt.Key.Key_Return)
    assert [mark.kind for mark in read_labels(path).marks] == [MarkKind.TOUCH, MarkKind.LIFT]


def test_a_full_disk_keeps_the_window_open(qtbot: QtBot) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    window = LabelWindow(LabelDesk([film_of(Counted())], Labels()), Words("en"), full)
    qtbot.addWidget(window)
    window.show()
    for key in ("3", "D", "T"):
        window.press(key)
    assert not window.close()
    assert "could not be written" in window.said.text()
    window.press("Back")
    window.desk.labels.saved = 0
    assert window.close()
