"""The start command speaks the user's language with nothing but the standard library."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

START = Path(__file__).parents[2] / "start.py"


@pytest.fixture
def start() -> ModuleType:
    spec = importlib.util.spec_from_file_location("start", START)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sentences() -> set[str]:
    """What start.py says, and what it says that it was doing."""
    found = set()
    for node in ast.walk(ast.parse(START.read_text("utf-8"))):
        name = getattr(getattr(node, "func", None), "id", "")
        if not isinstance(node, ast.Call) or name not in ("told", "run"):
            continue
        told = node.args[0] if name == "told" else node.args[1]
        if isinstance(told, ast.Constant):
            found.add(str(told.value))
    return found


def test_everything_that_is_said_has_words_that_fill_the_same_places(start: ModuleType) -> None:
    assert sentences() <= set(start.WORDS)
    for sentence, translations in start.WORDS.items():
        assert all(re.findall(r"\{\w+\}", text) == re.findall(r"\{\w+\}", sentence) for text in translations)


@pytest.mark.parametrize(
    ("arguments", "variable", "expected"),
    [
        (["demo", "--language", "uk"], "ru_RU.UTF-8", "uk"),
        (["--language=ru"], "", "ru"),
        ([], "uk_UA.UTF-8", "uk"),
        ([], "", ""),
    ],
)
def test_the_language_is_the_one_asked_for_else_the_systems(
    start: ModuleType, arguments: list[str], variable: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TABLE_MONITOR_LANGUAGE", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", variable)
    monkeypatch.setattr(sys, "argv", ["start.py", *arguments])
    assert start.language() == expected
    assert start.told("Making .venv") == {"uk": "Створення .venv", "ru": "Создание .venv"}.get(expected, "Making .venv")


def test_it_needs_nothing_that_would_have_to_be_installed_first() -> None:
    code = f"import runpy; runpy.run_path({str(START)!r})"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)
