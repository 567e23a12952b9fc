"""The command line: every mistake is one sentence on the error stream, exit code 2, and nothing left behind."""

from __future__ import annotations

import errno
import json
import tempfile
from pathlib import Path

import pytest

from tests.vision.recordings import seats_json, write_segment
from ui.cli import app, main
from ui.words import LANGUAGES


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "game.mkv"
    write_segment(path, list(range(0, 400, 40)))
    return path


@pytest.fixture
def seats(tmp_path: Path) -> Path:
    path = tmp_path / "seats.json"
    path.write_text(seats_json(), encoding="utf-8")
    return path


def one_sentence(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    assert main(["--language", "en", *arguments]) == 2
    printed, said = capfd.readouterr()
    assert printed == ""
    assert "Traceback" not in said
    assert len(said.strip().splitlines()) == 1
    return said


def test_a_missing_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert "check the name" in one_sentence(["audit", str(tmp_path / "no.mp4"), "--out", str(tmp_path / "o")], capfd)
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize(("content", "words"), [(b"", "0 bytes"), (b"this is no video" * 50, "not a video")])
def test_a_file_that_is_no_video(content: bytes, words: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    assert words in one_sentence(["audit", str(path), "--out", str(tmp_path / "o")], capfd)
    assert words in one_sentence(["inspect", str(path)], capfd)
    assert words in one_sentence(["watch", str(path)], capfd)
    assert not (tmp_path / "o").exists()


def test_rules_that_do_not_exist(video: Path, seats: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    said = one_sentence(
        ["audit", str(video), "--rules", "fsm24", "--seats", str(seats), "--out", str(tmp_path / "o")], capfd
    )
    assert "fsm2024" in said


def test_nine_seats(video: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    document = json.loads(seats_json())
    document["seats"].pop()
    path = tmp_path / "nine.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    arguments = ["audit", str(video), "--rules", "b", "--seats", str(path), "--out", str(tmp_path / "o")]
    assert "exactly ten seats" in one_sentence(arguments, capfd)


def test_weights_that_are_not_there(
    video: Path, seats: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLE_MONITOR_WEIGHTS", str(tmp_path / "nothing"))
    arguments = ["audit", str(video), "--rules", "b", "--seats", str(seats), "--out", str(tmp_path / "o")]
    assert "table-monitor models fetch" in one_sentence(arguments, capfd)
    assert not (tmp_path / "o").exists()


def test_results_into_a_file(video: Path, seats: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "taken"
    target.write_text("mine")
    said = one_sentence(["audit", str(video), "--seats", str(seats), "--out", str(target)], capfd)
    assert "is a file" in said
    assert target.read_text() == "mine"


def test_a_full_disk(
    video: Path, seats: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_space(*_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", no_space)
    out = tmp_path / "new" / "results"
    assert "disk is full" in one_sentence(["audit", str(video), "--seats", str(seats), "--out", str(out)], capfd)
    assert not (tmp_path / "new").exists()


def test_a_moment_after_the_end(video: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert "--at" in one_sentence(["inspect", str(video), "--at", "100"], capfd)


@pytest.mark.parametrize("arguments", [["audit"], ["frobnicate"], ["audit", "x", "--rule", "b"], ["--language", "fr"]])
def test_wrong_use_is_exit_code_two(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize(
    "command", [[], ["audit"], ["watch"], ["inspect"], ["demo"], ["models", "fetch"], ["rules", "show"]]
)
def test_every_command_explains_itself_with_an_example(command: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--help"]) == 0
    assert "Example: table-monitor" in capfd.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_listed_shown_and_explained_in_every_language(
    language: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for arguments in (["rules", "list"], ["rules", "show", "b"], ["rules", "explain", "B4.1.11"]):
        assert main(["--language", language, *arguments]) == 0
    printed = capfd.readouterr().out
    assert "B4.1.11" in printed
    assert "section." not in printed
    assert "sanction." not in printed


def test_a_clause_that_does_not_exist_names_the_nearest(capfd: pytest.CaptureFixture[str]) -> None:
    assert "B4.1.1" in one_sentence(["rules", "explain", "B4.1.111"], capfd)


def test_rules_as_json_are_json(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "fsm2024", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["id"] == "fsm2024"


def test_the_program_has_the_promised_commands() -> None:
    names = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    assert {"demo", "watch", "audit", "inspect"} <= names
