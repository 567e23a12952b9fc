"""Everything that a judge's window needs of a folder: the game, its film, and where entries go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.faults import Fault
from ui.review.case import open_case
from ui.review.desk import ReviewDesk
from ui.review.ledger import JournalLedger
from ui.review.reel import Angle, angles_of
from ui.words import Words


@dataclass(slots=True, eq=False)
class Room:
    """One game under review."""

    desk: ReviewDesk
    angles: tuple[Angle, ...]
    film: Path | None  # the folder of the film, where it is a game's
    no_film: Fault | None

    @classmethod
    def of(cls, folder: Path, words: Words, *, wall: Callable[[], str], by: str = "judge") -> Room:
        """Open a folder; raises a Fault where there is nothing to review, never for missing film."""
        case = open_case(folder)
        angles, film, no_film = angles_of(case)
        ledger = JournalLedger(folder, case.rules, wall, played=case.audit is None)
        desk = ReviewDesk(case, ledger, lambda: open_case(folder), words, Steps(angles), by=by)
        return cls(desk, angles, film, no_film)


@dataclass(frozen=True, slots=True)
class Steps:
    """Times of pictures over all angles; one that cannot be read any more is passed over."""

    angles: tuple[Angle, ...]

    def next_ns(self, t_ns: int, camera: int | None) -> int | None:
        return min(self._asked(t_ns, camera, forward=True), default=None)

    def previous_ns(self, t_ns: int, camera: int | None) -> int | None:
        return max(self._asked(t_ns, camera, forward=False), default=None)

    def _asked(self, t_ns: int, camera: int | None, *, forward: bool) -> list[int]:
        found = []
        for number, angle in enumerate(self.angles):
            if angle.reel is None or camera not in (None, number):
                continue
            try:
                at_ns = angle.reel.after(t_ns) if forward else angle.reel.before(t_ns)
            except Fault:
                continue
            if at_ns is not None:
                found.append(at_ns)
        return found
