"""The recorder: four 1080p streams at 60 pictures a second, its share of a core, and what it lost without saying so."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import psutil

from benchmarks.recorder_cameras import far_cameras
from tests.recording.accounts import account
from ui.session.recorder import RecorderKeeper, with_rings
from vision.recording.camera_writer import WriterLimits
from vision.recording.recorder_order import RecorderOrder

CAMERAS, RATE_HZ, SIZE_PX, BITRATE = 4, 60.0, (1920, 1080), 4_000_000
SECONDS = float(os.environ.get("TABLE_MONITOR_BENCH_SECONDS", "600"))
LIMIT_PERCENT = 15.0


def main() -> None:
    """Measure for ten minutes, or TABLE_MONITOR_BENCH_SECONDS."""
    with (
        tempfile.TemporaryDirectory() as folder,
        far_cameras(CAMERAS, rate_hz=RATE_HZ, size_px=SIZE_PX, bitrate=BITRATE, pictures=60) as cameras,
    ):
        order = RecorderOrder(
            tuple(camera.url for camera in cameras),
            Path(folder) / "game",
            "bench",
            limits=WriterLimits(kept_free_bytes=0),
        )
        keeper = RecorderKeeper(with_rings(order))
        keeper.start()
        while keeper.status is None or not all(camera.armed for camera in keeper.status.cameras):
            time.sleep(0.1)
        assert keeper.process is not None
        process = psutil.Process(keeper.process.pid)
        before, began = process.cpu_times(), time.monotonic()
        memory = [process.memory_info().rss]
        while time.monotonic() - began < SECONDS:
            time.sleep(1.0)
            memory.append(process.memory_info().rss)
        after, passed = process.cpu_times(), time.monotonic() - began
        status = keeper.status
        keeper.stop()
        share = 100 * (after.user + after.system - before.user - before.system) / passed
        accounts = [account(Path(folder) / "game", f"cam{n + 1}") for n in range(CAMERAS)]
        written = sum(camera.written_bytes for camera in status.cameras) / 1e6 if status is not None else 0.0
        ring_s = [round(camera.ring_ns / 1e9, 1) for camera in status.cameras] if status is not None else []
    print(f"{CAMERAS} cameras {SIZE_PX[0]}x{SIZE_PX[1]} at {RATE_HZ:g}/s, {passed:.0f} s, {written:.0f} MB written")
    print(
        f"share of one core: {share:.1f} % (limit {LIMIT_PERCENT} %), {'held' if share <= LIMIT_PERCENT else 'MISSED'}"
    )
    print(
        f"memory: {memory[0] / 1e6:.0f} MB at first, {memory[-1] / 1e6:.0f} MB at last, with shared rings that fill up"
    )
    print(f"rings reach back {ring_s} s")
    for number, found in enumerate(accounts, 1):
        print(
            f"cam{number}: {len(found.rows)} pictures, {found.missing} missing, {found.told} told, "
            f"{found.unreported} unreported"
        )
