"""Suggestions: what a cue may mean under a ruleset, for a person to decide. A suggestion changes nothing by itself.

The table from cue kind, section and ruleset to clause and sanction is the rulesets' clause rows; the triggers
between them are read in `engine.claims`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine import fields
from engine.actions import evidence_from_json
from engine.claims import REQUESTED, claim_of
from engine.clauses import Clause, Sanction
from engine.codes import ConfidenceWord, CueKind, Section, Unobserved
from engine.cues import Cue, Evidence
from engine.fields import FieldError
from engine.intervals import Span
from engine.penalties import Consequence, consequences
from engine.ruleset import Ruleset
from engine.seats import Subject
from engine.situations import Situation
from engine.timeline import pair
from engine.triggers import Trigger

CLEARLY: Final = 0.9
PARTLY: Final = 0.6
_SILENT: Final = frozenset({Sanction.NONE, Sanction.TIMER})
_KEYS: Final = (
    "id",
    "kind",
    "subject",
    "targets",
    "clause",
    "rules",
    "phase",
    "when",
    "confidence",
    "confidence_word",
    "count_now",
    "if_accepted",
    "role_dependent",
    "evidence",
    "not_observed",
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One possible breach, or one thing that could not be observed (kind `not_observed`)."""

    id: str
    kind: CueKind
    subject: Subject
    targets: tuple[Subject, ...]
    clause: str | None  # None: the ruleset has no clause for it
    rules: str
    phase: Section
    when: Span
    confidence: float
    confidence_word: ConfidenceWord
    count_now: int | None  # fouls of the seat; None where nobody kept them
    if_accepted: tuple[Consequence, ...]
    role_dependent: bool  # judge's screen only
    evidence: tuple[Evidence, ...] = ()
    not_observed: tuple[Unobserved, ...] = ()


def suggest(cue: Cue, around: Situation, rules: Ruleset) -> Suggestion | None:
    """What to put before a person for one cue; None when the ruleset minds nothing or the cue says too little.

    Inside the waking of a role whose player nobody entered, the answer is a suggestion of kind `not_observed`.
    """
    claim = claim_of(cue, around, rules)
    if claim is None:
        return None
    if isinstance(claim, Unobserved):
        return _cannot_tell(cue, around, rules, claim)
    if not rules.is_raised(claim, around.section):
        return None
    clause = rules.clause_for(claim, around.section)
    if clause is not None and not _applies(clause, claim, cue, around):
        return None
    count_now = _count(cue, around)
    return Suggestion(
        id=suggestion_id(cue),
        kind=cue.kind,
        subject=cue.subject,
        targets=cue.targets,
        clause=clause.id if clause else None,
        rules=rules.id,
        phase=around.section,
        when=cue.when,
        confidence=cue.confidence,
        confidence_word=confidence_word(cue.confidence),
        count_now=count_now,
        if_accepted=_if_accepted(claim, clause, cue, around, rules),
        role_dependent=_depends_on_roles(clause, around),
        evidence=cue.evidence,
    )


def suggestion_id(cue: Cue) -> str:
    """An id that the same cue always gets: kind, subject, targets and the earliest time it may have begun."""
    targets = "".join(f"-{target}" for target in cue.targets)
    return f"{cue.kind}-{cue.subject}{targets}-{cue.when.start.earliest_ns}"


def confidence_word(confidence: float) -> ConfidenceWord:
    """A confidence as one of three words."""
    if confidence >= CLEARLY:
        return ConfidenceWord.CLEARLY_SEEN
    return ConfidenceWord.PARTLY_SEEN if confidence >= PARTLY else ConfidenceWord.WEAKLY_SEEN


def sanction_of(clause: Clause, subject: Subject, around: Situation) -> Sanction:
    """The clause's sanction at this moment: some weigh more in the own last word (ФСМ 6.8.5)."""
    if clause.team_defeat_when_leaving and subject in around.leaving and not around.decided:
        return Sanction.TEAM_DEFEAT
    return clause.sanction


def _applies(clause: Clause, claim: Trigger, cue: Cue, around: Situation) -> bool:
    if clause.sanction in _SILENT:
        return False
    if clause.lapses_when_decided and around.decided:
        return False
    return not clause.on_request or around.asked(REQUESTED[claim], cue.subject)


def _if_accepted(
    claim: Trigger, clause: Clause | None, cue: Cue, around: Situation, rules: Ruleset
) -> tuple[Consequence, ...]:
    found: list[Consequence] = []
    if clause is not None:
        found += consequences(
            sanction_of(clause, cue.subject, around),
            rules,
            count_now=_count(cue, around),
            removal_cancels=around.removal_cancels,
            at_night=around.section is Section.NIGHT,
        )
    found += _effect_on_vote(claim, around, rules)
    return tuple(dict.fromkeys(found)) or (Consequence.NOTHING,)


def _effect_on_vote(claim: Trigger, around: Situation, rules: Ruleset) -> list[Consequence]:
    """What becomes of the ballot, which is separate from what becomes of the player."""
    if claim is Trigger.EARLY_LIFT:
        effect = rules.text("early_lift_vote_effect")
        known = {"void": Consequence.VOTE_VOID, "counts": Consequence.VOTE_COUNTS}
        return [known[effect] if effect else Consequence.VOTE_FOR_HOST]
    if claim is Trigger.LATE_TOUCH:
        if around.last_candidate and rules.text("no_vote_goes_to") == "last_nominated":
            return [Consequence.VOTE_TO_LAST]
        effect = rules.text("touch_at_or_after_word")
        return [Consequence.VOTE_VOID if effect == "void" else Consequence.VOTE_FOR_HOST]
    if claim is Trigger.LATE_RED_VOTE:
        return [Consequence.VOTE_VOID]
    if claim is Trigger.LATE_BLACK_VOTE:
        return [Consequence.VOTE_COUNTS]
    return [Consequence.VOTE_FOR_HOST] if claim is Trigger.PREMATURE_TOUCH else []


def _depends_on_roles(clause: Clause | None, around: Situation) -> bool:
    """Whether showing it could tell a role: by its clause, or because somebody is awake."""
    return (clause is not None and clause.role_dependent) or around.waking is not None


def _count(cue: Cue, around: Situation) -> int | None:
    if around.fouls is None or not isinstance(cue.subject, int):
        return None
    return around.fouls.get(cue.subject, 0)


def _cannot_tell(cue: Cue, around: Situation, rules: Ruleset, why: Unobserved) -> Suggestion:
    return Suggestion(
        id=f"{CueKind.NOT_OBSERVED}-{cue.subject}-{cue.when.start.earliest_ns}",
        kind=CueKind.NOT_OBSERVED,
        subject=cue.subject,
        targets=(),
        clause=None,
        rules=rules.id,
        phase=around.section,
        when=cue.when,
        confidence=0.0,
        confidence_word=ConfidenceWord.WEAKLY_SEEN,
        count_now=_count(cue, around),
        if_accepted=(),
        role_dependent=False,
        not_observed=(why,),
    )


def as_json(suggestion: Suggestion) -> dict[str, object]:
    """The suggestion as `suggestions.jsonl` and the journal hold it."""
    when = suggestion.when
    return {
        "id": suggestion.id,
        "kind": suggestion.kind.value,
        "subject": suggestion.subject,
        "targets": list(suggestion.targets),
        "clause": suggestion.clause,
        "rules": suggestion.rules,
        "phase": suggestion.phase.value,
        "when": {"start": pair(when.start), "end": pair(when.end) if when.end else None},
        "confidence": suggestion.confidence,
        "confidence_word": suggestion.confidence_word.value,
        "count_now": suggestion.count_now,
        "if_accepted": [code.value for code in suggestion.if_accepted],
        "role_dependent": suggestion.role_dependent,
        "evidence": [
            {"camera": seen.camera, "t_ns": seen.t_ns, "box": list(seen.box_px)} for seen in suggestion.evidence
        ],
        "not_observed": [code.value for code in suggestion.not_observed],
    }


def write_suggestions(suggestions: Iterable[Suggestion]) -> str:
    """The text of `suggestions.jsonl`, the schema line first."""
    lines = [json.dumps({"schema": 1})]
    lines += [json.dumps(as_json(suggestion), ensure_ascii=False) for suggestion in suggestions]
    return "\n".join(lines) + "\n"


def read_suggestions(text: str) -> tuple[Suggestion, ...]:
    """Suggestions as `write_suggestions` wrote them; raises FieldError naming the line."""
    found: list[Suggestion] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = fields.object_of(line)
            if fields.integer_of(value.pop("schema", 1), "schema") != 1:
                raise FieldError("an unknown schema; update the program")
            if value:
                found.append(from_json(value))
        except FieldError as problem:
            raise FieldError(f"line {number}: {problem}") from problem
    return tuple(found)


def from_json(line: Mapping[str, object]) -> Suggestion:
    """The inverse of `as_json`; raises FieldError for a value that means nothing."""
    fields.check_keys(line, _KEYS)
    values = {key: fields.need(line, key) for key in _KEYS}
    clause, count = values["clause"], values["count_now"]
    return Suggestion(
        id=fields.text_of(values["id"], "id"),
        kind=fields.code_of(CueKind, values["kind"], "kind"),
        subject=fields.person_of(values["subject"], "subject"),
        targets=tuple(fields.person_of(one, "targets") for one in fields.list_of(values["targets"], "targets")),
        clause=None if clause is None else fields.text_of(clause, "clause"),
        rules=fields.text_of(values["rules"], "rules"),
        phase=fields.code_of(Section, values["phase"], "phase"),
        when=fields.span_of(values["when"], "when"),
        confidence=fields.number_of(values["confidence"], "confidence"),
        confidence_word=fields.code_of(ConfidenceWord, values["confidence_word"], "confidence word"),
        count_now=None if count is None else fields.integer_of(count, "count_now"),
        if_accepted=tuple(
            fields.code_of(Consequence, code, "consequence")
            for code in fields.list_of(values["if_accepted"], "if_accepted")
        ),
        role_dependent=values["role_dependent"] is True,
        evidence=tuple(evidence_from_json(seen) for seen in fields.list_of(values["evidence"], "evidence")),
        not_observed=tuple(
            fields.code_of(Unobserved, code, "reason")
            for code in fields.list_of(values["not_observed"], "not_observed")
        ),
    )
