"""The judge's real windows: nothing is cut, keys do what they say, and every trouble is one sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.intervals import NS_PER_S
from tests.ui.clipping import clipped
from tests.ui.reviewed import audited, played
from ui.evidence.pack.manifest import check_pack
from ui.qt.audit_page import AuditPage
from ui.qt.review_page import ReviewPage
from ui.qt.review_window import ReviewWindow
from ui.review.case import open_case
from ui.review.room import Room
from ui.words import Words

SIZES = {"smallest": (1280, 720, 1.0), "design": (1440, 900, 1.0), "full HD at 150 %": (1920, 1080, 1.5)}


def opened(
    qtbot: QtBot, folder: Path, language: str = "en", size: str = "design", now_ns: Callable[[], int] = lambda: 0
) -> ReviewWindow:
    words = Words(language)
    width, height, scale = SIZES[size]
    window = ReviewWindow(Room.of(folder, words, wall=lambda: ""), words, now_ns=now_ns, scale=scale)
    qtbot.addWidget(window)
    window.stop_polling()
    window.resize(width, height)
    window.show()
    settle(window)
    return window


def settle(window: ReviewWindow) -> None:
    for _ in range(3):
        window.refresh()
        QApplication.processEvents()


def review_page(window: ReviewWindow) -> ReviewPage:
    page = window.page
    assert isinstance(page, ReviewPage)
    return page


def audit_page(window: ReviewWindow) -> AuditPage:
    page = window.page
    assert isinstance(page, AuditPage)
    return page


@pytest.fixture(scope="module")
def audit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return audited(tmp_path_factory.mktemp("window"))


@pytest.mark.parametrize("language", ["ru", "uk", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_no_text_is_cut(qtbot: QtBot, audit: Path, language: str, size: str) -> None:
    window = opened(qtbot, audit, language, size)
    for keys in ((), ("A", "1"), ("Esc", "M", "]"), ("Esc", "F1"), ("Esc", "Enter"), ("F7",), ("F1",)):
        for key in keys:
            window.press(key, 0)
        settle(window)
        assert clipped(window) == []
        assert window.page.sheet.clipped == set()


def test_from_the_list_to_a_signed_verdict_and_a_pack_that_verifies_by_keys_alone(qtbot: QtBot, tmp_path: Path) -> None:
    now = [0]
    game = played(tmp_path / "game")
    window = opened(qtbot, game, now_ns=lambda: now[0])
    page = review_page(window)

    def key(one: Qt.Key) -> None:
        qtbot.keyClick(window, one)  # type: ignore[no-untyped-call]

    key(Qt.Key.Key_X)
    key(Qt.Key.Key_Space)
    now[0] += NS_PER_S
    window.refresh()
    key(Qt.Key.Key_Space)
    key(Qt.Key.Key_D)
    key(Qt.Key.Key_Return)
    assert page.panel._said.text() == "Signed: confirmed."
    key(Qt.Key.Key_P)
    window.finish_pack()
    case = open_case(game)
    one = case.suggestions[0]
    assert [(d.what, d.speed) for d in case.decided[one.id]] == [("later", None), ("confirmed", 0.25)]
    assert [(v.suggestion, v.speed) for v in case.viewings] == [(one.id, 0.25)]
    manifest, changes = check_pack(game / "packs" / one.id)
    assert (manifest.incident, changes) == (one.id, ())


def test_the_audit_opens_by_its_key_and_enter_leads_back_to_the_moment(qtbot: QtBot, audit: Path) -> None:
    window = opened(qtbot, audit)
    window.press("F7", 0)
    settle(window)
    names = [button.accessibleName() for button in audit_page(window).matrix._cells.values()]
    assert any("not observed" in name for name in names)
    window.press("Enter", 0)
    settle(window)
    assert review_page(window).panel.isVisible()


def test_film_that_is_gone_and_a_moved_folder_are_sentences_in_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    game = played(tmp_path / "game")
    window = opened(qtbot, game)
    for path in game.glob("*.mkv"):
        path.unlink()
    window.desk.jump(3_400_000_000, 0)
    window.press("J", 0)
    window.press("J", 0)
    settle(window)
    assert window.room.desk.case.folder == game
    game.rename(tmp_path / "moved")
    window.press("S", 0)
    window.press("Enter", 0)
    assert "cannot be written" in window.desk.said
    window.press("P", 0)
    window.finish_pack()
    assert window.desk.is_bad


def test_a_game_without_film_is_reviewed_all_the_same(qtbot: QtBot, tmp_path: Path) -> None:
    out = audited(tmp_path)
    (tmp_path / "film").rename(tmp_path / "elsewhere")
    window = opened(qtbot, out)
    page = review_page(window)
    assert "--recording" in page.angles.accessibleName() or "film" in page.angles.accessibleName()
    assert len(window.desk.case.suggestions) == 2
