"""Writes a stage as the monitor records a game: session, pictures, sound, and beside them what a host would enter."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from calibration.calibration_file import FILE_NAME, write_calibration
from calibration.seats_file import write_seats
from engine.codes import Awake, TimelineKind, WordSource
from engine.intervals import Interval
from engine.seats import Seat
from engine.timeline import TimelineEntry, write_timeline
from tests.synth.answers import answers_to
from tests.synth.calibrated import calibration_of
from tests.synth.film import FilmOptions
from tests.synth.seating import mark_seats
from tests.synth.stage import Line, Stage, camera_of
from vision.recording.session_file import (
    Offset,
    SessionCamera,
    SessionClock,
    SessionFile,
    SessionSound,
    write_session,
)

PROGRAM: Final = "synthetic table"
KEY_LATE_S: Final = (0.15, 0.35)
"""How much later than the spoken line a host presses the key: the range it is drawn from."""
KEY_UNSURE_S: Final = 0.5
"""Half of the interval that a key press is written with."""
HEARD_UNSURE_S: Final = 0.02
"""Half of the interval of a word found in the sound."""


def write_frame(stage: Stage, folder: Path, options: FilmOptions) -> None:
    """Everything but pictures, sound and truth: session.json, seats.json, calibration.json and timeline.jsonl."""
    folder.mkdir(parents=True, exist_ok=True)
    write_session(session_of(stage, options), folder)
    seats = mark_seats(stage, options.scale)
    write_seats(seats, folder / "seats.json")
    write_calibration(calibration_of(stage, seats, options.scale), folder / FILE_NAME)
    (folder / "timeline.jsonl").write_text(write_timeline(host_timeline(stage)), encoding="utf-8")


def session_of(stage: Stage, options: FilmOptions) -> SessionFile:
    """The session file, marked as synthetic."""
    scenario = stage.scenario
    cameras = {
        spec.id: SessionCamera(
            name=f"synthetic {spec.id}",
            size=camera_of(spec, options.scale).size_px,
            codec=spec.codec,
            exposure_ns=round(spec.sensor.exposure_ms * 1e6),
        )
        for spec in scenario.camera
    }
    return SessionFile(
        program=PROGRAM,
        synthetic=True,
        clock=SessionClock(monotonic_zero_ns=0, utc="2026-11-30T18:00:00Z"),
        cameras=cameras,
        sound=SessionSound(name="synthetic", rate_hz=scenario.sound.rate_hz),
        rules=scenario.rules.value,
        answers=dict(answers_to(scenario.rules.value)),
        offsets={spec.id: Offset(offset_ns=0, residual_ns=2_000_000) for spec in scenario.camera[1:]},
    )


def host_timeline(stage: Stage) -> list[TimelineEntry]:
    """What a host enters during the game: key presses a little late, closing words as found in the sound."""
    rng = np.random.default_rng([stage.scenario.seed, 59])
    entries = []
    for line in stage.lines:
        late = float(rng.uniform(*KEY_LATE_S))
        if line.say.kind is not None and line.say.source != "none":
            entries.append(_entered(line, late))
    return entries


def true_timeline(stage: Stage) -> list[TimelineEntry]:
    """The same moments exactly."""
    return [
        _entry(line, _exact(line.end_s), WordSource.TRUTH, 0.0) for line in stage.lines if line.say.kind is not None
    ]


def _entered(line: Line, late_s: float) -> TimelineEntry:
    if line.say.source == "microphone":
        return _entry(line, _around(line.end_s, HEARD_UNSURE_S), WordSource.MICROPHONE, HEARD_UNSURE_S)
    return _entry(line, _around(line.end_s + late_s, KEY_UNSURE_S), WordSource.HOST_KEY, KEY_UNSURE_S)


def _entry(line: Line, t: Interval, source: WordSource, unsure_s: float) -> TimelineEntry:
    say = line.say
    assert say.kind is not None
    spoken = say.kind is TimelineKind.WORD
    return TimelineEntry(
        t=t,
        kind=say.kind,
        source=source,
        subject=None if say.subject is None else Seat(say.subject),
        start=_around(line.start_s, unsure_s) if spoken else None,
        end=_around(line.end_s, unsure_s) if spoken else None,
        word=say.text.strip(" .!").lower() if spoken else None,
        candidate=None if say.candidate is None else Seat(say.candidate),
        number=say.number,
        seats=tuple(Seat(seat) for seat in say.seats),
        awake=None if say.awake is None else Awake(say.awake),
        request=say.request,
        permission=say.permission,
    )


def _around(t_s: float, half_s: float) -> Interval:
    return Interval(max(0, round((t_s - half_s) * 1e9)), round((t_s + half_s) * 1e9))


def _exact(t_s: float) -> Interval:
    return _around(t_s, 0.0)
