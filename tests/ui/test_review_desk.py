"""What a judge's keys do: time, speeds, verdicts, the word's marker, and the walk through the votes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from engine.actions import ActionKind, HostAction, Review
from engine.codes import CueKind, ReviewResult
from engine.faults import Fault
from engine.intervals import NS_PER_S
from engine.ruleset import rules_ids
from tests.ui.reviewed import audited
from ui.keys import conflicts
from ui.review import desk as desk_module
from ui.review.case import Case, open_case
from ui.review.desk import REASONS, ReviewDesk, Screen, Wanted
from ui.review.help import _AUDIT, _REVIEW
from ui.review.keys import AUDIT, AUDIT_KEYS, BOTH, REVIEW, REVIEW_KEYS
from ui.review.ledger import NotWritten
from ui.review.matrix import matrices
from ui.review.speeds import policies, speeds_for
from ui.words import Words

EN = Words("en")
STEP_NS = 40_000_000


@dataclass
class Book:
    """A ledger that remembers, or refuses."""

    entered: list[HostAction | Review] = field(default_factory=list)
    full: bool = False
    taken_back: int = 0

    def enter(self, given: HostAction | Review) -> None:
        if self.full:
            raise NotWritten(path="journal.jsonl", reason="no space left on device")
        self.entered.append(given)

    def take_back(self, by: str) -> bool:
        self.taken_back += 1
        return bool(self.entered)


class Every40Ms:
    """Pictures of every camera."""

    def next_ns(self, t_ns: int, camera: int | None) -> int | None:
        return (t_ns // STEP_NS + 1) * STEP_NS

    def previous_ns(self, t_ns: int, camera: int | None) -> int | None:
        return max(0, -(-t_ns // STEP_NS) - 1) * STEP_NS


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory) -> Case:
    return open_case(audited(tmp_path_factory.mktemp("desk")))


@pytest.fixture
def book() -> Book:
    return Book()


@pytest.fixture
def desk(case: Case, book: Book) -> ReviewDesk:
    desk = ReviewDesk(case, book, lambda: case, EN, Every40Ms())
    desk.begin(0)
    return desk


def press(desk: ReviewDesk, *keys: str, at_s: float = 0.0) -> Wanted | None:
    wanted = None
    for key in keys:
        wanted = desk.press(key, round(at_s * NS_PER_S))
    return wanted


def test_keys_have_one_meaning_on_each_screen_and_help_names_them_all() -> None:
    assert conflicts((BOTH, REVIEW)) == conflicts((BOTH, AUDIT)) == frozenset()
    same = {"K": "Space", "F2": "F1", "F1": "F1", "F6": "F6", **dict.fromkeys("1234567890", "1")}
    assert {same.get(key, key) for key in REVIEW_KEYS} - {"F1", "F6"} == {key for key, _ in _REVIEW}
    assert {same.get(key, key) for key in AUDIT_KEYS} - {"F1", "Esc", "F7"} == {key for key, _ in _AUDIT}


def test_a_case_opens_at_its_decisive_picture_paused_and_at_real_speed(desk: ReviewDesk) -> None:
    one = desk.suggestion
    assert one is not None
    assert desk.t_ns in {piece.t_ns for piece in one.evidence}
    assert (desk.playing, desk.speed, desk.draft) == (False, 1.0, None)


def test_a_picture_is_a_step_in_time(desk: ReviewDesk) -> None:
    before = desk.t_ns
    press(desk, "Right", "Right", "Left")
    assert desk.t_ns == before + STEP_NS


def test_playing_follows_the_clock_at_the_chosen_speed_and_every_look_is_written_down(
    desk: ReviewDesk, book: Book
) -> None:
    before = desk.t_ns
    press(desk, "X", "Space")
    desk.tick(NS_PER_S)
    assert desk.t_ns == before + NS_PER_S // 4
    press(desk, "Space", at_s=1)
    (look,) = book.entered
    assert isinstance(look, HostAction)
    assert (look.kind, look.by) == (ActionKind.MARK, "judge")
    assert " at 0.25 " in look.text
    press(desk, "D", "Enter")
    signed = book.entered[-1]
    assert isinstance(signed, Review)
    assert (signed.result, signed.speed) == (ReviewResult.CONFIRMED, 0.25)


def test_playing_ends_with_the_case(desk: ReviewDesk) -> None:
    press(desk, "Space")
    desk.tick(60 * NS_PER_S)
    assert not desk.playing
    assert desk.t_ns == desk.stretch_ns[1]
    press(desk, "Space", at_s=60)
    assert desk.t_ns == desk.stretch_ns[0]


@pytest.mark.parametrize("rules", rules_ids())
def test_slow_motion_is_open_for_timing_and_contact_only(case: Case, rules: str) -> None:
    one = replace(case.suggestions[0], rules=rules)
    for kind in (CueKind.LIFT, CueKind.TOUCH_DOWN, CueKind.CONTACT):
        assert speeds_for(replace(one, kind=kind)) == (1.0, 0.5, 0.25)
    for kind in (CueKind.EYES_OPEN, CueKind.NIGHT_SIGN, CueKind.GESTURE):
        assert speeds_for(replace(one, kind=kind)) == (1.0,)
    assert "usual" in policies()


def test_a_closed_speed_is_said_and_changes_nothing(desk: ReviewDesk, case: Case) -> None:
    desk.case = replace(case, suggestions=(replace(case.suggestions[0], kind=CueKind.EYES_OPEN),))
    press(desk, "C")
    assert desk.speed == 1.0
    assert "timing or contact" in desk.said


def test_no_verdict_is_chosen_beforehand_and_a_change_needs_its_reason(desk: ReviewDesk, book: Book) -> None:
    press(desk, "Enter")
    assert "Nothing is chosen" in desk.said
    press(desk, "A", "Enter")
    assert "reason" in desk.said
    assert book.entered == []
    press(desk, "2", "Enter")
    (signed,) = book.entered
    assert isinstance(signed, Review)
    assert (signed.result, signed.reason) == (ReviewResult.CHANGED, EN.code("review_reason", REASONS[1]))
    assert desk.angle is None


def test_a_digit_makes_a_camera_large_and_back(desk: ReviewDesk) -> None:
    press(desk, "2")
    assert desk.angle == 1
    press(desk, "0")
    assert desk.angle is None


def test_the_marker_moves_the_word_by_milliseconds_and_is_entered_by_enter(desk: ReviewDesk, book: Book) -> None:
    word = desk.word
    assert word is not None
    press(desk, "]", "]", "]", "[", "Enter")
    (moved,) = book.entered
    assert isinstance(moved, HostAction)
    assert moved.kind is ActionKind.CORRECT_WORD
    assert moved.word is not None
    assert moved.word.start.middle_ns == word.start.middle_ns + 2_000_000
    assert moved.word.start.width_ns == 20_000_000


def test_esc_drops_what_was_begun_and_z_takes_back_what_was_entered(desk: ReviewDesk, book: Book) -> None:
    press(desk, "A", "1", "Esc", "]", "Esc", "Enter")
    assert book.entered == []
    press(desk, "S", "Z")
    assert book.taken_back == 0
    press(desk, "S", "Enter", "Z")
    assert book.taken_back == 1


def test_a_full_disk_is_one_sentence_and_the_verdict_waits(desk: ReviewDesk, book: Book) -> None:
    book.full = True
    press(desk, "S", "Enter")
    assert desk.is_bad
    assert "the disk is full" in desk.said
    assert desk.draft is ReviewResult.STANDS


def test_packing_is_the_window_s(desk: ReviewDesk) -> None:
    assert press(desk, "P") is Wanted.PACK


def test_not_observed_is_never_shown_as_no_hand(case: Case) -> None:
    (matrix,) = matrices(case, EN)
    cells = {int(row.seat): row.cells[0] for row in matrix.rows}
    assert (cells[5].state, cells[5].word) == ("not_observed", "not observed")
    assert (cells[7].state, cells[7].word) == ("none", "no hand found")
    assert cells[3].state == "early_lift"
    assert cells[4].state == "after"
    assert cells[1].state == "before"


def test_what_the_host_wrote_down_comes_first_where_it_parts_from_what_was_seen(case: Case) -> None:
    ballots = tuple(
        replace(one, counted=False, recorded_by_host=True) if one.voter == 4 else one for one in case.ballots
    )
    (matrix,) = matrices(replace(case, ballots=ballots), EN)
    first = matrix.rows[matrix.differences[0][0]]
    assert first.seat == 4
    assert first.cells[0].differs
    assert {matrix.rows[row].seat for row, _ in matrix.differences} == {3, 4, 5}


def test_the_audit_walks_differences_and_jumps_to_their_moment(desk: ReviewDesk) -> None:
    press(desk, "F7")
    seats = []
    for _ in range(3):
        cell = desk.walk.cell
        assert cell is not None
        matrix = desk.walk.matrix
        assert matrix is not None
        seats.append(int(matrix.rows[desk.walk.row].seat))
        press(desk, "E")
    assert seats == [3, 4, 5]
    press(desk, "Enter")
    assert desk.screen is Screen.REVIEW
    assert desk.suggestion is not None
    assert (desk.suggestion.subject, desk.suggestion.kind) == (3, CueKind.LIFT)
    assert desk.suggestion.when.start.contains(desk.t_ns)


def test_faults_of_the_desk_are_sentences() -> None:
    kinds = [
        one
        for one in vars(desk_module).values()
        if isinstance(one, type) and issubclass(one, Fault) and one is not Fault
    ]
    assert kinds
    assert all(Words("uk").knows(kind.template) for kind in kinds)
