"""The second screen tells nothing that depends on roles, and nothing that the host has not said."""

from __future__ import annotations

import itertools

import pytest
from pytestqt.qtbot import QtBot

from engine.actions import ActionKind
from engine.codes import Phase, Role
from tests.ui.desk import at_speech, at_vote
from tests.ui.fakes import FakeTable
from tests.ui.screens import refresh, window_at
from tests.ui.test_host_night import FIRST, SECOND, at_night
from ui.audience.model import AudienceModel, AudienceView
from ui.qt.audience_window import AudienceWindow
from ui.words import Words

EN = Words("en")


def watched(roles: dict[int, Role]) -> list[AudienceView]:
    """A night with a shot, both checks and the morning, as the audience sees every moment of it; same keys always."""
    host = at_night(roles)
    model, seen = AudienceModel(EN, "Cup"), []
    for key in ("Space", "Enter", "Space", "Space", "Space", "5", "Enter", "4", "Enter", "6", "Enter", "Enter"):
        host.press(key)
        model.take(host.table.state)
        seen.append(model.view(host.now_ns))
    return seen


def test_games_that_differ_in_roles_only_look_the_same() -> None:
    first, second = watched(FIRST), watched(SECOND)
    assert first == second
    assert len({view.phase for view in first}) > 1


def test_who_was_killed_is_told_when_the_host_has_told_it() -> None:
    host = at_night()
    model = AudienceModel(EN)
    gone_in: dict[Phase, bool] = {}
    for kind, more in (
        (ActionKind.CITY_SLEEPS, {}),
        (ActionKind.START_SHOOTING, {}),
        (ActionKind.KILL, {"target": 9}),
        (ActionKind.START_DON_CHECK, {}),
        (ActionKind.START_SHERIFF_CHECK, {}),
        (ActionKind.END_CHECKS, {}),
        (ActionKind.START_DAY, {}),
    ):
        host.table.act(kind, **more)
        model.take(host.table.state)
        gone_in[host.table.state.phase] = not model.view(host.now_ns).seats[8].at_table
    untold = {phase for phase, gone in gone_in.items() if not gone}
    assert {Phase.SHOOTING, Phase.DON_CHECK, Phase.SHERIFF_CHECK} <= untold
    assert any(gone_in.values())


def test_a_window_opened_in_the_middle_of_a_night_tells_no_more() -> None:
    host = at_night()
    host.table.act(ActionKind.CITY_SLEEPS)
    host.table.act(ActionKind.START_SHOOTING)
    host.table.act(ActionKind.KILL, target=9)
    model = AudienceModel(EN)
    model.take(host.table.state)
    assert model.view(host.now_ns).seats[8].at_table


def test_a_speech_has_its_clock_and_its_nominated() -> None:
    host = at_speech()
    model = AudienceModel(EN, "Cup · table 3")
    model.take(host.table.state)
    view = model.view(host.now_ns)
    assert (view.title, view.left) == ("Cup · table 3", "left 9")
    assert view.phase.startswith("Day 2")
    assert view.big == "0:24"
    assert view.line == "Nominated 7"
    assert [seat.seat for seat in view.seats if seat.speaking] == [3]
    assert [(seat.seat, seat.gone) for seat in view.seats if not seat.at_table] == [(9, "night 1")]


def test_hands_and_suggestions_are_not_the_audiences() -> None:
    """Two votes that differ only in what the cameras saw give the same screen."""
    plain, seen = at_vote(), at_vote()
    seen.table.hands({})
    views = []
    for host in (plain, seen):
        model = AudienceModel(EN)
        model.take(host.table.state)
        views.append(model.view(host.now_ns))
    assert views[0] == views[1]


@pytest.mark.parametrize(
    ("language", "size"), list(itertools.product(("ru", "uk", "en"), ((960, 600), (1920, 1080), (480, 300))))
)
def test_no_text_is_cut(qtbot: QtBot, language: str, size: tuple[int, int]) -> None:
    window = AudienceWindow(Words(language))
    qtbot.addWidget(window)
    window.resize(*size)
    for host in (at_speech(language), at_vote(language), at_night()):
        model = AudienceModel(Words(language), "Кубок Осени · стол 3")
        model.take(host.table.state)
        window.show_view(model.view(host.now_ns))
        window.grab()
        assert window.sheet.clipped == set()


def test_pictures_of_both_games_are_equal_to_the_byte(qtbot: QtBot) -> None:
    pictures = []
    for roles in (FIRST, SECOND):
        window = AudienceWindow(EN)
        qtbot.addWidget(window)
        drawn = []
        for view in watched(roles):
            window.show_view(view)
            image = window.grab().toImage()
            drawn.append(bytes(image.constBits().asarray(image.sizeInBytes())))
        pictures.append(drawn)
    assert pictures[0] == pictures[1]


def test_the_key_opens_and_closes_it(qtbot: QtBot) -> None:
    table = FakeTable()
    host = window_at(table, "en")
    qtbot.addWidget(host)
    refresh(host, table)
    host.press("F8", 0)
    assert host.audience is not None
    host.press("F8", 0)
    assert host.audience is None
