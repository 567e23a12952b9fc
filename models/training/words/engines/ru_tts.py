"""ru_tts's two Minsk voices (MIT) from the wheel of retro-ru-tts; its Python call fails on 3.11, so ctypes calls the C."""

from __future__ import annotations

import ctypes
import random
from pathlib import Path
from typing import Final

import numpy as np

from models.training.words.clips import Clip, trimmed
from models.training.words.other_talk import as_russian_letters
from models.training.words.plan import Line

RATE_HZ: Final = 10_000
VOICES: Final = ("man", "woman")
_RATES: Final = (48, 85)  # at 100 it speaks twice as fast as people do
_BUFFER: Final = 8192
_WOMAN: Final = 4
_SETTINGS: Final = "rate pitch intonation gap comma dot semicolon colon question exclamation gap_rate flags"
_HEARD = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)


class _Settings(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in _SETTINGS.split()]


class RuTts:
    """The two voices; `library` is the wheel's extension module."""

    def __init__(self, library: Path) -> None:
        self._library = ctypes.PyDLL(str(library))
        self._library.ru_tts_transfer.restype = None
        self._library.ru_tts_transfer.argtypes = [
            ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t, _HEARD, ctypes.c_void_p,
        ]  # fmt: skip

    def say(self, line: Line, voice: str, rng: random.Random) -> Clip | None:
        """One line; wanted words by their respelling with the stress marked."""
        if line.wanted is not None:
            text = line.wanted.respelled
        else:
            text = as_russian_letters(line.text) if line.language == "uk" else line.text
        settings = _Settings()
        self._library.ru_tts_config_init(ctypes.byref(settings))
        settings.rate, settings.pitch = rng.randint(*_RATES), rng.randint(65, 170)
        settings.intonation = rng.randint(40, 140)
        settings.flags |= _WOMAN if voice == "woman" else 0
        pieces: list[bytes] = []

        @_HEARD
        def keep(samples: int, length: int, _: int) -> int:
            pieces.append(ctypes.string_at(samples, length))
            return 0

        buffer = ctypes.create_string_buffer(_BUFFER)
        told = text.encode("koi8-r", "replace")
        self._library.ru_tts_transfer(ctypes.byref(settings), told, buffer, _BUFFER, keep, None)
        sound = trimmed(np.frombuffer(b"".join(pieces), np.int8).astype(np.float32) / 128, RATE_HZ)
        output = line.wanted.output if line.wanted else ""
        return None if sound is None else Clip(sound, f"ru_tts:{voice}", line.language, output, line.text)
