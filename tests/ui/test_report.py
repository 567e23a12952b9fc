"""The report's tables: what was not observed of whom, and what a vote adds up to."""

from __future__ import annotations

import csv
import io
import json
import re

from calibration.seats_file import SeatsFile
from engine.codes import CueKind, HandForm, VoteVerdict
from engine.cues import CameraId, Cue
from engine.intervals import NS_PER_S, Interval, Span
from engine.no_rules import no_rules
from engine.ruleset import load_rules
from engine.seats import Seat
from engine.situations import Chronicle
from engine.timeline import read_timeline
from engine.votes import Ballot
from tests.vision.recordings import seats_json
from ui.evidence.phrases import seats_text
from ui.evidence.report import build_report, report_html
from ui.evidence.unseen import not_observed
from ui.evidence.vote_rows import by_key, totals, votes_csv
from ui.session.audit import Findings, Table
from ui.words import Words

WORDS = Words("en")


def table(lines: list[dict[str, object]], seats: SeatsFile | None = None) -> Table:
    text = "\n".join(
        json.dumps({"source": "label", **line, "t": [int(str(line["t"])) * NS_PER_S] * 2}) for line in lines
    )
    file = seats or SeatsFile.model_validate_json(seats_json())
    by_camera = {CameraId("cam1"): file.cameras["cam1"]}
    return Table(file, by_camera, Chronicle(read_timeline(text), tuple(map(Seat, range(1, 11)))), load_rules("a"))


def voted(number: int | None = 3) -> Table:
    nominated = [{"t": 1, "kind": "nomination", "subject": 1, "candidate": 2}, {"t": 2, "kind": "vote_open"}]
    count = [] if number is None else [{"t": 8, "kind": "count", "candidate": 2, "number": number}]
    said = [{"t": 3, "kind": "call", "candidate": 2}, {"t": 7, "kind": "word"}]
    return table([*nominated, *said, *count, {"t": 9, "kind": "vote_close"}])


def ballot(voter: int, *, counted: bool | None = True, seen: bool = True) -> Ballot:
    touch = Interval(4 * NS_PER_S, 4 * NS_PER_S) if seen else None
    verdict = VoteVerdict.BEFORE if seen else VoteVerdict.NOT_OBSERVED
    return Ballot(1, Seat(2), Seat(voter), touch, None, None, verdict, verdict, HandForm.FIST, counted, None)


def eyes_unseen(seat: int, share: float, at_s: int = 20) -> Cue:
    span = Span(Interval(at_s * NS_PER_S, at_s * NS_PER_S), Interval(30 * NS_PER_S, 30 * NS_PER_S))
    return Cue(CueKind.NOT_OBSERVED, Seat(seat), span, confidence=1.0, measures={"observed_share_01": share})


def test_seats_are_in_order_of_their_numbers_and_neighbours_joined() -> None:
    assert seats_text(map(Seat, (10, 2, 1, 3)), WORDS) == "seats 1–3, 10"
    assert seats_text((Seat(5),), Words("ru")) == "место 5"


def test_equal_rows_are_one_and_say_what_of_them_was_not_seen() -> None:
    findings = Findings(cues=[eyes_unseen(seat, 0.0) for seat in (10, 1, 2)] + [eyes_unseen(4, 0.25)])
    (row,) = not_observed(findings, voted(), WORDS)
    assert (row.who, row.what, row.why) == ("seats 1–2, 4, 10", "eyes at night", "seen in 0–25 % of the looks")


def test_a_hand_not_observed_in_a_vote_is_told_with_its_candidate_and_is_not_the_eyes() -> None:
    call = Interval(3 * NS_PER_S, 3 * NS_PER_S)
    hand = Cue(CueKind.NOT_OBSERVED, Seat(5), Span(call), targets=(Seat(2),), confidence=1.0)
    rows = not_observed(Findings(cues=[eyes_unseen(5, 0.1), hand]), voted(), WORDS)
    assert [row.what for row in rows] == ["hand in vote 1, for 2", "eyes at night"]
    assert {row.who for row in rows} == {"seat 5"}


def test_seats_in_no_picture_are_told_once_for_the_whole_recording() -> None:
    document = json.loads(seats_json())
    halves = {
        name: {"image_size": document["image_size"], "seats": document["seats"][low:high]}
        for name, low, high in (("cam1", 0, 7), ("cam2", 7, 10))
    }
    seats = SeatsFile.model_validate({"schema": 1, "cameras": halves})
    seen = table([{"t": 1, "kind": "night_cue"}], seats)
    rows = not_observed(Findings(cues=[eyes_unseen(9, 0.0), eyes_unseen(3, 0.0)]), seen, WORDS)
    assert [(row.who, row.what) for row in rows] == [("seats 8–10", "everything"), ("seat 3", "eyes at night")]


def test_a_vote_is_added_up_beside_the_hosts_count() -> None:
    known = by_key([ballot(1), ballot(3), ballot(4, counted=None), ballot(6, counted=None, seen=False)])
    game = voted(5)
    sums = totals(game.chronicle.windows[0], known, game.chronicle)
    assert (sums.counting, sums.open, sums.unseen, sums.by_host, sums.difference) == (2, 1, 1, 5, 3)


def test_what_is_open_or_unseen_may_explain_the_hosts_count() -> None:
    known = by_key([ballot(1), ballot(3), ballot(4, counted=None), ballot(6, counted=None, seen=False)])
    for number, difference in ((1, -1), (2, 0), (4, 0)):
        game = voted(number)
        assert totals(game.chronicle.windows[0], known, game.chronicle).difference == difference
    without = voted(None)
    assert totals(without.chronicle.windows[0], known, without.chronicle).by_host is None


def test_every_voter_and_candidate_has_a_row_and_none_is_made_up_for_a_hand_not_found() -> None:
    game = voted()
    rows = list(csv.DictReader(io.StringIO(votes_csv([ballot(3)], game.chronicle))))
    assert [(row["voter"], row["candidate"]) for row in rows] == [(str(seat), "2") for seat in range(1, 11)]
    assert [row["verdict"] for row in rows] == ["before" if row["voter"] == "3" else "" for row in rows]
    assert {row["counted"] for row in rows if row["voter"] != "3"} == {""}


def page(language: str, game: Table) -> str:
    words = Words(language)
    findings = Findings(cues=[eyes_unseen(4, 0.1)], ballots=[ballot(1), ballot(3)])
    return report_html(build_report(findings, game, {}, words, recording="game", synthetic=False), words)


def test_the_page_says_the_sum_the_hosts_count_and_how_they_differ() -> None:
    text = re.sub(r"<[^>]+>", "|", page("en", voted(5)))
    assert re.search(r"Hands\|+2 count\|", text)
    assert re.search(r"count\|+5, differs by 3\|", text)
    assert text.index("No hand found” means") < text.index("Voter")


def test_seconds_are_written_in_the_readers_letters() -> None:
    for language in ("ru", "uk"):
        text = re.sub(r"<style>.*?</style>|<[^>]+>", " ", page(language, voted()), flags=re.DOTALL)
        assert re.search(r"\d с\b", text)
        assert re.search(r"\d s\b", text) is None


def test_without_rules_the_report_is_made_as_well() -> None:
    game = voted()
    bare = Table(game.seats, game.by_camera, game.chronicle, no_rules())
    assert "seat 4" in page("en", bare)
