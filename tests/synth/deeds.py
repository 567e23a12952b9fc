"""What bodies and hands do beside touching the table: hands at the own face, things shown, seats left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from engine.seats import Subject
from tests.synth.actor import NAME_OF, Actor
from tests.synth.contacts import CONTACT_M
from tests.synth.crossings import edge, runs
from tests.synth.figure import Solved
from tests.synth.skeleton import SIDES, SideLetter
from tests.synth.stage import Stage
from tests.synth.surface import posed_head
from tests.synth.truth_lines import lead_of, span_of

SHOWN_OVER_M: Final = 0.18
"""A hand held with its lowest part this far over the table shows something; a hand that waits to vote is lower."""
SHOWN_S: Final = 0.3
RAISED_OVER_SHOULDER_M: Final = 0.02
SEAT_LEFT_M: Final = 0.30
"""A pelvis this far from where it sits, up or away, has left the seat."""
BACK_M: Final = 0.12
"""A trunk this much further from the table has moved back."""
_STRAIGHT: Final = 0.9
_THUMB_STRAIGHT: Final = 0.945
"""A thumb's bones are never quite in line."""
_EXACT_S: Final = 2e-3
_MOVING_STEP_S, _RESTING_STEP_S, _BODY_STEP_S = 0.06, 0.25, 0.1


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that somebody did from `from_s` to `to_s`; `kind` is face_touch, gesture, seat_left or moved_back."""

    kind: str
    who: Subject
    from_s: float
    to_s: float
    side: SideLetter | None = None
    measures: tuple[tuple[str, Any], ...] = ()

    def line(self) -> dict[str, Any]:
        side = {} if self.side is None else {"side": NAME_OF[self.side]}
        return {
            **lead_of(self.from_s, self.kind, self.who),
            **span_of(self.from_s, self.to_s),
            **side,
            **dict(self.measures),
        }


def deeds_of(stage: Stage, actor: Actor) -> Iterator[Deed]:
    """All deeds of one person."""
    for side in SIDES:
        yield from face_touches(stage, actor, side)
        yield from gestures(stage, actor, side)
    yield from _body(stage, actor, "seat_left", _off_seat_m, SEAT_LEFT_M)
    yield from _body(stage, actor, "moved_back", _back_m, BACK_M)


def face_touches(stage: Stage, actor: Actor, side: SideLetter) -> Iterator[Deed]:
    """Stays of a hand on the own head or on the mask there: a gap between the meshes of at most 3 mm."""

    def gap(t: float) -> float:
        posture = actor.posture(t)
        hand = actor.figure.solve_hand(posture, side).vertices
        return posed_head(actor.figure, posture).gap(hand, within_m=0.05)

    times = _near_head(actor, side, stage.scenario.duration_s)
    gaps = [gap(t) for t in times]
    for first, last in runs([g <= CONTACT_M for g in gaps]):
        begin = edge(gap, CONTACT_M, times, first, rising=False, exact_s=_EXACT_S)
        end = edge(gap, CONTACT_M, times, last, rising=True, exact_s=_EXACT_S)
        least = max(0.0, min(gaps[first : last + 1]))
        yield Deed("face_touch", actor.who, begin, end, side, (("gap_mm", round(least * 1000, 1)),))


def gestures(stage: Stage, actor: Actor, side: SideLetter) -> Iterator[Deed]:
    """Hands held up, with the number of straight fingers as the mesh has them."""
    track = actor.hands[side]
    for k, move in enumerate(track.moves):
        end_s = track.moves[k + 1].t0_s if k + 1 < len(track.moves) else stage.scenario.duration_s
        if move.to.where != "air" or end_s - move.t1_s < SHOWN_S:
            continue
        solved = actor.figure.solve(actor.posture((move.t1_s + end_s) / 2))
        if solved.clearance_m[side] < SHOWN_OVER_M:
            continue
        over = actor.figure.joint(solved, f"wrist.{side}")[2] - actor.figure.joint(solved, f"upperarm01.{side}")[2]
        measures = (
            ("form", move.to.form if not move.to.form.startswith("count_") else "fingers"),
            ("fingers", straight_fingers(actor, solved, side)),
            ("height_mm", round(solved.clearance_m[side] * 1000)),
            ("raised", bool(over > RAISED_OVER_SHOULDER_M)),
        )
        yield Deed("gesture", actor.who, move.t1_s, end_s, side, measures)


def straight_fingers(actor: Actor, solved: Solved, side: SideLetter) -> int:
    """How many fingers, the thumb among them, are as long from root to last joint as their bones."""
    count = 0
    for finger in range(1, 6):
        a, b, c = (actor.figure.joint(solved, f"finger{finger}-{j}.{side}") for j in (1, 2, 3))
        bones = float(np.linalg.norm(b - a) + np.linalg.norm(c - b))
        tip = actor.figure.fingertip(solved, finger, side)
        bones += float(np.linalg.norm(tip - c))
        count += bool(np.linalg.norm(tip - a) > (_THUMB_STRAIGHT if finger == 1 else _STRAIGHT) * bones)
    return count


def _body(
    stage: Stage, actor: Actor, kind: str, measure: Callable[[Actor, float], float], limit_m: float
) -> Iterator[Deed]:
    if not (actor.back.moves or actor.stand.moves or actor.away.moves):
        return
    times = [float(t) for t in np.arange(0, stage.scenario.duration_s, _BODY_STEP_S)]
    values = [-measure(actor, t) for t in times]
    for first, last in runs([v <= -limit_m for v in values]):
        begin = edge(lambda t: -measure(actor, t), -limit_m, times, first, rising=False, exact_s=_EXACT_S)
        end = edge(lambda t: -measure(actor, t), -limit_m, times, last, rising=True, exact_s=_EXACT_S)
        far = -min(values[first : last + 1])
        yield Deed(kind, actor.who, begin, end, None, (("moved_mm", round(far * 1000)),))


def _off_seat_m(actor: Actor, t: float) -> float:
    """How far the hips are from where they sit when the chair is at the table, but for the way of the chair."""
    hips = _hips(actor, t)
    rest = _hips(actor, 0.0)
    chair = -actor.figure.place.inward * actor.back.at(t)
    return float(np.linalg.norm(hips - rest - chair))


def _back_m(actor: Actor, t: float) -> float:
    """How far the hips are further from the table than at the beginning."""
    return float((_hips(actor, 0.0) - _hips(actor, t)) @ actor.figure.place.inward)


def _hips(actor: Actor, t: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    posture = actor.posture(t)
    transforms = actor.figure.head_transforms(posture)
    index = actor.figure.body.index
    joints = actor.figure.skeleton.joints(transforms)
    return np.asarray((joints[index["upperleg01.L"]] + joints[index["upperleg01.R"]]) / 2)


def _near_head(actor: Actor, side: SideLetter, until_s: float) -> list[float]:
    """Times at which a hand is at the head or on its way."""
    times: set[float] = set()
    moves = actor.hands[side].moves
    for k, move in enumerate(moves):
        if move.to.where not in ("face", "cup"):
            continue
        after = moves[k + 1] if k + 1 < len(moves) else None
        times.update(np.arange(move.t0_s, move.t1_s, _MOVING_STEP_S).tolist())
        times.update(np.arange(move.t1_s, after.t0_s if after else until_s, _RESTING_STEP_S).tolist())
        if after:
            times.update(np.arange(after.t0_s, after.t1_s + _MOVING_STEP_S, _MOVING_STEP_S).tolist())
    return sorted(t for t in times if 0 <= t < until_s)
