"""The rarer turns of a game by keys alone: best move, shootout, a vote for all to leave, the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import ActionKind
from engine.codes import Phase, Role
from engine.seats import Seat
from engine.state import Vote
from tests.ui.desk import Desk, at_speech
from tests.ui.test_host_night import FIRST, at_night
from ui.words import LANGUAGES


def test_a_killed_player_names_three_numbers() -> None:
    host = at_night()
    host.press("Space", "Enter", "9", "Enter", "Enter", "Enter", "Enter")
    view = host.look()
    assert host.phase() is Phase.BEST_MOVE
    assert (view.headline, view.next_step.text) == ("Best move: 9 · Bars", "Best move is named")
    host.press("1", "2", "3", "4")  # the fourth is one too many
    assert [chip.number for chip in host.look().centre.chips] == ["1", "2", "3"]
    host.press("Enter", "Enter")
    assert host.phase() is Phase.FAREWELL
    assert host.look().next_step.text == "Last word: 9 · Bars"


def at_tie() -> Desk:
    """Day 2: seats 7, 5 and 1 have three votes each."""
    host = at_speech()
    host.press("5", "Enter", "Enter", "1", "Enter")
    while host.phase() is not Phase.VOTE:
        host.table.wait(1)
        host.press("Enter")
    three_each(host)
    return host


def three_each(host: Desk) -> None:
    for voters in ("123", "456", "780"):
        host.press("Enter", *voters, "Space", "Enter")


def test_a_tie_leads_to_a_shootout_and_a_second_vote() -> None:
    host = at_tie()
    assert host.phase() is Phase.TIE
    assert host.look().headline.startswith("Tie: ")
    host.press("Enter")
    assert host.look().next_step.text.startswith("Speech of ")
    host.press("Enter")
    assert host.look().headline.endswith("speaks")
    host.press(*["Enter"] * 6)
    assert host.phase() is Phase.VOTE


def test_the_same_tie_again_asks_who_is_for_all_leaving() -> None:
    host = at_tie()
    host.press("Enter", *["Enter", "Enter"] * 3, "Enter")  # three speeches, the second vote
    three_each(host)
    assert host.phase() is Phase.LIFT
    assert host.look().next_step.text == "Ask who is for all leaving"
    host.press("Enter", "1", "2", "3", "Space")
    view = host.look()
    assert (view.centre.big, view.next_step.text) == ("3", "Write down 3, result")
    host.press("Enter")
    assert host.look().column.entry.text == "nobody leaves"


def at_end() -> Desk:
    """The last black player is removed: the red team has won."""
    host = at_night(FIRST)
    blacks = {Seat(1): Role.DON, Seat(2): Role.MAFIA, Seat(3): Role.MAFIA}
    for seat in (*blacks,):
        host.table.wait(1)
        host.table.act(ActionKind.REMOVE, seat)
    host.hear()
    return host


def test_the_end_names_the_winner_and_offers_no_next_step() -> None:
    host = at_end()
    for _ in range(12):
        host.table.wait(1)
        host.press("Enter")
    view = host.look()
    assert host.phase() is Phase.OVER
    assert view.headline == "The red team has won"
    assert not view.next_step.enabled
    assert not view.night


VOTING = (Phase.VOTE, Phase.BALLOT, Phase.TIE, Phase.SHOOTOUT, Phase.LIFT, Phase.LIFT_BALLOT)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", Phase)
def test_every_phase_has_a_headline_and_a_step(language: str, phase: Phase) -> None:
    host = at_speech(language)
    vote = Vote((Seat(7), Seat(5)), 9, open=Seat(7)) if phase in VOTING else None
    host.table.state = replace(host.table.state, phase=phase, speaker=None, deadline_ns=None, vote=vote)
    view = host.look()
    assert view.headline
    assert view.next_step.text
    assert "." not in view.phase.lower().replace("table monitor", "")
