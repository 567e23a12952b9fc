"""What was not observed, in words: who, what of them, when and why, equal rows of several seats in one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from engine.codes import CueKind
from engine.cues import Cue
from engine.periods import VoteWindow
from engine.seats import Subject
from engine.suggestions import Suggestion
from ui.evidence.phrases import seats_text, span_text
from ui.session.audit import Findings, Table
from ui.words import Words


@dataclass(frozen=True, slots=True)
class Unseen:
    """Something that was not observed, or lost."""

    who: str
    what: str
    when: str
    why: str


@dataclass(frozen=True, slots=True)
class _Row:
    """One seat's row before equal ones are put together."""

    from_ns: int
    who: Subject
    what: str
    when: str
    why: str
    share: float | None = None  # of the looks that could judge


def not_observed(findings: Findings, table: Table, words: Words) -> list[Unseen]:
    """Everything that was not observed, the whole recording's first, then in order of time."""
    whole = words("the whole recording")
    found = []
    if not table.chronicle.entries:
        found.append(Unseen("–", words("votes and nights"), whole, words("no timeline was given")))
    if table.out_of_sight:
        found.append(Unseen(seats_text(table.out_of_sight, words), words("everything"), whole, words("in no picture")))
    out = set(table.out_of_sight)
    rows = [row for row in _rows(findings, table, words) if row.who not in out]
    return found + _together(rows, words) + _losses(findings, words)


def _rows(findings: Findings, table: Table, words: Words) -> Iterator[_Row]:
    for suggestion in findings.suggestions:
        if suggestion.kind is CueKind.NOT_OBSERVED:
            yield _unjudged(suggestion, words)
    for cue in findings.cues:
        if cue.kind is CueKind.NOT_OBSERVED:
            share = cue.measures.get("observed_share_01")
            why = words("not seen") if share is None else ""
            what = _what(cue, table, words)
            yield _Row(cue.when.start.earliest_ns, cue.subject, what, span_text(cue.when, words), why, share)


def _unjudged(suggestion: Suggestion, words: Words) -> _Row:
    """Something that was seen but could not be judged; what it was is not said, since it could tell a role."""
    why = ", ".join(words.code("unobserved", reason) for reason in suggestion.not_observed)
    what = words.code("section", suggestion.phase)
    return _Row(suggestion.when.start.earliest_ns, suggestion.subject, what, span_text(suggestion.when, words), why)


def _what(cue: Cue, table: Table, words: Words) -> str:
    """The eyes of a night, or a hand in one candidate's vote: only these two are claimed not observed."""
    window = _window_of(cue, table)
    if window is None:
        return words("eyes at night")
    if window.candidate is None:
        return words("hand in vote {number}, on all leaving", number=window.round)
    return words("hand in vote {number}, for {candidate}", number=window.round, candidate=window.candidate)


def _window_of(cue: Cue, table: Table) -> VoteWindow | None:
    return next((window for window in table.chronicle.windows if window.call == cue.when.start), None)


def _together(rows: list[_Row], words: Words) -> list[Unseen]:
    groups: dict[tuple[int, str, str, str, bool], list[_Row]] = defaultdict(list)
    for row in rows:
        groups[row.from_ns, row.what, row.when, row.why, row.share is None].append(row)
    ordered = sorted(groups.items(), key=lambda group: (group[0][0], min(_place(row.who) for row in group[1])))
    return [
        Unseen(seats_text([row.who for row in group], words), what, when, why or _shares(group, words))
        for (_, what, when, why, _), group in ordered
    ]


def _place(who: Subject) -> int:
    return who if isinstance(who, int) else 99


def _shares(group: list[_Row], words: Words) -> str:
    shares = sorted({round(100 * row.share) for row in group if row.share is not None})
    text = str(shares[0]) if len(shares) == 1 else f"{shares[0]}–{shares[-1]}"
    return words("seen in {share} % of the looks", share=text)


def _losses(findings: Findings, words: Words) -> list[Unseen]:
    return [
        Unseen(
            loss.camera,
            words("pictures"),
            words("unit.seconds", n=f"{words.seconds(loss.from_ns)}–{words.seconds(loss.to_ns)}"),
            words("pictures lost: {count}", count="?" if loss.frames is None else loss.frames)
            + f" ({words.code('loss', loss.reason) if words.knows('loss.' + loss.reason) else loss.reason})",
        )
        for loss in findings.losses
    ]
