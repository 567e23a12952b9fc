"""Calibration: seats proposed, millimetres on the table, clocks and moved cameras against exact synthetic truth."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from benchmarks.calibration_clocks import clock_rows
from benchmarks.calibration_geometry import geometry_rows
from benchmarks.calibration_moved import moved_rows
from benchmarks.calibration_rendered import rendered_rows
from benchmarks.calibration_seats import seat_rows

Row = tuple[str, str, str]  # what, measured, wanted
PARTS: Final[tuple[Callable[[], list[Row]], ...]] = (seat_rows, rendered_rows, geometry_rows, clock_rows, moved_rows)


def main() -> None:
    """Print every figure with its target."""
    print(f"{'synthetic truth':58s} {'measured':>26s} {'wanted':>16s}")
    for part in PARTS:
        begin = time.process_time()
        for what, measured, wanted in part():
            print(f"{what:58s} {measured:>26s} {wanted:>16s}")
        print(f"  ({time.process_time() - begin:.0f} s of processor time)")


if __name__ == "__main__":
    main()
