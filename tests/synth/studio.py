"""Renders scenarios as game folders into a cache, several at once; what was rendered before is found again by its hash."""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from tests.synth.film import FilmOptions, film
from tests.synth.raster import Raster
from tests.synth.recorded import write_frame
from tests.synth.scenario import Scenario, parse_scenario
from tests.synth.soundtrack import write_sound
from tests.synth.stage import Stage, set_stage
from tests.synth.truth import write_truth
from tests.synth.visibility import write_seen

DONE: Final = "rendered"
"""A folder is whole when this file is in it."""
_DRAW_LOTS: Final = ("builders", "demo", "innocent", "plays", "sampling", "sets", "variants")
SEEN: Final = "seen.jsonl"


def cache_folder() -> Path:
    """Where rendered scenes are kept."""
    return user_cache_path("table-monitor") / "synth" / "scenes"


def folder_of(scenario: Scenario, options: FilmOptions) -> Path:
    """A scene's folder; another scenario, option or renderer has another."""
    digest = hashlib.sha256(renderer_hash().encode())
    digest.update(scenario.model_dump_json(by_alias=True).encode())
    digest.update(repr(options).encode())
    return cache_folder() / f"{scenario.name}_{digest.hexdigest()[:16]}"


def renderer_hash() -> str:
    """A hash over the source that draws, moves and measures; what only draws lots changes the scenario itself."""
    digest = hashlib.sha256()
    own = Path(__file__).parent
    for path in sorted([*own.glob("*.py"), *own.glob("acts/*.py")]):
        if not path.name.startswith("test_") and path.stem not in _DRAW_LOTS:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def write_game(stage: Stage, folder: Path, options: FilmOptions, *, sound: bool = True, seen: bool = False) -> None:
    """Everything of one game folder; what is whole already is kept. `seen` adds what each camera can see, seen.jsonl."""
    write_frame(stage, folder, options)
    if sound:
        write_sound(stage, folder)
    if not (folder / "truth.jsonl").exists():
        write_truth(stage, folder / "truth.jsonl")
    if seen and not (folder / SEEN).exists():
        write_seen(stage, Raster(stage.table, stage.room, stage.places, stage.figures), folder / SEEN)
    for spec in stage.scenario.camera:
        film(stage, spec, folder, options)


def render(scenario: Scenario, folder: Path, options: FilmOptions) -> None:
    """One scene into its folder; silent, as the bench's scenes are judged by sight and written words."""
    folder.mkdir(parents=True, exist_ok=True)
    write_game(set_stage(scenario), folder, options, sound=False)
    (folder / DONE).touch()


def render_all(
    scenarios: Sequence[Scenario],
    options: FilmOptions,
    workers: int | None = None,
    say: Callable[[str], None] = lambda line: print(line, file=sys.stderr),  # noqa: T201
) -> list[Path]:
    """All scenes, one process each on every core, with the time left; raises what a scene's rendering raised."""
    folders = [folder_of(one, options) for one in scenarios]
    todo = [(one, folder) for one, folder in zip(scenarios, folders, strict=True) if not (folder / DONE).exists()]
    begin = time.monotonic()
    if todo:
        count = min(workers or os.cpu_count() or 1, len(todo))
        with ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_one_thread) as pool:
            jobs = {
                pool.submit(_render_document, one.model_dump(by_alias=True), folder, options): one
                for one, folder in todo
            }
            for done, job in enumerate(as_completed(jobs), start=1):
                job.result()
                left_s = (time.monotonic() - begin) / done * (len(todo) - done)
                say(f"rendered {jobs[job].name}, {done} of {len(todo)}, {left_s / 60:.1f} min left")
    return folders


def _one_thread() -> None:
    """Scenes run beside each other; the rasteriser's own threads would only get in the way."""
    os.environ["LP_NUM_THREADS"] = "1"


def _render_document(document: dict[str, object], folder: Path, options: FilmOptions) -> None:
    render(parse_scenario(document), folder, options)
