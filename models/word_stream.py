"""From a sound, fed in pieces, to the words in it: frames, proposals of the first network, the second look.

What is found does not depend on how the sound is cut into pieces, so live and file are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from models.logmel import BANDS, HOP, logmel
from models.words import (
    CHECK_AFTER,
    CHECK_BEFORE,
    DELAY_FRAMES,
    F32,
    STRIDE,
    Vocabulary,
    WordCheck,
    WordNetwork,
    moment_s,
    vocabulary,
)

AROUND: Final = 3  # answers after a peak that confirm it and place it between the steps: 60 ms
APART: Final = 20  # answers between two of the same word: 400 ms …
OTHERS_APART: Final = 6  # … and between different ones: a «пас» heard inside «спасибо» must not hide it
_NEW_FRAMES: Final = 4


@dataclass(frozen=True, slots=True)
class Found:
    """A word; times in seconds from the first sample that was fed."""

    output: int
    start_s: float
    end_s: float
    proposed: float  # 0…1, the first network's score
    score: float  # 0…1, the second look's


class Accepting(Protocol):
    """Decides on proposals; a host's enrolment is another one than the usual."""

    def __call__(self, output: int, proposed: float, window: F32) -> float | None:
        """The score of a proposal that is accepted, None for one that is not."""


class Checked:
    """The usual: the check network against the committed thresholds."""

    def __init__(self, known: Vocabulary) -> None:
        self._known = known
        self._check = WordCheck()

    def __call__(self, output: int, proposed: float, window: F32) -> float | None:
        """See Accepting."""
        shares, _ = self._check.look(window[None])
        score = float(shares[0, output])
        return score if score >= self._known.accept[output] else None


class WordStream:
    """Follows one sound at RATE_HZ from its first sample."""

    def __init__(
        self, accept: Accepting | None = None, propose: Sequence[float] | None = None, *, alone: bool = False
    ) -> None:
        """`propose` are the first look's least scores by output, in place of the committed ones.

        `alone` follows each output by itself, so that none hides another: for measuring.
        """
        self._known = vocabulary()
        self._others_apart = 0 if alone else OTHERS_APART
        self._network = WordNetwork()
        self._accept = accept or Checked(self._known)
        self._propose = np.array(propose or self._known.propose, np.float32)
        self.begin()

    def begin(self) -> None:
        """Forget everything: another sound comes."""
        self._network.forget()
        self._pending = np.zeros(0, np.float32)  # samples not yet in a frame
        self._frames = np.zeros((0, BANDS), np.float32)  # the last ones, for the check
        self._frames_from = 0
        self._seen = 0  # frames that the network has had
        self._scores = np.zeros((0, len(self._known.words)), np.float32)
        self._lengths = np.zeros(0, np.float32)
        self._scores_from = 0
        self._judged = 0  # answers whose peaks have been decided on
        self._last_step = np.full(len(self._known.words), -APART)

    def feed(self, samples: F32) -> list[Found]:
        """The words that these samples confirm, 270 ms after their end at the latest."""
        self._pending = np.concatenate([self._pending, samples])
        frames = logmel(self._pending)
        self._pending = self._pending[len(frames) * HOP :]
        self._frames = np.concatenate([self._frames, frames])
        new = self._frames[self._seen - self._frames_from :]
        new = new[: len(new) // STRIDE * STRIDE]
        if len(new) < _NEW_FRAMES:
            return []
        scores, lengths = self._network.answer(new)
        self._scores = np.concatenate([self._scores, scores])
        self._lengths = np.concatenate([self._lengths, lengths])
        self._seen += len(new)
        return list(self._words())

    def _words(self) -> Iterator[Found]:
        last = self._scores_from + len(self._scores) - AROUND
        for step in range(self._judged, last):
            yield from self._at(step)
        self._judged = max(self._judged, last)
        self._drop()

    def _at(self, step: int) -> Iterator[Found]:
        row = step - self._scores_from
        now = self._scores[row]
        if not (now >= self._propose).any() or step - self._last_step.max() < self._others_apart:
            return
        around = self._scores[max(0, row - AROUND) : row + AROUND + 1]
        peaks = (now >= self._propose) & (now >= around.max(axis=0)) & (step - self._last_step >= APART)
        for output in np.flatnonzero(peaks)[np.argsort(-now[peaks])]:
            score = self._accept(int(output), float(now[output]), self._window(step))
            if score is not None:
                self._last_step[output] = step
                yield self._found(int(output), row, score)
                if self._others_apart:
                    return

    def _found(self, output: int, row: int, score: float) -> Found:
        first = max(0, row - AROUND)
        weights = self._scores[first : row + AROUND + 1, output]
        place = float((np.arange(first, first + len(weights)) * weights).sum() / weights.sum()) + self._scores_from
        end_s = moment_s(place)
        length_s = float(self._lengths[row])
        return Found(output, end_s - length_s, end_s, float(self._scores[row, output]), score)

    def _window(self, step: int) -> F32:
        """The frames around a word that ended at this step; silence where the sound had not begun."""
        end = step * STRIDE + STRIDE - 1 - DELAY_FRAMES - self._frames_from
        kept = self._frames[max(0, end - CHECK_BEFORE) : max(0, end + CHECK_AFTER)]
        missing = CHECK_BEFORE + CHECK_AFTER - len(kept)
        quiet = np.full((missing, BANDS), kept.min() if len(kept) else 0.0, np.float32)
        return np.concatenate([quiet, kept])

    def _drop(self) -> None:
        """Forget what no later word needs."""
        spare = self._judged - AROUND - self._scores_from
        if spare > 500:
            self._scores, self._lengths = self._scores[spare:], self._lengths[spare:]
            self._scores_from += spare
        spare = self._judged * STRIDE - CHECK_BEFORE - 4 * DELAY_FRAMES - self._frames_from
        if spare > 1000:
            self._frames = self._frames[spare:]
            self._frames_from += spare
