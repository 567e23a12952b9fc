"""A camera looked at live: pictures decoded from the ring as they come, the newest first when looking takes too long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.cues import CameraId
from engine.intervals import NS_PER_MS, NS_PER_S
from vision.capture.camera_state import DeliveredMode
from vision.capture.decoding import PacketDecoder, decoded
from vision.capture.source import Loss, Mode
from vision.clock import Clock
from vision.frames import Frame
from vision.recording.ring import RingEntry, RingReader
from vision.recording.ring_looking import clip

BEHIND_NS: Final = NS_PER_S
"""Further behind than this, looking jumps to the newest keyframe: what it left out is recorded, and not observed."""
POLL_NS: Final = 5 * NS_PER_MS


class RingSource:
    """One camera of a running recorder as a Source."""

    def __init__(self, camera: CameraId, ring: RingReader, mode: DeliveredMode, clock: Clock) -> None:
        self.camera = camera
        self.mode = Mode(mode.size_px, mode.codec, None, mode.listed_rate_hz)
        self._ring, self._clock = ring, clock
        self._next = ring.span()[1]
        self._decoder: PacketDecoder | None = None
        self._form: int | None = None
        self._losses: list[Loss] = []
        self.not_analysed = 0  # pictures that are recorded and were not looked at

    @property
    def losses(self) -> tuple[Loss, ...]:
        return tuple(self._losses)

    def frames(self) -> Iterator[Frame]:
        """Pictures for ever, as they come."""
        while True:
            found = self.poll()
            yield from found
            if not found:
                self._clock.sleep_until(self._clock.now_ns() + POLL_NS)

    def frames_between(self, from_ns: int, to_ns: int) -> Iterator[Frame]:
        """The pictures of a stretch that the ring still holds, one after another, those of a warm camera only."""
        kept = clip(self._ring, from_ns, to_ns)
        if kept is None:
            return
        for picture in decoded(kept.form, kept.packets):
            if picture.packet.warm and from_ns <= picture.packet.t_ns <= to_ns:
                yield picture.frame(self.camera)

    def poll(self, most: int = 8) -> list[Frame]:
        """Pictures that came since the last call, without waiting; at most some, so that cameras take turns.

        Pictures taken before the camera was warm are left out: detectors stay disarmed until then.
        """
        self._catch_up()
        out: list[Frame] = []
        following = self._ring.span()[1]
        while self._next < following and len(out) < most:
            entry = self._ring.entry(self._next)
            self._next += 1
            if entry is None:
                self._missed(1)
            else:
                out += self._decode(entry)
        return out

    def close(self) -> None:
        """Let go of the ring and the decoder."""
        if self._decoder is not None:
            self._decoder.close()
        self._ring.close()

    def _decode(self, entry: RingEntry) -> list[Frame]:
        if self._decoder is None or entry.form != self._form:
            form = self._ring.form(entry.form)
            if form is None:
                self._missed(1)
                return []
            if self._decoder is not None:
                self._decoder.close()
            self._decoder, self._form = PacketDecoder(form), entry.form
        before = self._decoder.undecodable
        pictures = list(self._decoder.decode(entry.packet))
        self.not_analysed += self._decoder.undecodable - before
        warm = [picture for picture in pictures if picture.packet.warm]
        self.not_analysed += len(pictures) - len(warm)
        return [picture.frame(self.camera) for picture in warm]

    def _catch_up(self) -> None:
        """Jump over what is older than a second, or was overwritten meanwhile."""
        oldest, following = self._ring.span()
        if self._next < oldest:
            self._missed(oldest - self._next)
            self._next = oldest
        if following - self._next < 2:
            return
        first, newest = self._ring.entry(self._next), self._ring.entry(following - 1)
        if first is None or newest is None or newest.packet.t_ns - first.packet.t_ns < BEHIND_NS:
            return
        keys = [number for number, _, _, key in self._ring.outline() if key and number > self._next]
        if keys:
            self._missed(keys[-1] - self._next)
            self._next = keys[-1]

    def _missed(self, pictures: int) -> None:
        self.not_analysed += pictures
        if self._decoder is not None:
            self._decoder.restart()
