"""The judge's window: passes keys to the desk, fetches the pictures of its moment, shows its view."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from PyQt6.QtCore import Qt, QTimer, QUrl
from PyQt6.QtGui import QCloseEvent, QDesktopServices, QKeySequence, QShortcut
from PyQt6.QtWidgets import QApplication, QMainWindow

from engine.cues import Evidence
from engine.faults import Fault
from ui.evidence.thumbnails import cut
from ui.qt.app import scale_of_screen
from ui.qt.audit_page import AuditPage
from ui.qt.environment import survive_exceptions, use_own_plugins
from ui.qt.key_filter import KeyFilter
from ui.qt.pieces import fill
from ui.qt.review_page import ReviewPage
from ui.qt.sheet import Sheet
from ui.review.audit_screen import audit_view
from ui.review.desk import ReviewDesk, Screen, Wanted
from ui.review.hearing import Hearing
from ui.review.keys import AUDIT_KEYS, REPEATING, REVIEW_KEYS
from ui.review.packing import Packing
from ui.review.reel import Angle, Shot
from ui.review.room import Room
from ui.review.screen import review_view
from ui.theme import DARK, DESIGN_SIZE, LIGHT, SCALES, SMALLEST_SIZE, fitting_scale
from ui.words import Words
from vision.clock import MachineClock
from vision.frames import ImageU8

TICK_MS: Final = 33
_SMALLEST: Final = 0.75


class ReviewWindow(QMainWindow):
    """Thin: what is shown and what a key does is decided in `ui.review`."""

    def __init__(self, room: Room, words: Words, *, now_ns: Callable[[], int], scale: float = 1.0) -> None:
        super().__init__()
        self.room, self._words, self._now_ns, self._wanted_scale = room, words, now_ns, scale
        self.desk: ReviewDesk = room.desk
        self.packing = Packing(self.desk.case.folder, words)
        self._hearing = Hearing(room.film)
        self._no_film = words.fault(room.no_film) if room.no_film is not None else ""
        self._shots: tuple[Shot | None, ...] = ()
        self._troubles: tuple[str, ...] = ()
        self.setWindowTitle(f"Table Monitor · {self.desk.case.folder.name}")
        self.setMinimumSize(round(SMALLEST_SIZE[0] * _SMALLEST), round(SMALLEST_SIZE[1] * _SMALLEST))
        self.resize(round(DESIGN_SIZE[0] * scale), round(DESIGN_SIZE[1] * scale))
        self.desk.begin(now_ns())
        self.page: ReviewPage | AuditPage = self._new_page(fitting_scale(scale, self.width(), self.height()))
        self._keys = KeyFilter(self.press, lambda _key: None, now_ns, self._keys_now, REPEATING)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self._keys)
        for sequence, step in ((QKeySequence.StandardKey.ZoomIn, 1), (QKeySequence.StandardKey.ZoomOut, -1)):
            QShortcut(QKeySequence(sequence), self).activated.connect(lambda step=step: self.zoom(step))
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.refresh)
        self._timer.start(TICK_MS)

    def stop_polling(self) -> None:
        """Leave it to the caller when time goes on."""
        self._timer.stop()

    def press(self, key: str, at_ns: int) -> None:
        """A key of the window, by position."""
        wanted = self.desk.press(key, at_ns)
        match wanted:
            case Wanted.PACK:
                self._pack()
            case Wanted.PRINT:
                self._print()
            case Wanted.FULL_SCREEN:
                self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
            case None:
                pass
        self.refresh()

    def refresh(self) -> None:
        """Let time go on, then show the moment."""
        now_ns = self._now_ns()
        self.desk.tick(now_ns)
        self._take_pack(wait=False)
        scale = fitting_scale(self._wanted_scale, self.width(), self.height())
        is_audit = self.desk.screen is Screen.AUDIT
        if scale != self.page.sheet.scale or isinstance(self.page, AuditPage) is not is_audit:
            self.page = self._new_page(scale)
        if isinstance(self.page, AuditPage):
            self.page.show_view(audit_view(self.desk))
            return
        self._look()
        view = review_view(
            self.desk, self.room.angles, self._shots, self._troubles, self._hearing, now_ns, no_film=self._no_film
        )
        self.page.show_view(view, self._shots, self.room.angles, self.desk.suggestion)

    def zoom(self, step: int) -> None:
        """Larger or smaller text; never larger than the window holds."""
        here = min(range(len(SCALES)), key=lambda n: abs(SCALES[n] - self._wanted_scale))
        self._wanted_scale = SCALES[max(0, min(here + step, len(SCALES) - 1))]
        self.refresh()

    def finish_pack(self) -> None:
        """Wait for the pack that is being made."""
        self._take_pack(wait=True)
        self.refresh()

    def closeEvent(self, a0: QCloseEvent | None) -> None:
        """What was being looked at is written down; a pack is finished."""
        self._timer.stop()
        self.desk.stop(self._now_ns())
        self.packing.close()
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self._keys)

    def _keys_now(self) -> frozenset[str]:
        return frozenset(REVIEW_KEYS if self.desk.screen is Screen.REVIEW else AUDIT_KEYS)

    def _new_page(self, scale: float) -> ReviewPage | AuditPage:
        """The audit is light, as paper; the review dark, as pictures need it."""
        language = self._words.language
        page: ReviewPage | AuditPage
        if self.desk.screen is Screen.AUDIT:
            page = AuditPage(Sheet(LIGHT, scale, language), self._thumb)
            page.cell_chosen.connect(self._choose_cell)
        else:
            page = ReviewPage(Sheet(DARK, scale, language))
            page.case_chosen.connect(self._open_case)
            page.angle_chosen.connect(lambda number: self.press(str(number), self._now_ns()))
            page.moment_chosen.connect(self._jump)
        page.key_pressed.connect(lambda key: self.press(key, self._now_ns()))
        self.setCentralWidget(page)
        fill(self, page.sheet.theme.ground)
        page.setFocus()
        return page

    def _open_case(self, number: int) -> None:
        self.desk.open(number, self._now_ns())
        self.refresh()

    def _choose_cell(self, row: int, column: int) -> None:
        self.desk.walk.choose(row, column)
        self.refresh()

    def _jump(self, t_ns: int) -> None:
        self.desk.jump(t_ns, self._now_ns())
        self.refresh()

    def _look(self) -> None:
        """The picture of every angle at the desk's moment, or why there is none."""
        shots, troubles = [], []
        for angle in self.room.angles:
            shot, trouble = self._shot(angle)
            shots.append(shot)
            troubles.append(trouble)
        self._shots, self._troubles = tuple(shots), tuple(troubles)

    def _shot(self, angle: Angle) -> tuple[Shot | None, str]:
        if angle.reel is None or angle.trouble is not None:
            return None, self._words.fault(angle.trouble) if angle.trouble is not None else ""
        try:
            return angle.reel.at(self.desk.t_ns), ""
        except Fault as fault:
            return None, self._words.fault(fault)

    def _thumb(self, piece: Evidence) -> ImageU8 | None:
        angle = next((one for one in self.room.angles if one.camera == piece.camera), None)
        if angle is None or angle.reel is None:
            return None
        try:
            shot = angle.reel.at(piece.t_ns)
        except Fault:
            return None
        if shot is None:
            return None
        x0, y0, x1, y1 = (side * shot.scale for side in piece.box_px)
        return np.ascontiguousarray(cut(shot.image, (x0, y0, x1, y1)))

    def _pack(self) -> None:
        suggestion = self.desk.suggestion
        if suggestion is None:
            self.desk.say(self._words("There is no case to pack."), bad=True)
        elif self.packing.begin(suggestion.id):
            self.desk.say(self._words("Packing; go on looking meanwhile."))
        else:
            self.desk.say(self._words("Another pack is still being made."), bad=True)

    def _take_pack(self, *, wait: bool) -> None:
        try:
            if told := self.packing.result(wait=wait):
                self.desk.say(told)
        except Fault as fault:
            self.desk.say(self._words.fault(fault), bad=True)

    def _print(self) -> None:
        folder = self.desk.case.folder
        page = next((p for p in (folder / "report.html", folder / "report" / "report.html") if p.is_file()), None)
        if page is None:
            self.desk.say(self._words("No report lies in this folder: “table-monitor audit” writes one."), bad=True)
            return
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(page.resolve())))
        self.desk.say(self._words("The report is open in your browser; print it there."))


def run_review(folder: Path, words: Words, *, by: str) -> int:
    """Show the review until it is closed; raises a Fault where there is nothing to review."""
    clock = MachineClock()
    room = Room.of(folder, words, wall=lambda: clock.utc().isoformat(), by=by)
    survive_exceptions()
    use_own_plugins()
    application = QApplication(sys.argv[:1])
    window = ReviewWindow(room, words, now_ns=clock.now_ns, scale=scale_of_screen())
    window.show()
    try:
        return application.exec()
    finally:
        window.close()
