"""Takes the keys before any widget does: Space and Enter would press the focused button, wherever that is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container
from typing import Final

from PyQt6.QtCore import QEvent, QObject, Qt
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit

from ui.keys import HOST_KEYS, Command, position
from ui.qt.key_clock import KeyClock

_NAMED: Final = {
    Qt.Key.Key_Space: "Space",
    Qt.Key.Key_Return: "Enter",
    Qt.Key.Key_Enter: "Enter",
    Qt.Key.Key_Escape: "Esc",
    Qt.Key.Key_Backspace: "Back",
    Qt.Key.Key_F1: "F1",
    Qt.Key.Key_F2: "F2",
    Qt.Key.Key_F8: "F8",
    Qt.Key.Key_F9: "F9",
    Qt.Key.Key_F11: "F11",
    Qt.Key.Key_F6: "F6",
    Qt.Key.Key_F7: "F7",
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
    Qt.Key.Key_Up: "Up",
    Qt.Key.Key_Down: "Down",
    Qt.Key.Key_BracketLeft: "[",
    Qt.Key.Key_BracketRight: "]",
}
_HOST_KEYS: Final = frozenset(key for key, command in HOST_KEYS.items() if command is not Command.GROUP)
_TEXT_FIELDS: Final = (QLineEdit, QTextEdit, QPlainTextEdit)
_OURS_IN_TEXT: Final = frozenset({"Esc", "F1", "F2", "F6", "F7", "F8", "F9", "F11"})
NOT_OURS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


def key_of(event: QKeyEvent) -> str:
    """The name of the physical key; from its character only where the system gives no position (a screen keyboard)."""
    scan_code, virtual_key = event.nativeScanCode(), event.nativeVirtualKey()
    if scan_code or sys.platform == "darwin":
        return position(scan_code, virtual_key)
    key = event.key()
    if Qt.Key.Key_0 <= key <= Qt.Key.Key_9 or Qt.Key.Key_A <= key <= Qt.Key.Key_Z:
        return chr(key)
    return next((name for code, name in _NAMED.items() if key == code), "")


class KeyFilter(QObject):
    """An application-wide filter; a held key is one press, unless it is one of those that repeat."""

    def __init__(
        self,
        pressed: Callable[[str, int], None],
        released: Callable[[str], None],
        now_ns: Callable[[], int],
        keys: Callable[[], Container[str]] = lambda: _HOST_KEYS,
        repeating: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__()
        self._keys, self._repeating = keys, repeating
        self._pressed, self._released = pressed, released
        self._now_ns = now_ns
        self._clock = KeyClock()

    def eventFilter(self, a0: QObject | None, a1: QEvent | None) -> bool:
        if not isinstance(a1, QKeyEvent) or a1.type() not in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            return False
        key = key_of(a1)
        if not self._is_ours(key, a1):
            return False
        if not a1.isAutoRepeat() or key in self._repeating:
            if a1.type() == QEvent.Type.KeyPress:
                self._pressed(key, self._clock.time_of(a1.timestamp(), self._now_ns()))
            else:
                self._released(key)
        return True

    def _is_ours(self, key: str, event: QKeyEvent) -> bool:
        if key not in self._keys() or event.modifiers() & NOT_OURS:
            return False
        return key in _OURS_IN_TEXT or not isinstance(QApplication.focusWidget(), _TEXT_FIELDS)
