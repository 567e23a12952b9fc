"""The night on the host's screen: the same steps every night, entries unseen, and nothing that answers to a role."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import ActionKind
from engine.codes import CueKind, Phase, Role
from engine.intervals import NS_PER_S
from engine.seats import GAME_SEATS, Seat
from tests.ui.desk import Desk
from tests.ui.fakes import NICKS, FakeTable
from ui.host.view import HostView, Mark

FIRST = {1: Role.DON, 2: Role.MAFIA, 3: Role.MAFIA, 4: Role.SHERIFF}
SECOND = {7: Role.DON, 8: Role.MAFIA, 10: Role.MAFIA, 9: Role.SHERIFF}


def at_night(roles: dict[int, Role] | None = None) -> Desk:
    """Night 1, the city is asleep; roles are entered where they are given."""
    table, kind = FakeTable(), ActionKind
    for seat, nick in zip(GAME_SEATS, NICKS["en"], strict=True):
        table.act(kind.SEAT_PLAYER, seat, text=nick)
    if roles is not None:
        players = tuple(replace(one, role=roles.get(one.seat, Role.CITIZEN)) for one in table.state.players)
        table.state = replace(table.state, players=players)
    for start in (kind.START_GAME, kind.START_AGREEMENT, kind.START_INTRODUCTIONS, kind.START_FREE_SEATING):
        table.act(start)
    table.act(kind.START_DAY)
    for seat in GAME_SEATS:
        table.act(kind.START_SPEECH, seat)
        table.wait(5)
        table.act(kind.END_SPEECH)
    table.act(kind.ANNOUNCE_NIGHT)
    host = Desk(table)
    host.hear()
    return host


def test_the_steps_are_announced_by_enter_and_space() -> None:
    host = at_night()
    assert host.look().clock.text == "“The city sleeps”"
    host.press("Space", "Enter")
    assert host.phase() is Phase.SHOOTING
    host.press("Space", "Space", "Space")
    view = host.look()
    assert (view.centre.big, view.clock.text) == ("3", "Number 4 is called")
    assert [token.seat for token in view.seats if Mark.CALLED in token.marks] == [3]
    host.press("Enter", "Enter", "Enter", "Enter")
    assert host.phase() is Phase.DAY


def test_ten_numbers_are_called_and_no_more() -> None:
    host = at_night()
    host.press("Space", "Enter", *["Space"] * 12)
    called = [request for request in host.table.sent if getattr(request, "action", None)]
    numbers = [one.action.number for one in called if one.action.kind is ActionKind.CALL_NUMBER]  # type: ignore[union-attr]
    assert numbers == list(range(1, 11))
    assert not host.look().clock.enabled


def test_night_hides_nicks_and_counts_and_opens_no_card() -> None:
    host = at_night()
    host.table.see(CueKind.CONTACT, 4, host.now_ns / NS_PER_S, targets=(Seat(5),), confidence=0.99)
    view = host.look()
    assert view.night
    assert view.column.card is None
    assert view.column.queue == ()
    assert view.angle.camera is None
    assert all(token.nick == "" and token.fouls is None for token in view.seats)
    assert view.column.night is not None
    assert view.column.night.marks == "01"
    assert view.column.night.revealed == ()


def test_r_shows_the_marks_only_while_it_is_held() -> None:
    host = at_night()
    host.table.see(CueKind.CONTACT, 4, host.now_ns / NS_PER_S, targets=(Seat(5),), confidence=0.99)
    host.hear()
    host.model.press("R", host.now_ns)
    shown = host.look().column.night
    assert shown is not None
    assert any("4 · " in line for line in shown.revealed)
    host.model.release("R")
    hidden = host.look().column.night
    assert hidden is not None
    assert hidden.revealed == ()


def test_escape_hides_at_once() -> None:
    host = at_night()
    host.table.see(CueKind.CONTACT, 4, host.now_ns / NS_PER_S, targets=(Seat(5),), confidence=0.99)
    host.hear()
    host.model.press("R", host.now_ns)
    host.press("Esc")
    night = host.look().column.night
    assert night is not None
    assert night.revealed == ()


def test_without_roles_a_digit_is_whom_the_night_killed() -> None:
    host = at_night()
    host.press("Space", "Enter", "9")
    action = host.table.last_action()
    assert (action.kind, action.target) == (ActionKind.KILL, 9)


def test_with_roles_two_digits_are_shooter_and_target() -> None:
    host = at_night(FIRST)
    host.press("Space", "Enter", "2", "9")
    action = host.table.last_action()
    assert (action.kind, action.subject, action.target) == (ActionKind.SHOOT, 2, 9)


def test_a_killed_seat_is_struck_only_by_day() -> None:
    host = at_night()
    host.press("Space", "Enter", "9", "Enter", "Enter", "Enter")
    assert host.phase() is Phase.MORNING
    assert all(token.at_table for token in host.look().seats)
    assert host.look().headline == "Killed: 9 · Bars"
    host.press("Enter")
    assert [token.seat for token in host.look().seats if not token.at_table] == [9]


@pytest.mark.parametrize(
    "keys", [("2", "9", "3", "9", "1", "9"), ("2", "9"), ("9", "9"), ("7", "4", "8", "4", "0", "4")]
)
def test_two_games_that_differ_in_roles_only_show_the_same_night(keys: tuple[str, ...]) -> None:
    """Same keys, other roles: what one accepts the other refuses, and neither screen tells which."""
    first, second = at_night(FIRST), at_night(SECOND)
    for press in (
        "Space",
        "Enter",
        *keys,
        "Z",
        "Back",
        "3",
        "Z",
        "Space",
        "Enter",
        "4",
        "M",
        "Enter",
        "7",
        "Back",
        "6",
        "Z",
    ):
        first.press(press)
        second.press(press)
        seen, other = night_of(first), night_of(second)
        assert seen == other, press


def night_of(host: Desk) -> HostView:
    view = host.look()
    assert view.night
    return view
