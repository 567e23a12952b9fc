"""A table without processes, cameras or clocks: requests are applied by the engine, snapshots come back at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.actions import ActionKind, HostAction, Verdict
from engine.codes import CueKind, HandPlace
from engine.cues import CameraId, Evidence
from engine.events import Event, RefusalCode, Refused
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, Span
from engine.legal import allowed
from engine.ruleset import Ruleset, load_rules
from engine.seats import GAME_SEATS, Seat
from engine.state import GameState
from engine.step import step
from engine.suggestions import Suggestion
from tests.engine.builders import answers_for, cue
from ui.session.messages import (
    Act,
    Answer,
    CameraHealth,
    Decide,
    Redo,
    Refusal,
    Request,
    SeatSight,
    SeatView,
    Snapshot,
    Undo,
)

NICKS = {
    "ru": ["Лира", "Гром", "Сова", "Марс", "Вега", "Тихий", "Норд", "Искра", "Барс", "Ланселот-Озёрный"],
    "uk": ["Ліра", "Грім", "Сова", "Марс", "Вега", "Тихий", "Норд", "Іскра", "Барс", "Ланселот-Озерний"],
    "en": ["Lyra", "Hrim", "Sova", "Mars", "Vega", "Tykhyi", "Nord", "Iskra", "Bars", "Lancelot-of-the-Lake"],
}
CAM = CameraId("cam1")


@dataclass
class FakeTable:
    """The table's side of a window, in one thread and in no time: game time is whatever the test says."""

    rules: Ruleset = field(default_factory=lambda: load_rules("b"))
    state: GameState = field(default_factory=GameState)
    now_ns: int = 0
    sight: dict[Seat, SeatView] = field(default_factory=dict)
    suggestions: list[Suggestion] = field(default_factory=list)
    decided: dict[str, Verdict] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    sent: list[Request] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    extra: dict[str, object] = field(default_factory=dict)
    alive: bool = True
    number: int = 0
    _before: list[GameState] = field(default_factory=list)
    _undone: list[HostAction | Verdict] = field(default_factory=list)
    _entered: list[HostAction | Verdict] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = replace(self.state, answers=answers_for(self.rules))
        self.sight = self.sight or {seat: SeatView(SeatSight.ARMED) for seat in GAME_SEATS}

    # What a client does

    def send(self, request: Request) -> None:
        self.sent.append(request)
        refused = None
        match request:
            case Act(action):
                refused = self._enter(action)
            case Decide(verdict):
                refused = self._enter(verdict)
            case Undo():
                if self._before:
                    self._undone.append(self._entered.pop())
                    self.state = self._before.pop()
                    self.events = ()
            case Redo():
                if self._undone:
                    refused = self._enter(self._undone.pop(), redo=True)
            case _:
                pass
        if refused is not None:
            kind = request.action.kind if isinstance(request, Act) else None
            self.answers.append(Refusal(refused, kind))
        self.answers.append(self.snapshot())

    def poll(self) -> list[Answer]:
        found, self.answers = self.answers, []
        return found

    def game_ns(self, _monotonic_ns: int) -> int:
        return self.now_ns

    def close(self) -> None:
        self.alive = False

    # What a test does

    def act(self, kind: ActionKind, subject: int | None = None, target: int | None = None, **fields: object) -> None:
        """Enter an action at the table itself, as the script of a demo game does."""
        action = HostAction(
            kind,
            self.now_ns,
            None if subject is None else Seat(subject),
            None if target is None else Seat(target),
            **fields,  # type: ignore[arg-type]
        )
        refused = self._enter(action)
        assert refused is None, (kind, refused)

    def see(self, given: CueKind, subject: int, start: float, **fields: object) -> None:
        """A cue comes in, `start` seconds into the game; by default over 40 ms and clearly seen."""
        noticed = cue(given, subject, start, **fields)  # type: ignore[arg-type]
        box = (400.0, 300.0, 520.0, 380.0)
        noticed = replace(noticed, evidence=(Evidence(CAM, noticed.when.start.middle_ns, box),), cameras=(CAM,))
        result = step(self.state, noticed, self.rules)
        assert not isinstance(result, Refused)
        self.state = result.state
        self.suggestions += result.suggestions

    def hands(self, places: Mapping[int, HandPlace]) -> None:
        for seat in GAME_SEATS:
            self.sight[seat] = replace(self.sight[seat], hand=places.get(seat))

    def wait(self, seconds: float) -> None:
        self.now_ns += round(seconds * NS_PER_S)

    def snapshot(self) -> Snapshot:
        self.number += 1
        health = CameraHealth(self.now_ns - 34 * NS_PER_MS, 30.0, 3000, 0, 12, (1280, 720))
        base = Snapshot(
            number=self.number,
            t_ns=self.now_ns,
            monotonic_ns=self.now_ns,
            paced_01=1.0,
            rules_id=self.rules.id,
            state=self.state,
            allowed=allowed(self.state, self.rules),
            suggestions=tuple(self.suggestions),
            decided=dict(self.decided),
            cues=(),
            events=self.events,
            can_undo=bool(self._before),
            can_redo=bool(self._undone),
            head="0" * 64,
            cameras={CAM: health, CameraId("cam2"): health, CameraId("cam3"): health},
            seats=dict(self.sight),
        )
        return replace(base, **self.extra)  # type: ignore[arg-type]

    def _enter(self, given: HostAction | Verdict, *, redo: bool = False) -> Refused | None:
        given = replace(given, t_ns=max(given.t_ns, self.state.t_ns))
        result = step(self.state, given, self.rules)
        if isinstance(result, Refused):
            return result
        self._before.append(self.state)
        self._entered.append(given)
        if not redo:
            self._undone.clear()
        self.state, self.events = result.state, result.events
        self.suggestions += result.suggestions
        if isinstance(given, Verdict):
            self.decided[given.suggestion] = given
        return None

    def last_action(self) -> HostAction:
        acts = [request.action for request in self.sent if isinstance(request, Act)]
        return acts[-1]


REFUSED_HERE = RefusalCode.NOT_NOW


def play_day(table: FakeTable, language: str = "ru", upto: int = 3) -> None:
    """A game into its second day: seat 9 killed at night, some fouls, seats before `upto` have spoken."""
    kind = ActionKind
    for seat, nick in zip(GAME_SEATS, NICKS[language], strict=True):
        table.act(kind.SEAT_PLAYER, seat, text=nick)
    for start in (kind.START_GAME, kind.START_AGREEMENT, kind.START_INTRODUCTIONS, kind.START_FREE_SEATING):
        table.act(start)
    table.wait(60)
    table.act(kind.START_DAY)
    for seat in GAME_SEATS:
        _speech(table, seat)
    table.act(kind.ANNOUNCE_NIGHT)
    table.wait(5)
    table.act(kind.CITY_SLEEPS)
    table.act(kind.START_SHOOTING)
    table.act(kind.KILL, target=9)
    table.act(kind.START_DON_CHECK)
    table.act(kind.START_SHERIFF_CHECK)
    table.act(kind.END_CHECKS)
    table.act(kind.START_DAY)
    table.act(kind.START_SPEECH, 9)
    table.wait(20)
    table.act(kind.END_SPEECH)
    for fouled, times in {2: 1, 3: 2, 4: 1, 6: 2, 7: 1, 8: 2, 10: 1}.items():
        for _ in range(times):
            table.act(kind.FOUL, fouled)
    nominated = {2: 7, 3: 2, 4: 5}
    for speaker in (2, 3, 4, 5, 6, 7, 8, 10, 1):
        if speaker == upto:
            table.act(kind.START_SPEECH, speaker)
            table.wait(36)
            return
        _speech(table, Seat(speaker), nominated.get(speaker))


def _speech(table: FakeTable, seat: Seat, nominates: int | None = None) -> None:
    table.act(ActionKind.START_SPEECH, seat)
    table.wait(20)
    if nominates is not None:
        table.act(ActionKind.NOMINATE, seat, nominates)
    table.act(ActionKind.END_SPEECH)


def play_vote(table: FakeTable, language: str = "ru") -> None:
    """The second candidate of day 2's vote just after the word: early lift of 8, late touch of 3, seat 10 unseen."""
    play_day(table, language, upto=0)
    kind = ActionKind
    table.act(kind.OPEN_VOTE)
    table.act(kind.CALL, target=7)
    table.act(kind.CAST, 5)
    table.act(kind.CLOSING_WORD)
    table.act(kind.COUNT)
    table.wait(1)
    table.act(kind.CALL, target=2)
    table.sight[Seat(8)] = SeatView(SeatSight.DEGRADED)
    table.sight[Seat(10)] = SeatView(SeatSight.BLIND)
    table.hands({1: HandPlace.TABLE, 4: HandPlace.TABLE, 6: HandPlace.TABLE, 7: HandPlace.HOVER})


def say_word(table: FakeTable, *, source: object = None) -> Interval:
    """The closing word by microphone, 1.62 s after the call, with the hands that are doubtful against it."""
    from engine.codes import WordSource

    table.wait(1.62)
    start = Interval(table.now_ns - 20 * NS_PER_MS, table.now_ns + 20 * NS_PER_MS)
    end = Interval(table.now_ns + 380 * NS_PER_MS, table.now_ns + 420 * NS_PER_MS)
    word = Span(start, end)
    at_s = table.now_ns / NS_PER_S
    early, late = at_s - 0.18, at_s + 0.52
    table.see(CueKind.LIFT, 8, early, targets=(Seat(2),), confidence=0.97)
    table.act(ActionKind.CLOSING_WORD, word=word, source=source or WordSource.MICROPHONE)
    table.wait(0.6)
    table.see(CueKind.TOUCH_DOWN, 3, late, targets=(Seat(2),), confidence=0.95)
    table.wait(3)
    return start


def feed(model: object, answers: Iterable[Answer], now_ns: int) -> None:
    for answer in answers:
        model.take(answer, now_ns)  # type: ignore[attr-defined]
