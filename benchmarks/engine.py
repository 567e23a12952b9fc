"""The engine: time of one step, and of folding a game's journal (a usual one and a full one)."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.actions import ActionKind, HostAction
from engine.codes import CueKind, Role
from engine.cues import CameraId, Cue, Evidence
from engine.flow.day import candidates_of, next_speaker
from engine.intervals import NS_PER_S, Interval, Span
from engine.journal import Chain, Line, fold, read_journal, verify
from engine.legal import allowed
from engine.ruleset import load_rules
from engine.seats import Seat
from engine.state import GameState
from engine.step import Step, step

STEP_LIMIT_US = 100.0
FULL_LINES, FULL_LIMIT_MS = 20_000, 200.0
USUAL_LINES, USUAL_LIMIT_MS = 2_000, 20.0
ROLES = {1: Role.DON, 2: Role.MAFIA, 3: Role.MAFIA, 4: Role.SHERIFF}
RULES = load_rules("fsm2024")


@dataclass
class Keeper:
    """Plays a game and keeps its journal, with cues of the senses strewn between a host's actions."""

    cues_per_action: int
    state: GameState = field(default_factory=GameState)
    lines: list[Line] = field(default_factory=list)
    chain: Chain = field(default_factory=Chain)
    step_times_us: list[float] = field(default_factory=list)

    def act(
        self, kind: ActionKind, subject: int | None = None, target: int | None = None, role: Role | None = None
    ) -> None:
        """One action of the host, then what the senses noticed until the next."""
        seat = None if subject is None else Seat(subject)
        aim = None if target is None else Seat(target)
        self._take(HostAction(kind, self.state.t_ns + NS_PER_S, seat, aim, role=role))
        for number in range(self.cues_per_action):
            self._take(_cue(self.state.t_ns + number * 10_000_000, number))

    def _take(self, given: HostAction | Cue) -> None:
        before = time.process_time_ns()
        done = step(self.state, given, RULES)
        self.step_times_us.append((time.process_time_ns() - before) / 1000)
        assert isinstance(done, Step), (given, done)
        more, self.chain = self.chain.accepted(given, done.events, done.suggestions, self.state.t_ns)
        self.state = done.state
        self.lines += more


def _cue(t_ns: int, number: int) -> Cue:
    """What a table shows most: words, hands, gaps in sight, and now and then something that is suggested."""
    kinds = (CueKind.PASS_WORD, CueKind.RETURNED, CueKind.NOT_OBSERVED, CueKind.TOUCH_DOWN, CueKind.LIFT)
    kind = CueKind.CONTACT if number == 37 else kinds[number % len(kinds)]
    moment = Interval(t_ns, t_ns + 30_000_000)
    shown = Evidence(CameraId("cam1"), t_ns, (100.0, 200.0, 180.0, 260.0))
    cameras = (CameraId("cam1"), CameraId("cam2"))
    return Cue(kind, Seat(number % 3 + 8), Span(moment, moment), 0.93, (Seat(5),), cameras, (shown,))


def full_game(keeper: Keeper) -> Keeper:
    """A game of four days with votes, shots and checks."""
    for seat in range(1, 11):
        keeper.act(ActionKind.ASSIGN_ROLE, seat, role=ROLES.get(seat, Role.CITIZEN))
    for kind in (
        ActionKind.START_GAME,
        ActionKind.START_AGREEMENT,
        ActionKind.START_FREE_SEATING,
        ActionKind.START_DAY,
    ):
        keeper.act(kind)
    for out in (1, 5, 6):
        _day(keeper, out)
        _night(keeper)
    return keeper


def _day(keeper: Keeper, out: int) -> None:
    nominations = {2: out, 3: 9, 4: 10}
    while (seat := next_speaker(keeper.state)) is not None:
        keeper.act(ActionKind.START_SPEECH, seat)
        if seat in nominations:
            keeper.act(ActionKind.NOMINATE, seat, nominations[seat])
        keeper.act(ActionKind.END_SPEECH)
    keeper.act(ActionKind.OPEN_VOTE)
    for candidate in candidates_of(keeper.state):
        keeper.act(ActionKind.CALL, target=candidate)
        if candidate == out:
            for voter in keeper.state.at_table()[:7]:
                keeper.act(ActionKind.CAST, voter)
        keeper.act(ActionKind.CLOSING_WORD)
        keeper.act(ActionKind.COUNT)
    keeper.act(ActionKind.START_SPEECH, out)
    keeper.act(ActionKind.END_SPEECH)


def _night(keeper: Keeper) -> None:
    for kind in (
        ActionKind.ANNOUNCE_NIGHT,
        ActionKind.START_SHOOTING,
        ActionKind.START_DON_CHECK,
        ActionKind.START_SHERIFF_CHECK,
        ActionKind.END_CHECKS,
    ):
        keeper.act(kind)
    if keeper.state.phase != "over":
        keeper.act(ActionKind.START_DAY)


def cut_to(keeper: Keeper, lines: int) -> str:
    """The journal's text, padded to so many lines with cues after its last action."""
    number = 0
    while len(keeper.lines) < lines:
        keeper._take(_cue(keeper.state.t_ns + number * 10_000_000, number % 5))  # noqa: SLF001
        number += 1
    return "".join(line.text + "\n" for line in keeper.lines)


def best_of(runs: int, work: Callable[[], object]) -> float:
    """The shortest of several runs in milliseconds of processor time: what the work itself costs."""

    def times() -> Iterator[float]:
        for _ in range(runs):
            before = time.process_time()
            work()
            yield (time.process_time() - before) * 1000

    return min(times())


def report_fold(name: str, lines: int, limit_ms: float, cues_per_action: int) -> None:
    """Fold one journal and print its figures beside the limit."""
    keeper = full_game(Keeper(cues_per_action))
    text = cut_to(keeper, lines)
    journal = read_journal(text)
    assert fold(journal, RULES) == keeper.state
    fold_ms = best_of(15, lambda: fold(journal, RULES))
    read_ms = best_of(3, lambda: read_journal(text))
    verify_ms = best_of(3, lambda: verify(text))
    print(
        f"{name}: {len(keeper.lines)} lines, {len(text) / 1e6:.1f} MB; fold {fold_ms:.1f} ms (limit {limit_ms:.0f}); "
        f"read {read_ms:.1f} ms; verify {verify_ms:.1f} ms"
    )


def main() -> None:
    """Print the figures; nothing is asserted by the clock."""
    keeper = full_game(Keeper(cues_per_action=0))
    actions_us = sorted(keeper.step_times_us)
    print(
        f"step, host action: median {statistics.median(actions_us):.1f} us, "
        f"p95 {actions_us[int(len(actions_us) * 0.95)]:.1f} us (limit of the median {STEP_LIMIT_US:.0f}), "
        f"{len(actions_us)} steps of a whole game"
    )
    with_cues = full_game(Keeper(cues_per_action=5))
    print(f"step, actions and cues: median {statistics.median(with_cues.step_times_us):.1f} us")
    print(f"allowed: {best_of(20, lambda: allowed(keeper.state, RULES)):.2f} ms")
    report_fold("usual journal", USUAL_LINES, USUAL_LIMIT_MS, cues_per_action=4)
    report_fold("full journal", FULL_LINES, FULL_LIMIT_MS, cues_per_action=60)


if __name__ == "__main__":
    main()
