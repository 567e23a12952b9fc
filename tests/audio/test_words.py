"""The demo game's own sound: its words are found where they are, in time, however the sound arrives."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ui
from audio.capture.track import read_sound
from audio.sound import Sound
from audio.words import HeardWord, WordListener, cue_of, half_s, kind_of, parted, words_in
from engine.codes import CueKind, TimelineKind
from engine.intervals import NS_PER_MS, NS_PER_S, Interval
from engine.seats import Person
from engine.timeline import TimelineEntry, read_timeline
from models.word_stream import WordStream
from models.words import vocabulary

DEMO = Path(ui.__file__).parent / "demo_game"
NEAR_NS = 150 * NS_PER_MS


@cache
def demo_sound() -> Sound:
    (sound,) = read_sound(DEMO / "audio_000.flac")
    return sound


@cache
def demo_words() -> tuple[HeardWord, ...]:
    return words_in([demo_sound()])


def said(kind: TimelineKind) -> list[TimelineEntry]:
    entries = read_timeline((DEMO / "timeline.jsonl").read_text("utf-8"))
    return [entry for entry in entries if entry.kind is kind]


def cut(sound: Sound, from_s: float, to_s: float) -> Sound:
    first, last = (round(s * sound.rate_hz) for s in (from_s, to_s))
    t_ns = sound.t_ns + round(first * NS_PER_S / sound.rate_hz)
    return Sound(t_ns, sound.rate_hz, sound.samples[first:last])


def test_every_closing_word_of_the_demo_game_is_found_and_its_interval_holds_the_true_end() -> None:
    words = said(TimelineKind.WORD)
    assert len(words) == 3
    for word in words:
        assert word.end is not None
        true_ns = word.end.middle_ns
        (found,) = [w for w in demo_words() if w.word == "спасибо" and abs(w.end.middle_ns - true_ns) < NEAR_NS]
        assert found.end.contains(true_ns)
        assert found.end.width_ns < 200 * NS_PER_MS
        assert word.start is not None
        assert found.start.contains(word.start.middle_ns)


def test_night_and_day_are_heard_and_nothing_closes_a_vote_that_is_not_there() -> None:
    kinds = Counter(word.kind for word in demo_words())
    assert kinds[CueKind.NIGHT_CUE] == 1
    assert kinds[CueKind.DAY_CUE] == 1
    votes = [word.end.middle_ns for word in said(TimelineKind.WORD) if word.end is not None]
    closing = [word for word in demo_words() if word.kind is CueKind.CLOSING_WORD]
    others = [word for word in closing if all(abs(word.end.middle_ns - t) > NEAR_NS for t in votes)]
    assert len(others) <= 1  # a player may thank at the end of a speech; the gate keeps that out


def test_a_word_is_told_within_300_ms_of_its_end() -> None:
    sound = cut(demo_sound(), 63, 68)
    true_end_ns = said(TimelineKind.WORD)[0].t.middle_ns
    listener = WordListener()
    block = sound.rate_hz // 50
    for first in range(0, len(sound.samples), block):
        t_ns = sound.t_ns + round(first * NS_PER_S / sound.rate_hz)
        piece = Sound(t_ns, sound.rate_hz, sound.samples[first : first + block])
        if any(word.word == "спасибо" for word in listener.feed(piece)):
            assert piece.end_ns - true_end_ns <= 300 * NS_PER_MS
            return
    pytest.fail("the word was not heard")


def test_pieces_of_any_length_give_what_the_whole_gives() -> None:
    sound = cut(demo_sound(), 60, 80)
    whole = words_in([sound])
    assert whole
    rng = np.random.default_rng(2)
    listener, found, first = WordListener(), [], 0
    while first < len(sound.samples):
        length = int(rng.integers(1, 4000))
        t_ns = sound.t_ns + round(first * NS_PER_S / sound.rate_hz)
        found += listener.feed(Sound(t_ns, sound.rate_hz, sound.samples[first : first + length]))
        first += length
    found += listener.finish()
    assert [word.word for word in found] == [word.word for word in whole]
    for one, other in zip(found, whole, strict=True):
        assert abs(one.end.middle_ns - other.end.middle_ns) < NS_PER_MS


def test_a_late_track_and_a_hole_move_the_words_with_them() -> None:
    sound = cut(demo_sound(), 63, 68)
    late = Sound(sound.t_ns + 350 * NS_PER_MS, sound.rate_hz, sound.samples)
    (plain,) = [w for w in words_in([sound]) if w.word == "спасибо"]
    (moved,) = [w for w in words_in([late]) if w.word == "спасибо"]
    assert moved.end.middle_ns - plain.end.middle_ns == 350 * NS_PER_MS
    silence = Sound(0, sound.rate_hz, np.zeros(sound.rate_hz, np.float32))
    (after_hole,) = [w for w in words_in([silence, late]) if w.word == "спасибо"]
    assert abs(after_hole.end.middle_ns - moved.end.middle_ns) < NS_PER_MS


def test_silence_noise_and_nothing_hold_no_word() -> None:
    rng = np.random.default_rng(1)
    for samples in (np.zeros(80_000), rng.standard_normal(80_000) * 0.1, np.zeros(0), np.zeros(50)):
        assert words_in([Sound(0, 16_000, samples.astype(np.float32))]) == ()


def test_the_networks_fit_their_vocabulary_and_the_megabyte() -> None:
    known = vocabulary()
    words = len(known.words)
    assert words == len(known.propose) == len(known.accept)
    scores, lengths = WordStream()._network.answer(np.zeros((40, 40), np.float32))
    assert scores.shape == (20, words)
    assert lengths.shape == (20,)
    own = Path(ui.__file__).parents[1] / "models" / "own"
    assert all((own / name).stat().st_size < 1_000_000 for name in ("words.onnx", "words_check.onnx"))
    assert json.loads((own / "words.json").read_text("utf-8"))["words"] == list(known.words)


def test_a_cue_names_the_host_and_what_was_measured() -> None:
    word = next(word for word in demo_words() if word.word == "спасибо")
    cue = cue_of(word)
    assert (cue.kind, cue.subject, cue.when) == (CueKind.CLOSING_WORD, Person.HOST, word.span)
    assert 0 < cue.measures["proposed_01"] <= 1
    assert kind_of("7") is CueKind.NUMBER_SPOKEN


def test_the_surer_the_score_the_narrower_the_interval() -> None:
    table = ((0.0, 0.2), (0.4, 0.1), (0.6, 0.05))
    assert [half_s(table, score) for score in (0.01, 0.4, 0.59, 0.99)] == [0.2, 0.1, 0.1, 0.05]


@given(st.tuples(*[st.integers(-(10**9), 10**9)] * 2), st.tuples(*[st.integers(1, 10**9)] * 2))
def test_a_word_begins_before_it_ends_and_its_end_keeps_its_interval(
    middles: tuple[int, int], halves: tuple[int, int]
) -> None:
    given_start, given_end = (Interval(m - h, m + h) for m, h in zip(sorted(middles), halves, strict=True))
    start, end = parted(given_start, given_end)
    assert end == given_end
    assert start.latest_ns < end.earliest_ns
    assert start.earliest_ns <= given_start.earliest_ns
