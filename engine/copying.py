"""Copies of frozen dataclasses with some fields changed, as cheap as a step of the game needs them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """`dataclasses.replace`; for a dataclass without slots some ten times faster, by copying its dictionary.

        Raises TypeError for a name that is no field. A step copies the whole state several times, and a journal of
        thousands of lines is folded by steps.
        """
        fields = getattr(value, "__dict__", None)
        if fields is None:
            return dataclasses.replace(value, **changes)
        copy = object.__new__(type(value))
        copy.__dict__.update(fields)
        copy.__dict__.update(changes)
        if len(copy.__dict__) != len(fields):
            raise TypeError(f"no such field among {', '.join(changes)}")
        return copy


__all__ = ["replace"]
