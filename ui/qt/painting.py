"""Drawing that several widgets share: text that knows when it does not fit, key caps, and signs."""

from __future__ import annotations

import math
from typing import Final

from PyQt6.QtCore import QPointF, QRectF, QSizeF, Qt
from PyQt6.QtGui import QBrush, QPainter, QPen, QPolygonF

from ui.host.view import Sign
from ui.keys import LOCAL
from ui.qt.sheet import Sheet, colour

LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MIDDLE: Final = Qt.AlignmentFlag.AlignCenter
NO_BRUSH: Final = QBrush(Qt.BrushStyle.NoBrush)
_SLACK_PX: Final = 1.5


def draw_text(
    painter: QPainter,
    rect: QRectF,
    text: str,
    sheet: Sheet,
    *,
    size: float,
    ink: str,
    weight: int = 400,
    align: Qt.AlignmentFlag = LEFT,
    elide: bool = False,
    tabular: bool = False,
) -> None:
    """One line of text; where it does not fit and may not be cut, the sheet takes note."""
    painter.setFont(sheet.font(size, weight, tabular=tabular))
    painter.setPen(colour(ink))
    if elide:
        text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, math.ceil(rect.width() + 1))
    elif sheet.width(text, size, weight) > rect.width() + _SLACK_PX:
        sheet.note_clipped(f"{text!r} needs {sheet.width(text, size, weight):.0f} px, has {rect.width():.0f}")
    painter.drawText(rect, int(align) | int(Qt.TextFlag.TextDontClip), text)


def cap_text(key: str, sheet: Sheet) -> str:
    """What is printed on a key: its Latin letter and the local one."""
    named = {"Space": {"ru": "Пробел", "uk": "Пробіл"}.get(sheet.language, "Space"), "Back": "⌫"}
    named |= {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}
    local = LOCAL[sheet.language].get(key)
    return f"{named.get(key, key)} {local}" if local else named.get(key, key)


def cap_size(key: str, size: float, sheet: Sheet) -> QSizeF:
    """How large a key cap with text of this size is."""
    text_px = sheet.px(size)
    width = max(text_px * 1.9, sheet.width(cap_text(key, sheet), size, 600) + text_px * 0.95)
    return QSizeF(round(width), round(text_px * 1.85))


def draw_cap(painter: QPainter, at: QPointF, key: str, sheet: Sheet, *, size: float = 16, enabled: bool = True) -> None:
    """A key cap, the Latin letter first and the local letter dim beside it; dotted where the key does nothing now."""
    theme, box = sheet.theme, cap_size(key, size, sheet)
    rect = QRectF(at.x() + 0.5, at.y() + 0.5, box.width() - 1, box.height() - 1)
    style = Qt.PenStyle.SolidLine if enabled else Qt.PenStyle.DotLine
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour(theme.edge), 1.4 * sheet.scale, style))
    painter.setBrush(colour(theme.raised if enabled else theme.surface))
    painter.drawRoundedRect(rect, 5 * sheet.scale, 5 * sheet.scale)
    ink = theme.text if enabled else theme.dim
    local = LOCAL[sheet.language].get(key)
    if local is None:
        draw_text(painter, rect, cap_text(key, sheet), sheet, size=size, ink=ink, weight=600, align=MIDDLE)
        return
    left = rect.center().x() - sheet.width(cap_text(key, sheet), size, 600) / 2
    room = rect.right() - left
    draw_text(painter, QRectF(left, at.y(), room, box.height()), key, sheet, size=size, ink=ink, weight=600)
    left += sheet.width(key + " ", size, 600)
    draw_text(painter, QRectF(left, at.y(), room, box.height()), local, sheet, size=size, ink=theme.dim)


Points = list[tuple[float, float]]
_EYE: Final[Points] = [(x / 8, 0.446 * math.sqrt(1 - (x / 8) ** 2)) for x in range(-8, 9)]
_OCTAGON: Final[Points] = [
    (math.cos(math.pi / 8 + step * math.pi / 4), math.sin(math.pi / 8 + step * math.pi / 4)) for step in range(8)
]
_HALF: Final[Points] = [
    (-0.85 * math.sin(step * math.pi / 12), -0.85 * math.cos(step * math.pi / 12)) for step in range(13)
]
_SQUARE: Final[Points] = [(-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75)]
_TRIANGLE: Final[Points] = [(0, -0.9), (0.94, 0.72), (-0.94, 0.72)]
_LOCK: Final[Points] = [(-0.4, -0.1), (-0.4, -0.5), (-0.2, -0.8), (0.2, -0.8), (0.4, -0.5), (0.4, -0.1)]

_SIGNS: Final[dict[Sign, list[tuple[str, Points]]]] = {
    Sign.REMOVAL: [("fill", _OCTAGON), ("cut", [(-0.45, 0), (0.45, 0)])],
    Sign.FOUL: [("fill", _TRIANGLE), ("cut", [(0, -0.22), (0, 0.2)]), ("cut", [(0, 0.5), (0, 0.51)])],
    Sign.NOTE: [("ring", [(0.85, 0)]), ("disc", [(0.2, 0)])],
    Sign.DEGRADED: [("ring", [(0.85, 0)]), ("fill", _HALF)],
    Sign.BLIND: [("line", [(x, -y) for x, y in _EYE]), ("line", _EYE), ("line", [(-0.85, 0.85), (0.85, -0.85)])],
    Sign.NOT_OBSERVED: [("dots", _SQUARE)],
    Sign.DONE: [("line", [(-0.7, 0.05), (-0.2, 0.55), (0.75, -0.6)])],
    Sign.BEFORE: [  # up off the line
        ("line", [(-0.8, 0.8), (0.8, 0.8)]),
        ("line", [(0, 0.45), (0, -0.8)]),
        ("line", [(-0.4, -0.35), (0, -0.8), (0.4, -0.35)]),
    ],
    Sign.AFTER: [  # down, past the bar
        ("line", [(-0.75, -0.8), (-0.75, 0.8)]),
        ("line", [(0.25, -0.8), (0.25, 0.45)]),
        ("line", [(-0.15, 0.05), (0.25, 0.5), (0.65, 0.05)]),
        ("line", [(-0.4, 0.8), (0.9, 0.8)]),
    ],
    Sign.UNSURE: [  # two that overlap
        ("poly", [(-1, -0.6), (0.24, -0.6), (0.24, 0.08), (-1, 0.08)]),
        ("poly", [(-0.25, -0.1), (1, -0.1), (1, 0.58), (-0.25, 0.58)]),
    ],
    Sign.LOCKED: [("fill", [(-0.65, -0.1), (0.65, -0.1), (0.65, 0.9), (-0.65, 0.9)]), ("line", _LOCK)],
    Sign.NOW: [("fill", [(-0.5, -0.7), (0.75, 0), (-0.5, 0.7)])],
    Sign.DOT: [("disc", [(0.45, 0)])],
    Sign.LOST: [
        ("fill", [(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)]),
        ("cut", [(-0.4, -0.4), (0.4, 0.4)]),
        ("cut", [(-0.4, 0.4), (0.4, -0.4)]),
    ],
}


def draw_sign(painter: QPainter, sign: Sign, centre: QPointF, height: float, ink: str, ground: str) -> None:
    """A state or tier as a shape that reads without colour; `height` is in pixels of the page."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    half = height / 2
    for verb, points in _SIGNS[sign]:
        _pen(painter, verb, height, ground if verb == "cut" else ink)
        painter.setBrush(colour(ink) if verb in ("fill", "disc") else NO_BRUSH)
        if verb in ("ring", "disc"):
            radius = half * points[0][0]
            painter.drawEllipse(centre, radius, radius)
            continue
        placed = QPolygonF([QPointF(centre.x() + x * half, centre.y() + y * half) for x, y in points])
        if verb in ("fill", "poly", "dots"):
            painter.drawPolygon(placed)
        else:
            painter.drawPolyline(placed)
    painter.restore()


def _pen(painter: QPainter, verb: str, height: float, ink: str) -> None:
    width = max(1.6, height / (6.5 if verb == "cut" else 9))
    style = Qt.PenStyle.DotLine if verb == "dots" else Qt.PenStyle.SolidLine
    painter.setPen(QPen(colour(ink), width, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
