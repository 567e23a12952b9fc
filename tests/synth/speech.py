"""Spoken lines by a speech synthesiser, with the true start and end of each in the sound."""

from __future__ import annotations

import io
import shutil
import subprocess
import wave
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from scipy import signal

from tests.synth.geometry import F32
from tests.synth.scenario import SaySpec, SoundSpec

_AUDIBLE: Final = 0.02
"""Share of the loudest sample at which a line begins and ends."""


class SpeechMissing(RuntimeError):
    """No synthesiser on this machine; the message names the package."""


@dataclass(frozen=True, slots=True, eq=False)
class Utterance:
    """Samples at `rate_hz`, from the first audible to the last."""

    samples: F32
    rate_hz: int

    @property
    def length_s(self) -> float:
        return len(self.samples) / self.rate_hz


def speak(text: str, *, language: str, voice: int, engine: str, rate_hz: int) -> Utterance:
    """One line in the voice of person number `voice` (0: the host); raises SpeechMissing."""
    raw = _espeak(text, language, voice) if engine == "espeak-ng" else _festival(text)
    with wave.open(io.BytesIO(raw)) as sound:
        origin = sound.getframerate()
        samples = np.frombuffer(sound.readframes(sound.getnframes()), np.int16).astype(np.float32) / 32768
    samples = signal.resample_poly(samples, rate_hz, origin).astype(np.float32)
    loud = np.where(np.abs(samples) > _AUDIBLE * np.abs(samples).max())[0]
    return Utterance(samples[loud[0] : loud[-1] + 1] / np.abs(samples).max(), rate_hz)


def spoken(say: SaySpec, sound: SoundSpec) -> Utterance:
    """A scenario's line in its speaker's voice, as long as the scenario says."""
    voice = 0 if say.who == "host" else int(say.who)
    said = speak(say.text, language=sound.language, voice=voice, engine=sound.engine, rate_hz=sound.rate_hz)
    if say.length_s is None:
        return said
    wanted = round(say.length_s * sound.rate_hz)
    return said if wanted == len(said.samples) else Utterance(_stretched(said.samples, wanted), sound.rate_hz)


def _stretched(samples: F32, wanted: int) -> F32:
    """As long as wanted; a few per cent between versions of a synthesiser hardly change the pitch."""
    at = np.linspace(0, len(samples) - 1, wanted)
    return np.interp(at, np.arange(len(samples)), samples).astype(np.float32)


@lru_cache(maxsize=512)
def _espeak(text: str, language: str, voice: int) -> bytes:
    program = shutil.which("espeak-ng")
    if program is None:
        raise SpeechMissing("espeak-ng is not installed; on Debian: apt-get install espeak-ng")
    variants = ("", "+m3", "+f2", "+m7", "+f4", "+m1", "+f3", "+m4", "+f1", "+m6", "+f5")
    pitch, speed = 42 + (voice * 17) % 25, 150 + (voice * 13) % 25
    command = [program, "-v", f"{language}{variants[voice % len(variants)]}", "-p", str(pitch), "-s", str(speed)]
    return subprocess.run([*command, "--stdout", text], capture_output=True, check=True).stdout


@lru_cache(maxsize=512)
def _festival(text: str) -> bytes:
    program = shutil.which("text2wave")
    if program is None:
        raise SpeechMissing("festival is not installed; on Debian: apt-get install festival festvox-ru")
    command = [program, "-eval", "(voice_msu_ru_nsh_clunits)", "-"]
    return subprocess.run([*command, "-o", "-"], input=text.encode(), capture_output=True, check=True).stdout
