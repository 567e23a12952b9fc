"""Commands about a tournament: `event …`.

Each imports what it needs when it runs: `--help` and `rules list` answer at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ui.command_page import Command, Group

event_app = typer.Typer(
    cls=Group, help="A tournament: its seating, settings, archive and what carries over.", no_args_is_help=True
)

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
