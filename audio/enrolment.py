"""The host's own way to say the words: a minute of enrolment that makes the second look surer, in seconds.

Kept are numbers that the second look computed, on this computer, under a name, until they are deleted; never the sound.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.signal import fftconvolve

from audio.resampling import Resampler
from audio.sound import Samples, Sound
from engine.faults import Fault
from models.logmel import BANDS, HOP, RATE_HZ, logmel
from models.words import CHECK_AFTER, CHECK_BEFORE, Vocabulary, WordCheck, vocabulary

F64 = npt.NDArray[np.float64]
SCHEMA: Final = 1
TIMES: Final = 5  # that each phrase is said
COPIES: Final = 30  # of each take, in made-up rooms and noise
WEAKER: Final = 0.4  # of the usual least score: the enrolled second look bears more proposals
FALSE_SHARE: Final = 0.004  # of other talk that may pass
_AUDIBLE_DB: Final = -35.0
_ROUNDS: Final = 200


class TakeTooQuiet(Fault):
    """Nothing was said, or far too quietly."""

    template = "Take {number} of «{word}» is too quiet or empty: say it again, a little louder."


class ProfileUnreadable(Fault):
    """The file is not what this program wrote."""

    template = "The host's profile “{path}” cannot be read: delete it and enrol again."


@dataclass(frozen=True, slots=True, eq=False)
class HostProfile:
    """What was learned of one host: a line through the check's features for each word."""

    name: str
    lines: Mapping[str, F64]  # word → weights and, last, the offset
    least: Mapping[str, float]

    def save(self, folder: Path) -> Path:
        """Write the profile; deleting the file forgets the host."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.json"
        content = {
            "schema": SCHEMA,
            "name": self.name,
            "words": {
                word: {"line": np.round(line, 5).tolist(), "least": round(self.least[word], 4)}
                for word, line in self.lines.items()
            },
        }
        path.write_text(json.dumps(content, ensure_ascii=False), "utf-8")
        return path

    @classmethod
    def load(cls, path: Path) -> HostProfile:
        """Read what `save` wrote; raises ProfileUnreadable."""
        try:
            content = json.loads(path.read_text("utf-8"))
            words = content["words"]
            lines = {word: np.array(kept["line"], np.float64) for word, kept in words.items()}
            return cls(str(content["name"]), lines, {word: float(kept["least"]) for word, kept in words.items()})
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ProfileUnreadable(path=path) from error


class EnrolledCheck:
    """The second look with a host's own lines beside the usual shares."""

    def __init__(self, profile: HostProfile) -> None:
        self._known = vocabulary()
        self._check = WordCheck()
        self._profile = profile

    def __call__(self, output: int, proposed: float, window: Samples) -> float | None:
        """See models.word_stream.Accepting."""
        shares, features = self._check.look(window[None])
        word = self._known.words[output]
        usual = float(shares[0, output])
        if proposed >= self._known.propose[output] and usual >= self._known.accept[output]:
            return usual
        line = self._profile.lines.get(word)
        if line is None:
            return None
        own = _score(features[0].astype(np.float64), line)
        return own if own >= self._profile.least[word] else None


def propose_for(profile: HostProfile, known: Vocabulary | None = None) -> list[float]:
    """The first look's least scores for an enrolled host: lower for the words that were enrolled."""
    known = known or vocabulary()
    return [
        least * (WEAKER if word in profile.lines else 1.0)
        for word, least in zip(known.words, known.propose, strict=True)
    ]


def enrol(name: str, takes: Mapping[str, Sequence[Sound]], room: Sound | None = None) -> HostProfile:
    """Learn from several takes of each word; `room` is what the microphone hears while nobody speaks.

    Each take holds one word and nothing else. Raises TakeTooQuiet for one that holds nothing.
    """
    check = WordCheck()
    rng = np.random.default_rng(17)
    noise = None if room is None else _at_rate(room)
    features: dict[str, F64] = {}
    for word, sounds in takes.items():
        windows = []
        for number, sound in enumerate(sounds, start=1):
            said = _said(_at_rate(sound))
            if said is None:
                raise TakeTooQuiet(number=number, word=word)
            windows += [_window(_changed(said, rng, noise)) for _ in range(COPIES)]
        features[word] = check.look(np.stack(windows))[1].astype(np.float64)
    bank = _bank()
    lines, least = {}, {}
    for word, right in features.items():
        others = [seen for other, seen in features.items() if other != word]
        wrong = np.concatenate([bank, *others])
        lines[word] = _line(right, wrong)
        least[word] = max(0.5, float(np.quantile([_score(one, lines[word]) for one in wrong], 1 - FALSE_SHARE)))
    return HostProfile(name, lines, least)


@cache
def _bank() -> F64:
    """What the check saw in talk of other people, committed with it."""
    with files("models").joinpath("own", "words_bank.npy").open("rb") as file:
        return np.asarray(np.load(file), np.float64)


def _at_rate(sound: Sound) -> Samples:
    resampler = Resampler(sound.rate_hz, RATE_HZ)
    return np.concatenate([resampler.feed(sound.samples), resampler.finish()])


def _said(samples: Samples) -> Samples | None:
    """The audible part; None where there is none."""
    steps = len(samples) // 80
    if steps < 30:
        return None
    power = (samples[: steps * 80].reshape(steps, 80) ** 2).mean(axis=1) + 1e-12
    if power.max() < 1e-6 or power.max() < 30 * np.quantile(power, 0.1):
        return None
    floor = max(power.max() * 10 ** (_AUDIBLE_DB / 10), 4 * float(np.quantile(power, 0.1)))
    loud = np.flatnonzero(power > floor)
    return samples[loud[0] * 80 : (loud[-1] + 1) * 80]


def _changed(said: Samples, rng: np.random.Generator, noise: Samples | None) -> Samples:
    """The take as it may sound another time: tempo, level, room, noise; its end after CHECK_BEFORE frames."""
    rate = rng.uniform(0.9, 1.12)
    at = np.arange(int(len(said) / rate)) * rate
    word = np.interp(at, np.arange(len(said)), said).astype(np.float32)
    before, after = CHECK_BEFORE * HOP, (CHECK_AFTER + 3) * HOP
    scene = np.zeros(before + after, np.float32)
    word = word[-before:]
    scene[before - len(word) : before] = word
    if rng.random() < 0.6:
        length = int(rng.uniform(0.1, 0.6) * RATE_HZ)
        tail = rng.standard_normal(length) * np.exp(-6.9 * np.arange(length) / length) * rng.uniform(0.02, 0.08)
        tail[0] = 1
        scene = fftconvolve(scene, tail)[: len(scene)].astype(np.float32)
    level = float(np.sqrt((word**2).mean())) + 1e-9
    if noise is not None and len(noise) > len(scene) and rng.random() < 0.7:
        first = int(rng.integers(0, len(noise) - len(scene)))
        scene += noise[first : first + len(scene)] * np.float32(rng.uniform(0, 2))
    kind = rng.random()
    if kind < 0.7:
        spectrum = np.fft.rfft(rng.standard_normal(len(scene)))
        spectrum /= np.maximum(np.arange(len(spectrum)), 1) ** rng.uniform(0, 1)
        coloured = np.fft.irfft(spectrum, len(scene))
        if kind < 0.35:  # swelling like talk
            t = np.arange(len(scene)) / RATE_HZ
            coloured *= np.abs(np.sin(np.pi * rng.uniform(2, 5) * t + rng.uniform(0, 3)))
        scene += (coloured / coloured.std() * level * 10 ** (-rng.uniform(3, 30) / 20)).astype(np.float32)
    return scene * np.float32(10 ** (rng.uniform(-10, 4) / 20))


def _window(scene: Samples) -> Samples:
    frames = logmel(scene)[: CHECK_BEFORE + CHECK_AFTER]
    assert frames.shape == (CHECK_BEFORE + CHECK_AFTER, BANDS)
    return frames


def _line(right: F64, wrong: F64) -> F64:
    """Logistic regression by gradient steps, both sides weighing alike."""
    seen = np.concatenate([right, wrong])
    scale = np.sqrt((seen**2).mean(axis=0)) + 1e-3
    given = np.concatenate([seen / scale, np.ones((len(seen), 1))], axis=1)
    true = np.concatenate([np.ones(len(right)), np.zeros(len(wrong))])
    weight = np.where(true == 1, 0.5 / len(right), 0.5 / len(wrong))
    line = np.zeros(given.shape[1])
    hessian = (given * weight[:, None]).T @ given / 4 + 1e-3 * np.eye(given.shape[1])
    step = np.linalg.inv(hessian)
    for _ in range(_ROUNDS):
        error = 1 / (1 + np.exp(-(given @ line))) - true
        line -= 0.5 * step @ (given.T @ (error * weight) + 1e-3 * line)
    return np.concatenate([line[:-1] / scale, line[-1:]])


def _score(features: F64, line: F64) -> float:
    return float(1 / (1 + np.exp(-np.clip(features @ line[:-1] + line[-1], -50, 50))))
