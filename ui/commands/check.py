"""`check`: camera and microphone compared by claps, and whether timing by sound can be trusted."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from audio.capture.track import SoundMissing
from audio.onsets import onsets
from audio.sound import Sound
from calibration.clock_fit import ClocksUnknown, Fit
from calibration.lip_sync import NEEDED, holds, limit_ns, offset_of_sound
from engine.claims import band_ns
from engine.cues import CameraId
from engine.intervals import NS_PER_MS, NS_PER_S, Interval
from models.networks import Networks
from ui.rulebooks import rulebook
from ui.session.voice import sound_of
from ui.words import Words
from vision.capture.opening import Recording, open_recording
from vision.capture.source import Source
from vision.clapping import NETWORK_IDS, hands_apart
from vision.frames import Frame

SCHEMA: Final = 1
LOOKED_AT_NS: Final = 60 * NS_PER_S
LOUDEST: Final = 8  # sounds like claps: the pictures around each are looked at
BEFORE_NS, AFTER_NS = 800 * NS_PER_MS, 600 * NS_PER_MS
"""Looked at around a sound: hands need a quarter of a second to meet, and clocks may differ by half a second."""


def check(words: Words, sources: Sequence[Path], rules: str | None, *, as_json: bool) -> int:
    """Exit code 1 where what is left over is more than the rules bear, 2 where too few claps were found."""
    band = 0 if rules is None else band_ns(rulebook(rules))
    recording = open_recording(sources)
    heard = _heard_ns(recording, sources[0])
    fits: dict[CameraId, Fit] = {}
    missed: ClocksUnknown | None = None
    for source in recording.sources:
        if len(heard) < NEEDED:
            raise ClocksUnknown(camera=source.camera, found=len(heard), needed=NEEDED)
        try:
            fits[source.camera] = _looked(source, heard, words)
        except ClocksUnknown as fault:
            missed = missed or fault
    if not fits and missed is not None:
        raise missed
    all_hold = missed is None and all(holds(fit, band) for fit in fits.values())
    if as_json:
        print(json.dumps(_as_json(fits, band, all_hold=all_hold), indent=1))  # noqa: T201 - the command's answer
    else:
        for line in _lines(words, fits, band):
            print(line)  # noqa: T201
    if missed is not None:
        sys.stderr.write(words.fault(missed) + "\n")
        return 2
    return 0 if all_hold else 1


def _heard_ns(recording: Recording, named: Path) -> list[int]:
    """The sounds of the first minute that are most like claps, in the order of time."""
    stretches = sound_of(recording)
    if not stretches:
        raise SoundMissing(path=named)
    sudden = [one for stretch in stretches for one in onsets(_beginning(stretch)) if one.sharp]
    loudest = sorted(sudden, key=lambda one: one.above_noise_db)[-LOUDEST:]
    return sorted(one.when.middle_ns for one in loudest)


def _beginning(sound: Sound) -> Sound:
    samples = max(0, (LOOKED_AT_NS - sound.t_ns) * sound.rate_hz // NS_PER_S)
    return Sound(sound.t_ns, sound.rate_hz, sound.samples[:samples])


def _looked(source: Source, heard: Sequence[int], words: Words) -> Fit:
    near = [Interval(t - BEFORE_NS, t + AFTER_NS) for t in heard]
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(f"{words('Looking')}: {source.camera}", total=None)
        seen = hands_apart(Networks.load(NETWORK_IDS), _near(source, near))
    return offset_of_sound(source.camera, seen.t_ns, seen.shoulders, heard)


def _near(source: Source, near: Sequence[Interval]) -> Iterator[Frame]:
    last_ns = near[-1].latest_ns
    for frame in source.frames():
        if frame.t_ns > last_ns:
            return
        if any(one.contains(frame.t_ns) for one in near):
            yield frame


def _lines(words: Words, fits: dict[CameraId, Fit], band: int) -> Iterator[str]:
    for camera, fit in fits.items():
        yield words(
            "{camera}: sound comes {offset} ms after the picture, known within {sd} ms; {claps} claps, {residual} ms left over",
            camera=camera,
            offset=words.number(fit.offset_ns / NS_PER_MS, 1),
            sd=words.number(2 * fit.offset_sd_ns / NS_PER_MS, 1),
            claps=fit.used,
            residual=words.number(fit.residual_ns / NS_PER_MS, 1),
        )
        if not holds(fit, band):
            yield words(
                "{camera}: more than {limit} ms are left over: do not judge votes by sound, clap again or use the key.",
                camera=camera,
                limit=words.number(limit_ns(band) / NS_PER_MS),
            )


def _as_json(fits: dict[CameraId, Fit], band: int, *, all_hold: bool) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "cameras": {
            str(camera): {
                "offset_ms": round(fit.offset_ns / NS_PER_MS, 2),
                "offset_sd_ms": round(fit.offset_sd_ns / NS_PER_MS, 2),
                "residual_ms": round(fit.residual_ns / NS_PER_MS, 2),
                "claps": fit.used,
                "holds": holds(fit, band),
            }
            for camera, fit in fits.items()
        },
        "limit_ms": round(limit_ns(band) / NS_PER_MS, 2),
        "holds": all_hold,
    }
