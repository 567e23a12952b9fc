"""`models fetch` and `models list`."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from models import published, store
from models.registry import published as published_networks
from ui.words import Words


def fetch(words: Words, source: Path | None) -> int:
    """Fetch, check and convert the weights; quiet when everything is there."""
    with Progress(
        TextColumn("{task.description}"), BarColumn(), console=Console(stderr=True), transient=True
    ) as progress:
        task = progress.add_task(words("Networks"), total=None)

        def show(step: store.FetchStep) -> None:
            stage = words.code("fetch", step.stage)
            progress.update(task, description=f"{stage}: {step.item}", completed=step.done, total=step.total or None)

        store.fetch(show, source=source)
        published.fetch(show, source=source if source is None or source.is_dir() else None)
    print(words("The networks are ready in {path}.", path=store.cache_dir()))  # noqa: T201 - the command's answer
    return 0


def list_networks(words: Words) -> int:
    """One line per network; exit code 1 where one is missing."""
    ready = True
    for entry in store.listing():
        ready = ready and entry.state is store.State.READY
        print(f"{entry.network.id:32} {words.code('weights', entry.state)}")  # noqa: T201 - the command's answer
    for network in published_networks().values():
        state = published.state(network)
        ready = ready and state is store.State.READY
        print(f"{network.id:32} {words.code('weights', state)}")  # noqa: T201 - the command's answer
    return 0 if ready else 1
