"""Open eyes at night: visible, then open, voted over about a second; never from one look."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from engine.codes import CueKind
from engine.cues import CameraId, Cue, Evidence
from engine.focus import Focus, Period
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, Span
from engine.seats import Seat, Subject
from vision.eye_state import UNKNOWN_EYES, DayEyes, EyeState, EyeThresholds, eye_state
from vision.observation import Observation


@dataclass(frozen=True, slots=True)
class NightThresholds:
    """How many looks make an opinion."""

    window_ns: int = NS_PER_S
    min_looks: int = 4
    open_share: float = 0.7  # of the looks that could judge, within the window, for eyes to count as open
    closed_share: float = 0.4  # below which they count as no longer open
    min_open_ns: int = 400 * NS_PER_MS
    observed_share: float = 0.3  # of a night's looks that could judge, below which the seat counts as not observed
    eyes: EyeThresholds = field(default_factory=EyeThresholds)


@dataclass(slots=True)
class _Watch:
    """One seat in one camera."""

    looks: deque[tuple[int, EyeState, Observation]] = field(default_factory=deque)
    opened: Interval | None = None
    last_open: Observation | None = None
    best: Observation | None = None
    best_score: float = 0.0
    shares: list[float] = field(default_factory=list)


@dataclass(slots=True)
class _Coverage:
    looked: int = 0
    judged: int = 0


class NightDetector:
    """Claims open eyes of players who should sleep, and says of whom nothing could be seen."""

    def __init__(self, thresholds: NightThresholds | None = None) -> None:
        self._t = thresholds or NightThresholds()
        self._watches: dict[tuple[CameraId, Seat], _Watch] = {}
        self._coverage: dict[Seat, _Coverage] = {}
        self._day: dict[tuple[CameraId, Subject], DayEyes] = {}
        self._night: Focus | None = None
        self._last_ns = 0

    def step(self, observation: Observation, focus: Focus) -> tuple[Cue, ...]:
        """Take in one observation of a picture taken while `focus` was in force."""
        if focus.period is not Period.NIGHT:
            if "eyes" in observation.looked:
                eyes = self._day.setdefault((observation.camera, observation.seat), DayEyes())
                eyes.learn(observation.face, self._t.eyes)
            return self.finish()
        self._night = self._night or focus
        self._last_ns = observation.t_ns
        seat = observation.seat
        if not isinstance(seat, int) or seat not in focus.judged or "eyes" not in observation.looked:
            return ()
        if focus.awake is None or seat in focus.awake:
            return self._close(observation.camera, Seat(seat), observation.t_ns)
        return self._look(observation, Seat(seat))

    def finish(self) -> tuple[Cue, ...]:
        """The night, or the recording, is over: what is still open ends here, and coverage is told."""
        if self._night is None:
            return ()
        cues = [cue for camera, seat in sorted(self._watches) for cue in self._close(camera, seat, None)]
        cues += self._not_observed(self._night)
        self._watches, self._coverage, self._night = {}, {}, None
        return _one_per_seat(cues)

    def _look(self, observation: Observation, seat: Seat) -> tuple[Cue, ...]:
        watch = self._watches.setdefault((observation.camera, seat), _Watch())
        by_day = self._day.get((observation.camera, seat))
        state = eye_state(observation.face, self._t.eyes, by_day.own if by_day is not None else UNKNOWN_EYES)
        coverage = self._coverage.setdefault(seat, _Coverage())
        coverage.looked += 1
        coverage.judged += state is not EyeState.NOT_SEEN
        watch.looks.append((observation.t_ns, state, observation))
        while watch.looks and watch.looks[0][0] < observation.t_ns - self._t.window_ns:
            watch.looks.popleft()
        share = self._open_share(watch)
        if state is EyeState.OPEN:
            watch.last_open = observation
            score = observation.face.presence_01 if observation.face is not None else 0.0
            if score >= watch.best_score:
                watch.best, watch.best_score = observation, score
        if watch.opened is None and share >= self._t.open_share:
            watch.opened = self._opening(watch)
        elif watch.opened is not None and share <= self._t.closed_share:
            return self._close(observation.camera, seat, observation.t_ns)
        if watch.opened is not None:
            watch.shares.append(share)
        return ()

    def _open_share(self, watch: _Watch) -> float:
        if len(watch.looks) < self._t.min_looks:
            return 0.0
        return sum(state is EyeState.OPEN for _, state, _ in watch.looks) / len(watch.looks)

    def _opening(self, watch: _Watch) -> Interval:
        """Between the last look before with eyes not open and the second with eyes open.

        A mask on its way up shows the eyes from some look on; the first such look may still be before "open".
        """
        times = [(t_ns, state) for t_ns, state, _ in watch.looks]
        opens = [t_ns for t_ns, state in times if state is EyeState.OPEN]
        first = opens[0]
        before = [t_ns for t_ns, _ in times if t_ns < first]
        sure = opens[1] if len(opens) > 1 else first
        if before:
            return Interval(before[-1], sure)
        began_ns = self._night.since_ns if self._night is not None else first
        return Interval(min(first, max(began_ns, first - self._t.window_ns)), sure)

    def _close(self, camera: CameraId, seat: Seat, at_ns: int | None) -> tuple[Cue, ...]:
        watch = self._watches.pop((camera, seat), None)
        if watch is None or watch.opened is None or watch.last_open is None:
            return ()
        last_ns = watch.last_open.t_ns
        if last_ns - watch.opened.latest_ns < self._t.min_open_ns:
            return ()
        after = [t_ns for t_ns, _, _ in watch.looks if t_ns > last_ns]
        # Eyes that were open to the last look were seen until then; what came after, nobody saw.
        until_ns = after[0] if after else last_ns if at_ns is None else max(last_ns, at_ns)
        end = Interval(last_ns, until_ns)
        shown = watch.best or watch.last_open
        box = shown.face.box_px if shown.face is not None else (0.0, 0.0, 0.0, 0.0)
        return (
            Cue(
                kind=CueKind.EYES_OPEN,
                subject=seat,
                when=Span(watch.opened, end),
                confidence=round(min(0.99, float(np.mean(watch.shares or [self._t.open_share]))), 3),
                cameras=(camera,),
                evidence=(Evidence(camera, shown.t_ns, box),),
                measures={"open_s": round((last_ns - watch.opened.latest_ns) / NS_PER_S, 2)},
            ),
        )

    def _not_observed(self, night: Focus) -> Iterable[Cue]:
        span = Span(
            Interval(night.since_ns, night.since_ns), Interval(self._last_ns, max(self._last_ns, night.since_ns))
        )
        for seat in sorted(night.judged):
            coverage = self._coverage.get(seat, _Coverage())
            share = coverage.judged / coverage.looked if coverage.looked else 0.0
            if share < self._t.observed_share:
                measures = {"observed_share_01": round(share, 2)}
                yield Cue(CueKind.NOT_OBSERVED, seat, span, confidence=1.0, measures=measures)


def _one_per_seat(cues: Iterable[Cue]) -> tuple[Cue, ...]:
    """Open eyes that several cameras saw at the same time are one cue: the surest, with all cameras' evidence."""
    kept: list[Cue] = []
    for cue in sorted(cues, key=lambda cue: -cue.confidence):
        twin = next((k for k in kept if k.kind is cue.kind and k.subject == cue.subject and _meet(k, cue)), None)
        if twin is None or cue.kind is not CueKind.EYES_OPEN:
            kept.append(cue)
            continue
        merged = Cue(
            kind=twin.kind,
            subject=twin.subject,
            when=twin.when,
            confidence=twin.confidence,
            cameras=tuple(sorted({*twin.cameras, *cue.cameras})),
            evidence=twin.evidence + cue.evidence,
            measures=twin.measures,
        )
        kept[kept.index(twin)] = merged
    return tuple(sorted(kept, key=lambda cue: (cue.when.start.earliest_ns, str(cue.subject))))


def _meet(first: Cue, second: Cue) -> bool:
    def end(cue: Cue) -> int:
        return cue.when.end.latest_ns if cue.when.end is not None else cue.when.start.latest_ns

    return first.when.start.earliest_ns <= end(second) and second.when.start.earliest_ns <= end(first)
