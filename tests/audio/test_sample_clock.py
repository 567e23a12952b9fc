"""The microphone's samples find their time on the game's clock, however late the callbacks come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from audio.capture.microphone import BLOCK, Microphone
from audio.capture.sample_clock import SampleClock
from engine.intervals import NS_PER_MS, NS_PER_S

RATE = 48_000


@pytest.mark.parametrize("drift_ppm", [-120.0, 0.0, 45.0, 300.0])
def test_a_drifting_card_is_followed_to_a_tenth_of_a_millisecond(drift_ppm: float) -> None:
    rng = np.random.default_rng(1)
    true_rate = RATE * (1 + drift_ppm * 1e-6)
    clock = SampleClock(RATE)
    for block in range(60 * 50):
        sample = block * BLOCK
        late_ns = rng.exponential(3 * NS_PER_MS) * (rng.random() < 0.7)
        clock.add(sample, 5_000_000_000 + round(sample * NS_PER_S / true_rate + late_ns))
    sample = 60 * 50 * BLOCK
    assert abs(clock.time_ns(sample) - (5_000_000_000 + sample * NS_PER_S / true_rate)) < 0.1 * NS_PER_MS
    assert clock.drift_ppm == pytest.approx(drift_ppm, abs=5)


def test_before_there_is_enough_to_fit_the_earliest_callback_is_right() -> None:
    clock = SampleClock(RATE)
    clock.add(0, 12 * NS_PER_MS)
    clock.add(BLOCK, 21 * NS_PER_MS)  # 20 ms later in samples, 9 in time: the first one was 11 late
    assert clock.time_ns(0) == NS_PER_MS
    with pytest.raises(ValueError, match="callback"):
        SampleClock(RATE).time_ns(0)


@dataclass(frozen=True)
class Times:
    currentTime: float
    inputBufferAdcTime: float


@dataclass(frozen=True)
class Status:
    input_overflow: bool = False


class Card:
    """A sound card that a test turns by hand."""

    def __init__(self) -> None:
        self.now_ns = 7 * NS_PER_S
        self.running = False
        self._callback: Any = None

    def open(self, rate_hz: int, block: int, device: str | None, callback: Any) -> Card:
        self._callback = callback
        return self

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False

    def close(self) -> None: ...

    def bring(self, *, latency_s: float = 0.010, overrun: bool = False) -> None:
        self.now_ns += round(BLOCK * NS_PER_S / RATE)
        samples = np.full((BLOCK, 1), 0.25, np.float32)
        self._callback(samples, BLOCK, Times(1.0, 1.0 - latency_s - BLOCK / RATE), Status(overrun))


def test_a_block_is_stamped_with_when_its_first_sample_was_heard() -> None:
    card = Card()
    microphone = Microphone(lambda: card.now_ns, open_stream=card.open)
    card.bring(latency_s=0.010)
    (sound,) = microphone.read(0)
    assert sound.rate_hz == RATE
    assert len(sound.samples) == BLOCK
    assert sound.t_ns == 7 * NS_PER_S - 10 * NS_PER_MS
    microphone.close()
    assert not card.running


def test_lost_samples_are_counted_and_the_next_ones_keep_their_time() -> None:
    card = Card()
    microphone = Microphone(lambda: card.now_ns, open_stream=card.open)
    for _ in range(10):
        card.bring()
    before = list(microphone.read(0))
    card.now_ns += NS_PER_S  # a second during which nobody fetched anything
    card.bring(overrun=True)
    (after,) = microphone.read(0)
    (loss,) = microphone.losses
    assert loss.samples == pytest.approx(RATE, abs=5)
    assert loss.reason == "overrun"
    assert loss.t_ns == pytest.approx(before[-1].end_ns, abs=NS_PER_MS)
    assert after.t_ns == pytest.approx(before[-1].end_ns + NS_PER_S, abs=NS_PER_MS)


def test_sound_that_nobody_reads_is_lost_and_said_so() -> None:
    card = Card()
    microphone = Microphone(lambda: card.now_ns, open_stream=card.open)
    for _ in range(560):  # more than the queue holds
        card.bring()
    kept = sum(len(sound.samples) for sound in microphone.read(0))
    card.bring()
    list(microphone.read(0))
    (loss,) = microphone.losses
    assert loss.reason == "not_read"
    assert loss.samples == pytest.approx(560 * BLOCK - kept, abs=50)
