"""What happened in a synthetic scene, what the monitor claimed of it, and which claim belongs to which happening."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.codes import CueKind
from engine.cues import Cue
from engine.intervals import NS_PER_S, Interval
from engine.ruleset import load_rules
from engine.suggestions import Suggestion
from engine.triggers import Trigger

TOUCHES: Final = "every touch"
LIFTS: Final = "every lift"
WRONG_FORM: Final = "wrong form"
STATES: Final = frozenset(
    kind.value
    for kind in (
        CueKind.HAND_HELD_PAST_WORD,
        CueKind.MASK_LATE,
        CueKind.HEAD_NOT_BOWED,
        CueKind.FACE_TOUCHED,
        CueKind.SEAT_LEFT,
        CueKind.NOT_MOVED_BACK,
    )
)
"""Kinds that last: scored by how much of the true stretch is claimed; when they began means little."""
MATCH_NS: Final = NS_PER_S // 2
"""A claim further than this from a happening is not about it."""
FRAME_NS: Final = NS_PER_S // 30


@dataclass(frozen=True, slots=True)
class Happening:
    """One event of the truth; `kind` is a cue kind, or TOUCHES or LIFTS for the timing of every vote."""

    scene: str
    kind: str
    seat: int
    start_ns: int
    end_ns: int
    targets: tuple[int, ...] = ()
    traits: tuple[tuple[str, str], ...] = ()  # light, skin, distance, mask, cameras: for breaking figures down


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing the monitor said."""

    scene: str
    kind: str
    seat: int
    start: Interval
    end: Interval | None
    confidence: float
    targets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim with the happening it is about, or without one; a happening without a claim is a miss."""

    claim: Claim | None
    happening: Happening | None

    @property
    def error_ns(self) -> int | None:
        """How far the middle of the claimed beginning is from the true one; None for a state."""
        if self.claim is None or self.happening is None or self.happening.kind in STATES:
            return None
        return self.claim.start.middle_ns - self.happening.start_ns

    @property
    def coverage(self) -> float | None:
        """Share of the true stretch of a state that is claimed; a claim without an end goes on."""
        if self.claim is None or self.happening is None or self.happening.kind not in STATES:
            return None
        true = max(self.happening.end_ns - self.happening.start_ns, 1)
        end = self.happening.end_ns if self.claim.end is None else self.claim.end.middle_ns
        both = min(end, self.happening.end_ns) - max(self.claim.start.middle_ns, self.happening.start_ns)
        return min(max(both / true, 0.0), 1.0)

    @property
    def inside(self) -> bool:
        """Whether the true beginning lies in the claimed interval."""
        return (
            self.claim is not None and self.happening is not None and self.claim.start.contains(self.happening.start_ns)
        )


def happenings(scene: str, folder: Path, traits: dict[int, dict[str, str]]) -> list[Happening]:
    """The truth file's events: what was to be suggested, and every touch and lift after a call."""
    lines = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    calls = [line["t"][0] for line in lines if line.get("kind") == "call"]
    out = []
    for line in lines:
        if line.get("kind") == "expected" and isinstance(line["subject"], int):
            out.append(_happening(scene, WRONG_FORM if line.get("why") == "wrong_form" else line["cue"], line, traits))
        elif (
            line.get("kind") == "hand"
            and line["form"] != "forearm"
            and calls
            and line["start"][0] > calls[0] - NS_PER_S
        ):
            out.append(_happening(scene, TOUCHES, line, traits))
            lifted = {**line, "start": line["end"]}
            out.append(_happening(scene, LIFTS, lifted, traits))
    return out


def claims(scene: str, cues: Iterable[Cue], suggestions: Iterable[Suggestion]) -> list[Claim]:
    """Suggestions by kind, and the timing cues of every touch and lift."""
    out = [_claim(scene, _kind_of(s), s) for s in suggestions if s.kind is not CueKind.NOT_OBSERVED]
    timing = {CueKind.TOUCH_DOWN: TOUCHES, CueKind.LIFT: LIFTS}
    out += [_claim(scene, timing[cue.kind], cue) for cue in cues if cue.kind in timing]
    return [claim for claim in out if claim is not None]


def _kind_of(suggestion: Suggestion) -> str:
    """A touch is claimed for its time or for its form; the clause tells which."""
    if suggestion.kind is CueKind.TOUCH_DOWN and suggestion.clause is not None:
        clauses = {clause.id: clause for clause in load_rules(suggestion.rules).clauses}
        if suggestion.clause in clauses and Trigger.WRONG_FORM in clauses[suggestion.clause].triggers:
            return WRONG_FORM
    return suggestion.kind.value


def paired(found: Sequence[Claim], true: Sequence[Happening]) -> list[Pair]:
    """Each happening to at most one claim, the surest claims first; what is left over is false or missed."""
    left = list(true)
    pairs = []
    for claim in sorted(found, key=lambda c: (-c.confidence, c.scene, c.seat, c.start)):
        fitting = [h for h in left if _about(claim, h)]
        if fitting:
            nearest = min(fitting, key=lambda h: abs(h.start_ns - claim.start.middle_ns))
            left.remove(nearest)
            pairs.append(Pair(claim, nearest))
        else:
            pairs.append(Pair(claim, None))
    return pairs + [Pair(None, happening) for happening in left]


def _about(claim: Claim, happening: Happening) -> bool:
    same = (claim.scene, claim.kind, claim.seat) == (happening.scene, happening.kind, happening.seat)
    if not same or (happening.targets and claim.targets and set(happening.targets).isdisjoint(claim.targets)):
        return False
    goes_on = claim.end is None and claim.kind in STATES
    claimed_end = happening.end_ns if goes_on else (claim.end or claim.start).latest_ns
    begins, ends = claim.start.earliest_ns - MATCH_NS, claimed_end + MATCH_NS
    lasts = claim.kind not in (TOUCHES, LIFTS)
    return begins <= (happening.end_ns if lasts else happening.start_ns) and happening.start_ns <= ends


def _happening(scene: str, kind: str, line: dict[str, Any], traits: dict[int, dict[str, str]]) -> Happening:
    seat = int(line["subject"])
    targets = tuple(t for t in line.get("targets", ()) if isinstance(t, int))
    start, end = line["start"][0], line["end"][0]
    return Happening(scene, kind, seat, start, max(start, end), targets, tuple(sorted(traits.get(seat, {}).items())))


def _claim(scene: str, kind: str, said: Cue | Suggestion) -> Claim | None:
    if not isinstance(said.subject, int):
        return None
    targets = tuple(t for t in said.targets if isinstance(t, int))
    return Claim(scene, kind, said.subject, said.when.start, said.when.end, said.confidence, targets)
