"""A window's end of the line to the table's process."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final, Self

from ui.session.messages import Answer, Close, Picture, Request, Snapshot
from ui.session.table_process import TableOrder, run_table

CLOSE_WITHIN_S: Final = 5.0


class TableClient:
    """Starts a table's process and talks to it; never blocks the window."""

    def __init__(self, process: BaseProcess, connection: Connection) -> None:
        self._process = process
        self._connection = connection
        self._newest: Snapshot | None = None
        self._gone = False

    @classmethod
    def start(cls, order: TableOrder) -> Self:
        """Spawn the process; `spawn` everywhere, so that it behaves the same on every system."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=run_table, args=(order, theirs), name="table", daemon=False)
        process.start()
        theirs.close()
        return cls(process, ours)

    def send(self, request: Request) -> None:
        """Ask for something; a table that is gone is noticed by `alive`."""
        try:
            self._connection.send(request)
        except (BrokenPipeError, ConnectionResetError, OSError):
            self._gone = True

    def poll(self) -> Sequence[Answer]:
        """Everything that arrived since the last call, of pictures only the newest."""
        answers: list[Answer] = []
        try:
            while self._connection.poll():
                answers.append(self._connection.recv())
        except (EOFError, ConnectionResetError, OSError):
            self._gone = True
        for answer in answers:
            if isinstance(answer, Snapshot):
                self._newest = answer
        pictures = [answer for answer in answers if isinstance(answer, Picture)]
        return [answer for answer in answers if not isinstance(answer, Picture) or answer is pictures[-1]]

    def fileno(self) -> int:
        """For a window that would rather be woken than poll."""
        return self._connection.fileno()

    def game_ns(self, monotonic_ns: int) -> int:
        """A moment of the machine's monotonic clock on the game's clock; zero before the first snapshot."""
        if self._newest is None:
            return 0
        passed_ns = round((monotonic_ns - self._newest.monotonic_ns) * self._newest.paced_01)
        return max(self._newest.state.t_ns, self._newest.t_ns + passed_ns)

    @property
    def alive(self) -> bool:
        """Whether the table's process runs and can be talked to."""
        return self._process.is_alive() and not self._gone

    def close(self) -> None:
        """Ask the table to end its files; kill it if it does not within five seconds."""
        self.send(Close())
        self._process.join(timeout=CLOSE_WITHIN_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._connection.close()
