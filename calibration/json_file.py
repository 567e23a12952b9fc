"""Reading small versioned JSON files strictly: unknown keys are named with the nearest known one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, Field, ValidationError
from pydantic.fields import FieldInfo

from engine.faults import Fault, nearest


class FileFault(Fault):
    """A file of ours that cannot be used as it is."""


class FileMissing(FileFault):
    template = "There is no file “{path}”: check the name."


class FileNotJson(FileFault):
    template = "“{path}” is not JSON (line {line}, column {column}: {reason}): correct it there."


class FileFromLater(FileFault):
    template = "“{path}” has schema {found}, this program knows up to {known}: update the program."


class FileKeyUnknown(FileFault):
    template = "“{path}”: unknown key “{key}” at {place}, did you mean “{nearest}”?"


class FileValueWrong(FileFault):
    template = "“{path}”: {place} {reason}: correct the value."


CameraName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")]
"""A camera's name in files: it becomes part of file names, so it may lead nowhere."""
Model = TypeVar("Model", bound=BaseModel)
Upgrade = Callable[[dict[str, Any]], dict[str, Any]]


def read_json(path: Path, model: type[Model], schema: int, upgrades: Mapping[int, Upgrade] | None = None) -> Model:
    """Read, upgrade and check one JSON file; raises a FileFault with one sentence for whatever is wrong."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise FileMissing(path=path) from error
    except (OSError, UnicodeDecodeError) as error:
        raise FileValueWrong(path=path, place="the file", reason="cannot be read as UTF-8 text") from error
    return parse_json(text, path, model, schema, upgrades)


def parse_json(
    text: str, path: Path, model: type[Model], schema: int, upgrades: Mapping[int, Upgrade] | None = None
) -> Model:
    """As `read_json`, for text that is already in memory; `path` only names it."""
    document = _document(text, path)
    found = document.get("schema")
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise FileValueWrong(path=path, place="schema", reason="must be a whole number from 1")
    if found > schema:
        raise FileFromLater(path=path, found=found, known=schema)
    for version in range(found, schema):
        document = (upgrades or {})[version](document)
    try:
        return model.model_validate(document)
    except ValidationError as error:
        raise _worst(error, path, model) from error


def _document(text: str, path: Path) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise FileNotJson(path=path, line=error.lineno, column=error.colno, reason=error.msg.lower()) from error
    except RecursionError as error:
        raise FileValueWrong(path=path, place="the file", reason="is nested too deeply") from error
    except ValueError as error:  # an integer of thousands of digits
        raise FileValueWrong(path=path, place="the file", reason="holds a number that is too long") from error
    if not isinstance(document, dict):
        raise FileValueWrong(path=path, place="the file", reason="must hold one JSON object")
    return document


def _worst(error: ValidationError, path: Path, model: type[BaseModel]) -> FileFault:
    """The first problem in words, an unknown key before all others: it usually explains them."""
    problems = error.errors(include_url=False)
    for problem in problems:
        if problem["type"] == "extra_forbidden":
            key = str(problem["loc"][-1])
            known = _keys_at(model, problem["loc"][:-1])
            if known:
                place = ".".join(str(part) for part in problem["loc"][:-1]) or "the top"
                return FileKeyUnknown(path=path, key=key, place=place, nearest=nearest(key, known))
    problem = problems[0]
    place = ".".join(str(part) for part in problem["loc"]) or "the file"
    reason = problem["msg"].removeprefix("Value error, ")
    return FileValueWrong(path=path, place=place, reason=reason[:1].lower() + reason[1:].rstrip("."))


def _keys_at(model: type[BaseModel], location: tuple[int | str, ...]) -> tuple[str, ...]:
    """The keys that the model knows at a place of the document; empty where the place is not a model."""
    kind: Any = model
    for part in location:
        kind = _plain(kind)
        if _is_model(kind):
            field = _field_named(kind, str(part))
            kind = None if field is None else field.annotation
        else:  # one step into a list, a tuple or a dictionary is a step to its last type argument
            kind = (get_args(kind) or (None,))[-1]
    kind = _plain(kind)
    return tuple(field.alias or name for name, field in kind.model_fields.items()) if _is_model(kind) else ()


def _field_named(model: type[BaseModel], key: str) -> FieldInfo | None:
    return next((field for name, field in model.model_fields.items() if key in (name, field.alias)), None)


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _plain(kind: Any) -> Any:
    """A type without Annotated, and the model of a union with None."""
    if get_origin(kind) is Annotated:
        return _plain(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return next((_plain(one) for one in get_args(kind) if _is_model(_plain(one))), kind)
    return kind
