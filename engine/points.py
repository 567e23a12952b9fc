"""Points after the game, by the ruleset's own figures; what it does not state is not guessed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.codes import Team
from engine.intervals import NS_PER_S
from engine.ruleset import Ruleset
from engine.seats import Seat
from engine.state import Departure, GameState, Outcome

_REMOVED: Final = frozenset({Departure.REMOVAL, Departure.KILL_AND_REMOVAL, Departure.TOURNAMENT})
COMPENSATION_MAX: Final = 0.4


@dataclass(frozen=True, slots=True)
class Score:
    """One player's points: for the win, and everything else with its sign."""

    seat: Seat
    win: float
    extra: float


def final_outcome(state: GameState) -> str | None:
    """The result as it stands: the last ruling after a protest or softening, else what the table reached."""
    if state.record.rulings:
        return state.record.rulings[-1][1]
    return state.result.value if state.result else None


def scores(state: GameState, rules: Ruleset) -> tuple[Score, ...]:
    """Every seat's points; empty for an annulled or unfinished game or a ruleset without points."""
    outcome, win = final_outcome(state), rules.number("win_points")
    if outcome not in {one.value for one in Outcome} or win is None or not state.roles_known:
        return ()
    winner = {Outcome.RED.value: Team.RED, Outcome.BLACK.value: Team.BLACK}.get(outcome)
    return tuple(
        Score(player.seat, win if player.team is winner else 0.0, _extra(state, player.seat, rules))
        for player in state.players
    )


def _extra(state: GameState, seat: Seat, rules: Ruleset) -> float:
    player = state.player(seat)
    given = sum(entry.points for entry in state.record.points if entry.seat == seat)
    best = best_move_points(state, rules) if state.record.best_move_by == seat else 0.0
    total = counted_extra(given, best) if best else given
    if player.left in _REMOVED:
        total += rules.number("removal_points") or 0.0
    if player.left is Departure.TEAM_DEFEAT:
        total += rules.number("team_defeat_points") or 0.0
    return round(total, 4)


def best_move_points(state: GameState, rules: Ruleset) -> float:
    """Points of the best move: for a red or sheriff who named two or three blacks (ФСМ 8.3.4)."""
    by = state.record.best_move_by
    if by is None or state.player(by).team is not Team.RED:
        return 0.0
    right = sum(state.player(seat).team is Team.BLACK for seat in state.record.best_move)
    name = {2: "best_move_two_points", 3: "best_move_three_points"}.get(right)
    return (rules.number(name) or 0.0) if name else 0.0


def counted_extra(extra: float, best_move: float) -> float:
    """Extra points and best-move points exclude each other: the larger counts (ФСМ 8.4.6)."""
    return max(extra, best_move)


def in_extra_limit(extra: float, best_move: float) -> bool:
    """Whether an extra counts towards the game's limit; one that outweighs a best move does not (ФСМ 8.4.6)."""
    return best_move == 0.0 or extra <= best_move


def compensation(times_killed_first: int, games: int, *, red_won: bool, named_a_black: bool) -> float:
    """Compensation of a red killed on night 1 for one such game (ФСМ 8.6); how a half rounds is unsaid: to even."""
    if not named_a_black:
        return 0.0
    base = max(4, round(0.4 * games))
    full = COMPENSATION_MAX * min(times_killed_first, base) / base
    return full / 2 if red_won else full


def protest_in_time(ended_ns: int, written_ns: int, rules: Ruleset) -> bool | None:
    """Whether a written protest came within the window; None where the ruleset names none."""
    window_min = rules.number("protest_window_min")
    return None if window_min is None else written_ns - ended_ns <= round(window_min * 60 * NS_PER_S)
