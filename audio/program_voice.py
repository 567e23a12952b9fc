"""The program says the closing word itself: the one source whose word is known to the sample.

The voices are rendered by `models/training/words/program_voices.py` and lie beside this file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Any, Final, Protocol

import numpy as np

from audio.capture.track import SoundFault, read_sound
from audio.sound import Samples
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, Span

WORDS: Final = {"ru": ("спасибо", "стоп"), "uk": ("дякую", "стоп")}
_FILES: Final = {
    ("ru", "спасибо"): "ru_spasibo",
    ("ru", "стоп"): "ru_stop",
    ("uk", "дякую"): "uk_diakuiu",
    ("uk", "стоп"): "uk_stop",
}
_AUDIBLE: Final = 0.02  # share of the loudest sample at which the word begins and ends
LATENCY_UNKNOWN_NS: Final = 30 * NS_PER_MS
"""What a loudspeaker may add to the latency that its driver reports, while nobody measured it by loop-back."""


class NoLoudspeaker(SoundFault):
    """Nothing to speak through."""

    template = "No loudspeaker was found: connect one, or give the closing word by key."


class LoudspeakerRefused(SoundFault):
    """The system does not let us at it."""

    template = "The loudspeaker cannot be opened ({reason}): close other programs that use it or give the word by key."


@dataclass(frozen=True, slots=True, eq=False)
class SpokenWord:
    """A word's samples; it is audible from sample `first` to before sample `last`."""

    word: str
    rate_hz: int
    samples: Samples
    first: int
    last: int


@cache
def spoken_word(language: str, word: str) -> SpokenWord:
    """The word as it will be said; raises KeyError for one that the program does not say."""
    with as_file(files("audio").joinpath("voices", f"{_FILES[language, word]}.flac")) as path:
        (sound,) = read_sound(path)
    loud = np.flatnonzero(np.abs(sound.samples) > _AUDIBLE * np.abs(sound.samples).max())
    return SpokenWord(word, sound.rate_hz, sound.samples, int(loud[0]), int(loud[-1]) + 1)


class Stream(Protocol):
    """What is used of sounddevice's OutputStream."""

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Opening(Protocol):
    """Opens a stream; sounddevice's in the program, a made-up one in tests."""

    def __call__(self, rate_hz: int, callback: Callable[..., None]) -> Stream: ...


class ProgramVoice:
    """An open loudspeaker that stays silent until a word is wanted, so that the word comes at once."""

    def __init__(
        self,
        now_ns: Callable[[], int],
        rate_hz: int,
        *,
        volume: float = 1.0,
        measured_latency_ns: int | None = None,
        open_stream: Opening | None = None,
    ) -> None:
        """`measured_latency_ns` is what a loop-back found beyond the driver's own latency. Raises NoLoudspeaker."""
        self._now_ns, self._rate_hz = now_ns, rate_hz
        self.volume = volume
        self._extra_ns = 0 if measured_latency_ns is None else measured_latency_ns
        self._unsure_ns = LATENCY_UNKNOWN_NS if measured_latency_ns is None else NS_PER_MS
        self._wanted: SpokenWord | None = None
        self._at = 0
        self._said: Span | None = None
        self._stream = (open_stream or _open_device)(rate_hz, self._called)
        self._stream.start()

    def say(self, word: SpokenWord) -> None:
        """Begin at the next block of samples; raises ValueError for a word of another rate."""
        if word.rate_hz != self._rate_hz:
            raise ValueError(f"the loudspeaker runs at {self._rate_hz} Hz, the word at {word.rate_hz} Hz.")
        self._said, self._at, self._wanted = None, 0, word

    def said(self) -> Span | None:
        """When the last word began and ended in the air; None until its first block is on its way."""
        return self._said

    def close(self) -> None:
        """Stop at once."""
        self._stream.stop()
        self._stream.close()

    def _called(self, out: Any, frames: int, time: Any, _: object) -> None:
        """PortAudio's thread."""
        out[:] = 0
        word = self._wanted
        if word is None:
            return
        if self._at == 0:
            begins_ns = self._now_ns() + round((time.outputBufferDacTime - time.currentTime) * NS_PER_S)
            self._said = self._span(word, begins_ns + self._extra_ns)
        piece = word.samples[self._at : self._at + frames]
        out[: len(piece), 0] = piece * self.volume
        self._at += frames
        if self._at >= len(word.samples):
            self._wanted = None

    def _span(self, word: SpokenWord, begins_ns: int) -> Span:
        edges = (begins_ns + round(sample * NS_PER_S / word.rate_hz) for sample in (word.first, word.last))
        start, end = (Interval(edge, edge + self._unsure_ns) for edge in edges)
        return Span(start, end)


def _open_device(rate_hz: int, callback: Callable[..., None]) -> Stream:
    try:
        import sounddevice
    except OSError as error:
        raise NoLoudspeaker from error
    try:
        if not any(device["max_output_channels"] for device in sounddevice.query_devices()):
            raise NoLoudspeaker
        stream: Stream = sounddevice.OutputStream(
            samplerate=rate_hz, channels=1, dtype="float32", latency="low", callback=callback
        )
    except (sounddevice.PortAudioError, ValueError) as error:
        raise LoudspeakerRefused(reason=str(error).split(":")[0]) from error
    return stream
