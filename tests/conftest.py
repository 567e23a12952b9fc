"""Guards that run under every test, and where the recordings by others lie."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

FOOTAGE_VARIABLE = "TABLE_MONITOR_FOOTAGE"

# No test asserts the clock: a busy machine must not turn a right answer into a failure. The same examples every time.
settings.register_profile("table", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("table")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that take minutes first: so that two workers share them instead of one ending with both."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture
def footage() -> Path:
    """The folder of recordings by others; the test is skipped where it is absent."""
    folder = Path(os.environ.get(FOOTAGE_VARIABLE, Path(__file__).parents[2] / "shared" / "footage"))
    if not (folder / "manifest.json").is_file():
        pytest.skip(f"no recordings by others here; name their folder with {FOOTAGE_VARIABLE}")
    return folder


@pytest.fixture(autouse=True)
def _leaves_no_thread_and_no_error(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A test may not leave a running thread behind, nor pass while something logged an error."""
    before = set(threading.enumerate())
    yield
    errors = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not errors
    deadline = time.monotonic() + 5.0
    while (left := _threads_left(before)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not left


def _threads_left(before: set[threading.Thread]) -> set[threading.Thread]:
    """Threads that are not the test runner's and not the networks' pool, which lives as long as the process."""
    ours = {thread for thread in threading.enumerate() if not thread.name.startswith(("networks", "execnet"))}
    return {thread for thread in ours - before if thread.is_alive()}
