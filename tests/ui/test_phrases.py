"""What a suggestion is called where people read it."""

from __future__ import annotations

from engine.codes import ConfidenceWord, CueKind, Section
from engine.intervals import Interval, Span
from engine.ruleset import load_rules
from engine.seats import Seat
from engine.suggestions import Suggestion
from engine.triggers import CLAIMED_BY, Trigger
from ui.evidence.phrases import suggested_text
from ui.words import LANGUAGES, Words


def suggestion(kind: CueKind, rules: str, clause: str | None) -> Suggestion:
    return Suggestion(
        id="s1",
        kind=kind,
        subject=Seat(4),
        targets=(),
        clause=clause,
        rules=rules,
        phase=Section.VOTE,
        when=Span(Interval(0, 10)),
        confidence=0.9,
        confidence_word=ConfidenceWord.CLEARLY_SEEN,
        count_now=None,
        if_accepted=(),
        role_dependent=False,
    )


def text(kind: CueKind, rules: str, trigger: Trigger | None) -> str:
    ruleset = load_rules(rules)
    clause = ruleset.clause_for(trigger, Section.VOTE) if trigger is not None else None
    assert trigger is None or clause is not None
    return suggested_text(suggestion(kind, rules, clause.id if clause else None), ruleset, Words("en"))


def test_a_hand_on_the_table_is_named_with_its_side_of_the_word() -> None:
    assert text(CueKind.LIFT, "b", Trigger.EARLY_LIFT) == "hand left the table before the closing word"
    assert text(CueKind.TOUCH_DOWN, "fsm2024", Trigger.LATE_TOUCH) == "hand came down after the closing word"


def test_one_clause_for_both_sides_still_tells_them_apart() -> None:
    assert text(CueKind.TOUCH_DOWN, "a", Trigger.LATE_TOUCH) == "hand came down after the closing word"
    assert text(CueKind.LIFT, "a", Trigger.EARLY_LIFT) == "hand left the table before the closing word"


def test_without_a_clause_only_what_was_seen_is_said() -> None:
    assert text(CueKind.TOUCH_DOWN, "b", None) == "hand came down on the table"


def test_every_trigger_of_every_clause_can_be_named() -> None:
    for rules in ("a", "b", "c", "fsm2024", "mafiaratings", "polemica"):
        ruleset = load_rules(rules)
        for trigger, (kind, sections) in CLAIMED_BY.items():
            for section in sections:
                clause = ruleset.clause_for(trigger, section)
                if clause is not None:
                    for language in LANGUAGES:
                        assert suggested_text(suggestion(kind, rules, clause.id), ruleset, Words(language))
