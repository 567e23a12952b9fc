"""The settings file: small, strict, whole or not at all, and nobody else's."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.json_file import FileFault, FileKeyUnknown, FileValueWrong
from engine.seats import GAME_SEATS
from ui.settings import VARIABLE, Settings, SettingsNotWritten, read_settings, settings_path, write_settings

NICKS = tuple(f"Nick {seat}" for seat in GAME_SEATS)


def written(path: Path, **content: object) -> Path:
    path.write_text(json.dumps({"schema": 1, **content}), encoding="utf-8")
    return path


def test_without_a_file_nothing_is_set(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "none.json") == Settings()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    settings = Settings(
        cameras=("0", "rtsp://192.168.1.20/stream"),
        seats=tmp_path / "seats.json",
        rules="b",
        answers={"lift_max": 3, "speech_loss_exceptions": ("best_move",)},
        players=NICKS,
        rotate=True,
        game=4,
        consent=date(2026, 11, 30),
    )
    write_settings(settings, tmp_path / "new" / "settings.json")
    assert read_settings(tmp_path / "new" / "settings.json") == settings


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    write_settings(Settings(), tmp_path / "settings.json")
    assert stat.S_IMODE((tmp_path / "settings.json").stat().st_mode) == 0o600


def test_an_unknown_key_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(FileKeyUnknown) as caught:
        read_settings(written(tmp_path / "settings.json", camera=["0"]))
    assert caught.value.fields["nearest"] == "cameras"


@pytest.mark.parametrize(
    "content",
    [
        {"rules": "z"},
        {"players": ["one"]},
        {"answers": {"no_such": 1}},
        {"answers": {"lift_max": -1}},
        {"cameras": ["0"] * 7},
        {"game": 0},
        {"text_size_percent": 99},
        {"consent": "yesterday"},
    ],
)
def test_a_value_that_means_nothing_is_told(tmp_path: Path, content: dict[str, object]) -> None:
    with pytest.raises(FileValueWrong):
        read_settings(written(tmp_path / "settings.json", **content))


@given(st.binary(max_size=80) | st.text(max_size=80).map(lambda text: text.encode("utf-8", "ignore")))
def test_any_file_is_settings_or_one_sentence(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_bytes(content)
    with contextlib.suppress(FileFault):  # nothing else is raised
        assert isinstance(read_settings(path), Settings)


def test_where_it_cannot_be_written_the_old_file_stays_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    write_settings(Settings(game=2), path)

    def full(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(SettingsNotWritten):
        write_settings(Settings(game=3), path)
    assert read_settings(path).game == 2
    assert [one.name for one in tmp_path.iterdir()] == ["settings.json"]


def test_every_setting_has_a_title_and_a_number_its_range() -> None:
    fields = Settings.model_json_schema(by_alias=True)["properties"]
    assert all(field.get("title") for field in fields.values())
    assert {"minimum", "maximum"} <= set(fields["game"])
    assert Settings.model_fields["text_size_percent"].description is not None


def test_another_file_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "mine.json"))
    assert settings_path() == tmp_path / "mine.json"
