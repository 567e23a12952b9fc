"""Camera pictures as Qt images: decoded once, drawn whole or in part."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QImage, QPainter, QPainterPath, QPen, QPolygonF

from ui.qt.painting import MIDDLE, draw_text
from ui.qt.sheet import Sheet, colour
from ui.session.messages import Picture

_KEPT: Final = 12


class Decoded:
    """The few pictures on the screen, decoded once."""

    def __init__(self) -> None:
        self._images: OrderedDict[tuple[str, int], QImage] = OrderedDict()

    def image(self, picture: Picture) -> QImage:
        key = (str(picture.camera), picture.t_ns)
        found = self._images.get(key)
        if found is None:
            found = QImage.fromData(picture.jpeg)
            self._images[key] = found
            while len(self._images) > _KEPT:
                self._images.popitem(last=False)
        self._images.move_to_end(key)
        return found


def draw_part(painter: QPainter, into: QRectF, image: QImage, part_01: tuple[float, float, float, float]) -> None:
    """Fill a rectangle with a part of a picture, keeping its shape: what does not fit the rectangle is cut evenly."""
    wide, high = image.width(), image.height()
    x0, y0, x1, y1 = part_01
    source = QRectF(x0 * wide, y0 * high, (x1 - x0) * wide, (y1 - y0) * high)
    if source.isEmpty() or into.isEmpty():
        return
    scale = min(source.width() / into.width(), source.height() / into.height())
    taken = QRectF(0, 0, into.width() * scale, into.height() * scale)
    taken.moveCenter(source.center())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(into, image, taken)


def inscribed(into: QRectF, size: tuple[int, int]) -> QRectF:
    """The largest rectangle of a picture's shape inside another, in its middle."""
    wide, high = max(1, size[0]), max(1, size[1])
    scale = min(into.width() / wide, into.height() / high)
    found = QRectF(0, 0, wide * scale, high * scale)
    found.moveCenter(into.center())
    return found


def draw_angle(painter: QPainter, into: QRectF, picture: Picture, image: QImage, sheet: Sheet) -> QRectF:
    """A camera's whole picture with the seats' outlines and numbers; returns where it was drawn."""
    rect = inscribed(into, picture.size_px)
    path = QPainterPath()
    path.addRoundedRect(rect, sheet.px(8), sheet.px(8))
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.setClipPath(path)
    painter.drawImage(rect, image)
    painter.fillRect(rect, colour("#000000", 0.10))
    for subject, outline in sorted(picture.seats.items()):
        _draw_seat(painter, rect, picture, subject, outline, sheet)
    painter.restore()
    return rect


def _draw_seat(
    painter: QPainter,
    rect: QRectF,
    picture: Picture,
    subject: str,
    outline: tuple[tuple[float, float], ...],
    sheet: Sheet,
) -> None:
    kx, ky = rect.width() / max(1, picture.size_px[0]), rect.height() / max(1, picture.size_px[1])
    points = [QPointF(rect.left() + x * kx, rect.top() + y * ky) for x, y in outline]
    if not points:
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour("#FFFFFF", 0.55), 1.4 * sheet.scale))
    painter.drawPolygon(QPolygonF(points))
    if not subject.isdigit():
        return
    middle = sum(point.x() for point in points) / len(points)
    top = min(point.y() for point in points)
    plate = QRectF(0, 0, sheet.px(26), sheet.px(22))
    plate.moveCenter(QPointF(middle, max(top + sheet.px(13), rect.top() + sheet.px(13))))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("#101214", 0.8))
    painter.drawRoundedRect(plate, sheet.px(5), sheet.px(5))
    draw_text(painter, plate, subject, sheet, size=16, ink="#E8E6E1", weight=700, align=MIDDLE)
