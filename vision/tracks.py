"""The way of one hand in one camera's picture over time, and where in it the hand lay still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.codes import Side
from engine.cues import CameraId
from engine.intervals import NS_PER_MS, Interval
from engine.seats import Subject
from vision.bodies import hand_point, px_per_mm
from vision.observation import HandSeen, Observation
from vision.stillness import PALM_MM

GAP_NS: Final = 400 * NS_PER_MS
"""A hand unseen for longer starts a new way: what it did meanwhile is not known."""
STILL_LENGTHS: Final = 0.22  # of a palm: how far from its resting place a hand still counts as resting
GONE_LENGTHS: Final = 0.5  # of a palm: from here on a hand is surely on its way
MIN_REST_NS: Final = 200 * NS_PER_MS
MAX_LAG_NS: Final = 70 * NS_PER_MS
DENSE_NS: Final = 80 * NS_PER_MS
SINKS_NS: Final = 25 * NS_PER_MS
"""How long after a sparse look with the hand in place its last millimetres may take."""
SURE_PRESENCE_01: Final = 0.8
"""A hand found with less may be a fold of a sleeve; where it seems to be says nothing."""
WHOLE_SHARE: Final = 0.65
"""A hand that appears smaller than this share of its resting size was not seen well: its place says nothing."""
SETTLED_NS: Final = 600 * NS_PER_MS
"""A rest this long is a place of its own; a shorter one before a slide may still be part of the landing."""


@dataclass(frozen=True, slots=True)
class HandId:
    """One hand of one person in one camera."""

    camera: CameraId
    seat: Subject
    side: Side


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One time at which the hand was looked for; `hand` is None when it was not found."""

    t_ns: int
    hand: HandSeen | None


@dataclass(frozen=True, slots=True, eq=False)
class Handless:
    """A body that shows where its hand should be, at a look that found no hand there."""

    t_ns: int
    camera: CameraId
    side: Side
    point_px: NDArray[np.floating]  # (2,)
    palm_px: float  # how long a palm would be


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A stretch in which a hand kept its place."""

    hand: HandId
    looks: tuple[Look, ...]  # those within, all with the hand seen
    began: Interval
    ended: Interval | None  # None while it lasts, and where the hand was lost from sight
    place_px: NDArray[np.float32]  # (2,) where the palm lay
    palm_px: float
    left_upwards: bool | None  # whether it left up the picture (a rise) rather than down (a slide); None while it lasts
    arrived: bool  # whether it was seen coming from elsewhere
    left_to_px: NDArray[np.float32] | None  # (2,) where it was seen when it had surely left


@dataclass(slots=True)
class HandRecord:
    """All looks at all hands that are still of interest, in order of time."""

    looks: dict[HandId, list[Look]] = field(default_factory=dict)
    _people: dict[tuple[CameraId, Subject], list[tuple[int, bool]]] = field(default_factory=dict)
    _handless: dict[Subject, list[Handless]] = field(default_factory=dict)

    def add(self, observation: Observation) -> None:
        """Take in one observation; hands that were looked for and not found are looks as well."""
        self._note_person(observation)
        if "hands" not in observation.looked:
            return
        seen = {hand.side: hand for hand in observation.hands}
        for side in Side:
            way = self.looks.setdefault(HandId(observation.camera, observation.seat, side), [])
            way.append(Look(observation.t_ns, seen.get(side)))
            point = hand_point(observation, side) if side not in seen else None
            if point is not None and observation.body is not None:
                palm_px = PALM_MM * px_per_mm(observation.body)
                missing = Handless(observation.t_ns, observation.camera, side, point, palm_px)
                self._handless.setdefault(observation.seat, []).append(missing)

    def _note_person(self, observation: Observation) -> None:
        """Whether anybody was made out; a look for hands alone that finds none says nothing of that."""
        found = observation.body is not None or bool(observation.hands)
        if found or "body" in observation.looked:
            self._people.setdefault((observation.camera, observation.seat), []).append((observation.t_ns, found))

    def person_seen_01(self, seat: Subject, from_ns: int, to_ns: int) -> float:
        """The share of looks within a stretch at which the best camera made the person out; 0 without a look.

        Where the person is not made out (a dark room, somebody in the way), no hand found is no answer.
        """
        shares = [0.0]
        for (_, subject), looks in self._people.items():
            within = [found for t_ns, found in looks if subject == seat and from_ns <= t_ns <= to_ns]
            if within:
                shares.append(sum(within) / len(within))
        return max(shares)

    def handless(self, seat: Subject, from_ns: int, until_ns: int) -> tuple[Handless, ...]:
        """Where within a stretch the body showed a hand that was not found."""
        return tuple(one for one in self._handless.get(seat, ()) if from_ns <= one.t_ns <= until_ns)

    def forget_before(self, t_ns: int) -> None:
        """Drop what is older than `t_ns`."""
        for looks in self._people.values():
            looks[:] = [look for look in looks if look[0] >= t_ns]
        for missing in self._handless.values():
            missing[:] = [one for one in missing if one.t_ns >= t_ns]
        for way in self.looks.values():
            keep = next((index for index, look in enumerate(way) if look.t_ns >= t_ns), len(way))
            del way[:keep]

    def of(self, seat: Subject) -> dict[HandId, list[Look]]:
        """The ways of one person's hands, by camera and side."""
        return {hand: way for hand, way in self.looks.items() if hand.seat == seat}


def rests_of(hand: HandId, looks: Sequence[Look]) -> tuple[Rest, ...]:
    """Every stretch of at least 0.2 s in which the palm stayed within 0.22 palm lengths of its median place.

    The beginning lies between the last look at which the palm was half a length away and the first look at which
    it was there; the end likewise. Hands slide and settle after they touch: rests that follow each other without a
    rise between them are one.
    """
    seen = [look for look in looks if look.hand is not None]
    rests: list[Rest] = []
    start = 0
    while start < len(seen):
        end = _stays_until(seen, start)
        if end > start and seen[end].t_ns - seen[start].t_ns >= MIN_REST_NS:
            rests.append(_rest(hand, seen, start, end))
            start = end + 1
        else:
            start += 1
    return tuple(_joined(rests))


def _joined(rests: Sequence[Rest]) -> list[Rest]:
    """Rests with only a slide between them as one; a short first stop widens the beginning up to the next stop."""
    joined: list[Rest] = []
    for rest in rests:
        last = joined[-1] if joined else None
        if last is None or not _slid(last, rest):
            joined.append(rest)
            continue
        settled = last.looks[-1].t_ns - last.looks[0].t_ns >= SETTLED_NS
        began = (
            last.began if settled else Interval(last.began.earliest_ns, max(last.began.latest_ns, rest.began.latest_ns))
        )
        joined[-1] = replace(rest, looks=last.looks + rest.looks, began=began, arrived=last.arrived)
    return joined


def _slid(before: Rest, after: Rest) -> bool:
    """Whether the hand came from one place to the next without a sign of rising."""
    gap_ns = after.looks[0].t_ns - before.looks[-1].t_ns
    way = after.place_px - before.place_px
    palm_px = max(before.palm_px, after.palm_px)
    near = float(np.linalg.norm(way)) <= 1.5 * palm_px
    rose = before.left_upwards is True or -float(way[1]) > 0.5 * max(abs(float(way[0])), 0.5 * palm_px)
    return gap_ns <= GAP_NS and near and not rose


def _palm(look: Look) -> NDArray[np.float32]:
    assert look.hand is not None
    return look.hand.palm_px


def _length(look: Look) -> float:
    assert look.hand is not None
    return look.hand.palm_length_px


def _presence_01(look: Look) -> float:
    assert look.hand is not None
    return look.hand.presence_01


def _stays_until(seen: Sequence[Look], start: int) -> int:
    """The last index up to which the palm stays by the running median place."""
    places = [_palm(seen[start])]
    end = start
    for index in range(start + 1, len(seen)):
        if seen[index].t_ns - seen[index - 1].t_ns > GAP_NS:
            break
        place = np.median(np.asarray(places[-9:]), axis=0)
        reach = STILL_LENGTHS * _length(seen[index])
        if np.linalg.norm(_palm(seen[index]) - place) > reach:
            following = index + 1
            blinked = following < len(seen) and seen[following].t_ns - seen[index - 1].t_ns <= GAP_NS
            # One stray look (a landmark slip) does not end a rest if the next one is back.
            if not (blinked and np.linalg.norm(_palm(seen[following]) - place) <= reach):
                break
            continue
        places.append(_palm(seen[index]))
        end = index
    return end


def _rest(hand: HandId, seen: Sequence[Look], start: int, end: int) -> Rest:
    inside = tuple(seen[start : end + 1])
    place = np.median(np.asarray([_palm(look) for look in inside]), axis=0).astype(np.float32)
    length = float(np.median([_length(look) for look in inside]))
    first_there = next(i for i in range(start, end + 1) if _is_near(seen[i], place, length))
    last_there = next(i for i in range(end, start - 1, -1) if _is_near(seen[i], place, length))
    away_ns = _away_before(seen, first_there, place, length)
    earliest_ns = seen[0].t_ns if away_ns is None else away_ns - _lag_ns(seen, first_there)
    began = Interval(earliest_ns, _surely_there_ns(seen, first_there, end))
    ended, upwards, left_to = _leaving(seen, last_there, max(last_there - 1, start), place, length)
    return Rest(hand, inside, began, ended, place, length, upwards, away_ns is not None, left_to)


def _lag_ns(seen: Sequence[Look], index: int) -> int:
    """A hand's points follow a hand that stops with a delay of up to a look: they are looked for where it last was."""
    return min(MAX_LAG_NS, seen[index].t_ns - seen[index - 1].t_ns) if index > 0 else 0


def _surely_there_ns(seen: Sequence[Look], first_there: int, end: int) -> int:
    """A hand may still be sinking inside the still radius: between dense looks one and a half further is sure."""
    following = min(first_there + 1, end)
    apart_ns = seen[following].t_ns - seen[first_there].t_ns
    if apart_ns < DENSE_NS:
        return seen[following].t_ns + apart_ns // 2
    return seen[first_there].t_ns + min(SINKS_NS, apart_ns // 2)


def _is_near(look: Look, place: NDArray[np.float32], length: float) -> bool:
    return bool(np.linalg.norm(_palm(look) - place) <= STILL_LENGTHS * length)


def _away_before(seen: Sequence[Look], there: int, place: NDArray[np.float32], length: float) -> int | None:
    """Time of the last look before `there` with the hand surely away, or of its last sight before a gap.

    None where it was there from the first look on.
    """
    for index in range(there - 1, -1, -1):
        if seen[index + 1].t_ns - seen[index].t_ns > GAP_NS:
            return seen[index].t_ns
        whole = _length(seen[index]) >= WHOLE_SHARE * length and _presence_01(seen[index]) >= SURE_PRESENCE_01
        if whole and np.linalg.norm(_palm(seen[index]) - place) > GONE_LENGTHS * length:
            return seen[index].t_ns
    return None


def _leaving(
    seen: Sequence[Look], there: int, surely_there: int, place: NDArray[np.float32], length: float
) -> tuple[Interval | None, bool | None, NDArray[np.float32] | None]:
    for index in range(there + 1, len(seen)):
        if seen[index].t_ns - seen[index - 1].t_ns > GAP_NS:
            return None, None, None
        away = _palm(seen[index]) - place
        if np.linalg.norm(away) > GONE_LENGTHS * length:
            left = Interval(seen[surely_there].t_ns, seen[index].t_ns)
            return left, bool(-away[1] > 0.5 * abs(away[0])), _palm(seen[index])
    return None, None, None
