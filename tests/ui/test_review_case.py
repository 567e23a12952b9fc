"""A game as a judge reviews it: read from a played game or from an audit, and what keeps entries out of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import ActionKind, HostAction, Review
from engine.codes import CueKind, JournalType, ReviewResult, WordSource
from engine.faults import Fault
from engine.intervals import NS_PER_MS, Interval, Span
from engine.journal import fold, read_journal, verify
from engine.ruleset import load_rules
from tests.ui.reviewed import HANDS, audited, played
from ui.commands.verify import JournalMissing, PathMissing
from ui.review.case import JournalChanged, Viewing, open_case, viewing_of, viewing_text
from ui.review.ledger import JournalLedger, NotWritten
from ui.review.reel import STALE_NS, PicturesGone, Reel, angles_of
from ui.session.game import JOURNAL_NAME
from ui.session.journal_lock import JournalBusy, JournalLock
from ui.words import Words
from vision.capture.game_folder import GameFolder


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return played(tmp_path / "game")


def ledger(folder: Path) -> JournalLedger:
    case = open_case(folder)
    return JournalLedger(folder, case.rules, lambda: "2026-01-01T21:00:00+00:00", played=case.audit is None)


def test_an_audit_and_the_game_itself_show_the_same_hands_and_suggestions(game: Path, tmp_path: Path) -> None:
    live, audit = open_case(game), open_case(audited(tmp_path))
    assert {one.id for one in audit.suggestions} == {one.id for one in live.suggestions} != set()
    assert {(b.voter, b.verdict, b.lift_verdict, b.counted) for b in audit.ballots} == {
        (b.voter, b.verdict, b.lift_verdict, b.counted) for b in live.ballots
    }
    assert set(audit.cues) == set(HANDS)


def test_a_folder_without_a_game_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PathMissing):
        open_case(tmp_path / "nowhere")
    with pytest.raises(JournalMissing):
        open_case(tmp_path)


def test_a_review_stands_in_a_journal_that_still_holds_and_still_folds(game: Path) -> None:
    before = (game / JOURNAL_NAME).read_text("utf-8")
    one = open_case(game).suggestions[0]
    ledger(game).enter(Review(one.id, ReviewResult.CHANGED, 0, by="Olena", reason="r", speed=0.25))
    text = (game / JOURNAL_NAME).read_text("utf-8")
    assert text.startswith(before)
    assert verify(text, head=read_journal(before).chain.head) == ()
    fold(read_journal(text), load_rules("a"))
    (*_, last) = open_case(game).decided[one.id]
    assert (last.what, last.by, last.reason, last.speed) == ("changed", "Olena", "r", 0.25)


def test_a_review_is_taken_back_by_an_entry_never_by_a_rubber(game: Path) -> None:
    one = open_case(game).suggestions[0]
    book = ledger(game)
    book.enter(Review(one.id, ReviewResult.STANDS, 0))
    assert book.take_back("Olena")
    assert not book.take_back("Olena")
    assert open_case(game).decided[one.id][-1].taken_back
    assert read_journal((game / JOURNAL_NAME).read_text("utf-8")).lines[-1].type is JournalType.RETRACT


@pytest.mark.parametrize("made_by", ["game", "audit"])
def test_a_moved_word_moves_the_verdicts_of_its_vote(game: Path, tmp_path: Path, made_by: str) -> None:
    folder = game if made_by == "game" else audited(tmp_path)
    before = counted(folder)
    moved = Interval(2490 * NS_PER_MS, 2510 * NS_PER_MS)
    later = Span(moved, moved)
    ledger(folder).enter(HostAction(ActionKind.CORRECT_WORD, 0, word=later, source=WordSource.LABEL, by="Olena"))
    case = open_case(folder)
    (window,) = case.chronicle.windows
    assert window.word == later
    assert counted(folder) == {**before, 4: True}
    assert ledger(folder).take_back("Olena")
    assert counted(folder) == before


def counted(folder: Path) -> dict[int, bool | None]:
    """Whose hand counts."""
    return {ballot.voter: ballot.counted for ballot in open_case(folder).ballots}


def test_while_the_game_is_open_elsewhere_nothing_is_entered(game: Path) -> None:
    before = (game / JOURNAL_NAME).read_bytes()
    lock = JournalLock(game)
    with pytest.raises(JournalBusy):
        ledger(game).enter(Review(open_case(game).suggestions[0].id, ReviewResult.STANDS, 0))
    lock.release()
    assert (game / JOURNAL_NAME).read_bytes() == before


def test_a_folder_that_was_moved_away_and_a_full_disk_are_one_sentence(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, one = ledger(game), open_case(game).suggestions[0]

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    before = (game / JOURNAL_NAME).read_bytes()
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(NotWritten) as caught:
        book.enter(Review(one.id, ReviewResult.STANDS, 0))
    assert (game / JOURNAL_NAME).read_bytes() == before
    assert "на диске нет места" in Words("ru").fault(caught.value)
    monkeypatch.undo()
    game.rename(game.with_name("moved"))
    with pytest.raises(NotWritten):
        book.enter(Review(one.id, ReviewResult.STANDS, 0))


def test_a_changed_journal_can_be_looked_at_and_takes_no_entry(game: Path) -> None:
    path = game / JOURNAL_NAME
    path.write_text(path.read_text("utf-8").replace('"confidence":0.95', '"confidence":0.96', 1), encoding="utf-8")
    case = open_case(game)
    assert isinstance(case.trouble, JournalChanged)
    assert case.suggestions
    with pytest.raises(JournalChanged):
        ledger(game).enter(Review(case.suggestions[0].id, ReviewResult.STANDS, 0))


def test_a_look_is_written_down_and_read_back() -> None:
    look = Viewing("lift-3-2-2140000000", 0.25, 1_000_000_000, 3_500_000_000)
    assert viewing_of(HostAction(ActionKind.MARK, 0, text=viewing_text(look))) == look
    assert viewing_of(HostAction(ActionKind.MARK, 0, text="viewed twice")) is None


def test_a_reel_steps_by_time_both_ways_and_names_its_holes(tmp_path: Path) -> None:
    folder = played(tmp_path / "game", missing_ms=(1000, 2000))
    (source,) = GameFolder(folder).sources()
    reel = Reel(source)
    times = [row.t_ns for row in source.times_between(0, 2**62)]
    assert [reel.after(t) for t in times[:-1]] == times[1:]
    assert [reel.before(t) for t in times[1:]] == times[:-1]
    shown = reel.at(times[-1])
    assert shown is not None
    assert shown.t_ns == times[-1]
    back = reel.at(times[3] + 1)
    assert back is not None
    assert back.t_ns == times[3]
    assert reel.at(1_000_000_000 + STALE_NS) is None


def test_a_recording_deleted_while_it_is_looked_at_is_one_sentence(game: Path) -> None:
    angles, _, no_film = angles_of(open_case(game))
    assert no_film is None
    reel = angles[0].reel
    assert reel is not None
    for path in game.glob("*.mkv"):
        path.unlink()
    with pytest.raises(Fault) as caught:
        reel.at(2_000_000_000)
    assert isinstance(caught.value, PicturesGone) or "check the name" in str(caught.value)


def test_a_missing_camera_is_an_angle_that_says_so(game: Path) -> None:
    for path in game.glob("cam1_0*.mkv"):
        path.unlink()
    (angle,), _, _ = angles_of(open_case(game))
    assert angle.reel is None
    assert "cam1" in Words("en").fault(angle.trouble)  # type: ignore[arg-type]


def test_an_audit_s_moved_recording_leaves_its_findings(tmp_path: Path) -> None:
    out = audited(tmp_path)
    (tmp_path / "film").rename(tmp_path / "elsewhere")
    case = open_case(out)
    angles, film, no_film = angles_of(case)
    assert (angles, film) == ((), None)
    assert no_film is not None
    assert [one.kind for one in case.suggestions] == [CueKind.LIFT, CueKind.TOUCH_DOWN]
