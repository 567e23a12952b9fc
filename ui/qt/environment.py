"""What must be true of the process before Qt starts: its own plugins and fonts, and no exception that kills it."""

from __future__ import annotations

import logging
import os
import sys
import threading
from types import TracebackType
from typing import Final

SET_BY_CV2: Final = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")
"""Importing cv2 points these at the Qt 5 inside its wheel, whose plugins a Qt 6 program cannot load."""

_log = logging.getLogger(__name__)


def use_own_plugins() -> None:
    """Forget where another library keeps its plugins; call it right before the application is made."""
    for name in SET_BY_CV2:
        os.environ.pop(name, None)


def survive_exceptions() -> None:
    """Log what a slot or thread raises instead of letting PyQt abort: the window lives, the table is not touched."""
    sys.excepthook = _log_exception
    threading.excepthook = _log_thread_exception


def _log_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    _log.critical("The window met an error; the table goes on.", exc_info=(kind, error, trace))


def _log_thread_exception(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None:
        _log_exception(args.exc_type, args.exc_value, args.exc_traceback)
