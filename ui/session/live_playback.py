"""The thread that looks at cameras while they film, hears closing words, and journals what the recorder lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from engine.cues import CameraId
from engine.intervals import NS_PER_MS
from engine.seats import Seat
from ui.session.game import LiveGame
from ui.session.live_recording import live_recording, newest_frames
from ui.session.messages import CameraHealth
from ui.session.pace import Pace
from ui.session.playback import Playback
from ui.session.recorder import RecorderKeeper, as_gap
from ui.session.voice import LiveGate
from vision.clock import Clock
from vision.frames import Frame
from vision.pipeline import Looking
from vision.recording.ring_source import RingSource

IDLE_NS: Final = 10 * NS_PER_MS


class LivePace(Pace):
    """The game's clock is the machine's: nothing waits and nothing slips."""

    def __init__(self, clock: Clock, zero_ns: int) -> None:
        super().__init__(clock)
        self._live_clock, self._live_zero_ns = clock, zero_ns

    def wait_for(self, t_ns: int) -> None:
        """A live picture is due when it comes."""

    def now_ns(self) -> int:
        return self._live_clock.now_ns() - self._live_zero_ns


class LivePlayback(Playback):
    """Looks at a recorder's rings; a camera that goes away holds up none of the others."""

    def __init__(
        self, eyes: tuple[RingSource, ...], looking: Looking, game: LiveGame, keeper: RecorderKeeper, clock: Clock
    ) -> None:
        status = keeper.status
        assert status is not None  # its cameras were opened
        self.pace = LivePace(clock, status.zero_ns)
        super().__init__(live_recording(eyes), looking, game, (), self.pace)
        self._eyes, self._keeper, self._clock = eyes, keeper, clock
        self._gate = LiveGate()

    def health(self) -> dict[CameraId, CameraHealth]:
        """As the recorder measures it: the age is that of the newest picture that came, looked at or not."""
        seen = super().health()
        status = self._keeper.status
        skipped: Mapping[CameraId, int] = {eye.camera: eye.not_analysed for eye in self._eyes}
        for camera in status.cameras if status is not None else ():
            if camera.newest_t_ns is None or camera.mode is None:
                continue
            measured = CameraHealth(
                newest_t_ns=camera.newest_t_ns,
                rate_hz=camera.rate_hz,
                pictures=camera.pictures,
                lost=camera.lost,
                not_analysed=skipped.get(camera.camera, 0),
                size_px=camera.mode.size_px,
                armed=camera.armed,
            )
            known = seen.get(camera.camera)
            seen[camera.camera] = measured if known is None else replace(measured, size_px=known.size_px)
        return seen

    def _looked_until_ns(self, seat: Seat, t_ns: int) -> int:
        """What a live camera shows and nobody looks at is not observed."""
        return t_ns

    def _frames(self) -> Iterator[Frame]:
        while not self._asked_to_end.is_set():
            self.journal_losses()
            self._hear()
            frames = newest_frames(self._eyes)
            yield from frames
            if not frames:
                if self._keeper.over:
                    return
                self._clock.sleep_until(self._clock.now_ns() + IDLE_NS)

    def _hear(self) -> None:
        """The closing word said in an open vote closes it, as the host's key does."""
        self._gate.watch(self._game.state)
        for word in self._keeper.words():
            action = self._gate.action(word, self._game.state)
            if action is not None:
                self._game.enter(action)

    def journal_losses(self) -> None:
        """What the recorder lost since the last call; once more after it has stopped, for the last of it."""
        for news in self._keeper.news():
            self._game.gap(*as_gap(news))
