"""How far a long look at a recording has come: a bar on a terminal, else a line every tenth; always the time left."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from ui.words import Words
from vision.clock import Clock, MachineClock

Tell = Callable[[int], None]
STEPS: Final = 10


def note(text: str) -> None:
    """A line on the error stream, at once: results alone go to the standard output."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


@contextmanager
def telling(words: Words, total_ns: int | None, *, clock: Clock | None = None) -> Iterator[Tell]:
    """Gives what is to be told the time of each picture that was looked at."""
    if sys.stderr.isatty():
        with _bar(words, total_ns) as tell:
            yield tell
        return
    if total_ns is None:
        note(words("Looking at the recording") + " …")
    else:
        note(words("Looking at {total} s of recording.", total=words.seconds(total_ns, 0)))
    yield _Lines(words, total_ns, clock or MachineClock()).tell


@contextmanager
def _bar(words: Words, total_ns: int | None) -> Iterator[Tell]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn(words("left") + ":"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words("Looking at the recording"), total=total_ns)

        def tell(t_ns: int) -> None:
            progress.update(task, completed=t_ns, description=words("Looked at {s} s", s=words.seconds(t_ns, 0)))

        yield tell


class _Lines:
    """Lines for a log: at most ten, however long the recording is."""

    def __init__(self, words: Words, total_ns: int | None, clock: Clock) -> None:
        self._words, self._total_ns, self._clock = words, total_ns, clock
        self._began_ns = clock.now_ns()
        self._step = 1

    def tell(self, t_ns: int) -> None:
        total_ns = self._total_ns
        if not total_ns or t_ns * STEPS < self._step * total_ns or self._step >= STEPS:
            return
        self._step = t_ns * STEPS // total_ns + 1
        took_ns = self._clock.now_ns() - self._began_ns
        left_ns = round(took_ns * max(0, total_ns - t_ns) / t_ns) if t_ns else 0
        note(
            self._words(
                "Looked at {s} of {total} s, about {left} s left.",
                s=self._words.seconds(t_ns, 0),
                total=self._words.seconds(total_ns, 0),
                left=self._words.seconds(left_ns, 0),
            )
        )
