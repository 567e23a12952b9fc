"""Every screen of the host's window, set up on a fake table: for tests, and for looking at them.

`python -m tests.ui.screens FOLDER [LANGUAGE]` saves them as pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from PyQt6.QtWidgets import QApplication

from engine.actions import ActionKind
from engine.codes import CueKind, Phase
from engine.intervals import NS_PER_S
from engine.legal import allowed
from engine.seats import GAME_SEATS, Seat
from tests.ui.fakes import CAM, FakeTable, play_day, play_vote, say_word
from ui.host.steps import next_step
from ui.qt.host_window import HostWindow
from ui.session.messages import Ended, Picture, SeatSight, SeatView
from ui.theme import DARK, DESIGN_SIZE, Theme
from ui.words import Words

Screen = Callable[[HostWindow, FakeTable, str], None]


def window_at(table: FakeTable, language: str, *, size: tuple[int, int] = DESIGN_SIZE, scale: float = 1.0,
              theme: Theme = DARK) -> HostWindow:  # fmt: skip
    """A window on a fake table whose clock only the test moves."""
    window = HostWindow(
        table, Words(language), now_ns=lambda: table.now_ns, playback=False, scale=scale, day_theme=theme
    )
    window.stop_polling()
    window.resize(*size)
    window.show()
    return window


def refresh(window: HostWindow, table: FakeTable) -> None:
    """Take the table's newest answer and lay everything out."""
    table.answers.insert(0, table.snapshot())
    window.refresh()
    QApplication.processEvents()
    window.show_moment(table.now_ns)
    QApplication.processEvents()


def day(window: HostWindow, table: FakeTable, language: str) -> None:
    play_day(table, language)
    table.sight[Seat(8)] = SeatView(SeatSight.DEGRADED)
    refresh(window, table)
    table.answers += pictures(table)
    table.wait(1)
    window.press("5", table.now_ns)
    refresh(window, table)


def ballot(window: HostWindow, table: FakeTable, language: str) -> None:
    play_vote(table, language)
    table.wait(2)
    refresh(window, table)


def vote(window: HostWindow, table: FakeTable, language: str) -> None:
    play_vote(table, language)
    refresh(window, table)
    say_word(table)
    table.answers += pictures(table)
    refresh(window, table)
    table.wait(5)
    refresh(window, table)


def soften(window: HostWindow, table: FakeTable, language: str) -> None:
    vote(window, table, language)
    window.press("S", table.now_ns)
    refresh(window, table)


def accepted(window: HostWindow, table: FakeTable, language: str) -> None:
    vote(window, table, language)
    window.press("A", table.now_ns)
    refresh(window, table)


def night(window: HostWindow, table: FakeTable, language: str) -> None:
    _to_night(table, language)
    table.act(ActionKind.START_SHOOTING)
    table.sight[Seat(8)] = SeatView(SeatSight.DEGRADED)
    refresh(window, table)
    for _ in range(4):
        window.press("Space", table.now_ns)
    table.wait(7)
    refresh(window, table)


def removal(window: HostWindow, table: FakeTable, language: str) -> None:
    _to_night(table, language)
    refresh(window, table)
    table.wait(6.2)
    now_s = table.now_ns / NS_PER_S
    table.see(CueKind.EYES_OPEN, 4, now_s, until_s=now_s + 1.4, confidence=0.97)
    table.wait(1.5)
    table.answers += pictures(table)
    refresh(window, table)
    _walk(table, Phase.DAY, language)
    table.wait(3)
    refresh(window, table)


def foul(window: HostWindow, table: FakeTable, language: str) -> None:
    day(window, table, language)
    window.press("F", table.now_ns)
    refresh(window, table)


def refused(window: HostWindow, table: FakeTable, language: str) -> None:
    day(window, table, language)
    window.press("6", table.now_ns)
    refresh(window, table)


def keys(window: HostWindow, table: FakeTable, language: str) -> None:
    day(window, table, language)
    window.press("F2", table.now_ns)
    refresh(window, table)


def large(window: HostWindow, table: FakeTable, language: str) -> None:
    day(window, table, language)
    window.press("G", table.now_ns)
    refresh(window, table)


def failed(window: HostWindow, table: FakeTable, language: str) -> None:
    day(window, table, language)
    table.extra["failure"] = Words(language)(
        "The disk is full: free some space or name another folder, then run this again."
    )
    refresh(window, table)


def finished(window: HostWindow, table: FakeTable, language: str) -> None:
    day(window, table, language)
    table.extra |= {"ended": Ended.RECORDING_OVER, "report": "/games/demo/report.html", "folder": "/games/demo"}
    refresh(window, table)


def starting(window: HostWindow, table: FakeTable, language: str) -> None:
    window.refresh()
    QApplication.processEvents()


SCREENS: Final[dict[str, Screen]] = {
    screen.__name__: screen
    for screen in (
        day, ballot, vote, soften, accepted, night, removal, foul, refused, keys, large, failed, finished, starting,
    )
}  # fmt: skip


def _to_night(table: FakeTable, language: str) -> None:
    play_day(table, language, upto=99)
    table.act(ActionKind.OPEN_VOTE)
    for candidate, votes in ((7, 2), (2, 4), (5, 2)):
        table.act(ActionKind.CALL, target=candidate)
        table.act(ActionKind.CLOSING_WORD)
        table.act(ActionKind.COUNT, number=votes)
    _walk(table, Phase.NIGHT, language)
    table.act(ActionKind.CITY_SLEEPS)


def _walk(table: FakeTable, phase: Phase, language: str) -> None:
    while table.state.phase is not phase:
        action = next_step(table.state, allowed(table.state, table.rules), (), Words(language)).action
        assert action is not None
        table.act(action.kind, action.subject, action.target)  # type: ignore[arg-type]
        table.wait(1)


def pictures(table: FakeTable) -> list[Picture]:
    """Five seconds of a drawn table: felt, ten heads, and hands that move."""
    jpegs = _film()
    seats = {str(seat): _outline(seat) for seat in GAME_SEATS}
    step_ns = NS_PER_S // 15
    found = [
        Picture(CAM, table.now_ns - back * step_ns, jpegs[back % len(jpegs)], (960, 540), seats) for back in range(75)
    ]
    return found[::-1]


def _place(seat: int) -> tuple[float, float]:
    angle = np.pi * (0.16 + 0.68 * (seat - 1) / 9)
    return 480 - 400 * float(np.cos(angle)), 420 - 290 * float(np.sin(angle))


def _outline(seat: int) -> tuple[tuple[float, float], ...]:
    x, y = _place(seat)
    return ((x - 36, y - 52), (x + 36, y - 52), (x + 36, y + 62), (x - 36, y + 62))


@cache
def _film() -> tuple[bytes, ...]:
    return tuple(_drawn(step) for step in range(3))


def _drawn(step: int) -> bytes:
    image = np.full((540, 960, 3), (34, 30, 28), np.uint8)
    cv2.ellipse(image, (480, 470), (400, 230), 0, 0, 360, (52, 74, 40), -1, cv2.LINE_AA)
    for seat in GAME_SEATS:
        x, y = (round(part) for part in _place(seat))
        cloth = (60 + 12 * seat, 70, 150 - 9 * seat)
        cv2.ellipse(image, (x, y + 62), (44, 52), 0, 180, 360, cloth, -1, cv2.LINE_AA)
        cv2.circle(image, (x, y - 8), 24, (150, 178, 206), -1, cv2.LINE_AA)
        cv2.circle(image, (x + 14, y + 60 + 6 * ((step + seat) % 3)), 9, (140, 170, 200), -1, cv2.LINE_AA)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1])


def save_all(folder: Path, language: str) -> None:
    """Every screen as a PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, screen in SCREENS.items():
        table = FakeTable()
        window = window_at(table, language)
        screen(window, table, language)
        window.grab().save(str(folder / f"{name}_{language}.png"))
        window.close()


if __name__ == "__main__":
    application = QApplication([])
    save_all(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "en")
