"""Games out and in again: mafiaratings, Polemica, CSV and the paper protocol."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codes import Awake, Phase, Role
from engine.exchange import mafiaratings, polemica
from engine.exchange.mafiaratings_time import gametime_of, stage_of
from engine.exchange.polemica import NotWritable
from engine.exchange.protocol import Heading, protocol_of
from engine.exchange.sheet import GameSheet, features_of, sheet_of
from engine.exchange.tables import read_fouls, read_votes, write_fouls, write_votes
from engine.fields import FieldError
from engine.seats import Seat
from engine.state import Departure, Outcome, Stage
from tests.engine import exchanged
from tests.engine.builders import Table, seats
from tests.engine.script import run, table_of

Changed = Callable[[dict[str, Any]], object]


def full_game() -> Table:
    """A game of ours with a tie, a lift, fouls, a removal and a best move."""
    return run(
        table_of("new"),
        """
        deal 3 6 9 5
        start
        agreement
        introductions
        seating
        day
        speeches_until 5 1:6 2:8
        speak 5
        foul 4
        end
        speeches
        vote 6:1,2,3,4,5 8:
        shootout
        vote 6:1,2,3,4,5 8:
        lift
        hand 1 2 3 4 5 6
        word
        count
        words
        night
        shooting
        shot 3 1
        shot 9 1
        don
        check 5
        sheriff
        check 9
        dawn
        day
        words
        speeches_until 4
        speak 4
        remove 2
        end
        speeches
        """,
    )


def changed(game: dict[str, Any], change: Changed) -> str:
    other = deepcopy(game)
    change(other)
    return exchanged.text(other)


class TestMafiaratings:
    def test_what_is_read_is_written_field_for_field(self) -> None:
        sheet = mafiaratings.read_game(exchanged.text(exchanged.MAFIARATINGS))
        assert json.loads(mafiaratings.write_game(sheet)) == exchanged.MAFIARATINGS
        assert mafiaratings.read_game(mafiaratings.write_game(sheet)) == sheet

    def test_rounds_count_from_zero_and_nights_from_one(self) -> None:
        sheet = mafiaratings.read_game(exchanged.text(exchanged.MAFIARATINGS))
        assert sheet.nominations[0].day == 1
        assert [(entry.day, entry.number, entry.candidates, entry.counts) for entry in sheet.rounds] == [
            (2, 1, seats(6, 7, 9), (3, 3, 3)),
            (2, 2, seats(6, 7, 9), (4, 4, 1)),
            (2, 3, seats(6, 7), (5, 4)),
            (3, 1, seats(9, 5), (6, 2)),
            (4, 1, seats(3, 2), (5, 1)),
        ]
        assert sheet.shots[0] == (1, 3, 1)
        assert (1, Awake.SHERIFF, 9) in sheet.checks
        assert (sheet.best_move_by, sheet.best_move) == (1, seats(6, 9, 2))

    def test_our_game_out_and_in_again(self) -> None:
        state = full_game().state
        sheet = sheet_of(state, datetime(2026, 11, 30, 12, tzinfo=UTC))
        told = json.loads(mafiaratings.write_game(sheet))
        assert told["features"] == "gsdutchvknwr"
        assert told["players"][0]["voting"] == [[6, 6, True]]
        assert told["players"][8]["voting"] == [[8, 8, False]]
        assert told["players"][1]["death"] == {
            "round": 1,
            "type": "kickOut",
            "time": {"round": 1, "time": "speaking", "speaker": 4},
        }
        assert told["players"][3]["warnings"] == [{"round": 0, "time": "speaking", "speaker": 5, "order": 1}]
        again = mafiaratings.read_game(mafiaratings.write_game(sheet))
        assert mafiaratings.write_game(again) == mafiaratings.write_game(sheet)
        for field in ("nominations", "shots", "checks", "outcome", "best_move"):
            assert getattr(again, field) == getattr(sheet, field)
        assert [(r.day, r.number, r.lift, r.counts) for r in again.rounds] == [
            (r.day, r.number, r.lift, r.counts) for r in sheet.rounds
        ]

    def test_counts_without_voters_are_never_told_as_votes(self) -> None:
        table = run(table_of("day 3"), "speeches 1:4 2:9\nopen\ncall 4\ncount 3\ncall 9\ncount")
        assert "v" not in features_of(table.state)
        told = json.loads(mafiaratings.write_game(sheet_of(table.state)))
        assert all("voting" not in row for row in told["players"])

    def test_a_vote_broken_off_stays_null_for_all(self) -> None:
        table = run(table_of("day 3"), "speeches 1:4 2:9\nopen\ncall 4\nhand 1 2\nremove 6")
        told = json.loads(mafiaratings.write_game(sheet_of(table.state)))
        assert all("voting" not in row for row in told["players"])
        assert told["players"][5]["death"]["type"] == "kickOut"

    def test_a_double_shot_cannot_be_written_and_becomes_a_miss(self) -> None:
        table = run(
            table_of("day 2 black 3,6,9"), "speeches\nnight\nshooting\nshot 3 5\nshot 6 5\nshot 9 5\nshot 9 4\ndon"
        )
        told = json.loads(mafiaratings.write_game(sheet_of(table.state)))
        assert told["players"][2]["shooting"] == [None, 5]
        assert "shooting" not in told["players"][8]

    def test_a_fourth_foul_is_told_as_such(self) -> None:
        table = run(table_of("day 3"), "fouls 8 3\nspeak 1\nfoul 8")
        told = json.loads(mafiaratings.write_game(sheet_of(table.state)))
        assert told["players"][7]["death"] == {"round": 2, "type": "warnings"}

    @pytest.mark.parametrize("death", [True, 2, "night", {"round": 1, "type": "giveUp"}])
    def test_every_shape_of_death_is_kept(self, death: object) -> None:
        text = changed(exchanged.MAFIARATINGS, lambda game: game["players"][1].update(death=death))
        sheet = mafiaratings.read_game(text)
        assert json.loads(mafiaratings.write_game(sheet))["players"][1]["death"] == death

    def test_counts_of_warnings_and_of_a_legacy_are_kept(self) -> None:
        def fewer(game: dict[str, Any]) -> None:
            game["features"] = "dutiwv"
            game["players"][1].update(warnings=2, legacy=1)

        sheet = mafiaratings.read_game(changed(exchanged.MAFIARATINGS, fewer))
        row = json.loads(mafiaratings.write_game(sheet))["players"][1]
        assert (row["warnings"], row["legacy"]) == (2, 1)

    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            (lambda game: game["players"].pop(), "a game has ten players, not 9"),
            (lambda game: game.update(winner="red"), "winner 'red' is none of civ, maf, tie"),
            (lambda game: game["players"][0].update(role="mafia"), r"role 'mafia' of seat 1 .*nearest: maf"),
            (lambda game: game["players"][1].update(voting=[None, 13]), "voting: 13 is not a seat"),
            (
                lambda game: game["players"][6]["warnings"][0].update(time="spaeking"),
                r"'spaeking' is no moment of a game \(nearest: speaking\)",
            ),
            (lambda game: game.pop("players"), "'players' is missing"),
        ],
    )
    def test_what_is_no_game_is_named(self, change: Changed, problem: str) -> None:
        with pytest.raises(FieldError, match=problem):
            mafiaratings.read_game(changed(exchanged.MAFIARATINGS, change))

    @pytest.mark.parametrize(
        "stage",
        [
            Stage(Phase.AGREEMENT, 0, 0, 0),
            Stage(Phase.SPEECH, 2, 1, 0, speaker=Seat(4)),
            Stage(Phase.BALLOT, 3, 2, 0, ballot=1, candidate=Seat(9)),
            Stage(Phase.SHOOTOUT, 2, 1, 0, speaker=Seat(7), ballot=1),
            Stage(Phase.LIFT_BALLOT, 2, 1, 0, ballot=2),
            Stage(Phase.SHOOTING, 2, 2, 0),
            Stage(Phase.LAST_WORD, 2, 1, 0, ballot=0),
        ],
    )
    def test_a_moment_of_the_game_out_and_in_again(self, stage: Stage) -> None:
        assert gametime_of(stage_of(gametime_of(stage))) == gametime_of(stage)


class TestPolemica:
    def test_what_is_read_is_written_field_for_field(self) -> None:
        sheet = polemica.read_game(exchanged.text(exchanged.POLEMICA))
        assert json.loads(polemica.write_game(sheet)) == exchanged.POLEMICA
        assert polemica.read_game(polemica.write_game(sheet)) == sheet

    def test_a_match_page_wraps_the_same_object(self) -> None:
        page = {"id": 1, "type": "match", "data": exchanged.POLEMICA}
        bare = polemica.read_game(exchanged.text(exchanged.POLEMICA))
        assert polemica.read_game(exchanged.text(page)) == bare

    def test_who_left_is_worked_out_from_ballots_and_shots(self) -> None:
        sheet = polemica.read_game(exchanged.text(exchanged.POLEMICA))
        assert {entry.seat: entry.how for entry in sheet.exits} == {
            1: Departure.KILL,
            6: Departure.VOTE,
            9: Departure.VOTE,
            5: Departure.KILL,
            3: Departure.VOTE,
        }

    def test_a_lift_is_a_ballot_without_a_number(self) -> None:
        sheet = sheet_of(full_game().state)
        told = json.loads(polemica.write_game(sheet))
        lifts = [row for row in told["votes"] if "num" not in row]
        assert lifts == [{"day": 1, "voter": voter, "candidate": 1} for voter in range(1, 7)]
        again = polemica.read_game(polemica.write_game(sheet))
        assert [entry.lift for entry in again.rounds] == [False, False, True]
        assert {entry.seat for entry in again.exits if entry.how is Departure.LIFT} == set(seats(6, 8))

    def test_our_game_out_and_in_again(self) -> None:
        sheet = sheet_of(full_game().state, datetime(2026, 11, 30, 12, tzinfo=UTC))
        text = polemica.write_game(sheet)
        told = json.loads(text)
        assert told["players"][1]["disqual"] == {"type": "speech", "day": 2, "player": 4}
        assert told["players"][3]["fouls"][0]["stage"] == {"type": "speech", "day": 1, "player": 5}
        assert told["players"][3]["fouls"][0]["time"].startswith("2026-11-30T12:00:")
        assert told["players"][3]["fouls"][0]["time"].endswith("Z")
        assert polemica.read_game(polemica.write_game(polemica.read_game(text))) == polemica.read_game(text)

    def test_a_draw_cannot_be_written(self) -> None:
        sheet = replace(sheet_of(full_game().state), outcome=Outcome.DRAW)
        with pytest.raises(NotWritable, match="no value for a draw"):
            polemica.write_game(sheet)

    def test_bare_counts_cannot_be_written(self) -> None:
        table = run(table_of("day 3"), "speeches 1:4 2:9\nopen\ncall 4\ncount 3\ncall 9\ncount")
        with pytest.raises(NotWritable, match="counts only"):
            polemica.write_game(sheet_of(table.state))

    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            (lambda game: game["players"].pop(), "a game has ten players, not 9"),
            (lambda game: game.update(result=2), "result 2 is neither 0"),
            (lambda game: game["players"][0].update(role=7), "role 7 is none of"),
            (lambda game: game["checks"][0].update(role=1), "a check by role 1"),
            (
                lambda game: game["players"][6]["fouls"][0]["stage"].update(type="speach"),
                r"no stage \(nearest: speech\)",
            ),
            (lambda game: game.update(started="yesterday"), "'yesterday' is no time"),
        ],
    )
    def test_what_is_no_game_is_named(self, change: Changed, problem: str) -> None:
        with pytest.raises(FieldError, match=problem):
            polemica.read_game(changed(exchanged.POLEMICA, change))


def test_both_formats_tell_the_same_game() -> None:
    one = mafiaratings.read_game(exchanged.text(exchanged.MAFIARATINGS))
    other = polemica.read_game(exchanged.text(exchanged.POLEMICA))
    assert _common(one) == _common(other)


def _common(sheet: GameSheet) -> dict[str, object]:
    return {
        "roles": [player.role for player in sheet.players],
        "nicks": [player.nick for player in sheet.players],
        "nominations": sheet.nominations,
        "rounds": sheet.rounds,
        "shots": sorted(sheet.shots),
        "checks": sorted(sheet.checks),
        "best_move": (sheet.best_move_by, sheet.best_move),
        "outcome": sheet.outcome,
        "exits": {entry.seat: entry.how for entry in sheet.exits},
        "fouls": {player.seat: [foul.stage.day for foul in player.fouls] for player in sheet.players},
    }


def test_a_game_without_all_cards_cannot_be_exported() -> None:
    with pytest.raises(ValueError, match="enter the roles first"):
        sheet_of(table_of("new").state)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.text(max_size=60) | st.recursive(st.none() | st.integers() | st.text(max_size=4), st.lists).map(json.dumps))
def test_no_text_breaks_the_readers(text: str) -> None:
    for read in (mafiaratings.read_game, polemica.read_game, read_votes, read_fouls):
        with contextlib.suppress(FieldError):
            read(text)


class TestTables:
    def test_votes_out_and_in_again(self) -> None:
        rounds = full_game().state.record.rounds
        assert len(rounds) == 3
        assert read_votes(write_votes(rounds)) == rounds

    def test_votes_that_were_only_counted(self) -> None:
        rounds = run(table_of("day 3"), "speeches 1:4 2:9\nopen\ncall 4\ncount 3\ncall 9\ncount").state.record.rounds
        text = write_votes(rounds)
        assert text.split("\n")[1] == "3,1,no,yes,10,4,3,,"
        assert read_votes(text)[0].counts == (3, 7)

    def test_fouls_out_and_in_again(self) -> None:
        table = run(table_of("day 3"), "speak 1\nfoul 5 F6.6.1\nfoul host F6.6.4\nend\nspeak 2\nfoul 6")
        fouls = table.state.record.fouls
        assert read_fouls(write_fouls(fouls)) == fouls

    def test_a_strange_table_is_refused(self) -> None:
        with pytest.raises(FieldError, match=r"unknown key 'dai' \(nearest: day\)"):
            read_votes(write_votes([]).replace("day", "dai", 1) + "1,1,no,yes,10,4,3,,\n")


class TestProtocol:
    def test_rows_carry_fouls_points_and_who_left(self) -> None:
        table = run(
            table_of("day 5 alive 2,4,5,8 black 8"),
            "fouls 2 3\nspeeches 2:8 8:2\nvote 8:2,4,5 2:\nspeak 8\nfoul 2\nend\npoints 4 0.3 found the don",
        )
        form = protocol_of(table.state, table.rules, Heading(tournament="Кубок", head="ab12"))
        by_seat = {row.seat: row for row in form.rows}
        assert by_seat[Seat(2)].boxes == ("x", "x", "x", "x")
        assert (by_seat[Seat(2)].points, by_seat[Seat(2)].extra) == ("1", "-0.5")
        assert (by_seat[Seat(4)].points, by_seat[Seat(4)].extra) == ("1", "+0.3")
        assert by_seat[Seat(8)].left
        assert not by_seat[Seat(5)].left
        assert form.outcome == "red"
        assert form.reasons == ((4, 0.3, "found the don"),)

    def test_a_removal_without_four_fouls_is_marked(self) -> None:
        table = run(table_of("day 3"), "fouls 8 1\nspeak 1\nremove 8")
        row = protocol_of(table.state, table.rules, Heading()).rows[7]
        assert row.boxes == ("x", "", "", "!")

    def test_votes_of_a_day_with_revote_and_lift(self) -> None:
        table = full_game()
        vote = protocol_of(table.state, table.rules, Heading()).votes[0]
        assert vote.candidates == seats(6, 8)
        assert vote.ballots == ((5, 5), (5, 5))
        assert vote.lift == (6, 10)
        assert vote.left == seats(6, 8)
        assert protocol_of(table.state, table.rules, Heading()).votes[1].cancelled

    def test_a_ruling_after_the_game_stands_on_it(self) -> None:
        table = run(
            table_of("day 5 alive 2,4,5,8 black 8"), "remove 8\nprotest 2 the word\nannul the softening decided"
        )
        form = protocol_of(table.state, table.rules, Heading())
        assert form.outcome == "annulled"
        assert form.protests == ("2 the word",)
        assert all(row.points == "" for row in form.rows)

    def test_roles_as_entered(self) -> None:
        form = protocol_of(full_game().state, full_game().rules, Heading())
        assert form.rows[2].role is Role.DON
