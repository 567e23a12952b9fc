"""The host's window without widgets: keys go in, requests to the table come out.

What it shows is `ui.host.screen.host_view`, a function of the model and the moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from engine.actions import ActionKind, HostAction, Verdict
from engine.codes import Decision, Phase, WordSource
from engine.cues import CameraId
from engine.events import RefusalCode
from engine.host_key import word_by_key
from engine.intervals import NS_PER_S
from engine.ruleset import Ruleset
from engine.seats import Seat
from engine.state import GameState
from engine.step import refusal
from ui.host import cards, digits
from ui.host.card_stack import Chosen
from ui.host.digits import Mode
from ui.host.knowledge import HostKnowledge, LastEntry, Requests
from ui.host.periods import BALLOTS, COVERT
from ui.host.prediction import Expected
from ui.host.steps import Offer, clock_step, next_step
from ui.host.view import Sign
from ui.keys import HOST_KEYS, Command, seat_of_digit
from ui.session.messages import Act, Decide, Redo, ShowCamera, Undo
from ui.words import Words

MODE_LASTS_NS: Final = 3 * NS_PER_S
_DECISIONS: Final = {
    Command.ACCEPT: Decision.ACCEPT,
    Command.SOFTEN: Decision.SOFTEN,
    Command.DISMISS: Decision.DISMISS,
    Command.LATER: Decision.LATER,
}
_MODES: Final = {
    Command.FOUL: Mode.FOUL,
    Command.TECH_FOUL: Mode.TECH_FOUL,
    Command.REMOVE: Mode.REMOVE,
    Command.WITHDRAW: Mode.WITHDRAW,
    Command.WRONG_SEAT: Mode.WRONG_SEAT,
}


@dataclass(frozen=True, slots=True)
class Typing:
    """A half-typed command: its mode, since when, and the seat once it is named and only Enter is missing."""

    mode: Mode
    since_ns: int
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Own:
    """The last action of this window and the state it was made in, so that a wrong seat can be corrected."""

    action: HostAction
    before: GameState


class HostModel(HostKnowledge):
    """What the host's window does with a key. Not safe for use by several threads."""

    def __init__(
        self, words: Words, *, game_ns: Callable[[int], int], playback: bool = False, key_resolution_ns: int = 0
    ) -> None:
        super().__init__(words, game_ns=game_ns, playback=playback)
        self.large = False  # the camera's picture in place of the ring
        self.revealing = False
        self.help_open = False
        self.full_screen = False
        self.typing: Typing | None = None
        self._resolution_ns = key_resolution_ns
        self._own: Own | None = None
        self._covert_done: list[bool] = []  # what was entered in the night's covert steps, and whether it was accepted

    def tick(self, now_ns: int) -> None:
        """Let pass what lasts only a while: a half-typed command, a notice, a clip."""
        if self.typing is not None and now_ns - self.typing.since_ns >= MODE_LASTS_NS:
            self.typing = None
        if self.notice is not None and now_ns >= self.notice[1]:
            self.notice = None
        self.stack.tick(now_ns)

    @property
    def may_set_up(self) -> bool:
        """Whether no game would be broken off: it is a recording, has not begun, is over, or its table is gone."""
        snapshot = self.snapshot
        if snapshot is None or snapshot.ended is not None or self.playback:
            return True
        return snapshot.state.phase in (Phase.SETUP, Phase.OVER)

    def release(self, key: str) -> None:
        """A key was let go."""
        if HOST_KEYS.get(key) is Command.REVEAL:
            self.revealing = False

    def press(self, key: str, at_ns: int) -> Requests:
        """A key went down at this time of the machine's clock."""
        self.tick(at_ns)
        command = HOST_KEYS.get(key)
        if command is None:
            return ()
        if self.help_open and command in (Command.SAFE, Command.HELP, Command.KEYS):
            self.help_open = False
            return ()
        if command is Command.REPORT and (self.snapshot is None or not self.snapshot.report):
            self._say(
                Sign.NOTE, self.words("No report yet"), self.words("It is written when the recording is over."), at_ns
            )
        if command is Command.SETUP and not self.may_set_up:
            self._say(Sign.NOTE, self.words("Not now"), self.words("The set-up opens before and after a game."), at_ns)
        return self._window_command(command) or self._game_command(command, key, at_ns)

    def _window_command(self, command: Command) -> Requests:
        match command:
            case Command.SAFE:
                self.typing, self.notice, self.covert = None, None, ()
                self.revealing, self.stack.choosing = False, None
            case Command.HELP | Command.KEYS:
                self.help_open = True
            case Command.FULL_SCREEN:
                self.full_screen = not self.full_screen
            case Command.LARGE:
                self.large = not self.large and self.camera is not None
            case Command.REVEAL:
                self.revealing = True
            case Command.CAMERA:
                return self._next_camera()
            case _:
                pass
        return ()

    def _next_camera(self) -> Requests:
        if self.snapshot is None or not self.snapshot.cameras:
            return ()
        order: list[CameraId | None] = [*sorted(self.snapshot.cameras), None]
        self.camera = order[(order.index(self.camera) + 1) % len(order)] if self.camera in order else order[0]
        self.picture, self.large = None, self.large and self.camera is not None
        return (ShowCamera(self.camera),)

    def _game_command(self, command: Command, key: str, at_ns: int) -> Requests:
        expected = self.expected()
        rules = self.rules
        if expected is None or rules is None:
            return ()
        if command in _DECISIONS:
            return self._decision(_DECISIONS[command], at_ns, expected.state, rules)
        if command in _MODES:
            self._begin(_MODES[command], expected, at_ns)
            return ()
        match command:
            case Command.NEXT:
                return self._next(expected, rules, at_ns)
            case Command.CLOCK:
                return self._clock(expected, rules, at_ns)
            case Command.SEAT:
                number = seat_of_digit(key)
                return self._digit(Seat(number), expected, rules, at_ns) if number is not None else ()
            case Command.MARK:
                return self._act(HostAction(ActionKind.MARK, 0), expected.state, rules, at_ns)
            case Command.PAUSE:
                paused = expected.state.paused_ns is not None
                kind = ActionKind.RESUME if paused else ActionKind.PAUSE
                return self._act(HostAction(kind, 0), expected.state, rules, at_ns)
            case Command.UNDO | Command.REDO:
                return self._take_back(command, at_ns)
            case Command.VIEW:
                self.stack.look(at_ns)
            case Command.PREVIOUS_CARD | Command.NEXT_CARD:
                self.stack.walk(1 if command is Command.NEXT_CARD else -1, at_ns)
            case _:
                pass
        return ()

    def press_seat(self, seat: Seat, at_ns: int) -> Requests:
        """A seat of the ring was clicked: the same as its digit."""
        expected, rules = self.expected(), self.rules
        return self._digit(seat, expected, rules, at_ns) if expected is not None and rules is not None else ()

    def next_offer(self, expected: Expected, rules: Ruleset) -> Offer:
        """What Enter does now."""
        counted = self.hands(expected.state, rules).counted
        return next_step(expected.state, expected.allowed, counted, self.words)

    def clock_offer(self, expected: Expected) -> Offer:
        """What Space does now."""
        return clock_step(expected.state, expected.allowed, self.called_number + 1, self.words)

    def _next(self, expected: Expected, rules: Ruleset, at_ns: int) -> Requests:
        typing = self.typing
        if typing is not None and typing.mode is Mode.REMOVE and typing.seat is not None:
            self.typing = None
            return self._act(HostAction(ActionKind.REMOVE, 0, typing.seat), expected.state, rules, at_ns)
        offer = self.next_offer(expected, rules)
        return self._act(offer.action, expected.state, rules, at_ns) if offer.action is not None else ()

    def _clock(self, expected: Expected, rules: Ruleset, at_ns: int) -> Requests:
        action = self.clock_offer(expected).action
        if action is None:
            return ()
        if action.kind is ActionKind.CLOSING_WORD:
            word = word_by_key(self._game_ns(at_ns), self._resolution_ns)
            action = replace(action, word=word, source=WordSource.HOST_KEY)
        requests = self._act(action, expected.state, rules, at_ns)
        if requests and action.kind is ActionKind.CALL_NUMBER and action.number is not None:
            self.called_number = action.number
        return requests

    def _begin(self, mode: Mode, expected: Expected, at_ns: int) -> None:
        if self.typing is not None and self.typing.mode is mode:
            self.typing = None
            return
        possible = self.can_correct(expected.state) or expected.state.phase in COVERT
        if mode is not Mode.WRONG_SEAT:
            possible = digits.ACTION_OF_MODE[mode] in expected.allowed
        if possible:
            self.typing, self.notice = Typing(mode, at_ns), None

    def _digit(self, seat: Seat, expected: Expected, rules: Ruleset, at_ns: int) -> Requests:
        state, typing = expected.state, self.typing
        if self.stack.choosing is not None:
            return self._decided(self.stack.choose(seat, at_ns), at_ns)
        if typing is not None:
            return self._complete(typing, seat, state, rules, at_ns)
        if state.phase in COVERT and state.paused_ns is None:
            return self._type_covertly(seat, state, rules, at_ns)
        if state.phase in BALLOTS and state.paused_ns is None:
            return self._toggle_hand(seat, state, rules, at_ns)
        action = digits.action_of_digit(seat, state)
        return self._act(action, state, rules, at_ns) if action is not None else ()

    def _complete(self, typing: Typing, seat: Seat, state: GameState, rules: Ruleset, at_ns: int) -> Requests:
        if typing.mode is Mode.REMOVE:
            code = refusal(state, self._timed(HostAction(ActionKind.REMOVE, 0, seat), state, at_ns), rules)
            if code is not None:
                self._refuse(code, at_ns)
                return ()
            self.typing = replace(typing, since_ns=at_ns, seat=seat)
            return ()
        self.typing = None
        if typing.mode is Mode.WRONG_SEAT:
            return self._correct(seat, rules, at_ns)
        return self._act(digits.action_of_mode(typing.mode, seat, state), state, rules, at_ns)

    def can_correct(self, state: GameState) -> bool:
        """Whether the last thing entered was this window's, about a seat, and nothing was entered since."""
        own = self._own
        return own is not None and digits.can_change_seat(own.action) and own.action.t_ns == state.t_ns

    def _correct(self, seat: Seat, rules: Ruleset, at_ns: int) -> Requests:
        own, expected = self._own, self.expected()
        if own is None or expected is None or not self.can_correct(expected.state):
            return ()
        right = (
            replace(own.action, target=seat) if digits.is_targeted(own.action) else replace(own.action, subject=seat)
        )
        right = replace(right, t_ns=max(own.action.t_ns, self._game_ns(at_ns)))
        code = refusal(own.before, right, rules)
        if code is not None:
            self._refuse(code, at_ns)
            return ()
        self._prediction.forget()
        self._own = Own(right, own.before)
        return Undo(), Act(right)

    def _type_covertly(self, seat: Seat, state: GameState, rules: Ruleset, at_ns: int) -> Requests:
        action = digits.covert_action((*self.covert, seat), state)
        if action is None:
            self.covert = (*self.covert, seat)
            return ()
        self.covert = ()
        return self._act(action, state, rules, at_ns)

    def _toggle_hand(self, seat: Seat, state: GameState, rules: Ruleset, at_ns: int) -> Requests:
        """A hand that is counted is taken off, one that is not is written down."""
        uncast = self._timed(HostAction(ActionKind.UNCAST, 0, seat), state, at_ns)
        if refusal(state, uncast, rules) is None:
            self._excluded |= {seat}
            return self._act(uncast, state, rules, at_ns)
        if seat in self.hands(state, rules).counted:
            self._excluded |= {seat}
            return ()
        if seat in self._excluded and seat in self._seen:
            self._excluded -= {seat}
            if seat in self.hands(state, rules).counted:
                return ()
        return self._act(HostAction(ActionKind.CAST, 0, seat), state, rules, at_ns)

    def _timed(self, action: HostAction, state: GameState, at_ns: int) -> HostAction:
        """Strictly later than everything before, so that a confirmation can be told from its absence."""
        return replace(action, t_ns=max(self._game_ns(at_ns), state.t_ns + 1))

    def _act(self, action: HostAction, state: GameState, rules: Ruleset, at_ns: int) -> Requests:
        action = self._timed(action, state, at_ns)
        code = refusal(state, action, rules)
        if state.phase in COVERT:
            self._covert_done.append(code is None)
        else:
            self._covert_done.clear()
        if code is not None:
            self._refuse(code, at_ns)
            return ()
        self._own = Own(action, state)
        self._prediction.send(action, at_ns)
        self.notice = None
        expected = self.expected()
        if expected is not None and expected.events is not None:
            self._notice_facts(expected.state, expected.events, at_ns)
        return (Act(action),)

    def _refuse(self, code: RefusalCode, at_ns: int) -> None:
        self._say(Sign.NOTE, self.words("Not now"), self.words.code("refusal", code), at_ns)

    def _take_back(self, command: Command, at_ns: int) -> Requests:
        snapshot = self.snapshot
        if snapshot is None or not (snapshot.can_undo if command is Command.UNDO else snapshot.can_redo):
            return ()
        if command is Command.UNDO and self._covert_done and not self._covert_done.pop():
            return ()  # that entry was refused, which the screen must not tell: taking it back changes nothing
        self._prediction.forget()
        self._own = None
        if command is Command.REDO:
            return (Redo(),)
        covert = snapshot.state.phase in COVERT
        if self.entry.text and not covert:
            text = self.words("Taken back: {what}", what=self.entry.text)
            self.entry = LastEntry(text, "", at_ns, self._game_ns(at_ns))
            self.log.append((self.entry.happened_ns, text))
        self._events = ()
        return (Undo(),)

    def _decision(self, decision: Decision, at_ns: int, state: GameState, rules: Ruleset) -> Requests:
        current = self.stack.current
        if current is None or not self.stack.is_awake(at_ns):
            return ()
        locked = cards.removes(current, self.around(state, rules)) and not self.stack.is_viewed()
        if locked and decision in (Decision.ACCEPT, Decision.SOFTEN):
            return ()
        asks = cards.needs_sanction(current)
        return self._decided(self.stack.decide(decision, at_ns, needs_sanction=asks), at_ns)

    def _decided(self, chosen: Chosen | None, at_ns: int) -> Requests:
        if chosen is None:
            return ()
        reason = self.words.code("soften", chosen.reason) if chosen.reason else ""
        verdict = Verdict(
            chosen.suggestion,
            chosen.decision,
            self._game_ns(at_ns),
            reason=reason,
            sanction=chosen.sanction,
            speed=1.0 if self.stack.was_viewed(chosen.suggestion) else None,
        )
        return (Decide(verdict),)
