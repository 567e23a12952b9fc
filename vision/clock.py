"""The one place that reads the machine's clocks."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """A monotonic clock in integer nanoseconds, and the calendar time beside it."""

    def now_ns(self) -> int: ...

    def utc(self) -> datetime: ...

    def sleep_until(self, t_ns: int) -> None: ...


class MachineClock:
    """The machine's monotonic clock."""

    def now_ns(self) -> int:
        return time.monotonic_ns()

    def utc(self) -> datetime:
        return datetime.now(UTC)

    def sleep_until(self, t_ns: int) -> None:
        wait_s = (t_ns - time.monotonic_ns()) / 1e9
        if wait_s > 0:
            time.sleep(wait_s)


class SteppedClock:
    """A clock that a test or a replay moves by hand; sleeping moves it."""

    def __init__(self, now_ns: int = 0, utc: datetime | None = None) -> None:
        self._now_ns = now_ns
        self._utc = utc if utc is not None else datetime(2000, 1, 1, tzinfo=UTC)

    def now_ns(self) -> int:
        return self._now_ns

    def utc(self) -> datetime:
        return self._utc

    def sleep_until(self, t_ns: int) -> None:
        self._now_ns = max(self._now_ns, t_ns)
