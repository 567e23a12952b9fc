"""The host's window itself: keys reach the table, what changed is drawn, and closing leaves nothing running."""

from __future__ import annotations

import logging
import os
import sys
import threading

import pytest
from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.actions import ActionKind
from engine.codes import Phase
from engine.seats import Seat
from tests.ui.fakes import CAM, FakeTable, play_day
from tests.ui.screens import SCREENS, refresh, window_at
from ui.qt import environment
from ui.qt.host_window import HostWindow
from ui.qt.key_clock import KeyClock
from ui.session.messages import Act, ShowCamera
from ui.theme import DARK, LIGHT, NIGHT, Theme
from ui.words import Words

NS_PER_MS = 1_000_000


@pytest.fixture
def table() -> FakeTable:
    found = FakeTable()
    play_day(found, "en")
    return found


@pytest.fixture
def window(qtbot: QtBot, table: FakeTable) -> HostWindow:
    found = window_at(table, "en")
    qtbot.addWidget(found)
    refresh(found, table)
    return found


def strike(target: QWidget, scan_code: int, *, repeats: bool = False, key: Qt.Key = Qt.Key.Key_unknown) -> None:
    """One key by its X11 scan code, as the window system delivers it; the character is Cyrillic or none."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, scan_code, 0, 0, "а", repeats)
        QApplication.sendEvent(target, event)


def actions(table: FakeTable) -> list[ActionKind]:
    return [request.action.kind for request in table.sent if isinstance(request, Act)]


def phase_of(table: FakeTable) -> Phase:
    return table.state.phase


def theme_of(window: HostWindow) -> Theme:
    return window.page.sheet.theme


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="scan codes of X11")


@linux_only
def test_a_key_reaches_the_table_whatever_character_it_has(window: HostWindow, table: FakeTable) -> None:
    strike(window, 41)  # F
    strike(window, 17)  # 8
    assert actions(table) == [ActionKind.FOUL]
    assert table.last_action().subject == 8


@linux_only
def test_space_and_enter_are_not_a_focused_button_s(window: HostWindow, table: FakeTable) -> None:
    window.page.top.clock.setFocus()
    strike(window.page.top.clock, 36, key=Qt.Key.Key_Return)
    assert actions(table) == [ActionKind.END_SPEECH]


@linux_only
def test_a_held_key_is_one_press(window: HostWindow, table: FakeTable) -> None:
    strike(window, 58)  # M
    strike(window, 58, repeats=True)
    assert actions(table) == [ActionKind.MARK]


@linux_only
def test_keys_with_ctrl_are_left_to_the_system(window: HostWindow, table: FakeTable) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier, 58, 0, 0, "", False)
    QApplication.sendEvent(window, event)
    assert actions(table) == []


@linux_only
def test_a_screen_keyboard_without_positions_works_by_letter(window: HostWindow, table: FakeTable) -> None:
    strike(window, 0, key=Qt.Key.Key_M)
    assert actions(table) == [ActionKind.MARK]


def test_buttons_and_seats_do_what_their_keys_do(window: HostWindow, table: FakeTable) -> None:
    window.page.ring.token(Seat(5)).click()
    assert actions(table) == [ActionKind.NOMINATE]
    window.page.top.next_step.click()
    assert actions(table)[-1] is ActionKind.END_SPEECH


def test_card_buttons_decide(qtbot: QtBot) -> None:
    table = FakeTable()
    window = window_at(table, "en")
    qtbot.addWidget(window)
    SCREENS["vote"](window, table, "en")
    dismiss = next(b for b in window.findChildren(QAbstractButton) if b.text() == "Dismiss" and b.isVisible())
    dismiss.click()
    assert len(table.decided) == 1


def test_the_first_answer_asks_for_a_picture(table: FakeTable, window: HostWindow) -> None:
    assert ShowCamera(CAM) in table.sent


def test_a_key_is_on_the_screen_at_once(window: HostWindow, table: FakeTable) -> None:
    """Before the table has answered."""
    window.press("F", table.now_ns)
    window.press("8", table.now_ns)
    assert window.page.ring.token(Seat(8)).token.fouls == 3


def test_night_changes_colours_and_day_brings_them_back(window: HostWindow, table: FakeTable) -> None:
    assert theme_of(window) is DARK
    table.act(ActionKind.END_SPEECH)
    while phase_of(table) is not Phase.NIGHT:
        window.press("Enter", table.now_ns)
        table.wait(1)
        refresh(window, table)
    assert theme_of(window) is NIGHT
    while phase_of(table) not in (Phase.DAY, Phase.FAREWELL):
        window.press("Enter", table.now_ns)
        table.wait(1)
        refresh(window, table)
    assert theme_of(window) is DARK


def test_light_and_dark_and_text_size_can_be_chosen(window: HostWindow) -> None:
    window.change_theme()
    assert theme_of(window) is LIGHT
    window.resize(2160, 1350)
    window.zoom(1)
    assert window.page.sheet.scale == 1.25
    window.zoom(-1)
    assert window.page.sheet.scale == 1.0


def test_seats_are_told_to_a_screen_reader(window: HostWindow) -> None:
    token = window.page.ring.token(Seat(3))
    assert token.accessibleName() == "3 Sova"
    assert "speaking" in token.accessibleDescription()
    assert window.page.top.next_step.accessibleName() == "End speech, next 4, Enter"


def test_arrows_walk_the_ring_clockwise(window: HostWindow) -> None:
    window.page.ring.token(Seat(1)).setFocus()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left):
        focused = QApplication.focusWidget() or window
        strike(focused, 0, key=key)
    assert window.page.ring.token(Seat(3)).hasFocus()


def test_closing_ends_the_table_once_and_stops_asking(window: HostWindow, table: FakeTable) -> None:
    window.close()
    window.close()
    assert not table.alive
    before = list(table.sent)
    window.press("M", table.now_ns)
    assert table.sent != before  # the model still answers a direct call …
    QApplication.sendEvent(
        window, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_M, Qt.KeyboardModifier.NoModifier, 58, 0, 0)
    )
    assert len(table.sent) == len(before) + 1  # … but the application's filter is gone


def test_a_window_that_polls_draws_what_the_table_says(qtbot: QtBot, table: FakeTable) -> None:
    window = HostWindow(table, Words("en"), now_ns=lambda: table.now_ns, playback=True)
    qtbot.addWidget(window)
    window.show()
    table.answers.append(table.snapshot())
    qtbot.waitUntil(lambda: window.model.snapshot is not None, timeout=3000)
    assert window.page.ring.token(Seat(3)).token.nick == "Sova"
    window.close()


def test_another_library_s_qt_plugins_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in environment.SET_BY_CV2:
        monkeypatch.setenv(name, "/somewhere/cv2/qt")
    environment.use_own_plugins()
    assert not any(name in os.environ for name in environment.SET_BY_CV2)


def test_an_exception_in_a_slot_is_logged_and_kills_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    environment.survive_exceptions()
    with caplog.at_level(logging.CRITICAL):
        sys.excepthook(ValueError, ValueError("in a slot"), None)
        thread = threading.Thread(target=lambda: 1 / 0)
        thread.start()
        thread.join()
    told = [record.exc_info[0] for record in caplog.records if record.exc_info]
    caplog.clear()
    assert told == [ValueError, ZeroDivisionError]


def test_a_key_s_time_is_when_it_was_pressed_not_when_it_was_handled() -> None:
    clock = KeyClock()
    assert clock.time_of(1000, 5_000 * NS_PER_MS) == 5_000 * NS_PER_MS  # the first: as good as can be told
    assert clock.time_of(2000, 6_003 * NS_PER_MS) == 6_000 * NS_PER_MS  # handled 3 ms late
    assert clock.time_of(3000, 6_999 * NS_PER_MS) == 6_999 * NS_PER_MS  # quicker than all before: the truth moves
    assert clock.time_of(4000, 8_100 * NS_PER_MS) == 7_999 * NS_PER_MS
    assert clock.time_of(0, 9_000 * NS_PER_MS) == 9_000 * NS_PER_MS  # no stamp
    assert clock.time_of(10, 60_000 * NS_PER_MS) == 60_000 * NS_PER_MS  # their clock began anew
