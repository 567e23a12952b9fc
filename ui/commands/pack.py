"""`pack`: everything that shows one incident of a game, in a folder that can be checked off-line."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.faults import Fault
from engine.journal import JournalError, read_journal
from ui.commands.export import JournalBroken
from ui.commands.verify import journal_text
from ui.evidence.pack.incident import NoIncident, names_of
from ui.evidence.pack.manifest import Changed, check_pack
from ui.evidence.pack.pack import make_pack
from ui.words import Words


class IncidentNotNamed(Fault):
    """What to pack is missing."""

    template = "“{path}” is a whole game: name an incident of it, {known}, or ask for --all."


def pack(
    words: Words, incident: Path, *, out: Path | None, recording: Path | None, everything: bool, blur: bool
) -> int:
    """Pack GAME_FOLDER/INCIDENT, or with `everything` all incidents of GAME_FOLDER; raises a Fault."""
    game, name = (incident, None) if incident.is_dir() else (incident.parent, incident.name)
    text = journal_text(game)
    try:
        known = names_of(read_journal(text))
    except JournalError as error:
        raise JournalBroken(path=game, problem=str(error)) from error
    if not known:
        raise NoIncident
    if name is None and not everything:
        raise IncidentNotNamed(path=game, known=", ".join(known))
    target = out or game / "packs"
    for one in known if name is None else (name,):
        folder = target / one if name is None or out is None else target
        made = make_pack(game, text, one, folder, words, recording=recording, blur=blur)
        _say(words("{incident}: packed in {folder}", incident=one, folder=made.folder / "index.html"))
        _say(words("Its manifest's SHA-256: {hash}", hash=made.manifest_sha256))
    return 0


def verify_pack(words: Words, folder: Path) -> int:
    """Exit code 0 when every file of a pack is as it was, 1 with the first change named first."""
    manifest, changes = check_pack(folder)
    for change in changes:
        _say(_sentence(change, words))
    if not changes:
        _say(
            words(
                "All {count} files of {incident} are as they were packed.",
                count=len(manifest.files),
                incident=manifest.incident,
            )
        )
        _say(words("Only the manifest's SHA-256 noted earlier shows that the whole pack was not made anew."))
    return 1 if changes else 0


def _sentence(change: Changed, words: Words) -> str:
    return f"{change.printable}: {words.code('pack_change', change.problem)}"


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
