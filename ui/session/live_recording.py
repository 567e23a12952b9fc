"""A running recorder's cameras as a recording to look at while it is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cues import CameraId
from engine.faults import Fault
from engine.intervals import NS_PER_MS, NS_PER_S
from ui.session.recorder import RecorderKeeper
from vision.capture.addresses import AddressKind, address_of
from vision.capture.opening import Recording
from vision.clock import Clock
from vision.frames import Frame
from vision.recording.recorder_order import RecorderStatus
from vision.recording.ring import RingReader
from vision.recording.ring_source import RingSource

FIRST_PICTURES_WITHIN_NS: Final = 30 * NS_PER_S


class NoPictures(Fault):
    """A game cannot be looked at that nobody films."""

    template = "Camera {camera} gives no pictures: check that it is on and connected, then start again."


def is_live(sources: Sequence[str]) -> bool:
    """Whether any of the sources is a camera or stream; raises SourceFault for what cannot be a source."""
    return any(address_of(text).kind in (AddressKind.CAMERA, AddressKind.STREAM) for text in sources)


def sources_of(keeper: RecorderKeeper, clock: Clock) -> tuple[RingSource, ...]:
    """Every camera of a recorder that was just started, once each gave its first pictures.

    Raises NoPictures, or the camera's own Fault, after half a minute.
    """
    until_ns = clock.now_ns() + FIRST_PICTURES_WITHIN_NS
    while True:
        status = keeper.status
        if status is not None and all(camera.pictures and camera.mode for camera in status.cameras):
            return _opened(keeper, status, clock)
        if clock.now_ns() > until_ns:
            dark = [camera.camera for camera in status.cameras if not camera.pictures] if status is not None else []
            camera = dark[0] if dark else CameraId("cam1")
            raise keeper.fault(camera) or NoPictures(camera=camera)
        clock.sleep_until(clock.now_ns() + 50 * NS_PER_MS)


def _opened(keeper: RecorderKeeper, status: RecorderStatus, clock: Clock) -> tuple[RingSource, ...]:
    names = keeper.order.ring_names()
    sources = []
    for camera in status.cameras:
        assert camera.mode is not None
        sources.append(RingSource(camera.camera, RingReader(names[camera.camera]), camera.mode, clock))
    return tuple(sources)


def live_recording(sources: tuple[RingSource, ...]) -> Recording:
    """The cameras in the form in which recordings are looked at."""
    return Recording(sources, None, 0)


def newest_frames(sources: Sequence[RingSource]) -> list[Frame]:
    """What came since the last call, of all cameras, in the order of time; never waits for a camera that is gone."""
    frames = [frame for source in sources for frame in source.poll()]
    return sorted(frames, key=lambda frame: (frame.t_ns, frame.camera))
