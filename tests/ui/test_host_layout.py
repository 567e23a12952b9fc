"""No text of the host's window is cut, in any language, size or scale; the night gives no light."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PyQt6.QtGui import QImage
from PyQt6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.seats import Seat
from tests.ui.clipping import clipped
from tests.ui.fakes import FakeTable
from tests.ui.screens import SCREENS, refresh, window_at
from ui.host import steps
from ui.host.view import Button
from ui.qt.host_window import HostWindow
from ui.qt.pieces import KeyButton, Label
from ui.qt.sheet import Sheet
from ui.theme import DARK, LIGHT, luminance
from ui.words import LANGUAGES, Words

SIZES = {
    "1280×720": ((1280, 720), 1.0),
    "1440×900": ((1440, 900), 1.0),
    "1280×720 at 150 %": ((1920, 1080), 1.5),
    "1440×900 at 150 %": ((2160, 1350), 1.5),
    "4K at 200 %": ((3840, 2160), 2.0),
}

FULLY = ("1280×720", "1440×900", "1280×720 at 150 %")
FULLEST = ("day", "vote", "removal", "night")  # screens with the most text, for the sizes that only scale others


def show(qtbot: QtBot, name: str, language: str, size: tuple[int, int], scale: float) -> HostWindow:
    table = FakeTable()
    window = window_at(table, language, size=size, scale=scale)
    qtbot.addWidget(window)
    SCREENS[name](window, table, language)
    return window


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_no_text_is_cut(qtbot: QtBot, language: str, size: str) -> None:
    cut = {}
    for name in SCREENS if size in FULLY else FULLEST:
        window = show(qtbot, name, language, *SIZES[size])
        window.grab()  # painted text notes by itself where it does not fit
        found = clipped(window) + sorted(window.page.sheet.clipped)
        if found:
            cut[name] = found
        window.close()
    assert cut == {}


def test_the_checker_finds_cut_text(qtbot: QtBot) -> None:
    sheet = Sheet(DARK, 1.0, "en")
    root = QWidget()
    qtbot.addWidget(root)
    label, button = Label(sheet, 30), KeyButton(sheet)
    label.say("longer than its place")
    button.show_button(Button("A", "longer than its place"))
    for widget, left in ((label, 0), (button, 100)):
        widget.setParent(root)
        widget.setFixedSize(60, 30)
        widget.move(left, 0)
    root.resize(140, 40)
    root.show()
    root.grab()
    found = clipped(root)
    assert len(found) == 3  # two cut texts, and the button reaches out of its parent
    assert sheet.clipped


def test_a_smaller_window_gets_smaller_text_not_less_of_it(qtbot: QtBot) -> None:
    window = show(qtbot, "vote", "ru", (1024, 600), 1.5)
    assert window.page.sheet.scale == 0.8
    window.grab()
    assert clipped(window) + sorted(window.page.sheet.clipped) == []


def light_of(window: HostWindow) -> float:
    """Mean light of a window, white = 1."""
    image = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32).scaled(160, 100)
    pixels = [image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())]
    return sum(luminance(pixel) for pixel in pixels) / len(pixels)


def test_the_night_sends_at_most_a_hundredth_of_white_to_the_host_s_face(qtbot: QtBot) -> None:
    assert light_of(show(qtbot, "night", "ru", (1440, 900), 1.0)) <= 0.01


def test_a_dark_day_is_dark(qtbot: QtBot) -> None:
    assert light_of(show(qtbot, "day", "ru", (1440, 900), 1.0)) <= 0.06


def test_the_light_of_the_night_does_not_change_from_step_to_step(qtbot: QtBot) -> None:
    table = FakeTable()
    window = window_at(table, "ru")
    qtbot.addWidget(window)
    SCREENS["night"](window, table, "ru")
    lights = []
    for _ in range(3):
        lights.append(light_of(window))
        window.press("Enter", table.now_ns)
        refresh(window, table)
    assert max(lights) - min(lights) <= 0.0005


def test_the_light_theme_fits_too(qtbot: QtBot) -> None:
    table = FakeTable()
    window = window_at(table, "ru", theme=LIGHT)
    qtbot.addWidget(window)
    SCREENS["vote"](window, table, "ru")
    assert window.page.sheet.theme is LIGHT
    window.grab()
    assert clipped(window) + sorted(window.page.sheet.clipped) == []


def test_a_long_nick_is_the_only_text_that_is_cut_and_its_tooltip_is_whole(qtbot: QtBot) -> None:
    window = show(qtbot, "day", "ru", (1280, 720), 1.0)
    assert window.page.ring.token(Seat(10)).toolTip() == "Ланселот-Озёрный"


def texts_of_steps() -> list[str]:
    """Every sentence that `ui.host.steps` can put on a button."""
    source = Path(steps.__file__).read_text("utf-8")
    return sorted(set(re.findall(r'words\("([^"]+)"', source)) | {text for _, text in steps._PLAIN.values()})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_fits_its_button(qtbot: QtBot, language: str) -> None:
    """Whatever Enter and Space may say, with two-digit numbers and the longest list of seats that can tie."""
    words = Words(language)
    fields = {"who": "10", "seat": 10, "n": 10, "seats": "1, 2, 3, 4, 5"}
    sheet = Sheet(DARK, 1.0, language)
    button = KeyButton(sheet, 20, names_people=True)
    qtbot.addWidget(button)
    button.resize(440, 55)
    for key in ("Enter", "Space"):
        for text in texts_of_steps():
            button.show_button(Button(key, words(text, **fields)))
            button.grab()
    assert sheet.clipped == set()
