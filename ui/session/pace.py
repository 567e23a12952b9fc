"""A recording played at its own speed, or slower where looking at it takes longer; no picture is ever skipped."""

from __future__ import annotations

from vision.clock import Clock


class Pace:
    """Maps the machine's clock to the recording's."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._zero_ns: int | None = None  # the machine's time at which the recording's zero would have been
        self._reached_ns = 0
        self.speed_01 = 1.0

    def wait_for(self, t_ns: int) -> None:
        """Sleep until a picture is due; when it is late already, the recording's clock slips instead."""
        now_ns = self._clock.now_ns()
        if self._zero_ns is None:
            self._zero_ns = now_ns - t_ns
        late_ns = now_ns - (self._zero_ns + t_ns)
        step_ns = max(1, t_ns - self._reached_ns)
        if late_ns > 0:
            self._zero_ns += late_ns
        else:
            self._clock.sleep_until(self._zero_ns + t_ns)
        taken_ns = step_ns + max(0, late_ns)
        self.speed_01 = 0.95 * self.speed_01 + 0.05 * min(1.0, step_ns / taken_ns)
        self._reached_ns = t_ns

    def now_ns(self) -> int:
        """The recording's time now; never beyond the next picture by more than real time has passed."""
        return (
            self._reached_ns if self._zero_ns is None else max(self._reached_ns, self._clock.now_ns() - self._zero_ns)
        )
