"""Open eyes at night are claimed only where they were seen, long enough, of players who should sleep."""

from __future__ import annotations

from collections.abc import Iterable

from engine.codes import CueKind
from engine.cues import Cue
from engine.focus import Focus
from tests.vision.scenes import day, face, face_looks, night, s, ticks
from vision.detectors.night import NightDetector
from vision.observation import FaceSeen, Observation

MASKED = face(opening=0.26, skin_01=0.1)  # the mesh finds "open eyes" on a mask: measured EAR 0.26
OPEN = face(opening=0.3)
SHUT = face(opening=0.08)


def cues_of(looks: Iterable[Observation], focus: Focus | None = None) -> list[Cue]:
    detector = NightDetector()
    cues = [cue for look in looks for cue in detector.step(look, focus or night())]
    return [*cues, *detector.finish()]


def peeks(cues: Iterable[Cue]) -> list[Cue]:
    return [cue for cue in cues if cue.kind is CueKind.EYES_OPEN]


def test_a_lifted_mask_for_two_seconds_is_claimed_with_an_interval_that_holds_its_beginning_and_end() -> None:
    looks = face_looks(4, lambda t: OPEN if 5.0 <= t <= 7.0 else MASKED, ticks(0.0, 12.0, 10.0))
    (cue,) = peeks(cues_of(looks))
    assert cue.subject == 4
    assert cue.when.start.contains(s(5.0))
    assert cue.when.end is not None
    assert cue.when.end.contains(s(7.05))


def test_a_mask_is_never_open_eyes_however_sure_the_mesh_is() -> None:
    assert not peeks(cues_of(face_looks(4, lambda t: MASKED, ticks(0.0, 60.0, 10.0))))


def test_shut_eyes_without_a_mask_are_not_open() -> None:
    assert not peeks(cues_of(face_looks(4, lambda t: SHUT, ticks(0.0, 30.0, 10.0))))


def test_single_looks_are_not_an_opinion() -> None:
    """A landmark slip shows open eyes for one look now and then."""
    looks = face_looks(4, lambda t: OPEN if round(t * 10) % 17 == 0 else MASKED, ticks(0.0, 30.0, 10.0))
    assert not peeks(cues_of(looks))


def test_a_woken_player_may_look() -> None:
    looks = face_looks(4, lambda t: OPEN, ticks(0.0, 10.0, 10.0))
    assert not peeks(cues_of(looks, night(awake=(4,))))


def test_where_it_is_not_known_who_is_awake_nothing_is_claimed() -> None:
    looks = face_looks(4, lambda t: OPEN, ticks(0.0, 10.0, 10.0))
    assert not peeks(cues_of(looks, night(awake=None)))


def test_by_day_everybody_may_look() -> None:
    looks = face_looks(4, lambda t: OPEN, ticks(0.0, 10.0, 10.0))
    assert not peeks(cues_of(looks, day()))


def test_a_profile_says_nothing() -> None:
    looks = face_looks(4, lambda t: face(yaw_deg=70.0), ticks(0.0, 10.0, 10.0))
    assert not peeks(cues_of(looks))


def test_who_was_not_seen_is_reported_as_not_observed_and_who_was_seen_is_not() -> None:
    unseen: list[FaceSeen | None] = [None]
    looks = face_looks(4, lambda t: unseen[0], ticks(0.0, 10.0, 10.0)) + face_looks(
        5, lambda t: MASKED, ticks(0.0, 10.0, 10.0)
    )
    told = {cue.subject for cue in cues_of(looks) if cue.kind is CueKind.NOT_OBSERVED}
    assert 4 in told
    assert 5 not in told


def test_eyes_open_when_the_night_ends_are_still_claimed() -> None:
    detector = NightDetector()
    looks = face_looks(4, lambda t: OPEN if t >= 5.0 else MASKED, ticks(0.0, 8.0, 10.0))
    cues = [cue for look in looks for cue in detector.step(look, night())]
    cues += detector.step(face_looks(4, lambda t: OPEN, [8.1])[0], day(8.05))
    assert len(peeks(cues)) == 1
