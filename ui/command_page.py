"""The command line's own texts in the reader's language: help pages, and one sentence for wrong use.

The texts of commands and options stand in `ui.command_line` in English, which is at once their message id.
"""

from __future__ import annotations

import difflib
import re
import shutil
import textwrap
import unicodedata
from collections.abc import Iterator
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from ui.words import LANGUAGES, Words

EXAMPLE: Final = "Example: "
_LANGUAGE: Final = ("--language {}".format("|".join(LANGUAGES)), "language of all texts; else the system's")
_HELP: Final = ("--help", "show this page")
_WIDEST: Final = 110


class Command(TyperCommand):
    """A command whose help page is in the reader's language."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(page(self, ctx))


class Group(TyperGroup):
    """A command with commands of its own."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(page(self, ctx))


def page(command: Any, context: Any) -> str:
    """The help page of a command."""
    words: Words = context.find_root().obj
    width = min(_WIDEST, shutil.get_terminal_size((100, 24)).columns)
    lines = [f"{words('Usage')}: {_usage(command, context, words)}", ""]
    for paragraph in paragraphs(command.help or ""):
        lines += [*textwrap.wrap(_said(paragraph, words), width), ""]
    arguments = [(_name(p, words), words(p.help or "")) for p in command.params if p.param_type_name == "argument"]
    options = [
        (_option(p, words), words(p.help or "") + (f" ({words('required')})" if p.required else ""))
        for p in command.params
        if p.param_type_name == "option"
    ]
    options += [(name, words(text)) for name, text in (_LANGUAGE, _HELP)]
    inner = [(name, words(paragraphs(one.help or "")[0])) for name, one in getattr(command, "commands", {}).items()]
    for title, rows in ((words("Arguments"), arguments), (words("Options"), options), (words("Commands"), inner)):
        if rows:
            lines += [f"{title}:", *_rows(rows, width), ""]
    return "\n".join(lines)


def texts(command: Any) -> Iterator[str]:
    """Every message that the pages of a command and of its own commands show."""
    if command.help:
        yield from (text for text in paragraphs(command.help) if not text.startswith(EXAMPLE))
    for parameter in command.params:
        yield parameter.help or ""
        yield f"value.{parameter.name}" if parameter.param_type_name == "argument" else _value_code(parameter)
    for inner in getattr(command, "commands", {}).values():
        yield from texts(inner)


def paragraphs(text: str) -> list[str]:
    """A docstring's paragraphs, each on one line."""
    return [" ".join(part.split()) for part in text.replace("\b", "").split("\n\n") if part.strip()]


def _said(paragraph: str, words: Words) -> str:
    if paragraph.startswith(EXAMPLE):
        return f"{words('Example')}: {paragraph.removeprefix(EXAMPLE)}"
    return words(paragraph)


def _usage(command: Any, context: Any, words: Words) -> str:
    pieces = [context.command_path, f"[{words('options')}]"]
    pieces += [
        _name(p, words) + ("…" if p.nargs == -1 else "") for p in command.params if p.param_type_name != "option"
    ]
    if hasattr(command, "commands"):
        pieces.append(words("COMMAND …"))
    return " ".join(pieces)


def _name(parameter: Any, words: Words) -> str:
    return words.code("value", parameter.name).upper()


def _option(parameter: Any, words: Words) -> str:
    value = _value_code(parameter)
    return f"{parameter.opts[0]} {words(value).upper()}" if value else str(parameter.opts[0])


def _value_code(parameter: Any) -> str:
    """What kind of value an option takes; nothing for a switch."""
    if parameter.is_flag:
        return ""
    kind = parameter.bare_type()
    return {"float": "value.number", "int": "value.number", "Path": "value.path"}.get(kind, "value.name")


def _rows(rows: list[tuple[str, str]], width: int) -> Iterator[str]:
    first = min(max(_columns(name) for name, _ in rows), 30) + 4
    for name, text in rows:
        wrapped = textwrap.wrap(text, max(20, width - first)) or [""]
        if _columns(name) + 4 > first:
            yield f"  {name}"
            name = ""
        yield f"  {name}{' ' * (first - 2 - _columns(name))}{wrapped[0]}"
        yield from (" " * first + more for more in wrapped[1:])


def _columns(text: str) -> int:
    return sum(not unicodedata.combining(letter) for letter in text)


def wrong_use(error: typer.TyperException, words: Words) -> str:
    """One sentence that says what is wrong with a command line and what to do."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "table-monitor"
    return f"{_wrong(error, context, words)} {words('“{command} --help” says what there is.', command=path)}"


def _wrong(error: typer.TyperException, context: Any, words: Words) -> str:
    message = error.format_message()
    parameter = getattr(error, "param", None)
    match type(error).__name__:
        case "MissingParameter" if parameter is not None:
            name = parameter.opts[0] if parameter.param_type_name == "option" else _name(parameter, words)
            return words("{name} is missing ({meaning}).", name=name, meaning=words(parameter.help or ""))
        case "NoSuchOption":
            name = str(getattr(error, "option_name", ""))
            return words("There is no option {name}.", name=name) + _nearest(name, _options_of(context), words)
        case "BadOptionUsage":
            name = str(getattr(error, "option_name", ""))
            takes = "does not take" not in message
            return words("{name} needs a value." if takes else "{name} takes no value.", name=name)
        case "BadParameter" if parameter is not None:
            name = parameter.opts[0] if parameter.param_type_name == "option" else _name(parameter, words)
            kind = words(_value_code(parameter) or "value.name")
            least = getattr(parameter, "min", None)
            if least is not None:
                return words("{name} must be a number from {least} on.", name=name, least=words.number(least, 1))
            return words("{name}: this cannot be used as {kind}.", name=name, kind=kind)
    quoted = re.search(r"No such command '(.*?)'\.", message)
    if quoted is None:
        quoted = re.search(r"No such command '(.*?)'", message)
    if quoted is not None:
        known = tuple(getattr(getattr(context, "command", None), "commands", {}))
        return words("There is no command “{name}”.", name=quoted[1]) + _nearest(quoted[1], known, words)
    extra = re.search(r"unexpected extra arguments?(?:\(s\))? \((.*)\)", message)
    if extra is not None:
        return words("“{given}” is more than this command takes.", given=extra[1])
    if "Missing command" in message:
        return words("A command is missing.")
    return message  # nothing that this program's commands can cause


def _options_of(context: Any) -> tuple[str, ...]:
    if context is None:
        return ()
    return tuple(option for parameter in context.command.params for option in parameter.opts if option[:1] == "-")


def _nearest(word: str, known: tuple[str, ...], words: Words) -> str:
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return " " + words("Did you mean {nearest}?", nearest=close[0]) if close else ""
