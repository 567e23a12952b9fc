"""F1 in the set-up: what a page is for, and its keys."""

from __future__ import annotations

from typing import Final

from ui.host.view import KeyHint
from ui.review.view import HelpPage
from ui.setup.checks import Page
from ui.words import Words

ALWAYS: Final = (
    ("Enter", "next_page"),
    ("Back", "page_before"),
    ("Tab", "places"),
    ("Space", "choose"),
    ("F11", "full_screen"),
    ("Esc", "leave_line"),
)
OWN: Final[dict[Page, tuple[tuple[str, str], ...]]] = {
    Page.RULES: (("Q", "question_before"), ("E", "question_next")),
    Page.ROLES: (("1", "role_seat"), ("D", "deal"), ("X", "forget"), ("R", "reveal")),
}


def help_of(page: Page, title: str, words: Words) -> HelpPage:
    """The help of a page of the set-up."""
    keys = (*OWN.get(page, ()), *ALWAYS)
    hints = tuple(KeyHint(key, words(f"press.{meaning}")) for key, meaning in keys)
    return HelpPage(title, words(f"help.setup_{page}"), hints)
