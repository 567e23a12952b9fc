"""Which cameras see which seat, by the seats file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from calibration.calibration_file import read_seats_or_calibration
from calibration.seats_file import check_game_seats
from engine.seats import GAME_SEATS, Seat


@dataclass(frozen=True, slots=True)
class SeatsSeen:
    """A seats file that a game can be judged with."""

    cameras: tuple[str, ...]  # of the file
    seen_by: tuple[tuple[str, ...], ...]  # by seat, seat 1 first; only cameras that are set up
    left_over: int  # cameras that are set up and see nobody by this file

    def only(self, number: int) -> tuple[Seat, ...]:
        """The seats that so many cameras see."""
        return tuple(Seat(seat) for seat, seen in zip(GAME_SEATS, self.seen_by, strict=True) if len(seen) == number)


def read_sight(path: Path, cameras: int) -> SeatsSeen:
    """Read and check a seats or calibration file for so many cameras; raises a Fault in one sentence."""
    file, _ = read_seats_or_calibration(path)
    check_game_seats(file)
    ours = [f"cam{number}" for number in range(1, cameras + 1)]
    seen = tuple(
        tuple(name for name in ours if name in file.cameras and file.cameras[name].of(Seat(seat)) is not None)
        for seat in GAME_SEATS
    )
    return SeatsSeen(tuple(file.cameras), seen, sum(name not in file.cameras for name in ours))
