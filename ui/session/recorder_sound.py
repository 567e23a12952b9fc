"""Where a recording's sound comes from: the table's microphone where there is one, else the first camera with sound."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Final

import numpy as np

from audio.capture.microphone import Microphone
from audio.capture.track import SoundFault
from audio.recording.sound_writer import SoundWriter
from audio.sound import Sound
from audio.words import HeardWord
from engine.cues import CameraId
from engine.intervals import NS_PER_S
from ui.session.live_words import LiveWords
from vision.capture.live import ArrivedSound
from vision.clock import Clock

SILENT_NS: Final = 2 * NS_PER_S
"""A microphone brings samples, silent ones too, fifty times a second."""


class RecorderSound:
    """Takes sound of the microphone, or of one camera, to the sound writer."""

    def __init__(self, folder: Path, clock: Clock, *, microphone: bool, live: bool) -> None:
        self._live = live
        numbers = [int(path.name[6:9]) for path in folder.glob("audio_[0-9][0-9][0-9].flac*")]
        self.holes: list[tuple[str, int]] = []
        self._writer = SoundWriter(
            folder, lambda why, t_ns: self.holes.append((why, t_ns)), max(numbers, default=-1) + 1
        )
        self._camera: CameraId | None = None
        self._clock, self._zero_ns = clock, 0
        self._microphone: Microphone | None = None
        self._words = LiveWords() if live else None
        self._silent = False  # the microphone brings nothing
        self._ending = threading.Event()
        self._listening: threading.Thread | None = None
        if microphone:
            try:
                self._microphone = Microphone(clock.now_ns)
            except SoundFault:
                self._microphone = None  # the game can be recorded without it; the status says where sound comes from

    def start(self, zero_ns: int) -> None:
        """Begin; `zero_ns` is the game's zero on the monotonic clock."""
        self._zero_ns = zero_ns
        self._writer.start()
        if self._words is not None:
            self._words.start()
        if self._microphone is not None:
            self._listening = threading.Thread(target=self._listen, name="microphone", daemon=True)
            self._listening.start()

    def hear(self, camera: CameraId, sound: ArrivedSound, t_ns: int) -> None:
        """Sound that came with pictures; of one camera only."""
        if self._microphone is not None:
            return
        self._camera = self._camera or camera
        if camera == self._camera:
            self._writer.put(sound.samples, sound.rate_hz, t_ns, wait=not self._live)
            if self._words is not None:
                heard = np.asarray(sound.samples, np.float32) / np.float32(32768)
                self._words.put(Sound(t_ns, sound.rate_hz, heard))

    def words(self) -> tuple[HeardWord, ...]:
        """What was said since the last call, on the game's clock; nothing where a film is recorded again."""
        return () if self._words is None else self._words.take()

    @property
    def source(self) -> str:
        """Where sound comes from; empty where there is none."""
        if self._microphone is not None and not self._silent:
            return "microphone"
        return self._camera or ""

    @property
    def rate_hz(self) -> int | None:
        """Samples a second, once there are some."""
        return self._writer.rate_hz

    def stop(self) -> None:
        """End the files."""
        self._ending.set()
        if self._listening is not None:
            self._listening.join(timeout=2.0)
        if self._microphone is not None:
            self._microphone.close()
        if self._writer.is_alive():
            self._writer.end()
            self._writer.join()
        if self._words is not None:
            self._words.stop()

    def _listen(self) -> None:
        last_ns = self._clock.now_ns()
        while not self._ending.is_set():
            for sound in self._microphone.read() if self._microphone is not None else ():
                last_ns, self._silent = self._clock.now_ns(), False
                self._heard(sound)
            if self._clock.now_ns() - last_ns > SILENT_NS:
                if not self._silent:
                    self.holes.append(("unplugged", last_ns - self._zero_ns))
                self._silent = True
                self._open_again()
                last_ns = self._clock.now_ns()

    def _heard(self, sound: Sound) -> None:
        samples = np.rint(np.clip(sound.samples, -1.0, 1.0) * 32767).astype(np.int16)
        self._writer.put(samples, sound.rate_hz, sound.t_ns - self._zero_ns)
        if self._words is not None:
            self._words.put(Sound(sound.t_ns - self._zero_ns, sound.rate_hz, sound.samples))

    def _open_again(self) -> None:
        """A microphone that says nothing any more was pulled out, or its driver sleeps: it may be back."""
        try:
            if self._microphone is not None:
                self._microphone.close()
            self._microphone = None
            self._microphone = Microphone(self._clock.now_ns)
        except SoundFault:
            self._ending.wait(SILENT_NS / NS_PER_S)
