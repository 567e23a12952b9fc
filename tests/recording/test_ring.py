"""The last minute in memory: bounded, never waiting, and never showing a picture that is not the one of that moment."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from uuid import uuid4

import av
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cues import CameraId
from engine.intervals import NS_PER_MS, NS_PER_S
from vision.capture.camera_state import DeliveredMode
from vision.capture.packets import PicturePacket, StreamForm
from vision.clock import SteppedClock
from vision.recording.ring import RING_NS, RingReader, RingWriter, forget_ring
from vision.recording.ring_looking import clip, seek
from vision.recording.ring_source import RingSource

CAM = CameraId("cam1")
FRAME_NS = 40 * NS_PER_MS
SIZE = (64, 48)


@cache
def film(pictures: int = 50) -> tuple[StreamForm, tuple[PicturePacket, ...]]:
    """Picture n has the brightness 4·n + 20 and was taken n · 40 ms after zero; every tenth is a keyframe."""
    context = av.CodecContext.create("libx264", "w")
    context.width, context.height, context.pix_fmt = *SIZE, "yuv420p"
    context.time_base = Fraction(1, 25)
    context.options = {"tune": "zerolatency", "g": "10", "crf": "10"}
    packets = []
    for number in range(pictures):
        frame = av.VideoFrame.from_ndarray(np.full((*SIZE[::-1], 3), 4 * number + 20, np.uint8), format="bgr24")
        frame.pts = number
        for packet in context.encode(frame):
            t_ns = number * FRAME_NS
            packets.append(PicturePacket(number, t_ns, t_ns, t_ns, packet.is_keyframe, bytes(packet)))
    from vision.capture.raw_encoder import _form

    return _form(*SIZE), tuple(packets)


@pytest.fixture
def name() -> Iterator[str]:
    name = f"tm-test-{uuid4().hex[:12]}"
    yield name
    forget_ring(name)


@pytest.fixture
def filled(name: str) -> Iterator[RingReader]:
    writer = RingWriter(name, capacity=1_000_000, slots=256)
    form, packets = film()
    writer.begin(form)
    for packet in packets:
        writer.put(packet)
    reader = RingReader(name)
    yield reader
    reader.close()
    writer.close(forget=True)


@pytest.mark.parametrize("number", [0, 1, 9, 10, 11, 25, 49])
def test_seeking_gives_the_picture_whose_interval_contains_the_moment(filled: RingReader, number: int) -> None:
    for within_ns in (0, FRAME_NS // 2, FRAME_NS - 1):
        frame = seek(filled, CAM, number * FRAME_NS + within_ns)
        assert frame is not None
        assert (frame.seq, frame.t_ns) == (number, number * FRAME_NS)
        assert abs(float(frame.image[..., 1].mean()) - (4 * number + 20)) < 3.0


def test_a_moment_that_nobody_filmed_has_no_picture(filled: RingReader) -> None:
    assert seek(filled, CAM, -1) is None
    assert seek(filled, CAM, 51 * FRAME_NS) is None


@given(st.integers(0, 49 * 40), st.integers(0, 1000))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_clip_holds_every_picture_of_its_stretch_by_number(filled: RingReader, from_ms: int, length_ms: int) -> None:
    from_ns, until_ns = from_ms * NS_PER_MS, (from_ms + length_ms) * NS_PER_MS
    wanted = [n for n in range(50) if from_ns <= n * FRAME_NS <= until_ns]
    found = clip(filled, from_ns, until_ns)
    if not wanted:
        assert found is None
        return
    assert found is not None
    assert found.packets[0].keyframe
    assert [frame.seq for frame in found.frames(CAM)] == wanted


@given(
    sizes=st.lists(st.integers(1, 900), min_size=1, max_size=300),
    capacity=st.integers(2_000, 5_000),
    slots=st.integers(4, 64),
)
@settings(max_examples=40, deadline=None)
def test_the_ring_never_grows_and_gives_back_what_was_put_in_or_nothing(
    sizes: list[int], capacity: int, slots: int
) -> None:
    name = f"tm-test-{uuid4().hex[:12]}"
    writer = RingWriter(name, capacity, slots)
    try:
        writer.begin(StreamForm("h264", (1, 1), b"x"))
        reader = RingReader(name)
        put: list[bytes] = []
        for seq, size in enumerate(sizes):
            payload = zlib.crc32(seq.to_bytes(4, "little")).to_bytes(4, "little") * (size // 4 + 1)
            put.append(payload)
            writer.put(PicturePacket(seq, seq * NS_PER_MS, seq, seq, True, payload))
            entries = list(reader.entries(0))
            assert entries[-1].packet.payload == payload
            assert all(entry.packet.payload == put[entry.packet.seq] for entry in entries)
            assert all(later.number == entry.number + 1 for entry, later in pairwise(entries))
            assert len(entries) <= slots
            assert sum(len(entry.packet.payload) for entry in entries) <= capacity
        reader.close()
    finally:
        writer.close(forget=True)


def test_the_ring_reaches_back_a_minute_and_no_further(name: str) -> None:
    writer = RingWriter(name, capacity=100_000, slots=8192)
    writer.begin(StreamForm("h264", (1, 1), b"x"))
    for seq in range(100):
        writer.put(PicturePacket(seq, seq * NS_PER_S, seq, seq, seq % 2 == 0, b"x" * 10))
    assert RING_NS - NS_PER_S <= writer.span_ns <= RING_NS + NS_PER_S
    assert writer.keyframe_every_ns == 2 * NS_PER_S
    writer.close(forget=True)


def test_a_recorder_that_starts_again_finds_the_minute_that_the_dead_one_kept(name: str) -> None:
    form, packets = film()
    first = RingWriter(name, capacity=20_000, slots=64)
    first.begin(form)
    for packet in packets[:30]:
        first.put(packet)
    first.close(forget=False)  # the process is gone, the memory is not
    second = RingWriter(name, capacity=20_000, slots=64)
    second.begin(form)
    for packet in packets[30:]:
        second.put(packet)
    reader = RingReader(name)
    assert [entry.packet.seq for entry in reader.entries(0)][-40:] == list(range(10, 50))
    reader.close()
    second.close(forget=True)


def test_a_reader_that_was_frozen_counts_what_it_missed_and_holds_nothing_up(name: str) -> None:
    form, packets = film()
    writer = RingWriter(name, capacity=max(len(p.payload) for p in packets) * 6, slots=16)
    writer.begin(form)
    source = RingSource(CAM, RingReader(name), DeliveredMode(SIZE, "h264"), SteppedClock())
    writer.put(packets[0])
    assert [frame.seq for frame in source.poll()] == [0]
    for packet in packets[1:]:
        writer.put(packet)
    seen = [frame.seq for frame in source.poll(100)]
    assert seen == list(range(40, 50))  # from the newest keyframe on
    assert source.not_analysed == 39
    source.close()
    writer.close(forget=True)


def test_pictures_of_a_camera_that_is_not_warm_are_not_judged(name: str) -> None:
    form, packets = film()
    writer = RingWriter(name, capacity=1_000_000, slots=64)
    writer.begin(form)
    source = RingSource(CAM, RingReader(name), DeliveredMode(SIZE, "h264"), SteppedClock())
    for packet in packets[:20]:
        cold = packet.seq < 15
        writer.put(
            PicturePacket(
                packet.seq, packet.t_ns, packet.pts_ns, packet.dts_ns, packet.keyframe, packet.payload, warm=not cold
            )
        )
    assert [frame.seq for frame in source.poll(100)] == [15, 16, 17, 18, 19]
    assert source.not_analysed == 15
    source.close()
    writer.close(forget=True)


def test_a_source_shows_again_what_the_ring_still_holds(name: str) -> None:
    form, packets = film()
    writer = RingWriter(name, capacity=1_000_000, slots=64)
    writer.begin(form)
    source = RingSource(CAM, RingReader(name), DeliveredMode(SIZE, "h264"), SteppedClock())
    for packet in packets:
        writer.put(packet)
    kept = [frame.seq for frame in source.frames_between(packets[13].t_ns, packets[27].t_ns)]
    assert kept == list(range(13, 28))
    after_ns = packets[-1].t_ns + NS_PER_S
    assert list(source.frames_between(after_ns, after_ns + NS_PER_S)) == []
    source.close()
    writer.close(forget=True)


SHARED = "/dev/shm"  # noqa: S108 - where Linux shows shared memory


@pytest.mark.skipif(not os.path.isdir(SHARED), reason="shows itself as a file on Linux only")
def test_the_rings_memory_is_its_owners(name: str) -> None:
    writer = RingWriter(name, capacity=1000, slots=4)
    assert os.stat(f"{SHARED}/{name}").st_mode & 0o077 == 0
    writer.close(forget=True)
    assert not os.path.exists(f"{SHARED}/{name}")


def test_a_decoder_that_is_fed_rubbish_goes_on_with_the_next_keyframe(name: str) -> None:
    form, packets = film()
    writer = RingWriter(name, capacity=1_000_000, slots=64)
    writer.begin(form)
    source = RingSource(CAM, RingReader(name), DeliveredMode(SIZE, "h264"), SteppedClock())
    for packet in packets[:25]:
        payload = os.urandom(300) if packet.seq in range(12, 17) else packet.payload
        writer.put(PicturePacket(packet.seq, packet.t_ns, packet.pts_ns, packet.dts_ns, packet.keyframe, payload))
    seen = [frame.seq for frame in source.poll(100)]
    assert seen[:12] == list(range(12))
    assert seen[-5:] == [20, 21, 22, 23, 24]
    source.close()
    writer.close(forget=True)
