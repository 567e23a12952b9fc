"""SVOX Pico (Apache-2.0) from the wheel of py-nanotts: six statistical voices, told X-SAMPA of their own languages."""

from __future__ import annotations

import random
from typing import Final

import numpy as np
import py_nanotts

from models.training.words.clips import Clip, trimmed
from models.training.words.engines.ipa import ipa_of
from models.training.words.plan import Line
from models.training.words.vocabulary import Phone, phones, syllables

RATE_HZ: Final = 16_000
VOICES: Final = ("de-DE", "en-GB", "en-US", "es-ES", "fr-FR", "it-IT")
_CANDIDATES: Final = {
    "a": "a A: A {", "ɐ": "a V A", "ɑ": "A a A:", "æ": "{ a E", "ʌ": "V a A", "e": "e E e:", "ɛ": "E e", "i": "i i:",
    "ɪ": "I i", "ɨ": "I i", "y": "I i", "o": "o O O: Q @U", "ɔ": "O o O: Q", "u": "u u:", "ʊ": "U u", "ə": "@ a V",
    "ɡ": "g", "v": "v b", "w": "v w", "z": "z s", "ʃ": "S tS", "ʂ": "S tS", "ɕ": "S tS", "ʒ": "Z S dZ", "ʐ": "Z S dZ",
    "ʦ": "ts", "ʧ": "tS", "ʨ": "tS", "x": "x h R k", "h": "h x k", "ɦ": "h x g", "r": "r R r\\\\", "j": "j jj",
}  # fmt: skip

_UNPROVED: Final = {"a": "a", "ɐ": "a", "ɑ": "a", "æ": "a", "e": "e", "ɛ": "E", "i": "i", "ɪ": "i", "ɨ": "i", "y": "i"}
"""French swallows these between others when asked, yet knows them."""


class Pico:
    """All six voices; which phones each knows is found by asking it."""

    def __init__(self) -> None:
        self._engine = py_nanotts.NanoTTS()
        self._known: dict[tuple[str, str], tuple[str, ...]] = {}

    def say(self, line: Line, voice: str, rng: random.Random) -> Clip | None:
        """One line at a rate and pitch drawn from what the voice bears."""
        ipa = rng.choice(line.wanted.ipa) if line.wanted else ipa_of(line.text, line.language)
        words = [self._word(word, voice) for word in phones(ipa)]
        text = " ".join(f"<phoneme ph='{word}'/>" for word in words if word)
        made = self._engine.speak(text, voice=voice, speed=rng.uniform(0.75, 1.35), pitch=rng.uniform(0.7, 1.4))
        samples = np.frombuffer(made, np.int16).astype(np.float32) / 32768
        sound = trimmed(samples, RATE_HZ)
        output = line.wanted.output if line.wanted else ""
        return None if sound is None else Clip(sound, f"pico:{voice}", line.language, output, line.text)

    def _word(self, word: list[Phone], voice: str) -> str:
        said = []
        for part in syllables(word):
            sounds = []
            for place, phone in enumerate(part):
                sounds.append(self._phone(phone.letter, voice))
                after = part[place + 1] if place + 1 < len(part) else None
                if phone.soft and after is not None and after.is_vowel and after.letter not in "iɪ":
                    sounds.append("j")
            said.append(('"' if any(phone.stressed for phone in part) else "") + "".join(sounds))
        return ".".join(said) if voice in ("it-IT",) else "".join(said)

    def _phone(self, letter: str, voice: str) -> str:
        if (letter, voice) not in self._known:
            known = [c for c in _CANDIDATES.get(letter, letter).split() if self._knows(c, voice)]
            self._known[letter, voice] = tuple(known[:1])
        answered = self._known[letter, voice]
        return answered[0] if answered else _UNPROVED.get(letter, "")

    def _knows(self, sound: str, voice: str) -> bool:
        """An unknown phone is left out or ends the word early."""
        plain, with_sound = (self._spoken(f"ti{middle}ti", voice) for middle in ("", sound))
        return with_sound != plain and len(with_sound) > len(plain) - 1600

    def _spoken(self, sounds: str, voice: str) -> bytes:
        return self._engine.speak(f"<phoneme ph='{sounds}'/>", voice=voice)
