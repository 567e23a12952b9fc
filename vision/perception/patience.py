"""When to search again for what was not found."""

from __future__ import annotations

from typing import Final

PICTURES_BETWEEN_SEARCHES: Final = 5


class Patience:
    """Counts pictures per row, so that a hopeless search does not cost its full price in every picture.

    The first search is at once. Whether one is due follows from the pictures alone, never from how busy the computer
    is, so a replay searches where the live run did.
    """

    def __init__(self, rows: int) -> None:
        self._wait = [0] * rows

    def is_due(self, row: int) -> bool:
        """Whether to search in this picture; to be asked once per picture and row, since asking is what counts."""
        if self._wait[row] > 0:
            self._wait[row] -= 1
            return False
        return True

    def not_found(self, row: int) -> None:
        """Wait before the next search."""
        self._wait[row] = PICTURES_BETWEEN_SEARCHES - 1

    def reset(self, row: int) -> None:
        """Search at once when the thing is next missing."""
        self._wait[row] = 0
