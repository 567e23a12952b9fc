"""Which suggestion is open, what has been looked at, and what a decision key does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.clauses import Sanction
from engine.codes import Decision
from engine.intervals import NS_PER_MS, NS_PER_S
from engine.suggestions import Suggestion
from ui.host.cards import SANCTIONS_TO_NAME, SOFTEN_REASONS

DEAD_NS: Final = 400 * NS_PER_MS  # a key meant for something else must not decide a card that has just appeared
CLIP_NS: Final = 2 * NS_PER_S
_ANSWER_NS: Final = 3 * NS_PER_S


@dataclass(frozen=True, slots=True)
class Choosing:
    """A decision that waits for its reason or sanction, one digit each."""

    decision: Decision
    options: tuple[str, ...]  # codes of the group `soften` or `sanction`


@dataclass(frozen=True, slots=True)
class Chosen:
    """A complete decision."""

    suggestion: str
    decision: Decision
    reason: str = ""
    sanction: Sanction | None = None


@dataclass(slots=True)
class CardStack:
    """The open card stays until it is decided; a new one joins the end."""

    queue: tuple[Suggestion, ...] = ()
    kept: tuple[Suggestion, ...] = ()  # put off, or left: a legal end
    choosing: Choosing | None = None
    playing_since_ns: int | None = None
    _current: str | None = None
    _since_ns: int = 0
    _viewed: set[str] = field(default_factory=set)
    _sent: dict[str, int] = field(default_factory=dict)

    def take(self, waiting: tuple[Suggestion, ...], put_off: frozenset[str], now_ns: int) -> None:
        """A new list of undecided suggestions, oldest first; `put_off` were answered with "later"."""
        self._sent = {id_: at for id_, at in self._sent.items() if now_ns - at < _ANSWER_NS and id_ not in put_off}
        here = tuple(one for one in waiting if one.id not in self._sent)
        self.queue = tuple(one for one in here if one.id not in put_off)
        self.kept = tuple(one for one in here if one.id in put_off)
        if self._current not in {one.id for one in here}:
            self._open(self.queue[0].id if self.queue else None, now_ns)

    def refused(self) -> None:
        """The last decision was not accepted: its card comes back."""
        self._sent.clear()

    @property
    def current(self) -> Suggestion | None:
        return next((one for one in (*self.queue, *self.kept) if one.id == self._current), None)

    def waiting(self) -> tuple[Suggestion, ...]:
        """Suggestions behind the open one."""
        return tuple(one for one in self.queue if one.id != self._current)

    def walk(self, step: int, now_ns: int) -> None:
        """The next or previous card, those put off included."""
        ids = [one.id for one in (*self.queue, *self.kept)]
        if not ids:
            return
        at = ids.index(self._current) if self._current in ids else -1 if step > 0 else 0
        self._open(ids[(at + step) % len(ids)], now_ns)

    def look(self, now_ns: int) -> None:
        """Play the clip of the open card once."""
        if self.current is not None and not self.is_playing(now_ns):
            self.playing_since_ns = now_ns

    def is_playing(self, now_ns: int) -> bool:
        return self.playing_since_ns is not None and now_ns - self.playing_since_ns < CLIP_NS

    def tick(self, now_ns: int) -> None:
        """A clip that has been seen to its end opens the decision."""
        if self.playing_since_ns is not None and not self.is_playing(now_ns):
            self.playing_since_ns = None
            if self._current is not None:
                self._viewed.add(self._current)

    def is_viewed(self) -> bool:
        return self._current in self._viewed

    def was_viewed(self, suggestion: str) -> bool:
        """Whether a card's clip was watched to its end, at its own speed."""
        return suggestion in self._viewed

    def is_awake(self, now_ns: int) -> bool:
        """Whether decision keys are live: not in the first moments of a card's life."""
        return self._current is not None and now_ns - self._since_ns >= DEAD_NS

    def decide(self, decision: Decision, now_ns: int, *, needs_sanction: bool) -> Chosen | None:
        """A decision key; None while a reason or a sanction is still to be named."""
        if self._current is None:
            return None
        if self.choosing is not None and self.choosing.decision is decision:
            self.choosing = None
            return None
        if decision is Decision.SOFTEN:
            self.choosing = Choosing(decision, SOFTEN_REASONS)
            return None
        if decision is Decision.ACCEPT and needs_sanction:
            self.choosing = Choosing(decision, tuple(SANCTIONS_TO_NAME))
            return None
        return self._done(Chosen(self._current, decision), now_ns)

    def choose(self, number: int, now_ns: int) -> Chosen | None:
        """The reason or sanction behind a digit; None where the digit names none."""
        choosing, current = self.choosing, self._current
        if choosing is None or current is None or not 1 <= number <= len(choosing.options):
            return None
        option = choosing.options[number - 1]
        if choosing.decision is Decision.SOFTEN:
            return self._done(Chosen(current, choosing.decision, reason=option), now_ns)
        return self._done(Chosen(current, choosing.decision, sanction=Sanction(option)), now_ns)

    def _done(self, chosen: Chosen, now_ns: int) -> Chosen:
        self._sent[chosen.suggestion] = now_ns
        self.queue = tuple(one for one in self.queue if one.id != chosen.suggestion)
        self.kept = tuple(one for one in self.kept if one.id != chosen.suggestion)
        self._open(self.queue[0].id if self.queue else None, now_ns)
        return chosen

    def _open(self, suggestion: str | None, now_ns: int) -> None:
        if suggestion != self._current:
            self._current, self._since_ns = suggestion, now_ns
        self.choosing = None
        self.playing_since_ns = None
