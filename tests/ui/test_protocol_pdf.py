"""The paper protocol as PDF: two pages, Cyrillic letters embedded, the same bytes every time."""

from __future__ import annotations

import re
import zlib
from datetime import UTC, datetime

import pytest

from engine.exchange.protocol import Heading, Protocol, protocol_of
from tests.engine.script import run, table_of
from ui.evidence.protocol_pdf import protocol_pdf
from ui.words import LANGUAGES, Words

MADE = datetime(2026, 11, 30, 12, tzinfo=UTC)


def form() -> Protocol:
    table = run(
        table_of("day 3 alive 1,2,3,4,5,6,7,8"),
        """
        fouls 2 3
        speeches 1:4 2:7
        vote 4:1,2,3,5 7:
        shootout
        vote 4:1,2,3,5 7:
        lift
        hand 1 2 3 5 6
        word
        count
        foul 2
        points 5 0.3 довёл стол, нашёл дона
        warn 6 случайно коснулся соседа
        """,
    )
    heading = Heading("Кубок їжаків Ґданська", "фінал", "30 / 11 / 2026", "2", "3", "Іваненко", head="ab" * 32)
    return protocol_of(table.state, table.rules, heading)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_pages_with_embedded_letters(language: str, caplog: pytest.LogCaptureFixture) -> None:
    made = protocol_pdf(form(), Words(language), MADE)
    assert made.startswith(b"%PDF-")
    assert b"/Count 2" in made
    assert b"Inter" in made
    assert not caplog.records  # the drawing library warns of a letter that the font lacks


def test_the_same_game_gives_the_same_bytes() -> None:
    assert protocol_pdf(form(), Words("uk"), MADE) == protocol_pdf(form(), Words("uk"), MADE)


def test_no_text_leaves_the_page() -> None:
    made = protocol_pdf(form(), Words("ru"), MADE)
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", made, re.DOTALL)
    pages = [text for stream in streams if (text := _inflated(stream)) and b" re S" in text]
    places = [tuple(map(float, place)) for page in pages for place in re.findall(rb"BT ([\d.-]+) ([\d.-]+) Td", page)]
    assert len(places) > 60
    assert all(0 < x < 842 and 0 < y < 596 for x, y in places)


def _inflated(stream: bytes) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""


def test_a_long_name_is_set_smaller_and_never_breaks_the_form() -> None:
    long = protocol_of(
        run(table_of("day 3"), "speak 1").state,
        table_of("day 3").rules,
        Heading(tournament="Т" * 400, judge="Ж" * 300),
    )
    assert b"/Count 2" in protocol_pdf(long, Words("ru"), MADE)
