"""A suggestion on the host's screen: what the card says, what its keys do, and what they cannot do by accident."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.actions import ActionKind
from engine.clauses import Sanction
from engine.codes import CueKind, Decision, Phase
from engine.events import Refused
from engine.intervals import NS_PER_MS, NS_PER_S
from engine.legal import allowed
from engine.ruleset import load_rules
from engine.seats import Seat
from engine.state import GameState
from engine.step import step
from tests.ui.desk import Desk, at_speech, at_vote, desk
from tests.ui.fakes import CAM, FakeTable, play_day, say_word
from ui.host.cards import Around, is_for_host
from ui.host.moments import Moments
from ui.host.steps import next_step
from ui.host.view import Card, Tier
from ui.session.messages import Decide, Picture, Request
from ui.words import Words


def after_word(language: str = "en") -> Desk:
    """The vote for 2 just after the word: an early lift of 8 and a late touch of 3 are suggested."""
    host = at_vote(language)
    say_word(host.table)
    host.hear()
    host.table.wait(1)
    return host


def card(host: Desk) -> Card:
    found = host.look().column.card
    assert found is not None
    return found


def decision(asked: tuple[Request, ...]) -> Decide:
    (request,) = asked
    assert isinstance(request, Decide)
    return request


def test_a_card_says_what_how_much_how_surely_where_and_what_follows() -> None:
    shown = card(after_word("ru"))
    assert (shown.seat, shown.fact) == ("8", "Рука снята до слова")
    assert shown.detail == "Искра · раньше на 170 мс (140–200)"
    assert (shown.bars, shown.sure) == (3, "Видно ясно · камер: 1 из 3")
    assert shown.rows == (
        ("Пункт", "B4.1.11 · Рука убрана со стола до слова «Спасибо»"),
        ("Сейчас", "2 замечания · голос за 2"),
        ("Если принять", "3-е замечание; потеря речи; о голосе решает ведущий"),
    )
    assert (shown.tier, shown.tier_words) == (Tier.FOUL, "Подсказка · замечание")


def test_the_offset_on_the_ring_is_the_offset_on_the_card() -> None:
    host = after_word("en")
    assert "170 ms before (140–200)" in card(host).detail
    assert {token.seat: token.hand_note for token in host.look().seats if token.hand_note}[Seat(8)] == "−0.17"


def test_the_open_card_stays_and_a_new_one_joins_the_end() -> None:
    host = after_word()
    first = card(host)
    host.table.see(CueKind.CONTACT, 4, host.now_ns / NS_PER_S, targets=(Seat(5),), confidence=0.99)
    assert card(host).id == first.id
    assert card(host).age.endswith("+2")


@pytest.mark.parametrize(("key", "kind"), [("A", Decision.ACCEPT), ("D", Decision.DISMISS), ("W", Decision.LATER)])
def test_one_key_decides_and_opens_the_next_card(key: str, kind: Decision) -> None:
    host = after_word()
    first = card(host)
    verdict = decision(host.press(key)).verdict
    assert (verdict.suggestion, verdict.decision) == (first.id, kind)
    assert card(host).seat == "3"


def test_accepting_gives_the_foul_and_says_what_to_announce() -> None:
    host = after_word()
    host.press("A")
    assert host.table.state.player(Seat(8)).fouls == 3
    entry = host.look().column.entry
    assert entry.text == "8 · Iskra: 3rd remark"
    assert entry.more == "announce: “Number 8, remark 3”"


def test_after_the_game_a_card_is_decided_once_and_goes() -> None:
    """Such a decision is a note in the record; a second one about the same card is refused."""
    host = after_word()
    host.table.state = replace(host.table.state, phase=Phase.OVER)
    fouls = host.table.state.player(Seat(8)).fouls
    first = card(host)
    verdict = decision(host.press("A"))
    assert card(host).id != first.id
    assert host.table.state.player(Seat(8)).fouls == fouls
    assert isinstance(step(host.table.state, verdict.verdict, host.table.rules), Refused)


def test_softening_asks_for_one_of_five_reasons() -> None:
    host = after_word()
    assert host.press("S") == ()
    shown = card(host)
    assert shown.choosing == "Why soften?"
    assert [hint.key for hint in shown.choices] == ["1", "2", "3", "4", "5"]
    verdict = decision(host.press("3")).verdict
    assert (verdict.decision, verdict.reason) == (Decision.SOFTEN, "corrected at once")
    assert host.table.state.player(Seat(8)).fouls == 2


@pytest.mark.parametrize("way_out", ["S", "Esc"])
def test_softening_can_be_left(way_out: str) -> None:
    host = after_word()
    host.press("S", way_out)
    assert card(host).choices == ()
    assert host.press("6") == ()  # a digit corrects the ballot again, a reason is not given
    assert host.look().centre.big == "2"


def test_decision_keys_are_dead_while_a_card_is_young() -> None:
    host = at_vote()
    say_word(host.table)
    host.hear()
    assert not any(button.enabled for button in card(host).decisions)
    assert host.press("A") == ()
    host.table.now_ns += 400 * NS_PER_MS
    assert all(button.enabled for button in card(host).decisions)


def test_the_next_card_is_young_too() -> None:
    host = after_word()
    host.press("D")
    assert host.press("D") == ()


def test_no_decision_is_offered_by_default_and_enter_never_accepts() -> None:
    host = after_word()
    assert not any(button.awaited for button in card(host).decisions)
    host.press("Enter")
    assert host.table.decided == {}


def at_morning_after_a_peek(confidence: float = 0.97) -> Desk:
    """Seat 4's eyes were seen open for 1.4 s at night; the city is awake again."""
    host = desk(lambda table, language: play_day(table, language, upto=99))
    walk_to(host.table, Phase.NIGHT)
    host.table.act(ActionKind.CITY_SLEEPS)
    host.hear()
    host.table.wait(6.2)
    now_s = host.now_ns / NS_PER_S
    host.table.see(CueKind.EYES_OPEN, 4, now_s, until_s=now_s + 1.4, confidence=confidence)
    host.table.wait(2)
    host.hear()
    walk_to(host.table, Phase.DAY)
    host.hear()
    host.table.wait(1)
    return host


def walk_to(table: FakeTable, phase: Phase) -> None:
    """Go on by the one next step of each phase."""
    while table.state.phase is not phase:
        offer = next_step(table.state, allowed(table.state, table.rules), (), Words("en"))
        assert offer.action is not None
        table.act(offer.action.kind, offer.action.subject, offer.action.target)  # type: ignore[arg-type]
        table.wait(1)


def test_a_removal_opens_only_after_one_look() -> None:
    host = at_morning_after_a_peek()
    shown = card(host)
    assert shown.tier is Tier.REMOVAL
    assert shown.fact == "Eyes visible for 1.4 s"
    assert "6.2 s after “The city sleeps”" in shown.detail
    assert [button.enabled for button in shown.decisions] == [False, False, True, True]
    assert host.press("A", "S") == ()
    host.press("V")
    host.table.wait(2)
    assert [button.enabled for button in card(host).decisions] == [True, True, True, True]
    assert decision(host.press("A")).verdict.decision is Decision.ACCEPT
    assert not host.table.state.is_at_table(Seat(4))


def test_half_a_look_opens_nothing() -> None:
    host = at_morning_after_a_peek()
    host.press("V")
    host.table.wait(1.5)
    assert host.press("A") == ()


def test_a_removal_not_clearly_seen_is_information_but_still_wants_a_look() -> None:
    shown = card(at_morning_after_a_peek(confidence=0.8))
    assert (shown.tier, shown.bars) == (Tier.NOTE, 2)
    assert shown.look_first


def test_what_accepting_does_follows_the_count_as_it_grows() -> None:
    host = after_word()
    host.table.act(ActionKind.FOUL, 8)
    assert card(host).rows[-1][1].startswith("4th remark; removal")
    assert card(host).look_first  # it would remove by now


def test_a_clause_that_leaves_the_sanction_open_asks_for_it() -> None:
    host = at_speech()
    host.table.see(CueKind.CONTACT, 4, host.now_ns / NS_PER_S, targets=(Seat(5),), confidence=0.97)
    host.look()
    host.table.wait(1)
    assert card(host).rows[0][1] == "this ruleset has no clause for it"
    assert host.press("A") == ()
    assert card(host).choosing == "Which sanction?"
    verdict = decision(host.press("2")).verdict
    assert verdict.sanction is Sanction.FOUL


def test_put_off_is_a_legal_end_and_can_be_opened_again() -> None:
    host = after_word()
    host.press("W")
    host.table.wait(1)
    host.look()
    host.press("W")
    view = host.look()
    assert view.column.card is None
    assert view.column.calm.title == "Left unreviewed: 2"
    host.press("E")
    assert host.look().column.card is not None


def test_q_and_e_walk_the_cards() -> None:
    host = after_word()
    assert card(host).seat == "8"
    host.press("E")
    assert card(host).seat == "3"
    host.press("Q")
    assert card(host).seat == "8"


def test_undo_brings_a_decided_card_back() -> None:
    host = after_word()
    host.press("A")
    host.table.wait(4)
    host.press("Z")
    assert host.table.state.player(Seat(8)).fouls == 2
    assert any(one.subject == 8 for one in (*host.model.stack.queue, *host.model.stack.kept))


def with_pictures(host: Desk) -> Desk:
    """Thirty pictures a second of the last eight seconds."""
    period = NS_PER_S // 30
    for back in range(240, -1, -1):
        picture = Picture(CAM, host.now_ns - back * period, b"jpeg", (960, 540), {})
        host.model.take(picture, host.now_ns)
    return host


def test_three_pictures_stand_around_the_decisive_moment_and_count_from_the_word() -> None:
    shown = card(with_pictures(after_word()))
    assert [picture.decisive for picture in shown.pictures] == [False, True, False]
    assert shown.pictures[1].caption.startswith("−0.1")
    assert shown.pictures[1].caption.endswith(" s")
    x0, y0, x1, y1 = shown.pictures[1].crop_01
    assert (x0, y0) < (400 / 1280, 300 / 720)  # the whole box is shown
    assert (x1, y1) > (520 / 1280, 380 / 720)


def test_without_pictures_the_card_says_so() -> None:
    shown = card(after_word())
    assert shown.pictures == ()
    assert shown.no_pictures == "No picture of this moment is kept here."


def test_a_clip_plays_two_seconds_around_the_moment_at_its_own_speed() -> None:
    host = with_pictures(after_word())
    host.press("V")
    times = []
    for _ in range(4):
        playing = card(host).playing
        assert playing is not None
        times.append(playing.t_ns)
        host.table.wait(0.4)
    steps = [second - first for first, second in pairwise(times)]
    assert all(abs(step - 400 * NS_PER_MS) < 40 * NS_PER_MS for step in steps)
    host.table.wait(1)
    assert card(host).playing is None


@pytest.mark.parametrize(
    ("phase", "clause", "in_a_waking", "shown"),
    [
        (Phase.DAY, "C25", False, True),
        (Phase.DAY, "C41", False, False),  # a vote rule that depends on the voter's role: the judge's alone
        (Phase.SHOOTING, "C17", True, False),  # seen while a role was awake: not before the night is over
        (Phase.DAY, "C17", True, True),
        (Phase.OVER, "C41", False, True),
    ],
)
def test_what_tells_a_role_waits_for_its_time(phase: Phase, clause: str, in_a_waking: bool, shown: bool) -> None:
    suggestion = replace(after_word().table.suggestions[0], clause=clause, rules="c", role_dependent=in_a_waking)
    around = Around(GameState(phase), load_rules("c"), Moments(), Words("en"))
    assert is_for_host(suggestion, around) is shown
