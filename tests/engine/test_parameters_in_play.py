"""Every parameter of play changes the game as it says: one short game for each value that differs."""

from __future__ import annotations

from typing import Any

import pytest

from engine.parameters import NEEDED
from tests.engine.script import run, table_of

EIGHT = "day 3 alive 1,2,3,4,5,6,7,8"
NINE = "day 3 alive 1,2,3,4,5,6,7,8,9"
TIE_TWICE = "speeches 1:4 2:7\nvote 4:1,2,3,5 7:\nshootout\nvote 4:1,2,3,5 7:"

CASES: list[tuple[str, dict[str, Any], str, str]] = [
    ("b", {"speech_s": 45.0}, "day 3", "speak 1\nexpect seconds 45"),
    ("b", {"shootout_s": 20.0}, EIGHT, "speeches 1:4 2:7\nvote 4:1,2,3,5 7:\ntie\nspeak 4\nexpect seconds 20"),
    ("b", {"last_word_s": 30.0}, "day 3", "speeches 1:4\nvote 4:\nspeak 4\nexpect seconds 30"),
    (
        "b",
        {"nominations_per_speech": 2},
        "day 3",
        "speak 1\nnominate 4\nnominate 5\nrefused nominations_used nominate 6",
    ),
    ("b", {"nominations_per_speech": 0}, "day 3", "speak 1\nrefused nominations_used nominate 4"),
    (
        "b",
        {"nomination_withdraw": "explicit"},
        "day 3",
        "speak 1\nnominate 4\nwithdraw 4\nexpect candidates\nnominate 5",
    ),
    (
        "b",
        {"nomination_withdraw": "explicit"},
        "day 3",
        "speak 1\nnominate 4\nend\nspeak 2\nrefused not_nominated withdraw 4",
    ),
    (
        "b",
        {"nomination_withdraw": "explicit"},
        "day 3",
        "speeches_until 10\nspeak 10\nnominate 9\nexpect determined 9\n"
        "withdraw 9\nexpect undetermined\nremove 2\nexpect cancelled 3",
    ),
    ("b", {"first_speaker_rotation": "after_first"}, "day 3", "speeches\nmiss\nday\nspeak 2"),
    ("b", {"first_speaker_rotation": "after_last"}, "day 3", "speeches\nmiss\nday\nspeak 1"),
    (
        "b",
        {"no_vote_goes_to": "nobody"},
        NINE,
        "speeches 1:4 2:9\nvote 4:1,2 9:3\nexpect counts 2 1\nexpect left 4 vote",
    ),
    ("b", {"no_vote_goes_to": "nobody"}, "day 3", "speeches 1:4\nexpect undetermined"),
    ("b", {"single_nominee_day1": "not_voted"}, "day 1", "speeches 1:6\nrefused vote_not_held open\nnight"),
    (
        "b",
        {"single_nominee_day1": "voted"},
        "day 1",
        "speeches 1:6\nrefused vote_to_come night\nvote 6:\nexpect left 6 vote",
    ),
    (
        "b",
        {"single_nominee_day1": "talks"},
        "day 1",
        "speeches 1:6 2:7\nvote 6:1,2,3,4,5,6 7:\nexpect stays 6\nspeak 6\nexpect seconds 30\nend\nexpect phase evening\nnight",
    ),
    (
        "b",
        {"single_nominee_day1": "no_break"},
        "day 1",
        "speeches 1:6 2:7\nvote 6:1,2,3,4,5,6 7:\nexpect stays 6\nexpect phase evening",
    ),
    ("b", {"single_nominee_day1": "no_break"}, "day 1", "speeches 1:6 2:7\nvote 6:1,2,3,4,5 7:\nexpect phase tie"),
    (
        "b",
        {"single_nominee_day1": "self_break"},
        "day 1",
        "speeches 1:6 2:7\nvote 6:1,2,3,4,5,6 7:\nexpect left 6 vote",
    ),
    (
        "b",
        {"single_nominee_day1": "self_break"},
        "day 1",
        "speeches 1:6 2:7\nvote 6:1,2,3,4,5,8 7:\nexpect stays 6\nspeak 6\nend\nnight",
    ),
    ("b", {"single_nominee_day1": "no_break"}, "day 2", "speeches 1:6 2:7\nvote 6:1,2,3,4,5,6 7:\nexpect left 6 vote"),
    ("b", {"single_nominee_later": "leaves_unvoted"}, "day 2", "speeches 1:6\nopen\nexpect left 6 vote\nexpect owed 6"),
    ("b", {"second_vote_order": "reverse"}, EIGHT, "speeches 1:4 2:7\nvote 4:1,2,3,5 7:\nshootout\nopen\ncall 7"),
    ("b", {"second_vote_order": "same"}, EIGHT, "speeches 1:4 2:7\nvote 4:1,2,3,5 7:\nshootout\nopen\ncall 4"),
    ("b", {"second_tie": "all_stay"}, EIGHT, f"{TIE_TWICE}\nexpect stays 4 7\nexpect phase evening"),
    ("b", {"second_tie": "lift"}, EIGHT, f"{TIE_TWICE}\nexpect phase lift"),
    ("b", {"lift_max": 1}, EIGHT, f"{TIE_TWICE}\nexpect stays 4 7\nexpect phase evening"),
    (
        "b",
        {"lift_everyone": "asked"},
        "day 5 alive 2,4,8 black 8",
        "speeches 2:4 4:8 8:2\nvote 4:2 8:4 2:\nshootout\nvote 4:2 8:4 2:\nexpect phase lift",
    ),
    (
        "b",
        {"lift_three_of_nine": "from_day_3"},
        "day 2 alive 1,2,3,4,5,6,7,8,9",
        "speeches 1:4 2:9 3:2\nvote 4:1,2,3 9:4,5,6 2:\nshootout\nvote 4:1,2,3 9:4,5,6 2:\nexpect phase evening",
    ),
    (
        "b",
        {"lift_three_of_nine": "from_day_3"},
        NINE,
        "speeches 1:4 2:9 3:2\nvote 4:1,2,3 9:4,5,6 2:\nshootout\nvote 4:1,2,3 9:4,5,6 2:\nexpect phase lift",
    ),
    (
        "polemica",
        {"speech_loss_rule": "none"},
        "day 3",
        "fouls 4 2\nspeak 1\nfoul 4\nend\nspeeches_until 4\nspeak 4\nexpect seconds 60",
    ),
    (
        "polemica",
        {"speech_loss_rule": "short_speech", "speech_s": 60.0},
        "day 3",
        "fouls 4 2\nspeak 1\nfoul 4\nend\nspeeches_until 4\nspeak 4\nexpect seconds 30\nnominate 5",
    ),
    (
        "polemica",
        {"speech_loss_rule": "next_speech", "third_foul_before_speech": "next_round"},
        "day 3 alive 1,2,3,4,5,6,7",
        "fouls 4 2\nspeak 1\nfoul 4\nend\nspeeches_until 4\nspeak 4\nexpect seconds 60\nend\nspeeches\nmiss\nday\n"
        "speeches_until 4\nspeak 4\nexpect seconds 0\nend\nspeeches\nmiss\nday\nspeeches_until 4\nspeak 4\nexpect seconds 60",
    ),
    (
        "polemica",
        {"speech_loss_keeps_nomination": False},
        "day 3",
        "fouls 4 2\nspeak 1\nfoul 4\nend\nspeeches_until 4\nspeak 4\nrefused nomination_lost nominate 5",
    ),
    (
        "a",
        {"third_foul_before_speech": "this_round", "speech_loss_exceptions": ()},
        EIGHT,
        "fouls 4 2\nspeeches_until 3 1:4 2:7\nspeak 3\nfoul 4\nend\nspeeches_until 4\nspeak 4\nexpect seconds 0\nend\n"
        "speeches\nvote 4:1,2,3,5 7:\ntie\nspeak 4\nexpect seconds 0",
    ),
    (
        "a",
        {"third_foul_before_speech": "this_round", "speech_loss_exceptions": ("shootout", "last_word")},
        EIGHT,
        "fouls 4 2\nspeeches_until 3 1:4 2:7\nspeak 3\nfoul 4\nend\nspeeches\nvote 4:1,2,3,5 7:\ntie\nspeak 4\nexpect seconds 30",
    ),
    (
        "a",
        {"third_foul_before_speech": "next_round"},
        EIGHT,
        "fouls 4 2\nspeak 1\nfoul 4\nend\nspeeches_until 4\nspeak 4\nexpect seconds 60",
    ),
    (
        "b",
        {"speech_loss_short_s": 0.0},
        "day 5 alive 2,4,5,8 black 8",
        "debt 4\nspeeches_until 4\nspeak 4\nexpect seconds 0",
    ),
    ("a", {"foul_limit_removal": 0}, "day 3", "fouls 8 5\nspeak 1\nfoul 8\nexpect stays 8\nexpect fouls 8 6"),
    (
        "a",
        {"foul_limit_removal": 5},
        "day 3",
        "fouls 8 3\nspeak 1\nfoul 8\nexpect stays 8\nfoul 8\nexpect left 8 removal",
    ),
    ("a", {"last_word_when_removed": True}, "day 3", "speeches_until 10\nspeak 10\nremove 8\nend\nspeak 8\nend\nnight"),
    (
        "a",
        {"last_word_when_removed": True},
        "day 3",
        "speeches\nnight\nshooting\nremove 8\ndon\nsheriff\ndawn\nday\nspeak 8",
    ),
    (
        "a",
        {"last_word_when_removed": True},
        "day 3 alive 2,4,5,8 black 8",
        "remove 8\nexpect result red\nexpect phase farewell\nspeak 8\nend\nexpect phase over",
    ),
    ("c", {"tech_foul_limit": 2}, "day 3", "tech 5\nexpect stays 5\ntech 5\nexpect left 5 removal"),
    ("c", {"tech_foul_limit": 0}, "day 3", "refused tech_fouls_not_used tech 5"),
    ("b", {"draw_nights": 2}, "day 2", "speeches\nmiss\nday\nspeeches\nmiss\nexpect result draw"),
    ("b", {"draw_nights": 0}, "day 2", "speeches\nmiss\nday\nspeeches\nmiss\nday\nspeeches\nmiss\nexpect result open"),
    ("b", {"check_limit": 2}, "day 2", "speeches\nnight\nshooting\ndon\ncheck 4\ncheck 5\nrefused check_used check 6"),
    ("b", {"best_move": "off"}, "day 1", "speeches\nkill 5\nrefused no_best_move name"),
    ("b", {"best_move": "any_leaving"}, "day 3", "speeches 1:4\nvote 4:\nname\nblack 1\nnamed\nspeak 4\nend\nnight"),
    ("b", {"best_move_numbers": 2}, "day 1", "speeches\nkill 5\nname\nblack 1\nblack 2\nrefused names_used black 3"),
    (
        "a",
        {"foul_limit_removal": 5},
        "day 3 alive 1,2,3,4,5,6,7",
        "fouls 2 2\nspeeches_until 5\nspeak 5\nfoul 2\nend\nspeeches\nmiss\nday\nspeak 2\nexpect seconds 0\nfoul 2\n"
        "end\nspeeches\nmiss\nday\nspeeches_until 2\nspeak 2\nexpect seconds 60",
    ),
    ("b", {"removal_cancels_vote": "no"}, "day 3", "speak 1\nremove 8\nexpect cancelled"),
    (
        "b",
        {"removal_cancels_vote": "no"},
        NINE,
        "speeches 1:4 2:9 3:6\nopen\ncall 4\nhand 1 2\nword\ncount\nremove 4\nexpect on_ballot 9 6\n"
        "call 9\nhand 3\ncount\ncall 6\ncount\nexpect left 6 vote",
    ),
    (
        "b",
        {"removal_cancels_vote": "no"},
        EIGHT,
        "speeches 1:4 2:7\nopen\ncall 4\nhand 1 2 3 5\nword\ncount\ncall 7\nremove 7\nexpect left 4 vote\nexpect left 7 removal",
    ),
]


@pytest.mark.parametrize(
    ("rules_id", "answers", "given", "do"),
    [pytest.param(*case, id=f"{'-'.join(f'{k}={v}' for k, v in case[1].items())}-{n}") for n, case in enumerate(CASES)],
)
def test_a_value_in_play(rules_id: str, answers: dict[str, Any], given: str, do: str) -> None:
    run(table_of(given, rules_id, **answers), do)


def test_every_parameter_that_is_asked_is_played_here_or_elsewhere() -> None:
    played = {name for _, answers, _, _ in CASES for name in answers}
    elsewhere = {"foul_limit_speech", "shot_rule"}  # the ladder of test_clauses; the only rule of shooting there is
    assert set(NEEDED) - played == elsewhere
