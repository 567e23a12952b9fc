"""What the program knows of each network before it has any weights: `registry.toml` as types."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from models.pixels import MINUS_ONE_TO_ONE, ZERO_TO_ONE, PixelScale

_SCALES: Final = {"zero_to_one": ZERO_TO_ONE, "minus_one_to_one": MINUS_ONE_TO_ONE}


@dataclass(frozen=True, slots=True)
class WeightsPackage:
    """A published package that holds weights; read as an archive, never installed."""

    name: str
    version: str
    platform: str
    python: str
    file: str
    sha256: str
    licence: str


@dataclass(frozen=True, slots=True)
class Network:
    """One network: where its weights lie in which package, and how it is converted."""

    id: str
    package: WeightsPackage
    member: str  # path within the package
    sha256: str  # of the member
    scale: PixelScale
    outputs: tuple[str, ...]  # tflite tensor names
    layout: str

    @property
    def licence(self) -> str:
        """The SPDX name of the weights' licence."""
        return self.package.licence


@dataclass(frozen=True, slots=True)
class Published:
    """A network that runs as it was published."""

    id: str
    package: WeightsPackage
    member: str
    sha256: str


@cache
def registry() -> dict[str, Network]:
    """Every network that sees, by id, in the order of the file."""
    content = _content()
    packages = _packages()
    return {
        network_id: Network(
            id=network_id,
            package=packages[entry["source"]],
            member=entry["member"],
            sha256=entry["sha256"],
            scale=_SCALES[entry["scale"]],
            outputs=tuple(entry["outputs"]),
            layout=entry["layout"],
        )
        for network_id, entry in content["networks"].items()
    }


@cache
def published() -> dict[str, Published]:
    """Every network that runs as it was published, by id."""
    packages = _packages()
    return {
        network_id: Published(network_id, packages[entry["source"]], entry["member"], entry["sha256"])
        for network_id, entry in _content()["published"].items()
    }


@cache
def _content() -> dict[str, Any]:
    return tomllib.loads(files("models").joinpath("registry.toml").read_text("utf-8"))


@cache
def _packages() -> dict[str, WeightsPackage]:
    return {
        name: WeightsPackage(
            name=source["package"],
            version=source["version"],
            platform=source["platform"],
            python=source["python"],
            file=source["file"],
            sha256=source["sha256"],
            licence=source["licence"],
        )
        for name, source in _content()["sources"].items()
    }
