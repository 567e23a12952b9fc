"""Following each seat's hands from picture to picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.codes import Side
from models import hand, pose
from models.networks import Networks
from models.regions import Floats, Image, blank_outside, cut, square_around
from vision.perception.crops import SeatCrop
from vision.perception.patience import Patience
from vision.perception.percepts import Hands, Poses

MIN_PRESENCE_01: Final = 0.5
_MIN_WRIST_VISIBILITY_01: Final = 0.3
_SAME_HAND: Final = 0.2  # region sides between two hands' middles below which they are one hand
_MOVED: Final = 0.15  # region sides that a wrist moves before a hand is looked for there again
_CLOSER: Final = np.array([1.0, 1.0, 0.7, 1.0])
"""A second look where a wrist showed no hand: the pose's fingers, from which the first region's size is guessed, are
often drawn too long, and a cup beside a small hand then hides it."""
_LIKENESS_COUNTS: Final = 0.25  # against how surely the pose sees the wrist, when two seats claim one hand
_STRAY: Final = (
    1.5  # region sides from the pose's wrist beyond which a followed hand is no longer believed to be the seat's
)
_POSE_POINTS: Final = {  # wrist, index, pinky
    Side.LEFT: (pose.LEFT_WRIST, pose.LEFT_INDEX, pose.LEFT_PINKY),
    Side.RIGHT: (pose.RIGHT_WRIST, pose.RIGHT_INDEX, pose.RIGHT_PINKY),
}
_SIDES: Final = (Side.LEFT, Side.RIGHT)

Region = npt.NDArray[np.float64]  # (4,)


@dataclass(frozen=True, slots=True, eq=False)
class _Hand:
    """One hand that the network confirmed."""

    row: int
    side: Side
    xy: Floats  # (21, 2)
    presence_01: float
    left_01: float
    next_region: Region

    @property
    def likeness_01(self) -> float:
        """How much the hand itself looks like one of the side that it is taken for."""
        return self.left_01 if self.side is Side.LEFT else 1 - self.left_01

    def is_same_as(self, other: _Hand) -> bool:
        """Whether two hands lie over each other."""
        apart = math.dist(self.next_region[:2], other.next_region[:2])
        return bool(apart < _SAME_HAND * min(self.next_region[2], other.next_region[2]))


class HandFinder:
    """Finds both hands of each seat: where they were, at the pose's wrists, or by searching the seat's crop."""

    def __init__(self, networks: Networks, crops: Sequence[SeatCrop], network_id: str = hand.LANDMARK) -> None:
        self._networks = networks
        self._crops = crops
        self._network_id = network_id
        self._patience = Patience(len(crops))
        self._regions: dict[tuple[int, Side], Region] = {}
        self._vain: dict[tuple[int, Side], Region] = {}  # where a pose's wrist had no hand
        self._vain_patience = {side: Patience(len(crops)) for side in _SIDES}

    def find(self, image: Image, rows: Sequence[int], poses: Poses, fresh: npt.NDArray[np.bool_]) -> Hands:
        """The hands of some seats; `poses` is the last known body of each, `fresh` those of this very picture."""
        wanted = set(rows)
        found = [one for one in self._followed(image, wanted) if not (fresh[one.row] and _is_stray(one, poses))]
        found = _named_by_pose(_distinct(found, poses), poses, fresh)
        found = _distinct([*found, *self._from_wrists(image, wanted, found, poses, fresh)], poses)
        found = _distinct([*found, *self._from_palms(image, wanted, found, poses)], poses)
        for key in [key for key in self._regions if key[0] in wanted]:
            del self._regions[key]
        self._regions.update({(one.row, one.side): one.next_region for one in found})
        return self._table(rows, found, poses)

    def _followed(self, image: Image, rows: set[int]) -> list[_Hand]:
        keys = [key for key in sorted(self._regions) if key[0] in rows]
        return self._confirm(image, keys, [self._regions[key] for key in keys])

    def _from_wrists(
        self, image: Image, rows: set[int], found: Sequence[_Hand], poses: Poses, fresh: npt.NDArray[np.bool_]
    ) -> list[_Hand]:
        """Missing hands at the wrists of a body that was found in this very picture."""
        keys, regions = [], []
        for row, side in _missing(rows, found):
            wrist, index, pinky = _POSE_POINTS[side]
            if fresh[row] and poses.visibility_01[row, wrist] >= _MIN_WRIST_VISIBILITY_01:
                region = hand.regions_from_pose(*(poses.xy[[row], point] for point in (wrist, index, pinky)))[0]
                if self._is_worth_a_look(row, side, region):
                    keys.append((row, side))
                    regions.append(region)
        seen = self._confirm_twice(image, keys, regions)
        missed = [k for k, key in enumerate(keys) if all((one.row, one.side) != key for one in seen)]
        closer = [regions[k] * _CLOSER for k in missed]
        seen += self._confirm_twice(image, [keys[k] for k in missed], closer)
        for (row, side), region in zip(keys, regions, strict=True):
            if any((one.row, one.side) == (row, side) for one in seen):
                self._vain.pop((row, side), None)
            else:
                self._vain[row, side] = region
                self._vain_patience[side].not_found(row)
        return seen

    def _is_worth_a_look(self, row: int, side: Side, region: Region) -> bool:
        """Whether a wrist is elsewhere than where there was no hand, or that was long enough ago."""
        is_due = self._vain_patience[side].is_due(row)
        before = self._vain.get((row, side))
        return is_due or before is None or bool(math.dist(region[:2], before[:2]) > _MOVED * region[2])

    def _from_palms(self, image: Image, rows: set[int], found: Sequence[_Hand], poses: Poses) -> list[_Hand]:
        """Missing hands by searching the seat's whole crop."""
        missing: dict[int, list[Side]] = {}
        for row, side in _missing(rows, found):
            missing.setdefault(row, []).append(side)
        searched = [row for row in sorted(missing) if self._patience.is_due(row)]
        regions = np.concatenate([np.empty((0, 4)), *(square_around(self._crops[row].box_px) for row in searched)])
        pictures = cut(image, regions, self._networks.input_size(hand.DETECTION))
        pictures = blank_outside(pictures, regions, [self._crops[row].polygon_px for row in searched])
        keys: list[tuple[int, Side]] = []
        where: list[Region] = []
        for row, palms in zip(searched, hand.detect(self._networks, pictures, regions), strict=True):
            for region in hand.regions_from_palms(palms):
                known = [one for one in found if one.row == row]
                if all(math.dist(one.next_region[:2], region[:2]) > _SAME_HAND * region[2] for one in known):
                    keys.append((row, Side.LEFT))  # which side is decided when the hand has been seen
                    where.append(region)
        seen = _distinct(self._confirm_twice(image, keys, where), poses, one_per_side=False)
        named = []
        for row in searched:
            own = [one for one in seen if one.row == row]
            named += _sides_given(own, missing[row], poses)
            if len(own) < len(missing[row]):
                self._patience.not_found(row)
        return named

    def _confirm_twice(self, image: Image, keys: Sequence[tuple[int, Side]], regions: Sequence[Region]) -> list[_Hand]:
        """As _confirm, looking again from the hand's own points: a first region is only roughly right."""
        first = self._confirm(image, keys, regions)
        again = [(one.row, one.side) for one in first]
        return self._confirm(image, again, [one.next_region for one in first])

    def _confirm(self, image: Image, keys: Sequence[tuple[int, Side]], regions: Sequence[Region]) -> list[_Hand]:
        """The hands that the network sees in regions, each for a (row, side)."""
        seen = hand.landmarks(self._networks, image, np.array(regions).reshape(-1, 4), self._network_id)
        return [
            _Hand(row, side, seen.xy[i], float(seen.presence_01[i]), float(seen.left_01[i]), seen.next_regions[i])
            for i, (row, side) in enumerate(keys)
            if seen.presence_01[i] >= MIN_PRESENCE_01
        ]

    def _table(self, rows: Sequence[int], found: Sequence[_Hand], poses: Poses) -> Hands:
        looked = np.zeros(len(self._crops), np.bool_)
        looked[list(rows)] = True
        ordered = sorted(found, key=lambda one: (one.row, _SIDES.index(one.side)))
        return Hands(
            looked=looked,
            owner=np.array([one.row for one in ordered], np.intp),
            xy=np.array([one.xy for one in ordered], np.float32).reshape(-1, hand.POINTS, 2),
            presence_01=np.array([one.presence_01 for one in ordered], np.float32),
            side=tuple(one.side for one in ordered),
            side_01=np.array([one.likeness_01 for one in ordered], np.float32),
            at_wrist=np.array([_is_at_wrist(one, one.side, poses) for one in ordered], np.bool_),
        )


def _missing(rows: set[int], found: Sequence[_Hand]) -> list[tuple[int, Side]]:
    there = {(one.row, one.side) for one in found}
    return [(row, side) for row in sorted(rows) for side in _SIDES if (row, side) not in there]


def _distinct(hands: Sequence[_Hand], poses: Poses, *, one_per_side: bool = True) -> list[_Hand]:
    """Without hands that are another one seen again, of the same seat or of a neighbour.

    A hand that two seats claim stays with the one whose body reaches it: whose wrist is surely seen there, and whose
    side it looks like (neighbours' wrists lie close, and one has a left hand there, the other a right one). The pose
    draws the hidden wrist of a neighbour there too, but is less sure of it. Then the surer hand stays.
    """

    def rank(one: _Hand) -> tuple[float, float, int, Side]:
        return -_claim(one, poses), -one.presence_01, one.row, one.side

    kept: list[_Hand] = []
    for one in sorted(hands, key=rank):
        taken = one_per_side and any((one.row, one.side) == (other.row, other.side) for other in kept)
        if not taken and not any(one.is_same_as(other) for other in kept):
            kept.append(one)
    return kept


def _claim(one: _Hand, poses: Poses) -> float:
    """How good a seat's claim to a hand is: a wrist of its body first, then the look of the hand itself."""
    wrists = [
        float(poses.visibility_01[one.row, _POSE_POINTS[side][0]]) for side in _SIDES if _is_at_wrist(one, side, poses)
    ]
    return max(wrists, default=-1.0) + _LIKENESS_COUNTS * one.likeness_01


def _is_at_wrist(one: _Hand, side: Side, poses: Poses) -> bool:
    """Whether a hand begins where the pose of its seat has that side's wrist."""
    return bool(_wrist_distance(one, side, poses) < one.next_region[2] / 2)


def _wrist_distance(one: _Hand, side: Side, poses: Poses) -> float:
    """From a hand's wrist to where the pose has that side's wrist; NaN where the pose does not know."""
    wrist = _POSE_POINTS[side][0]
    if not poses.visibility_01[one.row, wrist] >= _MIN_WRIST_VISIBILITY_01:
        return float("nan")
    return math.dist(one.xy[hand.WRIST], poses.xy[one.row, wrist])


def _is_stray(one: _Hand, poses: Poses) -> bool:
    """Whether a hand is far from both wrists of its seat's body; unknown wrists prove nothing."""
    return all(_wrist_distance(one, side, poses) > _STRAY * one.next_region[2] for side in _SIDES)


def _named_by_pose(hands: Sequence[_Hand], poses: Poses, fresh: npt.NDArray[np.bool_]) -> list[_Hand]:
    """Hands with their sides exchanged where a fresh pose clearly says so."""
    other = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}
    named = []
    for one in hands:
        own, crossed = (_wrist_distance(one, side, poses) for side in (one.side, other[one.side]))
        swap = fresh[one.row] and 2 * crossed < own and crossed < one.next_region[2] / 2
        named.append(replace(one, side=other[one.side]) if swap else one)
    return _distinct(named, poses)


def _sides_given(hands: Sequence[_Hand], free: Sequence[Side], poses: Poses) -> list[_Hand]:
    """The surest hands, one for each free side: by the nearer wrist of the pose, else by the hand's own look."""
    left = list(free)
    named = []
    for one in hands:
        if not left:
            break
        distances = [_wrist_distance(one, side, poses) for side in left]
        near = [number for number, d in enumerate(distances) if d < one.next_region[2] / 2]
        if near:
            side = left[min(near, key=lambda number: distances[number])]
        else:
            looks = Side.LEFT if one.left_01 >= 0.5 else Side.RIGHT
            side = looks if looks in left else left[0]
        left.remove(side)
        named.append(replace(one, side=side))
    return named
