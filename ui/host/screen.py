"""From what the model knows to what the window shows: one function of the model and the moment."""

from __future__ import annotations

from typing import Final

from engine.actions import ActionKind
from engine.codes import CueKind
from engine.intervals import NS_PER_S
from engine.ruleset import Ruleset
from engine.seats import GAME_SEATS
from engine.state import GameState
from ui.host import cards, digits, scene
from ui.host.card_view import card_of
from ui.host.digits import Mode
from ui.host.entries import entry_text
from ui.host.health import Moment, Trouble, health, observed_text, recording_words, trouble
from ui.host.model import HostModel
from ui.host.night import night_panel
from ui.host.periods import COVERT
from ui.host.prediction import Expected
from ui.host.ring import centre, tokens
from ui.host.view import (
    Angle,
    Button,
    Calm,
    Centre,
    Column,
    Entry,
    Footer,
    HostView,
    KeyHint,
    NightPanel,
    Notice,
    SeatToken,
    Sign,
    Timer,
)
from ui.host.wording import clock, foul_name
from ui.keys import CARDS, EVERYWHERE, HOST, KEY_OF, Command
from ui.session.messages import Ended

FRESH_NS: Final = 4 * NS_PER_S
_QUEUE_LINES: Final = 2
ALL_SEATS: Final = "1…0"


def host_view(model: HostModel, now_ns: int, *, alive: bool = True) -> HostView:
    """Everything the window shows at this moment."""
    model.tick(now_ns)
    expected, rules = model.expected(), model.rules
    if expected is None or rules is None:
        return _loading(model, now_ns, alive=alive)
    state, words = expected.state, model.words
    night = model.is_night(state)
    game_ns = model.game_ns(now_ns)
    hands = model.hands(state, rules)
    wrong = _trouble(model, now_ns, alive=alive)
    snapshot = model.snapshot
    seen = snapshot.seats if snapshot is not None else {}
    return HostView(
        night=night,
        phase=scene.phase_line(state, words, night=night),
        headline=scene.headline(state, words),
        alert=wrong.short if wrong else "",
        alert_sign=wrong.notice.sign if wrong else None,
        timer=scene.timer(state, model.moments, game_ns, rules, words),
        next_step=_next_button(model, expected, rules),
        clock=_clock_button(model, expected),
        seats=tokens(state, seen, hands, words, night=night, number=model.called_number),
        host=words("Host"),
        centre=_centre(model, centre(state, hands, model.called_number + 1, rules, words), rules),
        column=_column(model, expected, rules, wrong, now_ns, night=night),
        footer=_footer(model, expected, rules, game_ns),
        angle=_angle(model, night=night),
        help=_help(model, expected, rules) if model.help_open else None,
    )


def _loading(model: HostModel, now_ns: int, *, alive: bool) -> HostView:
    """Before the first answer: what can be used already."""
    words = model.words
    wrong = _trouble(model, now_ns, alive=alive)
    recording, sign = recording_words(model.snapshot, playback=model.playback, words=words)
    entry = Entry(wrong.notice.title, wrong.notice.text, sign=wrong.notice.sign) if wrong else Entry("", "")
    calm = Calm(words("The table is being set up"), words("Seats and keys appear when it answers."), ())
    return HostView(
        night=False,
        phase=words("Table Monitor").upper(),
        headline=words("Getting ready"),
        alert=wrong.short if wrong else "",
        alert_sign=wrong.notice.sign if wrong else None,
        timer=Timer(""),
        next_step=Button("Enter", words("Next step"), enabled=False),
        clock=Button("Space", words("Pause"), enabled=False),
        seats=tuple(SeatToken(seat, description=str(seat)) for seat in GAME_SEATS),
        host=words("Host"),
        centre=Centre(),
        column=Column(None, (), calm, None, entry, entry_is_fresh=bool(wrong)),
        footer=Footer((KeyHint("F1", words("key.help")),), recording, sign, words("no camera yet"), ""),
        angle=Angle(None, "", large=False, keys=()),
        help=None,
    )


def _trouble(model: HostModel, now_ns: int, *, alive: bool) -> Trouble | None:
    silent = now_ns - model.snapshot_at_ns
    moment = Moment(silent, model.game_ns(now_ns), alive=alive, playback=model.playback)
    return trouble(model.snapshot, moment, model.words)


def _next_button(model: HostModel, expected: Expected, rules: Ruleset) -> Button:
    typing = model.typing
    if typing is not None and typing.mode is Mode.REMOVE and typing.seat is not None:
        return Button("Enter", model.words("Remove seat {seat}", seat=typing.seat), awaited=True)
    offer = model.next_offer(expected, rules)
    ballot = ActionKind.CLOSING_WORD in expected.allowed
    return Button("Enter", offer.text, enabled=offer.action is not None, awaited=not ballot)


def _clock_button(model: HostModel, expected: Expected) -> Button:
    offer = model.clock_offer(expected)
    awaited = offer.action is not None and offer.action.kind is ActionKind.CLOSING_WORD
    return Button("Space", offer.text, enabled=offer.action is not None, awaited=awaited)


def _centre(model: HostModel, middle: Centre, rules: Ruleset) -> Centre:
    notice = _mode_notice(model, rules) or (model.notice[0] if model.notice is not None else None)
    return Centre(middle.title, middle.chips, middle.big, middle.line, middle.question, notice)


def _mode_notice(model: HostModel, rules: Ruleset) -> Notice | None:
    """«Замечание: какой номер?», in the middle of the table while a command waits for its seat."""
    typing, words = model.typing, model.words
    if typing is None:
        return None
    key = KEY_OF[_COMMAND_OF_MODE[typing.mode]]
    close = KeyHint(key, words("close"))
    if typing.seat is not None:
        title = words("Remove seat {seat}?", seat=typing.seat)
        return Notice(Sign.REMOVAL, title, "", (KeyHint("Enter", words("remove")), close))
    what = words(f"mode.{foul_name(rules)}" if typing.mode is Mode.FOUL else f"mode.{typing.mode}")
    sign = Sign.REMOVAL if typing.mode is Mode.REMOVE else Sign.FOUL if typing.mode is Mode.FOUL else Sign.NOTE
    return Notice(sign, words("{what}: which seat?", what=what), "", (KeyHint(ALL_SEATS, words("seat")), close))


_COMMAND_OF_MODE: Final = {
    Mode.FOUL: Command.FOUL,
    Mode.TECH_FOUL: Command.TECH_FOUL,
    Mode.REMOVE: Command.REMOVE,
    Mode.WITHDRAW: Command.WITHDRAW,
    Mode.WRONG_SEAT: Command.WRONG_SEAT,
}


def _column(
    model: HostModel, expected: Expected, rules: Ruleset, wrong: Trouble | None, now_ns: int, *, night: bool
) -> Column:
    state, snapshot = expected.state, model.snapshot
    around = model.around(state, rules)
    sizes = {name: camera.size_px for name, camera in snapshot.cameras.items()} if snapshot else {}
    card = None
    if not night:
        game_ns = model.game_ns(now_ns)
        card = card_of(model.stack, model.kept, sizes, around, now_ns=now_ns, game_ns=game_ns)
    queue = tuple(cards.queued(one, around) for one in model.stack.waiting()[:_QUEUE_LINES])
    entry = _entry(model, state, wrong, night=night)
    fresh = wrong is not None or (not night and now_ns - model.entry.shown_ns < FRESH_NS)
    panel = _night(model, state, rules) if night else None
    calm = Calm("", "", ()) if night else _calm(model)
    return Column(card, () if night else queue, calm, panel, entry, entry_is_fresh=fresh)


def _entry(model: HostModel, state: GameState, wrong: Trouble | None, *, night: bool) -> Entry:
    words, snapshot = model.words, model.snapshot
    if wrong is not None:
        return Entry(wrong.notice.title, wrong.notice.text, sign=wrong.notice.sign)
    undo = KeyHint("Z", words("key.undo"), enabled=snapshot is not None and snapshot.can_undo)
    can_correct = model.can_correct(state) or state.phase in COVERT
    back = KeyHint("Back", words("wrong seat, then number"), enabled=can_correct)
    if night:
        return Entry("", "", keys=(undo, back))
    if snapshot is not None and snapshot.report:
        report = KeyHint("O", words("open the report"))
        return Entry(words("The game is kept"), words("The report is ready"), snapshot.folder, (report,), Sign.DONE)
    if snapshot is not None and snapshot.ended is Ended.RECORDING_OVER:
        return Entry(words("Playback is over"), words("The report is being written"), "", (undo,))
    return Entry(words("Last entry"), model.entry.text, model.entry.more, (undo, back))


def _calm(model: HostModel) -> Calm:
    words, snapshot = model.words, model.snapshot
    observed = observed_text(snapshot, words) if snapshot is not None else ""
    log = tuple((clock(t_ns), text) for t_ns, text in list(model.log)[:-1][-3:])
    left = len(model.stack.kept)
    if left:
        return Calm(
            words("Left unreviewed: {n}", n=left), words("This is allowed. E shows them.") + " " + observed, log
        )
    return Calm(words("No suggestions"), observed, log)


def _night(model: HostModel, state: GameState, rules: Ruleset) -> NightPanel:
    around = model.around(state, rules)
    open_to_all = [one for one in state.pending if not one.role_dependent and cards.is_for_host(one, around)]
    told = [f"{model.words.subject(one.subject)} · {cards.fact(one, around)}" for one in reversed(state.pending)]
    told = [
        text for text, one in zip(told, reversed(state.pending), strict=True) if one.kind is not CueKind.NOT_OBSERVED
    ]
    typed = ", ".join(str(seat) for seat in model.covert)
    last = entry_text(model.snapshot.events if model.snapshot else (), state, rules, model.words)
    revealed = tuple(part for part in (typed, last, *told) if part)
    return night_panel(
        state,
        rules,
        model.words,
        typed=len(model.covert),
        marks=len(open_to_all),
        revealed=revealed,
        revealing=model.revealing,
    )


def _footer(model: HostModel, expected: Expected, rules: Ruleset, game_ns: int) -> Footer:
    recording, sign = recording_words(model.snapshot, playback=model.playback, words=model.words)
    short, detail = health(model.snapshot, game_ns, model.words)
    return Footer(_hints(model, expected, rules), recording, sign, short, detail)


_HINTS: Final = (
    Command.FOUL,
    Command.MARK,
    Command.PAUSE,
    Command.UNDO,
    Command.SAFE,
    Command.HELP,
)
_COVERT_HINTS: Final = (Command.MARK, Command.PAUSE, Command.UNDO, Command.SAFE)


def _hints(model: HostModel, expected: Expected, rules: Ruleset) -> tuple[KeyHint, ...]:
    words, state = model.words, expected.state
    seats = KeyHint(ALL_SEATS, words(digits.meaning(state).word), digits.is_offered(state, expected.allowed))
    shown = _COVERT_HINTS if state.phase in COVERT else _HINTS
    if model.camera is None and not model.is_night(state):
        shown = (*shown, Command.CAMERA)  # with a picture the key stands under it
    return seats, *(_hint(command, model, expected, rules) for command in shown)


def _hint(command: Command, model: HostModel, expected: Expected, rules: Ruleset) -> KeyHint:
    words = model.words
    text = words(f"key.{command}")
    if command is Command.FOUL:
        text = words(f"mode.{foul_name(rules)}").lower()
    if command is Command.PAUSE and expected.state.paused_ns is not None:
        text = words("go on")
    return KeyHint(KEY_OF[command], text, is_enabled(command, model, expected))


_NEEDS: Final = {
    Command.FOUL: ActionKind.FOUL,
    Command.TECH_FOUL: ActionKind.TECH_FOUL,
    Command.REMOVE: ActionKind.REMOVE,
    Command.WITHDRAW: ActionKind.WITHDRAW,
    Command.MARK: ActionKind.MARK,
}


def is_enabled(command: Command, model: HostModel, expected: Expected) -> bool:
    """Whether a key does anything now, exactly as the table allows it."""
    snapshot, state = model.snapshot, expected.state
    if command in _NEEDS:
        return _NEEDS[command] in expected.allowed
    match command:
        case Command.PAUSE:
            return bool({ActionKind.PAUSE, ActionKind.RESUME} & expected.allowed)
        case Command.UNDO:
            return snapshot is not None and snapshot.can_undo
        case Command.REDO:
            return snapshot is not None and snapshot.can_redo
        case Command.WRONG_SEAT:
            return model.can_correct(state)
        case Command.CAMERA:
            return snapshot is not None and bool(snapshot.cameras)
        case Command.LARGE:
            return model.camera is not None and not model.is_night(state)
        case Command.REPORT:
            return snapshot is not None and bool(snapshot.report)
        case Command.SEAT:
            return digits.is_offered(state, expected.allowed)
        case Command.CLOCK:
            return model.clock_offer(expected).action is not None
        case Command.REVEAL:
            return model.is_night(state)
        case _ if command in CARDS.values():
            return model.stack.current is not None and not model.is_night(state)
        case _:
            return True


def _angle(model: HostModel, *, night: bool) -> Angle:
    words = model.words
    if model.camera is None or night:
        return Angle(None, "", large=False, keys=())
    keys = (KeyHint("C", words("key.camera")), KeyHint("G", words("key.small" if model.large else "key.large")))
    return Angle(model.camera, words("Camera {name}", name=model.camera), model.large, keys)


def _help(model: HostModel, expected: Expected, rules: Ruleset) -> tuple[tuple[str, tuple[KeyHint, ...]], ...]:
    """Every key of the window by group, greyed where it does nothing now."""
    groups = (("keys.host", HOST), ("keys.cards", CARDS), ("keys.everywhere", EVERYWHERE))
    told = []
    for name, table in groups:
        found: list[KeyHint] = []
        for key, command in table.items():
            if command is Command.SEAT and key != "1":
                continue
            hint = _hint(command, model, expected, rules)
            found.append(KeyHint(ALL_SEATS if command is Command.SEAT else key, hint.text, hint.enabled))
        told.append((model.words(name), tuple(found)))
    return tuple(told)
