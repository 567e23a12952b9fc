"""`verify`: does a game's journal still say what it said when it was written?"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.faults import Fault
from engine.journal import Finding, verify
from ui.session.game import JOURNAL_NAME
from ui.words import Words


class JournalMissing(Fault):
    """There is nothing to verify."""

    template = "“{path}” holds no journal.jsonl: name a game's folder or its journal."


class JournalNotText(Fault):
    """A journal that cannot be read at all."""

    template = "“{path}” cannot be read as UTF-8 text: it is not a journal, or it was damaged; use another copy."


def journal_text(path: Path) -> str:
    """The text of a game's journal, from its folder or the file itself; raises JournalMissing or JournalNotText."""
    file = path / JOURNAL_NAME if path.is_dir() else path
    if not file.is_file():
        raise JournalMissing(path=path)
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise JournalNotText(path=file) from error


def verify_journal(words: Words, path: Path, head: str | None) -> int:
    """Exit code 0 when every line holds, 1 with a line per finding when one does not."""
    findings = verify(journal_text(path), head)
    for finding in findings:
        sys.stdout.write(_sentence(finding, words) + "\n")
    if not findings:
        sys.stdout.write(words("Every line of the journal holds.") + "\n")
        if head is None:
            note = "Only a head noted earlier, given with --head, shows that the whole journal was not written anew."
            sys.stdout.write(words(note) + "\n")
    return 1 if findings else 0


def _sentence(finding: Finding, words: Words) -> str:
    return words("line {line}: {problem}", line=finding.line, problem=words.code("finding", finding.problem))
