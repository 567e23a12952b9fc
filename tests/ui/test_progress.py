"""How far a long look has come: in a log a line at every tenth at the most, with the time left."""

from __future__ import annotations

import pytest

from engine.intervals import NS_PER_S
from ui.commands.progress import telling
from ui.words import Words
from vision.clock import SteppedClock


def lines(capfd: pytest.CaptureFixture[str], total_s: int | None, pictures: int, took_s: float) -> list[str]:
    clock = SteppedClock()
    with telling(Words("en"), None if total_s is None else total_s * NS_PER_S, clock=clock) as tell:
        for number in range(pictures):
            clock.sleep_until(round(number * took_s * NS_PER_S))
            tell(round(number * (total_s or 100) / pictures * NS_PER_S))
    return capfd.readouterr().err.splitlines()


def test_a_log_gets_a_first_line_at_once_and_at_most_one_a_tenth(capfd: pytest.CaptureFixture[str]) -> None:
    told = lines(capfd, 100, 1000, 0.4)
    assert told[0] == "Looking at 100 s of recording."
    assert len(told) == 10
    assert told[5] == "Looked at 50 of 100 s, about 200 s left."  # 500 pictures took 200 s


def test_a_recording_of_few_pictures_is_told_no_tenth_twice(capfd: pytest.CaptureFixture[str]) -> None:
    assert len(lines(capfd, 100, 3, 1.0)) == 3


def test_without_a_known_length_no_time_left_is_made_up(capfd: pytest.CaptureFixture[str]) -> None:
    assert lines(capfd, None, 100, 1.0) == ["Looking at the recording …"]
