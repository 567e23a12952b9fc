"""What an attentive judge with perfect eyes would raise, derived from what was measured and from the spoken words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from engine.codes import CueKind, Eyes, Head, Mask, PermissionKind, RequestKind, TimelineKind
from engine.ruleset import load_rules
from engine.seats import Person, Subject
from tests.synth.actor import NAME_OF, Actor
from tests.synth.contacts import Nearness
from tests.synth.deeds import Deed
from tests.synth.faces import Face
from tests.synth.skeleton import SIDES, SideLetter
from tests.synth.stage import Line, Stage
from tests.synth.touches import NEAR_TOUCH_M, Touch
from tests.synth.truth_lines import lead_of, span_of

SETTLED_S: Final = 3.0
"""How long after the night was announced masks may still go on and heads go down."""
UP_S: Final = 2.0
"""A head that is up for less is moving, not held up."""
PEEK_HAND_S: Final = 1.3
"""A hand at the face this near to open eyes lifts the mask: it is told with the peek."""
ASKED_S: Final = 5.0
"""How long a person may take to do what the host asked."""
HELD_HEIGHT_M: Final = 0.40
HELD_STILL_M_S: Final = 0.15
HELD_AFTER_S: Final = 0.3


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything that was measured on the meshes."""

    touches: Sequence[Touch]
    faces: Sequence[Face]
    near: Sequence[Nearness]
    deeds: Sequence[Deed]


def expected(stage: Stage, seen: Measured) -> Iterator[dict[str, Any]]:
    """One line for each suggestion, by kind of cue; times as the meshes say. The host is nobody's suspect."""
    for line in (*_at_night(stage, seen), *_any_time(stage, seen), *_in_votes(stage, seen)):
        if line["subject"] != Person.HOST:
            yield line


def _at_night(stage: Stage, seen: Measured) -> Iterator[dict[str, Any]]:
    peeks = _joined(_open_eyes(stage, seen.faces))
    for face in peeks:
        yield _line(CueKind.EYES_OPEN, face.who, face.from_s, face.to_s)
    for night_from, night_to in _nights(stage):
        settled = night_from + SETTLED_S
        for who, actor in stage.actors.items():
            own = [face for face in seen.faces if face.who == who and _asleep(stage, who, settled)]
            late = next((f for f in own if f.from_s <= settled < f.to_s and f.mask is not Mask.ON_EYES), None)
            if actor.has_mask and late is not None and settled < night_to:
                covered = [f.from_s for f in own if f.from_s > settled and f.mask is Mask.ON_EYES]
                yield _line(CueKind.MASK_LATE, who, night_from, min([*covered, night_to]))
        for face in _same_head(seen.faces):
            begin, end = max(face.from_s, settled), min(face.to_s, night_to)
            raised = any(peek.who == face.who and peek.from_s < end and peek.to_s > begin for peek in peeks)
            if face.head is Head.UP and end - begin >= UP_S and _asleep(stage, face.who, begin) and not raised:
                yield _line(CueKind.HEAD_NOT_BOWED, face.who, begin, end)
        for deed in seen.deeds:
            if not settled <= deed.from_s < night_to or not _asleep(stage, deed.who, deed.from_s):
                continue
            if deed.kind == "face_touch" and not _of_peek(deed, peeks):
                yield _line(CueKind.FACE_TOUCHED, deed.who, deed.from_s, deed.to_s)
            elif deed.kind == "gesture" and dict(deed.measures)["raised"]:
                yield _line(CueKind.SHOT_HAND, deed.who, deed.from_s, deed.to_s)


def _any_time(stage: Stage, seen: Measured) -> Iterator[dict[str, Any]]:
    for one in seen.near:
        if one.touched:
            yield _line(CueKind.CONTACT, one.who, one.from_s, one.to_s, targets=[one.other])
    for deed in seen.deeds:
        if deed.kind == "seat_left" and not _allowed(stage, deed):
            yield _line(CueKind.SEAT_LEFT, deed.who, deed.from_s, deed.to_s)
    for line in stage.lines:
        if line.say.request is RequestKind.MOVE_BACK:
            due_s = line.end_s + ASKED_S
            for who in stage.actors:
                back = any(d.kind == "moved_back" and d.who == who and d.from_s <= due_s < d.to_s for d in seen.deeds)
                asked = line.say.subject is None or line.say.subject == who
                if asked and not back and due_s < stage.scenario.duration_s:
                    yield _line(CueKind.NOT_MOVED_BACK, who, due_s, stage.scenario.duration_s)


def _in_votes(stage: Stage, seen: Measured) -> Iterator[dict[str, Any]]:
    forms = load_rules(stage.scenario.rules.value).words("vote_form")
    for call, word, closes_s in ballots(stage):
        candidate = call.say.candidate
        for touch in seen.touches:
            if not call.start_s <= touch.from_s <= closes_s:
                continue
            if touch.from_s > word.end_s:
                yield _line(CueKind.TOUCH_DOWN, touch.who, touch.from_s, touch.to_s, candidate=candidate)
            elif touch.to_s < word.start_s:
                yield _line(CueKind.LIFT, touch.who, touch.to_s, touch.to_s, candidate=candidate)
            elif touch.from_s < word.start_s and forms and touch.form not in (*forms, "unknown"):
                more = {"candidate": candidate, "form": touch.form, "why": "wrong_form"}
                yield _line(CueKind.TOUCH_DOWN, touch.who, touch.from_s, touch.to_s, **more)
        for deed in seen.deeds:
            if deed.kind == "gesture" and deed.to_s > call.start_s and deed.from_s < closes_s:
                yield _line(CueKind.VOTE_GESTURE, deed.who, deed.from_s, deed.to_s, candidate=candidate)
        for who, side in _held(stage, seen.touches, call, word):
            more = {"candidate": candidate, "side": NAME_OF[side]}
            yield _line(CueKind.HAND_HELD_PAST_WORD, who, word.end_s, word.end_s + HELD_AFTER_S, **more)


def ballots(stage: Stage) -> Iterator[tuple[Line, Line, float]]:
    """Each candidate's call, closing word and the time at which its hands no longer matter."""
    lines = [line for line in stage.lines if line.say.kind is not None]
    for k, call in enumerate(lines):
        if call.say.kind is TimelineKind.CALL:
            after = lines[k + 1 :]
            word = next(line for line in after if line.say.kind is TimelineKind.WORD)
            count = next((line for line in after if line.say.kind is TimelineKind.COUNT), None)
            yield call, word, count.end_s if count else word.end_s + 3.0


def _open_eyes(stage: Stage, faces: Sequence[Face]) -> Iterator[Face]:
    """Open eyes at night of somebody whom the host has not woken.

    Eyes still open from the day are at first the late mask's matter: they count when they are open SETTLED_S later.
    """
    for night_from, night_to in _nights(stage):
        for face in faces:
            if face.eyes is not Eyes.OPEN or face.from_s >= night_to or face.to_s <= night_from:
                continue
            begin, end = max(face.from_s, night_from), min(face.to_s, night_to)
            of_the_day = face.from_s < night_from and face.to_s <= night_from + SETTLED_S
            if not of_the_day and not any(a <= begin and end <= b for a, b in _awake(stage, face.who)):
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


def _same_head(faces: Sequence[Face]) -> list[Face]:
    """Stretches of a head held up or down, whatever eyes and mask do."""
    out: list[Face] = []
    for face in faces:
        if out and out[-1].who == face.who and out[-1].head is face.head:
            out[-1] = replace(out[-1], to_s=face.to_s)
        else:
            out.append(face)
    return out


def _of_peek(deed: Deed, peeks: Sequence[Face]) -> bool:
    return any(
        peek.who == deed.who and deed.from_s < peek.to_s + PEEK_HAND_S and deed.to_s > peek.from_s - PEEK_HAND_S
        for peek in peeks
    )


def _allowed(stage: Stage, deed: Deed) -> bool:
    return any(
        line.say.permission is PermissionKind.LEAVE and line.say.subject == deed.who and line.start_s <= deed.from_s
        for line in stage.lines
    )


def _asleep(stage: Stage, who: Subject, t_s: float) -> bool:
    return not any(a <= t_s <= b for a, b in _awake(stage, who))


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


def _held(stage: Stage, touches: Sequence[Touch], call: Line, word: Line) -> Iterator[tuple[Subject, SideLetter]]:
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


def _line(cue: CueKind, who: Subject, from_s: float, to_s: float, **more: Any) -> dict[str, Any]:
    return {**lead_of(from_s, "expected", who), **span_of(from_s, to_s), "cue": cue.value, **more}
