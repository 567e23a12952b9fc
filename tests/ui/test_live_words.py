"""Words heard while a game is recorded close the vote that is open, and no other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

import ui
from audio.capture.track import read_sound
from audio.sound import Sound
from engine.codes import CueKind, Phase
from engine.intervals import NS_PER_S
from engine.seats import Seat
from engine.state import GameState, Vote
from tests.audio.test_vote_gate import word
from ui.session.live_words import MOST_WAITING, LiveWords
from ui.session.voice import LiveGate

S = NS_PER_S
OPEN = GameState(phase=Phase.BALLOT, t_ns=72 * S, vote=Vote((Seat(3), Seat(8)), 10, open=Seat(3)))


def test_sound_put_in_by_pieces_gives_its_words_on_its_own_clock() -> None:
    (whole,) = read_sound(Path(ui.__file__).parent / "demo_game" / "audio_000.flac")
    sound = Sound(63 * S, 16_000, whole.samples[63 * 16_000 : 68 * 16_000])
    listening = LiveWords()
    listening.start()
    for first in range(0, len(sound.samples), 1600):
        listening.put(Sound(sound.t_ns + first * S // 16_000, 16_000, sound.samples[first : first + 1600]))
    listening.stop()
    (found,) = [one for one in listening.take() if one.kind is CueKind.CLOSING_WORD]
    assert abs(found.end.middle_ns / S - 66.04) < 0.15
    assert listening.take() == ()


def test_sound_that_nobody_listens_to_is_passed_over_and_holds_nothing_up() -> None:
    listening = LiveWords()
    for number in range(MOST_WAITING + 100):
        listening.put(Sound(number, 16_000, np.zeros(1, np.float32)))
    listening.stop()  # it never began


def test_a_word_counts_only_after_the_candidate_was_called() -> None:
    gate = LiveGate()
    assert gate.action(word(73), replace(OPEN, phase=Phase.SPEECH)) is None
    gate.watch(OPEN)
    assert gate.action(word(71.5), OPEN) is None  # said before the call, told after it
    action = gate.action(word(75), OPEN)
    assert action is not None
    assert action.word == word(75).span
    assert OPEN.vote is not None
    worded = replace(OPEN, vote=replace(OPEN.vote, word=action.word))
    assert gate.action(word(76), worded) is None  # the first one counts
    following = replace(OPEN, t_ns=80 * S, vote=replace(OPEN.vote, index=1, open=Seat(8)))
    assert gate.action(word(79.9), following) is None
    assert gate.action(word(84), following) is not None
