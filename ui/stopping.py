"""A program that is told to end: what is half done is taken away first, then it says so in one sentence."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Final, NoReturn

SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopped(BaseException):
    """The system or another program asked this one to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def stoppable() -> Iterator[None]:
    """Inside, a request to end unwinds like Ctrl-C, so that temporary files go; raises Stopped.

    Only once: a second request while things are put away does not interrupt that.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def stop(number: int, _frame: FrameType | None) -> NoReturn:
        for other in SIGNALS:
            signal.signal(other, signal.SIG_IGN)
        raise Stopped(number)

    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # started with nohup
            signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)


def as_before() -> None:
    """A window ends in its own way: the system's handling is put back."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
