"""Trials on voices that no network was taught: a wanted word between other words, and long talk without any."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.signal import fftconvolve

from models.training.words.clips import F32, RATE_HZ, Clip
from models.training.words.vocabulary import OUTPUTS
from models.word_stream import Found, WordStream
from models.words import WordCheck

NEAR_S: Final = 0.35  # a word found this near its end is the word
LOWEST: Final = 0.06  # proposals below this are not even noted
NOTED: Final = 0.06
OTHER_PAUSES_S: Final = (0.15, 0.5)


@dataclass(frozen=True, slots=True)
class Trial:
    """One wanted word in a sound, and what was found of it."""

    condition: str
    voice: str
    language: str
    output: str
    proposed: float  # best score near its end; 0 where nothing was proposed
    share: float  # the second look's of that proposal
    end_error_s: float  # found minus true; NaN where nothing was proposed
    start_error_s: float


@dataclass(frozen=True, slots=True)
class Talk:
    """A stretch without wanted words: what was proposed in it all the same."""

    source: str
    seconds: float
    found: tuple[Found, ...]
    excused: Mapping[int, tuple[tuple[float, float], ...]]  # output → stretches where it is truly said


class Everything:
    """Accepts every proposal and notes the second look's share."""

    def __init__(self) -> None:
        self._check = WordCheck()
        self.features: list[F32] = []  # of proposals at least NOTED

    def __call__(self, output: int, proposed: float, window: F32) -> float | None:
        """See models.word_stream.Accepting."""
        shares, features = self._check.look(window[None])
        if proposed >= NOTED:
            self.features.append(features[0])
        return float(shares[0, output])


class Ear:
    """Hears everything in a sound however faint the score, several words at a time too."""

    def __init__(self) -> None:
        self.everything = Everything()

    def __call__(self, samples: F32) -> list[Found]:
        """All proposals; each output is followed by itself, so that none hides another."""
        stream = WordStream(self.everything, [LOWEST] * len(OUTPUTS), alone=True)
        found: list[Found] = []
        for first in range(0, len(samples), 20 * RATE_HZ):
            found += stream.feed(samples[first : first + 20 * RATE_HZ])
        return found + stream.feed(np.zeros(RATE_HZ // 2, np.float32))


Condition = Callable[[np.random.Generator, F32, Sequence[Clip]], F32]


def clean(rng: np.random.Generator, samples: F32, others: Sequence[Clip]) -> F32:
    """As it was said."""
    del rng, others
    return samples


def room(rng: np.random.Generator, samples: F32, others: Sequence[Clip]) -> F32:
    """RT60 0.45 s, and pink noise 15 dB below."""
    del others
    length = int(0.45 * RATE_HZ)
    tail = rng.standard_normal(length) * np.exp(-6.9 * np.arange(length) / length) * 0.05
    tail[0] = 1
    heard = fftconvolve(samples, tail)[: len(samples)]
    spectrum = np.fft.rfft(rng.standard_normal(len(samples)))
    spectrum /= np.maximum(np.arange(len(spectrum)), 1) ** 0.5
    noise = np.fft.irfft(spectrum, len(samples))
    level = np.sqrt((samples**2).mean()) * 10 ** (-15 / 20) / noise.std()
    return (heard + noise * level).astype(np.float32)


def babble(rng: np.random.Generator, samples: F32, others: Sequence[Clip]) -> F32:
    """Two other people talk all the time, 6 dB below."""
    talk = np.zeros(len(samples), np.float32)
    for _ in range(2):
        at = 0
        while at < len(talk):
            sound = others[int(rng.integers(len(others)))].samples
            last = min(len(talk) - at, len(sound))
            talk[at : at + last] += sound[:last]
            at += last + int(rng.integers(0, RATE_HZ // 2))
    level = np.sqrt((samples**2).mean()) * 10 ** (-6 / 20) / (talk.std() + 1e-9)
    return (samples + talk * np.float32(level)).astype(np.float32)


CONDITIONS: Final[Mapping[str, Condition]] = {"clean": clean, "room": room, "babble": babble}


def sentence(rng: np.random.Generator, clip: Clip, own: Sequence[Clip]) -> tuple[F32, float]:
    """Other talk, the word, other talk, by one voice with pauses; gives the word's true end, s."""
    before, after = (own[int(rng.integers(len(own)))].samples for _ in range(2))
    pauses = [np.zeros(int(rng.uniform(*limits) * RATE_HZ), np.float32) for limits in ((0.15, 0.9), (0.25, 0.9))]
    quiet = np.zeros(RATE_HZ // 5, np.float32)
    parts = [quiet, before, pauses[0], clip.samples, pauses[1], after, quiet]
    return np.concatenate(parts) * np.float32(0.5), sum(map(len, parts[:4])) / RATE_HZ


def trials(ear: Ear, clips: Sequence[Clip], conditions: Sequence[str], others: Sequence[Clip]) -> Iterator[Trial]:
    """Every wanted clip under every condition; `others` are whom the babble is made of."""
    own: dict[str, list[Clip]] = {}
    for clip in clips:
        if not clip.output:
            own.setdefault(clip.voice, []).append(clip)
    for condition in conditions:
        rng = np.random.default_rng(3)
        for clip in clips:
            talk = [c for c in own.get(clip.voice, ()) if clip.output not in heard_outputs(c)]
            if clip.output and talk:
                samples, end_s = sentence(rng, clip, talk)
                yield _trial(ear(CONDITIONS[condition](rng, samples, others)), condition, clip, end_s)


def heard_outputs(clip: Clip) -> frozenset[str]:
    """Outputs that may rightly answer inside other talk."""
    from models.training.words.vocabulary import heard_in

    return heard_in(clip.text)


def _trial(found: Sequence[Found], condition: str, clip: Clip, end_s: float) -> Trial:
    output = OUTPUTS.index(clip.output)
    near = [one for one in found if one.output == output and abs(one.end_s - end_s) < NEAR_S]
    best = max(near, key=lambda one: one.proposed, default=None)
    nan = float("nan")
    return Trial(
        condition,
        clip.voice,
        clip.language,
        clip.output,
        best.proposed if best else 0.0,
        best.score if best else 0.0,
        best.end_s - end_s if best else nan,
        best.start_s - (end_s - len(clip.samples) / RATE_HZ) if best else nan,
    )


def talk(ear: Ear, source: str, clips: Sequence[Clip], condition: str = "clean", minutes: float = 60.0) -> Talk:
    """Other talk in a row with pauses, under a condition; each clip once, at most so many minutes."""
    rng = np.random.default_rng(5)
    found: list[Found] = []
    excused: dict[int, list[tuple[float, float]]] = {}
    seconds = 0.0
    order = rng.permutation(len(clips))
    for first in range(0, len(order), 40):
        parts: list[F32] = []
        at = 0
        for number in order[first : first + 40]:
            clip = clips[number]
            pause = np.zeros(int(rng.uniform(*OTHER_PAUSES_S) * RATE_HZ), np.float32)
            for output in heard_outputs(clip):
                span = (seconds + at / RATE_HZ, seconds + (at + len(clip.samples)) / RATE_HZ + 0.3)
                excused.setdefault(OUTPUTS.index(output), []).append(span)
            parts += [clip.samples * np.float32(0.5), pause]
            at += len(clip.samples) + len(pause)
        samples = CONDITIONS[condition](rng, np.concatenate(parts), clips)
        found += [
            Found(one.output, one.start_s + seconds, one.end_s + seconds, one.proposed, one.score)
            for one in ear(samples)
        ]
        seconds += at / RATE_HZ
        if seconds > minutes * 60:
            break
    return Talk(source, seconds, tuple(found), {output: tuple(spans) for output, spans in excused.items()})


def false_alarms(talks: Sequence[Talk]) -> list[tuple[int, float, float]]:
    """(output, proposed, share) of every proposal that nothing excuses."""
    wrong = []
    for one in talks:
        for found in one.found:
            spans = one.excused.get(found.output, ())
            if not any(start <= found.end_s <= end for start, end in spans):
                wrong.append((found.output, found.proposed, found.score))
    return wrong


def hours(talks: Sequence[Talk]) -> float:
    """How much talk that is."""
    return sum(one.seconds for one in talks) / 3600


def threshold_at(scores: Sequence[float], allowed: float) -> float:
    """The least score above which no more than `allowed` of the scores lie."""
    ranked = sorted(scores, reverse=True)
    return ranked[int(allowed)] + 1e-6 if len(ranked) > int(allowed) else LOWEST
