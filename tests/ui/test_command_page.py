"""The command line's own words: help and wrong use in the reader's language, quick, and without programmers' terms."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ui import cli
from ui.cli import command_line, main
from ui.command_page import texts
from ui.commands.export import WRITERS
from ui.words import Words


def commands(command: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command's words, the program's own first."""
    command = command or command_line()
    yield path
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*path, name))


ALL = sorted(commands())


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_every_text_of_every_command_has_words(language: str) -> None:
    words = Words(language)
    assert sorted({text for text in texts(command_line()) if text and not words.knows(text)}) == []


def test_every_option_says_what_it_is() -> None:
    assert all(text for text in texts(command_line()) if text is None)
    for path in ALL:
        command = command_line()
        for name in path:
            command = command.commands[name]
        assert [parameter.name for parameter in command.params if not parameter.help] == []


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_a_help_page_speaks_the_readers_language(language: str, capfd: pytest.CaptureFixture[str]) -> None:
    for path in ALL:
        assert main([*path, "--help", "--language", language]) == 0
        page = capfd.readouterr().out
        assert "table-monitor" in page
        assert "--language" in page
        spoken = " ".join(line for line in page.splitlines() if "table-monitor" not in line)
        english = re.findall(r"\b(?:usage|options|arguments|commands?|path|the|required|exit)\b", spoken.lower())
        assert english == []


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["audit"], "--help"),
        (["audit", "x.mp4"], "--out"),
        (["frobnicate"], "frobnicate"),
        (["audit", "x", "--rule", "b"], "--rules"),
        (["watch", "x", "--seconds", "abc"], "--seconds"),
        (["watch", "x", "--seconds", "0"], "0,1"),
        (["inspect", "x", "--at", "soon"], "--at"),
        (["inspect", "x", "--at"], "--at"),
        (["inspect", "x", "--json=1"], "--json"),
        (["verify", "a", "b"], "b"),
        (["rules", "lst"], "list"),
        (["rules", "show", "zz"], "fsm2024"),
        (["rules", "explain", "B4.1.111"], "B4.1.11"),
        (["--language", "fr", "rules", "list"], "fr"),
    ],
)
def test_wrong_use_is_one_sentence_in_the_readers_language(
    arguments: list[str], named: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLE_MONITOR_LANGUAGE", "ru")
    assert main(arguments) == 2
    printed, said = capfd.readouterr()
    assert printed == ""
    assert len(said.strip().splitlines()) == 1
    assert named in said
    assert re.search("[а-яё]{4}", said)
    spoken = re.sub(r"«[^»]*»|--?\S+|“[^”]*”|\bcam1\S*", "", said)
    known = {"a", "b", "c", "fsm2024", "mafiaratings", "polemica", "list", "ru", "uk", "en"}
    assert [word for word in re.findall(r"[A-Za-z]{2,}\d*", spoken) if word not in known and "B4" not in word] == []


@pytest.mark.parametrize("arguments", [["--language", "uk", "rules", "list"], ["rules", "list", "--language=uk"]])
def test_the_language_stands_before_or_after_the_command(
    arguments: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 0
    assert "Перша столиця" in capfd.readouterr().out


def test_help_names_the_formats_that_there_are() -> None:
    assert tuple(WRITERS) == cli.EXPORTS
    assert all(name in " ".join(texts(command_line())) for name in WRITERS)


@pytest.mark.parametrize("arguments", [["--help"], ["audit", "--help"], ["rules", "list"]])
def test_what_only_talks_loads_nothing_that_looks_or_listens(arguments: list[str]) -> None:
    heavy = "{'cv2', 'numpy', 'scipy', 'av', 'onnxruntime', 'PyQt6', 'fpdf', 'rich'}"
    code = (
        f"import sys; from ui.cli import main; main({arguments!r}); sys.exit(str(sorted({heavy} & set(sys.modules))))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert told.stderr.strip() == "[]"


def test_every_command_of_the_readme_can_be_typed() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^    python3 start\.py ((?!test\b)\w.*)$", readme, re.MULTILINE)
    assert len(lines) >= 10
    for line in lines:
        _, words = cli._language_asked(shlex.split(line))
        command, path = command_line(), []
        while hasattr(command, "commands"):
            path.append(words[0])
            command, words = command.commands[words[0]], words[1:]
        command.make_context(" ".join(path), words)  # raises for what cannot be typed
