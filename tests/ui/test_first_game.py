"""docs/first-game.md, step by step: the demo game's early lift found, reviewed in slow motion, packed and verified.

By default on what an audit of the demo game has left (tests/recordings/demo_audited), with the demo game's own film, up
to the signed verdict; with `pytest -m thorough` to the verified pack, and from the first command on.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.codes import CueKind
from engine.intervals import NS_PER_S
from tests.ui.clipping import clipped
from ui.commands.demo import demo, demo_folder
from ui.commands.verify import verify_anything
from ui.evidence.audit_record import FILE_NAME, AuditRecord
from ui.evidence.pack.recording_of import write_recording_of
from ui.qt.review_page import ReviewPage
from ui.qt.review_window import ReviewWindow
from ui.review.case import open_case
from ui.review.keys import REVIEW_KEYS
from ui.review.room import Room
from ui.words import Words
from vision.recording.session_file import read_session

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "first-game.md"
AUDITED = ROOT / "tests" / "recordings" / "demo_audited"
EN = Words("en")
KEYS = {
    "E": Qt.Key.Key_E,
    "X": Qt.Key.Key_X,
    "Space": Qt.Key.Key_Space,
    "D": Qt.Key.Key_D,
    "Enter": Qt.Key.Key_Return,
    "P": Qt.Key.Key_P,
}


def steps() -> list[str]:
    """The keys that the page tells a reader to press, in order."""
    return re.findall(r"^\d+\. \*\*(\w+)\*\*", PAGE.read_text("utf-8"), re.MULTILINE)


@pytest.fixture
def demo_game_audited(tmp_path: Path) -> Path:
    """What `demo --headless --out first-game` leaves, without the minutes that it takes."""
    folder = tmp_path / "first-game"
    shutil.copytree(AUDITED, folder)
    answers = read_session(demo_folder()).answers
    record = AuditRecord(sources=(str(demo_folder()),), rules="a", answers=answers)
    (folder / FILE_NAME).write_text(json.dumps(record.model_dump(mode="json", by_alias=True)), encoding="utf-8")
    write_recording_of(folder, demo_folder())
    return folder


def follow_the_page(folder: Path, qtbot: QtBot, capsys: pytest.CaptureFixture[str], *, pack: bool) -> None:
    """Press the page's keys in the real window; with `pack` also the one that packs, then check as the page says."""
    now = [0]
    window = ReviewWindow(Room.of(folder, EN, wall=lambda: "2026-01-01T20:00:00+00:00"), EN, now_ns=lambda: now[0])
    qtbot.addWidget(window)
    window.stop_polling()
    window.show()
    QApplication.processEvents()
    seen_from, seen_to = 0, 0
    for key in steps() if pack else [key for key in steps() if key != "P"]:
        if key == "Space" and not window.desk.playing:
            seen_from = window.desk.t_ns
        qtbot.keyClick(window, KEYS[key])  # type: ignore[no-untyped-call]
        if window.desk.playing:
            now[0] += 4 * NS_PER_S  # the reader watches
            window.refresh()
            seen_to = window.desk.t_ns
        QApplication.processEvents()
        assert not window.desk.is_bad, window.desk.said
        assert clipped(window) == []
    window.finish_pack()
    page = window.page
    assert isinstance(page, ReviewPage)
    assert ("Packed in" if pack else "Signed: confirmed") in page.panel._said.text()
    window.close()
    assert seen_to - seen_from == NS_PER_S  # four seconds at a quarter of the speed
    case = open_case(folder)
    (lift,) = [one for one in case.suggestions if one.kind is CueKind.LIFT]
    assert (lift.subject, lift.targets) == (3, (5,))
    assert [(one.what, one.speed) for one in case.decided[lift.id]] == [("confirmed", 0.25)]
    if not pack:
        return
    capsys.readouterr()
    assert verify_anything(EN, folder / "packs" / lift.id, None) == 0
    assert "are as they were packed" in capsys.readouterr().out
    assert verify_anything(EN, folder, None) == 0


def test_the_page_s_keys_are_keys_of_the_review() -> None:
    assert steps()
    assert set(steps()) <= set(REVIEW_KEYS)


@pytest.mark.parametrize("pack", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_the_first_game_step_by_step(
    demo_game_audited: Path, qtbot: QtBot, capsys: pytest.CaptureFixture[str], pack: bool
) -> None:
    follow_the_page(demo_game_audited, qtbot, capsys, pack=pack)


@pytest.mark.thorough
@pytest.mark.weights
def test_the_first_game_from_the_first_command_on(
    tmp_path: Path, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo(EN, headless=True, out=tmp_path / "first-game") == 0
    follow_the_page(tmp_path / "first-game", qtbot, capsys, pack=True)
