"""The window on a real X display: Xvfb is started here, in three keyboard layouts, with keys that a person would press."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = ("Xvfb", "setxkbmap", "xdotool")

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or any(shutil.which(tool) is None for tool in NEEDED),
    reason="needs Xvfb, setxkbmap and xdotool (apt install xvfb x11-xkb-utils xdotool)",
)

PROGRAM = textwrap.dedent(
    """
    import sys, time
    import cv2  # sets the variables that lead Qt to the plugins of another Qt
    from ui.qt.environment import survive_exceptions, use_own_plugins
    survive_exceptions()
    use_own_plugins()
    from PyQt6.QtWidgets import QApplication
    application = QApplication(sys.argv)
    from tests.ui.fakes import FakeTable, play_day
    from ui.keys import HOST_KEYS
    from ui.qt.host_window import HostWindow
    from ui.words import Words
    table = FakeTable()
    play_day(table, "ru")
    window = HostWindow(table, Words("ru"), now_ns=time.monotonic_ns, playback=True)
    table.answers.append(table.snapshot())
    taken = window.press

    def press(key, at_ns):
        late_ms = (time.monotonic_ns() - at_ns) / 1e6
        print("key", key, "late" if late_ms > 1000 else "in time", flush=True)
        taken(key, at_ns)

    window._keys._pressed = press
    window.show()
    window.activateWindow()
    print("platform", QApplication.platformName(), flush=True)
    print("window", int(window.winId()), flush=True)
    application.exec()
    """
)


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """An X display of its own; without -noreset it would forget its keyboard layout with its last client."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as numbers:
        name = f":{numbers.readline().strip()}"
    yield name
    server.terminate()
    server.wait(timeout=10)


@pytest.mark.parametrize("layout", ["us", "ru", "ua"])
def test_the_window_opens_and_its_keys_work_in_any_layout(display: str, layout: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QT_")}
    environment |= {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT)}
    subprocess.run(["setxkbmap", layout], env=environment, check=True, timeout=10)
    window = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert window.stdout is not None
    try:
        assert window.stdout.readline().split() == ["platform", "xcb"]
        handle = window.stdout.readline().split()[1]
        subprocess.run(["xdotool", "windowfocus", "--sync", handle], env=environment, check=True, timeout=20)
        codes = ["41", "17", "65", "24", "58", "52", "36"]  # F 8 Space Q M Z Enter, by position
        told = [_struck(code, environment, window) for code in codes]
        assert told == [f"key {key} in time" for key in ("F", "8", "Space", "Q", "M", "Z", "Enter")]
    finally:
        window.terminate()
        window.wait(timeout=10)
        window.stdout.close()


def _struck(code: str, environment: dict[str, str], window: subprocess.Popen[str]) -> str:
    subprocess.run(["xdotool", "key", "--clearmodifiers", code], env=environment, check=True, timeout=20)
    assert window.stdout is not None
    return window.stdout.readline().strip()
