"""An audit from files to files, with stand-ins for the networks: what is written, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from calibration.json_file import FileKeyUnknown
from calibration.seats_file import GameSeatsWrong, SeatsOverlap
from engine.codes import CueKind
from engine.faults import Fault
from engine.ruleset import load_rules
from engine.suggestions import read_suggestions
from models.fake import fake_networks
from tests.vision.recordings import recorded_game, seats_json, write_segment
from ui.commands.audit import write_results
from ui.evidence.whole_files import whole_folder
from ui.session.audit import Audit, SeatsNotGiven, TimelineBroken, look_at, read_table
from ui.words import LANGUAGES, Words
from vision.capture.opening import open_recording


def audited(folder: Path, out: Path, language: str = "en") -> None:
    recording = open_recording([folder])
    table = read_table(recording, None, None, load_rules("a"))
    networks, _ = fake_networks()
    findings = Audit(recording, table, look_at(recording, table, networks)).run()
    with whole_folder(out) as work:
        write_results(findings, table, recording, Words(language), work, name="game")


def test_an_audit_in_which_nobody_was_seen_says_not_observed_and_never_that_nothing_happened(tmp_path: Path) -> None:
    audited(recorded_game(tmp_path / "game"), tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "report.html",
        "suggestions.jsonl",
        "votes.csv",
    ]
    suggestions = read_suggestions((tmp_path / "out" / "suggestions.jsonl").read_text(encoding="utf-8"))
    assert {s.kind for s in suggestions} <= {CueKind.NOT_OBSERVED}
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    unseen = page.partition("<h2>Not observed")[2]
    assert "<td>seats 1–10</td><td>eyes at night</td>" in unseen
    assert "seen in 0 % of the looks" in unseen


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_one_file_without_links_to_the_outside(tmp_path: Path, language: str) -> None:
    audited(recorded_game(tmp_path / "game"), tmp_path / "out", language)
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in page
    assert not re.search(r'(?:src|href)="(?!data:)', page)
    assert not re.search(r"\b(?:cue|verdict|section|confidence|consequence)\.[a-z_]+", page)  # a code without words


def test_the_same_recording_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = recorded_game(tmp_path / "game")
    audited(folder, tmp_path / "first")
    audited(folder, tmp_path / "second")
    for path in (tmp_path / "first").iterdir():
        assert path.read_bytes() == (tmp_path / "second" / path.name).read_bytes()


def test_a_loss_is_told_in_the_report(tmp_path: Path) -> None:
    audited(recorded_game(tmp_path / "game", missing_ms=(1000, 1400)), tmp_path / "out")
    assert "camera lost" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


def refused(tmp_path: Path, fault: type[Fault], seats: str | None = None, timeline: str | None = None) -> str:
    video = tmp_path / "game.mkv"
    write_segment(video, list(range(0, 400, 40)))
    seats_path, timeline_path = tmp_path / "seats.json", tmp_path / "timeline.jsonl"
    if seats is not None:
        seats_path.write_text(seats, encoding="utf-8")
    if timeline is not None:
        timeline_path.write_text(timeline, encoding="utf-8")
    with pytest.raises(fault) as caught:
        read_table(
            open_recording([video]),
            seats_path if seats is not None else None,
            timeline_path if timeline is not None else None,
            load_rules("b"),
        )
    return str(caught.value)


def without(number: int) -> str:
    document = json.loads(seats_json())
    document["seats"] = [seat for seat in document["seats"] if seat["seat"] != number]
    return json.dumps(document)


def test_nine_seats_eleven_seats_and_overlapping_seats_are_no_game(tmp_path: Path) -> None:
    assert "add 4" in refused(tmp_path, GameSeatsWrong, seats=without(4))
    document = json.loads(seats_json())
    document["seats"].append({"seat": 11, "polygon": [[0, 61], [9, 61], [9, 64], [0, 64]]})
    assert "remove 11" in refused(tmp_path, GameSeatsWrong, seats=json.dumps(document))
    document["seats"] = [*document["seats"][:9], dict(document["seats"][0], seat=10)]
    assert "Seats 1 and 10" in refused(tmp_path, SeatsOverlap, seats=json.dumps(document))


def test_without_seats_nothing_is_guessed(tmp_path: Path) -> None:
    assert "--seats" in refused(tmp_path, SeatsNotGiven)


def test_an_unknown_key_and_a_broken_timeline_are_named(tmp_path: Path) -> None:
    document = json.loads(seats_json())
    document["seats"][0]["polygone"] = []
    assert "“polygon”" in refused(tmp_path, FileKeyUnknown, seats=json.dumps(document))
    said = refused(tmp_path, TimelineBroken, seats=seats_json(), timeline='{"t": [0, 0], "kind": "callx"}\n')
    assert "line 1" in said
    assert "call" in said


def _fail_half_way(out: Path) -> None:
    with whole_folder(out) as work:
        (work / "report.html").write_text("new, but half")
        _ = 1 / 0


def test_a_failed_run_leaves_nothing_behind(tmp_path: Path) -> None:
    out = tmp_path / "new" / "results"
    with pytest.raises(ZeroDivisionError):
        _fail_half_way(out)
    assert not (tmp_path / "new").exists()


def test_files_of_an_earlier_run_stay_until_the_new_ones_are_whole(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text("old")
    with pytest.raises(ZeroDivisionError):
        _fail_half_way(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    assert (tmp_path / "report.html").read_text() == "old"
