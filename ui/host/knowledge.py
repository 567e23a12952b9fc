"""What the host's window knows: the table's newest answer, what it must remember, and its own actions on the way.

Times are the machine's monotonic nanoseconds, as keys carry them; `game_ns` maps them to the game's clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.codes import Decision
from engine.cues import CameraId
from engine.events import Event
from engine.intervals import NS_PER_S
from engine.ruleset import Ruleset, load_rules
from engine.seats import Seat
from engine.state import GameState
from engine.suggestions import Suggestion
from ui.host import cards
from ui.host.card_stack import CardStack
from ui.host.cards import Around
from ui.host.entries import entry_text, more_text
from ui.host.hands import Hands, hands_of
from ui.host.moments import Moments
from ui.host.periods import BALLOTS, COVERT, DARK
from ui.host.pictures import KeptPictures
from ui.host.prediction import Expected, Prediction
from ui.host.view import Notice, Sign
from ui.session.messages import Answer, Clip, Picture, Refusal, Request, SeatView, ShowCamera, Snapshot
from ui.words import Words

NOTICE_LASTS_NS: Final = 3 * NS_PER_S
LOG_LINES: Final = 6

Requests = tuple[Request, ...]


@dataclass(frozen=True, slots=True)
class LastEntry:
    """What was entered last, what else follows from it, and when it came to the screen and in the game."""

    text: str = ""
    more: str = ""
    shown_ns: int = 0
    happened_ns: int = 0


class HostKnowledge:
    """Grows by the table's answers. Not safe for use by several threads."""

    def __init__(self, words: Words, *, game_ns: Callable[[int], int], playback: bool = False) -> None:
        self.words = words
        self.playback = playback
        self.snapshot: Snapshot | None = None
        self.snapshot_at_ns = 0
        self.moments = Moments()
        self.kept = KeptPictures()
        self.stack = CardStack()
        self.picture: Picture | None = None
        self.camera: CameraId | None = None
        self.covert: tuple[Seat, ...] = ()  # numbers of a night's entry, typed so far
        self.called_number = 0  # in a night's shooting
        self.entry = LastEntry()
        self.log: deque[tuple[int, str]] = deque(maxlen=LOG_LINES)
        self.notice: tuple[Notice, int] | None = None  # with the time it goes
        self._game_ns = game_ns
        self._prediction = Prediction()
        self._seen: Mapping[Seat, SeatView] = {}
        self._excluded: frozenset[Seat] = frozenset()
        self._ballot: tuple[int, int, Seat | None] | None = None
        self._events: tuple[Event, ...] = ()
        self._camera_chosen = False  # a table tells its cameras only once it has pictures

    @property
    def rules(self) -> Ruleset | None:
        """The ruleset of the game; None until the table has said which."""
        return load_rules(self.snapshot.rules_id) if self.snapshot is not None and self.snapshot.rules_id else None

    def expected(self) -> Expected | None:
        """The table's state with this window's own outstanding actions."""
        rules = self.rules
        if self.snapshot is None or rules is None:
            return None
        return self._prediction.expected(self.snapshot.state, self.snapshot.allowed, rules)

    def around(self, state: GameState, rules: Ruleset) -> Around:
        return Around(state, rules, self.moments, self.words)

    def game_ns(self, now_ns: int) -> int:
        """The game's clock at a moment of the machine's."""
        return self._game_ns(now_ns)

    def is_night(self, state: GameState) -> bool:
        """Whether the night's colours are on; a best move told by day is not night."""
        return state.phase in DARK and (state.naming is None or state.named_from in DARK)

    def hands(self, state: GameState, rules: Ruleset) -> Hands:
        """The open ballot's hands: frozen at the word, corrected by the host."""
        return hands_of(self._seen, self._excluded, self.for_host(state, rules), self.around(state, rules))

    def for_host(self, state: GameState, rules: Ruleset) -> tuple[Suggestion, ...]:
        """Undecided suggestions that the host's screen may show."""
        around = self.around(state, rules)
        return tuple(one for one in state.pending if cards.is_for_host(one, around))

    def take(self, answer: Answer, now_ns: int) -> Requests:
        """Take in an answer of the table."""
        match answer:
            case Snapshot():
                return self._take_snapshot(answer, now_ns)
            case Refusal():
                self._take_refusal(answer, now_ns)
            case Picture():
                self.kept.add(answer)
                if answer.camera == self.camera:
                    self.picture = answer
            case Clip():
                self.kept.pin(answer.pictures)
        return ()

    def _take_snapshot(self, snapshot: Snapshot, now_ns: int) -> Requests:
        if self.snapshot is not None and not snapshot.rules_id:  # its last words: what was known stays on the screen
            snapshot = replace(self.snapshot, ended=snapshot.ended, failure=snapshot.failure)
        elif self.snapshot is not None and snapshot.number < self.snapshot.number:
            return ()
        if not snapshot.rules_id:
            self.snapshot, self.snapshot_at_ns = snapshot, now_ns
            return ()
        self.snapshot, self.snapshot_at_ns = snapshot, now_ns
        self._prediction.settle(snapshot.state, now_ns)
        self._notice_facts(snapshot.state, snapshot.events, now_ns)
        state = snapshot.state
        ballot = (state.day, state.vote.number, state.vote.open) if state.vote and state.phase in BALLOTS else None
        if ballot != self._ballot:
            self._ballot, self._excluded, self._seen = ballot, frozenset(), {}
        if ballot is not None and (state.vote is None or state.vote.word is None or not self._seen):
            self._seen = dict(snapshot.seats)
        if state.phase not in COVERT:
            self.covert, self.called_number = (), 0
        self._take_suggestions(snapshot, now_ns)
        if snapshot.cameras and not self._camera_chosen:
            self._camera_chosen = True
            self.camera = sorted(snapshot.cameras)[0]
            return (ShowCamera(self.camera),)
        return ()

    def _take_suggestions(self, snapshot: Snapshot, now_ns: int) -> None:
        rules = load_rules(snapshot.rules_id)
        night = self.is_night(snapshot.state)
        waiting = () if night else self.for_host(snapshot.state, rules)
        later = frozenset(id_ for id_, verdict in snapshot.decided.items() if verdict.decision is Decision.LATER)
        self.stack.take(waiting, later, now_ns)

    def _notice_facts(self, state: GameState, events: tuple[Event, ...], now_ns: int) -> None:
        self.moments.notice(state)
        if not events or events == self._events:
            return
        self._events = events
        self._write_entry(state, events, now_ns)

    def _write_entry(self, state: GameState, events: tuple[Event, ...], now_ns: int) -> None:
        rules = self.rules
        if rules is None:
            return
        text = entry_text(events, state, rules, self.words)
        happened_ns = events[0].t_ns
        if not text or (happened_ns, text) in self.log:
            return  # the table may tell an older fact once more while a newer one of this window is on its way
        self.entry = LastEntry(text, more_text(events, state, rules, self.words), now_ns, happened_ns)
        self.log.append((happened_ns, text))

    def _take_refusal(self, refusal: Refusal, now_ns: int) -> None:
        self._prediction.forget()
        self.stack.refused()
        self._say(Sign.NOTE, self.words("Not accepted"), self.words.code("refusal", refusal.refused.code), now_ns)

    def _say(self, sign: Sign, title: str, text: str, now_ns: int) -> None:
        expected = self.expected()
        if expected is not None and expected.state.phase in COVERT:
            return  # an answer to a covert entry could tell a role
        self.notice = (Notice(sign, title, text), now_ns + NOTICE_LASTS_NS)
