"""Finds text that does not fit where the layout put it."""

from __future__ import annotations

from PyQt6.QtWidgets import QLabel, QWidget

from ui.qt.pieces import KeyButton

_SLACK_PX = 1


def clipped(root: QWidget) -> list[str]:
    """Labels and buttons whose text does not fit, and widgets that reach out of their parent."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible():
            continue
        found += _label(widget) if isinstance(widget, QLabel) else []
        found += _button(widget) if isinstance(widget, KeyButton) else []
        parent = widget.parentWidget()
        if parent is not None and not widget.isWindow():
            room = parent.rect().adjusted(-_SLACK_PX, -_SLACK_PX, _SLACK_PX, _SLACK_PX)
            if not room.contains(widget.geometry()):
                found.append(f"outside its parent: {type(widget).__name__} {widget.accessibleName()!r}")
    return found


def _label(label: QLabel) -> list[str]:
    if not label.text():
        return []
    high = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
    wide = 0 if label.wordWrap() else label.sizeHint().width()
    if high <= label.height() + _SLACK_PX and wide <= label.width() + _SLACK_PX:
        return []
    return [f"{label.text()!r} needs {wide}×{high}, has {label.width()}×{label.height()}"]


def _button(button: KeyButton) -> list[str]:
    hint = button.minimumSizeHint()  # where names may be cut the painting itself takes note of other texts
    if hint.width() <= button.width() + _SLACK_PX:
        return []
    return [f"{button.text()!r} needs {hint.width()}, has {button.width()}"]
