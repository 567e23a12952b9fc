"""The host's key says when a word can have been said; the program's own voice says it to the sample."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from audio.program_voice import LATENCY_UNKNOWN_NS, WORDS, ProgramVoice, spoken_word
from engine.host_key import word_by_key
from engine.intervals import NS_PER_MS, NS_PER_S, Interval

RATE = 16_000


@pytest.mark.parametrize("length_ms", [300, 500, 700])
@pytest.mark.parametrize("pressed_after_start_ms", [0, 150, 400])
def test_a_key_pressed_while_the_word_is_said_or_just_after_holds_the_word(
    length_ms: int, pressed_after_start_ms: int
) -> None:
    start_ns = 10 * NS_PER_S
    end_ns = start_ns + length_ms * NS_PER_MS
    pressed_ns = min(start_ns + pressed_after_start_ms * NS_PER_MS, end_ns + 150 * NS_PER_MS)
    span = word_by_key(pressed_ns)
    assert span.start.contains(start_ns)
    assert span.end is not None
    if length_ms - pressed_after_start_ms <= 310:
        assert span.end.contains(end_ns)


def test_a_key_pressed_as_late_as_people_are_still_holds_the_words_end() -> None:
    span = word_by_key(10 * NS_PER_S + 200 * NS_PER_MS)
    assert span.end is not None
    assert span.end.contains(10 * NS_PER_S)
    assert span.end.width_ns >= 400 * NS_PER_MS  # a key is never as exact as a microphone


@dataclass(frozen=True)
class Times:
    currentTime: float
    outputBufferDacTime: float


class Loudspeaker:
    """A sound card that keeps what it was given."""

    def __init__(self) -> None:
        self.now_ns = 3 * NS_PER_S
        self.played: list[np.ndarray] = []
        self.callback: Any = None

    def open(self, rate_hz: int, callback: Any) -> Loudspeaker:
        self.callback = callback
        return self

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...

    def turn(self, frames: int = 256) -> None:
        out = np.ones((frames, 1), np.float32)
        self.callback(out, frames, Times(5.0, 5.02), None)
        self.played.append(out[:, 0])
        self.now_ns += round(frames * NS_PER_S / RATE)


@pytest.mark.parametrize(("language", "word"), [(lang, word) for lang, words in WORDS.items() for word in words])
def test_every_word_that_the_program_says_is_short_and_audible(language: str, word: str) -> None:
    said = spoken_word(language, word)
    assert 0.25 < (said.last - said.first) / said.rate_hz < 0.9
    assert 0.3 < np.abs(said.samples).max() <= 1.0
    assert 0 < said.first < said.last < len(said.samples)


def test_the_words_interval_is_where_its_samples_are_in_the_air() -> None:
    card = Loudspeaker()
    voice = ProgramVoice(
        lambda: card.now_ns, RATE, volume=0.5, measured_latency_ns=4 * NS_PER_MS, open_stream=card.open
    )
    word = spoken_word("ru", "спасибо")
    card.turn()
    assert not card.played[0].any()
    assert voice.said() is None
    asked_ns = card.now_ns
    voice.say(word)
    while len(card.played) * 256 < len(word.samples) + 512:
        card.turn()
    sound = np.concatenate(card.played)
    assert np.array_equal(sound[256 : 256 + len(word.samples)], word.samples * np.float32(0.5))
    assert not sound[256 + len(word.samples) :].any()
    span = voice.said()
    assert span is not None
    in_the_air_ns = asked_ns + 20 * NS_PER_MS + 4 * NS_PER_MS
    first_ns = in_the_air_ns + round(word.first * NS_PER_S / RATE)
    assert span.start == Interval(first_ns, first_ns + NS_PER_MS)
    assert span.end is not None
    assert span.end.earliest_ns == in_the_air_ns + round(word.last * NS_PER_S / RATE)


def test_an_unmeasured_loudspeaker_is_less_exact_and_says_so() -> None:
    card = Loudspeaker()
    voice = ProgramVoice(lambda: card.now_ns, RATE, open_stream=card.open)
    voice.say(spoken_word("uk", "дякую"))
    card.turn()
    span = voice.said()
    assert span is not None
    assert span.start.width_ns == LATENCY_UNKNOWN_NS
    with pytest.raises(ValueError, match="Hz"):
        ProgramVoice(lambda: 0, 48_000, open_stream=card.open).say(spoken_word("uk", "дякую"))
