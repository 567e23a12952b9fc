"""The recorder's memory over eight hours of packets, given as fast as they are taken."""

from __future__ import annotations

import gc
import os
import tempfile
import time
from pathlib import Path

import psutil

from engine.cues import CameraId
from engine.intervals import NS_PER_S
from tests.recording.clips import write_clip
from vision.capture.addresses import address_of
from vision.capture.camera_state import DeliveredMode
from vision.capture.devices import Wish
from vision.capture.live import ArrivedPicture, open_connection
from vision.capture.packets import PicturePacket
from vision.clock import SteppedClock
from vision.recording.camera_path import CameraPath
from vision.recording.camera_writer import CameraWriter, WriterLimits, WriterNews
from vision.recording.disk import MachineDisk
from vision.recording.packet_queue import PacketQueue
from vision.recording.ring import RingWriter

HOURS = float(os.environ.get("TABLE_MONITOR_BENCH_HOURS", "8"))
RATE_HZ = 30
LIMIT_MB = 50.0


def main() -> None:
    """One camera's whole way, ring and disk, with a break of the stream every ten minutes."""
    with tempfile.TemporaryDirectory() as folder:
        connection = open_connection(address_of(str(write_clip(Path(folder) / "c.mkv", 30))), Wish(), SteppedClock())
        form, mode = connection.form, connection.mode
        payloads = [(a.payload, a.keyframe) for a in connection.arrivals() if isinstance(a, ArrivedPicture)]
        connection.close()
        game = Path(folder) / "game"
        game.mkdir()
        _run(game, form, mode, payloads)


def _run(game: Path, form: object, mode: DeliveredMode, payloads: list[tuple[bytes, bool]]) -> None:
    news: list[WriterNews] = []
    queue = PacketQueue(max_bytes=4_000_000, max_pictures=300)
    camera = CameraId("cam1")
    writer = CameraWriter(camera, game, queue, MachineDisk(), news.append, WriterLimits(60 * NS_PER_S, 0))
    ring = RingWriter(f"tm-bench-{os.getpid()}", capacity=4_000_000)
    path = CameraPath(camera, "bench", False, SteppedClock(), 0, ring, queue, writer, None)
    writer.start()
    process, began = psutil.Process(), time.process_time()
    seen: list[float] = []
    for number in range(round(HOURS * 3600 * RATE_HZ)):
        payload, keyframe = payloads[number % len(payloads)]
        t_ns = number * NS_PER_S // RATE_HZ
        if number % (600 * RATE_HZ) == 0:
            path.begin(form, mode)  # type: ignore[arg-type]
        path.take(PicturePacket(number, t_ns, t_ns, t_ns, keyframe, payload))
        if number % (1200 * RATE_HZ) == 0:
            gc.collect()
            seen.append(process.memory_info().rss / 1e6)
            for old in sorted(game.glob("*.mkv"))[:-2]:
                old.unlink()  # the bench's own disk is small
    queue.end()
    writer.join()
    gc.collect()
    seen.append(process.memory_info().rss / 1e6)
    ring.close(forget=True)
    growth = seen[-1] - seen[1]
    print(f"{HOURS:g} h of {RATE_HZ} pictures a second in {time.process_time() - began:.0f} s of processor time")
    print("MB every twenty minutes:", " ".join(f"{value:.0f}" for value in seen))
    print(
        f"growth after the first twenty minutes: {growth:.1f} MB (limit {LIMIT_MB:g}), "
        f"{'held' if growth < LIMIT_MB else 'MISSED'}; {writer.pictures} pictures written, {len(news)} losses"
    )
