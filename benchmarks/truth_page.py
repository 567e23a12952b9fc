"""The bench's HTML page: the table of figures and the worst cases as short moving pictures. Always says synthetic."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from benchmarks.truth_events import Pair
from benchmarks.truth_scores import Score
from calibration.seats_file import read_seats
from engine.intervals import NS_PER_S
from vision.capture.game_folder import GameFolder

WORST: Final = 20
AROUND_NS: Final = NS_PER_S // 2
CLIP_WIDTH_PX: Final = 220
CLIP_PICTURES: Final = 10

_HEAD: Final = """<!doctype html><meta charset="utf-8"><title>Truth bench (synthetic)</title>
<style>body{font:14px system-ui;margin:2em;max-width:75em}table{border-collapse:collapse}
td,th{padding:.2em .6em;border-bottom:1px solid #ccc;text-align:right}td:first-child,th:first-child{text-align:left}
figure{display:inline-block;margin:.5em;vertical-align:top;width:230px}</style>
<h1>Truth bench on synthetic footage</h1>
<p>Every figure here was measured on synthetic footage. It is no evidence about real tables.</p>
"""


def worst(pairs: Sequence[Pair]) -> list[Pair]:
    """The cases that hurt most: sure and false first, then missed, then the largest errors of time."""

    def badness(pair: Pair) -> float:
        if pair.happening is None:
            return 2 + (pair.claim.confidence if pair.claim else 0)
        if pair.claim is None:
            return 1.5
        return min(abs(pair.error_ns or 0) / NS_PER_S, 1.0)

    return sorted(pairs, key=badness, reverse=True)[:WORST]


def page(scores: Sequence[Score], summary: Sequence[str], pairs: Sequence[Pair], folders: dict[str, Path]) -> str:
    """The whole page, self-contained."""
    names = [f.name for f in fields(Score)]
    head = "".join(f"<th>{html.escape(name.replace('_', ' '))}</th>" for name in names)
    rows = "".join("<tr>" + "".join(f"<td>{_cell(getattr(s, n))}</td>" for n in names) + "</tr>" for s in scores)
    lines = "".join(f"<p>{html.escape(line)}</p>" for line in summary)
    cases = "".join(_case(pair, folders) for pair in worst(pairs))
    return f"{_HEAD}{lines}<table><tr>{head}</tr>{rows}</table><h2>Worst cases (synthetic)</h2>{cases}"


def _cell(value: object) -> str:
    return "–" if value is None else f"{value:.3g}" if isinstance(value, float) else html.escape(str(value))


def _case(pair: Pair, folders: dict[str, Path]) -> str:
    about = pair.happening or pair.claim
    assert about is not None
    t_ns = pair.happening.start_ns if pair.happening else pair.claim.start.middle_ns if pair.claim else 0
    fate = (
        "false"
        if pair.happening is None
        else "missed"
        if pair.claim is None
        else f"{(pair.error_ns or 0) / 1e6:+.0f} ms"
    )
    says = f"{about.kind}, seat {about.seat}, {about.scene} at {t_ns / NS_PER_S:.2f} s: {fate}"
    clip = _clip(folders[about.scene], about.seat, t_ns)
    picture = f'<img alt="" src="data:image/webp;base64,{clip}">' if clip else "(the seat is in no camera)"
    return f"<figure>{picture}<figcaption>{html.escape(says)}</figcaption></figure>"


def _clip(folder: Path, seat: int, t_ns: int) -> str | None:
    """The seat round a time, slowed down, from the first camera that shows it."""
    seats = read_seats(folder / "seats.json")
    for source in GameFolder(folder).sources():
        table = seats.cameras.get(source.camera)
        region = next((r for r in table.seats if r.seat == seat), None) if table else None
        if region is None:
            continue
        corners = np.array(region.polygon)
        (x0, y0), (x1, y1) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
        near = [f.image[y0:y1, x0:x1, ::-1] for f in source.frames() if abs(f.t_ns - t_ns) <= AROUND_NS]
        if near:
            return _moving(near[:: max(1, len(near) // CLIP_PICTURES)])
    return None


def _moving(pictures: Iterable[np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]) -> str:
    images = [Image.fromarray(np.ascontiguousarray(p)) for p in pictures]
    size = CLIP_WIDTH_PX, max(1, round(images[0].height * CLIP_WIDTH_PX / images[0].width))
    images = [image.resize(size) for image in images]
    out = io.BytesIO()
    images[0].save(out, "WEBP", save_all=True, append_images=images[1:], duration=180, loop=0, quality=55)
    return base64.b64encode(out.getvalue()).decode()
