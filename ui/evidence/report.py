"""report.html: one file that opens anywhere and shows what was seen, how sure that is, and what was not seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import jinja2

from engine.codes import CueKind, VoteVerdict
from engine.cues import Cue, Evidence
from engine.intervals import Interval
from engine.periods import VoteWindow
from engine.ruleset import Ruleset
from engine.seats import Seat
from engine.suggestions import Suggestion
from engine.votes import Ballot
from ui.evidence.phrases import interval_text, seats_text, span_text, suggested_text
from ui.evidence.thumbnails import Key, key_of
from ui.evidence.unseen import Unseen, not_observed
from ui.evidence.vote_rows import Totals, by_key, judged_in, totals
from ui.host.wording import fouls
from ui.rulebooks import consequence_text
from ui.session.audit import Findings, Table
from ui.words import Words


@dataclass(frozen=True, slots=True)
class Shown:
    """A thumbnail with its caption."""

    url: str
    caption: str


@dataclass(frozen=True, slots=True)
class SuggestionRow:
    """A suggestion in words."""

    kind: str
    subject: str
    targets: str
    clause: str
    clause_title: str
    when: str
    confidence: str
    count: str
    consequences: str
    phase: str
    judge_only: bool
    pictures: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class VoteCell:
    """One voter and one candidate; `state` is the verdict's code, or `none`: looked at, and no hand."""

    state: str
    word: str
    touch: str = ""
    lift: str = ""
    counted: str = ""
    picture: Shown | None = None


@dataclass(frozen=True, slots=True)
class VoteTable:
    """One round: a row per voter, a column per candidate."""

    title: str
    candidates: tuple[str, ...]
    words: tuple[str, ...]  # when the closing word of each candidate was said, and how that is known
    rows: tuple[tuple[str, tuple[VoteCell, ...]], ...]
    totals: tuple[str, ...]  # per candidate: what the hands add up to
    by_host: tuple[str, ...]  # per candidate: the host's own count and where it parts


@dataclass(slots=True)
class Report:
    """Everything that the page shows, in words."""

    title: str
    rules: str
    recording: str
    synthetic: bool
    suggestions: list[SuggestionRow] = field(default_factory=list)
    votes: list[VoteTable] = field(default_factory=list)
    unseen: list[Unseen] = field(default_factory=list)
    cameras: list[str] = field(default_factory=list)


def report_html(report: Report, words: Words) -> str:
    """The page."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("ui.evidence", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.get_template("report.html.j2").render(report=report, words=words, language=words.language)


def build_report(
    findings: Findings, table: Table, pictures: Mapping[Key, str], words: Words, *, recording: str, synthetic: bool
) -> Report:
    """Put findings into words."""
    rules = table.rules
    report = Report(
        title=words("Audit of a table"),
        rules=rules.title[words.language],
        recording=recording,
        synthetic=synthetic,
    )
    seen = [s for s in findings.suggestions if s.kind is not CueKind.NOT_OBSERVED]
    report.suggestions = [_suggestion(s, rules, pictures, words) for s in seen]
    report.votes = _votes(findings, table, pictures, words)
    report.unseen = not_observed(findings, table, words)
    report.cameras = [
        words("{camera}: {count} pictures", camera=camera, count=count)
        for camera, count in sorted(findings.pictures.items())
    ]
    return report


def _suggestion(s: Suggestion, rules: Ruleset, pictures: Mapping[Key, str], words: Words) -> SuggestionRow:
    clause = rules.clause(s.clause) if s.clause is not None else None
    return SuggestionRow(
        kind=suggested_text(s, rules, words),
        subject=seats_text((s.subject,), words),
        targets=seats_text(s.targets, words),
        clause=s.clause or words("no clause"),
        clause_title=getattr(clause.title, words.language) if clause is not None else "",
        when=span_text(s.when, words),
        confidence=words.code("confidence", s.confidence_word),
        count=words("not counted here") if s.count_now is None else fouls(s.count_now, rules, words),
        consequences=", ".join(consequence_text(c, rules, words) for c in s.if_accepted),
        phase=words.code("section", s.phase),
        judge_only=s.role_dependent,
        pictures=tuple(shown for e in s.evidence if (shown := _shown(e, pictures, words)) is not None),
    )


def _shown(evidence: Evidence, pictures: Mapping[Key, str], words: Words) -> Shown | None:
    url = pictures.get(key_of(evidence))
    return (
        None
        if url is None
        else Shown(url, f"{evidence.camera} · {words('unit.seconds', n=words.seconds(evidence.t_ns))}")
    )


def _votes(findings: Findings, table: Table, pictures: Mapping[Key, str], words: Words) -> list[VoteTable]:
    rounds: dict[int, list[VoteWindow]] = defaultdict(list)
    for window in table.chronicle.windows:
        rounds[window.round].append(window)
    return [_vote(number, windows, findings, table, pictures, words) for number, windows in sorted(rounds.items())]


def _vote(
    number: int,
    windows: Sequence[VoteWindow],
    findings: Findings,
    table: Table,
    pictures: Mapping[Key, str],
    words: Words,
) -> VoteTable:
    known = by_key(findings.ballots)
    sums = [totals(window, known, table.chronicle) for window in windows]
    touches = {
        (_target(c), c.subject): c for c in findings.cues if c.kind in (CueKind.TOUCH_DOWN, CueKind.HAND_HELD_PAST_WORD)
    }
    voters = sorted({seat for window in windows for seat in judged_in(window, table.chronicle)})
    rows = []
    for voter in voters:
        cells = tuple(
            vote_cell(known.get((number, w.candidate, voter)), touches.get((w.candidate, voter)), pictures, words)
            for w in windows
        )
        rows.append((str(voter), cells))
    return VoteTable(
        title=words("Vote {number}", number=number),
        candidates=tuple(words("lift vote") if w.candidate is None else str(w.candidate) for w in windows),
        words=tuple(word_text(w, words) for w in windows),
        rows=tuple(rows),
        totals=tuple(total_text(one, words) for one in sums),
        by_host=tuple(host_text(one, words) for one in sums),
    )


def total_text(sums: Totals, words: Words) -> str:
    """How many hands count, and what keeps that from being the whole answer."""
    parts = [words("{n} count", n=sums.counting)]
    if sums.open:
        parts.append(words("{n} for a person to decide", n=sums.open))
    if sums.unseen:
        parts.append(words("{n} not observed", n=sums.unseen))
    return ", ".join(parts)


def host_text(sums: Totals, words: Words) -> str:
    """The host's own count, and by how much it parts from what was seen."""
    if sums.by_host is None:
        return words("not given")
    if not sums.difference:
        return str(sums.by_host)
    return words("{n}, differs by {difference}", n=sums.by_host, difference=words.number(sums.difference))


def _target(cue: Cue) -> Seat | None:
    return next((Seat(target) for target in cue.targets if isinstance(target, int)), None)


def word_text(window: VoteWindow, words: Words) -> str:
    """When the closing word was said, and how that is known."""
    if window.word is None or window.word_source is None:
        return words("closing word not timed")
    source = words.code("word_source", window.word_source)
    return f"{span_text(window.word, words)} ({source})"


def vote_cell(ballot: Ballot | None, cue: Cue | None, pictures: Mapping[Key, str], words: Words) -> VoteCell:
    """What one voter's hand for one candidate was; a place that was not observed is never taken for no hand."""
    picture = (
        next((shown for e in cue.evidence if (shown := _shown(e, pictures, words)) is not None), None) if cue else None
    )
    if cue is not None and cue.kind is CueKind.HAND_HELD_PAST_WORD:
        return VoteCell("held", words.code("cue", cue.kind), picture=picture)
    if ballot is None:
        return VoteCell("none", words("no hand found"))
    early = ballot.lift_verdict is VoteVerdict.BEFORE
    if not early and ballot.touch is None and ballot.verdict is VoteVerdict.NOT_OBSERVED:
        return VoteCell("not_observed", words.code("verdict", VoteVerdict.NOT_OBSERVED))
    state = "early_lift" if early else str(ballot.verdict)
    word = words("left before the word") if early else words.code("verdict", ballot.verdict)
    counted = (
        words("for a person to decide")
        if ballot.counted is None
        else words("counts" if ballot.counted else "does not count")
    )
    return VoteCell(state, word, _timed(ballot.touch, words), _timed(ballot.lift, words), counted, picture)


def _timed(moment: Interval | None, words: Words) -> str:
    return "" if moment is None else words("unit.seconds", n=interval_text(moment, words))
