"""Several result files that appear together or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from engine.faults import Fault


class NotAFolder(Fault):
    """Results need a folder."""

    template = "“{path}” is a file: name a folder for the results."


@contextlib.contextmanager
def whole_folder(out: Path) -> Iterator[Path]:
    """A temporary folder whose files move into `out` when the block ends well; otherwise nothing is left behind."""
    if out.exists() and not out.is_dir():
        raise NotAFolder(path=out)
    made = [parent for parent in (out, *out.parents) if not parent.exists()]
    work: Path | None = None
    try:
        out.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=".writing-", dir=out))
        yield work
        for path in sorted(work.iterdir()):
            os.replace(path, out / path.name)
        work.rmdir()
    except BaseException:
        if work is not None:
            shutil.rmtree(work, ignore_errors=True)
        for folder in made:  # only those that this call made, and only while they are empty
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise
