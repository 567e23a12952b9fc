"""What passes between the table's process and its windows: plain frozen values, picklable, in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.actions import ActionKind, HostAction, Verdict
from engine.codes import HandPlace
from engine.cues import CameraId, Cue
from engine.events import Event, Refused
from engine.seats import Seat
from engine.state import GameState
from engine.suggestions import Suggestion

# From a window to the table.


@dataclass(frozen=True, slots=True)
class Act:
    """A host's action; its time is the window's key time on the game's clock."""

    action: HostAction


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision about a suggestion."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last thing that a person entered."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Enter again what was last taken back; refused once something else was entered."""


@dataclass(frozen=True, slots=True)
class ShowCamera:
    """Which camera's picture the window shows; None for no picture at all."""

    camera: CameraId | None


@dataclass(frozen=True, slots=True)
class Close:
    """The window closes: the table ends the game's files and stops."""


Request = Act | Decide | Undo | Redo | ShowCamera | Close

# From the table to a window.


@dataclass(frozen=True, slots=True)
class CameraHealth:
    """How one camera is doing; age and rate are measured, never nominal."""

    newest_t_ns: int  # of the newest picture, on the game's clock
    rate_hz: float
    pictures: int
    lost: int
    not_analysed: int  # pictures that were recorded but not looked at
    size_px: tuple[int, int]
    armed: bool = True  # False while a camera is away, and until it is warm again: nothing it shows is judged


class SeatSight(StrEnum):
    """How well a seat is seen now."""

    ARMED = "armed"
    DEGRADED = "degraded"
    BLIND = "blind"


@dataclass(frozen=True, slots=True)
class SeatView:
    """What is seen of a seat at this moment; for drawing only, never a claim."""

    sight: SeatSight
    hand: HandPlace | None = None  # during a vote


class Ended(StrEnum):
    """Why no more pictures come."""

    RECORDING_OVER = "recording_over"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole truth a window needs; a window that starts late or again needs nothing else."""

    number: int  # grows with every snapshot
    t_ns: int  # the game's clock when it was made …
    monotonic_ns: int  # … and the machine's monotonic clock at that moment
    paced_01: float  # how fast the game's clock runs against the machine's; below 1 where analysis needs longer
    rules_id: str
    state: GameState
    allowed: frozenset[ActionKind]
    suggestions: tuple[Suggestion, ...]  # all of this game, oldest first
    decided: Mapping[str, Verdict]  # suggestion id → decision
    cues: tuple[Cue, ...]  # the latest, for a running list
    events: tuple[Event, ...]  # of the last input
    can_undo: bool
    can_redo: bool
    head: str  # of the journal's hash chain
    cameras: Mapping[CameraId, CameraHealth] = field(default_factory=dict)
    seats: Mapping[Seat, SeatView] = field(default_factory=dict)
    folder: str = ""  # where the game is kept
    ended: Ended | None = None
    failure: str = ""  # a sentence, where something failed
    report: str = ""  # path of the report once it is written
    journal_trouble: str = ""  # why the journal's newest lines are not on the disk yet
    left_out: int = 0  # entries of a recording that this game has no place for, having taken another way


@dataclass(frozen=True, slots=True)
class Refusal:
    """An action was not accepted; nothing changed."""

    refused: Refused
    action: ActionKind | None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture for looking at, with the seats' outlines of its camera."""

    camera: CameraId
    t_ns: int
    jpeg: bytes
    size_px: tuple[int, int]  # of the JPEG
    seats: Mapping[str, tuple[tuple[float, float], ...]]  # subject → polygon in pixels of the JPEG


@dataclass(frozen=True, slots=True)
class Clip:
    """The pictures round a suggestion's evidence, of every camera that saw it; sent once, to be kept by the window."""

    suggestion: str
    pictures: tuple[Picture, ...]


Answer = Snapshot | Refusal | Picture | Clip
