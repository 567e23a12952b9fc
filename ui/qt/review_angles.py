"""All cameras of a moment, locked by time; each always in the same place, one of them large on demand."""

from __future__ import annotations

from typing import Final

from PyQt6.QtCore import QPointF, QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PyQt6.QtWidgets import QSizePolicy, QWidget

from engine.cues import CameraId
from engine.seats import Subject
from engine.suggestions import Suggestion
from ui.host.view import Sign
from ui.qt.painting import MIDDLE, NO_BRUSH, draw_sign, draw_text
from ui.qt.pictures import inscribed
from ui.qt.sheet import Sheet, colour
from ui.review.reel import Angle, Shot
from ui.review.view import AnglePlate

_NEAR_NS: Final = 60_000_000  # a box of evidence is drawn on pictures this near to its own
_BAND: Final = 30
_ASPECT: Final = 16 / 9


class AngleGrid(QWidget):
    """Draws what the recording shows; a click makes a camera large."""

    chosen = pyqtSignal(int)

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._plates: tuple[AnglePlate, ...] = ()
        self._shots: tuple[Shot | None, ...] = ()
        self._angles: tuple[Angle, ...] = ()
        self._about: tuple[Subject, ...] = ()
        self._suggestion: Suggestion | None = None
        self._images: dict[CameraId, tuple[int, QImage]] = {}
        self._nothing = ""
        self.setMinimumSize(sheet.px(320), sheet.px(170))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_moment(
        self,
        plates: tuple[AnglePlate, ...],
        shots: tuple[Shot | None, ...],
        angles: tuple[Angle, ...],
        suggestion: Suggestion | None,
        nothing: str,
    ) -> None:
        shown = (plates, tuple(shot.t_ns if shot else None for shot in shots), suggestion, nothing)
        before = (
            self._plates,
            tuple(shot.t_ns if shot else None for shot in self._shots),
            self._suggestion,
            self._nothing,
        )
        self._plates, self._shots, self._angles, self._suggestion = plates, shots, angles, suggestion
        self._about = (
            (suggestion.subject, *suggestion.targets[: 1 if suggestion.kind == "contact" else 0]) if suggestion else ()
        )
        self._nothing = nothing
        if shown != before:
            said = "; ".join(f"{plate.number} {plate.name} {plate.message or plate.apart}" for plate in plates)
            self.setAccessibleName(said or nothing)
            self.update()

    def mousePressEvent(self, a0: QMouseEvent | None) -> None:
        if a0 is None:
            return
        for plate, rect in self._places():
            if rect.contains(a0.position()):
                self.chosen.emit(plate.number)

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        if not self._plates:
            self._message(painter, QRectF(self.rect()), self._nothing)
        for plate, rect in self._places():
            self._draw(painter, rect, plate)

    def _places(self) -> list[tuple[AnglePlate, QRectF]]:
        large = [plate for plate in self._plates if plate.is_large]
        if large:
            return [(large[0], QRectF(self.rect()))]
        count = len(self._plates)
        gap = self._sheet.px(8)
        columns = max(range(1, max(1, count) + 1), key=lambda n: self._picture_width(n, count, gap))
        rows = max(1, -(-count // columns))
        wide = (self.width() - gap * (columns - 1)) / columns
        high = (self.height() - gap * (rows - 1)) / rows
        return [
            (plate, QRectF((n % columns) * (wide + gap), (n // columns) * (high + gap), wide, high))
            for n, plate in enumerate(self._plates)
        ]

    def _picture_width(self, columns: int, count: int, gap: int) -> float:
        """How wide a picture of the usual shape is with so many columns."""
        rows = max(1, -(-count // columns))
        wide = (self.width() - gap * (columns - 1)) / columns
        high = (self.height() - gap * (rows - 1)) / rows - self._sheet.px(_BAND)
        return min(wide, high * _ASPECT)

    def _draw(self, painter: QPainter, rect: QRectF, plate: AnglePlate) -> None:
        sheet, theme = self._sheet, self._sheet.theme
        painter.fillRect(rect, colour("#050607"))
        band = QRectF(rect.left(), rect.top(), rect.width(), sheet.px(_BAND))
        below = rect.adjusted(0, band.height(), 0, 0)
        shot = self._shots[plate.number - 1]
        if shot is None or plate.message:
            self._message(painter, below, plate.message)
        else:
            image = self._image(shot)
            into = inscribed(below, (image.width(), image.height()))
            painter.drawImage(into, image)
            self._marks(painter, into, image, shot, self._angles[plate.number - 1])
        edge = theme.focus if plate.is_large else theme.line
        painter.setBrush(NO_BRUSH)
        painter.setPen(QPen(colour(edge), (3 if plate.is_large else 1) * sheet.scale))
        painter.drawRect(rect.adjusted(1, 1, -1, -1))
        left = band.adjusted(sheet.px(10), 0, -sheet.px(10), 0)
        number = f"{plate.number}"
        draw_text(painter, left, number, sheet, size=17, ink="#E8E6E1", weight=700)
        room = left.adjusted(sheet.px(24), 0, 0, 0)
        draw_text(painter, room, plate.name, sheet, size=16, ink="#E8E6E1", elide=True)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        draw_text(painter, room, plate.apart, sheet, size=16, ink="#A9AFB6", align=right, tabular=True)

    def _message(self, painter: QPainter, rect: QRectF, text: str) -> None:
        """A gap is a picture that names itself."""
        sheet = self._sheet
        painter.fillRect(rect, colour(sheet.theme.surface))
        centre = QPointF(rect.center().x(), rect.center().y() - sheet.px(40))
        if rect.height() > sheet.px(120):
            draw_sign(painter, Sign.BLIND, centre, sheet.px(30), sheet.theme.red, sheet.theme.surface)
        painter.setFont(sheet.font(17, 500))
        painter.setPen(colour(sheet.theme.text))
        top = sheet.px(44) if rect.height() > sheet.px(120) else 0
        room = rect.adjusted(sheet.px(16), top, -sheet.px(16), 0)
        flags = int(MIDDLE) | int(Qt.TextFlag.TextWordWrap)
        if painter.boundingRect(room, flags, text).height() > room.height() + 1:
            sheet.note_clipped(text)
        painter.drawText(room, flags, text)

    def _image(self, shot: Shot) -> QImage:
        kept = self._images.get(shot.camera)
        if kept is None or kept[0] != shot.t_ns:
            high, wide = shot.image.shape[:2]
            image = QImage(shot.image.tobytes(), wide, high, wide * 3, QImage.Format.Format_BGR888).copy()
            kept = self._images[shot.camera] = (shot.t_ns, image)
        return kept[1]

    def _marks(self, painter: QPainter, into: QRectF, image: QImage, shot: Shot, angle: Angle) -> None:
        """Whose place it is, and what the claim stands on."""
        if self._suggestion is None:
            return
        scale = shot.scale * into.width() / max(1, image.width())
        painter.setBrush(NO_BRUSH)
        for subject in self._about:
            outline = (angle.seats or {}).get(str(subject), ())
            if outline:
                points = [QPointF(into.left() + x * scale, into.top() + y * scale) for x, y in outline]
                painter.setPen(QPen(colour("#FFFFFF", 0.55), 1.4 * self._sheet.scale, Qt.PenStyle.DashLine))
                painter.drawPolygon(QPolygonF(points))
        for piece in self._suggestion.evidence:
            if piece.camera != shot.camera or abs(piece.t_ns - shot.t_ns) > _NEAR_NS:
                continue
            x0, y0, x1, y1 = (side * scale for side in piece.box_px)
            box = QRectF(into.left() + x0, into.top() + y0, x1 - x0, y1 - y0)
            painter.setPen(QPen(colour("#FFFFFF"), 2 * self._sheet.scale))
            painter.drawRect(box)
            plate = QRectF(
                box.left(), max(into.top(), box.top() - self._sheet.px(24)), self._sheet.px(34), self._sheet.px(24)
            )
            painter.fillRect(plate, colour("#101214", 0.85))
            who = "·".join(str(one) for one in self._about if isinstance(one, int)) or "•"
            plate.setWidth(max(plate.width(), self._sheet.width(who, 16, 700) + self._sheet.px(10)))
            draw_text(painter, plate, who, self._sheet, size=16, ink="#E8E6E1", weight=700, align=MIDDLE)
