"""The set-up's window: every page fits in every language, and an evening goes by keyboard alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QColor, QImage
from PyQt6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.actions import ActionKind
from engine.codes import Phase
from engine.ruleset import load_rules, rules_ids
from engine.seats import GAME_SEATS
from engine.state import GameState
from tests.ui.clipping import clipped
from tests.ui.fakes import FakeTable
from tests.ui.setup_screens import TODAY, FakeProbe, complete, model_at, window_at
from ui.qt.evening import Evening
from ui.qt.host_window import HostWindow
from ui.qt.setup_map import CoverageMap
from ui.qt.setup_people import PlayersPage, RolesPage
from ui.qt.setup_window import SetupWindow
from ui.qt.sheet import Sheet
from ui.session.messages import Act
from ui.session.table_process import TableOrder
from ui.settings import Settings, read_settings
from ui.setup.checks import Page
from ui.setup.sight import SeatsSeen
from ui.theme import DARK
from ui.words import LANGUAGES, Words

SIZES = {"1280×720": ((1280, 720), 1.0), "1280×720 at 150 %": ((1920, 1080), 1.5), "small": ((1024, 600), 1.5)}


@pytest.mark.parametrize(
    ("size", "language"), [("small", "ru"), *((size, one) for size in list(SIZES)[:2] for one in LANGUAGES)]
)
def test_no_text_is_cut(qtbot: QtBot, tmp_path: Path, language: str, size: str) -> None:
    cut = {}
    for page in Page:
        for full in (False, True):
            pixels, scale = SIZES[size]
            window = window_at(model_at(page, language, tmp_path, full=full), size=pixels, scale=scale)
            qtbot.addWidget(window)
            window.grab()
            found = clipped(window) + sorted(window.body.sheet.clipped)
            if full:
                window.press("F1")
                window.grab()
                assert window.body.help.isVisible()
                found += clipped(window.body.help)
                window.press("F1")
                assert window.body.help.isHidden()
            if found:
                cut[page, full] = found
            window.close()
    assert cut == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_fits(qtbot: QtBot, tmp_path: Path, language: str) -> None:
    model = model_at(Page.RULES, language, tmp_path, full=True)
    window = window_at(model, size=(1280, 720))
    qtbot.addWidget(window)
    cut, looked = {}, set[str]()
    for rules_id in rules_ids():
        model.choose_rules(rules_id)
        for _ in model.questions:
            window.press("E")
            question = model.question
            if question is None or question.name in looked:
                continue
            looked.add(question.name)
            QApplication.processEvents()
            window.grab()
            found = clipped(window) + sorted(window.body.sheet.clipped)
            if found:
                cut[question.name] = found
    assert cut == {}
    assert looked >= {name for rules_id in rules_ids() for name in load_rules(rules_id).open_questions()[1:]}


def test_everything_that_takes_the_keyboard_has_a_name_and_tab_goes_in_order(qtbot: QtBot, tmp_path: Path) -> None:
    for page in Page:
        window = window_at(model_at(page, "en", tmp_path, full=True))
        qtbot.addWidget(window)
        focusable = {
            one
            for one in window.body.findChildren(QWidget)
            if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isVisible()
        }
        stops = [stop for stop in window.body.stops() if stop.isVisible()]
        assert focusable == set(stops)
        assert all(stop.accessibleName() for stop in stops)
        for first, second in pairwise(stops):
            following = first.nextInFocusChain()
            while following is not None and following not in focusable:
                following = following.nextInFocusChain()
            assert following is second
        window.close()


def shown(window: SetupWindow) -> bytes:
    """The window as it is drawn."""
    image = window.grab().toImage()
    bits = image.constBits()
    assert bits is not None
    return bytes(bits.asarray(image.sizeInBytes()))


def test_the_screen_is_the_same_whatever_roles_are_typed_or_dealt(qtbot: QtBot, tmp_path: Path) -> None:
    pictures = []
    for typed in ("1234", "0987", "5271"):
        window = window_at(model_at(Page.ROLES, "ru", tmp_path, full=False))
        qtbot.addWidget(window)
        steps = []
        for key in typed:
            window.press(key)
            QApplication.processEvents()
            steps.append(shown(window))
        pictures.append(steps)
        window.close()
    assert pictures[0] == pictures[1] == pictures[2]


def test_roles_show_while_r_is_held(qtbot: QtBot, tmp_path: Path) -> None:
    window = window_at(model_at(Page.ROLES, "en", tmp_path, full=True))
    qtbot.addWidget(window)
    hidden = shown(window)
    window.press("R")
    assert isinstance(window.body.page, RolesPage)
    assert shown(window) != hidden
    window.release("R")
    assert shown(window) == hidden
    window.close()


def page_of(window: SetupWindow) -> Page:
    """The page that is shown now."""
    return window.model.page


def test_a_line_to_type_in_keeps_its_letters_and_enter_goes_on(qtbot: QtBot, tmp_path: Path) -> None:
    window = window_at(model_at(Page.SEATS, "en", tmp_path, full=False))
    qtbot.addWidget(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    line = window.body.page.stops()[0]
    line.setFocus()
    qtbot.keyClicks(line, "/QER.json")  # type: ignore[no-untyped-call]
    assert page_of(window) is Page.SEATS
    qtbot.keyClick(line, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    assert page_of(window) is Page.RULES
    assert window.model.settings.seats == Path("/QER.json")
    window.close()


def test_an_address_is_added_by_enter_and_opened_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    window = window_at(model_at(Page.CAMERAS, "en", tmp_path, full=False))
    qtbot.addWidget(window)
    window.begin_looking()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    line = window.body.page.stops()[-1]
    line.setFocus()
    qtbot.keyClicks(line, "0")  # type: ignore[no-untyped-call]
    qtbot.keyClick(line, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    assert window.model.page is Page.CAMERAS
    probe = window._probe
    assert isinstance(probe, FakeProbe)
    assert probe.begun[-1] == ("0",)
    window.close()
    assert probe.ended


class Tables:
    """Starts tables that are no processes."""

    def __init__(self) -> None:
        self.orders: list[TableOrder] = []
        self.tables: list[FakeTable] = []

    def start(self, order: TableOrder) -> FakeTable:
        self.orders.append(order)
        table = FakeTable(load_rules(order.rules_id or "b"))
        table.state = GameState()
        self.tables.append(table)
        return table


def evening_at(settings: Settings, folder: Path) -> tuple[Evening, Tables]:
    tables = Tables()
    evening = Evening(
        Words("en"), settings, folder / "settings.json", FakeProbe, tuple, tuple, scale=1.0,
        start_table=tables.start, documents=folder / "games",
    )  # fmt: skip
    return evening, tables


def test_the_second_game_of_the_evening_is_two_keys(qtbot: QtBot, tmp_path: Path) -> None:
    settings = complete(tmp_path).model_copy(update={"rotate": True})
    evening, tables = evening_at(settings, tmp_path)
    window = evening.open_setup(Page.READY)
    window.model.today = TODAY
    window.press("Enter")
    host = evening.window
    assert isinstance(host, HostWindow)
    host.stop_polling()
    table = tables.tables[0]
    assert [player.nick for player in table.state.players] == list(settings.players)
    table.state = replace(table.state, phase=Phase.OVER)
    table.answers.append(table.snapshot())
    host.refresh()

    host.press("F9", table.now_ns)
    second = evening.window
    assert isinstance(second, SetupWindow)
    second.model.today = TODAY
    assert second.model.page is Page.READY
    second.press("Enter")
    assert isinstance(evening.window, HostWindow)
    evening.window.stop_polling()
    assert [order.sources for order in tables.orders] == [settings.cameras] * 2
    assert tables.orders[0].game_folder.name.endswith("game1")
    assert tables.orders[1].game_folder.name.endswith("game2")
    nicks = [request.action.text for request in tables.tables[1].sent
             if isinstance(request, Act) and request.action.kind is ActionKind.SEAT_PLAYER]  # fmt: skip
    assert nicks == [settings.players[-1], *settings.players[:-1]]
    assert read_settings(tmp_path / "settings.json").game == 2
    evening.window.close()


def test_a_running_game_is_not_broken_off_by_a_key(qtbot: QtBot, tmp_path: Path) -> None:
    evening, tables = evening_at(complete(tmp_path), tmp_path)
    window = evening.open_setup(Page.READY)
    window.press("Enter")
    host = evening.window
    assert isinstance(host, HostWindow)
    host.stop_polling()
    table = tables.tables[0]
    table.act(ActionKind.START_GAME)
    table.answers.append(table.snapshot())
    host.refresh()
    host.press("F9", table.now_ns)
    assert evening.window is host
    host.close()


def test_where_settings_cannot_be_kept_no_game_begins(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    evening, tables = evening_at(complete(tmp_path), tmp_path)
    evening._file = tmp_path / "file" / "settings.json"
    window = evening.open_setup(Page.READY)
    window.press("Enter")
    assert evening.window is window
    assert window.model.fault is not None
    assert tables.orders == []
    window.close()


def test_from_the_demo_game_the_set_up_is_one_key(qtbot: QtBot, tmp_path: Path) -> None:
    evening, tables = evening_at(Settings(), tmp_path)
    host = evening.open_recording(TableOrder(tmp_path, None, "en", tmp_path / "game"))
    host.stop_polling()
    table = tables.tables[0]
    table.state = replace(table.state, phase=Phase.DAY)
    table.answers.append(table.snapshot())
    host.refresh()
    host.press("F9", table.now_ns)
    assert isinstance(evening.window, SetupWindow)
    assert evening.window.model.page is Page.CAMERAS
    assert evening.settings.game == 1
    evening.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_tells_every_seat_to_the_eye_and_to_a_screen_reader(qtbot: QtBot, language: str) -> None:
    sheet, words = Sheet(DARK, 1.0, language), Words(language)
    coverage = CoverageMap(sheet, words)
    qtbot.addWidget(coverage)
    coverage.resize(800, 300)
    all_six = tuple(f"cam{number}" for number in range(1, 7))
    coverage.show_sight(SeatsSeen(all_six, ((), ("cam1",), ("cam2", "cam3"), *[all_six] * 7), 0))
    coverage.grab()
    assert sheet.clipped == set()
    told = coverage.accessibleName().split("; ")
    assert told[:3] == [f"1: {words('not seen')}", "2: cam1", "3: cam2, cam3"]
    assert len(told) == 10


def amber_pixels(coverage: CoverageMap) -> int:
    """How many pixels have the colour that asks for a look."""
    image = coverage.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    bits = image.constBits()
    assert bits is not None
    amber = QColor(DARK.amber).rgb()
    return memoryview(bytes(bits.asarray(image.sizeInBytes()))).cast("I").tolist().count(amber)


def test_one_camera_for_all_seats_is_in_order_one_of_two_is_not(qtbot: QtBot) -> None:
    coverage = CoverageMap(Sheet(DARK, 1.0, "en"), Words("en"))
    qtbot.addWidget(coverage)
    coverage.resize(800, 300)
    coverage.show_sight(SeatsSeen(("cam1",), (("cam1",),) * 10, 0))
    assert amber_pixels(coverage) == 0
    coverage.show_sight(SeatsSeen(("cam1", "cam2"), (("cam1",), *[("cam1", "cam2")] * 9), 0))
    assert amber_pixels(coverage) > 0


def test_one_key_of_the_system_is_one_step(qtbot: QtBot, tmp_path: Path) -> None:
    """Qt offers a key to the window, to the focused widget and to all its parents; it must count once."""
    window = window_at(model_at(Page.ROLES, "en", tmp_path, full=False))
    qtbot.addWidget(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    handle = window.windowHandle()
    for typed, key in enumerate((Qt.Key.Key_3, Qt.Key.Key_7), start=1):
        qtbot.keyClick(handle, key)  # type: ignore[no-untyped-call]
        assert window.model.typed == typed
    qtbot.keyClick(handle, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    assert page_of(window) is Page.CONSENT
    qtbot.keyClick(handle, Qt.Key.Key_Space)  # type: ignore[no-untyped-call]
    assert window.model.consent_ticked
    qtbot.keyClick(handle, Qt.Key.Key_Backspace)  # type: ignore[no-untyped-call]
    assert page_of(window) is Page.ROLES
    window.model.go(Page.PLAYERS)
    window.refresh()
    QApplication.processEvents()
    for letter in ("A", "b"):
        qtbot.keyClick(handle, letter)  # type: ignore[no-untyped-call]
    qtbot.keyClick(handle, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    assert page_of(window) is Page.PLAYERS
    assert window.model.players[0].lower() == "ab"
    assert window.body.page.stops()[1].hasFocus()
    window.close()


def test_an_event_s_table_and_game_seat_the_players(qtbot: QtBot, tmp_path: Path) -> None:
    lines = [
        f"{game},{table},{seat},R{game}T{table}S{seat}" for game in (1, 2) for table in (1, 2) for seat in GAME_SEATS
    ]
    path = tmp_path / "seating.csv"
    path.write_text("round,table,seat,nick\n" + "\n".join(lines), encoding="utf-8")
    window = window_at(model_at(Page.PLAYERS, "en", tmp_path, full=False))
    qtbot.addWidget(window)
    page = window.body.page
    assert isinstance(page, PlayersPage)
    page.typed.setText(str(path))
    page.typed.returnPressed.emit()
    assert window.body.trouble
    page.table.setText("2")
    page.table.editingFinished.emit()
    assert not window.body.trouble
    assert page.nicks[9].text() == "R1T2S10"
    page.game.setText("2")
    page.game.editingFinished.emit()
    assert page.nicks[9].text() == "R2T2S10"
    window.close()
