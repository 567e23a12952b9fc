"""Commands that look, hear and record.

Each imports what it needs when it runs: `--help` and `rules list` answer at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ui.command_line.arguments import Json, LiveSources, Out, Rules, Seats, Sources, Timeline


def demo(
    context: typer.Context,
    headless: Annotated[bool, typer.Option("--headless", help="without a window")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="folder for the report")] = None,
) -> None:
    """Play the demo game that ships with the program; without a display, headless by itself.

    Example: table-monitor demo --headless --out report
    """
    from ui.commands.demo import demo as run

    context.exit(run(context.obj, headless=headless, out=out))


def watch(
    context: typer.Context,
    sources: LiveSources,
    rules: Rules = None,
    seats: Seats = None,
    timeline: Timeline = None,
    live: Annotated[
        bool, typer.Option("--live", help="at the speed of the recording, not as fast as possible")
    ] = False,
    out: Annotated[Path | None, typer.Option("--out", help="record cameras and streams into this folder too")] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="end by itself after so long", min=0.1)] = None,
) -> None:
    """Print cues and suggestions as JSON lines while a recording plays, or live from cameras and streams.

    Example: table-monitor watch game.mp4 --seats seats.json --timeline timeline.jsonl --rules b
    """
    from ui.commands.watch import watch as run

    context.exit(run(context.obj, sources, rules, seats, timeline, live=live, out=out, seconds=seconds))


def record(
    context: typer.Context,
    sources: LiveSources,
    out: Annotated[Path, typer.Option("--out", help="new folder for the recording, or one to go on with")],
    seconds: Annotated[float | None, typer.Option("--seconds", help="end by itself after so long", min=0.1)] = None,
    hours: Annotated[
        float | None, typer.Option("--hours", help="for how long the disk must have room", min=0, max=1000)
    ] = None,
) -> None:
    """Record cameras, streams or files untouched; every loss is told at once and written down.

    Ends at Ctrl-C, after --seconds, or at the end of files. Exit code 1 where pictures are missing.

    Example: table-monitor record 0 rtsp://192.168.1.20/stream --out game1 --hours 8
    """
    from ui.commands.record import record as run

    context.exit(run(context.obj, sources, out, seconds, hours))


def recover(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="folder of a recording")],
) -> None:
    """Repair a recording after a crash or a power cut, and say what was found; nothing is deleted.

    Example: table-monitor recover game1
    """
    from ui.commands.recover import recover_folder as run

    context.exit(run(context.obj, folder))


def audit(
    context: typer.Context,
    sources: Sources,
    out: Out,
    rules: Rules = None,
    seats: Seats = None,
    timeline: Timeline = None,
) -> None:
    """Look at a whole recording and write report.html, votes.csv and suggestions.jsonl.

    Example: table-monitor audit game.mp4 --rules b --seats seats.json --timeline timeline.jsonl --out results
    """
    from ui.commands.audit import audit as run

    context.exit(run(context.obj, sources, rules, seats, timeline, out))


def hear(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="sound or video file, or the folder of a recorded game")],
    as_json: Json = False,
) -> None:
    """Find the host's words in a sound: closing words, night and day, seat numbers, with when each began and ended.

    Example: table-monitor hear game.mp4 --json
    """
    from ui.commands.hear import hear as run

    context.exit(run(context.obj, file, as_json=as_json))


def check(
    context: typer.Context,
    sources: Sources,
    rules: Rules = None,
    as_json: Json = False,
) -> None:
    """Compare each camera's clock with the microphone's by three or more claps in the first minute of a recording.

    Exit code 1 where more is left over than timing by sound bears.

    Example: table-monitor check claps.mp4 --rules b
    """
    from ui.commands.check import check as run

    context.exit(run(context.obj, sources, rules, as_json=as_json))


def label(
    context: typer.Context,
    recording: Annotated[list[Path], typer.Argument(help="video file, or the folder of a recorded game")],
    out: Annotated[
        Path | None, typer.Option("--out", help="file of the labels; without it, beside the recording")
    ] = None,
    notes: Annotated[
        Path | None, typer.Option("--import", help="ground_truth.json with notes on this clip; no window opens")
    ] = None,
) -> None:
    """Mark by hand what a recording shows, picture by picture, as truth to measure the monitor against.

    Example: table-monitor label game.mp4 --out game.labels.jsonl
    """
    from ui.commands.label import label as run

    context.exit(run(context.obj, recording, out, notes))


def inspect(
    context: typer.Context,
    picture: Annotated[Path, typer.Argument(help="picture or video")],
    at: Annotated[float, typer.Option("--at", help="moment of a video, seconds")] = 0.0,
    seats: Seats = None,
    camera: Annotated[
        str | None, typer.Option("--camera", help="camera of the seats file that took the picture")
    ] = None,
    as_json: Json = False,
    out: Annotated[Path | None, typer.Option("--out", help="PNG with everything drawn that was seen")] = None,
) -> None:
    """Say per seat what one picture shows: eyes, mask, head, hands.

    Example: table-monitor inspect table.png --seats seats.json --out seen.png
    """
    from ui.commands.inspect import inspect as run

    context.exit(run(context.obj, picture, at, seats, as_json=as_json, out=out, camera=camera))


def calibrate(
    context: typer.Context,
    sources: Annotated[
        list[Path] | None,
        typer.Argument(help="video file, or the folder of a recorded game; one file per camera; none: print the board"),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", help="the table's top: round:1500mm, oval:2400x1600mm or rect:2400x1200mm")
    ] = None,
    board: Annotated[
        Path | None,
        typer.Option("--board", help="print the board here, or take the lens from a recording that shows it"),
    ] = None,
    lens: Annotated[
        str, typer.Option("--lens", help="webcam, webcam_wide, laptop, phone, phone_wide, ip_2.8mm, ip_4mm or 70deg")
    ] = "unknown",
    marks: Annotated[Path | None, typer.Option("--marks", help="places of the table that were pointed at")] = None,
    host: Annotated[str | None, typer.Option("--host", help="where the host is: camera:x,y in pixels")] = None,
    without: Annotated[
        list[str] | None, typer.Option("--without", help="a chair that does not play: camera:x,y; may be repeated")
    ] = None,
    counterclockwise: Annotated[
        bool, typer.Option("--counterclockwise", help="numbers run against the clock, seen from above")
    ] = False,
    out: Annotated[
        Path, typer.Option("--out", help="calibration file; a picture of what it proposes lies beside it")
    ] = Path("calibration.json"),
) -> None:
    """Find table, cameras, host and ten seats from two seconds of people sitting; or print the board for a lens.

    Example: table-monitor calibrate left.mp4 right.mp4 --table oval:2400x1600mm --lens webcam --host cam1:640,220
    """
    from ui.commands.calibrate import Wanted
    from ui.commands.calibrate import calibrate as run

    wanted = Wanted.of(table, lens, marks, host, without or (), board, out, counterclockwise=counterclockwise)
    context.exit(run(context.obj, sources or (), wanted))
