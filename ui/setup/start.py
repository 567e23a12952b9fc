"""From the settings to a game: what the table's process is told, and what is entered before night falls."""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path

from engine.actions import ActionKind, HostAction
from engine.codes import Phase
from engine.ruleset import load_rules
from engine.seats import GAME_SEATS, Seat
from engine.state import GameState
from ui.session.messages import Act
from ui.session.table_process import TableOrder
from ui.settings import Settings
from ui.setup.cards import Cards
from ui.setup.questions import needed_answers
from ui.setup.seating import SeatingFault, read_seating


def order_of(settings: Settings, language: str, folder: Path) -> TableOrder:
    """What a table's process is started for."""
    rules = load_rules(settings.rules) if settings.rules is not None else None
    answers = tuple(needed_answers(rules, settings.answers).items()) if rules is not None else ()
    consent = settings.consent.isoformat() if settings.consent is not None else None
    return TableOrder(
        None,
        settings.rules,
        language,
        folder,
        sources=settings.cameras,
        seats=settings.seats,
        answers=answers,
        consent=consent,
    )


def entries_of(settings: Settings, cards: Cards | None, accepted: tuple[str, ...] = ()) -> tuple[Act, ...]:
    """Answers, nicks, cards, and what was not in order when somebody went on all the same, as actions of set-up."""
    actions: list[HostAction] = []
    if settings.rules is not None:
        given = needed_answers(load_rules(settings.rules), settings.answers)
        actions += [HostAction(ActionKind.ANSWER, 0, parameter=name, value=value) for name, value in given.items()]
    for seat, nick in zip(GAME_SEATS, settings.players, strict=False):
        if nick:
            actions.append(HostAction(ActionKind.SEAT_PLAYER, 0, Seat(seat), text=nick))
    for seat, role in zip(GAME_SEATS, cards or (), strict=False):
        actions.append(HostAction(ActionKind.ASSIGN_ROLE, 0, Seat(seat), role=role))
    actions += [HostAction(ActionKind.MARK, 0, text=sentence) for sentence in accepted]
    return tuple(Act(action) for action in actions)


def game_folder(settings: Settings, documents: Path, now: datetime) -> Path:
    """A new folder, named by date, time and the number of the game."""
    return documents / f"{now:%Y-%m-%d_%H%M%S}_game{settings.game}"


def next_game(settings: Settings) -> Settings:
    """The settings of the game after this one: the same cameras, seats and rules; players as the event says, moved on
    by one seat, or kept."""
    number = min(settings.game + 1, 99)
    players = settings.players
    if settings.rotate and players:
        players = (players[-1], *players[:-1])
    if settings.seating is not None:
        with contextlib.suppress(SeatingFault):  # the players are kept, and a person sees them before the game
            players = read_seating(settings.seating, settings.table).get(number, players)
    return settings.model_copy(update={"game": number, "players": players})


def after_game(settings: Settings, state: GameState) -> Settings:
    """What the set-up begins with when it is opened from a game: the next game's, once this one has begun."""
    return settings if state.phase is Phase.SETUP else next_game(settings)
