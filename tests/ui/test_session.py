"""The live game and the table's process: nothing entered is lost, and no window can hold the table up."""

from __future__ import annotations

import errno
import os
import signal
import time
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from engine.actions import ActionKind, HostAction, Verdict
from engine.codes import CueKind, Decision, Phase
from engine.cues import Cue
from engine.intervals import Span, exactly
from engine.journal import fold, read_journal, verify
from engine.ruleset import load_rules
from engine.seats import Seat
from tests.models.cached import cached_networks
from tests.vision.recordings import ANSWERS, recorded_game
from ui.session.client import TableClient
from ui.session.game import JOURNAL_NAME, LiveGame
from ui.session.messages import Act, Ended, Refusal, Snapshot, Undo
from ui.session.pace import Pace
from ui.session.script import answers, play
from ui.session.table_process import TableOrder
from vision.clock import SteppedClock

RULES = load_rules("a")


@pytest.fixture
def game(tmp_path: Path) -> Iterator[LiveGame]:
    live = LiveGame(RULES, tmp_path, lambda: "2026-01-01T00:00:00+00:00")
    for answer in answers(ANSWERS):
        assert live.enter(answer) is None
    assert play(HostAction(ActionKind.ANNOUNCE_NIGHT, 0), lambda: live.state, live.enter, RULES)
    yield live
    live.close()


def peek(seat: int, t_ns: int) -> Cue:
    return Cue(CueKind.EYES_OPEN, Seat(seat), Span(exactly(t_ns), exactly(t_ns + 10**9)), 0.95)


def journal_text(game: LiveGame, folder: Path) -> str:
    del game
    return (folder / JOURNAL_NAME).read_text(encoding="utf-8")


def test_the_journal_folds_to_the_game_at_every_moment(game: LiveGame, tmp_path: Path) -> None:
    game.enter(HostAction(ActionKind.FOUL, 5, subject=Seat(3)))
    game.notice([peek(4, 10)])
    text = journal_text(game, tmp_path)
    assert not verify(text)
    assert fold(read_journal(text), RULES) == game.state


def test_what_a_recording_says_of_a_cancelled_vote_moves_the_game_nowhere(game: LiveGame) -> None:
    """A player was removed by day, so the vote that follows in the recording is cancelled.

    The recorded calls once drove the game through two more nights to a draw, because a ballot might come after them.
    """

    def play_on(kind: ActionKind, t_ns: int, **more: Any) -> bool:
        return play(HostAction(kind, t_ns, **more), lambda: game.state, game.enter, RULES)

    assert play_on(ActionKind.START_DAY, 10)
    assert play_on(ActionKind.START_SPEECH, 20, subject=Seat(1))
    assert play_on(ActionKind.NOMINATE, 30, subject=Seat(1), target=Seat(5))
    assert game.enter(HostAction(ActionKind.REMOVE, 40, subject=Seat(9))) is None
    day = game.state.day
    before = game.state
    left_out = [
        play_on(ActionKind.OPEN_VOTE, 50),
        play_on(ActionKind.CALL, 60, target=Seat(5)),
        play_on(ActionKind.CLOSING_WORD, 70),
        play_on(ActionKind.COUNT, 80),
    ]
    assert left_out == [False] * 4
    assert game.state == before
    assert game.state.day == day


def test_a_full_disk_stops_neither_game_nor_journal(game: LiveGame, tmp_path: Path) -> None:
    """The disk takes half a line, then nothing; when there is room again the journal is whole and in order."""
    room = [30, 0, 0]
    written = FileIO.write

    class Narrow(FileIO):
        def write(self, content: Any) -> int:
            if not room:
                return written(self, content)
            allowed = room.pop(0)
            if not allowed:
                raise OSError(errno.ENOSPC, "No space left on device")
            return written(self, bytes(content)[:allowed])

    old = game._file
    assert old is not None
    game._file = Narrow(os.dup(old.fileno()), "a")
    old.close()
    assert game.enter(HostAction(ActionKind.FOUL, 5, subject=Seat(3))) is None
    assert game.state.player(Seat(3)).fouls == 1
    assert "No space" in game.journal_trouble
    assert game.journal_trouble == ""
    text = journal_text(game, tmp_path)
    assert not verify(text)
    assert fold(read_journal(text), RULES) == game.state


def test_a_suggestion_changes_nothing_until_a_person_accepts_it(game: LiveGame) -> None:
    before = game.state.player(Seat(4))
    game.notice([peek(4, 10)])
    (suggestion,) = game.standing().suggestions
    assert game.state.player(Seat(4)) == before
    assert game.enter(Verdict(suggestion.id, Decision.ACCEPT, 10**9)) is None
    assert not game.state.player(Seat(4)).at_table


def test_undo_takes_back_what_a_person_entered_and_redo_enters_it_again(game: LiveGame, tmp_path: Path) -> None:
    before = game.state
    game.enter(HostAction(ActionKind.FOUL, 5, subject=Seat(3)))
    after = game.state.player(Seat(3))
    assert game.undo(6) is None
    assert game.state.player(Seat(3)) == before.player(Seat(3))
    assert game.redo(7) is None
    assert game.state.player(Seat(3)) == after
    assert not verify(journal_text(game, tmp_path))


def test_an_undone_decision_is_open_again(game: LiveGame) -> None:
    game.notice([peek(4, 10)])
    (suggestion,) = game.standing().suggestions
    game.enter(Verdict(suggestion.id, Decision.DISMISS, 10**9))
    assert suggestion.id in game.standing().decided
    game.undo(10**9)
    assert suggestion.id not in game.standing().decided


def test_a_refused_action_leaves_no_trace(game: LiveGame, tmp_path: Path) -> None:
    before, text = game.state, journal_text(game, tmp_path)
    assert isinstance(game.enter(HostAction(ActionKind.CALL, 5, target=Seat(3))), Refusal)
    assert (game.state, journal_text(game, tmp_path)) == (before, text)


def test_a_recording_is_never_faster_than_real_time_and_slips_where_looking_takes_longer() -> None:
    clock = SteppedClock(1_000)
    pace = Pace(clock)
    for n in range(50):
        pace.wait_for(n * 40_000_000)
    assert clock.now_ns() == 1_000 + 49 * 40_000_000
    clock.sleep_until(clock.now_ns() + 2_000_000_000)  # one picture took two seconds to look at
    pace.wait_for(50 * 40_000_000)
    assert pace.now_ns() == 50 * 40_000_000
    assert pace.speed_01 < 1.0


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TableClient]:
    cached_networks()
    recording = recorded_game(tmp_path / "recording", until_ms=6000)
    order = TableOrder(recording, None, "en", tmp_path / "game")
    table = TableClient.start(order)
    yield table
    table.close()


def wait_for(client: TableClient, holds: Callable[[Snapshot], bool]) -> Snapshot:
    """The first snapshot of which something holds; fails after three minutes."""
    deadline = time.monotonic() + 180.0
    while time.monotonic() < deadline and client.alive:
        for answer in client.poll():
            if isinstance(answer, Snapshot) and holds(answer):
                return answer
        time.sleep(0.02)
    pytest.fail("the table never got there")


@pytest.mark.weights
def test_a_table_plays_takes_actions_waits_for_no_window_and_leaves_a_whole_journal(
    client: TableClient, tmp_path: Path
) -> None:
    """Snapshots and pictures that nobody reads would fill the pipe within a second; the table plays on to the end."""
    night = wait_for(client, lambda s: s.state.phase is Phase.NIGHT)
    client.send(Act(HostAction(ActionKind.FOUL, night.t_ns, subject=Seat(7))))
    fouled = wait_for(client, lambda s: s.state.player(Seat(7)).fouls == 1)
    assert fouled.can_undo
    client.send(Undo())
    wait_for(client, lambda s: s.state.player(Seat(7)).fouls == 0)
    time.sleep(7.0)
    over = wait_for(client, lambda s: s.ended is Ended.RECORDING_OVER and bool(s.report))
    assert Path(over.report).is_file()
    client.close()
    text = (tmp_path / "game" / JOURNAL_NAME).read_text(encoding="utf-8")
    assert not verify(text)
    assert not verify(text, over.head)


@pytest.mark.weights
def test_a_killed_table_is_noticed_and_its_journal_is_whole_up_to_the_last_line(
    client: TableClient, tmp_path: Path
) -> None:
    wait_for(client, lambda s: s.state.phase is Phase.NIGHT)
    process = client._process
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join(timeout=10)
    client.poll()
    assert not client.alive
    text = (tmp_path / "game" / JOURNAL_NAME).read_text(encoding="utf-8")
    assert not verify(text)
    assert fold(read_journal(text), RULES).phase is Phase.NIGHT


def test_a_recording_that_is_none_ends_in_one_sentence(tmp_path: Path) -> None:
    table = TableClient.start(TableOrder(tmp_path / "nothing", None, "ru", tmp_path / "game"))
    failed = wait_for(table, lambda s: s.ended is Ended.FAILED)
    assert "проверьте имя" in failed.failure
    table.close()
    assert not (tmp_path / "game").exists()
