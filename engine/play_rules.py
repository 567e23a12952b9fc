"""The parameters that the flow of a game needs, with every open question answered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.intervals import NS_PER_S
from engine.parameters import Value
from engine.ruleset import Ruleset

Answers = tuple[tuple[str, Value], ...]
"""What the set-up answered, in the order it was asked."""


@dataclass(frozen=True, slots=True)
class PlayRules:
    """A ruleset as the game itself uses it: plain values, nothing unspecified. Times in nanoseconds."""

    speech_ns: int
    shootout_ns: int
    last_word_ns: int
    short_speech_ns: int  # instead of losing the speech at three or four players; 0: no such rule
    best_move_ns: int
    check_ns: int
    nominations_per_speech: int
    withdraw: bool
    starts_after_first: bool  # a day begins after yesterday's first speaker, not after the last
    unplaced_to_last: bool
    day_one_vote: str
    single_leaves_unvoted: bool
    reverse_revote: bool
    lift_after_second_tie: bool
    lift_max: int
    lift_everyone: bool
    lift_three_of_nine: str
    foul_limit_speech: int
    speech_loss_rule: str
    third_foul_before_speech: str
    loss_keeps_nomination: bool
    loss_exceptions: frozenset[str]
    foul_limit_removal: int
    tech_foul_limit: int
    last_word_when_removed: bool
    removal_regime: str
    announce_after_checks: bool
    draw_nights: int
    check_limit: int
    best_move: str
    best_move_numbers: int


def open_questions(rules: Ruleset, answers: Answers) -> tuple[str, ...]:
    """Questions the set-up still has to answer, in the order to ask them."""
    answered = {name for name, _ in answers}
    return tuple(name for name in rules.open_questions() if name not in answered)


@lru_cache(maxsize=64)
def answered(rules: Ruleset, answers: Answers) -> Ruleset:
    """The ruleset with the set-up's answers filled in."""
    return rules.with_answers(dict(answers)) if answers else rules


@lru_cache(maxsize=64)
def play_rules(rules: Ruleset, answers: Answers) -> PlayRules | None:
    """The flow's parameters; None while a question that the game cannot do without is open."""
    if open_questions(rules, answers):
        return None
    full = answered(rules, answers)
    return PlayRules(
        speech_ns=_ns(full, "speech_s"),
        shootout_ns=_ns(full, "shootout_s"),
        last_word_ns=_ns(full, "last_word_s"),
        short_speech_ns=_ns(full, "speech_loss_short_s"),
        best_move_ns=_ns(full, "best_move_s"),
        check_ns=_ns(full, "check_s"),
        nominations_per_speech=_count(full, "nominations_per_speech"),
        withdraw=full.text("nomination_withdraw") != "no",
        starts_after_first=full.text("first_speaker_rotation") == "after_first",
        unplaced_to_last=full.text("no_vote_goes_to") == "last_nominated",
        day_one_vote=full.text("single_nominee_day1") or "",
        single_leaves_unvoted=full.text("single_nominee_later") == "leaves_unvoted",
        reverse_revote=full.text("second_vote_order") == "reverse",
        lift_after_second_tie=full.text("second_tie") == "lift",
        lift_max=_count(full, "lift_max"),
        lift_everyone=full.text("lift_everyone") == "asked",
        lift_three_of_nine=full.text("lift_three_of_nine") or "",
        foul_limit_speech=_count(full, "foul_limit_speech"),
        speech_loss_rule=full.text("speech_loss_rule") or "",
        third_foul_before_speech=full.text("third_foul_before_speech") or "",
        loss_keeps_nomination=bool(full.flag("speech_loss_keeps_nomination")),
        loss_exceptions=frozenset(full.words("speech_loss_exceptions")),
        foul_limit_removal=_count(full, "foul_limit_removal"),
        tech_foul_limit=_count(full, "tech_foul_limit"),
        last_word_when_removed=bool(full.flag("last_word_when_removed")),
        removal_regime=full.text("removal_cancels_vote") or "",
        announce_after_checks=full.text("night_removal_announce") == "after_sheriff_check",
        draw_nights=_count(full, "draw_nights"),
        check_limit=_count(full, "check_limit"),
        best_move=full.text("best_move") or "",
        best_move_numbers=_count(full, "best_move_numbers"),
    )


def _count(rules: Ruleset, name: str) -> int:
    return round(rules.number(name) or 0)


def _ns(rules: Ruleset, name: str) -> int:
    return round((rules.number(name) or 0) * NS_PER_S)
