"""The table's microphone: sound with the time each sample was heard at, and every loss counted.

The callback only copies; numbers and times are worked out by whoever reads.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

from audio.capture.sample_clock import JUMP_NS, SampleClock
from audio.capture.track import SoundFault
from audio.sound import Samples, Sound
from engine.intervals import NS_PER_S

RATE_HZ: Final = 48_000
BLOCK: Final = 960  # samples: 20 ms
QUEUE_BLOCKS: Final = 500  # ten seconds


class NoMicrophone(SoundFault):
    """No sound card, or none that records."""

    template = (
        "No microphone was found: connect one and start again, or give the closing word by key; "
        "everything else works without sound."
    )


class MicrophoneRefused(SoundFault):
    """The system does not let us at it."""

    template = (
        "The microphone “{name}” cannot be opened ({reason}): close other programs that use it or choose another."
    )


@dataclass(frozen=True, slots=True)
class SoundLoss:
    """Samples that nobody will hear again."""

    t_ns: int  # of the first lost sample
    samples: int
    reason: str  # a code: overrun, not_read


@dataclass(frozen=True, slots=True)
class Block:
    """What one callback brought."""

    samples: Samples
    heard_ns: int  # monotonic, of its first sample, as the callback believes
    overrun: bool


class Stream(Protocol):
    """What is used of sounddevice's InputStream."""

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Opening(Protocol):
    """Opens a stream; sounddevice's in the program, a made-up one in tests."""

    def __call__(self, rate_hz: int, block: int, device: str | None, callback: Callable[..., None]) -> Stream: ...


class Microphone:
    """One open microphone; read it from one thread."""

    def __init__(
        self,
        now_ns: Callable[[], int],
        device: str | None = None,
        *,
        rate_hz: int = RATE_HZ,
        open_stream: Opening | None = None,
    ) -> None:
        """`now_ns` is the game's monotonic clock. Raises NoMicrophone or MicrophoneRefused."""
        self._now_ns, self.rate_hz = now_ns, rate_hz
        self._blocks: queue.Queue[Block] = queue.Queue(QUEUE_BLOCKS)
        self._dropped = 0  # samples that found the queue full
        self._counted = 0  # samples since the stream's beginning, lost ones too
        self._clock = SampleClock(rate_hz)
        self.losses: list[SoundLoss] = []
        self._stream = (open_stream or _open_device)(rate_hz, BLOCK, device, self._called)
        self._stream.start()

    @property
    def drift_ppm(self) -> float:
        """How much faster the sound card counts than it says."""
        return self._clock.drift_ppm

    def close(self) -> None:
        """Stop; what was not read is lost."""
        self._stream.stop()
        self._stream.close()

    def read(self, wait_s: float = 0.1) -> Iterator[Sound]:
        """What has come since the last call; waits up to `wait_s` for the first of it."""
        wait = wait_s
        while True:
            try:
                block = self._blocks.get(timeout=wait) if wait else self._blocks.get_nowait()
            except queue.Empty:
                return
            wait = 0.0
            yield self._placed(block)

    def _called(self, samples: Any, frames: int, time: Any, status: Any) -> None:
        """PortAudio's thread: no waiting, no allocation but the copy."""
        heard_ns = self._now_ns() - round((time.currentTime - time.inputBufferAdcTime) * NS_PER_S)
        overrun = bool(status and status.input_overflow)
        block = Block(np.ascontiguousarray(samples[:, 0], np.float32).copy(), heard_ns, overrun)
        try:
            self._blocks.put_nowait(block)
        except queue.Full:
            self._dropped += frames

    def _placed(self, block: Block) -> Sound:
        late_ns = self._clock.late_ns(self._counted, block.heard_ns)
        if block.overrun or late_ns > JUMP_NS:
            lost = max(0, round(late_ns * self.rate_hz / NS_PER_S))
            reason = "overrun" if block.overrun or not self._dropped else "not_read"
            self.losses.append(SoundLoss(self._clock.time_ns(self._counted), lost, reason))
            self._counted += lost
            self._dropped = 0
        self._clock.add(self._counted, block.heard_ns)
        t_ns = self._clock.time_ns(self._counted)
        self._counted += len(block.samples)
        return Sound(t_ns, self.rate_hz, block.samples)


def microphones() -> tuple[str, ...]:
    """Names of what can record; empty without a sound card or without PortAudio."""
    try:
        import sounddevice
    except OSError:  # the PortAudio library is not there
        return ()
    try:
        return tuple(str(d["name"]) for d in sounddevice.query_devices() if d["max_input_channels"] > 0)
    except sounddevice.PortAudioError:
        return ()


def _open_device(rate_hz: int, block: int, device: str | None, callback: Callable[..., None]) -> Stream:
    try:
        import sounddevice
    except OSError as error:
        raise NoMicrophone from error
    if not microphones():
        raise NoMicrophone
    try:
        stream: Stream = sounddevice.InputStream(
            samplerate=rate_hz, blocksize=block, device=device, channels=1, dtype="float32", callback=callback
        )
    except (sounddevice.PortAudioError, ValueError) as error:
        raise MicrophoneRefused(name=device or "default", reason=str(error).split(":")[0]) from error
    return stream
