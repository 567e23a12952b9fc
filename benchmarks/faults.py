"""The recorder under faults: each injected many times at random moments, what survived, and how many seconds it cost.

Tables run side by side, so that half an hour of recording passes in a fraction of it. An RTSP camera on 127.0.0.1
stands in for a real one; the full disk is a real small tmpfs where this user may mount one, else injected like the
other failures of a disk; the step of the calendar clock is injected into the recorder's process.
"""

from __future__ import annotations

import contextlib
import errno
import json
import multiprocessing
import os
import random
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from benchmarks.recorder_faulty import control_of, faulty_recorder
from engine.intervals import NS_PER_S
from tests.recording.accounts import Account, account
from tests.recording.rtsp_camera import RtspCamera
from ui.session.live_recording import newest_frames, sources_of
from ui.session.recorder import RecorderKeeper, as_gap, with_rings
from vision.clock import MachineClock
from vision.recording.camera_writer import WriterLimits
from vision.recording.recorder_order import RecorderOrder
from vision.recording.recover import recover
from vision.recording.session_file import read_session

TABLES: Final = int(os.environ.get("TABLE_MONITOR_BENCH_TABLES", "4"))
TIMES: Final = int(os.environ.get("TABLE_MONITOR_BENCH_TIMES", "20"))
FROZEN_S: Final = float(os.environ.get("TABLE_MONITOR_BENCH_FROZEN", "30"))
OUTAGE_S: Final = 1.5
FAULTS: Final = (
    "kill recorder",
    "kill table",
    "kill all",
    "full disk",
    "read-only disk",
    "disk gone",
    "clock step",
    "unplugged",
    "silent",
    "rubbish",
    "table frozen",
)
OUTAGES: Final = {"full disk": OUTAGE_S, "read-only disk": OUTAGE_S, "disk gone": OUTAGE_S, "unplugged": OUTAGE_S}
OUTAGES_SILENT: Final = {"silent": OUTAGE_S}
LIMIT_S: Final = {"unplugged": 3.0}


def _table(order: RecorderOrder) -> None:
    """What a table does: keeps the recorder, looks at the ring, journals gaps."""
    assert order.folder is not None
    control = control_of(order.folder)
    keeper = RecorderKeeper(with_rings(order), body=faulty_recorder)
    keeper.start()
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    eyes = sources_of(keeper, MachineClock())
    (control / "table.ready").write_text(str(os.getpid()))
    with (control / "journal.jsonl").open("a") as journal:
        while not ended.is_set():
            newest_frames(eyes)
            for news in keeper.news():
                journal.write(json.dumps(as_gap(news)) + "\n")
                journal.flush()
            status = keeper.status
            if status is not None and status.cameras[0].armed:
                if keeper.spare_ready:
                    (control / "spare").write_text("ready")
                (control / "armed").write_text(str(time.monotonic()))
            time.sleep(0.03)
    for eye in eyes:
        eye.close()
    keeper.stop()


@dataclass
class _Injected:
    fault: str
    at_s: float
    until_s: float
    back: bool  # whether it recorded and was armed again afterwards


@dataclass
class _TableRun:
    """One table and the faults that happen to it."""

    number: int
    base: Path
    faults: list[str]
    small_disk: bool
    injected: list[_Injected] = field(default_factory=list)
    found: Account | None = None
    zero_s: float = 0.0

    def __post_init__(self) -> None:
        self.room = self.base / f"table{self.number}"
        self.folder = self.room / "game"
        self.control = self.base / f"control-table{self.number}"
        self.room.mkdir()
        self.control.mkdir()
        self.process: BaseProcess | None = None
        self.struck_s = 0.0
        self.random = random.Random(self.number)  # noqa: S311 - moments, not secrets

    def run(self) -> None:
        with RtspCamera(rate_hz=30) as camera:
            self.camera = camera
            limits = WriterLimits(5 * NS_PER_S, 300_000 if self.small_disk else 0)
            self.order = RecorderOrder((camera.url,), self.folder, "bench", ring_bytes=4_000_000, limits=limits)
            self._start_table()
            for fault in self.faults:
                time.sleep(self.random.uniform(0.5, 2.5))
                at_s = time.monotonic()
                getattr(self, "_" + fault.replace(" ", "_").replace("-", "_"))()
                until_s = time.monotonic()
                at_s = max(at_s, self.struck_s)
                self.injected.append(_Injected(fault, at_s, until_s, self._back(until_s)))
            assert self.process is not None
            self.process.terminate()
            self.process.join(60)
        recover(self.folder)
        self.found = account(self.folder, spoilt=frozenset(camera.spoilt))
        self.zero_s = read_session(self.folder).clock.monotonic_zero_ns / 1e9

    def _start_table(self) -> None:
        (self.control / "table.ready").unlink(missing_ok=True)
        self.process = multiprocessing.get_context("spawn").Process(target=_table, args=(self.order,))
        self.process.start()
        while not (self.control / "table.ready").exists():
            assert self.process.is_alive(), f"table {self.number} could not begin"
            time.sleep(0.05)

    def _back(self, since_s: float) -> bool:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError, ValueError):
                if float((self.control / "armed").read_text()) > since_s + 1.0:
                    return True
            time.sleep(0.05)
        return False

    def _kill_recorder(self) -> None:
        """Once a spare is loaded: on a busy computer that takes longer than faults are apart here."""
        (self.control / "spare").unlink(missing_ok=True)
        while not (self.control / "spare").exists():
            time.sleep(0.05)
        self.struck_s = time.monotonic()
        os.kill(int((self.control / "recorder.pid").read_text()), signal.SIGKILL)

    def _kill_table(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.join()
        self._start_table()

    def _kill_all(self) -> None:
        assert self.process is not None
        pid = int((self.control / "recorder.pid").read_text())
        self.process.kill()
        os.kill(pid, signal.SIGKILL)
        self.process.join()
        self._start_table()

    def _full_disk(self) -> None:
        if not self.small_disk:
            return self._failing(errno.ENOSPC)
        filler = self.room / "filler"
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(65536))
        time.sleep(OUTAGE_S)
        filler.unlink()
        return None

    def _read_only_disk(self) -> None:
        self._failing(errno.EROFS)

    def _disk_gone(self) -> None:
        self._failing(errno.EIO)

    def _failing(self, number: int) -> None:
        (self.control / "errno").write_text(str(number))
        time.sleep(OUTAGE_S)
        (self.control / "errno").unlink()

    def _clock_step(self) -> None:
        (self.control / "step").write_text(str(self.random.choice((-3600, -1, 0.5, 30, 7200))))

    def _unplugged(self) -> None:
        self.camera.unplug()
        time.sleep(OUTAGE_S)
        self.camera.plug_in()

    def _silent(self) -> None:
        self.camera.fall_silent(OUTAGE_S)
        time.sleep(OUTAGE_S)

    def _rubbish(self) -> None:
        self.camera.send_rubbish(self.random.randint(1, 20))
        time.sleep(0.7)

    def _table_frozen(self) -> None:
        assert self.process is not None
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGSTOP)
        time.sleep(FROZEN_S)
        os.kill(self.process.pid, signal.SIGCONT)

    def _cause_of(self, before_s: float) -> int | None:
        """The fault after which pictures stopped; what was in memory when it struck may be lost with it."""
        earlier = [i for i, made in enumerate(self.injected) if made.at_s <= before_s + 0.5]
        return earlier[-1] if earlier else None

    def lost_s(self, index: int) -> float:
        """The longest stretch without a picture that this fault caused, less the time that the fault itself lasted."""
        assert self.found is not None
        injected = self.injected[index]
        times = [row.t_ns / 1e9 + self.zero_s for row in self.found.rows]
        worst = 0.0
        for before, after in pairwise(times):
            if after - before > 0.2 and self._cause_of(before) == index:
                started_by_hand = injected.fault == "kill all"  # then only what was lost before counts
                worst = max(worst, (injected.at_s if started_by_hand else after) - before)
        lasted = OUTAGES.get(injected.fault, OUTAGES_SILENT.get(injected.fault, 0.0))
        return max(0.0, worst - lasted)


def _small_disk(path: Path) -> bool:
    """A real small disk, where this user may have one."""
    if os.name != "posix" or getattr(os, "geteuid", lambda: 1)() != 0:
        return False
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", str(path)], capture_output=True, check=False
    )
    return made.returncode == 0


def main() -> None:
    """Inject, count, print the table; TABLE_MONITOR_BENCH_TIMES and _TABLES make it shorter."""
    shuffled = [fault for fault in FAULTS for _ in range(TIMES)]
    random.Random(1).shuffle(shuffled)  # noqa: S311 - an order, not a secret
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        began = time.monotonic()
        runs = [_TableRun(number, base, shuffled[number::TABLES], False) for number in range(TABLES)]
        for run in runs:
            run.small_disk = _small_disk(run.room)
        try:
            threads = [threading.Thread(target=run.run) for run in runs]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            _print(runs, time.monotonic() - began)
        finally:
            for run in runs:
                if run.small_disk:
                    subprocess.run(["umount", "-l", str(run.room)], check=False)


def _print(runs: list[_TableRun], passed_s: float) -> None:
    recorded_s = sum((run.found.rows[-1].t_ns - run.found.rows[0].t_ns) / 1e9 for run in runs if run.found)
    small = "a real small disk" if all(run.small_disk for run in runs) else "injected"
    print(
        f"{len(runs)} tables side by side, {recorded_s / 60:.1f} min of recording in {passed_s / 60:.1f} min; full disk: {small}"
    )
    print(f"{'fault':<16}{'injected':>9}{'survived':>9}{'s lost, mean':>14}{'s lost, worst':>15}{'limit':>7}")
    for fault in FAULTS:
        lost = [
            run.lost_s(i) for run in runs if run.found for i, made in enumerate(run.injected) if made.fault == fault
        ]
        back = sum(made.back for run in runs for made in run.injected if made.fault == fault)
        if lost:
            limit = LIMIT_S.get(fault, 2.0)
            mark = "" if max(lost) <= limit else "  MISSED"
            mean = sum(lost) / len(lost)
            print(f"{fault:<16}{len(lost):>9}{back:>9}{mean:>14.2f}{max(lost):>15.2f}{limit:>7.1f}{mark}")
    for run in runs:
        found = run.found
        if found is None:
            print(f"table {run.number}: did not come to its end")
            continue
        print(
            f"table {run.number}: {len(found.rows)} pictures recorded, {found.missing} missing, {len(found.gaps)} gap rows "
            f"telling {found.told}, {found.unreported} unreported"
        )
