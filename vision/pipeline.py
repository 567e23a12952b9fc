"""Pictures of all cameras in, cues out: schedule, perception, observations and detectors wired together."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calibration.camera import Camera
from calibration.seats_file import CameraSeats
from engine.codes import HandPlace
from engine.cues import CameraId, Cue
from engine.focus import Focus, Period
from engine.intervals import NS_PER_S, Interval
from engine.periods import VoteWindow
from engine.seats import Subject
from models.networks import Networks
from vision.detectors.camera_moved import CameraMovedDetector
from vision.detectors.contact import ContactDetector
from vision.detectors.night import NightDetector
from vision.detectors.table_place import TablePlace
from vision.detectors.vote import VoteDetector
from vision.frames import Frame, ImageU8
from vision.observation import Observation, observations
from vision.ownership import Ownership
from vision.perception.perceive import Perception
from vision.perception.schedule import LIVE, wanted_at
from vision.seats import seat_crops
from vision.space import Space
from vision.timing.full_rate import Record
from vision.tracks import HandRecord

MEMORY_NS = 30 * NS_PER_S
GAP_NS = 2 * NS_PER_S
"""After a longer hole in a camera's pictures everybody is searched anew."""


class Looking:
    """Everything that sees, for one table; live, replay and audit differ only in where the pictures come from."""

    def __init__(
        self,
        networks: Networks,
        seats: Mapping[CameraId, CameraSeats],
        cameras: Mapping[CameraId, Camera] | None = None,
        references: Mapping[CameraId, ImageU8] | None = None,
        pictures: Record | None = None,
    ) -> None:
        """`pictures` gives back what was recorded: with it touches and lifts are measured on every picture."""
        crops = {camera: seat_crops(table) for camera, table in seats.items()}
        self._perceptions = {camera: Perception(networks, crop) for camera, crop in crops.items()}
        self._present = {camera: frozenset(c.seat for c in crop) for camera, crop in crops.items()}
        strips = {
            (camera, crop.seat): np.asarray(crop.table_strip_px, np.float32)
            for camera, table in crops.items()
            for crop in table
            if crop.table_strip_px is not None
        }
        self._cameras = dict(cameras or {})
        self._moved = CameraMovedDetector(seats, self._cameras, references)
        space = Space(self._cameras)
        self._night = NightDetector()
        self._contact = ContactDetector(space, strips)
        self._place = TablePlace(strips, space)
        self._vote = VoteDetector(self._place, pictures=pictures)
        self._ownership = Ownership()
        self._hands = HandRecord()
        self._last_ns: dict[CameraId, int] = {}
        self._vote_ended_ns = -MEMORY_NS

    def look(self, frame: Frame, focus: Focus) -> tuple[tuple[Observation, ...], tuple[Cue, ...]]:
        """What is seen in one picture and what it seems to mean; a camera without seats gives nothing."""
        moved = self._still_true(frame)
        seen = () if self._moved.lost(frame.camera) else self.observe(frame, focus)
        return seen, moved + self.judge(seen, focus)

    def _still_true(self, frame: Frame) -> tuple[Cue, ...]:
        """Watch the camera's place; one that was nudged goes on with the place that was solved again."""
        cues = self._moved.step(frame)
        solved = self._moved.resolved.pop(frame.camera, None)
        if solved is not None:
            self._cameras[frame.camera] = solved
            self._perceptions[frame.camera].forget()
        return cues

    def observe(self, frame: Frame, focus: Focus) -> tuple[Observation, ...]:
        """The networks' half: what one picture shows of each seat that is due to be looked at."""
        perception = self._perceptions.get(frame.camera)
        if perception is None:
            return ()
        previous_ns = self._last_ns.get(frame.camera)
        self._last_ns[frame.camera] = frame.t_ns
        if previous_ns is not None and frame.t_ns - previous_ns > GAP_NS:
            perception.forget()
            previous_ns = None
        wanted = wanted_at(LIVE, focus, self._present[frame.camera], frame.t_ns, previous_ns)
        if not (wanted.pose or wanted.hands or wanted.faces or wanted.eyes):
            return ()
        percepts = perception.perceive(frame.image, wanted)
        return observations(frame, percepts, patches=focus.period is Period.VOTE)

    def judge(self, seen: tuple[Observation, ...], focus: Focus) -> tuple[Cue, ...]:
        """The detectors' half: what the observations of one picture seem to mean; needs no networks."""
        seen = self._ownership.sorted_out(seen)
        cues: list[Cue] = []
        for observation in seen:
            self._hands.add(observation)
            cues += self._night.step(observation, focus)
        cues += self._contact.step(seen, focus)
        if seen:
            self._hands.forget_before(seen[0].t_ns - MEMORY_NS)
        return tuple(cues)

    def vote(self, window: VoteWindow, focus: Focus) -> tuple[Cue, ...]:
        """The cues of a candidate's vote once its hands no longer matter."""
        cues = self._vote.cues(window, self._hands, focus.judged, self._vote_ended_ns)
        self._vote_ended_ns = window.closes_ns
        return cues + self._moved.blind_during(Interval(window.call.earliest_ns, window.closes_ns), focus.judged)

    def hand_place(self, observation: Observation) -> HandPlace:
        """Where a person's nearest hand is in one picture: for drawing, never for a claim."""
        return self._place.at_a_glance(observation)

    def finish(self) -> tuple[Cue, ...]:
        """The recording is over."""
        return self._night.finish() + self._contact.finish() + self._moved.finish()

    @property
    def seats(self) -> frozenset[Subject]:
        """Everybody whom some camera sees."""
        return frozenset().union(*self._present.values())
