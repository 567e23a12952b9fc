"""What readers of files say in English is recognised and said in the reader's language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import engine
from engine.timeline import TimelineError, read_timeline
from ui.problem_words import TEMPLATES, recognised
from ui.session.audit import TimelineBroken
from ui.words import Words

ENGINE = Path(next(iter(engine.__path__)))


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_every_problem_has_words(language: str) -> None:
    words = Words(language)
    own = {text for text in TEMPLATES if re.sub(r"\{\w+\}", "", text).strip(" :()") != ""}
    assert sorted(text for text in own if not words.knows(text)) == []


def raised_in(file: str) -> list[str]:
    """The message of every FieldError that a module raises, its places filled with x."""
    found = []
    for node in ast.walk(ast.parse((ENGINE / file).read_text("utf-8"))):
        name = getattr(getattr(node, "func", None), "id", getattr(getattr(node, "func", None), "attr", ""))
        if not isinstance(node, ast.Call) or name != "FieldError" or not node.args:
            continue
        match node.args[0]:
            case ast.JoinedStr(values=parts):
                filled = [
                    "x" if isinstance(part, ast.FormattedValue) else str(ast.literal_eval(part)) for part in parts
                ]
                found.append("".join(filled))
            case ast.Constant(value=text):
                found.append(str(text))
    return [message for message in found if message != "x: x"]


@pytest.mark.parametrize("file", ["fields.py", "timeline.py"])
def test_every_problem_of_the_readers_of_files_is_recognised(file: str) -> None:
    messages = raised_in(file)
    assert messages
    assert [
        message for message in messages if recognised(message.removesuffix("x")) is recognised(message) is None
    ] == []


@pytest.mark.parametrize(
    "line",
    ['{"t": [0, 0], kind: 1}', '{"t": [0, 0]', "[]", '{"t": [0, 0], "kind": "callx"}', '{"t": 1, "kind": "call"}', "x"],
)
def test_a_broken_timeline_is_told_in_russian_alone(line: str) -> None:
    with pytest.raises(TimelineError) as caught:
        read_timeline(line + "\n")
    said = Words("ru").fault(TimelineBroken(path="t.jsonl", problem=str(caught.value)))
    names = {"t", "jsonl", "kind", "callx", "call", "JSON", "earliest_ns", "latest_ns", "candidate", "None", "source"}
    assert [word for word in re.findall(r"[A-Za-z_]+", said) if word not in names] == []


def test_numbers_in_a_sentence_are_written_as_the_language_does() -> None:
    from ui.commands.inspect import MomentBeyondEnd

    assert "1,5 с" in Words("ru").fault(MomentBeyondEnd(path="a", end=1.5)).replace("1,50", "1,5")
