"""The last minute of one camera's packets in memory that several processes share.

One writer, any number of readers. The writer never waits and never asks: it overwrites what is oldest. A reader that
was frozen finds its place overwritten and counts what it missed. Every entry carries a checksum, so that a packet which
was overwritten while it was copied is never taken for a whole one.
"""

from __future__ import annotations

import struct
import zlib
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.shared_memory import SharedMemory
from typing import Final

from engine.intervals import NS_PER_S
from vision.capture.packets import PicturePacket, StreamForm

RING_PREFIX: Final = "tablemon-"
MAGIC: Final = 0x54_4D_52_31  # “TMR1”
RING_NS: Final = 60 * NS_PER_S
RING_BYTES: Final = 64_000_000
"""A minute of 1080p at 8 Mbit/s; a camera that sends more is kept for less than a minute, and the status says so."""
SLOTS: Final = 8192  # a minute at 120 pictures a second
FORMS: Final = 4
_HEAD: Final = struct.Struct(
    "@IIQQQQQ"
)  # native, so that each number is written in one piece: magic, slots, capacity, oldest, next, forms, bytes written
_ENTRY: Final = struct.Struct("@QqqqqqIIIBB2x")  # number, seq, t, pts, dts, exposure, offset, length, crc, form, flags
_FORM: Final = struct.Struct("<I")
_FORM_BYTES: Final = 16_384
_ENTRIES_AT: Final = 64
_KEYFRAME, _WARM, _AFTER_GAP = 1, 2, 4


def _forms_at(slots: int) -> int:
    return _ENTRIES_AT + slots * _ENTRY.size


def _payload_at(slots: int) -> int:
    return _forms_at(slots) + FORMS * _FORM_BYTES


@dataclass(frozen=True, slots=True)
class RingEntry:
    """A packet as the ring holds it, with the form that its decoder needs."""

    number: int
    packet: PicturePacket
    form: int  # number of the form


class RingWriter:
    """The recorder's end."""

    def __init__(self, name: str, capacity: int = RING_BYTES, slots: int = SLOTS) -> None:
        """Makes the memory, or takes it over from a recorder that died."""
        self._memory, taken_over = _made(name, _payload_at(slots) + capacity)
        self._view = _view_of(self._memory)
        self._slots, self._capacity = slots, capacity
        self._oldest = self._next = self._forms = self._position = 0
        self._times: deque[tuple[int, int]] = deque()  # (position, t_ns) of each entry
        if taken_over:
            magic, found_slots, found_capacity, oldest, following, forms, position = _HEAD.unpack_from(self._view, 0)
            if (magic, found_slots, found_capacity) == (MAGIC, slots, capacity):
                self._oldest, self._next, self._forms, self._position = oldest, following, forms, position
                self._remember()
        self._last_key_ns: int | None = None
        self.keyframe_every_ns = 0  # the longest of late
        self._publish()

    @property
    def name(self) -> str:
        """How readers find it."""
        return self._memory.name

    def begin(self, form: StreamForm) -> None:
        """Packets after this have this form."""
        width, height = form.size_px
        body = struct.pack("<II16s", width, height, form.codec.encode()[:16]) + form.head
        if len(body) > _FORM_BYTES - _FORM.size:
            raise ValueError(f"a stream's form of {len(body)} bytes does not fit")
        at = _forms_at(self._slots) + (self._forms % FORMS) * _FORM_BYTES
        self._view[at + _FORM.size : at + _FORM.size + len(body)] = body
        _FORM.pack_into(self._view, at, len(body))
        self._forms += 1
        self._last_key_ns = None
        self._publish()

    def put(self, packet: PicturePacket) -> None:
        """Keep a packet in place of the oldest ones; a packet larger than the whole ring is not kept."""
        length = len(packet.payload)
        if length > self._capacity // 2 or self._forms == 0:
            return
        self._note_keyframe(packet)
        if self._position % self._capacity + length > self._capacity:
            self._position += self._capacity - self._position % self._capacity
        self._forget_what_lies_before(self._position + length - self._capacity)
        offset = self._position % self._capacity
        at = _payload_at(self._slots) + offset
        self._view[at : at + length] = packet.payload
        flags = packet.keyframe * _KEYFRAME | packet.warm * _WARM | bool(packet.after_gap) * _AFTER_GAP
        _ENTRY.pack_into(
            self._view,
            _ENTRIES_AT + (self._next % self._slots) * _ENTRY.size,
            self._next,
            packet.seq,
            packet.t_ns,
            packet.pts_ns,
            packet.dts_ns,
            -1 if packet.exposure_ns is None else packet.exposure_ns,
            offset,
            length,
            zlib.crc32(packet.payload),
            (self._forms - 1) % 256,
            flags,
        )
        self._times.append((self._position, packet.t_ns))
        self._position += length
        self._next += 1
        self._publish()

    @property
    def span_ns(self) -> int:
        """How far back the ring reaches."""
        return self._times[-1][1] - self._times[0][1] if self._times else 0

    def close(self, *, forget: bool) -> None:
        """Let go of the memory; `forget` gives it back to the system."""
        self._view.release()
        self._memory.close()
        if forget:
            _forget(self._memory)

    def _note_keyframe(self, packet: PicturePacket) -> None:
        if not packet.keyframe:
            return
        if self._last_key_ns is not None:
            self.keyframe_every_ns = packet.t_ns - self._last_key_ns
        self._last_key_ns = packet.t_ns

    def _forget_what_lies_before(self, position: int) -> None:
        """Entries whose bytes or slot are about to be used again are no more; said before it happens."""
        times = self._times
        while times and (times[0][0] < position or len(times) >= self._slots or times[-1][1] - times[0][1] > RING_NS):
            times.popleft()
        self._oldest = self._next - len(self._times)
        self._publish()

    def _remember(self) -> None:
        """Where the entries of a recorder that died lie, so that they are forgotten in time."""
        position = self._position
        for number in range(self._next - 1, self._oldest - 1, -1):
            fields = _ENTRY.unpack_from(self._view, _ENTRIES_AT + (number % self._slots) * _ENTRY.size)
            if fields[0] != number:
                break
            offset, length = fields[6], fields[7]
            position -= length
            position -= (position - offset) % self._capacity
            self._times.appendleft((position, fields[2]))

    def _publish(self) -> None:
        state = (self._slots, self._capacity, self._oldest, self._next, self._forms, self._position)
        _HEAD.pack_into(self._view, 0, MAGIC, *state)


class RingReader:
    """A reader's end; it only looks."""

    def __init__(self, name: str) -> None:
        """Raises FileNotFoundError where there is no such ring (yet)."""
        self._memory = SharedMemory(name=name)
        self._view = _view_of(self._memory)
        magic, self._slots, self._capacity, *_ = _HEAD.unpack_from(self._view, 0)
        if magic != MAGIC:
            self.close()
            raise FileNotFoundError(name)

    def span(self) -> tuple[int, int]:
        """(number of the oldest entry, number of the next one)."""
        head = _HEAD.unpack_from(self._view, 0)
        return head[3], head[4]

    def entry(self, number: int) -> RingEntry | None:
        """One entry whole, or None where it is gone or not there yet."""
        found = self._read(number)
        if found is None:
            return None
        fields, payload = found
        _, seq, t_ns, pts_ns, dts_ns, exposure_ns, _, _, crc, form, flags = fields
        if zlib.crc32(payload) != crc or number < self.span()[0]:
            return None
        packet = PicturePacket(
            seq=seq,
            t_ns=t_ns,
            pts_ns=pts_ns,
            dts_ns=dts_ns,
            keyframe=bool(flags & _KEYFRAME),
            payload=payload,
            exposure_ns=None if exposure_ns < 0 else exposure_ns,
            after_gap="gap" if flags & _AFTER_GAP else "",
            warm=bool(flags & _WARM),
        )
        return RingEntry(number, packet, form)

    def entries(self, number: int) -> Iterator[RingEntry]:
        """Every entry from a number on that is there now."""
        oldest, following = self.span()
        for wanted in range(max(number, oldest), following):
            entry = self.entry(wanted)
            if entry is not None:
                yield entry

    def outline(self) -> list[tuple[int, int, int, bool]]:
        """(number, seq, t_ns, keyframe) of all that is there, without copying a picture."""
        oldest, following = self.span()
        rows = []
        for number in range(oldest, following):
            fields = self._fields(number)
            if fields is not None:
                rows.append((number, fields[1], fields[2], bool(fields[10] & _KEYFRAME)))
        return rows

    def form(self, number: int) -> StreamForm | None:
        """The form with a number, while it is one of the last four."""
        newest = _HEAD.unpack_from(self._view, 0)[5] - 1
        known = next((n for n in range(newest, max(-1, newest - FORMS), -1) if n % 256 == number), None)
        if known is None:
            return None
        at = _forms_at(self._slots) + (known % FORMS) * _FORM_BYTES
        (length,) = _FORM.unpack_from(self._view, at)
        body = bytes(self._view[at + _FORM.size : at + _FORM.size + length])
        width, height, codec = struct.unpack_from("<II16s", body)
        return StreamForm(codec.rstrip(b"\0").decode(), (width, height), body[24:])

    def close(self) -> None:
        """Let go of the memory."""
        self._view.release()
        self._memory.close()

    def _fields(self, number: int) -> tuple[int, ...] | None:
        oldest, following = self.span()
        if not oldest <= number < following:
            return None
        fields = _ENTRY.unpack_from(self._view, _ENTRIES_AT + (number % self._slots) * _ENTRY.size)
        return fields if fields[0] == number else None

    def _read(self, number: int) -> tuple[tuple[int, ...], bytes] | None:
        fields = self._fields(number)
        if fields is None:
            return None
        at = _payload_at(self._slots) + fields[6]
        return fields, bytes(self._view[at : at + fields[7]])


def _made(name: str, size: int) -> tuple[SharedMemory, bool]:
    try:
        return SharedMemory(name=name, create=True, size=size), False
    except FileExistsError:
        memory = SharedMemory(name=name)
    if memory.size >= size:
        return memory, True
    memory.close()
    _forget(memory)
    return SharedMemory(name=name, create=True, size=size), False


def _view_of(memory: SharedMemory) -> memoryview:
    assert memory.buf is not None
    return memory.buf


def _forget(memory: SharedMemory) -> None:
    try:
        memory.unlink()
    except FileNotFoundError:
        return


def forget_ring(name: str) -> None:
    """Give a ring's memory back to the system, whoever made it."""
    try:
        memory = SharedMemory(name=name)
    except FileNotFoundError:
        return
    memory.close()
    _forget(memory)
