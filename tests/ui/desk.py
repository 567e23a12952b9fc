"""A host's desk without widgets: keys go to the model, its requests to a fake table, the answers back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.codes import Phase
from engine.intervals import NS_PER_MS
from tests.ui.fakes import FakeTable, play_day, play_vote
from ui.host.model import HostModel
from ui.host.screen import host_view
from ui.host.view import HostView
from ui.session.messages import Request
from ui.words import Words


@dataclass
class Desk:
    table: FakeTable = field(default_factory=FakeTable)
    language: str = "en"
    model: HostModel = field(init=False)

    def __post_init__(self) -> None:
        self.model = HostModel(Words(self.language), game_ns=self.table.game_ns, key_resolution_ns=NS_PER_MS)

    @property
    def now_ns(self) -> int:
        return self.table.now_ns

    def phase(self) -> Phase:
        """Where the game at the table stands."""
        return self.table.state.phase

    def look(self) -> HostView:
        """What the window shows now, with the table's newest answer."""
        self.hear()
        return host_view(self.model, self.now_ns, alive=self.table.alive)

    def hear(self) -> None:
        for answer in (*self.table.poll(), self.table.snapshot()):
            self._send(self.model.take(answer, self.now_ns))

    def press(self, *keys: str, hear: bool = True) -> tuple[Request, ...]:
        """Press keys one after the other, 50 ms apart; without `hear` the table does not answer in between."""
        asked: list[Request] = []
        for key in keys:
            self.table.now_ns += 50 * NS_PER_MS
            requests = self.model.press(key, self.now_ns)
            self.model.release(key)
            asked += requests
            self._send(requests)
            if hear:
                self.hear()
        return tuple(asked)

    def _send(self, requests: tuple[Request, ...]) -> None:
        for request in requests:
            self.table.send(request)


def desk(play: Callable[[FakeTable, str], None] | None = None, language: str = "en") -> Desk:
    """A desk at a new table, or at one where a game has been played so far."""
    found = Desk(language=language)
    if play is not None:
        play(found.table, language)
    found.hear()
    return found


def at_speech(language: str = "en") -> Desk:
    """Day 2, seat 3 speaks, seat 7 is nominated by 2."""
    return desk(play_day, language)


def at_vote(language: str = "en") -> Desk:
    """Day 2, the ballot for 2 is open: hands of 1, 4 and 6 on the table, 7 above it, 10 unseen, 5 already with 7."""
    return desk(play_vote, language)
