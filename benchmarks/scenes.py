"""The bench's scenes: whether every one of them can be performed, and how many had to be drawn again."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Final, get_args

from tests.synth.scenario import Scenario
from tests.synth.sets import RELEASE_FROM, SetName, released, scenes
from tests.synth.stage import set_stage

RELEASES: Final = 30
_PARTS: Final = ("standard_develop", "standard_test")  # standard is both of them


def main() -> int:
    """Set the stage of every scene of every set and of 30 release seeds; nothing is rendered. 1 if one fails."""
    failed = 0
    begin = time.process_time()
    acts: Counter[str] = Counter()
    for name in (n for n in get_args(SetName) if n not in _PARTS):
        failed += _play(name, scenes(name), scenes(name, tried=False), acts)
    release = released(RELEASE_FROM, RELEASES), released(RELEASE_FROM, RELEASES, tried=False)
    failed += _play(f"release seeds {RELEASE_FROM}…{RELEASE_FROM + RELEASES - 1}", *release, acts)
    print("synthetic acts drawn: " + ", ".join(f"{kind} {count}" for kind, count in sorted(acts.items())))
    print(f"{failed} scenes that cannot be performed; {time.process_time() - begin:.0f} s of processor time")
    return int(failed > 0)


def _play(name: str, tried: list[Scenario], drawn: list[Scenario], acts: Counter[str]) -> int:
    failed = 0
    for one in tried:
        acts.update(str(act["kind"]) for act in one.act)
        try:
            set_stage(one)
        except ValueError as problem:
            failed += 1
            print(f"{one.name}: {problem}")
    again = sum(a.act != b.act for a, b in zip(tried, drawn, strict=True))
    print(f"{name}: {len(tried)} synthetic scenes, {again} with somebody drawn again, {failed} cannot be performed")
    return failed


if __name__ == "__main__":
    sys.exit(main())
