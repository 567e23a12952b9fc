"""The right column at night: the same steps every night, entries as two dots, marks as two digits."""

from __future__ import annotations

from typing import Final

from engine.codes import Phase
from engine.intervals import NS_PER_S
from engine.play_rules import play_rules
from engine.ruleset import Ruleset
from engine.state import GameState
from ui.host.periods import COVERT, NIGHT_STEPS, NIGHT_ZERO_STEPS
from ui.host.view import KeyHint, NightPanel, NightStep, Sign
from ui.words import Words

_MOST_SHOWN: Final = 3


def night_panel(
    state: GameState,
    rules: Ruleset,
    words: Words,
    *,
    typed: int,
    marks: int,
    revealed: tuple[str, ...],
    revealing: bool,
) -> NightPanel:
    """`typed` numbers of a covert entry; `marks` are suggestions that do not depend on roles."""
    zero = state.phase in NIGHT_ZERO_STEPS
    needed = 2 if state.phase is Phase.SHOOTING and state.roles_known else 1
    return NightPanel(
        title=words("Night {n} · the steps are always the same", n=0 if zero else state.night),
        steps=_steps(state, rules, words, NIGHT_ZERO_STEPS if zero else NIGHT_STEPS),
        hidden_title=words("Entry is hidden: two dots for any number"),
        dots=(typed > 0, typed >= needed > 0) if state.phase in COVERT else None,
        marks_title=words("Marks of the night"),
        marks=f"{min(marks, 99):02}",
        reveal=KeyHint("R", words("hold to show")),
        revealed=revealed[:_MOST_SHOWN] if revealing else (),
    )


def _steps(state: GameState, rules: Ruleset, words: Words, order: tuple[Phase, ...]) -> tuple[NightStep, ...]:
    at = order.index(state.phase) if state.phase in order else len(order)
    found = [_step(phase, at - index, rules, state, words) for index, phase in enumerate(order)]
    wakes = words("“The city wakes up”")
    return (*found, NightStep(Sign.NOW if at == len(order) else Sign.NOT_OBSERVED, wakes, "", at == len(order)))


def _step(phase: Phase, behind: int, rules: Ruleset, state: GameState, words: Words) -> NightStep:
    name = words.code("step", phase)
    if behind > 0:
        return NightStep(Sign.DONE, name, words("done"), False)
    if behind == 0:
        return NightStep(Sign.NOW, name, words("now"), True)
    play = play_rules(rules, state.answers)
    seconds = play.check_ns // NS_PER_S if play and phase in (Phase.DON_CHECK, Phase.SHERIFF_CHECK) else 0
    return NightStep(Sign.NOT_OBSERVED, name, words("{s} s", s=seconds) if seconds else "", False)
