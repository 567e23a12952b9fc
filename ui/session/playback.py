"""The thread that looks: plays a recording, moves the game by its script, and reports what it sees."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.actions import HostAction
from engine.codes import HandPlace
from engine.cues import CameraId, Cue
from engine.intervals import NS_PER_S
from engine.periods import VoteWindow
from engine.seats import Seat
from ui.session.audit import AFTER_WINDOW_NS, merged
from ui.session.evidence_ring import EvidenceRing
from ui.session.game import LiveGame
from ui.session.messages import CameraHealth, SeatSight, SeatView
from ui.session.pace import Pace
from ui.session.script import play
from vision.capture.opening import Recording
from vision.frames import Frame
from vision.observation import Observation
from vision.pipeline import Looking

log = logging.getLogger(__name__)

RATE_OVER_NS: Final = 2 * NS_PER_S
SEEN_FOR_NS: Final = 2 * NS_PER_S
"""A seat in which nothing was found for this long is blind, however often it was looked at."""


@dataclass(slots=True)
class Sights:
    """What the newest pictures show; read by the window's side under a lock."""

    newest: dict[CameraId, Frame] = field(default_factory=dict)
    times: dict[CameraId, deque[int]] = field(default_factory=dict)
    counts: dict[CameraId, int] = field(default_factory=dict)
    seen_ns: dict[Seat, int] = field(default_factory=dict)
    looked_ns: dict[Seat, int] = field(default_factory=dict)
    hands: dict[Seat, HandPlace] = field(default_factory=dict)


class Playback(threading.Thread):
    """Plays one recording into one game; ends by itself, or when asked to."""

    def __init__(
        self, recording: Recording, looking: Looking, game: LiveGame, script: Sequence[HostAction], pace: Pace
    ) -> None:
        super().__init__(name="playback", daemon=True)
        self._recording = recording
        self._looking = looking
        self._game = game
        self._script = deque(sorted(script, key=lambda action: action.t_ns))
        self._pace = pace
        self._asked_to_end = threading.Event()
        self._lock = threading.Lock()
        self._sights = Sights()
        self._measured: set[int] = set()
        self.ring = EvidenceRing()
        self.cues: list[Cue] = []
        self.failure: Exception | None = None
        self.left_out = 0  # entries of the recording for which this game had no place

    def run(self) -> None:
        try:
            for frame in self._frames():
                self._take(frame)
            self._finish()
        except Exception as error:
            log.exception("playback ended by an error")
            self.failure = error

    def _frames(self) -> Iterator[Frame]:
        """Every picture when it is due, until asked to end."""
        for frame in merged(self._recording.sources):
            if self._asked_to_end.is_set():
                return
            self._pace.wait_for(frame.t_ns)
            yield frame

    def end(self) -> None:
        """Stop after the current picture."""
        self._asked_to_end.set()

    def newest(self, camera: CameraId) -> Frame | None:
        """The newest picture of a camera."""
        with self._lock:
            return self._sights.newest.get(camera)

    def health(self) -> dict[CameraId, CameraHealth]:
        """Measured age and rate of each camera."""
        with self._lock:
            return {camera: self._health(camera, frame) for camera, frame in self._sights.newest.items()}

    def seats(self, t_ns: int) -> dict[Seat, SeatView]:
        """How well each seat is seen."""
        with self._lock:
            return {seat: self._view(seat, self._looked_until_ns(seat, t_ns)) for seat in self._sights.looked_ns}

    def _take(self, frame: Frame) -> None:
        while self._script and self._script[0].t_ns <= frame.t_ns:
            if not play(self._script.popleft(), lambda: self._game.state, self._game.enter, self._game.rules):
                self.left_out += 1
        self.ring.add(frame)
        self._measure_votes(frame.t_ns)
        observations, cues = self._looking.look(frame, self._game.focus())
        self._report(cues)
        with self._lock:
            self._note(frame, observations)

    def _measure_votes(self, t_ns: int) -> None:
        for window in self._game.windows():
            if t_ns > window.closes_ns + AFTER_WINDOW_NS:
                self._measure(window)

    def _measure(self, window: VoteWindow) -> None:
        if window.call.earliest_ns not in self._measured:
            self._measured.add(window.call.earliest_ns)
            self._report(self._looking.vote(window, self._game.focus()))

    def _report(self, cues: Sequence[Cue]) -> None:
        if cues:
            self.cues += cues
            self._game.notice(cues)

    def _finish(self) -> None:
        for window in self._game.windows():
            self._measure(window)
        self._report(self._looking.finish())

    def _note(self, frame: Frame, observations: Sequence[Observation]) -> None:
        sights = self._sights
        sights.newest[frame.camera] = frame
        times = sights.times.setdefault(frame.camera, deque())
        times.append(frame.t_ns)
        while times[0] < frame.t_ns - RATE_OVER_NS:
            times.popleft()
        sights.counts[frame.camera] = sights.counts.get(frame.camera, 0) + 1
        for observation in observations:
            if not isinstance(observation.seat, int):
                continue
            seat = Seat(observation.seat)
            sights.looked_ns[seat] = frame.t_ns
            if observation.body is not None or observation.hands or observation.face is not None:
                sights.seen_ns[seat] = frame.t_ns
            if "hands" in observation.looked:
                sights.hands[seat] = self._looking.hand_place(observation)

    def _health(self, camera: CameraId, frame: Frame) -> CameraHealth:
        times = self._sights.times[camera]
        span_ns = times[-1] - times[0]
        return CameraHealth(
            newest_t_ns=frame.t_ns,
            rate_hz=(len(times) - 1) * NS_PER_S / span_ns if span_ns else 0.0,
            pictures=self._sights.counts[camera],
            lost=0,
            not_analysed=0,
            size_px=frame.size_px,
        )

    def _looked_until_ns(self, seat: Seat, t_ns: int) -> int:
        """Until when a seat was looked at: a recording that is looked at slowly loses nothing, it is only late."""
        return min(t_ns, self._sights.looked_ns[seat])

    def _view(self, seat: Seat, t_ns: int) -> SeatView:
        seen_ns = self._sights.seen_ns.get(seat)
        blind = seen_ns is None or t_ns - seen_ns > SEEN_FOR_NS
        return SeatView(SeatSight.BLIND if blind else SeatSight.ARMED, self._sights.hands.get(seat))
