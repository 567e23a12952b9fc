"""`calibrate` on the command line: the board without sources, and one sentence for what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ui.cli import main


@pytest.mark.parametrize("name", ["charuco.png", "charuco.pdf"])
def test_without_sources_the_board_is_printed(tmp_path: Path, name: str) -> None:
    assert main(["calibrate", "--board", str(tmp_path / name)]) == 0
    assert (tmp_path / name).stat().st_size > 10_000


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "round:1500mm"),
        (["--table", "square"], "is no table"),
        (["--table", "round:100mm"], "ten people"),
        (["--table", "round:1500mm", "--marks", "nowhere.json"], "nowhere.json"),
    ],
)
def test_what_is_missing_or_wrong_is_one_sentence_and_code_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    video = tmp_path / "table.mp4"
    video.write_bytes(b"not looked at before the rest is right")
    assert main(["--language", "en", "calibrate", str(video), *options]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
