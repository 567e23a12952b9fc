"""A game as a judge reviews it: read once from the folder of a played game or of an audit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from calibration.json_file import read_json
from engine.actions import ActionKind, HostAction, input_from_json, moment
from engine.codes import CueKind, JournalType, TimelineKind
from engine.cues import Cue
from engine.faults import Fault
from engine.fields import FieldError
from engine.journal import Journal, JournalError, Line, read_journal, retracted_inputs, verify
from engine.journal_timeline import CORRECTED_NS, entries_of
from engine.no_rules import NO_RULES_ID, no_rules
from engine.parameters import Value
from engine.periods import VoteWindow
from engine.ruleset import Ruleset
from engine.seats import GAME_SEATS, Seat
from engine.situations import Chronicle
from engine.suggestions import Suggestion
from engine.suggestions import from_json as suggestion_from_json
from engine.timeline import TimelineEntry
from engine.votes import Ballot, ballots
from ui.commands.export import JournalBroken
from ui.commands.verify import journal_text
from ui.evidence.audit_record import FILE_NAME as AUDIT_NAME
from ui.evidence.audit_record import SCHEMA as AUDIT_SCHEMA
from ui.evidence.audit_record import TIMELINE_NAME, AuditRecord
from ui.evidence.pack.incident import Decided, decided_of
from ui.evidence.vote_rows import counted_by_host, judged_in
from ui.rulebooks import rulebook
from ui.session.audit import read_entries

VIEWED: Final = "viewed"
"""How a bookmark begins that says which case was looked at: `viewed ID at SPEED from MS to MS`."""


class JournalChanged(Fault):
    """A journal whose chain does not hold."""

    template = "The journal does not hold from line {line} on: it can be looked at, nothing can be entered."


@dataclass(frozen=True, slots=True)
class Viewing:
    """A stretch that somebody looked at, and how fast."""

    suggestion: str
    speed: float
    from_ns: int
    to_ns: int


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """Everything known about a game; times are the game's."""

    folder: Path
    journal: Journal
    rules: Ruleset
    chronicle: Chronicle
    cues: tuple[Cue, ...]
    suggestions: tuple[Suggestion, ...]  # in the order of time, without those that say only that something was unseen
    unseen: tuple[Suggestion, ...]
    decided: Mapping[str, tuple[Decided, ...]]
    viewings: tuple[Viewing, ...]
    gaps: tuple[tuple[int, str], ...]
    ballots: tuple[Ballot, ...]
    nicks: Mapping[Seat, str] = field(default_factory=dict)
    audit: AuditRecord | None = None  # where this is an audit's folder
    trouble: Fault | None = None  # why nothing can be entered

    @property
    def until_ns(self) -> int:
        """The end of what is known."""
        times = [line.t_ns for line in self.journal.lines]
        times += [entry.t.latest_ns for entry in self.chronicle.entries]
        times += [(cue.when.end or cue.when.start).latest_ns for cue in self.cues]
        return max(times, default=0)

    def window_of(self, suggestion: Suggestion) -> VoteWindow | None:
        """The vote that a suggestion is about; None where it is about none."""
        begins = suggestion.when.start.earliest_ns
        targets = {target for target in suggestion.targets if isinstance(target, int)}
        near = [
            window
            for window in self.chronicle.windows
            if window.call.earliest_ns <= begins <= window.closes_ns
            and (window.candidate is None or not targets or window.candidate in targets)
        ]
        return near[0] if near and suggestion.kind is not CueKind.CONTACT else None


def open_case(folder: Path) -> Case:
    """Read a game; raises a Fault in one sentence where there is nothing to review."""
    text = journal_text(folder)
    try:
        journal = read_journal(text)
        lines = journal.lines
        record = _audit_record(folder)
        entries = _entries(folder, lines) if record is not None else tuple(entries_of([_mapping(one) for one in lines]))
        given = [_input(line) for line in lines if line.type in (JournalType.INPUT, JournalType.VERDICT)]
        raised = _suggestions(lines)
    except (JournalError, FieldError) as error:
        raise JournalBroken(path=folder, problem=str(error).rstrip(".")) from error
    cues = tuple(one for one in given if isinstance(one, Cue))
    actions = tuple(_standing_actions(journal))
    rules = _rules(journal, record, actions)
    chronicle = Chronicle(entries, GAME_SEATS)
    found = [finding for finding in verify(text) if finding.problem != "torn_end"]
    return Case(
        folder=folder,
        journal=journal,
        rules=rules,
        chronicle=chronicle,
        cues=tuple(sorted(cues, key=lambda cue: cue.when.start.earliest_ns)),
        suggestions=tuple(one for one in raised if one.kind is not CueKind.NOT_OBSERVED),
        unseen=tuple(one for one in raised if one.kind is CueKind.NOT_OBSERVED),
        decided={one.id: decided_of(journal, one.id) for one in raised},
        viewings=tuple(viewing for action in actions if (viewing := viewing_of(action)) is not None),
        gaps=tuple((line.t_ns, str(line.body.get("why", ""))) for line in lines if line.type is JournalType.GAP),
        ballots=tuple(_ballots(chronicle, cues, rules, actions)),
        nicks={
            action.subject: action.text
            for action in actions
            if action.kind is ActionKind.SEAT_PLAYER and isinstance(action.subject, int) and action.text
        },
        audit=record,
        trouble=JournalChanged(line=found[0].line) if found else None,
    )


def viewing_of(action: HostAction) -> Viewing | None:
    """The look that a bookmark writes down; None for any other bookmark."""
    parts = action.text.split(" ")
    if action.kind is not ActionKind.MARK or len(parts) != 8 or parts[0] != VIEWED:
        return None
    try:
        return Viewing(parts[1], float(parts[3]), int(parts[5]) * 1_000_000, int(parts[7]) * 1_000_000)
    except ValueError:
        return None


def viewing_text(viewing: Viewing) -> str:
    """The bookmark's text for a look."""
    begin, end = viewing.from_ns // 1_000_000, viewing.to_ns // 1_000_000
    return f"{VIEWED} {viewing.suggestion} at {viewing.speed:g} from {begin} to {end}"


def _mapping(line: Line) -> dict[str, object]:
    return {"n": line.n, "t_ns": line.t_ns, "type": line.type, "body": line.body}


def _input(line: Line) -> object:
    return input_from_json(line.body, line.t_ns)


def _standing_actions(journal: Journal) -> Iterator[HostAction]:
    gone = retracted_inputs(journal.lines)
    for line in journal.lines:
        if line.type is JournalType.INPUT and line.n not in gone and line.body.get("input") == "action":
            given = input_from_json(line.body, line.t_ns)
            if isinstance(given, HostAction):
                yield given


def _suggestions(lines: Sequence[Line]) -> list[Suggestion]:
    found: dict[str, Suggestion] = {}
    for line in lines:
        if line.type is JournalType.SUGGESTION:
            one = suggestion_from_json({key: value for key, value in line.body.items() if key != "of"})
            found[one.id] = one
    return sorted(found.values(), key=lambda one: (one.when.start.earliest_ns, one.kind, str(one.subject)))


def _audit_record(folder: Path) -> AuditRecord | None:
    path = folder / AUDIT_NAME
    return read_json(path, AuditRecord, AUDIT_SCHEMA) if path.is_file() else None


def _entries(folder: Path, lines: Sequence[Line]) -> tuple[TimelineEntry, ...]:
    """An audit's own timeline, with the words that a judge has moved since."""
    entries = list(read_entries(folder / TIMELINE_NAME if (folder / TIMELINE_NAME).is_file() else None))
    for action in _standing_actions(Journal(tuple(lines))):
        if action.kind is not ActionKind.CORRECT_WORD or action.word is None:
            continue
        aim_ns = moment(action).middle_ns
        said = [(abs(e.span.start.middle_ns - aim_ns), n) for n, e in enumerate(entries) if e.kind is TimelineKind.WORD]
        distance_ns, number = min(said, default=(CORRECTED_NS + 1, -1))
        if distance_ns <= CORRECTED_NS:
            word = action.word
            entries[number] = replace(
                entries[number], t=word.start, start=word.start, end=word.end, source=action.source
            )
    return tuple(entries)


def _rules(journal: Journal, record: AuditRecord | None, actions: Sequence[HostAction]) -> Ruleset:
    rules_id = record.rules if record is not None else journal.rules_id
    if rules_id is None or rules_id == NO_RULES_ID:
        return no_rules()
    answers: dict[str, Value] = dict(record.answers) if record is not None else {}
    for action in actions:
        if action.kind is ActionKind.ANSWER and action.parameter is not None and action.value is not None:
            answers[action.parameter] = action.value
    return rulebook(rules_id).with_answers(answers)


def _ballots(
    chronicle: Chronicle, cues: Sequence[Cue], rules: Ruleset, actions: Sequence[HostAction]
) -> Iterator[Ballot]:
    cast = _hands_written(chronicle.windows, actions)
    for window in chronicle.windows:
        count = counted_by_host(window, chronicle)
        recorded = count.seats if count is not None and count.seats else cast.get(_name(window))
        yield from ballots(window, cues, rules, judged_in(window, chronicle), recorded)


def _name(window: VoteWindow) -> tuple[int, Seat | None]:
    return window.round, window.candidate


def _hands_written(
    windows: Sequence[VoteWindow], actions: Sequence[HostAction]
) -> dict[tuple[int, Seat | None], tuple[Seat, ...]]:
    """The voters whom the host wrote down hand by hand, for windows in which there was such a hand."""
    found: dict[tuple[int, Seat | None], list[Seat]] = defaultdict(list)
    for action in actions:
        if action.kind not in (ActionKind.CAST, ActionKind.UNCAST) or not isinstance(action.subject, int):
            continue
        window = next((w for w in windows if w.call.earliest_ns <= action.t_ns <= w.closes_ns), None)
        if window is None:
            continue
        hands = found[_name(window)]
        if action.subject in hands:
            hands.remove(action.subject)
        if action.kind is ActionKind.CAST:
            hands.append(action.subject)
    return {name: tuple(hands) for name, hands in found.items()}
