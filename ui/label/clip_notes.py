"""Notes of clips by others as marks: ranges of pictures in which a hand lay on the table or eyes were open."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.codes import Side
from engine.faults import Fault
from engine.intervals import Interval
from engine.seats import Seat
from ui.label.labels import Mark, MarkKind

_TRACKS: Final = {
    # Who faces the camera has the right hand on the picture's left.
    "image_left_hand": (MarkKind.TOUCH, MarkKind.LIFT, Side.RIGHT, "table"),
    "image_right_hand": (MarkKind.TOUCH, MarkKind.LIFT, Side.LEFT, "table"),
    "eyes": (MarkKind.PEEK_START, MarkKind.PEEK_END, None, "open"),
}
_UNSURE: Final = ("ambiguous", "narrowed")
ONLY_SEAT: Final = Seat(1)


class NotesUnreadable(Fault):
    """The notes' file is none."""

    template = "“{path}” holds no notes of clips ({reason}): name a ground_truth.json."


class ClipUnknown(Fault):
    """The notes say nothing about this clip."""

    template = "“{notes}” says nothing about “{clip}”: it has notes on {known}."


def marks_from_notes(notes: Path, clip: Path, times_ns: Sequence[int]) -> list[Mark]:
    """The marks of one clip with one person, by the times of its pictures; raises NotesUnreadable or ClipUnknown."""
    try:
        document = json.loads(notes.read_text(encoding="utf-8"))
        clips = {name: value for name, value in document.items() if isinstance(value, dict)}
    except (OSError, ValueError, AttributeError) as problem:
        raise NotesUnreadable(path=notes, reason=str(problem)) from problem
    found = next((value for name, value in clips.items() if clip.as_posix().endswith(name)), None)
    if found is None:
        raise ClipUnknown(notes=notes, clip=clip.name, known=", ".join(clips))
    try:
        return list(_marks(found, times_ns))
    except (TypeError, ValueError, IndexError) as problem:
        raise NotesUnreadable(path=notes, reason=str(problem)) from problem


def _marks(clip: Mapping[str, Any], times_ns: Sequence[int]) -> Iterator[Mark]:
    for track, (begin, end, side, state) in _TRACKS.items():
        ranges = [(str(name), int(first), int(last)) for name, first, last in clip.get(track, ())]
        for k, (name, first, last) in enumerate(ranges):
            if name != state:
                continue
            # A range of which nobody could say what it shows only widens the moment next to it.
            from_unsure = k > 0 and ranges[k - 1][0] in _UNSURE
            to_unsure = k + 1 < len(ranges) and ranges[k + 1][0] in _UNSURE
            earliest = ranges[k - 1][1] - 1 if from_unsure else first - 1
            latest = ranges[k + 1][2] + 1 if to_unsure else last + 1
            yield Mark(begin, _between(times_ns, earliest, first), ONLY_SEAT, side)
            if last < len(times_ns) - 1:
                yield Mark(end, _between(times_ns, last, latest), ONLY_SEAT, side)


def _between(times_ns: Sequence[int], first: int, last: int) -> Interval:
    end = len(times_ns) - 1
    return Interval(times_ns[min(max(first, 0), end)], times_ns[min(max(last, 0), end)])
