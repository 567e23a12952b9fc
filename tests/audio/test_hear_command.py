"""`table-monitor hear`: words with intervals in seconds, one sentence for what cannot be heard."""

from __future__ import annotations

import json
from pathlib import Path

import av
import numpy as np
import pytest

import ui
from tests.audio.silent_film import picture_only
from ui.cli import main

DEMO = Path(ui.__file__).parent / "demo_game"


def said(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_the_demo_games_words_come_as_json_in_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hear", str(DEMO), "--json"]) == 0
    heard = json.loads(said(capsys)[0])
    assert heard["schema"] == 1
    closing = [word for word in heard["words"] if word["class"] == "closing_word"]
    assert {"word", "class", "start", "end", "score"} == set(closing[0])
    for true_s in (66.04, 71.56, 77.41):  # the middle of each word's end in the demo's timeline
        (found,) = [word for word in closing if abs(sum(word["end"]) / 2 - true_s) < 0.15]
        assert found["end"][0] <= true_s <= found["end"][1]
        assert found["start"][1] < found["end"][0]
        assert 0 < found["score"] <= 1
    assert all(start < end for start, end in heard["voice"])


def test_for_people_each_word_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "en", "hear", str(DEMO / "audio_000.flac")]) == 0
    lines = said(capsys)[0].splitlines()
    assert sum("спасибо" in line for line in lines) >= 3


def test_a_sound_without_words_is_heard_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "silence.wav"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("pcm_s16le", rate=16_000, layout="mono")
        frame = av.AudioFrame.from_ndarray(np.zeros((1, 16_000), np.int16), format="s16", layout="mono")
        frame.sample_rate = 16_000
        container.mux(stream.encode(frame))
    assert main(["--language", "en", "hear", str(path)]) == 0
    assert "No word was found in 1 s of sound." in said(capsys)[0]
    assert main(["hear", str(path), "--json"]) == 0
    assert json.loads(said(capsys)[0])["words"] == []


def test_what_cannot_be_heard_is_one_sentence_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    silent, broken = tmp_path / "silent.mp4", tmp_path / "broken.wav"
    picture_only(silent)
    broken.write_bytes(b"RIFF no sound at all")
    for path, words in ((silent, "no sound"), (broken, "cannot be read"), (tmp_path / "absent.wav", "absent.wav")):
        assert main(["--language", "en", "hear", str(path)]) == 2
        out, err = said(capsys)
        assert out == ""
        assert words in err
        assert len(err.strip().splitlines()) == 1
