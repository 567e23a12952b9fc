"""What the host's window shows: the phase, the large value, the seats, what is observed, and what is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import ActionKind
from engine.codes import HandPlace, WordSource
from engine.intervals import NS_PER_MS, NS_PER_S, Interval
from engine.seats import Seat
from engine.state import GameState
from tests.ui.desk import Desk, at_speech, at_vote, desk
from tests.ui.fakes import CAM, say_word
from ui.host.pictures import KeptPictures
from ui.host.screen import host_view
from ui.host.view import HandMark, Mark, Sign
from ui.host.wording import Offset, ago, clock, counted, ordinal
from ui.session.messages import CameraHealth, Ended, Picture, SeatSight, SeatView, ShowCamera
from ui.words import Words


def test_a_speech() -> None:
    view = at_speech("ru").look()
    assert (view.phase, view.headline) == ("ДЕНЬ 2 · РЕЧИ", "Говорит 3 · Сова")
    assert (view.timer.value, view.timer.note) == ("0:24", "из 60 с")
    assert view.timer.part_01 == pytest.approx(0.4)
    assert view.timer.notch_01 == pytest.approx(1 / 6)
    assert view.next_step.text == "Закончить речь, дальше 4"
    assert [(chip.number, chip.note) for chip in view.centre.chips] == [("7", "от 2")]


def test_the_clock_stops_at_zero_and_says_for_how_long() -> None:
    host = at_speech()
    host.table.wait(27.5)
    timer = host.look().timer
    assert (timer.value, timer.note, timer.part_01) == ("0:00", "time is up: 3 s", 0.0)


def test_a_pause_stops_the_clock() -> None:
    host = at_speech()
    host.press("P")
    before = host.look().timer
    host.table.wait(10)
    assert host.look().timer == before
    assert before.note == "pause"


def test_an_open_ballot_waits_for_the_word() -> None:
    host = at_vote("ru")
    host.table.wait(2)
    view = host.look()
    assert (view.phase, view.headline) == ("ДЕНЬ 2 · ГОЛОСОВАНИЕ 2 ИЗ 3", "За 2 · Гром")
    assert (view.timer.value, view.timer.note) == ("0:02", "после вызова")
    assert view.clock.awaited
    assert not view.next_step.awaited


def test_the_word_stands_where_the_clock_was() -> None:
    host = at_vote("ru")
    say_word(host.table)
    timer = host.look().timer
    assert (timer.value, timer.note) == ("«Спасибо»", "через 1,62 с · микрофон, ±20 мс")


def test_the_source_of_the_word_is_said() -> None:
    host = at_vote("en")
    say_word(host.table, source=WordSource.HOST_KEY)
    assert "host" in host.look().timer.note


def test_hands_are_drawn_against_the_line_of_the_table() -> None:
    host = at_vote()
    say_word(host.table)
    hands = {token.seat: token.hand for token in host.look().seats if token.hand}
    assert hands == {
        1: HandMark.ON,
        3: HandMark.AFTER,
        4: HandMark.ON,
        6: HandMark.ON,
        7: HandMark.ABOVE,
        8: HandMark.BEFORE,
        10: HandMark.UNSEEN,
    }
    assert host.look().centre.question == "3 more in question: 3, 8, 10"


def test_seats_carry_their_state_in_shape_and_word() -> None:
    tokens = {token.seat: token for token in at_vote().look().seats}
    assert tokens[Seat(2)].marks == {Mark.CALLED, Mark.NOMINATED}
    assert tokens[Seat(5)].state == "already for 7"
    assert (tokens[Seat(8)].sight, tokens[Seat(8)].sight_words) == (SeatSight.DEGRADED, "partly seen")
    assert (tokens[Seat(9)].at_table, tokens[Seat(9)].state) == (False, "night 1")
    assert "not seen" in tokens[Seat(10)].description


def test_no_suggestion_is_never_said_without_what_was_observed() -> None:
    host = at_speech()
    host.table.sight[Seat(8)] = SeatView(SeatSight.DEGRADED)
    host.table.sight[Seat(10)] = SeatView(SeatSight.BLIND)
    calm = host.look().column.calm
    assert calm.title == "No suggestions"
    assert calm.text == "Observed: 8 seats of 9. In part: 8. Not seen: 10."


def test_health_tells_age_rate_and_losses() -> None:
    footer = at_speech().look().footer
    assert footer.health == "picture 34 ms old · 30/s · lost 0"
    assert footer.detail == "3 cameras · not analysed 36"
    assert (footer.recording, footer.recording_sign) == ("Recording", Sign.DOT)


def test_a_slower_clock_is_said() -> None:
    host = at_speech()
    host.table.extra["paced_01"] = 0.7
    assert host.look().footer.detail.endswith("pace 70 %")


def test_a_silent_camera_is_named_with_what_it_costs() -> None:
    host = at_speech()
    silent = CameraHealth(host.now_ns - 1200 * NS_PER_MS, 30.0, 100, 71, 0, (1280, 720))
    host.table.extra["cameras"] = {CAM: silent}
    view = host.look()
    assert (view.alert, view.alert_sign) == ("cam1 is silent for 1.2 s", Sign.DEGRADED)
    assert "not observed" in view.column.entry.text


def test_a_recording_cannot_fall_silent() -> None:
    """Where looking is slower than the recording its pictures are late, which the pace says; no cable is to blame."""
    host = at_speech()
    host.model.playback = True
    late = CameraHealth(host.now_ns - 1500 * NS_PER_MS, 30.0, 100, 0, 0, (1280, 720))
    host.table.extra |= {"cameras": {CAM: late}, "paced_01": 0.7}
    view = host.look()
    assert view.alert == ""
    assert view.footer.detail.endswith("pace 70 %")


def test_a_recording_that_is_looked_at_much_too_slowly_says_so() -> None:
    host = at_speech()
    host.model.playback = True
    host.table.extra["paced_01"] = 0.2
    view = host.look()
    assert (view.alert, view.alert_sign) == ("Played at 20 % of its speed", Sign.NOTE)
    assert "nothing is left out" in view.column.entry.text


def test_a_game_that_left_its_recordings_way_says_so() -> None:
    """A removal cancels the recorded vote: its calls are left out, and the host learns why nothing moves any more."""
    host = at_speech()
    host.model.playback = True
    host.table.extra["left_out"] = 4
    view = host.look()
    assert view.alert == "The recording goes another way"
    assert "4 entries" in view.column.entry.text


def test_a_failure_stays_until_it_is_solved() -> None:
    host = at_speech()
    host.table.extra["failure"] = "The disk is full: free some space."
    for _ in range(3):
        host.table.wait(60)
        view = host.look()
        assert view.alert == "Observation stopped"
        assert view.column.entry.text == "The disk is full: free some space."
        assert view.footer.recording_sign is Sign.LOST


def test_the_last_words_of_a_table_leave_the_game_on_the_screen() -> None:
    """A table that fails in mid-game says so in a snapshot without a game; the host still sees the seats and counts."""
    host = at_speech()
    host.look()
    last = replace(host.table.snapshot(), number=0, rules_id="", ended=Ended.FAILED, failure="It stopped.")
    host.model.take(last, host.now_ns)
    assert host.model.expected() is not None
    assert host.model.snapshot is not None
    assert host.model.snapshot.failure == "It stopped."


def test_a_table_that_cannot_start_says_why() -> None:
    host = Desk()
    first = replace(host.table.snapshot(), rules_id="", ended=Ended.FAILED, failure="There is no file.")
    host.model.take(first, 0)

    view = host_view(host.model, 0)
    assert view.alert == "Observation stopped"
    assert view.column.entry.text == "There is no file."


def test_a_table_whose_process_is_gone_is_said() -> None:
    host = at_speech()
    host.table.alive = False
    assert host.look().alert == "Table process ended"


def test_a_silent_table_is_said_and_keys_are_kept() -> None:
    host = at_speech()
    host.look()
    host.table.wait(2.5)

    view = host_view(host.model, host.now_ns)
    assert view.alert == "The table is silent for 2.5 s"
    assert view.next_step.enabled


def test_the_end_of_a_recording_offers_the_report() -> None:
    host = at_speech()
    host.table.extra |= {"ended": Ended.RECORDING_OVER, "report": "/game/report.html", "folder": "/game"}
    entry = host.look().column.entry
    assert (entry.text, entry.more) == ("The report is ready", "/game")
    assert [hint.key for hint in entry.keys] == ["O"]


def test_the_first_camera_is_shown_as_soon_as_there_is_one() -> None:
    """A table's first answers name no camera: it has no pictures yet."""
    host = Desk()
    host.table.extra["cameras"] = {}
    host.hear()
    assert host.model.camera is None
    del host.table.extra["cameras"]
    host.hear()
    assert host.table.sent == [ShowCamera(CAM)]


def test_a_table_whose_rules_are_not_complete_says_so() -> None:
    host = Desk()
    host.table.state = GameState()
    view = host.look()
    assert not view.next_step.enabled
    assert view.centre.line == "rules questions still open: 22"


def test_a_new_table_waits_for_its_start() -> None:
    view = desk().look()
    assert view.next_step.text == "Start the game"
    assert view.next_step.enabled


def test_before_the_first_answer_the_seats_stand_already() -> None:

    view = host_view(Desk().model, 0)
    assert len(view.seats) == 10
    assert view.headline == "Getting ready"
    assert not view.next_step.enabled


def test_a_hand_above_the_table_is_not_counted() -> None:
    host = at_vote()
    host.table.hands({1: HandPlace.HOVER, 4: HandPlace.AIR})
    assert host.look().centre.big == "0"


def test_a_script_at_the_table_is_written_in_the_log() -> None:
    """In a demo game the recorded host's keys come from the table itself."""
    host = at_speech()
    host.table.act(ActionKind.NOMINATE, 3, 5)
    assert host.look().column.entry.text == "3 · Sova nominates 5"
    host.table.act(ActionKind.END_SPEECH)
    view = host.look()
    assert view.column.entry.text == "speech of 3 · Sova is over"
    assert view.column.calm.log[-1][1] == "3 · Sova nominates 5"


def test_an_older_fact_told_once_more_is_not_written_twice() -> None:
    """A snapshot on its way may still tell what happened before this window's own key."""
    host = at_speech()
    host.table.act(ActionKind.NOMINATE, 3, 5)
    host.hear()
    older = host.table.events
    host.press("F", "4", hear=False)
    host.table.poll()
    host.table.extra["events"] = older
    host.hear()
    del host.table.extra["events"]
    host.hear()
    told = [text for _, text in host.model.log]
    assert len(told) == len(set(told))
    assert host.look().column.entry.text.startswith("4 ·")


def test_a_report_that_is_not_written_yet_is_said_to_be_so() -> None:
    host = at_speech()
    host.press("O")
    notice = host.look().centre.notice
    assert notice is not None
    assert notice.title == "No report yet"


# Pieces of sentences


@pytest.mark.parametrize(
    ("language", "number", "text"),
    [
        ("ru", 1, "1 замечание"),
        ("ru", 3, "3 замечания"),
        ("ru", 5, "5 замечаний"),
        ("ru", 21, "21 замечание"),
        ("uk", 2, "2 зауваження"),
        ("uk", 5, "5 зауважень"),
        ("en", 1, "1 remark"),
        ("en", 0, "0 remarks"),
    ],
)
def test_counts_stand_in_the_right_form(language: str, number: int, text: str) -> None:
    assert counted("remark", number, Words(language)) == text


def test_english_ordinals() -> None:
    assert [ordinal(number, Words("en")) for number in (1, 2, 3, 4, 11, 22)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "22nd",
    ]


def test_clocks() -> None:
    assert [clock(seconds * NS_PER_S) for seconds in (0, 24, 61, 3725, -5)] == [
        "0:00",
        "0:24",
        "1:01",
        "1:02:05",
        "0:00",
    ]
    assert [ago(seconds * NS_PER_S, Words("ru")) for seconds in (4, 130)] == ["4 с назад", "2 мин назад"]


def test_an_offset_is_told_with_its_bounds() -> None:
    ms = NS_PER_MS
    early = Offset.between(Interval(800 * ms, 840 * ms), Interval(1000 * ms, 1040 * ms))
    assert early.sentence(Words("ru")) == "раньше на 200 мс (160–240)"
    assert early.short(Words("ru")) == "−0,20"
    late = Offset.between(Interval(1200 * ms, 1200 * ms), Interval(1000 * ms, 1040 * ms))
    assert late.sentence(Words("en")) == "180 ms after (160–200)"
    assert late.short(Words("en")) == "+0.18"


def test_kept_pictures_are_the_newest_and_found_by_time() -> None:
    kept = KeptPictures(kept_ns=NS_PER_S)
    for at in (0, 400, 200, 1300):
        kept.add(Picture(CAM, at * NS_PER_MS, b"", (1, 1), {}))
    assert kept.exact(CAM, 0) is None  # older than a second before the newest
    assert kept.exact(CAM, 400 * NS_PER_MS) is not None
    nearest = kept.nearest(CAM, 500 * NS_PER_MS)
    assert nearest is not None
    assert nearest.t_ns == 400 * NS_PER_MS
    assert kept.nearest(CAM, 800 * NS_PER_MS) is None  # nothing near enough shows that moment
    film = kept.latest_before(CAM, 1200 * NS_PER_MS, 0)
    assert film is not None
    assert film.t_ns == 400 * NS_PER_MS
