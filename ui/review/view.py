"""What the judge's screens show at one moment: plain values, in the reader's words, without Qt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.cues import Evidence
from ui.host.view import Button, KeyHint, Sign, Tier


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A suggestion in the list."""

    tier: Tier
    title: str
    place: str
    standing: str
    is_open: bool
    is_settled: bool


class BarKind(StrEnum):
    """What an interval is."""

    TOUCH = "touch"
    LIFT = "lift"
    WORD = "word"
    MARKER = "marker"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Bar:
    """An interval; times are the game's."""

    from_ns: int
    to_ns: int
    kind: BarKind
    text: str


@dataclass(frozen=True, slots=True)
class Strip:
    """Intervals of hands and word, and the sound, on one axis; zero is the beginning of the word."""

    from_ns: int
    to_ns: int
    now_ns: int
    rows: tuple[tuple[str, tuple[Bar, ...]], ...]
    peaks: tuple[float, ...]
    sound_title: str  # where there is no sound, that there is none
    ticks: tuple[tuple[int, str], ...]
    description: str


class MarkKind(StrEnum):
    """What stands on a row of the timeline."""

    BLOCK = "block"
    LINE = "line"
    REMOVAL = "removal"
    FOUL = "foul"
    NOTE = "note"
    CUE = "cue"
    DONE = "done"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class TimeMark:
    """A moment or a stretch of the game."""

    from_ns: int
    to_ns: int
    kind: MarkKind
    text: str = ""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The whole game."""

    until_ns: int
    now_ns: int
    rows: tuple[tuple[str, tuple[TimeMark, ...]], ...]
    description: str


@dataclass(frozen=True, slots=True)
class AnglePlate:
    """What stands over a camera's picture, or instead of it."""

    number: int
    name: str
    apart: str  # how far the picture lies from the moment that is shown
    message: str = ""  # why there is no picture
    is_large: bool = False


@dataclass(frozen=True, slots=True)
class CasePanel:
    """The open case in words."""

    tier: Tier
    title: str
    fact: str
    rows: tuple[tuple[str, str], ...]
    verdicts: tuple[tuple[Button, str], ...]  # with what each says
    reasons: tuple[KeyHint, ...]
    sign: Button


@dataclass(frozen=True, slots=True)
class HelpPage:
    """All keys of a screen and what it is for."""

    title: str
    text: str
    keys: tuple[KeyHint, ...]


@dataclass(frozen=True, slots=True)
class ReviewView:
    """The judge's review."""

    title: str
    game: str
    clock_words: str
    clock: str
    is_over_mark: bool
    counted: str
    cases: tuple[CaseRow, ...]
    empty: str
    time: str
    speed: str
    angles: tuple[AnglePlate, ...]
    no_film: str
    strip: Strip
    timeline: Timeline
    panel: CasePanel | None
    said: str
    is_bad: bool
    hints: tuple[KeyHint, ...]
    walk_keys: tuple[KeyHint, ...]
    panel_keys: tuple[KeyHint, ...]
    help: HelpPage | None


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell of the matrix."""

    sign: Sign | None
    is_alarm: bool
    word: str
    times: str
    span_s: tuple[float, float] | None
    is_chosen: bool
    differs: bool
    description: str


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """One line of the list of differences."""

    sign: Sign | None
    seat: str
    recorded: str
    seen: str
    is_chosen: bool
    is_alarm: bool


@dataclass(frozen=True, slots=True)
class AuditView:
    """The vote audit."""

    title: str
    subtitle: str
    columns: tuple[tuple[str, str, str], ...]  # candidate, what was seen, what the host counted
    rows: tuple[tuple[str, str, tuple[CellView, ...]], ...]  # number, nick, cells
    empty: str
    differences_title: str
    differences: tuple[DifferenceLine, ...]
    totals: tuple[str, ...]  # candidates whose count parts from what was seen
    detail_title: str
    detail: tuple[tuple[str, str], ...]
    evidence: tuple[tuple[Evidence, str], ...]
    no_picture: str
    legend: tuple[tuple[Sign | None, str], ...]
    buttons: tuple[Button, ...]
    hints: tuple[KeyHint, ...]
    said: str
    is_bad: bool
    help: HelpPage | None
