"""Commands for what was found: review, check, pack and export.

Each imports what it needs when it runs: `--help` and `rules list` answer at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ui.command_line.arguments import Out


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
