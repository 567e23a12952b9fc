"""`table-monitor`: the command line. It reads arguments, calls one function per command, and words every error."""

from __future__ import annotations

import errno
import re
import signal
import sys
from collections.abc import Sequence
from typing import Any, Final

import typer

from engine.faults import Fault
from ui.command_line import evidence, looking
from ui.command_line.books import models_app, rules_app
from ui.command_line.events import event_app
from ui.command_page import Command, Group, wrong_use
from ui.stopping import Stopped, stoppable
from ui.words import LANGUAGES, Words, language_of_the_machine

# Each command imports what it needs when it runs: `--help` and `rules list` answer at once.

EXIT_DONE, EXIT_FINDING, EXIT_BAD_INPUT = 0, 1, 2
PROGRAM: Final = "table-monitor"
EXPORTS: Final = ("mafiaratings", "polemica", "csv", "pdf", "public")


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
app.add_typer(models_app, name="models")
app.add_typer(rules_app, name="rules")
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


for _command in (
    looking.demo,
    looking.watch,
    looking.record,
    looking.recover,
    looking.audit,
    evidence.review,
    looking.hear,
    looking.check,
    looking.label,
    looking.inspect,
    looking.calibrate,
    evidence.verify,
    evidence.pack,
    evidence.export,
):
    app.command(cls=Command)(_command)


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
