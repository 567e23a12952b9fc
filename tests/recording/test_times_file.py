"""A times file is read, or refused in one sentence: never half, never with a traceback."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given
from hypothesis import strategies as st

from vision.recording.times_file import COLUMNS, TimesFault, read_times


@given(st.binary(max_size=400))
@example(b"\r0")
@example(",".join(COLUMNS).encode() + b"\n0,1,2,0,,\r\xff")
@example(",".join(COLUMNS).encode() + b"\n\x00")
def test_rubbish_is_refused(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "cam1_times.csv"
        path.write_bytes(content)
        with suppress(TimesFault):
            pictures, _ = read_times(path)
            assert all(first.t_ns < second.t_ns for first, second in pairwise(pictures))
