"""Every clause: what it leads to, when it is offered, and how a person enters it."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from engine.actions import ActionKind, HostAction
from engine.clauses import Clause, Detector, Sanction
from engine.codes import CueKind, Section
from engine.events import EventKind, RefusalCode, Refused
from engine.penalties import Consequence
from engine.ruleset import load_rules, rules_ids
from engine.seats import Person, Seat
from engine.state import Departure
from engine.suggestions import suggest
from engine.triggers import CLAIMED_BY, NEVER_A_BREACH, PLAY, Trigger
from engine.verdicts import entry_of_clause
from tests.engine.builders import position
from tests.engine.script import run, table_of
from tests.engine.sights import SEAT, cue_for, situation_for, with_grace

_TEXT = (resources.files("tests.engine") / "data" / "clause_sanctions.toml").read_text(encoding="utf-8")
BY_HAND: dict[str, dict[str, str]] = tomllib.loads(_TEXT)
ROWS = [
    pytest.param(rules_id, clause_id, told, id=clause_id)
    for rules_id, rows in BY_HAND.items()
    for clause_id, told in rows.items()
]
EVERY = [
    pytest.param(rules_id, clause, id=clause.id) for rules_id in rules_ids() for clause in load_rules(rules_id).clauses
]
CLAIMS = [
    pytest.param(rules_id, clause, trigger, section, id=f"{clause.id}-{trigger}-{section}")
    for rules_id in rules_ids()
    for clause in load_rules(rules_id).clauses
    for trigger in clause.triggers
    for section in sorted(clause.sections)
    if trigger in CLAIMED_BY and section in CLAIMED_BY[trigger][1]
]
LEADS_TO = {
    Sanction.FOUL: Consequence.FOUL,
    Sanction.REMOVAL: Consequence.REMOVAL,
    Sanction.TEAM_DEFEAT: Consequence.TEAM_DEFEAT,
    Sanction.VOTE_VOID: Consequence.VOTE_VOID,
    Sanction.VOTE_DECISION: Consequence.VOTE_FOR_BLACK,
    Sanction.ASK: Consequence.SANCTION_ASKED,
    Sanction.WARNING: Consequence.WARNING,
    Sanction.MISS: Consequence.MISS,
}


def test_the_three_rulebooks_have_their_103_rows() -> None:
    assert [len(BY_HAND[rules_id]) for rules_id in ("a", "b", "c")] == [34, 28, 41]
    for rules_id in BY_HAND:
        assert [clause.id for clause in load_rules(rules_id).clauses] == list(BY_HAND[rules_id])


@pytest.mark.parametrize(("rules_id", "clause_id", "told"), ROWS)
def test_the_row_leads_to_what_the_rulebook_says(rules_id: str, clause_id: str, told: str) -> None:
    clause = load_rules(rules_id).clause(clause_id)
    sanction, _, suspension = told.partition(" ")
    assert clause.sanction == sanction
    assert (clause.suspension or "") == suspension


@pytest.mark.parametrize(("rules_id", "clause", "trigger", "section"), CLAIMS)
def test_given_the_sight_the_clause_is_offered(
    rules_id: str, clause: Clause, trigger: Trigger, section: Section
) -> None:
    rules = load_rules(rules_id)
    rules = with_grace(rules) if trigger is Trigger.LATE_BLACK_VOTE else rules
    offered = suggest(cue_for(trigger), situation_for(trigger, section), rules)
    if clause.sanction in (Sanction.NONE, Sanction.TIMER):
        assert offered is None
        return
    assert offered is not None
    assert offered.clause == clause.id
    assert LEADS_TO[clause.sanction] in offered.if_accepted
    assert offered.role_dependent or not clause.role_dependent


@pytest.mark.parametrize(("rules_id", "clause"), EVERY)
def test_entered_by_hand_in_one_call(rules_id: str, clause: Clause) -> None:
    table = position(rules_id)
    t_ns = table.state.t_ns
    entered = entry_of_clause(clause, Seat(SEAT), t_ns)
    if clause.sanction in (Sanction.ASK, Sanction.DISCRETION):
        assert entered == Refused(RefusalCode.SANCTION_MISSING, Seat(SEAT))
        entered = entry_of_clause(clause, Seat(SEAT), t_ns, sanction=Sanction.FOUL)
    assert isinstance(entered, HostAction)
    done = table.give(entered)
    player = table.state.player(Seat(SEAT))
    kinds = {event.kind for event in done.events}
    match clause.sanction:
        case Sanction.FOUL | Sanction.ASK | Sanction.DISCRETION:
            assert player.fouls == 1
            assert table.state.record.fouls[-1].clause == clause.id
        case Sanction.REMOVAL:
            assert player.left is Departure.REMOVAL
        case Sanction.TOURNAMENT:
            assert player.left is Departure.TOURNAMENT
        case Sanction.TEAM_DEFEAT:
            assert player.left is Departure.TEAM_DEFEAT
            assert table.state.result == "black"
        case Sanction.SPEECH_LOSS:
            assert EventKind.SPEECH_LOST in kinds
        case Sanction.SUSPENSION:
            assert done.events[-1].text == clause.suspension
        case Sanction.ROOM_BAN:
            assert done.events[-1].subject is Person.SPECTATOR
            assert EventKind.EXPELLED in kinds
        case _:
            assert done.events[-1].text == clause.id
            assert player.at_table
            assert player.fouls == 0


@pytest.mark.parametrize("rules_id", rules_ids())
def test_what_can_be_sensed_has_a_cue(rules_id: str) -> None:
    for clause in load_rules(rules_id).clauses:
        if clause.detect & {Detector.VISION, Detector.AUDIO} and clause.sanction is not Sanction.SUSPENSION:
            assert any(trigger in CLAIMED_BY for trigger in clause.triggers), clause.id
        assert clause.detect, clause.id
        assert clause.triggers, clause.id


@pytest.mark.parametrize("rules_id", rules_ids())
def test_titles_are_there_in_three_languages(rules_id: str) -> None:
    for clause in load_rules(rules_id).clauses:
        titles = (clause.title.ru, clause.title.uk, clause.title.en)
        assert all(title.strip() == title and 0 < len(title) <= 100 for title in titles), clause.id
        assert len(set(titles)) == 3 or titles[0] == titles[1], clause.id


@pytest.mark.parametrize("rules_id", rules_ids())
def test_every_cue_kind_has_an_answer_in_every_ruleset(rules_id: str) -> None:
    rules = load_rules(rules_id)
    for kind in CueKind:
        sections = {section for cue, places in CLAIMED_BY.values() if cue is kind for section in places}
        assert sections or kind in NEVER_A_BREACH, kind
        for section in sections:
            assert rules.coverage(kind, section), (kind, section)


@pytest.mark.parametrize("rules_id", rules_ids())
def test_cues_that_move_the_clock_are_never_a_breach(rules_id: str) -> None:
    rules = load_rules(rules_id)
    for kind in NEVER_A_BREACH:
        for section in PLAY:
            cue = cue_for(Trigger.CONTACT)
            claimed = suggest(
                type(cue)(kind, cue.subject, cue.when, 0.9), situation_for(Trigger.CONTACT, section), rules
            )
            assert claimed is None


@pytest.mark.parametrize(
    ("rules_id", "clause_id"),
    [
        ("a", "A6.5"),
        ("b", "B4.1.4"),
        ("c", "C27"),
        ("fsm2024", "F6.6.7"),
        ("mafiaratings", "R10.5"),
        ("polemica", None),
    ],
)
def test_a_hand_held_past_the_word_has_its_named_clause(rules_id: str, clause_id: str | None) -> None:
    trigger = Trigger.HAND_HELD_PAST_WORD
    offered = suggest(cue_for(trigger), situation_for(trigger, Section.VOTE), load_rules(rules_id))
    assert (offered.clause if offered else None) == clause_id


class TestLossOfSpeech:
    """The third foul exactly as each rulebook says it."""

    def test_a7a_in_the_own_speech_to_the_end_of_this_round(self) -> None:
        table = table_of("day 3 alive 1,2,3,4,5,6,7", "a", third_foul_before_speech="next_round")
        run(table, "fouls 4 2\nspeeches_until 4\nspeak 4\nfoul 4\nexpect seconds 0\nend\nspeeches\nmiss\nday")
        run(table, "speeches_until 4\nspeak 4\nexpect seconds 60")

    @pytest.mark.parametrize("clause_id", ["A0", "A7b"])
    def test_a7b_and_its_repetition_after_the_own_speech_the_whole_next_round(self, clause_id: str) -> None:
        assert load_rules("a").clause(clause_id).sanction is Sanction.SPEECH_LOSS
        table = table_of("day 3 alive 1,2,3,4,5,6,7", "a")
        run(table, "fouls 2 2\nspeeches_until 6\nspeak 6\nfoul 2\nend\nspeeches\nmiss\nday\nspeak 2\nexpect seconds 0")
        run(table, "end\nspeeches\nmiss\nday\nspeeches_until 2\nspeak 2\nexpect seconds 60")

    def test_a_says_nothing_about_a_third_warning_before_the_own_speech_so_the_set_up_is_asked(self) -> None:
        assert "third_foul_before_speech" in load_rules("a").open_questions()

    def test_a_names_no_fourth_warning_so_the_set_up_is_asked(self) -> None:
        assert "foul_limit_removal" in load_rules("a").open_questions()

    def test_b421_takes_the_next_word_and_the_nomination(self) -> None:
        table = table_of("day 3 alive 1,2,3,4,5,6,7", "b", speech_loss_short_s=0.0)
        run(table, "fouls 4 2\nspeak 1\nfoul 4\nend\nspeeches_until 4\nspeak 4\nexpect seconds 0")
        run(table, "refused nomination_lost nominate 1")

    def test_b436_the_fourth_remark_removes_without_a_last_word(self) -> None:
        run(table_of("day 3", "b"), "fouls 8 3\nspeak 1\nfoul 8\nexpect left 8 removal\nexpect owed")

    def test_c35_skips_the_next_sixty_seconds_and_keeps_the_shootout(self) -> None:
        table = table_of("day 3 alive 1,2,3,4,5,6,7,8", "c")
        run(
            table,
            "fouls 2 2\nspeeches_until 6 1:2 3:4\nspeak 6\nfoul 2\nend\nspeeches\nvote 2:1,3,5,6 4:\ntie\nspeak 2",
        )
        run(table, "expect seconds 30\nend\nspeak 4\nend\nvote 2:1 4:\nwords\nmiss\nday\nspeak 2\nexpect seconds 0")

    def test_c35_thirty_seconds_at_four_players(self) -> None:
        table = table_of("day 5 alive 2,4,5,8 black 8", "c")
        run(table, "fouls 4 3\ndebt 4\nspeeches_until 4\nspeak 4\nexpect seconds 30")

    def test_c19_the_fourth_foul_removes(self) -> None:
        run(table_of("day 3", "c"), "fouls 8 3\nspeak 1\nfoul 8\nexpect left 8 removal")

    def test_c36_two_leave_in_one_vote_with_a_minute_each(self) -> None:
        table = table_of("day 3 alive 1,2,3,4,5,6,7,8", "c")
        run(
            table, "speeches 1:4 2:7\nvote 4:1,2,3,5 7:\nshootout\nvote 4:1,2,3,5 7:\nlift\nhand 1 2 3 5 6\nword\ncount"
        )
        run(table, "expect owed 4 7\nspeak 4\nexpect seconds 60\nend\nspeak 7\nexpect seconds 60")

    def test_c37_the_shootout_runs_in_nomination_order(self) -> None:
        table = table_of("day 3 alive 1,2,3,4,5,6,7,8", "c")
        run(table, "speeches 1:7 2:4\nvote 7:1,2,3,5 4:\ntie\nrefused not_your_turn speak 4\nspeak 7\nend\nspeak 4")

    def test_c38_at_most_two_are_lifted(self) -> None:
        table = table_of("day 3 alive 1,2,3,4,5,6,7,8,9", "c")
        run(
            table,
            "speeches 1:4 2:9 3:2\nvote 4:1,2,3 9:4,5,6 2:\nshootout\nvote 4:1,2,3 9:4,5,6 2:\nexpect phase evening",
        )

    def test_a51_and_a54_are_kept_by_the_game_itself(self) -> None:
        table = table_of("day 3", "a")
        run(table, "speak 1\nnominate 4\nrefused nominations_used nominate 9\nend\nspeak 2\nnominate 9\nend\nspeeches")
        run(table, "vote 4:1 9:\nexpect voted 6 9")


def test_c6_reaches_those_who_have_left() -> None:
    table = position("c", alive=[1, 2, 3, 4, 5, 6, 7, 8])
    assert table.refused(ActionKind.FOUL, 10) is RefusalCode.NOT_AT_TABLE
    clause = load_rules("c").clause("C6")
    entered = entry_of_clause(clause, Seat(10), table.state.t_ns)
    assert isinstance(entered, HostAction)
    assert table.give(entered).events[-1].kind is EventKind.SUSPENDED


@pytest.mark.parametrize(
    ("clause_id", "term", "fits"),
    [
        ("C1", "10y", True),
        ("C1", "9y", False),
        ("C4", "1w", True),
        ("C4", "6m", True),
        ("C4", "3m", True),
        ("C4", "6d", False),
        ("C4", "7m", False),
        ("C4", "1w-6m", True),
        ("C4", "for long", False),
        ("C6", "0", True),
        ("C6", "2w", True),
    ],
)
def test_a_suspension_lies_in_its_clauses_range(clause_id: str, term: str, fits: bool) -> None:
    table = position("c")
    if fits:
        assert table.act(ActionKind.SUSPEND, 5, clause=clause_id, text=term).events[-1].text == term
    else:
        assert table.refused(ActionKind.SUSPEND, 5, clause=clause_id, text=term) is RefusalCode.FIELD_INVALID
