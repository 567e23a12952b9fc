"""A small recorded game, made on the spot: grey pictures, ten seats, a night and a vote in its timeline."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from engine.cues import CameraId
from tests.synth.answers import answers_to
from vision.recording.session_file import SessionCamera, SessionClock, SessionFile, write_session
from vision.recording.times_file import GapRow, PictureTime, write_times

SIZE_PX = (320, 64)
TIMELINE = (
    {"t": 500, "kind": "night_cue"},
    {"t": 1500, "kind": "day_cue"},
    {"t": 1600, "kind": "nomination", "subject": 1, "candidate": 2},
    {"t": 1700, "kind": "nomination", "subject": 2, "candidate": 3},
    {"t": 1800, "kind": "vote_open"},
    {"t": 1900, "kind": "call", "candidate": 2},
    {"t": 2300, "kind": "word"},
    {"t": 2500, "kind": "count", "candidate": 2, "number": 0},
    {"t": 2900, "kind": "vote_close"},
)
ANSWERS = answers_to("a")


def seats_json() -> str:
    """Ten seats side by side across the picture."""
    width = SIZE_PX[0] / 10
    seats = [
        {"seat": n + 1, "polygon": [[n * width, 0], [(n + 1) * width, 0], [(n + 1) * width, 60], [n * width, 60]]}
        for n in range(10)
    ]
    return json.dumps({"schema": 1, "image_size": SIZE_PX, "seats": seats})


def write_segment(path: Path, times_ms: list[int]) -> None:
    """Grey pictures at these times, time base one millisecond."""
    with av.open(str(path), "w", format="matroska") as container:
        stream = container.add_stream("mpeg4", rate=25)
        stream.width, stream.height, stream.pix_fmt = *SIZE_PX, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        for t_ms in times_ms:
            frame = av.VideoFrame.from_ndarray(np.full((SIZE_PX[1], SIZE_PX[0], 3), 90, np.uint8), format="bgr24")
            frame.pts, frame.time_base = t_ms - times_ms[0], Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def recorded_game(folder: Path, *, until_ms: int = 3500, missing_ms: tuple[int, int] | None = None) -> Path:
    """A game folder with one camera in two segments; `missing_ms` is a stretch that its recorder lost and wrote down."""
    folder.mkdir(parents=True, exist_ok=True)
    times_ms = [t for t in range(0, until_ms, 40) if missing_ms is None or not missing_ms[0] <= t < missing_ms[1]]
    half = len(times_ms) // 2
    rows: list[PictureTime | GapRow] = []
    for segment, part in enumerate((times_ms[:half], times_ms[half:])):
        write_segment(folder / f"cam1_{segment:03}.mkv", part)
        rows += [
            PictureTime(times_ms.index(t), 1_000_000 * t, t - part[0], segment, exposure_ns=10_000_000) for t in part
        ]
    if missing_ms is not None:
        rows.append(GapRow(1_000_000 * missing_ms[0], 0, "camera lost"))
    write_times(folder / "cam1_times.csv", rows)
    session = SessionFile(
        program="test",
        clock=SessionClock(monotonic_zero_ns=0, utc="2026-01-01T00:00:00Z"),
        cameras={CameraId("cam1"): SessionCamera(size=SIZE_PX, codec="mpeg4")},
        rules="a",
        answers=dict(ANSWERS),
    )
    write_session(session, folder)
    (folder / "seats.json").write_text(seats_json(), encoding="utf-8")
    lines = [json.dumps({**line, "t": [int(str(line["t"])) * 1_000_000] * 2, "source": "label"}) for line in TIMELINE]
    (folder / "timeline.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
