"""Seats files as people write them: both forms, and one sentence for every way to get them wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.json_file import FileFault, parse_json
from calibration.seats_file import (
    SCHEMA,
    GameSeatsWrong,
    SeatsFile,
    SeatsOverlap,
    check_game_seats,
    check_overlap,
    read_seats,
    write_seats,
)

PATH = Path("seats.json")


def seat(number: int | str, x: float) -> dict[str, Any]:
    return {"seat": number, "polygon": [[x, 0], [x + 90, 0], [x + 90, 100], [x, 100]]}


def camera(seats: list[dict[str, Any]]) -> dict[str, Any]:
    return {"image_size": [1200, 100], "seats": seats}


def ten() -> list[dict[str, Any]]:
    return [seat(number, 100.0 * (number - 1)) for number in range(1, 11)]


def parsed(document: Any) -> SeatsFile:
    return parse_json(json.dumps(document), PATH, SeatsFile, SCHEMA)


def refused(document: Any) -> str:
    with pytest.raises(FileFault) as caught:
        parsed(document)
    return str(caught.value)


def test_the_short_form_means_the_only_camera() -> None:
    assert list(parsed({"schema": 1, **camera(ten())}).cameras) == ["cam1"]


def test_what_is_written_is_read_back_equal(tmp_path: Path) -> None:
    seats = parsed({"schema": 1, "cameras": {"cam1": camera([*ten(), seat("host", 1050.0)]), "cam2": camera(ten())}})
    write_seats(seats, tmp_path / "seats.json")
    assert read_seats(tmp_path / "seats.json") == seats


def test_an_unknown_key_is_named_with_the_nearest_known_one() -> None:
    wrong = seat(1, 0.0) | {"table_stripe": [[0, 0], [1, 0], [1, 1]]}
    assert "“table_stripe”" in refused({"schema": 1, **camera([wrong])})
    assert "“table_strip”" in refused({"schema": 1, **camera([wrong])})


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ([], "one JSON object"),
        ({"schema": 2, "cameras": {}}, "update the program"),
        ({"schema": "1", "cameras": {}}, "whole number"),
        ({"cameras": {"cam1": camera(ten())}}, "schema"),
        ({"schema": 1, "cameras": {}}, "cameras"),
        ({"schema": 1, **camera([seat(0, 0.0)])}, "seat"),
        ({"schema": 1, **camera([seat(13, 0.0)])}, "seat"),
        ({"schema": 1, **camera([seat("guest", 0.0)])}, "host"),
        ({"schema": 1, **camera([seat(1, 0.0), seat(1, 200.0)])}, "given twice"),
        ({"schema": 1, **camera([{"seat": 1, "polygon": [[0, 0], [10, 10]]}])}, "polygon"),
        ({"schema": 1, **camera([{"seat": 1, "polygon": [[0, 0], [10, 10], [20, 20]]}])}, "no area"),
        ({"schema": 1, **camera([seat(1, 0.0) | {"head": [10, 10, 5, 20]}])}, "head"),
        ({"schema": 1, "image_size": [0, 100], "seats": ten()}, "image_size"),
    ],
)
def test_everything_that_can_be_wrong_is_one_sentence_about_the_place(document: Any, words: str) -> None:
    sentence = refused(document)
    assert words in sentence
    assert "\n" not in sentence


def test_a_game_has_ten_seats_and_the_sentence_names_those_missing_or_too_many() -> None:
    with pytest.raises(GameSeatsWrong, match="add 10"):
        check_game_seats(parsed({"schema": 1, **camera(ten()[:9])}))
    with pytest.raises(GameSeatsWrong, match="remove 11"):
        check_game_seats(parsed({"schema": 1, **camera([*ten(), seat(11, 1050.0)])}))
    check_game_seats(parsed({"schema": 1, **camera([*ten(), seat("host", 1050.0)])}))


def test_seats_seen_by_different_cameras_make_one_game() -> None:
    check_game_seats(parsed({"schema": 1, "cameras": {"cam1": camera(ten()[:5]), "cam2": camera(ten()[5:])}}))


def test_two_seats_in_one_place_are_refused_and_neighbours_that_touch_are_not() -> None:
    with pytest.raises(SeatsOverlap, match="Seats 1 and 2"):
        check_overlap(parsed({"schema": 1, **camera([seat(1, 0.0), seat(2, 20.0)])}))
    check_overlap(parsed({"schema": 1, **camera([seat(1, 0.0), seat(2, 60.0)])}))


def test_seats_follow_the_size_of_the_picture() -> None:
    table = parsed({"schema": 1, **camera([seat(2, 100.0) | {"head": [100, 0, 190, 50]}])}).cameras["cam1"]
    half = table.scaled_to((600, 50))
    assert half.seats[0].polygon[0] == (50.0, 0.0)
    assert half.seats[0].head == (50.0, 0.0, 95.0, 25.0)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["schema", "cameras", "cam1", "seats", "seat", "polygon", "head", "image_size"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(JSON)
def test_any_json_is_read_or_refused_in_one_sentence(document: Any) -> None:
    try:
        parsed(document)
    except FileFault as fault:
        said = str(fault)
    else:
        said = "seats.json"
    assert "seats.json" in said


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(FileFault):
        parse_json(text, PATH, SeatsFile, SCHEMA)
