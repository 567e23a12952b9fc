"""How loud it is, against what is usual in the same part of the game, and what sounds in the silence of the night.

These are quiet hints for whoever reviews: a sound alone names nobody, so none of them reaches the engine by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.signal import butter, sosfilt

from audio.sound import Sound
from engine.focus import Period
from engine.fusion import Impact, Voice
from engine.intervals import NS_PER_MS, NS_PER_S

F64 = npt.NDArray[np.float64]
STEP_NS: Final = 100 * NS_PER_MS
LOUD_DB: Final = 12.0
"""Above the level that nine tenths of a part of the game stay under (B 4.1.2 speaks of disturbing loudness)."""
LOUD_NS: Final = 800 * NS_PER_MS
NEEDED_NS: Final = 20 * NS_PER_S  # of a part of the game before anything in it can be called unusual
_SILENCE_DB: Final = -100.0


class HintKind(StrEnum):
    """What was heard, for a person to listen to."""

    LOUD = "loud"
    VOICE_AT_NIGHT = "voice_at_night"
    NOISE_AT_NIGHT = "noise_at_night"
    TALK_AFTER_PASS = "talk_after_pass"  # noqa: S105 - the word «пас»
    VOICE_IN_ANOTHERS_TURN = "voice_in_anothers_turn"


@dataclass(frozen=True, slots=True)
class Hint:
    """Something to listen to; never about anybody."""

    kind: HintKind
    start_ns: int
    end_ns: int
    above_usual_db: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """Level per STEP_NS from `t_ns`, dB of full scale."""

    t_ns: int
    db: F64


def levels(sound: Sound) -> Levels:
    """The course of loudness, low rumble left out."""
    sos = butter(2, 100, "highpass", fs=sound.rate_hz, output="sos")
    heard = sosfilt(sos, sound.samples.astype(np.float64))
    hop = round(sound.rate_hz * STEP_NS / NS_PER_S)
    steps = len(heard) // hop
    power = (heard[: steps * hop].reshape(steps, hop) ** 2).mean(axis=1)
    return Levels(sound.t_ns, np.maximum(10 * np.log10(power + 1e-12), _SILENCE_DB))


def usual_db(course: Iterable[Levels], period_at: Callable[[int], Period]) -> Mapping[Period, float]:
    """What nine tenths of each part of the game stay under; parts too short to tell are left out."""
    found: dict[Period, list[float]] = {}
    for one in course:
        for step, value in enumerate(one.db):
            found.setdefault(period_at(one.t_ns + step * STEP_NS), []).append(float(value))
    needed = NEEDED_NS // STEP_NS
    return {period: float(np.quantile(v, 0.9)) for period, v in found.items() if len(v) >= needed}


def loud(course: Sequence[Levels], period_at: Callable[[int], Period]) -> tuple[Hint, ...]:
    """Stretches of at least LOUD_NS that are LOUD_DB above what is usual in their part of the game."""
    usual = usual_db(course, period_at)
    hints: list[Hint] = []
    for one in course:
        above = np.array(
            [value - usual.get(period_at(one.t_ns + step * STEP_NS), np.inf) for step, value in enumerate(one.db)]
        )
        for first, last in _runs(above >= LOUD_DB):
            if (last - first) * STEP_NS >= LOUD_NS:
                start = one.t_ns + first * STEP_NS
                hints.append(
                    Hint(HintKind.LOUD, start, one.t_ns + last * STEP_NS, round(float(above[first:last].max()), 1))
                )
    return tuple(hints)


def at_night(
    voices: Iterable[Voice], impacts: Iterable[Impact], period_at: Callable[[int], Period], hosts: Sequence[int]
) -> tuple[Hint, ...]:
    """Voices and noises while the city sleeps, those near the host's own words (`hosts`, their times) left out."""
    hints = [
        Hint(HintKind.VOICE_AT_NIGHT, voice.start_ns, voice.end_ns)
        for voice in voices
        if period_at(voice.start_ns) is Period.NIGHT and not _near(voice.start_ns, voice.end_ns, hosts)
    ]
    hints += [
        Hint(HintKind.NOISE_AT_NIGHT, i.when.earliest_ns, i.when.latest_ns, round(i.above_noise_db, 1))
        for i in impacts
        if period_at(i.when.middle_ns) is Period.NIGHT and not _near(i.when.earliest_ns, i.when.latest_ns, hosts)
    ]
    return tuple(sorted(hints, key=lambda hint: hint.start_ns))


def after_pass(voices: Iterable[Voice], passed_ns: int, next_turn_ns: int) -> tuple[Hint, ...]:
    """Voice between a «пас» and the next turn (A 4.7.5); whoever it is may also be the host."""
    return tuple(
        Hint(HintKind.TALK_AFTER_PASS, max(voice.start_ns, passed_ns), min(voice.end_ns, next_turn_ns))
        for voice in voices
        if voice.end_ns > passed_ns + JUST_AFTER_NS and voice.start_ns < next_turn_ns
    )


JUST_AFTER_NS: Final = 400 * NS_PER_MS  # the word itself may still be ringing
_HOST_NEAR_NS: Final = 2 * NS_PER_S


def _near(start_ns: int, end_ns: int, times: Sequence[int]) -> bool:
    return any(start_ns - _HOST_NEAR_NS <= t <= end_ns + _HOST_NEAR_NS for t in times)


def _runs(true: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], true, [False]]).astype(np.int8)))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
