"""What a minute of enrolment gives: recall of one host among two people who talk 6 dB below, before and after."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

import numpy as np

from audio.enrolment import TIMES, EnrolledCheck, enrol, propose_for
from audio.sound import Sound
from audio.words import WordListener, words_in
from models.training.words.clips import RATE_HZ, Clip
from models.training.words.trials import NEAR_S, babble, clean, room, sentence

WORDS: Final = ("спасибо", "дякую")
CONDITIONS: Final = {"clean": clean, "room": room, "babble": babble}


def enrolled(clips: Sequence[Clip]) -> None:
    """Each held-out voice that says a word more than TIMES times is the host: five takes teach, the rest are found."""
    print("\n### Enrolment of the host (five takes of each word)\n")
    print("| host | condition | recall without | recall with | other talk of the same: false an hour without, with |")
    print("| --- | --- | --- | --- | --- |")
    others = [clip for clip in clips if not clip.output]
    for voice in sorted({clip.voice for clip in clips}):
        own = [clip for clip in clips if clip.voice == voice]
        said = {word: [clip for clip in own if clip.output == word] for word in WORDS}
        if any(len(found) < TIMES + 3 for found in said.values()):
            continue
        begun = time.process_time()
        takes = {word: [_sound(clip) for clip in found[:TIMES]] for word, found in said.items()}
        profile = enrol("bench", takes)
        spent = time.process_time() - begun
        usual, with_host = WordListener(), WordListener(EnrolledCheck(profile), propose_for(profile))
        talk = [clip for clip in own if not clip.output]
        false = [_false(listener, talk) for listener in (usual, with_host)]
        for name, condition in CONDITIONS.items():
            recall = []
            for listener in (usual, with_host):
                rng = np.random.default_rng(3)
                hits = []
                for clip in [clip for found in said.values() for clip in found[TIMES:]]:
                    samples, end_s = sentence(rng, clip, talk)
                    heard = words_in([Sound(0, RATE_HZ, condition(rng, samples, others))], listener)
                    hits.append(
                        any(w.word == clip.output and abs(w.end.middle_ns / 1e9 - end_s) < NEAR_S for w in heard)
                    )
                recall.append(float(np.mean(hits)))
            print(f"| {voice} | {name} | {recall[0]:.2f} | {recall[1]:.2f} | {false[0]:.1f}, {false[1]:.1f} |")
        print(f"| {voice}: enrolled in {spent:.1f} s of processor time | | | | |")


def _sound(clip: Clip) -> Sound:
    quiet = np.zeros(RATE_HZ // 2, np.float32)
    noise = np.random.default_rng(2).standard_normal(RATE_HZ + len(clip.samples)).astype(np.float32) * np.float32(1e-4)
    return Sound(0, RATE_HZ, np.concatenate([quiet, clip.samples * np.float32(0.3), quiet]) + noise)


def _false(listener: WordListener, talk: Sequence[Clip]) -> float:
    pause = np.zeros(RATE_HZ // 3, np.float32)
    samples = np.concatenate([part for clip in talk for part in (clip.samples * np.float32(0.5), pause)])
    heard = words_in([Sound(0, RATE_HZ, samples)], listener)
    return sum(word.word in WORDS for word in heard) / (len(samples) / RATE_HZ / 3600)
