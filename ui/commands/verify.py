"""`verify`: does a game's journal still say what it said when it was written?"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from engine.faults import Fault
from engine.journal import Finding, verify
from ui.session.game import JOURNAL_NAME
from ui.words import Words

MANIFEST_NAME: Final = "manifest.json"


class PathMissing(Fault):
    """Nothing has that name."""

    template = "There is no file or folder “{path}”: check the name."


class JournalMissing(Fault):
    """There is nothing to verify."""

    template = (
        "The folder “{path}” holds no journal.jsonl: a journal arises where a game is played; name such a folder."
    )


class JournalNotText(Fault):
    """A journal that cannot be read at all."""

    template = "“{path}” cannot be read as UTF-8 text: it is not a journal, or it was damaged; use another copy."


class NotAJournal(Fault):
    """A file of another kind."""

    template = "“{path}” is not a journal: name a game's folder or the journal.jsonl in it."


def journal_text(path: Path) -> str:
    """The text of a game's journal, from its folder or the file itself.

    Raises PathMissing, JournalMissing, JournalNotText or NotAJournal.
    """
    file = path / JOURNAL_NAME if path.is_dir() else path
    if not path.exists():
        raise PathMissing(path=path)
    if not file.is_file():
        raise JournalMissing(path=path)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise JournalNotText(path=file) from error
    if not any(_is_of_a_journal(line) for line in text.splitlines()):
        raise NotAJournal(path=file)
    return text


def _is_of_a_journal(line: str) -> bool:
    """Whether this may be a line of a journal, whole or damaged: its hash names it."""
    try:
        value = json.loads(line)
    except ValueError:
        return False
    return isinstance(value, dict) and {"n", "hash"} <= value.keys()


def verify_anything(words: Words, path: Path, head: str | None) -> int:
    """A game's journal, or an evidence pack where the folder is one."""
    if (path / MANIFEST_NAME).is_file():
        from ui.commands.pack import verify_pack  # it reads and writes film, which a journal never needs

        return verify_pack(words, path)
    return verify_journal(words, path, head)


def verify_journal(words: Words, path: Path, head: str | None) -> int:
    """Exit code 0 when every line holds, 1 with a line per finding when one does not."""
    text = journal_text(path)
    findings = verify(text, head)
    for finding in findings:
        sys.stdout.write(_sentence(finding, words) + "\n")
    if not findings:
        sys.stdout.write(_held(text, head, words) + "\n")
    return 1 if findings else 0


def _held(text: str, head: str | None, words: Words) -> str:
    """What was shown, and what only a head noted earlier can show."""
    lines = [line for line in text.splitlines() if line.strip()]
    if head is None:
        return words(
            "All {lines} lines that are there hold. Whether lines are missing at the end, or the whole journal was "
            "written anew, only a head noted earlier can show: give it with --head.",
            lines=len(lines),
        )
    at = next(number for number, line in enumerate(lines, start=1) if json.loads(line).get("hash") == head)
    if at == len(lines):
        return words("All {lines} lines hold, and the last one carries the head.", lines=len(lines))
    return words(
        "All {lines} lines hold; line {at} carries the head. Up to it nothing is missing and nothing was changed.",
        lines=len(lines),
        at=at,
    )


def _sentence(finding: Finding, words: Words) -> str:
    return words("line {line}: {problem}", line=finding.line, problem=words.code("finding", finding.problem))
