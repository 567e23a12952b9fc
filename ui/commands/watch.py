"""`watch`: cues and suggestions as JSON lines while a recording plays or cameras film."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.actions import cue_as_json
from engine.cues import Cue
from engine.intervals import NS_PER_MS, NS_PER_S
from engine.suggestions import Suggestion, as_json
from ui.commands.audit import rules_named, unseen_lines
from ui.commands.progress import note, telling
from ui.commands.record import PROGRAM
from ui.session.audit import Audit, load_networks, look_at, merged, read_table
from ui.session.live_recording import is_live, live_recording, newest_frames, sources_of
from ui.session.named_files import open_named
from ui.session.recorder import News, RecorderKeeper, with_rings
from ui.words import Words
from vision.capture.length import length_ns
from vision.clock import Clock, MachineClock
from vision.recording.camera_writer import GapFound
from vision.recording.recorder_order import RecorderOrder
from vision.recording.ring_source import RingSource


def watch(
    words: Words,
    sources: Sequence[str],
    rules_id: str | None,
    seats: Path | None,
    timeline: Path | None,
    *,
    live: bool,
    out: Path | None = None,
    seconds: float | None = None,
    clock: Clock | None = None,
) -> int:
    """Each line is written as soon as it is known; `live` keeps to a recording's own speed.

    Cameras and streams are looked at through a recorder, and recorded into `out` where it is named.
    """
    clock = clock or MachineClock()
    if is_live(sources):
        return _watch_live(sources, rules_id, seats, timeline, out, seconds, clock)
    recording = open_named([Path(text) for text in sources], seats)
    table = read_table(recording, seats, timeline, rules_named(rules_id, recording))
    run = Audit(recording, table, look_at(recording, table, load_networks()), notice=_print)
    for line in unseen_lines(table, words):
        note(line)
    zero_ns = clock.now_ns()
    with telling(words, length_ns(recording.sources)) as tell:
        for frame in merged(recording.sources):
            if live:
                clock.sleep_until(zero_ns + frame.t_ns)
            run.take(frame)
            tell(frame.t_ns)
        run.finish()
    return 0


def _watch_live(
    sources: Sequence[str],
    rules_id: str | None,
    seats: Path | None,
    timeline: Path | None,
    out: Path | None,
    seconds: float | None,
    clock: Clock,
) -> int:
    """Until Ctrl-C, the end of all sources, or so many seconds."""
    order = RecorderOrder(tuple(sources), out, PROGRAM, rules=rules_id)
    keeper = RecorderKeeper(with_rings(order))
    eyes: tuple[RingSource, ...] = ()
    try:
        keeper.start()
        eyes = sources_of(keeper, clock)
        recording = live_recording(eyes)
        table = read_table(recording, seats, timeline, rules_named(rules_id, recording))
        run = Audit(recording, table, look_at(recording, table, load_networks()), notice=_print)
        until_ns = None if seconds is None else clock.now_ns() + round(seconds * NS_PER_S)
        while not keeper.over and (until_ns is None or clock.now_ns() < until_ns):
            frames = newest_frames(eyes)
            for frame in frames:
                run.take(frame)
            for news in keeper.news():
                _print_news(news)
            if not frames:
                clock.sleep_until(clock.now_ns() + 10 * NS_PER_MS)
        run.finish()
    except KeyboardInterrupt:
        return 0
    finally:
        for eye in eyes:
            eye.close()
        keeper.stop()
    return 0


def _print_news(news: News) -> None:
    """A loss of pictures is a line too: whoever reads must know what was not seen."""
    if isinstance(news, GapFound):
        _line(
            {
                "type": "gap",
                "camera": news.camera,
                "when": [news.from_ns, news.until_ns],
                "frames": news.frames,
                "reason": news.reason,
            }
        )


def _print(noticed: Cue | Suggestion) -> None:
    body = cue_as_json(noticed) if isinstance(noticed, Cue) else as_json(noticed)
    kind = "cue" if isinstance(noticed, Cue) else "suggestion"
    _line({"type": kind, **body})


def _line(document: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")
    sys.stdout.flush()
