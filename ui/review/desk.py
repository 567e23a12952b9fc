"""Where a judge is in a review and what a key does. No Qt, no files: entries go to a ledger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from engine.actions import ActionKind, HostAction, Review
from engine.codes import ReviewResult, TimelineKind, WordSource
from engine.faults import Fault
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, Span
from engine.periods import VoteWindow
from engine.suggestions import Suggestion
from ui.keys import seat_of_digit
from ui.review.case import Case, Viewing, viewing_text
from ui.review.keys import AUDIT_KEYS, REVIEW_KEYS, Press
from ui.review.ledger import Ledger
from ui.review.matrix import matrices
from ui.review.matrix_walk import MatrixWalk
from ui.review.speeds import REAL, speeds_for
from ui.words import Words

ROUND_NS: Final = 2 * NS_PER_S
"""How much is shown before the first and after the last moment that a case stands on."""
MARKED_NS: Final = 10 * NS_PER_MS
"""How well a person places a marker on a waveform, to either side."""
NUDGE_NS: Final = NS_PER_MS
REASONS: Final = ("record_shows", "other_seat", "other_moment", "other_clause", "other")
"""Why a decision is changed: each a word of the group `review_reason`."""
_SPEED_OF: Final = {Press.QUARTER: 0.25, Press.HALF: 0.5, Press.REAL: REAL}
_RESULT_OF: Final = {
    Press.CHANGED: ReviewResult.CHANGED,
    Press.STANDS: ReviewResult.STANDS,
    Press.CONFIRMED: ReviewResult.CONFIRMED,
}


class Wanted(StrEnum):
    """What the window has to do."""

    PACK = "pack"
    PRINT = "print"
    FULL_SCREEN = "full_screen"


class Screen(StrEnum):
    REVIEW = "review"
    AUDIT = "audit"


class Pictures(Protocol):
    """Times of pictures, of one camera by its number from 0 or of all."""

    def next_ns(self, t_ns: int, camera: int | None) -> int | None: ...
    def previous_ns(self, t_ns: int, camera: int | None) -> int | None: ...


class NoWordNear(Fault):
    """A marker without a word that it could correct."""

    template = "No closing word is written down for this case: there is nothing to move."


class SpeedClosed(Fault):
    """Slow motion where the rulebook's policy does not open it."""

    template = "Slow motion is open only where the clause is about timing or contact."


class ReasonFirst(Fault):
    """A changed decision without its reason."""

    template = "Name the reason by its digit, then sign."


class NothingChosen(Fault):
    """Enter without a verdict."""

    template = "Nothing is chosen yet: A changed, S stands, D confirmed."


class NoReview(Fault):
    """Nothing to take back."""

    template = "There is no review to take back."


@dataclass(slots=True)
class ReviewDesk:
    """One judge's look at one game; `reload` reads the game anew after an entry."""

    case: Case
    ledger: Ledger
    reload: Callable[[], Case]
    words: Words
    pictures: Pictures
    by: str = "judge"
    screen: Screen = Screen.REVIEW
    current: int = 0
    t_ns: int = 0
    speed: float = REAL
    playing: bool = False
    angle: int | None = None  # its number from 0; None: all
    draft: ReviewResult | None = None
    reason: str = ""
    marker_ns: int | None = None  # where the word is to begin
    help_open: bool = False
    said: str = ""
    is_bad: bool = False
    opened_ns: int = 0  # when this case was opened, on the machine's clock
    walk: MatrixWalk = field(default_factory=MatrixWalk)
    _played_from_ns: int = 0
    _play_began_ns: int = 0
    _used: dict[str, set[float]] = field(default_factory=dict)

    def begin(self, now_ns: int) -> None:
        """Open the first case that waits, else the first."""
        self.walk.matrices = matrices(self.case, self.words)
        waiting = [n for n, one in enumerate(self.case.suggestions) if self.review_of(one) is None]
        self.open(waiting[0] if waiting else 0, now_ns)
        self.walk.first_difference()

    # What is looked at

    @property
    def suggestion(self) -> Suggestion | None:
        """The open case."""
        found = self.case.suggestions
        return found[self.current] if self.current < len(found) else None

    @property
    def window(self) -> VoteWindow | None:
        """The vote of the open case."""
        return self.case.window_of(self.suggestion) if self.suggestion is not None else None

    def review_of(self, suggestion: Suggestion) -> ReviewResult | None:
        """The review that stands."""
        for one in reversed(self.case.decided.get(suggestion.id, ())):
            if not one.taken_back and one.what in set(ReviewResult):
                return ReviewResult(one.what)
        return None

    @property
    def speeds(self) -> tuple[float, ...]:
        return speeds_for(self.suggestion)

    @property
    def used(self) -> tuple[float, ...]:
        """Speeds at which the open case was looked at, the fastest first, by anybody."""
        if self.suggestion is None:
            return ()
        own = self._used.get(self.suggestion.id, set())
        before = {one.speed for one in self.case.viewings if one.suggestion == self.suggestion.id}
        return tuple(sorted(own | before, reverse=True))

    @property
    def stretch_ns(self) -> tuple[int, int]:
        """What the open case needs to be understood: hands, word and pictures, with a guard on both sides."""
        suggestion = self.suggestion
        if suggestion is None:
            return max(0, self.t_ns - ROUND_NS), self.t_ns + ROUND_NS
        moments = [suggestion.when.start.earliest_ns, suggestion.when.start.latest_ns]
        moments += [piece.t_ns for piece in suggestion.evidence]
        if suggestion.when.end is not None:
            moments.append(suggestion.when.end.latest_ns)
        word = self.word
        if word is not None:
            moments += [word.start.earliest_ns, (word.end or word.start).latest_ns]
        return max(0, min(moments) - ROUND_NS), max(moments) + ROUND_NS

    @property
    def word(self) -> Span | None:
        """The closing word of the open case's vote."""
        return self.window.word if self.window is not None else None

    @property
    def marked_word(self) -> Span | None:
        """The word as the marker would move it."""
        word = self.word
        if word is None or self.marker_ns is None:
            return None
        by_ns = self.marker_ns - word.start.middle_ns
        return Span(_marked(word.start, by_ns), _marked(word.end, by_ns) if word.end is not None else None)

    # Moving

    def open(self, number: int, now_ns: int) -> None:
        """Open a case: paused, at real speed, at its decisive moment."""
        self.stop(now_ns)
        self.current = max(0, min(number, len(self.case.suggestions) - 1))
        self.draft, self.reason, self.marker_ns = None, "", None
        self.speed, self.angle, self.opened_ns = REAL, None, now_ns
        suggestion = self.suggestion
        if suggestion is not None:
            start = suggestion.when.start.middle_ns
            shown = [piece.t_ns for piece in suggestion.evidence]
            self.t_ns = min(shown, key=lambda t: abs(t - start), default=start)

    def jump(self, t_ns: int, now_ns: int) -> None:
        """Go to a moment."""
        self.stop(now_ns)
        self.t_ns = max(0, min(t_ns, self.case.until_ns + ROUND_NS))

    def tick(self, now_ns: int) -> None:
        """Time goes on while it plays; the end of the case's stretch stops it."""
        if not self.playing:
            return
        at_ns = self._played_from_ns + round((now_ns - self._play_began_ns) * self.speed)
        end_ns = self.stretch_ns[1] if self._played_from_ns < self.stretch_ns[1] else self.case.until_ns
        self.t_ns = min(at_ns, end_ns)
        if at_ns >= end_ns:
            self.stop(now_ns)

    def stop(self, now_ns: int) -> None:
        """Stop, and write down what was looked at and how fast."""
        if not self.playing:
            return
        self.playing = False
        suggestion = self.suggestion
        if suggestion is None or self.t_ns <= self._played_from_ns:
            return
        viewing = Viewing(suggestion.id, self.speed, self._played_from_ns, self.t_ns)
        self._used.setdefault(suggestion.id, set()).add(self.speed)
        self._enter(HostAction(ActionKind.MARK, 0, text=viewing_text(viewing), by=self.by), quiet=True)

    # Keys

    def press(self, key: str, now_ns: int) -> Wanted | None:
        """Do what a key stands for; what is refused is said in one sentence."""
        self.tick(now_ns)
        command = (REVIEW_KEYS if self.screen is Screen.REVIEW else AUDIT_KEYS).get(key)
        if command is None:
            return None
        self.said, self.is_bad = "", False
        try:
            if self.help_open and command is not Press.FULL_SCREEN:
                self.help_open = False
                if command in (Press.HELP, Press.SAFE):
                    return None
            return self._do(command, key, now_ns)
        except Fault as fault:
            self.say(self.words.fault(fault), bad=True)
            return None

    def say(self, text: str, *, bad: bool = False) -> None:
        """One sentence about the last key."""
        self.said, self.is_bad = text, bad

    def _do(self, command: Press, key: str, now_ns: int) -> Wanted | None:
        match command:
            case Press.HELP:
                self.help_open = True
            case Press.FULL_SCREEN:
                return Wanted.FULL_SCREEN
            case Press.REVIEW | Press.AUDIT:
                self.stop(now_ns)
                self.screen = Screen(command)
            case Press.SAFE:
                self.draft, self.reason, self.marker_ns = None, "", None
                self.stop(now_ns)
            case Press.PREVIOUS | Press.NEXT:
                step = 1 if command is Press.NEXT else -1
                self._walk(step, now_ns) if self.screen is Screen.REVIEW else self.walk.next_difference(step)
            case Press.PACK:
                return Wanted.PACK
            case Press.PRINT:
                return Wanted.PRINT
            case Press.OPEN:
                self.show_cell(now_ns)
            case _:
                self._move(command, key, now_ns) if self.screen is Screen.REVIEW else self.walk.move(command)
        return None

    def _walk(self, step: int, now_ns: int) -> None:
        if 0 <= self.current + step < len(self.case.suggestions):
            self.open(self.current + step, now_ns)

    def _move(self, command: Press, key: str, now_ns: int) -> None:
        match command:
            case Press.PLAY:
                self._play(now_ns)
            case Press.FRAME_BACK | Press.FRAME_ON:
                self.stop(now_ns)
                ask = self.pictures.next_ns if command is Press.FRAME_ON else self.pictures.previous_ns
                found = ask(self.t_ns, self.angle)
                self.t_ns = self.t_ns if found is None else found
            case Press.SECOND_BACK | Press.SECOND_ON:
                self.jump(self.t_ns + (NS_PER_S if command is Press.SECOND_ON else -NS_PER_S), now_ns)
            case Press.EVENT_BACK | Press.EVENT_ON:
                self._event(command is Press.EVENT_ON, now_ns)
            case Press.QUARTER | Press.HALF | Press.REAL:
                self._slow(_SPEED_OF[command], now_ns)
            case Press.DIGIT:
                self._digit(key)
            case Press.CHANGED | Press.STANDS | Press.CONFIRMED:
                if self.suggestion is not None:
                    self.draft, self.reason = _RESULT_OF[command], ""
            case Press.MARKER:
                if self.word is None:
                    raise NoWordNear
                self.stop(now_ns)
                self.marker_ns = self.t_ns
            case Press.EARLIER | Press.LATER:
                self._nudge(NUDGE_NS if command is Press.LATER else -NUDGE_NS)
            case Press.SIGN:
                self._sign(now_ns)
            case Press.UNDO:
                self._take_back(now_ns)
            case _:
                pass

    def _play(self, now_ns: int) -> None:
        if self.playing:
            self.stop(now_ns)
            return
        if self.t_ns >= self.stretch_ns[1] or self.t_ns >= self.case.until_ns:
            self.t_ns = self.stretch_ns[0]
        self.playing = True
        self._played_from_ns, self._play_began_ns = self.t_ns, now_ns

    def _slow(self, speed: float, now_ns: int) -> None:
        if speed not in self.speeds:
            raise SpeedClosed
        was_playing = self.playing
        self.stop(now_ns)
        self.speed = speed
        if was_playing:
            self._play(now_ns)

    def _event(self, forward: bool, now_ns: int) -> None:
        moments = sorted(
            {entry.t.middle_ns for entry in self.case.chronicle.entries if entry.kind is not TimelineKind.ROLE}
            | {cue.when.start.middle_ns for cue in self.case.cues if cue.evidence}
        )
        later = [t for t in moments if t > self.t_ns]
        sooner = [t for t in moments if t < self.t_ns]
        if forward and later:
            self.jump(later[0], now_ns)
        elif not forward and sooner:
            self.jump(sooner[-1], now_ns)

    def _digit(self, key: str) -> None:
        number = seat_of_digit(key)
        if number is None:
            return
        if self.draft is ReviewResult.CHANGED:
            if number <= len(REASONS):
                self.reason = REASONS[number - 1]
            return
        self.angle = None if number == 10 or self.angle == number - 1 else number - 1

    def _nudge(self, by_ns: int) -> None:
        word = self.word
        if word is None:
            raise NoWordNear
        self.marker_ns = max(0, (word.start.middle_ns if self.marker_ns is None else self.marker_ns) + by_ns)

    # Entries

    def _sign(self, now_ns: int) -> None:
        if self.marker_ns is not None:
            self._move_word(now_ns)
            return
        suggestion, draft = self.suggestion, self.draft
        if suggestion is None or draft is None:
            raise NothingChosen
        if draft is ReviewResult.CHANGED and not self.reason:
            raise ReasonFirst
        self.stop(now_ns)
        reason = self.words.code("review_reason", self.reason) if self.reason else ""
        slowest = min(self.used, default=None)
        if self._enter(Review(suggestion.id, draft, 0, self.by, reason, slowest)):
            self.draft, self.reason = None, ""
            self._read_again()
            self.say(self.words("Signed: {result}.", result=self.words.code("review", draft)))

    def _move_word(self, now_ns: int) -> None:
        word = self.marked_word
        if word is None:
            raise NoWordNear
        self.stop(now_ns)
        action = HostAction(ActionKind.CORRECT_WORD, 0, word=word, source=WordSource.LABEL, by=self.by)
        if self._enter(action):
            self.marker_ns = None
            self._read_again()
            self.say(self.words("The word now begins where you marked it; Z takes that back."))

    def _take_back(self, now_ns: int) -> None:
        if self.draft is not None or self.marker_ns is not None:
            self.draft, self.reason, self.marker_ns = None, "", None
            return
        self.stop(now_ns)
        if not self.ledger.take_back(self.by):
            raise NoReview
        self._read_again()
        self.say(self.words("Taken back."))

    def _enter(self, given: HostAction | Review, *, quiet: bool = False) -> bool:
        """Whether it stands in the journal; what keeps it out is said."""
        try:
            if self.case.trouble is not None:
                raise self.case.trouble
            self.ledger.enter(given)
        except Fault as fault:
            sentence = self.words.fault(fault)
            self.say(
                self.words("This look is not written down: {reason}", reason=sentence) if quiet else sentence, bad=True
            )
            return False
        return True

    def _read_again(self) -> None:
        open_id = self.suggestion.id if self.suggestion is not None else ""
        self.case = self.reload()
        self.walk.matrices = matrices(self.case, self.words)
        ids = [one.id for one in self.case.suggestions]
        self.current = ids.index(open_id) if open_id in ids else 0

    def show_cell(self, now_ns: int) -> None:
        """Go to the moment of the matrix's cell; its own case is opened where there is one."""
        cell = self.walk.cell
        if cell is None:
            return
        self.screen = Screen.REVIEW
        ids = [one.id for one in self.case.suggestions]
        if cell.suggestion in ids:
            self.open(ids.index(cell.suggestion), now_ns)
        self.jump(cell.t_ns, now_ns)


def _marked(edge: Interval, by_ns: int) -> Interval:
    middle = edge.middle_ns + by_ns
    return Interval(max(0, middle - MARKED_NS), max(0, middle + MARKED_NS))
