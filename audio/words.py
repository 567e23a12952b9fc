"""Words heard in a sound, each with the interval of its own beginning and end, within 300 ms of its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from audio.resampling import Resampler
from audio.sound import Sound
from engine.codes import CueKind
from engine.cues import Cue
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, Span
from engine.seats import Person
from models.logmel import RATE_HZ
from models.word_stream import Accepting, Found, WordStream
from models.words import vocabulary

FOLLOWS_NS: Final = 5 * NS_PER_MS
"""Sound that begins further than this from where the last ended is another stretch."""
_PIECE_S: Final = 20  # of a file at once: an hour's spectra would not fit into memory
_KIND_OF: Final = {
    **dict.fromkeys(("спасибо", "дякую", "стоп"), CueKind.CLOSING_WORD),
    **dict.fromkeys(("наступает ночь", "настає ніч"), CueKind.NIGHT_CUE),
    **dict.fromkeys(("город засыпает", "город спит", "місто засинає", "місто спить"), CueKind.CITY_SLEEPS),
    **dict.fromkeys(("город просыпается", "місто прокидається"), CueKind.DAY_CUE),
    "пас": CueKind.PASS_WORD,
}


def kind_of(word: str) -> CueKind:
    """The cue that a word gives; numbers are words too."""
    return _KIND_OF.get(word, CueKind.NUMBER_SPOKEN)


@dataclass(frozen=True, slots=True)
class HeardWord:
    """A word, when it began and ended, and how sure the two looks are."""

    word: str
    start: Interval
    end: Interval
    score: float  # 0…1, the check's
    proposed: float  # 0…1, the first look's

    @property
    def kind(self) -> CueKind:
        """The cue that it gives."""
        return kind_of(self.word)

    @property
    def span(self) -> Span:
        """Beginning and end."""
        return Span(self.start, self.end)


class WordListener:
    """Follows one sound on the game's clock; the same for files and microphones."""

    def __init__(self, accept: Accepting | None = None, propose: Sequence[float] | None = None) -> None:
        """`accept` and `propose` of an enrolled host stand in for the usual ones."""
        self._known = vocabulary()
        self._stream = WordStream(accept, propose)
        self._t_ns, self._rate_hz, self._fed = 0, RATE_HZ, 0
        self._resampler = Resampler(RATE_HZ, RATE_HZ)

    def feed(self, sound: Sound) -> list[HeardWord]:
        """Words confirmed by these samples; a stretch that does not follow on the last one begins anew."""
        found: list[HeardWord] = []
        expected_ns = self._t_ns + round(self._fed * NS_PER_S / self._rate_hz)
        if self._fed and (sound.rate_hz != self._rate_hz or abs(sound.t_ns - expected_ns) > FOLLOWS_NS):
            found += self.finish()
        if not self._fed:
            self._begin(sound.t_ns, sound.rate_hz)
        for first in range(0, len(sound.samples), _PIECE_S * sound.rate_hz):
            piece = sound.samples[first : first + _PIECE_S * sound.rate_hz]
            self._fed += len(piece)
            found += map(self._heard, self._stream.feed(self._resampler.feed(piece)))
        return found

    def finish(self) -> list[HeardWord]:
        """Words at the very end, as if silence followed; the next sound begins anew."""
        if not self._fed:
            return []
        rest = np.concatenate([self._resampler.finish(), np.zeros(RATE_HZ // 2, np.float32)])
        found = [self._heard(word) for word in self._stream.feed(rest)]
        self._fed = 0
        return found

    def _begin(self, t_ns: int, rate_hz: int) -> None:
        self._t_ns, self._rate_hz, self._fed = t_ns, rate_hz, 0
        self._resampler = Resampler(rate_hz, RATE_HZ)
        self._stream.begin()

    def _heard(self, found: Found) -> HeardWord:
        known = self._known
        start, end = parted(
            self._interval(found.start_s, half_s(known.start_error_s, found.proposed)),
            self._interval(found.end_s, half_s(known.end_error_s, found.proposed)),
        )
        return HeardWord(known.words[found.output], start, end, found.score, found.proposed)

    def _interval(self, t_s: float, half: float) -> Interval:
        return Interval(
            self._t_ns + round((t_s - half) * NS_PER_S),
            self._t_ns + round((t_s + half) * NS_PER_S),
        )


def half_s(errors: Sequence[tuple[float, float]], score: float) -> float:
    """Half the interval that holds 95 % of true edges at a score: that of the last row not above it."""
    return [half for least, half in errors if score >= least or least == errors[0][0]][-1]


def parted(start: Interval, end: Interval) -> tuple[Interval, Interval]:
    """Both edges of a word without what they share: a word begins before it ends.

    The end keeps its interval, for votes are judged by it; the start gives way.
    """
    latest_ns = min(start.latest_ns, end.earliest_ns - 1)
    return Interval(min(start.earliest_ns, latest_ns), latest_ns), end


def words_in(stretches: Iterable[Sound], listener: WordListener | None = None) -> tuple[HeardWord, ...]:
    """Every word of a sound, in the order of their ends."""
    listener = listener or WordListener()
    found: list[HeardWord] = []
    for stretch in stretches:
        found += listener.feed(stretch)
    found += listener.finish()
    return tuple(sorted(found, key=lambda word: word.end.middle_ns))


def cue_of(word: HeardWord) -> Cue:
    """The cue that a heard word gives; a sound does not say whose it is, and it is taken for the host's."""
    measures = {"proposed_01": round(word.proposed, 3)}
    if word.kind is CueKind.NUMBER_SPOKEN:
        measures["number"] = float(word.word)
    return Cue(word.kind, Person.HOST, word.span, round(word.score, 3), measures=measures)
