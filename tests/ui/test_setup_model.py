"""The set-up without widgets: what is in order, what warns, what keeps a game from beginning, and what the game is told."""

from __future__ import annotations

import contextlib
import string
from collections import Counter
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import ActionKind, HostAction
from engine.codes import Phase, Role
from engine.events import Refused
from engine.parameters import BY_NAME, UNSPECIFIED, checked
from engine.play_rules import open_questions
from engine.ruleset import load_rules, rules_ids
from engine.seats import GAME_SEATS, Seat
from engine.state import ROLE_COUNTS, GameState
from engine.step import step
from tests.ui.setup_screens import DELIVERED, TODAY, complete, seats_file
from ui.settings import MOST_CAMERAS, Settings
from ui.setup.cards import CovertEntry, deal
from ui.setup.checks import Page, Standing, asks_nothing
from ui.setup.model import SetupModel
from ui.setup.probe import shown_address
from ui.setup.questions import WHOLE, answer_text, questions, rest_as, typed_number
from ui.setup.seating import (
    SeatingFault,
    SeatingHeadWrong,
    SeatingIncomplete,
    SeatingLineWrong,
    SeatingOfTables,
    parse_seating,
)
from ui.setup.start import after_game, entries_of, game_folder, next_game, order_of
from ui.words import LANGUAGES, Words

NICKS = tuple(f"Nick {seat}" for seat in GAME_SEATS)
CSV = "seat,nick\n" + "\n".join(f"{seat},{nick}" for seat, nick in zip(GAME_SEATS, NICKS, strict=True))


def model(settings: Settings, page: Page | None = None) -> SetupModel:
    return SetupModel(Words("en"), settings, TODAY, page)


def played(settings: Settings, cards: tuple[Role, ...] | None = None, accepted: tuple[str, ...] = ()) -> GameState:
    """The game after everything was entered that the set-up knows; nothing may be refused."""
    assert settings.rules is not None
    rules, state = load_rules(settings.rules), GameState()
    for act in entries_of(settings, cards, accepted):
        done = step(state, act.action, rules)
        assert not isinstance(done, Refused), act
        state = done.state
    return state


# What keeps a game from beginning


def test_a_new_installation_begins_with_the_cameras() -> None:
    fresh = model(Settings())
    assert fresh.page is Page.CAMERAS
    assert not fresh.can_start
    open_pages = [check.page for check in fresh.checks() if check.standing is Standing.OPEN]
    assert open_pages == [Page.CAMERAS, Page.SEATS, Page.RULES]


def test_complete_settings_ask_nothing(tmp_path: Path) -> None:
    full = model(complete(tmp_path))
    assert asks_nothing(full.draft, full.words)
    assert full.page is Page.READY
    assert full.standing(Page.READY) is Standing.DONE


@pytest.mark.parametrize(
    ("change", "page"),
    [
        ({"cameras": ()}, Page.CAMERAS),
        ({"seats": None}, Page.SEATS),
        ({"rules": None}, Page.RULES),
        ({"rules": "b"}, Page.RULES),
    ],
)
def test_without_these_no_game_begins(tmp_path: Path, change: dict[str, object], page: Page) -> None:
    lacking = model(complete(tmp_path).model_copy(update=change))
    assert lacking.standing(page) is Standing.OPEN
    assert lacking.standing(Page.READY) is Standing.OPEN
    assert lacking.page is page


@pytest.mark.parametrize(
    ("change", "page"),
    [
        ({"players": ()}, Page.PLAYERS),
        ({"players": ("Twin", "Twin", *NICKS[2:])}, Page.PLAYERS),
        ({"consent": None}, Page.CONSENT),
        ({"consent": TODAY - timedelta(days=1)}, Page.CONSENT),
    ],
)
def test_with_a_warning_a_game_begins_and_its_journal_says_so(
    tmp_path: Path, change: dict[str, object], page: Page
) -> None:
    settings = complete(tmp_path).model_copy(update=change)
    warned = model(settings)
    assert warned.standing(page) is Standing.WARNING
    assert warned.can_start
    assert not asks_nothing(warned.draft, warned.words)
    marks = [act.action for act in entries_of(settings, None, warned.accepted) if act.action.kind is ActionKind.MARK]
    assert [mark.text for mark in marks] == list(warned.accepted)
    played(settings, None, warned.accepted)


# Cameras and seats


def test_cameras_are_named_in_the_order_they_are_chosen() -> None:
    chosen = model(Settings())
    chosen.devices = ("/dev/video0", "/dev/video2")
    chosen.toggle_camera("/dev/video2")
    chosen.add_camera("  rtsp://10.0.0.5/live ")
    assert list(chosen.settings.cameras) == ["/dev/video2", "rtsp://10.0.0.5/live"]
    assert chosen.sources == ("/dev/video2", "rtsp://10.0.0.5/live", "/dev/video0")
    assert not chosen.add_camera("/dev/video2")
    chosen.toggle_camera("/dev/video2")
    assert list(chosen.settings.cameras) == ["rtsp://10.0.0.5/live"]


def test_one_camera_too_many_is_refused_in_a_sentence() -> None:
    full = model(Settings(cameras=tuple(str(number) for number in range(MOST_CAMERAS))))
    assert not full.add_camera("99")
    assert full.fault is not None
    assert len(full.settings.cameras) == MOST_CAMERAS


def test_a_camera_without_pictures_keeps_the_game_from_beginning(tmp_path: Path) -> None:
    seen = model(complete(tmp_path))
    seen.take((DELIVERED[0], DELIVERED[2]))
    assert seen.standing(Page.CAMERAS) is Standing.OPEN
    assert "cam2" in seen.checks()[0].sentence


def test_a_slow_camera_only_warns(tmp_path: Path) -> None:
    seen = model(complete(tmp_path))
    seen.take(DELIVERED[:2])
    assert seen.standing(Page.CAMERAS) is Standing.WARNING
    assert seen.can_start


def test_another_choice_of_cameras_forgets_what_the_old_ones_gave(tmp_path: Path) -> None:
    seen = model(complete(tmp_path))
    seen.take((DELIVERED[0], DELIVERED[2]))
    seen.toggle_camera("/dev/video2")
    assert seen.standing(Page.CAMERAS) is Standing.DONE


def test_passwords_are_not_shown() -> None:
    assert "secret" not in shown_address("rtsp://judge:secret@10.0.0.5/live")


def test_a_seat_that_only_a_missing_camera_sees_is_said_not_to_be_observed(tmp_path: Path) -> None:
    settings = complete(tmp_path).model_copy(update={"cameras": ("0",)})
    seats_file(tmp_path, {"cam1": range(1, 9), "cam2": (9, 10)})
    one = model(settings)
    assert one.standing(Page.SEATS) is Standing.WARNING
    assert "9, 10" in one.checks()[1].sentence
    two = model(settings.model_copy(update={"cameras": ("0", "1")}))
    assert two.standing(Page.SEATS) is Standing.DONE


@pytest.mark.parametrize("content", ["", "{}", '{"schema": 1, "cameras": {}}', "no json"])
def test_a_wrong_seats_file_is_one_sentence(tmp_path: Path, content: str) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(content, encoding="utf-8")
    chosen = model(complete(tmp_path))
    chosen.set_seats(str(path))
    assert chosen.standing(Page.SEATS) is Standing.OPEN
    assert chosen.checks()[1].sentence
    chosen.set_seats(str(tmp_path / "none.json"))
    assert "none.json" in chosen.checks()[1].sentence


# Rules


@pytest.mark.parametrize("rules_id", rules_ids())
def test_every_offered_value_of_every_question_is_one_the_game_accepts(rules_id: str) -> None:
    rules = load_rules(rules_id)
    for question in questions(rules, {}):
        assert question.values
        for value in question.values:
            action = HostAction(ActionKind.ANSWER, 0, parameter=question.name, value=value)
            assert not isinstance(step(GameState(), action, rules), Refused)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules_id", rules_ids())
def test_values_of_a_question_read_differently(rules_id: str, language: str) -> None:
    rules, words = load_rules(rules_id), Words(language)
    for question in questions(rules, {}):
        said = [answer_text(question.name, value, rules, words) for value in question.values]
        assert len(set(said)) == len(said)


@pytest.mark.parametrize("rules_id", rules_ids())
def test_answering_one_question_after_another_leaves_none_open(tmp_path: Path, rules_id: str) -> None:
    asked = model(complete(tmp_path).model_copy(update={"rules": rules_id, "answers": {}}))
    for _ in range(len(BY_NAME)):
        question = asked.question
        if question is None or question.answer is not None:
            break
        asked.answer(question.name, question.values[-1])
    assert asked.standing(Page.RULES) is Standing.DONE
    state = played(asked.settings)
    assert open_questions(load_rules(rules_id), state.answers) == ()


@pytest.mark.parametrize("rules_id", rules_ids())
def test_the_federation_s_rules_answer_only_what_is_asked_and_keep_what_was_answered(rules_id: str) -> None:
    rules = load_rules(rules_id)
    given = {name: value for name, value in (("lift_max", 7),) if name in rules.open_questions()}
    full = rest_as(rules, given)
    assert set(full) == set(rules.open_questions())
    assert full | given == full
    assert all(full[name] == load_rules(WHOLE).value(name) for name in full if name not in given)


def test_answers_to_another_rulebook_are_kept_but_not_entered(tmp_path: Path) -> None:
    asked = model(complete(tmp_path).model_copy(update={"rules": "a"}))
    asked.answer_rest()
    asked.choose_rules("fsm2024")
    assert played(asked.settings).answers == ()
    asked.choose_rules("a")
    assert asked.standing(Page.RULES) is Standing.DONE


def test_questions_can_be_walked_and_answered_again(tmp_path: Path) -> None:
    asked = model(complete(tmp_path).model_copy(update={"rules": "a"}))
    asked.answer_rest()
    first = asked.questions[0].name
    for _ in range(50):
        asked.walk_questions(-1)
    assert asked.question is not None
    assert asked.question.name == first
    asked.answer_typed(first, "45")
    assert asked.settings.answers[first] == 45.0


@given(st.sampled_from(sorted(BY_NAME)), st.text(max_size=8) | st.floats().map(str) | st.integers().map(str))
def test_a_typed_number_is_one_the_parameter_can_have_or_nothing(name: str, text: str) -> None:
    value = typed_number(name, text)
    assert value is None or (checked(BY_NAME[name], value) == value and value is not UNSPECIFIED)


def test_a_number_may_have_a_comma() -> None:
    assert typed_number("last_word_s", "37,5") == 37.5
    assert typed_number("lift_max", "2,5") is None


# Players


def test_a_file_names_ten_players(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_text("\ufeff" + CSV, encoding="utf-8")
    named = model(complete(tmp_path).model_copy(update={"players": ()}))
    named.load_seating(str(path))
    assert named.settings.players == NICKS
    assert named.settings.seating is None


@pytest.mark.parametrize("mark", [";", "\t", ","])
def test_spreadsheets_write_other_marks_and_more_columns(mark: str) -> None:
    text = mark.join(("Table", "Seat", "Nick")) + "\r\n"
    text += "\r\n".join(mark.join(("3", str(seat), f'"{nick}"')) for seat, nick in zip(GAME_SEATS, NICKS, strict=True))
    assert parse_seating(text, Path("x.csv")) == {1: NICKS}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", SeatingHeadWrong),
        ("1,Nick\n", SeatingHeadWrong),
        (CSV + "\n11,Nick", SeatingLineWrong),
        (CSV + "\n1,Again", SeatingLineWrong),
        (CSV.replace("4,Nick 4", "4,"), SeatingLineWrong),
        (CSV.replace("4,Nick 4\n", ""), SeatingIncomplete),
        ("seat,nick\n", SeatingFault),
        ('seat,nick\n1,"open', SeatingFault),
    ],
)
def test_what_is_wrong_with_a_file_of_players_is_one_sentence(text: str, kind: type[SeatingFault]) -> None:
    with pytest.raises(kind):
        parse_seating(text, Path("x.csv"))


@given(st.text(max_size=120) | st.text(alphabet='seat,nickgame;\n"0123456789', max_size=120))
def test_any_text_is_players_or_one_sentence(text: str) -> None:
    with contextlib.suppress(SeatingFault):  # nothing else is raised
        games = parse_seating(text, Path("x.csv"))
        assert games
        assert all(len(players) == 10 and all(players) for players in games.values())


@given(
    st.permutations(GAME_SEATS), st.lists(st.text(string.ascii_letters + "Їжак", min_size=1), min_size=10, max_size=10)
)
def test_the_order_of_lines_does_not_matter(order: list[Seat], nicks: list[str]) -> None:
    text = "seat,nick\n" + "".join(f"{seat},{nicks[seat - 1]}\n" for seat in order)
    assert parse_seating(text, Path("x.csv"))[1] == tuple(nick[:40] for nick in nicks)


def test_other_people_have_not_agreed_yet(tmp_path: Path) -> None:
    named = model(complete(tmp_path))
    named.set_player(Seat(3), "Somebody else")
    assert not named.consent_ticked
    named.tick_consent(True)
    assert named.consent_ticked


# Roles


@given(st.data())
def test_every_deal_has_the_cards_of_a_game(data: st.DataObject) -> None:
    cards = deal(lambda below: data.draw(st.integers(0, below - 1)))
    assert Counter(cards) == ROLE_COUNTS


def test_deals_differ() -> None:
    assert len({deal() for _ in range(20)}) > 1


@given(st.permutations(GAME_SEATS))
def test_typed_roles_are_the_game_s(order: list[Seat]) -> None:
    entry = CovertEntry()
    for seat in order[:4]:
        assert entry.cards is None
        entry = entry.type(seat)
    cards = entry.cards
    assert cards is not None
    assert Counter(cards) == ROLE_COUNTS
    assert cards[order[0] - 1] is Role.DON
    assert cards[order[3] - 1] is Role.SHERIFF


def test_a_seat_typed_twice_is_said_only_when_all_four_are_typed(tmp_path: Path) -> None:
    typed = model(complete(tmp_path), Page.ROLES)
    for seat in (2, 2, 5):
        typed.type_role(Seat(seat))
        assert typed.standing(Page.ROLES) is Standing.OPTIONAL
    typed.type_role(Seat(7))
    assert typed.standing(Page.ROLES) is Standing.OPEN
    for seat in (1, 2, 3, 4):
        typed.type_role(Seat(seat))
    assert typed.standing(Page.ROLES) is Standing.DONE
    typed.forget_roles()
    assert typed.cards is None


def test_roles_show_only_while_they_are_revealed_and_never_in_the_settings(tmp_path: Path) -> None:
    dealt = model(complete(tmp_path), Page.ROLES)
    dealt.deal_roles()
    assert dealt.revealed == ()
    dealt.revealing = True
    assert len(dealt.revealed) == 10
    dealt.turn(1)
    assert dealt.revealed == ()
    assert not any(role in dealt.settings.model_dump_json() for role in ("sheriff", "don"))


# The game


def test_a_game_knows_its_players_and_roles_before_night_falls(tmp_path: Path) -> None:
    settings = complete(tmp_path).model_copy(update={"players": NICKS})
    state = played(settings, deal())
    assert tuple(player.nick for player in state.players) == NICKS
    assert Counter(player.role for player in state.players) == ROLE_COUNTS
    started = step(state, HostAction(ActionKind.START_GAME, 1), load_rules("fsm2024"))
    assert not isinstance(started, Refused)
    assert started.state.phase is Phase.DEAL


def test_the_table_is_told_what_was_chosen(tmp_path: Path) -> None:
    settings = complete(tmp_path).model_copy(update={"rules": "b"})
    settings = settings.model_copy(update={"answers": rest_as(load_rules("b"), {})})
    order = order_of(settings, "uk", tmp_path / "game")
    assert order.recording_folder is None
    assert (order.rules_id, order.sources, order.seats) == ("b", settings.cameras, settings.seats)
    assert dict(order.answers) == settings.answers
    assert order.consent == "2026-11-30"


def test_the_next_game_has_the_same_table_and_the_players_moved_on_or_kept(tmp_path: Path) -> None:
    settings = complete(tmp_path).model_copy(update={"players": NICKS})
    kept = next_game(settings)
    assert kept == settings.model_copy(update={"game": 2})
    moved = next_game(settings.model_copy(update={"rotate": True}))
    assert moved.players == (NICKS[-1], *NICKS[:-1])
    assert asks_nothing(model(kept).draft, Words("en"))


def test_a_tournament_s_file_seats_every_game(tmp_path: Path) -> None:
    path = tmp_path / "event.csv"
    lines = [f"{game},{seat},P{game}-{seat}" for game in (1, 2) for seat in GAME_SEATS]
    path.write_text("game,seat,nick\n" + "\n".join(lines), encoding="utf-8")
    named = model(complete(tmp_path))
    named.load_seating(str(path))
    assert named.settings.players[0] == "P1-1"
    second = next_game(named.settings)
    assert second.players == tuple(f"P2-{seat}" for seat in GAME_SEATS)
    third = next_game(second)  # the file has no third game: a person sees who is seated before it begins
    assert third.players == second.players
    named.set_game(3)
    assert named.fault is not None


EVENT = "round,table,seat,nick\n" + "\n".join(
    f"{game},{table},{seat},R{game}T{table}S{seat}" for game in (1, 2) for table in (1, 2) for seat in GAME_SEATS
)


def test_an_event_s_file_of_several_tables_is_read_for_ours(tmp_path: Path) -> None:
    path = tmp_path / "seating.csv"
    path.write_text(EVENT, encoding="utf-8")
    named = model(complete(tmp_path))
    named.load_seating(str(path))
    assert isinstance(named.fault, SeatingOfTables)
    assert named.fault.fields["tables"] == "1, 2"
    named.set_table("2")
    named.load_seating(str(path))
    assert named.settings.players[9] == "R1T2S10"
    assert next_game(named.settings).players[0] == "R2T2S1"
    named.set_table("3")  # no such table: who is seated stays, and the sentence comes again
    assert isinstance(named.fault, SeatingOfTables)
    assert named.settings.players[9] == "R1T2S10"


def test_a_game_that_has_not_begun_is_set_up_again_one_that_has_is_followed_by_the_next() -> None:
    settings = Settings(game=3)
    assert after_game(settings, GameState()).game == 3
    assert after_game(settings, replace(GameState(), phase=Phase.OVER)).game == 4


def test_folders_of_an_evening_differ(tmp_path: Path) -> None:
    at = datetime(2026, 11, 30, 21, 5)  # noqa: DTZ001 - a folder is named by the local time
    assert game_folder(Settings(game=2), tmp_path, at).name == "2026-11-30_210500_game2"


def test_consent_is_of_a_day() -> None:
    asked = model(Settings(consent=date(2026, 11, 29)))
    assert not asked.consent_ticked
    assert "29.11.2026" in asked.checks()[5].sentence
