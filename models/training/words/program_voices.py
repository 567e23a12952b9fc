"""Renders the words that the program itself can say: `python -m models.training.words.program_voices`.

Festival's Russian voice (Debian festvox-ru, its licence is BSD-like; the sound is our own output), told phonemes.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import numpy as np
import soundfile

from models.training.words.clips import RATE_HZ
from models.training.words.engines.festival import VOICES, say_all
from models.training.words.plan import Line
from models.training.words.vocabulary import WANTED

_FILES: Final = {
    ("спасибо", "ru"): "ru_spasibo",
    ("стоп", "ru"): "ru_stop",
    ("дякую", "uk"): "uk_diakuiu",
    ("стоп", "uk"): "uk_stop",
}
FOLDER: Final = Path(__file__).parents[3] / "audio" / "voices"
_QUIET_S: Final = 0.02
_STRETCH: Final = 0.95


def main() -> None:
    """Write all four, 20 ms of silence before and after."""
    wanted = [one for one in WANTED if (one.text, one.language) in _FILES]
    clips = say_all(VOICES[0], [Line(one.language, one.text, one) for one in wanted], _STRETCH, random.Random(1))
    quiet = np.zeros(int(_QUIET_S * RATE_HZ), np.float32)
    for one, clip in zip(wanted, clips, strict=True):
        sound = np.concatenate([quiet, clip.samples, quiet])
        soundfile.write(FOLDER / f"{_FILES[one.text, one.language]}.flac", sound, RATE_HZ, subtype="PCM_16")


if __name__ == "__main__":
    main()
