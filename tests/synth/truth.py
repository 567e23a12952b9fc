"""truth.jsonl: what really happened, measured on the meshes and never copied from the scenario's wishes.

Hands: the hand's own lowest vertex against the table. Contacts: the hand's mesh against the other's. Lids, mask and
head: as posed. What a judge could be told of (`expected`) is derived from these and the spoken words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from engine.codes import CueKind, Eyes, HandPlace, Head, Mask, TimelineKind
from engine.seats import Subject
from engine.timeline import write_timeline
from tests.synth.actor import NAME_OF, Actor
from tests.synth.contacts import Nearness, nearness
from tests.synth.recorded import true_timeline
from tests.synth.skeleton import SIDES, SideLetter
from tests.synth.stage import Line, Stage

TOUCH_M: Final = 1e-4
"""Clearance at and below which a hand touches; clearance 0 as far as solving the mesh is exact."""
NEAR_TOUCH_M: Final = 2e-3
"""The second clearance at which crossings are given: the tolerance a rulebook's touch needs."""
EYES_FREE_M: Final = 0.003
"""The mask's lower edge this far over the middle of the eyes leaves them free."""
MASK_ON_M: Final = -0.012
"""As far under the middle of the eyes the mask covers them wholly; between the two it is crooked."""
LIDS_SHUT: Final = 0.5
BOWED_DEG: Final = 20.0
HELD_HEIGHT_M: Final = 0.40
HELD_STILL_M_S: Final = 0.15
HELD_AFTER_S: Final = 0.3

_STEP_S: Final = 0.008
_CALM_STEP_S: Final = 0.5
_EXACT_S: Final = 5e-5

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Touch:
    """One stay of a hand on the table, seconds; the outer pair is the crossing of 2 mm."""

    who: Subject
    side: SideLetter
    near_from_s: float
    from_s: float
    to_s: float
    near_to_s: float
    form: str
    speed_m_s: float  # of the lowest vertex over the last 10 ms before it touches
    moved_mm: float  # of the wrist along the table while it touches


def write_truth(stage: Stage, path: Path) -> None:
    """Write every line; the same scenario gives the same bytes."""
    lines = [json.dumps(line, ensure_ascii=False) for line in truth_lines(stage)]
    path.write_text(write_timeline(true_timeline(stage)) + "".join(line + "\n" for line in lines), encoding="utf-8")


def truth_lines(stage: Stage) -> Iterator[dict[str, Any]]:
    """All lines but the timeline's own."""
    touches = [t for actor in stage.actors.values() for side in SIDES for t in touches_of(stage, actor, side)]
    faces = [f for actor in stage.actors.values() for f in faces_of(stage, actor)]
    near = list(nearness(stage))
    yield from (_touch_line(touch) for touch in touches)
    yield from (line for actor in stage.actors.values() for side in SIDES for line in _forearms(stage, actor, side))
    yield from (face.line() for face in faces)
    yield from (_near_line(one) for one in near)
    yield from expected(stage, touches, faces, near)


def touches_of(stage: Stage, actor: Actor, side: SideLetter) -> Iterator[Touch]:
    """Every stay of one hand on the table."""

    def clearance(t: float) -> float:
        resting = actor.hands[side].resting(t)
        if resting is not None and resting.where == "lap":
            return 1.0
        hand = actor.figure.solve_hand(actor.posture(t), side).vertices
        over = hand[stage.table.covers(hand[:, :2])]
        above = hand[:, 2].mean() > stage.table.height_m
        return float(over[:, 2].min() - stage.table.height_m) if len(over) and above else 1.0

    times = _sampled(actor, side, stage.scenario.duration_s)
    values = [clearance(t) for t in times]
    for first, last in _runs([v <= NEAR_TOUCH_M for v in values]):
        inside = [k for k in range(first, last + 1) if values[k] <= TOUCH_M]
        if not inside:
            continue
        near_from = _edge(clearance, NEAR_TOUCH_M, times, first, rising=False)
        near_to = _edge(clearance, NEAR_TOUCH_M, times, last, rising=True)
        start = _edge(clearance, TOUCH_M, times, inside[0], rising=False)
        end = _edge(clearance, TOUCH_M, times, inside[-1], rising=True)
        speed = (clearance(start - 0.010) - clearance(start)) / 0.010 if start > 0.01 else 0.0
        wrists = np.array(
            [actor.figure.solve_hand(actor.posture(t), side).wrist_m for t in (start, (start + end) / 2, end)]
        )
        moved = float(np.linalg.norm(np.ptp(wrists[:, :2], axis=0))) * 1000
        form = _form(actor, side, (start + end) / 2)
        yield Touch(actor.who, side, near_from, start, end, near_to, form, speed, moved)


def _forearms(stage: Stage, actor: Actor, side: SideLetter) -> Iterator[dict[str, Any]]:
    """Forearms that rest on the table, as far as their mesh does; their beginning is the end of the movement."""
    moves = actor.hands[side].moves
    for k, move in enumerate(moves):
        if move.to.form == "forearm":
            end_s = moves[k + 1].t0_s if k + 1 < len(moves) else stage.scenario.duration_s
            clearance = actor.figure.forearm_clearance(actor.posture((move.t1_s + end_s) / 2), side)
            lead = {**_lead(move.t1_s, "hand", actor.who), **_span(move.t1_s, end_s), "side": NAME_OF[side]}
            yield {
                **lead,
                "place": HandPlace.TABLE.value,
                "form": "forearm",
                "clearance_mm": round(clearance * 1000, 1),
            }


@dataclass(frozen=True, slots=True)
class Face:
    """A stretch in which eyes, mask and head stay as they are; blinks are left out."""

    who: Subject
    from_s: float
    to_s: float
    eyes: Eyes
    mask: Mask
    head: Head

    def line(self) -> dict[str, Any]:
        return {
            **_lead(self.from_s, "face", self.who),
            **_span(self.from_s, self.to_s),
            "eyes": self.eyes.value,
            "mask": self.mask.value,
            "head": self.head.value,
        }


def faces_of(stage: Stage, actor: Actor) -> Iterator[Face]:
    """The face over the whole game, in stretches."""

    def state(t: float) -> tuple[Eyes, Mask, Head]:
        return face_at(actor, t)

    times = np.arange(0.0, stage.scenario.duration_s, 0.02)
    states = [state(float(t)) for t in times]
    begin = 0.0
    for k in range(1, len(times)):
        if states[k] != states[k - 1]:
            at = _change(state, float(times[k - 1]), float(times[k]))
            yield Face(actor.who, begin, at, *states[k - 1])
            begin = at
    yield Face(actor.who, begin, stage.scenario.duration_s, *states[-1])


def face_at(actor: Actor, t: float) -> tuple[Eyes, Mask, Head]:
    """Eyes, mask and head at one time."""
    over = actor.figure.eyes_uncovered_m(actor.mask.at(t)) if actor.has_mask else None
    head = Head.BOWED if actor.bow.at(t) >= BOWED_DEG else Head.UP
    if over is None:
        mask = Mask.NONE
    elif over >= EYES_FREE_M:
        mask = Mask.FOREHEAD
    else:
        mask = Mask.ON_EYES if over <= MASK_ON_M else Mask.CROOKED
    if mask in (Mask.ON_EYES, Mask.CROOKED):
        return Eyes.COVERED, mask, head
    return (Eyes.CLOSED if actor.lids.at(t) >= LIDS_SHUT else Eyes.OPEN), mask, head


def expected(stage: Stage, touches: list[Touch], faces: list[Face], near: list[Nearness]) -> Iterator[dict[str, Any]]:
    """What an attentive judge with perfect eyes would raise, by kind of cue; times as the meshes say."""
    for face in _joined(_peeks(stage, faces)):
        yield _expected(CueKind.EYES_OPEN, face.who, face.from_s, face.to_s)
    for one in near:
        if one.touched:
            yield _expected(CueKind.CONTACT, one.who, one.from_s, one.to_s, targets=[one.other])
    for call, word, closes_s in ballots(stage):
        for touch in touches:
            if not call.start_s <= touch.from_s <= closes_s:
                continue
            if touch.from_s > word.end_s:
                yield _expected(CueKind.TOUCH_DOWN, touch.who, touch.from_s, touch.to_s, candidate=call.say.candidate)
            elif touch.to_s < word.start_s:
                yield _expected(CueKind.LIFT, touch.who, touch.to_s, touch.to_s, candidate=call.say.candidate)
        for who, side in _held(stage, touches, call, word):
            from_s, to_s = word.start_s, word.end_s + HELD_AFTER_S
            yield _expected(
                CueKind.HAND_HELD_PAST_WORD, who, from_s, to_s, candidate=call.say.candidate, side=NAME_OF[side]
            )


def ballots(stage: Stage) -> Iterator[tuple[Line, Line, float]]:
    """Each candidate's call, closing word and the time at which its hands no longer matter."""
    lines = [line for line in stage.lines if line.say.kind is not None]
    for k, call in enumerate(lines):
        if call.say.kind is TimelineKind.CALL:
            after = lines[k + 1 :]
            word = next(line for line in after if line.say.kind is TimelineKind.WORD)
            count = next((line for line in after if line.say.kind is TimelineKind.COUNT), None)
            yield call, word, count.end_s if count else word.end_s + 3.0


def _peeks(stage: Stage, faces: list[Face]) -> Iterator[Face]:
    """Open eyes at night of somebody whom the host has not woken."""
    for night_from, night_to in _nights(stage):
        for face in faces:
            if face.who == "host" or face.eyes is not Eyes.OPEN or face.from_s >= night_to or face.to_s <= night_from:
                continue
            begin, end = max(face.from_s, night_from), min(face.to_s, night_to)
            if not any(a <= begin and end <= b for a, b in _awake(stage, face.who)):
                yield replace(face, from_s=begin, to_s=end)


def _joined(faces: Iterator[Face]) -> list[Face]:
    """Open eyes go on when only mask or head change."""
    out: list[Face] = []
    for face in faces:
        if out and out[-1].who == face.who and abs(out[-1].to_s - face.from_s) < 1e-6:
            out[-1] = replace(out[-1], to_s=face.to_s)
        else:
            out.append(face)
    return out


def _nights(stage: Stage) -> Iterator[tuple[float, float]]:
    begin = None
    for line in stage.lines:
        if line.say.kind is TimelineKind.NIGHT_CUE:
            begin = line.end_s
        elif line.say.kind is TimelineKind.DAY_CUE and begin is not None:
            yield begin, line.start_s
            begin = None
    if begin is not None:
        yield begin, stage.scenario.duration_s


def _awake(stage: Stage, who: Subject) -> Iterator[tuple[float, float]]:
    """From the start of a waking call to two seconds after the sleeping call."""
    begin = None
    for line in stage.lines:
        if line.say.kind is TimelineKind.WAKE and who in line.say.seats:
            begin = line.start_s
        elif line.say.kind is TimelineKind.SLEEP and begin is not None:
            yield begin, line.end_s + 2.0
            begin = None


def _held(stage: Stage, touches: list[Touch], call: Line, word: Line) -> Iterator[tuple[Subject, SideLetter]]:
    """Hands that stay over the table past the word without a touch."""
    for who, actor in stage.actors.items():
        for side in SIDES:
            touched = any(
                t.who == who and t.side == side and call.start_s <= t.to_s and t.from_s <= word.end_s + 2.0
                for t in touches
            )
            if not touched and _stays_over_table(stage, actor, side, word):
                yield who, side


def _stays_over_table(stage: Stage, actor: Actor, side: SideLetter, word: Line) -> bool:
    resting = actor.hands[side].resting(word.start_s)
    if resting is not None and resting.form == "forearm":
        return False  # the arm lies on the table; no hand is held over it
    times = np.linspace(word.start_s, word.end_s + HELD_AFTER_S, 5)
    hands = [actor.figure.solve_hand(actor.posture(float(t)), side) for t in times]
    wrists = np.array([h.wrist_m for h in hands])
    speed = np.linalg.norm(np.diff(wrists, axis=0), axis=1) / np.diff(times)
    heights = [h.vertices[:, 2].min() - stage.table.height_m for h in hands]
    over = all(bool(stage.table.covers(h.vertices[:, :2]).any()) for h in hands)
    return bool(over and speed.max() < HELD_STILL_M_S and min(heights) > NEAR_TOUCH_M and max(heights) < HELD_HEIGHT_M)


def _sampled(actor: Actor, side: SideLetter, until_s: float) -> list[float]:
    """Times dense where the hand moves, sparse where it rests, the ends of rests included."""
    times = set(np.arange(0.0, until_s, _CALM_STEP_S).tolist())
    for move in actor.hands[side].moves:
        times.update(np.arange(move.t0_s, min(move.t1_s + _STEP_S, until_s), _STEP_S).tolist())
    return sorted(times)


def _runs(flags: list[bool]) -> Iterator[tuple[int, int]]:
    begin = None
    for k, flag in enumerate([*flags, False]):
        if flag and begin is None:
            begin = k
        elif not flag and begin is not None:
            yield begin, k - 1
            begin = None


def _edge(value: Callable[[float], float], limit: float, times: list[float], at: int, *, rising: bool) -> float:
    """Where `value` crosses `limit` next to sample `at`, to 0.05 ms."""
    other = at + 1 if rising else at - 1
    if not 0 <= other < len(times):
        return times[at]
    inside, outside = times[at], times[other]
    while abs(outside - inside) > _EXACT_S:
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if value(middle) <= limit else (inside, middle)
    return (inside + outside) / 2


def _change(state: Callable[[float], T], before: float, after: float) -> float:
    first = state(before)
    while after - before > 1e-4:
        middle = (before + after) / 2
        before, after = (middle, after) if state(middle) == first else (before, middle)
    return after


def _form(actor: Actor, side: SideLetter, t: float) -> str:
    placement = actor.hands[side].resting(t)
    return placement.form if placement is not None else "unknown"


def _touch_line(touch: Touch) -> dict[str, Any]:
    return {
        **_lead(touch.from_s, "hand", touch.who),
        **_span(touch.from_s, touch.to_s),
        "side": NAME_OF[touch.side],
        "place": HandPlace.TABLE.value,
        "form": touch.form,
        "clearance_2mm": [_ns(touch.near_from_s), _ns(touch.near_to_s)],
        "speed_mm_per_s": round(touch.speed_m_s * 1000, 1),
        "moved_mm": round(touch.moved_mm, 1),
    }


def _near_line(one: Nearness) -> dict[str, Any]:
    return {
        **_lead(one.from_s, "contact" if one.touched else "near_miss", one.who),
        **_span(one.from_s, one.to_s),
        "targets": [one.other],
        "side": NAME_OF[one.side],
        "gap_mm": round(one.gap_m * 1000, 1),
    }


def _expected(cue: CueKind, who: Subject, from_s: float, to_s: float, **more: Any) -> dict[str, Any]:
    return {**_lead(from_s, "expected", who), **_span(from_s, to_s), "cue": cue.value, **more}


def _lead(t_s: float, kind: str, who: Subject) -> dict[str, Any]:
    return {"t": [_ns(t_s), _ns(t_s)], "kind": kind, "subject": who, "source": "truth"}


def _span(from_s: float, to_s: float) -> dict[str, Any]:
    return {"start": [_ns(from_s)] * 2, "end": [_ns(to_s)] * 2}


def _ns(t_s: float) -> int:
    """Nanoseconds, whole microseconds: finer than anything here is exact."""
    return round(t_s * 1e6) * 1000
