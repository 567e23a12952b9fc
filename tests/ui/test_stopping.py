"""A command that is told to end leaves nothing half-written and says so in one sentence."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

WRITES = """
import sys, types
from pathlib import Path
from ui import cli
from ui.evidence.whole_files import whole_folder

def slow(*_, **__):
    with whole_folder(Path(sys.argv[1])) as folder:
        (folder / "report.html").write_text("half")
        print("writing", flush=True)
        sys.stdin.read()

sys.modules["ui.commands.audit"] = types.SimpleNamespace(audit=slow)
sys.exit(cli.main(["--language", "en", "audit", "x.mp4", "--out", sys.argv[1]]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_stopped_command_takes_away_what_is_half_written(number: signal.Signals, tmp_path: Path) -> None:
    out = tmp_path / "new" / "results"
    running = subprocess.Popen(
        [sys.executable, "-c", WRITES, str(out)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "writing\n"
    assert list(out.glob(".writing-*"))
    running.send_signal(number)
    _, said = running.communicate(timeout=30)
    assert running.returncode == 128 + number
    assert said == "Stopped before the end; nothing half-written is left behind.\n"
    assert not (tmp_path / "new").exists()
