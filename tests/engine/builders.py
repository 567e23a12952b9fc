"""Games for tests: rulebooks with every question answered, tables in mid-game, and short ways to act on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.actions import ActionKind, HostAction
from engine.codes import CueKind, Phase, Role
from engine.cues import CameraId, Cue
from engine.events import Event, RefusalCode, Refused
from engine.flow.day import next_speaker
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, Span
from engine.parameters import Value
from engine.play_rules import Answers
from engine.ruleset import Ruleset, load_rules
from engine.seats import GAME_SEATS, Seat
from engine.state import Departure, Exit, GameState, Player, Problem, Stage, problems
from engine.step import Step, step

ANSWERS: dict[str, Value] = {
    "speech_s": 60.0,
    "shootout_s": 30.0,
    "last_word_s": 60.0,
    "nominations_per_speech": 1,
    "nomination_withdraw": "no",
    "first_speaker_rotation": "after_first",
    "no_vote_goes_to": "last_nominated",
    "single_nominee_day1": "not_voted",
    "single_nominee_later": "voted",
    "second_vote_order": "same",
    "second_tie": "lift",
    "lift_max": 10,
    "lift_everyone": "never",
    "lift_three_of_nine": "asked",
    "foul_limit_speech": 3,
    "speech_loss_rule": "next_speech",
    "third_foul_before_speech": "this_round",
    "speech_loss_keeps_nomination": True,
    "speech_loss_exceptions": ("shootout", "last_word"),
    "speech_loss_short_s": 30.0,
    "foul_limit_removal": 4,
    "last_word_when_removed": False,
    "tech_foul_limit": 2,
    "removal_cancels_vote": "no_voting",
    "draw_nights": 3,
    "shot_rule": "same_number_once",
    "check_limit": 1,
    "best_move": "first_night",
    "best_move_numbers": 3,
}
"""What a set-up answers where a rulebook is silent, unless a test says otherwise."""

MID_GAME = (Departure.VOTE, Departure.KILL)


def answers_for(rules: Ruleset, **other: Value) -> Answers:
    """An answer to every open question of a rulebook."""
    return tuple((name, other.get(name, ANSWERS[name])) for name in rules.open_questions())


def seats(*numbers: int) -> tuple[Seat, ...]:
    return tuple(Seat(number) for number in numbers)


def cue(
    kind: CueKind,
    seat: int,
    at_s: float,
    *,
    until_s: float | None = None,
    targets: Iterable[int] = (),
    width_ms: int = 20,
    confidence: float = 0.95,
    measures: Mapping[str, float] | None = None,
) -> Cue:
    """A cue that began within `width_ms` after `at_s`."""
    return Cue(
        kind,
        Seat(seat),
        Span(around(at_s, width_ms), None if until_s is None else around(until_s, width_ms)),
        confidence,
        targets=tuple(Seat(target) for target in targets),
        cameras=(CameraId("cam1"),),
        measures=dict(measures or {}),
    )


def around(at_s: float, width_ms: int = 0) -> Interval:
    """The moment from `at_s` to `width_ms` later."""
    start = round(at_s * NS_PER_S)
    return Interval(start, start + width_ms * NS_PER_MS)


def word(start_s: float, end_s: float) -> Span:
    """A word whose edges are known exactly."""
    return Span(around(start_s), around(end_s))


class Table:
    """A game under one rulebook that is acted on; every accepted action must leave a state without problems."""

    def __init__(self, rules_id: str = "fsm2024", state: GameState | None = None, **answers: Value) -> None:
        self.rules = load_rules(rules_id)
        self.state = state or GameState()
        if state is None or not state.answers:
            self.state = replace(self.state, answers=answers_for(self.rules, **answers))
        self.events: list[Event] = []
        self.steps: list[Step] = []

    def deal(self, don: int = 1, mafia: Iterable[int] = (2, 3), sheriff: int = 4) -> Table:
        """Cards for ten: the don, two mafia, the sheriff; the others are citizens."""
        roles = {don: Role.DON, sheriff: Role.SHERIFF} | dict.fromkeys(mafia, Role.MAFIA)
        for seat in GAME_SEATS:
            self.act(ActionKind.ASSIGN_ROLE, seat, role=roles.get(seat, Role.CITIZEN))
        return self

    def to_day_one(self) -> Table:
        """Through the night of the deal to the first morning."""
        for kind in (
            ActionKind.START_GAME,
            ActionKind.START_AGREEMENT,
            ActionKind.START_INTRODUCTIONS,
            ActionKind.START_FREE_SEATING,
            ActionKind.START_DAY,
        ):
            self.act(kind)
        return self

    def action(
        self, kind: ActionKind, subject: int | None = None, target: int | None = None, **more: Any
    ) -> HostAction:
        """The action one second after the last."""
        return HostAction(
            kind,
            self.state.t_ns + NS_PER_S,
            None if subject is None else Seat(subject),
            None if target is None else Seat(target),
            **more,
        )

    def act(self, kind: ActionKind, subject: int | None = None, target: int | None = None, **more: Any) -> Step:
        """Do it; fails the test when it is refused."""
        return self.give(self.action(kind, subject, target, **more))

    def give(self, given: Any) -> Step:
        """Take any input; fails the test when it is refused or leaves a problem."""
        done = step(self.state, given, self.rules)
        assert isinstance(done, Step), f"{given} was refused: {done} in {self.state.phase}"
        assert problems(done.state) is Problem.NONE, (given, problems(done.state))
        self.state = done.state
        self.events += done.events
        self.steps.append(done)
        return done

    def refused(
        self, kind: ActionKind, subject: int | None = None, target: int | None = None, **more: Any
    ) -> RefusalCode:
        """Why it is refused; fails the test when it is accepted."""
        done = step(self.state, self.action(kind, subject, target, **more), self.rules)
        assert isinstance(done, Refused), f"{kind} was accepted in {self.state.phase}"
        return done.code

    def speeches(self, nominations: Mapping[int, int] | None = None, until: int | None = None) -> Table:
        """Everybody speaks in turn and nominates as told; stops before the speech of `until`."""
        named = nominations or {}
        while (seat := next_speaker(self.state)) is not None and seat != until:
            self.act(ActionKind.START_SPEECH, seat)
            if seat in named:
                self.act(ActionKind.NOMINATE, seat, named[seat])
            self.act(ActionKind.END_SPEECH)
        return self

    def ballot(self, hands: Mapping[int, Iterable[int]]) -> Table:
        """Open a vote and call each candidate with these hands; unplaced votes fall where the rulebook says."""
        self.act(ActionKind.OPEN_VOTE)
        for candidate, voters in hands.items():
            self.call(candidate, voters)
        return self

    def call(self, candidate: int, voters: Iterable[int] = ()) -> Table:
        """One candidate: call, hands, word, count."""
        self.act(ActionKind.CALL, target=candidate)
        for voter in voters:
            self.act(ActionKind.CAST, voter)
        self.act(ActionKind.CLOSING_WORD)
        self.act(ActionKind.COUNT)
        return self

    def words(self) -> Table:
        """Every last word that is owed."""
        while self.state.owed and self.state.phase in (Phase.FAREWELL, Phase.EVENING, Phase.DAY):
            self.act(ActionKind.START_SPEECH, self.state.owed[0])
            self.act(ActionKind.END_SPEECH)
        return self

    def night(self, kill: int | None = None) -> Table:
        """From evening to morning; the blacks shoot one seat, or not at all."""
        self.act(ActionKind.ANNOUNCE_NIGHT)
        self.act(ActionKind.START_SHOOTING)
        if kill is not None:
            for player in self.state.players:
                if player.at_table and player.role in (Role.DON, Role.MAFIA):
                    self.act(ActionKind.SHOOT, player.seat, kill)
        self.act(ActionKind.START_DON_CHECK)
        self.act(ActionKind.START_SHERIFF_CHECK)
        self.act(ActionKind.END_CHECKS)
        return self


def position(
    rules_id: str = "fsm2024",
    *,
    day: int = 3,
    alive: Iterable[int] = range(1, 11),
    black: Iterable[int] | None = None,
    sheriff: int | None = None,
    **answers: Value,
) -> Table:
    """A table at the beginning of a day's speeches; seats not alive left earlier, the lowest black is the don."""
    here = sorted(alive)
    black_here = sorted(black) if black is not None else here[:2] if len(here) < 10 else here[:3]
    gone = [seat for seat in GAME_SEATS if seat not in here]
    blacks = [*black_here, *gone[: 3 - len(black_here)]]
    law = sheriff or next(seat for seat in [*reversed(gone), *reversed(here)] if seat not in blacks)
    players: list[Player] = []
    exits: list[Exit] = []
    for seat in GAME_SEATS:
        role = Role.DON if seat == blacks[0] else Role.MAFIA if seat in blacks else Role.CITIZEN
        role = Role.SHERIFF if seat == law else role
        left = None if seat in here else MID_GAME[len(exits) % 2]
        if left is not None:
            exits.append(Exit(seat, left, Stage(Phase.EVENING, max(day - 1, 1), max(day - 2, 0), 0)))
        players.append(Player(seat, role=role, at_table=left is None, left=left))
    state = GameState(
        phase=Phase.DAY,
        day=day,
        night=day - 1,
        players=tuple(players),
        first_speaker=Seat(here[0]),
        window_day=day,
    )
    table = Table(rules_id, state, **answers)
    table.state = replace(table.state, record=replace(table.state.record, exits=tuple(exits)))
    return table
