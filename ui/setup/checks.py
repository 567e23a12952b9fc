"""How far each page of the set-up is: in order, open (no game without it), or a warning to go on with all the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from engine.faults import Fault
from engine.ruleset import load_rules
from engine.seats import GAME_SEATS, Seat
from ui.host.wording import seats_listed
from ui.settings import Settings
from ui.setup.cards import Cards
from ui.setup.probe import Delivered
from ui.setup.questions import needed_answers
from ui.setup.sight import SeatsSeen
from ui.words import Words

SLOW_HZ = 24.0
"""Below this many pictures a second a vote is often inconclusive."""


class Page(StrEnum):
    """The pages, in order."""

    CAMERAS = "cameras"
    SEATS = "seats"
    RULES = "rules"
    PLAYERS = "players"
    ROLES = "roles"
    CONSENT = "consent"
    READY = "ready"


class Standing(StrEnum):
    """How far a page is."""

    DONE = "done"
    OPEN = "open"
    WARNING = "warning"
    OPTIONAL = "optional"  # not done, and need not be


@dataclass(frozen=True, slots=True)
class Check:
    """One page's standing with its sentence."""

    page: Page
    standing: Standing
    sentence: str


@dataclass(frozen=True, slots=True)
class Draft:
    """All that is known at one moment before a game."""

    settings: Settings
    today: date
    cards: Cards | None = None
    cards_wrong: bool = False  # typed, and impossible
    sight: SeatsSeen | Fault | None = None
    delivered: Sequence[Delivered] = field(default=())  # nothing known of cameras that were not looked at


def checks(draft: Draft, words: Words) -> tuple[Check, ...]:
    """Every page before the last."""
    return (
        Check(Page.CAMERAS, *_cameras(draft, words)),
        Check(Page.SEATS, *_seats(draft, words)),
        Check(Page.RULES, *_rules(draft, words)),
        Check(Page.PLAYERS, *_players(draft, words)),
        Check(Page.ROLES, *_roles(draft, words)),
        Check(Page.CONSENT, *_consent(draft, words)),
    )


def is_possible(found: Sequence[Check]) -> bool:
    """Whether a game can begin."""
    return all(check.standing is not Standing.OPEN for check in found)


def warnings(found: Sequence[Check]) -> tuple[str, ...]:
    """What one goes on with all the same."""
    return tuple(check.sentence for check in found if check.standing is Standing.WARNING)


def asks_nothing(draft: Draft, words: Words) -> bool:
    """Whether a game can begin without a look at the set-up."""
    found = checks(draft, words)
    return is_possible(found) and not warnings(found)


Found = tuple[Standing, str]


def _cameras(draft: Draft, words: Words) -> Found:
    number = len(draft.settings.cameras)
    if not number:
        return Standing.OPEN, words("No camera is chosen.")
    bad = [f"cam{n}" for n, one in enumerate(draft.delivered, 1) if one.fault is not None]
    if bad:
        return Standing.OPEN, words("{cameras}: no pictures. Connect it or leave it out.", cameras=", ".join(bad))
    slow = [f"cam{n}" for n, one in enumerate(draft.delivered, 1) if one.works and not one.over and _is_slow(one)]
    if slow:
        return Standing.WARNING, words(
            "{cameras}: few pictures a second, votes are often undecided. Give more light or another port.",
            cameras=", ".join(slow),
        )
    working = sum(one.works for one in draft.delivered)
    if working == number:
        return Standing.DONE, words("Cameras: {n}, all give pictures.", n=number)
    return Standing.DONE, words("Cameras: {n}, not looked at yet.", n=number)


def _is_slow(one: Delivered) -> bool:
    return 0 < one.rate_hz < SLOW_HZ and one.pictures > 2 * SLOW_HZ


def _seats(draft: Draft, words: Words) -> Found:
    sight = draft.sight
    if sight is None:
        return Standing.OPEN, words("No seats file is chosen.")
    if isinstance(sight, Fault):
        return Standing.OPEN, words.fault(sight)
    unseen = sight.only(0)
    if len(unseen) == len(GAME_SEATS):
        return Standing.OPEN, words("None of the cameras is in the seats file: choose another or more cameras.")
    if unseen:
        return Standing.WARNING, words("In no picture, so not observed: seats {seats}.", seats=seats_listed(unseen))
    if sight.left_over:
        return Standing.WARNING, words("Cameras without seats in the file: {n}. They are only recorded.",
                                       n=sight.left_over)  # fmt: skip
    once = sight.only(1)
    if once and len(draft.settings.cameras) > 1:
        return Standing.DONE, words("Every seat is in a picture; seats {seats} in one only.", seats=seats_listed(once))
    return Standing.DONE, words("Every seat is in a picture.")


def _rules(draft: Draft, words: Words) -> Found:
    if draft.settings.rules is None:
        return Standing.OPEN, words("No rulebook is chosen.")
    rules = load_rules(draft.settings.rules)
    left = len(rules.open_questions()) - len(needed_answers(rules, draft.settings.answers))
    title = rules.title[words.language]
    if left:
        return Standing.OPEN, words("{title}. Questions without an answer: {n}.", title=title, n=left)
    return Standing.DONE, f"{title}."


def _players(draft: Draft, words: Words) -> Found:
    players = draft.settings.players
    named = players or ("",) * len(GAME_SEATS)
    empty = tuple(Seat(seat) for seat, nick in zip(GAME_SEATS, named, strict=True) if not nick)
    if empty:
        return Standing.WARNING, words(
            "Seats without a nick: {seats}. Exports need all ten.", seats=seats_listed(empty)
        )
    twice = sorted({nick for nick in players if players.count(nick) > 1})
    if twice:
        return Standing.WARNING, words("Two seats have the nick “{nick}”.", nick=twice[0])
    return Standing.DONE, words("All ten players are named.")


def _roles(draft: Draft, words: Words) -> Found:
    if draft.cards is not None:
        return Standing.DONE, words("Roles are entered; they stay hidden.")
    if draft.cards_wrong:
        return Standing.OPEN, words("A seat was typed twice: type all four again, or leave roles out.")
    return Standing.OPTIONAL, words("Roles are not entered; the game works without them.")


def _consent(draft: Draft, words: Words) -> Found:
    given = draft.settings.consent
    if given is None:
        return Standing.WARNING, words("Consent to being filmed is not ticked.")
    if given != draft.today:
        return Standing.WARNING, words("Consent is of {date}, not of today.", date=_day(given))
    return Standing.DONE, words("All agreed on {date}.", date=_day(given))


def _day(day: date) -> str:
    return f"{day:%d.%m.%Y}"
