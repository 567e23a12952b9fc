"""`audit`: a whole recording in, report.html, votes.csv and suggestions.jsonl out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.ruleset import Ruleset
from engine.suggestions import write_suggestions
from ui.commands.progress import note, telling
from ui.evidence.audit_record import write_audit_record
from ui.evidence.phrases import seats_text
from ui.evidence.report import build_report, report_html
from ui.evidence.thumbnails import thumbnails
from ui.evidence.vote_rows import votes_csv
from ui.evidence.whole_files import whole_folder
from ui.rulebooks import rulebook
from ui.session.audit import Audit, Findings, Table, load_networks, look_at, read_table
from ui.session.named_files import open_named
from ui.words import Words
from vision.capture.length import length_ns
from vision.capture.opening import Recording


def audit(
    words: Words, sources: Sequence[Path], rules_id: str | None, seats: Path | None, timeline: Path | None, out: Path
) -> int:
    """Exit code 0 with or without suggestions: an audit that found something is still an audit done."""
    recording = open_named(sources, seats)
    rules = rules_named(rules_id, recording)
    table = read_table(recording, seats, timeline, rules)
    with whole_folder(out) as folder:
        findings = _run(recording, table, words)
        write_results(findings, table, recording, words, folder, name=", ".join(path.name for path in sources))
        write_audit_record(folder, findings, table, recording, sources, seats)
    for name in ("report.html", "votes.csv", "suggestions.jsonl"):
        print(out / name)  # noqa: T201 - the command's answer
    note(words("A judge looks at it with: {command}", command=f"table-monitor review {out}"))
    return 0


def rules_named(rules_id: str | None, recording: Recording) -> Ruleset | None:
    """The rulebook asked for, else the one the game was recorded under; raises RulebookUnknown."""
    recorded = recording.folder.session if recording.folder is not None else None
    chosen = rules_id or (recorded.rules if recorded is not None else None)
    if chosen is None:
        return None
    rules = rulebook(chosen)
    same = recorded is not None and chosen == recorded.rules and recorded.answers
    return rules.with_answers(recorded.answers) if same and recorded is not None else rules


def write_results(
    findings: Findings, table: Table, recording: Recording, words: Words, folder: Path, *, name: str
) -> None:
    """The three files of an audit."""
    evidence = [piece for cue in findings.cues for piece in cue.evidence]
    pictures = thumbnails(recording.sources, evidence)
    synthetic = recording.folder is not None and recording.folder.session.synthetic
    report = build_report(findings, table, pictures, words, recording=name, synthetic=synthetic)
    (folder / "suggestions.jsonl").write_text(write_suggestions(findings.suggestions), encoding="utf-8")
    (folder / "votes.csv").write_text(votes_csv(findings.ballots, table.chronicle), encoding="utf-8")
    (folder / "report.html").write_text(report_html(report, words), encoding="utf-8")


def unseen_lines(table: Table, words: Words) -> list[str]:
    """What nobody will see in this recording, said before the long look at it."""
    lines = [
        words("Camera {camera} of the seats file has no file here.", camera=camera)
        for camera in table.cameras_without_pictures
    ]
    if table.out_of_sight:
        seats = seats_text(table.out_of_sight, words)
        lines.append(words("In no picture, so not observed: {seats}.", seats=seats))
    if not table.chronicle.entries:
        lines.append(words("No timeline: no vote and no night is judged; name one with --timeline."))
    return lines


def _run(recording: Recording, table: Table, words: Words) -> Findings:
    run = Audit(recording, table, look_at(recording, table, load_networks()))
    for line in unseen_lines(table, words):
        note(line)
    with telling(words, length_ns(recording.sources)) as tell:
        return run.run(tell)
