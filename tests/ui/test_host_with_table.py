"""The window on a real table process: a recorded game moves by itself, a key is written in the journal."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from engine.actions import ActionKind
from engine.codes import Phase
from engine.journal import read_journal, verify
from tests.models.cached import cached_networks
from tests.vision.recordings import recorded_game
from ui.qt.host_window import HostWindow
from ui.session.client import TableClient
from ui.session.game import JOURNAL_NAME
from ui.session.table_process import TableOrder
from ui.words import Words
from vision.clock import MachineClock


def test_a_window_shows_a_recorded_game_and_adds_to_it(qtbot: QtBot, tmp_path: Path) -> None:
    cached_networks()
    recording = recorded_game(tmp_path / "recording", until_ms=4000)
    client = TableClient.start(TableOrder(recording, None, "en", tmp_path / "game"))
    clock = MachineClock()
    window = HostWindow(client, Words("en"), now_ns=clock.now_ns, playback=True)
    qtbot.addWidget(window)
    window.show()
    try:
        qtbot.waitUntil(lambda: _plays(window), timeout=60_000)
        qtbot.waitUntil(lambda: window.model.picture is not None, timeout=30_000)
        window.press("M", clock.now_ns())
        qtbot.waitUntil(lambda: "marked" in _journal(tmp_path), timeout=10_000)
    finally:
        window.close()
    assert not client.alive
    text = _journal(tmp_path)
    assert verify(text) == ()
    marks = [line for line in read_journal(text).lines if line.body.get("kind") == ActionKind.MARK]
    assert len(marks) == 1


def _plays(window: HostWindow) -> bool:
    snapshot = window.model.snapshot
    return snapshot is not None and snapshot.state.phase is not Phase.SETUP


def _journal(folder: Path) -> str:
    return (folder / "game" / JOURNAL_NAME).read_text("utf-8")
