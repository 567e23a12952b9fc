"""Every page of the set-up on invented cameras: for tests, and for looking at them.

`python -m tests.ui.setup_screens FOLDER [LANGUAGE]` saves them as pictures.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Final

from PyQt6.QtWidgets import QApplication

from engine.seats import GAME_SEATS
from tests.ui.fakes import NICKS
from ui.qt.setup_window import SetupWindow
from ui.settings import Settings
from ui.setup.checks import Page
from ui.setup.model import SetupModel
from ui.setup.probe import Delivered
from ui.theme import DESIGN_SIZE
from ui.words import Words
from vision.capture.camera_state import CameraSilent

TODAY: Final = date(2026, 11, 30)


@dataclass
class FakeProbe:
    """Cameras that give what the test says."""

    given: tuple[Delivered, ...] = ()
    begun: list[tuple[str, ...]] = field(default_factory=list)
    ended: int = 0

    def begin(self, sources: Sequence[str]) -> None:
        self.begun.append(tuple(sources))

    def found(self) -> tuple[Delivered, ...]:
        return self.given

    def end(self) -> None:
        self.ended += 1


def seats_file(folder: Path, cameras: dict[str, Sequence[int]]) -> Path:
    """A seats file in which each camera shows some of the seats side by side."""
    document = {
        "schema": 1,
        "cameras": {
            camera: {
                "image_size": [1920, 1080],
                "seats": [
                    {"seat": seat, "polygon": [[x, 100], [x + 150, 100], [x + 150, 500], [x, 500]]}
                    for seat in seats
                    for x in (180 * (seat - 1) + 10,)
                ],
            }
            for camera, seats in cameras.items()
        },
    }
    path = folder / "seats.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def complete(folder: Path, language: str = "en") -> Settings:
    """Settings that ask nothing on the day TODAY."""
    return Settings(
        cameras=("/dev/video0", "/dev/video2"),
        seats=seats_file(folder, {"cam1": GAME_SEATS, "cam2": range(1, 8)}),
        rules="fsm2024",
        players=tuple(NICKS[language]),
        consent=TODAY,
    )


DELIVERED: Final = (
    Delivered("/dev/video0", (1920, 1080), 29.97, "mjpeg", 300),
    Delivered("/dev/video2", (1280, 720), 14.9, "mjpeg", 150),
    Delivered("rtsp://192.168.1.20/stream", fault=CameraSilent(address="rtsp://***@192.168.1.20/stream")),
)


def model_at(page: Page, language: str, folder: Path, *, full: bool) -> SetupModel:
    """A model whose page is full of what it can show, or as a new installation has it."""
    words = Words(language)
    if not full:
        return SetupModel(words, Settings(), TODAY, page)
    settings = complete(folder, language)
    if page is Page.CAMERAS:
        settings = settings.model_copy(
            update={"cameras": (*settings.cameras, "rtsp://judge:secret@192.168.1.20/stream")}
        )
    if page is Page.RULES:
        settings = settings.model_copy(update={"rules": "a", "answers": {"last_word_s": 60.0}})
    if page is Page.READY:
        settings = settings.model_copy(
            update={"consent": date(2026, 11, 28), "players": ("", "", *NICKS[language][2:])}
        )
    model = SetupModel(words, settings, TODAY, page)
    model.devices = ("/dev/video0", "/dev/video2", "/dev/video4")
    model.microphone = "" if page is Page.CAMERAS else "USB Audio: Conference Speakerphone"
    model.take(DELIVERED[: len(settings.cameras)])
    if page is Page.ROLES:
        model.deal_roles()
    return model


def window_at(model: SetupModel, *, size: tuple[int, int] = DESIGN_SIZE, scale: float = 1.0) -> SetupWindow:
    """A window on a model, with nothing but the test to move it."""
    window = SetupWindow(model, FakeProbe(model.delivered), scale=scale)
    window.resize(*size)
    window.show()
    window.refresh()
    QApplication.processEvents()
    window.refresh()
    QApplication.processEvents()
    return window


def save_all(folder: Path, language: str) -> None:
    """Every page as a PNG, empty and full."""
    folder.mkdir(parents=True, exist_ok=True)
    for page in Page:
        for full in (False, True):
            with tempfile.TemporaryDirectory() as temporary:
                window = window_at(model_at(page, language, Path(temporary), full=full), size=(1280, 720))
                window.grab().save(str(folder / f"{page}_{'full' if full else 'new'}_{language}.png"))
                window.close()


if __name__ == "__main__":
    application = QApplication([])
    save_all(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "en")
