"""Looking back into the ring: the picture of a moment, and the clip of a stretch."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise

from engine.cues import CameraId
from vision.capture.decoding import decoded
from vision.capture.packets import PicturePacket, StreamForm
from vision.frames import Frame
from vision.recording.ring import RingReader


@dataclass(frozen=True, slots=True)
class RingClip:
    """Packets from the keyframe before a stretch to its end: they can be decoded as they are."""

    form: StreamForm
    packets: tuple[PicturePacket, ...]
    from_ns: int
    until_ns: int

    def frames(self, camera: CameraId) -> tuple[Frame, ...]:
        """The stretch's pictures in the order of time; pictures before its begin are left out."""
        found = [
            picture.frame(camera)
            for picture in decoded(self.form, self.packets)
            if self.from_ns <= picture.packet.t_ns <= self.until_ns
        ]
        return tuple(sorted(found, key=lambda frame: frame.t_ns))


def seek(ring: RingReader, camera: CameraId, t_ns: int) -> Frame | None:
    """The picture whose interval contains a moment: the last one taken at or before it.

    None where the moment is before the ring's first keyframe, after its newest picture's interval, or in a gap.
    """
    outline = sorted((row_t, seq) for _, seq, row_t, _ in ring.outline())
    at = bisect_right(outline, (t_ns, 1 << 62)) - 1
    if at < 0:
        return None
    shown_ns, seq = outline[at]
    if at + 1 < len(outline) and outline[at + 1][1] > seq + 1 and t_ns > shown_ns + _usual_interval(outline):
        return None  # pictures are missing here: what was shown then is not known
    if at + 1 == len(outline) and t_ns > shown_ns + _usual_interval(outline):
        return None
    found = clip(ring, shown_ns, shown_ns)
    if found is None:
        return None
    return next((frame for frame in found.frames(camera) if frame.seq == seq), None)


def clip(ring: RingReader, from_ns: int, until_ns: int) -> RingClip | None:
    """All packets needed to show a stretch; None where nothing of it is in the ring.

    Whatever picture of the ring was taken within the stretch is in the clip, by its number.
    """
    outline = ring.outline()
    inside = [row for row in outline if from_ns <= row[2] <= until_ns]
    if not inside:
        return None
    first, last = inside[0][0], max(row[0] for row in inside)
    keyframes = [number for number, _, t_ns, keyframe in outline if keyframe and number <= first and t_ns <= from_ns]
    begin = keyframes[-1] if keyframes else next((n for n, _, _, k in outline if k and n >= first), None)
    if begin is None:
        return None
    entries = [entry for number in range(begin, last + 1) if (entry := ring.entry(number)) is not None]
    if not entries:
        return None
    newest = entries[-1].form
    start = next((i for i, entry in enumerate(entries) if entry.form == newest and entry.packet.keyframe), None)
    form = ring.form(newest)
    if form is None or start is None:
        return None
    return RingClip(form, tuple(entry.packet for entry in entries[start:]), from_ns, until_ns)


def _usual_interval(outline: list[tuple[int, int]]) -> int:
    steps = sorted(later[0] - earlier[0] for earlier, later in pairwise(outline))
    return steps[len(steps) // 2] if steps else 0
