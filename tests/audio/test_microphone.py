"""A microphone counts what it loses; without a sound card, or pulled out, the game goes on and says so."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audio.capture import microphone
from audio.capture.microphone import BLOCK, RATE_HZ, Microphone, NoMicrophone
from engine.intervals import NS_PER_MS, NS_PER_S
from ui.session import recorder_sound
from ui.session.recorder_sound import RecorderSound
from vision.clock import MachineClock

BLOCK_NS = round(BLOCK * NS_PER_S / RATE_HZ)


@dataclass(frozen=True)
class Times:
    currentTime: float = 1.0
    inputBufferAdcTime: float = 0.99


@dataclass(frozen=True)
class Status:
    input_overflow: bool = False


class Card:
    """A sound card without a sound card."""

    def __init__(self) -> None:
        self.now_ns = 5 * NS_PER_S
        self.callback: Any = None
        self.closed = 0

    def open(self, rate_hz: int, block: int, device: str | None, callback: Any) -> Card:
        self.callback = callback
        return self

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None:
        self.closed += 1

    def bring(self, *, overrun: bool = False) -> None:
        self.callback(np.full((BLOCK, 1), 0.25, np.float32), BLOCK, Times(), Status(overrun))
        self.now_ns += BLOCK_NS


def test_blocks_follow_each_other_at_the_time_they_were_heard() -> None:
    card = Card()
    mic = Microphone(lambda: card.now_ns, open_stream=card.open)
    for _ in range(20):
        card.bring()
    sounds = list(mic.read(0))
    assert sounds[0].t_ns == 5 * NS_PER_S - 10 * NS_PER_MS
    assert all(b.t_ns == a.end_ns for a, b in pairwise(sounds))
    assert mic.losses == []
    assert list(mic.read(0)) == []


def test_what_the_card_or_the_reader_lost_is_counted_and_moves_what_follows() -> None:
    card = Card()
    mic = Microphone(lambda: card.now_ns, open_stream=card.open)
    for _ in range(5):
        card.bring()
    list(mic.read(0))
    card.now_ns += 300 * NS_PER_MS
    card.bring(overrun=True)
    (after,) = mic.read(0)
    (loss,) = mic.losses
    assert loss.reason == "overrun"
    assert abs(loss.samples / RATE_HZ - 0.3) < 0.002
    assert abs(after.t_ns - (card.now_ns - BLOCK_NS - 10 * NS_PER_MS)) < NS_PER_MS
    for _ in range(microphone.QUEUE_BLOCKS + 50):  # nobody reads
        card.bring()
    list(mic.read(0))
    card.bring()
    list(mic.read(0))
    assert mic.losses[-1].reason == "not_read"
    assert abs(mic.losses[-1].samples - 50 * BLOCK) < 0.01 * RATE_HZ


def test_without_a_sound_card_the_sentence_says_what_works_and_the_game_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(microphone, "microphones", tuple)
    with pytest.raises(NoMicrophone, match="by key"):
        Microphone(lambda: 0)
    sound = RecorderSound(tmp_path, MachineClock(), microphone=True, live=True)
    sound.start(0)
    assert sound.source == ""
    assert sound.words() == ()
    sound.stop()


def test_a_microphone_that_is_pulled_out_is_a_hole_and_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Card] = []
    again = threading.Event()

    class Mic:
        """Brings one block and then nothing."""

        def __init__(self, now_ns: Any) -> None:
            if len(opened) == 1:
                opened.append(Card())
                raise NoMicrophone
            opened.append(Card())
            self._real = Microphone(now_ns, open_stream=opened[-1].open)
            opened[-1].bring()
            if len(opened) > 2:
                again.set()

        def read(self) -> Any:
            return self._real.read(0.01)

        def close(self) -> None:
            self._real.close()

    monkeypatch.setattr(recorder_sound, "Microphone", Mic)
    monkeypatch.setattr(recorder_sound, "SILENT_NS", 60 * NS_PER_MS)
    sound = RecorderSound(tmp_path, MachineClock(), microphone=True, live=False)
    sound.start(0)
    assert again.wait(20)
    sound.stop()
    assert [why for why, _ in sound.holes if why == "unplugged"]
    assert opened[0].closed
