"""A camera that was bumped: said within two seconds, with every seat that nobody else sees well going blind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import cv2
import numpy as np

from calibration.camera import Camera
from calibration.seats_file import CameraSeats
from calibration.still_true import Looked, StillTrue, Trust
from engine.codes import CueKind
from engine.cues import CameraId, Cue, Evidence
from engine.intervals import NS_PER_MS, Interval, Span, exactly
from engine.seats import Person, Subject
from vision.frames import Frame, ImageU8

LOOK_EVERY_NS: Final = 500 * NS_PER_MS
_TRUSTED: Final = (Trust.TRUE, Trust.RESOLVED)
_SURE: Final = 0.95


class CameraMovedDetector:
    """Looks at every camera's reference points twice a second; without another its first picture is the reference."""

    def __init__(
        self,
        seats: Mapping[CameraId, CameraSeats],
        cameras: Mapping[CameraId, Camera] | None = None,
        references: Mapping[CameraId, ImageU8] | None = None,
    ) -> None:
        """`references` are the pictures of calibration: with one, a camera moved since then is noticed too."""
        self._references = dict(references or {})
        self._seats = dict(seats)
        self._cameras = dict(cameras or {})
        self._watched: dict[CameraId, StillTrue] = {}
        self._looked_ns: dict[CameraId, int] = {}
        self._trusted_ns: dict[CameraId, int] = {}
        self._lost: dict[CameraId, Interval] = {}
        self._blind: dict[Subject, Interval] = {}
        self.latest: dict[CameraId, Looked] = {}
        self.resolved: dict[CameraId, Camera] = {}

    def step(self, frame: Frame) -> tuple[Cue, ...]:
        """One picture: nothing for most, cues when a camera's place is doubted or known again."""
        if frame.camera not in self._seats:
            return ()
        watched = self._watched.get(frame.camera)
        if watched is None:
            self._begin(frame)
            return ()
        if frame.t_ns - self._looked_ns[frame.camera] < LOOK_EVERY_NS:
            return ()
        self._looked_ns[frame.camera] = frame.t_ns
        looked = watched.look(frame.image)
        self.latest[frame.camera] = looked
        if looked.camera is not None:
            self.resolved[frame.camera] = looked.camera
        if looked.trust is Trust.MOVED:
            return self._doubted(frame, looked)
        if looked.trust in _TRUSTED:
            self._trusted_ns[frame.camera] = frame.t_ns
            return self._found_again(frame, looked)
        return ()  # dark, or somebody stands before the lens: what is seen of the seats says so itself

    def lost(self, camera: CameraId) -> bool:
        """Whether a camera's place is not known now: what it shows of a seat may be its neighbour's."""
        return camera in self._lost

    def blind_during(self, window: Interval, judged: Iterable[Subject]) -> tuple[Cue, ...]:
        """A cue for each of some seats that is blind and was within a stretch of time."""
        return tuple(
            Cue(CueKind.BLIND, subject, Span(self._blind[subject], exactly(window.latest_ns)), _SURE)
            for subject in judged
            if subject in self._blind and self._blind[subject].earliest_ns <= window.latest_ns
        )

    def finish(self) -> tuple[Cue, ...]:
        """The recording is over: seats that stayed blind were so until the end."""
        end_ns = max(self._looked_ns.values(), default=0)
        cues = tuple(
            Cue(CueKind.BLIND, subject, Span(since, exactly(max(end_ns, since.latest_ns))), _SURE)
            for subject, since in self._blind.items()
        )
        self._blind = {}
        return cues

    def _begin(self, frame: Frame) -> None:
        people = np.zeros(frame.image.shape[:2], np.uint8)
        for region in self._seats[frame.camera].seats:
            for outline in (region.polygon, region.table_strip):
                if outline is not None:
                    cv2.fillPoly(people, [np.rint(np.asarray(outline)).astype(np.int32)], 1)
        reference = self._references.get(frame.camera)
        if reference is None or reference.shape[:2] != frame.image.shape[:2]:
            reference = frame.image
        self._watched[frame.camera] = StillTrue(reference, self._cameras.get(frame.camera), people > 0)
        self._looked_ns[frame.camera] = self._trusted_ns[frame.camera] = frame.t_ns

    def _doubted(self, frame: Frame, looked: Looked) -> tuple[Cue, ...]:
        if frame.camera in self._lost:
            return ()
        when = Interval(self._trusted_ns[frame.camera], frame.t_ns)
        self._lost[frame.camera] = when
        cues = [self._cue(CueKind.CAMERA_MOVED, Person.SPECTATOR, Span(when), frame, looked)]  # no seat's doing
        for subject in self._only_seen_by_lost():
            if subject not in self._blind:
                self._blind[subject] = when
                cues.append(self._cue(CueKind.BLIND, subject, Span(when), frame, looked))
        return tuple(cues)

    def _found_again(self, frame: Frame, looked: Looked) -> tuple[Cue, ...]:
        if self._lost.pop(frame.camera, None) is None:
            return ()
        still_blind = self._only_seen_by_lost()
        cues = []
        for subject in sorted(set(self._blind) - still_blind, key=str):
            span = Span(self._blind.pop(subject), exactly(frame.t_ns))
            cues.append(self._cue(CueKind.BLIND, subject, span, frame, looked))
        return tuple(cues)

    def _only_seen_by_lost(self) -> set[Subject]:
        """Seats that no camera whose place is known sees."""
        seen = {region.subject for name in self._lost for region in self._seats[name].seats}
        trusted = {r.subject for name, table in self._seats.items() if name not in self._lost for r in table.seats}
        return seen - trusted

    def _cue(self, kind: CueKind, subject: Subject, when: Span, frame: Frame, looked: Looked) -> Cue:
        width, height = frame.size_px
        measures = {
            "shift_px": looked.shift_px,
            "turn_deg": looked.turn_deg,
            "residual_px": looked.residual_px,
            "reference_points_share": looked.seen_share,
        }
        return Cue(
            kind,
            subject,
            when,
            _SURE,
            cameras=(frame.camera,),
            evidence=(Evidence(frame.camera, frame.t_ns, (0.0, 0.0, float(width), float(height))),),
            measures={name: value for name, value in measures.items() if np.isfinite(value)},
        )
