"""What each key of the host does, and that it does nothing where the table does not allow it."""

from __future__ import annotations

import pytest

from engine.actions import ActionKind, HostAction
from engine.codes import Phase, WordSource
from engine.host_key import word_by_key
from engine.intervals import NS_PER_MS, NS_PER_S
from engine.legal import allowed
from engine.seats import Seat
from tests.ui.desk import Desk, at_speech, at_vote, desk
from tests.ui.fakes import play_day
from ui.host.screen import is_enabled
from ui.keys import KEY_OF, Command
from ui.session.messages import Act, Redo, Refusal, ShowCamera, Undo


def only_action(asked: tuple[object, ...]) -> HostAction:
    (request,) = asked
    assert isinstance(request, Act)
    return request.action


def test_enter_walks_a_whole_day_by_the_one_next_step() -> None:
    host = at_speech()
    host.press("Enter")  # ends the speech of 3
    for _ in range(6):
        host.press("Enter", "Enter")  # a speech begins and ends
    assert host.look().next_step.text == "Speech of 1 · Lyra"
    host.press("Enter", "Enter")
    assert host.phase() is Phase.DAY
    host.press("Enter")
    assert host.phase() is Phase.VOTE


def test_a_digit_nominates_for_the_speaker() -> None:
    host = at_speech()
    action = only_action(host.press("5"))
    assert (action.kind, action.subject, action.target) == (ActionKind.NOMINATE, 3, 5)
    assert host.look().column.entry.text == "3 · Sova nominates 5"


def test_a_digit_that_is_not_allowed_says_why_and_sends_nothing() -> None:
    host = at_speech()
    host.press("5")
    assert host.press("6") == ()
    notice = host.look().centre.notice
    assert notice is not None
    assert (notice.title, notice.text) == ("Not now", "the nomination is used")


def test_a_notice_goes_after_three_seconds() -> None:
    host = at_speech()
    host.press("9")  # not at the table
    host.table.wait(2.9)
    assert host.look().centre.notice is not None
    host.table.wait(0.2)
    assert host.look().centre.notice is None


def test_a_foul_takes_two_keys() -> None:
    host = at_speech()
    assert host.press("F") == ()
    notice = host.look().centre.notice
    assert notice is not None
    assert notice.title == "Remark: which seat?"
    action = only_action(host.press("8"))
    assert (action.kind, action.subject) == (ActionKind.FOUL, 8)
    entry = host.look().column.entry
    assert entry.text == "8 · Iskra: 3rd remark"
    assert entry.more == "announce: “Number 8, remark 3”"


@pytest.mark.parametrize("way_out", ["F", "Esc"])
def test_a_half_typed_command_is_dropped(way_out: str) -> None:
    host = at_speech()
    host.press("F", way_out)
    assert host.look().centre.notice is None
    assert only_action(host.press("5")).kind is ActionKind.NOMINATE


def test_a_half_typed_command_closes_by_itself_after_three_seconds() -> None:
    host = at_speech()
    host.press("F")
    host.table.wait(3)
    assert only_action(host.press("5")).kind is ActionKind.NOMINATE


def test_a_removal_needs_enter() -> None:
    host = at_speech()
    assert host.press("K", "8") == ()
    assert host.look().next_step.text == "Remove seat 8"
    action = only_action(host.press("Enter"))
    assert (action.kind, action.subject) == (ActionKind.REMOVE, 8)
    assert not host.table.state.is_at_table(Seat(8))


def test_a_removal_left_alone_removes_nobody() -> None:
    host = at_speech()
    host.press("K", "8")
    host.table.wait(3)
    assert only_action(host.press("Enter")).kind is ActionKind.END_SPEECH


def test_technical_fouls_are_grey_where_the_rules_know_none() -> None:
    host = at_speech()
    assert host.press("T") == ()
    assert host.look().centre.notice is None  # rulebook B has no technical fouls


def test_space_is_the_closing_word_with_the_key_s_own_time() -> None:
    host = at_vote()
    host.table.wait(1.5)
    action = only_action(host.press("Space"))
    assert action.kind is ActionKind.CLOSING_WORD
    assert action.source is WordSource.HOST_KEY
    assert action.word is not None
    assert action.word == word_by_key(host.now_ns, NS_PER_MS)  # a person is late, and a key's time is coarse


def test_the_word_is_said_once() -> None:
    host = at_vote()
    host.press("Space")
    assert host.press("Space") == ()
    assert not host.look().clock.enabled


def test_space_pauses_a_speech_and_goes_on() -> None:
    host = at_speech()
    assert only_action(host.press("Space")).kind is ActionKind.PAUSE
    assert host.look().headline == "Technical pause"
    assert only_action(host.press("Space")).kind is ActionKind.RESUME


def test_in_a_vote_digits_correct_what_is_seen() -> None:
    host = at_vote()
    assert host.look().next_step.text == "Write down 3, next for 5"
    assert host.press("4") == ()  # seen on the table, the host says it is no vote
    assert host.look().next_step.text == "Write down 2, next for 5"
    host.press("0")  # not seen, the host saw it
    assert host.look().next_step.text == "Write down 3, next for 5"
    host.press("Space")
    count = only_action(host.press("Enter"))
    assert (count.kind, count.seats) == (ActionKind.COUNT, (1, 6, 10))
    assert host.table.state.vote is not None
    assert host.table.state.vote.counts[-1] == 3


def test_a_corrected_hand_can_be_put_back() -> None:
    host = at_vote()
    host.press("4", "4")
    assert host.look().next_step.text == "Write down 3, next for 5"
    host.press("0", "0")
    assert host.look().next_step.text == "Write down 3, next for 5"


def test_hands_are_counted_as_they_were_at_the_word() -> None:
    host = at_vote()
    host.press("Space")
    host.table.hands({})  # everybody lifts the hand after the word
    assert host.look().centre.big == "3"


def test_who_voted_elsewhere_cannot_vote_again() -> None:
    host = at_vote()
    assert host.press("5") == ()
    notice = host.look().centre.notice
    assert notice is not None
    assert notice.text == "this vote is given already"


def test_a_wrong_seat_is_corrected_by_one_key_and_the_right_number() -> None:
    host = at_speech()
    host.press("F", "8")
    assert host.press("Back", "6") == (Undo(), Act(host.table.last_action()))
    assert host.table.state.player(Seat(8)).fouls == 2
    assert host.table.state.player(Seat(6)).fouls == 3


def test_only_the_last_entry_can_be_corrected() -> None:
    host = at_speech()
    host.press("F", "8", "Enter")  # the speech has ended since
    assert host.press("Back", "6") == ()
    assert host.table.state.player(Seat(8)).fouls == 3


def test_undo_and_redo() -> None:
    host = at_speech()
    host.press("F", "8")
    assert host.press("Z") == (Undo(),)
    assert host.table.state.player(Seat(8)).fouls == 2
    assert host.look().column.entry.text == "Taken back: 8 · Iskra: 3rd remark"
    assert host.press("Y") == (Redo(),)
    assert host.table.state.player(Seat(8)).fouls == 3


def test_nothing_to_undo_is_grey() -> None:
    host = desk()
    assert host.press("Z") == ()
    assert host.press("Y") == ()


def test_marks_and_technical_pause() -> None:
    host = at_speech()
    assert only_action(host.press("M")).kind is ActionKind.MARK
    assert only_action(host.press("P")).kind is ActionKind.PAUSE
    assert only_action(host.press("P")).kind is ActionKind.RESUME


def test_the_camera_key_walks_the_cameras_and_none() -> None:
    host = at_speech()
    assert host.model.camera == "cam1"
    asked = host.press("C", "C", "C", "C")
    assert [request.camera for request in asked if isinstance(request, ShowCamera)] == ["cam2", "cam3", None, "cam1"]


def test_a_key_is_seen_before_the_table_answers_and_the_next_builds_on_it() -> None:
    host = at_speech()
    host.press("Enter", "Enter", "5", hear=False)  # end of speech, speech of 4, 4 nominates 5
    kinds = [request.action.kind for request in host.table.sent if isinstance(request, Act)]
    assert kinds == [ActionKind.END_SPEECH, ActionKind.START_SPEECH, ActionKind.NOMINATE]
    assert host.table.last_action().subject == 4


def test_what_the_table_refuses_is_taken_back_from_the_screen() -> None:
    host = at_speech()
    host.table.act(ActionKind.END_SPEECH)  # the table is ahead of the window
    host.press("5", hear=False)
    assert any(isinstance(answer, Refusal) for answer in host.table.answers)
    view = host.look()
    assert view.centre.notice is not None
    assert view.centre.notice.title == "Not accepted"
    assert [chip.number for chip in view.centre.chips] == ["7"]


def test_an_action_the_table_never_answers_is_not_shown_for_ever() -> None:
    host = at_speech()
    host.model.press("5", host.now_ns)  # sent, and lost
    host.table.now_ns += NS_PER_S
    assert [chip.number for chip in host.look().centre.chips] == ["7", "5"]
    host.table.now_ns += 3 * NS_PER_S
    assert [chip.number for chip in host.look().centre.chips] == ["7"]


def test_escape_hides_and_never_acts() -> None:
    host = at_speech()
    assert host.press("F", "Esc", "Esc") == ()


def test_help_lists_every_key_and_closes_by_its_own_key() -> None:
    host = at_speech()
    host.press("F2")
    told = host.look().help
    assert told is not None
    assert sum(len(hints) for _, hints in told) == len(set(KEY_OF.values()))
    host.press("F2")
    assert host.look().help is None


def test_keys_work_while_help_is_open() -> None:
    host = at_vote()
    host.press("F1")
    assert only_action(host.press("Space")).kind is ActionKind.CLOSING_WORD


NEEDS = {
    Command.FOUL: ActionKind.FOUL,
    Command.TECH_FOUL: ActionKind.TECH_FOUL,
    Command.REMOVE: ActionKind.REMOVE,
    Command.WITHDRAW: ActionKind.WITHDRAW,
    Command.MARK: ActionKind.MARK,
}


def test_keys_are_enabled_exactly_as_the_table_allows_in_every_phase() -> None:
    """From the deal through days, votes and nights: what is lit is allowed, and what is allowed is lit."""
    host = desk(lambda table, language: play_day(table, language, upto=0))
    seen: set[Phase] = set()
    for _ in range(60):
        host.hear()
        now = host.model.expected()
        assert now is not None
        assert now.allowed == allowed(host.table.state, host.table.rules)
        for command, kind in NEEDS.items():
            assert is_enabled(command, host.model, now) is (kind in now.allowed), (command, now.state.phase)
        view = host.look()
        offer = host.model.next_offer(now, host.table.rules)
        assert view.next_step.enabled is (offer.action is not None and offer.action.kind in now.allowed)
        seen.add(now.state.phase)
        if now.state.phase is Phase.OVER:
            break
        host.table.wait(1)
        host.press(*(["Space"] if now.state.phase is Phase.BALLOT else []), "Enter")
    assert {Phase.DAY, Phase.VOTE, Phase.BALLOT, Phase.NIGHT, Phase.SHOOTING, Phase.MORNING, Phase.SPEECH} <= seen


def test_before_the_first_answer_keys_do_nothing() -> None:
    host = Desk()
    assert host.press("Enter", "Space", "5", "A", "Z", hear=False) == ()
    assert host.table.sent == []
