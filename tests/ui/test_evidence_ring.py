"""A suggestion's pictures reach the window once, from whichever camera saw it, and stay there."""

from __future__ import annotations

import numpy as np

from engine.codes import ConfidenceWord, CueKind, Section
from engine.cues import CameraId, Evidence
from engine.intervals import NS_PER_S, Span, exactly
from engine.seats import Seat
from engine.suggestions import Suggestion
from ui.host.pictures import KEPT_NS, KeptPictures
from ui.session.evidence_ring import KEPT_NS as RING_NS
from ui.session.evidence_ring import EvidenceRing
from ui.session.messages import Picture
from vision.frames import Frame

CAM1, CAM2 = CameraId("cam1"), CameraId("cam2")


def frame(camera: CameraId, t_s: float) -> Frame:
    return Frame(camera, round(t_s * 30), round(t_s * NS_PER_S), np.full((48, 64, 3), 90, np.uint8))


def suggestion(*evidence: tuple[CameraId, float]) -> Suggestion:
    return Suggestion(
        id="eyes_open-4-1",
        kind=CueKind.EYES_OPEN,
        subject=Seat(4),
        targets=(),
        clause="A3.1",
        rules="a",
        phase=Section.NIGHT,
        when=Span(exactly(0)),
        confidence=0.9,
        confidence_word=ConfidenceWord.CLEARLY_SEEN,
        count_now=0,
        if_accepted=(),
        role_dependent=False,
        evidence=tuple(Evidence(camera, round(t_s * NS_PER_S), (0, 0, 9, 9)) for camera, t_s in evidence),
    )


def played(until_s: float) -> EvidenceRing:
    ring = EvidenceRing()
    for n in range(round(until_s * 30)):
        ring.add(frame(CAM1, n / 30))
        ring.add(frame(CAM2, n / 30 + 0.005))
    return ring


def test_a_clip_waits_for_the_pictures_after_the_moment_and_holds_the_moment_itself() -> None:
    ring = played(6.0)
    assert ring.clip(suggestion((CAM2, 5.5)), 6 * NS_PER_S) is None
    clip = ring.clip(suggestion((CAM2, 4.0)), 6 * NS_PER_S)
    assert clip is not None
    assert {picture.camera for picture in clip.pictures} == {CAM2}
    assert min(abs(picture.t_ns - 4 * NS_PER_S) for picture in clip.pictures) <= NS_PER_S // 20
    assert clip.pictures[0].t_ns < 3 * NS_PER_S < 5 * NS_PER_S - NS_PER_S // 10 < clip.pictures[-1].t_ns


def test_a_moment_that_is_too_long_ago_gives_an_empty_clip_not_a_wrong_one() -> None:
    ring = EvidenceRing()
    ring.add(frame(CAM1, 0.0))
    ring.add(frame(CAM1, RING_NS / NS_PER_S + 10.0))
    clip = ring.clip(suggestion((CAM1, 0.0)), RING_NS + 20 * NS_PER_S)
    assert clip is not None
    assert clip.pictures == ()


def test_pinned_pictures_outlive_the_window_of_the_newest() -> None:
    kept = KeptPictures()
    kept.pin([Picture(CAM2, t_s * NS_PER_S, b"", (64, 48), {}) for t_s in (10, 11, 12)])
    for t_s in range(100, 100 + 2 * KEPT_NS // NS_PER_S):
        kept.add(Picture(CAM2, t_s * NS_PER_S, b"", (64, 48), {}))
    nearest = kept.nearest(CAM2, 11 * NS_PER_S)
    assert nearest is not None
    assert nearest.t_ns == 11 * NS_PER_S
    assert kept.exact(CAM2, 12 * NS_PER_S) is not None
    assert kept.exact(CAM2, 100 * NS_PER_S) is None
