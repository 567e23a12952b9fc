"""The label window: one picture, what is marked, and the keys."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

import numpy as np
from PyQt6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PyQt6.QtGui import QCloseEvent, QImage, QKeyEvent, QPainter, QPaintEvent
from PyQt6.QtWidgets import QApplication, QLabel, QListWidget, QMainWindow, QSplitter, QVBoxLayout, QWidget

from engine.faults import Fault
from engine.intervals import NS_PER_S
from ui.keys import LOCAL
from ui.label import desk as keys
from ui.label.desk import LabelDesk, Said
from ui.label.labels import Mark
from ui.qt.environment import survive_exceptions, use_own_plugins
from ui.qt.key_filter import key_of
from ui.qt.pictures import inscribed
from ui.words import Words

TICK_MS: Final = 33


class PictureView(QWidget):
    """The camera's picture, as large as there is room."""

    def __init__(self, desk: LabelDesk) -> None:
        super().__init__()
        self._desk = desk
        self.setMinimumSize(480, 270)

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        bgr = np.ascontiguousarray(self._desk.frame.image)
        height, width = bgr.shape[:2]
        image = QImage(bgr.tobytes(), width, height, width * 3, QImage.Format.Format_BGR888)
        painter = QPainter(self)
        painter.fillRect(self.rect(), Qt.GlobalColor.black)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(inscribed(QRectF(self.rect()), (width, height)), image)
        painter.end()


class LabelWindow(QMainWindow):
    """Shows the desk and hands it the keys; `save` writes the labels and may raise OSError."""

    def __init__(self, desk: LabelDesk, words: Words, save: Callable[[], None]) -> None:
        super().__init__()
        self.desk, self._words, self._save = desk, words, save
        self.setWindowTitle(words("Label a recording"))
        self.picture = PictureView(desk)
        self.state, self.said, self.listed = QLabel(), QLabel(), QListWidget()
        self.listed.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        help_text = QLabel(self._help())
        help_text.setWordWrap(True)
        side = QWidget()
        column = QVBoxLayout(side)
        for widget in (self.state, self.listed, self.said, help_text):
            column.addWidget(widget)
        self.said.setWordWrap(True)
        splitter = QSplitter()
        splitter.addWidget(self.picture)
        splitter.addWidget(side)
        splitter.setStretchFactor(0, 1)
        self.setCentralWidget(splitter)
        self.resize(1280, 720)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()
        self._refresh(Said.NOTHING)

    def eventFilter(self, a0: QObject | None, a1: QEvent | None) -> bool:
        """Keys by position before any widget takes them."""
        if isinstance(a1, QKeyEvent) and a1.type() == QEvent.Type.KeyPress and self.isActiveWindow():
            self.keyPressEvent(a1)
            return a1.isAccepted()
        return False

    def keyPressEvent(self, a0: QKeyEvent | None) -> None:
        key = key_of(a0) if a0 is not None else ""
        if a0 is None or not key:
            return
        stepping = key in (keys.FRAME_BACK, keys.FRAME_ON, *keys.STEPS_NS)
        if a0.isAutoRepeat() and not stepping:
            return
        self.press(key)
        a0.accept()

    def press(self, key: str) -> None:
        """As if the key had been pressed."""
        try:
            said = self.desk.press(key)
        except Fault as problem:
            self.said.setText(self._words.fault(problem))
            return
        if said is Said.SAVE:
            self._save_now()
        else:
            self._refresh(said)

    def closeEvent(self, a0: QCloseEvent | None) -> None:
        """Nothing marked is lost: what cannot be saved keeps the window open once."""
        if self.desk.labels.unsaved and not self._save_now() and a0 is not None:
            a0.ignore()
            return
        self._timer.stop()

    def _save_now(self) -> bool:
        try:
            self._save()
        except OSError as problem:
            reason = self._words.problem(problem.strerror or str(problem))
            self.said.setText(self._words("The labels could not be written: {reason}.", reason=reason))
            return False
        self._refresh(Said.SAVE)
        return True

    def _tick(self) -> None:
        if self.desk.playing:
            self.desk.play_on(TICK_MS * 1_000_000)
            self._refresh(Said.NOTHING)

    def _refresh(self, said: Said) -> None:
        desk, words = self.desk, self._words
        seat = words("no seat") if desk.seat is None else words("seat {seat}", seat=int(desk.seat))
        self.state.setText(
            words(
                "{time} s · {camera} · ×{speed} · {seat} · {side}",
                time=f"{desk.t_ns / NS_PER_S:.3f}",
                camera=desk.film.camera,
                speed=f"{desk.speed:g}",
                seat=seat,
                side=words(f"side.{desk.side}"),
            )
        )
        if said is not Said.NOTHING or not desk.playing:
            self.said.setText("" if said is Said.NOTHING else words(f"label_said.{said}"))
        if self.listed.count() != len(desk.labels.marks):
            self.listed.clear()
            self.listed.addItems([self._mark_text(mark) for mark in desk.labels.marks])
            self.listed.scrollToBottom()
        self.picture.update()

    def _mark_text(self, mark: Mark) -> str:
        parts = [f"{mark.when.latest_ns / NS_PER_S:.3f}", self._words(f"label_mark.{mark.kind}")]
        parts += [] if mark.seat is None else [str(int(mark.seat))]
        parts += [] if mark.target is None else [f"→ {int(mark.target)}"]
        parts += [] if mark.side is None else [self._words(f"side.{mark.side}")]
        return " · ".join(parts)

    def _help(self) -> str:
        local = LOCAL[self._words.language]
        lines = []
        for key, meaning in keys.HELP:
            printed = " ".join(f"{k} ({local[k]})" if k in local else k for k in key.split(" "))
            lines.append(f"{printed}  {self._words(f'label_key.{meaning}')}")
        return "\n".join(lines)


def run_label_window(desk: LabelDesk, words: Words, save: Callable[[], None]) -> int:
    """Show the window until it is closed."""
    survive_exceptions()
    use_own_plugins()
    application = QApplication(sys.argv[:1])
    window = LabelWindow(desk, words, save)
    application.installEventFilter(window)
    window.show()
    return application.exec()
