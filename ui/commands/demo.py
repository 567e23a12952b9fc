"""`demo`: the game that ships with the program, with a window or without."""

from __future__ import annotations

import os
import sys
from importlib import resources
from pathlib import Path

from platformdirs import user_documents_path

from engine.codes import CueKind
from engine.cues import Cue
from engine.ruleset import Ruleset
from engine.suggestions import Suggestion
from ui.commands.audit import rules_named, write_results
from ui.commands.progress import note, telling
from ui.evidence.audit_record import write_audit_record
from ui.evidence.phrases import seats_text, span_text, suggested_text
from ui.evidence.whole_files import whole_folder
from ui.session.audit import Audit, load_networks, look_at, read_table
from ui.stopping import as_before
from ui.words import Words
from vision.capture.length import length_ns
from vision.capture.opening import open_recording


def demo_folder() -> Path:
    """Where the demo game lies in the installed program."""
    return Path(str(resources.files("ui"))) / "demo_game"


def demo(words: Words, *, headless: bool, out: Path | None) -> int:
    """The host's window on the demo game; without a display the same game headless."""
    if not headless and not has_display():
        note(words("There is no display: the demo game is played without a window."))
        headless = True
    if headless:
        return _headless(words, out or user_documents_path() / "Table Monitor" / "demo")
    as_before()  # a window closes in its own way when it is told to end
    from ui.qt.app import run_host_window  # Qt is loaded only where there is a screen

    return run_host_window(words, demo_folder(), out)


def has_display() -> bool:
    """Whether a window can be opened here."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _headless(words: Words, out: Path) -> int:
    recording = open_recording([demo_folder()])
    table = read_table(recording, None, None, rules_named(None, recording))

    def say(noticed: Cue | Suggestion) -> None:
        if isinstance(noticed, Suggestion) and noticed.kind is not CueKind.NOT_OBSERVED:
            _print(_line(noticed, table.rules, words))

    with whole_folder(out) as folder:
        run = Audit(recording, table, look_at(recording, table, load_networks()), notice=say)
        with telling(words, length_ns(recording.sources)) as tell:
            findings = run.run(tell)
        _print("\n" + words("All suggestions in order of time:"))
        for suggestion in findings.suggestions:
            if suggestion.kind is not CueKind.NOT_OBSERVED:
                _print(_line(suggestion, table.rules, words))
        write_results(findings, table, recording, words, folder, name=words("demo game"))
        write_audit_record(folder, findings, table, recording, [demo_folder()], None)
    _print(words("The report lies in {path}.", path=out / "report.html"))
    return 0


def _line(suggestion: Suggestion, rules: Ruleset, words: Words) -> str:
    who = seats_text((suggestion.subject,), words)
    if suggestion.targets:
        who += f" → {seats_text(suggestion.targets, words)}"
    clause = suggestion.clause or words("no clause")
    what = suggested_text(suggestion, rules, words)
    sure = words.code("confidence", suggestion.confidence_word)
    return f"{span_text(suggestion.when, words)}: {who} · {what} · {clause} · {sure}"


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
