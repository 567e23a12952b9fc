"""The sound of a file by its presentation times, never by counting samples.

A track that starts late or has holes would be wrong by hundreds of milliseconds if its samples were counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final

import av
import numpy as np
from av.audio.frame import AudioFrame
from av.audio.resampler import AudioResampler

from audio.sound import Samples, Sound
from engine.faults import Fault
from engine.intervals import NS_PER_S

HOLE_NS: Final = 2_000_000
"""Frames whose times are further apart than their samples say by more than this belong to two stretches."""
WENT_BACK_NS: Final = 60 * NS_PER_S
"""Sound cannot overlap itself: a frame that claims to begin before the last one ended follows it (AVI counts packets
as if they were bytes). Only a track whose time truly begins again starts another stretch."""


LEAST_RATE_HZ: Final = 4000


class SoundFault(Fault):
    """Sound that cannot be had."""


class SoundMissing(SoundFault):
    template = "“{path}” has no sound: the closing word must come from the timeline or the host's key."


class SoundUnreadable(SoundFault):
    template = "The sound of “{path}” cannot be read ({reason}): use the original file or go on without sound."


class SoundTooCoarse(SoundFault):
    template = "“{path}” has only {rate} samples of sound a second, too few for speech: record with 8000 or more."


def read_sound(path: Path, zero_pts_ns: int = 0) -> tuple[Sound, ...]:
    """All stretches of a file's first sound track, mono, at the track's own rate.

    `zero_pts_ns` is the presentation time that counts as zero of the game's clock.
    Raises SoundMissing, SoundUnreadable or SoundTooCoarse; damage inside the track ends a stretch and starts another.
    """
    try:
        with av.open(str(path)) as container:
            if not container.streams.audio:
                raise SoundMissing(path=path)
            rate_hz = container.streams.audio[0].rate
            if 0 < rate_hz < LEAST_RATE_HZ:
                raise SoundTooCoarse(path=path, rate=rate_hz)
            stretches = list(_stretches(_frames(container), zero_pts_ns))
    except (av.FFmpegError, OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error).split(":")[0].strip().lower()
        raise SoundUnreadable(path=path, reason=reason) from error
    if not stretches:
        raise SoundMissing(path=path)
    return tuple(stretches)


def _frames(container: av.container.InputContainer) -> Iterator[AudioFrame]:
    stream = container.streams.audio[0]
    for packet in container.demux(stream):
        try:
            frames = packet.decode()
        except av.FFmpegError:  # one damaged packet costs itself only; the hole shows in the times
            continue
        for frame in frames:
            if isinstance(frame, AudioFrame) and frame.pts is not None:
                yield frame


def _stretches(frames: Iterator[AudioFrame], zero_pts_ns: int) -> Iterator[Sound]:
    pieces: list[Samples] = []
    start_ns = end_ns = rate_hz = 0
    mono: AudioResampler | None = None
    for frame in frames:
        t_ns = round((frame.pts or 0) * (frame.time_base or Fraction(1, frame.sample_rate)) * NS_PER_S) - zero_pts_ns
        if pieces and (frame.sample_rate != rate_hz or t_ns - end_ns > HOLE_NS or end_ns - t_ns > WENT_BACK_NS):
            yield Sound(start_ns, rate_hz, np.concatenate(pieces))
            pieces = []
        if not pieces:
            start_ns, end_ns, rate_hz = t_ns, t_ns, frame.sample_rate
            mono = AudioResampler(format="fltp", layout="mono", rate=rate_hz)
        assert mono is not None
        samples = np.concatenate([out.to_ndarray()[0] for out in mono.resample(frame)]).astype(np.float32)
        pieces.append(within_full_scale(samples))
        end_ns += round(len(samples) * NS_PER_S / rate_hz)
    if pieces:
        yield Sound(start_ns, rate_hz, np.concatenate(pieces))


def within_full_scale(samples: Samples) -> Samples:
    """Samples of −1…1: what a file of floats may hold beside numbers is silence, what is louder is cut off."""
    return np.clip(np.nan_to_num(samples, nan=0.0, posinf=1.0, neginf=-1.0), -1.0, 1.0)
