"""The demo game and its variants: `python -m tests.synth.demo OUT [--scale 0.5] …` renders them from their scenarios."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tests.synth.film import FilmOptions, Progress, film
from tests.synth.raster import Raster
from tests.synth.recorded import write_frame
from tests.synth.scenario import read_scenario
from tests.synth.soundtrack import write_sound
from tests.synth.stage import set_stage
from tests.synth.studio import SEEN
from tests.synth.truth import write_truth
from tests.synth.visibility import write_seen

SCENARIOS = Path(__file__).parent / "scenarios"


def main(arguments: list[str] | None = None) -> int:
    """Render one scenario as a game folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--scenario", default="demo")
    parser.add_argument("--scale", type=float, default=1.0, help="of the pictures, for quick looks")
    parser.add_argument("--quick", action="store_true", help="no supersampling and no motion blur")
    parser.add_argument("--cameras", nargs="*", help="only these; the rest is left as it is")
    parser.add_argument("--no-pictures", action="store_true")
    parser.add_argument(
        "--seen", action="store_true", help="also what each camera sees of eyes, hands and joints, seen.jsonl"
    )
    given = parser.parse_args(arguments)
    stage = set_stage(read_scenario(SCENARIOS / f"{given.scenario}.toml"))
    options = FilmOptions(scale=given.scale, supersample=1.0 if given.quick else 1.25, blur=not given.quick)
    if given.cameras is None:
        write_frame(stage, given.out, options)
        write_sound(stage, given.out)
        write_truth(stage, given.out / "truth.jsonl")
    if given.seen:
        given.out.mkdir(parents=True, exist_ok=True)
        write_seen(stage, Raster(stage.table, stage.room, stage.places, stage.figures), given.out / SEEN)
    for spec in stage.scenario.camera:
        if not given.no_pictures and (given.cameras is None or spec.id in given.cameras):
            film(stage, spec, given.out, options, _progress(spec.id))
    return 0


def _progress(name: str) -> Progress:
    begin = time.monotonic()

    def show(done: int, of: int) -> None:
        if done and done % 25 == 0:
            left_s = (time.monotonic() - begin) / done * (of - done)
            sys.stderr.write(f"\r{name} {done} of {of}, {left_s / 60:.1f} min left ")

    return show


if __name__ == "__main__":
    sys.exit(main())
