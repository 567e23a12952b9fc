"""A journal checked and exported from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.actions import ActionKind, HostAction
from engine.codes import Role
from engine.ruleset import load_rules
from engine.seats import GAME_SEATS, Seat
from tests.vision.recordings import ANSWERS
from ui.cli import main
from ui.session.game import JOURNAL_NAME, LiveGame
from ui.session.script import answers, play

RULES = load_rules("a")
ROLES = [Role.DON, Role.MAFIA, Role.MAFIA, Role.SHERIFF, *[Role.CITIZEN] * 6]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with cards, in its first night, and one foul."""
    path = tmp_path / "game"
    path.mkdir()
    game = LiveGame(RULES, path, lambda: "2026-01-01T18:00:00+00:00")
    for answer in answers(ANSWERS):
        game.enter(answer)
    for seat, role in zip(GAME_SEATS, ROLES, strict=True):
        game.enter(HostAction(ActionKind.ASSIGN_ROLE, 0, subject=seat, role=role))
    play(HostAction(ActionKind.ANNOUNCE_NIGHT, 10), lambda: game.state, game.enter, RULES)
    game.enter(HostAction(ActionKind.FOUL, 11, subject=Seat(3)))
    game.close()
    return path


def changed(folder: Path, before: str, after: str) -> None:
    path = folder / JOURNAL_NAME
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def last_hash(folder: Path) -> str:
    last = (folder / JOURNAL_NAME).read_text(encoding="utf-8").splitlines()[-1]
    return str(json.loads(last)["hash"])


def test_an_untouched_journal_holds(folder: Path) -> None:
    assert main(["verify", str(folder)]) == 0
    assert main(["verify", str(folder / JOURNAL_NAME), "--head", last_hash(folder)]) == 0


def test_a_changed_line_is_found_and_named(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    changed(folder, '"subject":3', '"subject":4')
    assert main(["--language", "en", "verify", str(folder)]) == 1
    assert "changed after it was written" in capfd.readouterr().out


def test_a_removed_line_is_found(folder: Path) -> None:
    path = folder / JOURNAL_NAME
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:5] + lines[6:]), encoding="utf-8")
    assert main(["verify", str(folder)]) == 1


def test_a_journal_written_anew_is_found_only_by_its_head(folder: Path, tmp_path: Path) -> None:
    head = last_hash(folder)
    other = tmp_path / "other"
    other.mkdir()
    game = LiveGame(RULES, other, lambda: "2026-01-01T18:00:00+00:00")
    game.close()
    assert main(["verify", str(other)]) == 0
    assert main(["verify", str(other), "--head", head]) == 1


def test_what_is_no_journal_is_refused(tmp_path: Path) -> None:
    assert main(["verify", str(tmp_path)]) == 2
    (tmp_path / "x.jsonl").write_bytes(b"\xff\xfe\x00")
    assert main(["verify", str(tmp_path / "x.jsonl")]) == 2


@pytest.mark.parametrize("format_name", ["mafiaratings", "polemica", "csv", "pdf", "public"])
def test_every_format_is_written_and_the_same_again(folder: Path, tmp_path: Path, format_name: str) -> None:
    for out in ("first", "second"):
        assert (
            main(["--language", "ru", "export", str(folder), "--format", format_name, "--out", str(tmp_path / out)])
            == 0
        )
    files = sorted((tmp_path / "first").iterdir())
    assert files
    for path in files:
        assert path.read_bytes() == (tmp_path / "second" / path.name).read_bytes()


def test_the_public_journal_tells_no_role(folder: Path, tmp_path: Path) -> None:
    main(["export", str(folder), "--format", "public", "--out", str(tmp_path / "out")])
    text = (tmp_path / "out" / "journal_public.jsonl").read_text(encoding="utf-8")
    assert not any(role in text for role in ("sheriff", "mafia", '"don"'))


def test_an_unknown_format_names_those_there_are(
    folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["--language", "en", "export", str(folder), "--format", "xls", "--out", str(tmp_path / "o")]) == 2
    assert "polemica" in capfd.readouterr().err
    assert not (tmp_path / "o").exists()


def told(capfd: pytest.CaptureFixture[str]) -> str:
    printed, said = capfd.readouterr()
    assert len((printed + said).strip().splitlines()) == 1
    return printed + said


def test_a_file_of_another_kind_is_no_journal(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "seats.json").write_text('{"schema": 1,\n"seats": [\n]}\n' * 20, encoding="utf-8")
    assert main(["--language", "en", "verify", str(tmp_path / "seats.json")]) == 2
    assert "is not a journal" in told(capfd)


def test_a_name_that_does_not_exist_is_told_so(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "en", "verify", str(tmp_path / "game" / "journal.jsonl")]) == 2
    assert "no file or folder" in told(capfd)


def test_a_journal_cut_at_its_end_is_never_called_whole(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path, head = folder / JOURNAL_NAME, last_hash(folder)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-3]), encoding="utf-8")
    assert main(["--language", "en", "verify", str(folder)]) == 0
    assert "missing at the end" in told(capfd)
    assert main(["verify", str(folder), "--head", head]) == 1


def test_an_earlier_head_is_found_in_its_line(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines = (folder / JOURNAL_NAME).read_text(encoding="utf-8").splitlines()
    assert main(["--language", "en", "verify", str(folder), "--head", json.loads(lines[6])["hash"]]) == 0
    assert "line 7 carries the head" in told(capfd)


def test_an_export_names_its_files_and_says_that_the_game_is_not_over(
    folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["--language", "en", "export", str(folder), "--format", "csv", "--out", str(tmp_path / "o")]) == 0
    printed, said = capfd.readouterr()
    assert printed.split() == [str(tmp_path / "o" / "fouls.csv"), str(tmp_path / "o" / "votes.csv")]
    assert "not over" in said
