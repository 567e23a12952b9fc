"""All text that a person reads, in Russian, Ukrainian and English.

Engine, vision and audio speak in codes; sentences are looked up by their English text, codes by `group.code`. The
catalogues are gettext files kept with Babel in `ui/locale`; they are small and read directly, without a build step.
"""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

from babel.messages.pofile import read_po

from engine.faults import Fault
from engine.seats import Person, Subject
from ui.problem_words import NAMED, recognised

LANGUAGES: Final = ("ru", "uk", "en")
VARIABLE: Final = "TABLE_MONITOR_LANGUAGE"


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        """Raises ValueError for a language that has no catalogue."""
        if language not in LANGUAGES:
            raise ValueError(f"there are words in {', '.join(LANGUAGES)}, not in {language}.")
        self.language = language
        self._catalogue = _catalogue(language)

    def __call__(self, message: str, **fields: object) -> str:
        """A sentence by its English text, or a code by `group.code`; fields fill the named places."""
        text = self._catalogue.get(message) or message
        return text.format(**fields) if fields else text

    def knows(self, message: str) -> bool:
        """Whether the catalogue has words for this message."""
        return bool(self._catalogue.get(message))

    def code(self, group: str, code: str) -> str:
        """Words for a code of the engine, for example `cue` and `touch_down`."""
        return self(f"{group}.{code}")

    def fault(self, fault: Fault) -> str:
        """A fault's sentence; its reason and its numbers are in the language too."""
        return self(fault.template, **{name: self._field(name, value) for name, value in fault.fields.items()})

    def _field(self, name: str, value: object) -> object:
        if isinstance(value, float):
            return self.number(value, 2)
        return self.problem(str(value)) if name in NAMED else value

    def problem(self, text: str) -> str:
        """What a reader of files or the system says, as far as it is known; else as it was said."""
        found = recognised(text)
        if found is None:
            return text
        template, fields = found
        return self(template, **{name: self._field(name, value) for name, value in fields.items()})

    def subject(self, subject: Subject) -> str:
        """A seat's number, or the word for a person without one."""
        return self.code("person", subject) if isinstance(subject, Person) else str(subject)

    def number(self, value: float, digits: int = 0) -> str:
        """A number as the language writes it: decimal comma in Russian and Ukrainian, a true minus everywhere."""
        text = f"{value:.{digits}f}"
        if float(text) == 0:
            text = text.lstrip("-")
        text = text.replace("-", "−")
        return text if self.language == "en" else text.replace(".", ",")

    def seconds(self, t_ns: int, digits: int = 2) -> str:
        """A moment or a duration in seconds."""
        return self.number(t_ns / 1e9, digits)


@cache
def _catalogue(language: str) -> Mapping[str, str]:
    path = resources.files("ui").joinpath("locale", f"{language}.po")
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    return {str(message.id): str(message.string) for message in catalogue if message.id}


def language_of_the_machine() -> str:
    """The language asked for by TABLE_MONITOR_LANGUAGE or the system's settings; English where neither is ours."""
    asked = (
        os.environ.get(VARIABLE) or os.environ.get("LC_ALL") or os.environ.get("LANG") or (locale.getlocale()[0] or "")
    )
    language = asked[:2].lower()
    return language if language in LANGUAGES else "en"
