"""How the synthetic club answers what its rulebook leaves open."""

from __future__ import annotations

from typing import Final

from engine.parameters import Value
from engine.play_rules import open_questions
from engine.ruleset import load_rules

ANSWERS: Final[dict[str, Value]] = {
    "speech_s": 60,
    "shootout_s": 30,
    "last_word_s": 60,
    "nominations_per_speech": 1,
    "nomination_withdraw": "no",
    "first_speaker_rotation": "after_last",
    "no_vote_goes_to": "last_nominated",
    "single_nominee_day1": "not_voted",
    "single_nominee_later": "voted",
    "second_vote_order": "same",
    "second_tie": "lift",
    "lift_max": 2,
    "lift_everyone": "never",
    "lift_three_of_nine": "not_asked",
    "third_foul_before_speech": "this_round",
    "speech_loss_keeps_nomination": True,
    "speech_loss_exceptions": ("shootout", "last_word"),
    "speech_loss_short_s": 30,
    "foul_limit_removal": 4,
    "tech_foul_limit": 2,
    "last_word_when_removed": False,
    "removal_cancels_vote": "no_voting",
    "draw_nights": 3,
    "shot_rule": "same_number_once",
    "check_limit": 1,
    "best_move": "first_night",
    "best_move_numbers": 3,
}


def answers_to(rules_id: str) -> dict[str, Value]:
    """Answers to exactly the questions that a rulebook leaves open for play; KeyError for one not foreseen here."""
    return {question: ANSWERS[question] for question in open_questions(load_rules(rules_id), ())}
