"""A tournament's folder: seating, locked settings, an archive that finds, and deletion by command only."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import ActionKind, HostAction, Verdict
from engine.codes import CueKind, Decision, RulesId
from engine.cues import Cue
from engine.intervals import Span, exactly
from engine.ruleset import load_rules
from engine.seats import GAME_SEATS, Seat
from tests.vision.recordings import ANSWERS
from ui.cli import main
from ui.event.archive import INDEX_NAME, Archive
from ui.event.event_file import (
    FILE_NAME,
    EventExists,
    EventFile,
    EventLocked,
    Retention,
    locked,
    new_event,
    read_event,
    write_event,
)
from ui.event.retention import LOG_NAME, PINNED, delete, due
from ui.event.seating import SeatingWrong, Table, parse_seating, write_seating
from ui.session.game import LiveGame
from ui.session.script import answers, play

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
NICKS = ("Lyra", "Hrim", "Sova", "Mars", "Vega", "Tykhyi", "Nord", "Iskra", "Bars", "Lancelot")


def seating_text(rounds: int = 1) -> str:
    rows = [f"{r},1,{seat},{nick}" for r in range(1, rounds + 1) for seat, nick in zip(GAME_SEATS, NICKS, strict=True)]
    return "\n".join(("round,table,seat,nick", *rows)) + "\n"


def played(folder: Path) -> Path:
    """A short game: seat 4 touches seat 3 by day, which is accepted; seat 6 is suspended."""
    folder.mkdir(parents=True)
    rules = load_rules("a")
    live = LiveGame(rules, folder, lambda: "2026-11-30T20:00:00+00:00")
    for answer in answers(ANSWERS):
        live.enter(answer)
    for seat, nick in zip(GAME_SEATS, NICKS, strict=True):
        live.enter(HostAction(ActionKind.SEAT_PLAYER, 1, seat, text=nick))
    assert play(HostAction(ActionKind.START_DAY, 10), lambda: live.state, live.enter, rules)
    live.enter(HostAction(ActionKind.START_SPEECH, 20, Seat(1)))
    live.notice([Cue(CueKind.CONTACT, Seat(4), Span(exactly(30), exactly(10**9)), 0.95, (Seat(3),))])
    (suggestion,) = live.standing().suggestions
    assert live.enter(Verdict(suggestion.id, Decision.ACCEPT, live.state.t_ns + 1)) is None
    assert live.enter(HostAction(ActionKind.SUSPEND, live.state.t_ns + 1, Seat(6), text="three months")) is None
    live.close()
    return folder


def aged(path: Path, days: int) -> None:
    stamp = (NOW - timedelta(days=days)).timestamp()
    os.utime(path, (stamp, stamp))


class TestSeating:
    def test_rounds_and_tables(self) -> None:
        seating = parse_seating(seating_text(rounds=2), Path("seating.csv"))
        assert sorted(seating) == [Table(1, 1), Table(2, 1)]
        assert seating[Table(2, 1)][Seat(10)] == "Lancelot"

    def test_semicolons_as_spreadsheets_here_write_them(self) -> None:
        text = seating_text().replace(",", ";")
        assert parse_seating(text, Path("s.csv")) == parse_seating(seating_text(), Path("s.csv"))

    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            (("1,1,10,Lancelot\n", ""), "9 players"),
            (("1,1,10,", "1,1,9,"), "taken twice"),
            (("Lancelot", "Lyra"), "sits twice"),
            (("1,1,10", "1,1,11"), "seats are 1 to 10"),
            (("1,1,10", "1,x,10"), "whole numbers"),
            (("round,table", "runde,table"), "columns"),
            (("Lancelot", ""), "a nick is missing"),
        ],
    )
    def test_what_cannot_be_played_is_named(self, change: tuple[str, str], problem: str) -> None:
        with pytest.raises(SeatingWrong) as raised:
            parse_seating(seating_text().replace(*change), Path("seating.csv"))
        assert problem in str(raised.value)

    @given(st.text(max_size=300))
    def test_any_text_is_read_or_refused_in_one_sentence(self, text: str) -> None:
        try:
            seating = parse_seating(text, Path("seating.csv"))
        except SeatingWrong:
            return
        assert parse_seating(write_seating(seating), Path("again.csv")) == seating


class TestSettings:
    def test_a_change_after_the_lock_is_found(self, tmp_path: Path) -> None:
        new_event(tmp_path / "cup", EventFile(name="Cup", rules=RulesId.A))
        write_event(tmp_path / "cup", locked(read_event(tmp_path / "cup")))
        assert read_event(tmp_path / "cup").lock is not None
        text = (tmp_path / "cup" / FILE_NAME).read_text(encoding="utf-8")
        (tmp_path / "cup" / FILE_NAME).write_text(text.replace('"appeals": 1', '"appeals": 2'), encoding="utf-8")
        with pytest.raises(EventLocked):
            read_event(tmp_path / "cup")

    def test_a_folder_holds_one_event(self, tmp_path: Path) -> None:
        new_event(tmp_path / "cup", EventFile(name="Cup", rules=RulesId.A))
        with pytest.raises(EventExists):
            new_event(tmp_path / "cup", EventFile(name="Other", rules=RulesId.B))

    def test_only_the_owner_can_read_it(self, tmp_path: Path) -> None:
        new_event(tmp_path / "cup", EventFile(name="Cup", rules=RulesId.A))
        assert (tmp_path / "cup").stat().st_mode & 0o077 == 0


class TestArchive:
    def test_an_incident_is_found_by_player_clause_and_decision(self, tmp_path: Path) -> None:
        played(tmp_path / "round1_table1")
        archive = Archive(tmp_path)
        (found,) = [f for f in archive.find(nick="mars", clause="A4.7.8", decision="accept") if f.what == "incident"]
        assert (found.game, found.seat) == ("round1_table1", "4")
        assert archive.find(nick="Vega", clause="A4.7.8") == ()

    def test_the_register_keeps_a_suspension_with_its_words(self, tmp_path: Path) -> None:
        played(tmp_path / "game")
        (entry,) = [one for one in Archive(tmp_path).register() if one.what == "suspended"]
        assert (entry.seat, entry.nick, entry.text) == ("6", "Tykhyi", "three months")

    def test_a_foul_stands_in_the_results(self, tmp_path: Path) -> None:
        played(tmp_path / "game")
        assert [row[3] for row in Archive(tmp_path).results() if row[4] == 1] == ["Mars"]

    def test_a_new_game_is_found_without_being_told_of(self, tmp_path: Path) -> None:
        played(tmp_path / "one")
        archive = Archive(tmp_path)
        assert len(archive.find(decision="accept")) == 1
        played(tmp_path / "two")
        assert {found.game for found in archive.find(decision="accept")} == {"one", "two"}

    def test_a_damaged_index_is_made_anew(self, tmp_path: Path) -> None:
        played(tmp_path / "game")
        (tmp_path / INDEX_NAME).write_bytes(b"not a database" * 100)
        assert len(Archive(tmp_path).find(decision="accept")) == 1

    def test_a_journal_that_makes_no_game_is_named_and_hides_no_other(self, tmp_path: Path) -> None:
        played(tmp_path / "good")
        (tmp_path / "bad").mkdir()
        (tmp_path / "bad" / "journal.jsonl").write_text("{}\n", encoding="utf-8")
        archive = Archive(tmp_path)
        assert [name for name, _ in archive.broken()] == ["bad"]
        assert len(archive.find(decision="accept")) == 1


class TestRetention:
    def game(self, folder: Path, days: int) -> Path:
        game = folder / "game"
        (game / "packs" / "vote1-7").mkdir(parents=True)
        for name in ("journal.jsonl", "cam1_000.mkv", "audio_000.flac", "packs/vote1-7/manifest.json"):
            (game / name).write_bytes(b"x" * 10)
            aged(game / name, days)
        return game

    def test_film_goes_after_the_protests_packs_later_journals_never(self, tmp_path: Path) -> None:
        self.game(tmp_path, days=10)
        names = sorted(one.path.name for one in due(tmp_path, Retention(raw_days=2, packs_days=365), NOW))
        assert names == ["audio_000.flac", "cam1_000.mkv"]
        everything = due(tmp_path, Retention(raw_days=2, packs_days=5), NOW)
        assert "journal.jsonl" not in {one.path.name for one in everything}
        assert {one.what for one in everything} == {"raw", "pack"}

    def test_what_is_younger_stays(self, tmp_path: Path) -> None:
        self.game(tmp_path, days=1)
        assert due(tmp_path, Retention(raw_days=2), NOW) == ()

    def test_what_is_pinned_stays_for_ever(self, tmp_path: Path) -> None:
        game = self.game(tmp_path, days=1000)
        (game / "packs" / "vote1-7" / PINNED).touch()
        assert {one.what for one in due(tmp_path, Retention(), NOW)} == {"raw"}
        (game / PINNED).touch()
        assert due(tmp_path, Retention(), NOW) == ()

    def test_every_deletion_is_noted(self, tmp_path: Path) -> None:
        game = self.game(tmp_path, days=10)
        delete(tmp_path, due(tmp_path, Retention(), NOW), NOW, "Olena")
        assert not (game / "cam1_000.mkv").exists()
        assert (game / "journal.jsonl").exists()
        log = (tmp_path / LOG_NAME).read_text(encoding="utf-8")
        assert log.count("Olena") == 2

    def test_nothing_is_deleted_without_a_second_word(self, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        new_event(tmp_path / "cup", EventFile(name="Cup", rules=RulesId.A))
        game = self.game(tmp_path / "cup", days=400)
        assert main(["event", "clean", str(tmp_path / "cup"), "--by", "Olena", "--language", "en"]) == 2
        assert (game / "cam1_000.mkv").exists()
        assert "--yes" in capfd.readouterr().err
        assert main(["event", "clean", str(tmp_path / "cup"), "--by", "Olena", "--yes", "--language", "en"]) == 0
        assert not (game / "cam1_000.mkv").exists()


def test_the_command_line_tells_it_all(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    seating = tmp_path / "seating.csv"
    seating.write_text(seating_text(), encoding="utf-8")
    cup = str(tmp_path / "cup")
    begun = ["event", "begin", cup, "--name", "Cup", "--rules", "a", "--seating", str(seating)]
    assert main([*begun, "--language", "en"]) == 0
    assert main(["event", "lock", cup, "--language", "en"]) == 0
    played(tmp_path / "cup" / "round1_table1")
    capfd.readouterr()
    assert main(["event", "find", cup, "--nick", "Mars", "--language", "en"]) == 0
    assert "round1_table1\tincident\tcontact-4" in capfd.readouterr().out
    assert main(["event", "register", cup, "--language", "en"]) == 0
    assert "three months" in capfd.readouterr().out
    assert main(["event", "results", cup, "--language", "en"]) == 0
    assert capfd.readouterr().out.count("\n") == 10


def test_a_rulebook_that_there_is_not(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["event", "begin", str(tmp_path / "cup"), "--name", "Cup", "--rules", "fsm", "--language", "en"]
    assert main(arguments) == 2
    assert "fsm2024" in capfd.readouterr().err
    assert not (tmp_path / "cup").exists()
