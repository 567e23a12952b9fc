"""Hands in a vote: who touched the table when, left it when, or held a hand above it past the closing word.

The detector reports events with their intervals; whether a touch came in time is the rules' question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.codes import CueKind, HandForm, HandPlace, Side
from engine.cues import CameraId, Cue, Evidence
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, Span
from engine.periods import VoteWindow
from engine.seats import Seat
from vision.detectors.one_owner import strangers_hands
from vision.detectors.placed_rests import PlacedRest, denied, held_through, is_first_piece, last_ns, same_event
from vision.detectors.table_place import TablePlace
from vision.hand_form import usual_form
from vision.timing.full_rate import Record
from vision.timing.rests import remeasured
from vision.tracks import HandId, Handless, HandRecord, Look, Rest, rests_of

Ways = Mapping[HandId, Sequence[Look]]

BEFORE_CALL_NS: Final = 3 * NS_PER_S
"""How long before the call a hand on the table belongs to this vote."""


@dataclass(frozen=True, slots=True)
class VoteThresholds:
    """Times that say what counts as an act; see docs/detectors.md."""

    held_past_word_ns: int = 300 * NS_PER_MS
    raised_min_lengths: float = 1.0  # how far a raised hand came from where it was before the call
    lay_there_confidence: float = 0.85
    seen_share_01: float = 0.6  # of the window's looks at which the person was made out: below it, not observed
    lost_hand_s: float = 0.9  # over the table without a hand being found there: what it did was not observed


class VoteDetector:
    """Turns one candidate's vote into cues once its window is over."""

    def __init__(
        self, place: TablePlace, thresholds: VoteThresholds | None = None, pictures: Record | None = None
    ) -> None:
        """`pictures` gives back what was recorded; without it touches and lifts are as wide as the looks are apart."""
        self._place = place
        self._thresholds = thresholds or VoteThresholds()
        self._pictures = pictures or {}

    def cues(self, window: VoteWindow, record: HandRecord, judged: Iterable[Seat], since_ns: int) -> tuple[Cue, ...]:
        """Cues of one window; `since_ns` is when the previous window ended, earlier rests belong to that one."""
        since_ns = max(since_ns, window.call.earliest_ns - BEFORE_CALL_NS)
        during = self._owned({seat: self._during(window, record, seat, since_ns) for seat in sorted(judged)})
        touches = self._measured({seat: self._touches(rests, since_ns) for seat, rests in during.items()})
        found: list[Cue] = []
        for seat, rests in during.items():
            held = [r for r in held_through(rests) if self._is_held_past_word(window, r)]
            if touches[seat]:
                found += self._touch_cues(window, seat, touches[seat])
            elif held:
                found.append(self._held_cue(window, seat, held))
            else:
                found += self._unseen(window, seat, record, rests)
        return tuple(found)

    def _during(self, window: VoteWindow, record: HandRecord, seat: Seat, since_ns: int) -> list[PlacedRest]:
        """Every rest of a seat's hands in this vote, placed."""
        ways = record.of(seat)
        rests: list[PlacedRest] = []
        for hand, way in ways.items():
            others = [(other, looks) for other, looks in ways.items() if other.camera != hand.camera]
            in_reach = [look for look in way if since_ns <= look.t_ns <= window.closes_ns + NS_PER_S]
            rests += [
                PlacedRest(self._end_checked(rest), self._place.of(rest, others)) for rest in rests_of(hand, in_reach)
            ]
        return [r for r in rests if r.rest.began.earliest_ns <= window.closes_ns and last_ns(r.rest) >= since_ns]

    def _owned(self, during: Mapping[Seat, Sequence[PlacedRest]]) -> dict[Seat, list[PlacedRest]]:
        """Each hand with one owner only."""
        flat = [(seat, r) for seat, rests in during.items() for r in rests]
        strangers = strangers_hands([r.rest for _, r in flat], self._place.space)
        out: dict[Seat, list[PlacedRest]] = {seat: [] for seat in during}
        for position, (seat, r) in enumerate(flat):
            if position not in strangers:
                out[seat].append(r)
        return out

    def _touches(self, during: Sequence[PlacedRest], since_ns: int) -> list[PlacedRest]:
        return [
            r
            for r in during
            if r.placed.place is HandPlace.TABLE
            and not denied(r, during)
            and not is_first_piece(r, during)
            and self._came(r, since_ns)
        ]

    def _measured(self, touches: Mapping[Seat, Sequence[PlacedRest]]) -> dict[Seat, list[PlacedRest]]:
        """The same touches with their times from every recorded picture; all seats at once, so that each is read once."""
        flat = [(seat, r) for seat, rests in touches.items() for r in rests]
        sharper = remeasured([r.rest for _, r in flat], self._pictures)
        out: dict[Seat, list[PlacedRest]] = {seat: [] for seat in touches}
        for (seat, r), rest in zip(flat, sharper, strict=True):
            out[seat].append(replace(r, rest=rest))
        return out

    def _end_checked(self, rest: Rest) -> Rest:
        return rest if self._place.surely_left(rest) else replace(rest, ended=None)

    def _touch_cues(self, window: VoteWindow, seat: Seat, touches: Sequence[PlacedRest]) -> list[Cue]:
        """The first hand to touch and the last to leave, each over the cameras that saw it."""
        touches = sorted(touches, key=lambda r: r.rest.began.middle_ns)
        first = same_event(touches, touches[0])
        began = _agreed([r.rest.began for r in first])
        ended = self._left(touches)
        kind = CueKind.PREMATURE_TOUCH if began.latest_ns < window.call.earliest_ns else CueKind.TOUCH_DOWN
        touch = Cue(
            kind=kind,
            subject=seat,
            targets=_targets(window),
            when=Span(began, ended),
            confidence=max(r.placed.confidence for r in first),
            cameras=_cameras(first),
            evidence=_evidence(first, began),
            measures=_measures(first),
        )
        cues = [touch]
        if ended is not None:
            last = [r for r in touches if r.rest.ended is not None]
            evidence = _evidence(last, ended)
            cues.append(replace(touch, kind=CueKind.LIFT, when=Span(ended), evidence=evidence, measures={}))
        return cues

    def _came(self, placed: PlacedRest, since_ns: int) -> bool:
        """Whether the hand was seen coming; one that lay there before must be surely on the table to count.

        Hands in laps and on the table's edge lie still as well, half hidden, and did not come for this vote.
        """
        arrived = placed.rest.began.earliest_ns > since_ns and placed.rest.arrived
        return arrived or placed.placed.confidence >= self._thresholds.lay_there_confidence

    @staticmethod
    def _left(touches: Sequence[PlacedRest]) -> Interval | None:
        """When the last hand left; None when some hand still lay there at the end of the looks."""
        by_camera: dict[CameraId, Interval | None] = {}
        for camera in {r.camera for r in touches}:
            ends = [r.rest.ended for r in touches if r.camera == camera]
            known = [end for end in ends if end is not None]
            by_camera[camera] = max(known, key=lambda end: end.middle_ns) if len(known) == len(ends) else None
        known = [end for end in by_camera.values() if end is not None]
        return _agreed(known) if known and len(known) == len(by_camera) else None

    def _is_held_past_word(self, window: VoteWindow, placed: PlacedRest) -> bool:
        if window.word is None or placed.placed.place not in (HandPlace.HOVER, HandPlace.AIR):
            return False
        word_end = window.word.end or window.word.start
        rest = placed.rest
        past = last_ns(rest) - word_end.latest_ns >= self._thresholds.held_past_word_ns
        # It must have been seen there before the word ended, not merely have had the time to come.
        there_at_the_word = rest.looks[0].t_ns <= word_end.earliest_ns
        came_in_the_vote = rest.began.latest_ns >= window.call.earliest_ns and there_at_the_word
        return past and came_in_the_vote and placed.placed.confidence >= 0.9

    def _held_cue(self, window: VoteWindow, seat: Seat, held: Sequence[PlacedRest]) -> Cue:
        began = _agreed([r.rest.began for r in held])
        ends = [r.rest.ended for r in held if r.rest.ended is not None]
        return Cue(
            kind=CueKind.HAND_HELD_PAST_WORD,
            subject=seat,
            targets=_targets(window),
            when=Span(began, _agreed(ends) if ends else None),
            confidence=max(r.placed.confidence for r in held),
            cameras=_cameras(held),
            evidence=_evidence(held, (window.word or Span(began)).end or began),
            measures=_measures(held),
        )

    def _unseen(self, window: VoteWindow, seat: Seat, record: HandRecord, rests: Sequence[PlacedRest]) -> list[Cue]:
        """No hand on the table is an answer only where the person was made out at the place."""
        until = (
            window.word.end.latest_ns if window.word is not None and window.word.end is not None else window.closes_ns
        )
        seen_01 = record.person_seen_01(seat, window.call.earliest_ns, until)
        lost_ns = self._lost_ns(seat, record.handless(seat, window.call.earliest_ns, until))
        lost_s = max(lost_ns, self._doubtful_ns(rests, window.call.earliest_ns, until)) / NS_PER_S
        if seen_01 >= self._thresholds.seen_share_01 and lost_s < self._thresholds.lost_hand_s:
            return []
        return [
            Cue(
                kind=CueKind.NOT_OBSERVED,
                subject=seat,
                targets=_targets(window),
                when=Span(window.call, window.word.end if window.word is not None else None),
                confidence=1.0,
                measures={"observed_share_01": round(seen_01, 2), "hand_not_found_s": round(lost_s, 2)},
            )
        ]

    def _doubtful_ns(self, rests: Sequence[PlacedRest], from_ns: int, until_ns: int) -> int:
        """How long a hand lay well over a seat's place of which it cannot be told whether it is that player's."""
        return max(
            (
                min(last_ns(r.rest), until_ns) - max(r.rest.looks[0].t_ns, from_ns)
                for r in rests
                if r.placed.place is HandPlace.NOT_VISIBLE
                and self._place.is_well_inside(r.camera, r.rest.hand.seat, r.rest.place_px, r.rest.palm_px)
            ),
            default=0,
        )

    def _lost_ns(self, seat: Seat, handless: Sequence[Handless]) -> int:
        """From when until when a body held a hand over its own place on the table that was not found there."""
        lost: dict[tuple[CameraId, Side], list[int]] = {}
        for one in handless:
            if self._place.is_well_inside(one.camera, seat, one.point_px, one.palm_px):
                lost.setdefault((one.camera, one.side), []).append(one.t_ns)
        return max((times[-1] - times[0] for times in lost.values()), default=0)


def _agreed(intervals: Sequence[Interval]) -> Interval:
    """Where all intervals overlap, else the whole stretch over which they disagree."""
    earliest = max(interval.earliest_ns for interval in intervals)
    latest = min(interval.latest_ns for interval in intervals)
    if earliest <= latest:
        return Interval(earliest, latest)
    return Interval(min(i.earliest_ns for i in intervals), max(i.latest_ns for i in intervals))


def _targets(window: VoteWindow) -> tuple[Seat, ...]:
    return () if window.candidate is None else (window.candidate,)


def _cameras(rests: Sequence[PlacedRest]) -> tuple[CameraId, ...]:
    return tuple(sorted({r.camera for r in rests}))


def _measures(rests: Sequence[PlacedRest]) -> dict[str, float]:
    heights = [r.placed.palm_height_mm for r in rests if r.placed.palm_height_mm is not None]
    drifts = [r.placed.drift_mm for r in rests if r.placed.drift_mm is not None]
    measures = {"palm_height_mm": round(min(heights), 1)} if heights else {}
    measures |= {"drift_mm": round(min(drifts), 2)} if drifts else {}
    form, share = usual_form(look.hand.xy for r in rests for look in r.rest.looks if look.hand is not None)
    return measures | ({f"form_{form}": round(share, 2)} if form is not HandForm.UNKNOWN else {})


def _evidence(rests: Sequence[PlacedRest], moment: Interval) -> tuple[Evidence, ...]:
    """Per camera the look nearest to the decisive moment."""
    shown: dict[CameraId, Evidence] = {}
    for r in rests:
        look = min(r.rest.looks, key=lambda look: abs(look.t_ns - moment.middle_ns))
        if look.hand is not None:
            shown.setdefault(r.camera, Evidence(r.camera, look.t_ns, look.hand.box_px))
    return tuple(shown[camera] for camera in sorted(shown))
