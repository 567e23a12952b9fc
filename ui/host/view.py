"""What the host's window shows at one moment: plain values, in the reader's words, without Qt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.cues import CameraId
from engine.seats import Seat
from ui.session.messages import SeatSight


class Sign(StrEnum):
    """Shapes that carry a state or a tier without colour."""

    REMOVAL = "removal"
    FOUL = "foul"
    NOTE = "note"
    DEGRADED = "degraded"
    BLIND = "blind"
    NOT_OBSERVED = "not_observed"
    DONE = "done"
    BEFORE = "before"
    AFTER = "after"
    UNSURE = "unsure"
    LOCKED = "locked"
    NOW = "now"
    DOT = "dot"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class KeyHint:
    """A key cap and what it does now; greyed where it may not."""

    key: str
    text: str
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Button:
    """A key that is a button too; `awaited` is what the moment waits for."""

    key: str
    text: str
    enabled: bool = True
    awaited: bool = False


@dataclass(frozen=True, slots=True)
class Timer:
    """The one large value; the bar empties from the right, its notch is the ten-second warning."""

    value: str
    note: str = ""
    part_01: float | None = None
    notch_01: float | None = None
    is_word: bool = False


class Mark(StrEnum):
    """What a seat is in the game now."""

    SPEAKING = "speaking"
    NOMINATED = "nominated"
    CALLED = "called"


class HandMark(StrEnum):
    """A hand against the line of the table."""

    ON = "on"
    ABOVE = "above"
    BEFORE = "before"
    AFTER = "after"
    UNSURE = "unsure"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class SeatToken:
    """One seat of the ring."""

    seat: Seat
    nick: str = ""
    fouls: int | None = None  # None at night, when no count is shown
    foul_boxes: int = 4
    at_table: bool = True
    sight: SeatSight = SeatSight.ARMED
    sight_words: str = ""
    state: str = ""  # one short line
    marks: frozenset[Mark] = frozenset()
    hand: HandMark | None = None
    hand_note: str = ""
    description: str = ""  # for a screen reader


@dataclass(frozen=True, slots=True)
class Chip:
    """A number in the middle of the table with a word under it."""

    number: str
    note: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to read at once: a half-typed command, a refusal, a trouble; with the keys that help."""

    sign: Sign
    title: str
    text: str = ""
    keys: tuple[KeyHint, ...] = ()


@dataclass(frozen=True, slots=True)
class Centre:
    """The middle of the table."""

    title: str = ""
    chips: tuple[Chip, ...] = ()
    big: str = ""
    line: str = ""
    question: str = ""
    notice: Notice | None = None


class Tier(StrEnum):
    """How heavy a suggestion would weigh."""

    REMOVAL = "removal"
    FOUL = "foul"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Picture:
    """One evidence picture of a card: the part of a kept frame that shows the claim."""

    camera: CameraId
    t_ns: int
    crop_01: tuple[float, float, float, float]  # x0, y0, x1, y1 as parts of the frame
    caption: str
    decisive: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """One open suggestion."""

    id: str
    tier: Tier
    tier_words: str
    age: str
    seat: str
    fact: str
    detail: str
    bars: int  # 1…3, how clearly it was seen
    sure: str
    rows: tuple[tuple[str, str], ...]  # clause, count now, what accepting does: the last one is the weightiest
    pictures: tuple[Picture, ...]
    no_pictures: str  # why there are none, where there are none
    playing: Picture | None
    look_first: str  # set where the decision opens only after one look
    view: Button
    decisions: tuple[Button, ...]  # accept, soften, dismiss, later
    choosing: str = ""  # the question while a reason or a sanction is asked for
    choices: tuple[KeyHint, ...] = ()


@dataclass(frozen=True, slots=True)
class Queued:
    """A suggestion that waits, as one line."""

    tier: Tier
    seat: str
    fact: str


@dataclass(frozen=True, slots=True)
class Calm:
    """The right column while nothing asks for a person."""

    title: str
    text: str
    log: tuple[tuple[str, str], ...]  # time, what


@dataclass(frozen=True, slots=True)
class NightStep:
    """One step of a night."""

    sign: Sign
    name: str
    note: str
    current: bool


@dataclass(frozen=True, slots=True)
class NightPanel:
    """The right column at night; the same whatever the roles, but for what is shown while R is held."""

    title: str
    steps: tuple[NightStep, ...]
    hidden_title: str
    dots: tuple[bool, bool] | None
    marks_title: str
    marks: str
    reveal: KeyHint
    revealed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """The last thing entered, and how to take it back."""

    title: str
    text: str
    more: str = ""
    keys: tuple[KeyHint, ...] = ()
    sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """The right column: the open card, or calm, or the night; the last entry at its foot."""

    card: Card | None
    queue: tuple[Queued, ...]
    calm: Calm
    night: NightPanel | None
    entry: Entry
    entry_is_fresh: bool


@dataclass(frozen=True, slots=True)
class Footer:
    """Keys on the left; on the right whether it is being recorded, and the health of what is seen."""

    hints: tuple[KeyHint, ...]
    recording: str
    recording_sign: Sign
    health: str
    detail: str


@dataclass(frozen=True, slots=True)
class Angle:
    """Which camera's picture is shown, and where."""

    camera: CameraId | None
    title: str
    large: bool
    keys: tuple[KeyHint, ...]


@dataclass(frozen=True, slots=True)
class HostView:
    """Everything the window shows."""

    night: bool
    phase: str
    headline: str
    alert: str  # what is wrong, in a few words; empty where nothing is
    alert_sign: Sign | None
    timer: Timer
    next_step: Button
    clock: Button
    seats: tuple[SeatToken, ...]
    host: str
    centre: Centre
    column: Column
    footer: Footer
    angle: Angle
    help: tuple[tuple[str, tuple[KeyHint, ...]], ...] | None  # the overlay of all keys
