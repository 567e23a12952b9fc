"""Hostile input: ten thousand spoilt files and streams through every reader; no crash, no hang, nothing written outside."""

from __future__ import annotations

import contextlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Final

from engine.cues import CameraId
from engine.faults import Fault
from tests.recording.clips import write_clip

FILES: Final = int(os.environ.get("TABLE_MONITOR_BENCH_FILES", "10000"))
BATCH: Final = 500
STREAM_EVERY: Final = 50
HANG_S: Final = 5.0
KINDS: Final = ("mkv", "mp4", "ts", "avi", "mov", "nut")


def _spoil(whole: bytes, chance: random.Random) -> bytes:
    spoilt = bytearray(whole)
    for _ in range(chance.randint(1, 30)):
        at = chance.randrange(len(spoilt))
        match chance.randrange(4):
            case 0:
                spoilt[at] = chance.randrange(256)
            case 1:
                spoilt[at : at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff"))
            case 2:
                del spoilt[at : at + chance.randrange(1, 200)]
            case _:
                spoilt[at:at] = chance.randbytes(chance.randrange(1, 60))
        if not spoilt:
            spoilt = bytearray(b"x")
    return bytes(spoilt[: chance.randrange(1, len(spoilt) + 1)] if chance.random() < 0.2 else spoilt)


def batch(seed: int, number: int, folder: Path) -> None:
    """One process's share: a crash of the decoder ends it, and is seen by whoever started it."""
    from audio.capture.track import read_sound
    from vision.capture.addresses import Address, AddressKind
    from vision.capture.devices import Wish
    from vision.capture.live import open_connection
    from vision.capture.video_file import VideoFileSource
    from vision.clock import MachineClock
    from vision.recording.recover import recover

    chance = random.Random(seed)  # noqa: S311 - spoiling, not secrets
    wholes = [write_clip(folder / f"whole.{kind}", 12).read_bytes() for kind in KINDS]
    for index in range(number):
        kind = chance.randrange(len(KINDS))
        spoilt = _spoil(wholes[kind], chance)
        path = folder / f"spoilt.{KINDS[kind]}"
        path.write_bytes(spoilt)
        began = time.monotonic()
        with contextlib.suppress(Fault):
            for frame in VideoFileSource(path, CameraId("cam1")).frames():
                del frame
        with contextlib.suppress(Fault):
            read_sound(path)
        if index % 10 == 0:
            game = folder / "game"
            game.mkdir(exist_ok=True)
            (game / "cam1_000.mkv.writing").write_bytes(spoilt)
            (game / "cam1_times.csv").write_bytes(chance.randbytes(300))
            recover(game)
            for left in game.iterdir():
                left.unlink()
        if index % STREAM_EVERY == 0:
            port = _serve_once(spoilt)
            address = Address(AddressKind.STREAM, f"tcp://127.0.0.1:{port}")
            with (
                contextlib.suppress(Fault),
                contextlib.closing(open_connection(address, Wish(), MachineClock())) as connection,
            ):
                for _ in connection.arrivals():
                    pass
        passed = time.monotonic() - began
        sys.stdout.write(f"{passed:.3f}\n")
        sys.stdout.flush()


def _serve_once(content: bytes) -> int:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(1)

    def serve() -> None:
        with listener:
            watcher, _ = listener.accept()
            with watcher:
                try:
                    watcher.sendall(content)
                except OSError:
                    return

    threading.Thread(target=serve, daemon=True).start()
    port: int = listener.getsockname()[1]
    return port


def main() -> None:
    """Ten thousand, or TABLE_MONITOR_BENCH_FILES."""
    slowest, done, crashes, outside = 0.0, 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        before = set(Path.cwd().iterdir())
        for seed in range((FILES + BATCH - 1) // BATCH):
            folder = base / f"batch{seed}"
            folder.mkdir()
            count = min(BATCH, FILES - seed * BATCH)
            code = (
                f"from pathlib import Path; from benchmarks.recorder_fuzz import batch; "
                f"batch({seed}, {count}, Path({str(folder)!r}))"
            )
            ran = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=count * HANG_S
            )
            times = [float(line) for line in ran.stdout.split()]
            done += len(times)
            slowest = max([slowest, *times])
            if ran.returncode != 0:
                crashes += 1
                print(f"batch {seed} ended with {ran.returncode} after {len(times)} files: {ran.stderr[-400:]}")
        outside = len([path for path in base.iterdir() if not path.name.startswith("batch")])
        outside += len(set(Path.cwd().iterdir()) - before)
    print(f"{done} spoilt files, every {STREAM_EVERY}th also as a stream, every 10th as a crashed recording")
    print(f"crashes: {crashes}; slowest {slowest:.1f} s (limit {HANG_S:g} s); files outside their folder: {outside}")
