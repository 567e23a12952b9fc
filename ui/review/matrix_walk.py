"""Walking the votes of a game cell by cell, or from difference to difference."""

from __future__ import annotations

from dataclasses import dataclass

from ui.review.keys import Press
from ui.review.matrix import Cell, Matrix

_STEPS = {Press.LEFT: (0, -1), Press.RIGHT: (0, 1), Press.UP: (-1, 0), Press.DOWN: (1, 0)}


@dataclass(slots=True)
class MatrixWalk:
    """The vote that is shown, and the cell that is chosen in it."""

    matrices: tuple[Matrix, ...] = ()
    vote: int = 0
    row: int = 0
    column: int = 0

    @property
    def matrix(self) -> Matrix | None:
        return self.matrices[self.vote] if self.vote < len(self.matrices) else None

    @property
    def cell(self) -> Cell | None:
        """The chosen cell; None where nobody voted."""
        matrix = self.matrix
        if matrix is None or self.row >= len(matrix.rows) or self.column >= len(matrix.columns):
            return None
        return matrix.rows[self.row].cells[self.column]

    def first_difference(self) -> None:
        """Choose the first difference of all votes."""
        for number, matrix in enumerate(self.matrices):
            if matrix.differences:
                self.vote, (self.row, self.column) = number, matrix.differences[0]
                return

    def next_difference(self, step: int) -> None:
        """The next or the previous difference, round and round through all votes."""
        places = [(n, place) for n, matrix in enumerate(self.matrices) for place in matrix.differences]
        here = (self.vote, (self.row, self.column))
        if not places:
            return
        number = (places.index(here) + step) % len(places) if here in places else 0 if step > 0 else -1
        self.vote, (self.row, self.column) = places[number]

    def choose(self, row: int, column: int) -> None:
        """A cell that was clicked."""
        self.row, self.column = row, column

    def move(self, command: Press) -> None:
        """To the neighbouring cell, or to the next vote; the edges hold."""
        matrix = self.matrix
        if matrix is None:
            return
        if command in _STEPS:
            down, right = _STEPS[command]
            self.row = max(0, min(self.row + down, len(matrix.rows) - 1))
            self.column = max(0, min(self.column + right, len(matrix.columns) - 1))
        elif command in (Press.VOTE_BACK, Press.VOTE_ON):
            step = 1 if command is Press.VOTE_ON else -1
            self.vote = max(0, min(self.vote + step, len(self.matrices) - 1))
            self.row = self.column = 0
