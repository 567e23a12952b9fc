"""Cues that need both senses: a knock is heard and a hand seen, talk is heard and a mouth seen.

A sound alone names nobody. Where what is seen fits more than one player, nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.codes import CueKind
from engine.cues import Cue
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, Span
from engine.seats import Seat

KNOCK_WITHIN_NS: Final = 60 * NS_PER_MS
"""How far a hand's touch may seem to lie from its sound beyond both intervals: what is left of the offset between them."""
TALK_AT_LEAST_NS: Final = NS_PER_S // 2
MOUTH_SHARE: Final = 0.6
"""Least share of the voice during which the mouth must move."""


@dataclass(frozen=True, slots=True)
class Impact:
    """A sudden short sound."""

    when: Interval
    above_noise_db: float
    confidence: float  # that it was an impact and no consonant


@dataclass(frozen=True, slots=True)
class Voice:
    """Somebody's voice, nobody knows whose."""

    start_ns: int
    end_ns: int
    confidence: float


@dataclass(frozen=True, slots=True)
class MouthMoved:
    """One player's mouth moved as in speech."""

    seat: Seat
    start_ns: int
    end_ns: int
    confidence: float


def knocks(impacts: Iterable[Impact], touches: Sequence[Cue]) -> tuple[Cue, ...]:
    """A knock for each impact at which exactly one player's hand came down on the table."""
    found = []
    for impact in impacts:
        hands = [
            touch
            for touch in touches
            if touch.kind is CueKind.TOUCH_DOWN and _meet(touch.when.start, impact.when, KNOCK_WITHIN_NS)
        ]
        if len({touch.subject for touch in hands}) == 1:
            hand = max(hands, key=lambda touch: touch.confidence)
            found.append(
                Cue(
                    CueKind.KNOCK,
                    hand.subject,
                    Span(impact.when, impact.when),
                    min(hand.confidence, impact.confidence),
                    cameras=hand.cameras,
                    evidence=hand.evidence,
                    measures={"above_noise_db": round(impact.above_noise_db, 1)},
                )
            )
    return tuple(found)


def talk(voices: Iterable[Voice], mouths: Sequence[MouthMoved]) -> tuple[Cue, ...]:
    """Voice of the one player whose mouth moved with it; several moving mouths name nobody."""
    found = []
    for voice in voices:
        speaking = [mouth for mouth in mouths if _share(voice, mouth) >= MOUTH_SHARE]
        if voice.end_ns - voice.start_ns >= TALK_AT_LEAST_NS and len({mouth.seat for mouth in speaking}) == 1:
            mouth = max(speaking, key=lambda one: _share(voice, one))
            start, end = max(voice.start_ns, mouth.start_ns), min(voice.end_ns, mouth.end_ns)
            found.append(
                Cue(
                    CueKind.VOICE_ACTIVE,
                    mouth.seat,
                    Span(Interval(start, start), Interval(end, end)),
                    min(voice.confidence, mouth.confidence),
                    measures={"mouth_share_01": round(_share(voice, mouth), 2)},
                )
            )
    return tuple(found)


def _meet(one: Interval, other: Interval, within_ns: int) -> bool:
    return one.earliest_ns - within_ns <= other.latest_ns and other.earliest_ns - within_ns <= one.latest_ns


def _share(voice: Voice, mouth: MouthMoved) -> float:
    both = min(voice.end_ns, mouth.end_ns) - max(voice.start_ns, mouth.start_ns)
    return max(0, both) / max(1, voice.end_ns - voice.start_ns)
