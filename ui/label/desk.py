"""Stepping and marking by keys: the label window without its window. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from engine.codes import Side
from engine.intervals import NS_PER_S, Interval
from engine.seats import Seat
from ui.keys import seat_of_digit
from ui.label.film import Film
from ui.label.labels import Labels, Mark, MarkKind
from vision.frames import Frame

STEPS_NS: Final = {"J": -NS_PER_S, "L": NS_PER_S, "U": -10 * NS_PER_S, "O": 10 * NS_PER_S}
SPEEDS: Final = {"Z": 0.25, "X": 0.5, "C": 1.0}
FRAME_BACK, FRAME_ON, PLAY, SIDE, UNDO, SAVE, CAMERA = "A", "D", "Space", "H", "Back", "Enter", "V"
TOUCH, LIFT, WORD_START, WORD_END, PEEK, CONTACT = "T", "Y", "W", "E", "P", "K"
HELP: Final = (
    ("1 … 0", "seat"),
    (TOUCH, "touch"),
    (LIFT, "lift"),
    (SIDE, "other_hand"),
    (WORD_START, "word_start"),
    (WORD_END, "word_end"),
    (PEEK, "peek"),
    (CONTACT, "contact"),
    (f"{FRAME_BACK} {FRAME_ON}", "frame"),
    ("J L", "second"),
    ("U O", "ten_seconds"),
    ("Space", "play"),
    ("Z X C", "speed"),
    (CAMERA, "camera"),
    ("Backspace", "undo"),
    ("Enter", "save"),
)
"""Every key and what it means, a code for words."""


class Said(StrEnum):
    """What the last key did, for the line at the window's foot."""

    NOTHING = "nothing"
    MARKED = "marked"
    TAKEN_BACK = "taken_back"
    NOTHING_TO_UNDO = "nothing_to_undo"
    SEAT_FIRST = "seat_first"
    WHOM = "whom"
    SAVE = "save"


@dataclass(slots=True)
class LabelDesk:
    """Where the person is in the recording, which seat is marked, and everything marked so far."""

    films: list[Film]
    labels: Labels
    frame: Frame = field(init=False)
    previous_ns: int = field(init=False)
    seat: Seat | None = None
    side: Side = Side.RIGHT
    playing: bool = False
    speed: float = 1.0
    shown: int = 0  # which camera
    asks_whom: bool = False  # the next digit is the seat that is touched

    def __post_init__(self) -> None:
        self._show(self.film.at(0))

    @property
    def film(self) -> Film:
        return self.films[self.shown]

    @property
    def t_ns(self) -> int:
        return self.frame.t_ns

    @property
    def moment(self) -> Interval:
        """When what this picture shows for the first time happened: after the picture before."""
        return Interval(min(self.previous_ns, self.t_ns), self.t_ns)

    def play_on(self, elapsed_ns: int) -> None:
        """Let time pass while playing; stops at the end."""
        if not self.playing:
            return
        at = self._playhead_ns + round(elapsed_ns * self.speed)
        self._show(self.film.at(at))
        self._playhead_ns = at
        if at > self.t_ns and self.film.after(self.t_ns).t_ns == self.t_ns:
            self.playing = False

    def press(self, key: str) -> Said:
        """Do what a key stands for."""
        if (digit := seat_of_digit(key)) is not None:
            return self._digit(Seat(digit))
        self.asks_whom = False
        if self._moved(key):
            return Said.NOTHING
        if key == UNDO:
            return Said.NOTHING_TO_UNDO if self.labels.undo() is None else Said.TAKEN_BACK
        return Said.SAVE if key == SAVE else self._mark(key)

    def _moved(self, key: str) -> bool:
        """Whether the key belongs to the player."""
        if key in STEPS_NS:
            self._show(self.film.at(max(0, self.t_ns + STEPS_NS[key])))
        elif key in (FRAME_BACK, FRAME_ON):
            self.playing = False
            self._show(self.film.before(self.t_ns) if key == FRAME_BACK else self.film.after(self.t_ns))
        elif key in SPEEDS:
            self.speed = SPEEDS[key]
        elif key == PLAY:
            self.playing = not self.playing
        elif key == SIDE:
            self.side = Side.LEFT if self.side is Side.RIGHT else Side.RIGHT
        elif key == CAMERA:
            t_ns = self.t_ns
            self.shown = (self.shown + 1) % len(self.films)
            self._show(self.film.at(t_ns))
        else:
            return False
        return True

    def _digit(self, seat: Seat) -> Said:
        if not self.asks_whom:
            self.seat = seat
            return Said.NOTHING
        self.asks_whom = False
        if seat == self.seat:
            return Said.WHOM
        self.labels.add(Mark(MarkKind.CONTACT_START, self.moment, self.seat, target=seat))
        return Said.MARKED

    def _mark(self, key: str) -> Said:
        if key in (WORD_START, WORD_END):
            kind = MarkKind.WORD_START if key == WORD_START else MarkKind.WORD_END
            self.labels.add(Mark(kind, self.moment))
            return Said.MARKED
        if key not in (TOUCH, LIFT, PEEK, CONTACT):
            return Said.NOTHING
        if self.seat is None:
            return Said.SEAT_FIRST
        if key in (TOUCH, LIFT):
            kind = MarkKind.TOUCH if key == TOUCH else MarkKind.LIFT
            self.labels.add(Mark(kind, self.moment, self.seat, self.side))
            return Said.MARKED
        begin, end = (
            (MarkKind.PEEK_START, MarkKind.PEEK_END) if key == PEEK else (MarkKind.CONTACT_START, MarkKind.CONTACT_END)
        )
        begun = self.labels.open_mark(begin, self.seat)
        if begun is not None:
            self.labels.add(Mark(end, self.moment, self.seat, target=begun.target))
        elif key == PEEK:
            self.labels.add(Mark(begin, self.moment, self.seat))
        else:
            self.playing, self.asks_whom = False, True
            return Said.WHOM
        return Said.MARKED

    _playhead_ns: int = 0

    def _show(self, frame: Frame) -> None:
        self.frame = frame
        self.previous_ns = self.film.before(frame.t_ns).t_ns
        self._playhead_ns = frame.t_ns
