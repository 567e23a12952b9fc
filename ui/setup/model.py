"""The set-up without widgets: what is chosen, typed and found, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Final

from engine.faults import Fault
from engine.parameters import Value
from engine.ruleset import Ruleset, load_rules
from engine.seats import GAME_SEATS, Seat
from ui.settings import LONGEST_NICK, MOST_CAMERAS, Settings
from ui.setup.cards import Cards, CovertEntry, deal
from ui.setup.checks import Check, Draft, Page, Standing, checks, is_possible, warnings
from ui.setup.probe import Delivered
from ui.setup.questions import Question, questions, rest_as, typed_number
from ui.setup.seating import read_seating
from ui.setup.sight import SeatsSeen, read_sight
from ui.words import Words

PAGES: Final = tuple(Page)


class TooManyCameras(Fault):
    """More than one machine can look at."""

    template = "At most {most} cameras: leave one out first."


class SeatingHasNoGame(Fault):
    """A tournament's file without the game that is to be played."""

    template = "“{path}” has no game {game}: choose another file or type the nicks."


class NoSuchValue(Fault):
    """A number that cannot be meant."""

    template = "“{text}” is no value for this question: type a number that it can have."


class SetupModel:
    """Every change is one method; a Fault is kept as `fault` until the next change, and nothing is changed by it."""

    def __init__(self, words: Words, settings: Settings, today: date, page: Page | None = None) -> None:
        self.words, self.today = words, today
        self.settings = settings
        self.devices: tuple[str, ...] = ()
        self.microphone: str | None = None  # its name; empty: looked for, and there is none
        self.delivered: tuple[Delivered, ...] = ()
        self.fault: Fault | None = None
        self.revealing = False
        self._entry = CovertEntry()
        self._cards: Cards | None = None
        self._sight: SeatsSeen | Fault | None = None
        self._asked: str | None = None  # the question that is shown, where it is not the first open one
        self._read_sight()
        self.page = page if page is not None else self._first_page()

    # What is known

    @property
    def draft(self) -> Draft:
        """All of it, for the checks."""
        wrong = self._entry.complete and self._cards is None
        return Draft(self.settings, self.today, self._cards, wrong, self._sight, self.delivered)

    def checks(self) -> tuple[Check, ...]:
        """Every page's standing but the last's."""
        return checks(self.draft, self.words)

    def standing(self, page: Page) -> Standing:
        """How far a page is; the last one is done when a game can begin and nothing warns."""
        found = self.checks()
        if page is not Page.READY:
            return next(check.standing for check in found if check.page is page)
        if not is_possible(found):
            return Standing.OPEN
        return Standing.WARNING if warnings(found) else Standing.DONE

    @property
    def can_start(self) -> bool:
        """Whether nothing is missing that a game cannot do without."""
        return is_possible(self.checks())

    @property
    def accepted(self) -> tuple[str, ...]:
        """Warnings that starting now would go on with."""
        return warnings(self.checks())

    @property
    def cards(self) -> Cards | None:
        """The roles; shown nowhere but by `revealed`."""
        return self._cards

    @property
    def sight(self) -> SeatsSeen | None:
        """Which camera sees which seat, where the seats file is in order."""
        return self._sight if isinstance(self._sight, SeatsSeen) else None

    @property
    def rules(self) -> Ruleset | None:
        """The rulebook that is chosen."""
        return load_rules(self.settings.rules) if self.settings.rules is not None else None

    # Pages

    def _first_page(self) -> Page:
        """The first that keeps a game from beginning, else the last."""
        return next((check.page for check in self.checks() if check.standing is Standing.OPEN), Page.READY)

    def turn(self, step: int) -> None:
        """The next or the previous page."""
        self.go(PAGES[min(max(PAGES.index(self.page) + step, 0), len(PAGES) - 1)])

    @property
    def next_page(self) -> Page:
        """Where Enter leads: the page below, from the last one to whatever keeps a game from beginning."""
        return self._first_page() if self.page is PAGES[-1] else PAGES[PAGES.index(self.page) + 1]

    def go(self, page: Page) -> None:
        """A page by name."""
        self.page, self.fault, self.revealing = page, None, False

    # Cameras

    @property
    def sources(self) -> tuple[str, ...]:
        """What can be chosen: what is chosen, then what the system lists."""
        return (*self.settings.cameras, *(one for one in self.devices if one not in self.settings.cameras))

    def toggle_camera(self, source: str) -> bool:
        """Choose a camera or leave it out; True where the cameras are others now."""
        self.fault = None
        chosen = self.settings.cameras
        if source in chosen:
            self._set(cameras=tuple(one for one in chosen if one != source))
        elif len(chosen) >= MOST_CAMERAS:
            self.fault = TooManyCameras(most=MOST_CAMERAS)
            return False
        else:
            self._set(cameras=(*chosen, source))
        self.delivered = ()
        self._read_sight()
        return True

    def add_camera(self, text: str) -> bool:
        """A typed address or file; True where the cameras are others now."""
        source = text.strip()
        return bool(source) and source not in self.settings.cameras and self.toggle_camera(source)

    def take(self, delivered: Sequence[Delivered]) -> None:
        """What the cameras give now."""
        self.delivered = tuple(delivered)

    @property
    def sound_text(self) -> str:
        """Where sound will come from; nothing before it was looked for."""
        if self.microphone is None:
            return ""
        if self.microphone:
            return self.words("Microphone: {name}", name=self.microphone)
        return self.words("No microphone was found: the closing word is given by the host's key.")

    # Seats

    def set_seats(self, text: str) -> None:
        """A seats or calibration file, or none."""
        self.fault = None
        self._set(seats=Path(text.strip()) if text.strip() else None)
        self._read_sight()

    def _read_sight(self) -> None:
        seats = self.settings.seats
        try:
            self._sight = read_sight(seats, len(self.settings.cameras)) if seats is not None else None
        except Fault as fault:
            self._sight = fault

    # Rules

    def choose_rules(self, rules_id: str) -> None:
        """Another rulebook; answers that it needs too are kept."""
        self.fault, self._asked = None, None
        self._set(rules=rules_id)

    @property
    def questions(self) -> tuple[Question, ...]:
        """All that the rulebook leaves open, answered or not."""
        return questions(self.rules, self.settings.answers) if self.rules is not None else ()

    @property
    def question(self) -> Question | None:
        """The one to be shown: the one asked for, else the first without an answer, else the last."""
        asked = self.questions
        named = next((one for one in asked if one.name == self._asked), None)
        return named or next((one for one in asked if one.answer is None), asked[-1] if asked else None)

    def walk_questions(self, step: int) -> None:
        """The next or the previous question."""
        names = [one.name for one in self.questions]
        if self.question is not None:
            at = names.index(self.question.name) + step
            self._asked = names[min(max(at, 0), len(names) - 1)]

    def answer(self, name: str, value: Value) -> None:
        """One answer; then the next question without one is shown."""
        self.fault, self._asked = None, None
        self._set(answers={**self.settings.answers, name: value})

    def answer_typed(self, name: str, text: str) -> None:
        """A typed number."""
        value = typed_number(name, text)
        if value is None:
            self.fault = NoSuchValue(text=text.strip())
        else:
            self.answer(name, value)

    def answer_rest(self) -> None:
        """Everything still open as the federation's rules have it."""
        if self.rules is not None:
            self.fault, self._asked = None, None
            self._set(answers={**self.settings.answers, **rest_as(self.rules, self.settings.answers)})

    # Players

    @property
    def players(self) -> tuple[str, ...]:
        """Ten nicks, empty where nobody is named."""
        return self.settings.players or ("",) * len(GAME_SEATS)

    def set_player(self, seat: Seat, nick: str) -> None:
        """A typed nick."""
        self.fault = None
        named = list(self.players)
        named[seat - 1] = nick.strip()[:LONGEST_NICK]
        if tuple(named) != self.players:
            self._set_players(tuple(named))

    def _set_players(self, players: tuple[str, ...]) -> None:
        """Other people have not agreed yet; the same people on other seats have."""
        same = sorted(players) == sorted(self.players)
        consent = self.settings.consent if same or not any(self.players) else None
        self._set(players=players if any(players) else (), consent=consent)

    def load_seating(self, text: str) -> None:
        """A file of players, of one game or of all games of an event."""
        self.fault = None
        if not text.strip():
            self._set(seating=None)
            return
        path = Path(text.strip())
        try:
            games = read_seating(path, self.settings.table)
            number = self.settings.game
            players = games.get(number) or (next(iter(games.values())) if len(games) == 1 else None)
            if players is None:
                raise SeatingHasNoGame(path=path, game=number)
        except Fault as fault:
            self.fault = fault
            return
        self._set_players(players)
        self._set(seating=path if len(games) > 1 else None)

    def set_table(self, text: str) -> None:
        """Which of the event's tables this is; anything that is no number from 1 to 99 is none."""
        number = int(text) if text.strip().isascii() and text.strip().isdecimal() and len(text.strip()) <= 2 else 0
        self._set(table=number or None)
        if self.settings.seating is not None:
            self.load_seating(str(self.settings.seating))

    def set_rotate(self, on: bool) -> None:
        """Whether everybody moves on by one seat after a game."""
        self._set(rotate=on)

    def set_game(self, number: int) -> None:
        """Which game of the event this is; its players come from the event's file where there is one."""
        self._set(game=min(max(number, 1), 99))
        if self.settings.seating is not None:
            self.load_seating(str(self.settings.seating))

    # Roles

    def type_role(self, seat: Seat) -> None:
        """One seat, covertly."""
        self._entry = self._entry.type(seat)
        self._cards = self._entry.cards

    def deal_roles(self) -> None:
        """The program deals; nobody is shown anything."""
        self._entry, self._cards = CovertEntry(), deal()

    def forget_roles(self) -> None:
        """Begin anew, or leave roles out."""
        self._entry, self._cards, self.revealing = CovertEntry(), None, False

    @property
    def typed(self) -> int:
        """How many seats were typed, 0…4: the same whatever they are."""
        return len(self._entry.seats)

    @property
    def revealed(self) -> tuple[tuple[Seat, str], ...]:
        """Seats and roles while R is held; else nothing."""
        if not self.revealing or self._cards is None:
            return ()
        return tuple(
            (Seat(seat), self.words.code("role", role)) for seat, role in zip(GAME_SEATS, self._cards, strict=True)
        )

    # Consent

    def tick_consent(self, on: bool) -> None:
        """Everybody at the table agreed, today."""
        self._set(consent=self.today if on else None)

    @property
    def consent_ticked(self) -> bool:
        """Whether it is of today."""
        return self.settings.consent == self.today

    def _set(self, **changes: object) -> None:
        self.settings = self.settings.model_copy(update=changes)
