"""Makes an evidence pack: a folder that shows one incident whole, opens anywhere, and tells when a byte was changed."""

from __future__ import annotations

import hashlib
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from typing import Final

import jinja2

from calibration.seats_file import SeatsFile, read_seats
from engine.journal import Journal, read_journal
from engine.ruleset import Ruleset, load_rules
from ui.evidence.pack.filmed import Filmed, film_incident
from ui.evidence.pack.heard import Heard, hear_incident
from ui.evidence.pack.incident import Incident, incident_of
from ui.evidence.pack.manifest import write_manifest
from ui.evidence.pack.recording_of import recording_of
from ui.evidence.pack.timing_plot import plot
from ui.evidence.phrases import interval_text, span_text, suggested_text
from ui.evidence.whole_files import whole_folder
from ui.words import Words
from vision.capture.game_folder import GameFolder

JOURNAL_NAME: Final = "journal.jsonl"
_LIBRARIES: Final = ("av", "mediapipe", "numpy", "onnxruntime", "opencv-contrib-python")


@dataclass(frozen=True, slots=True)
class Packed:
    """A pack that was made; `manifest_sha256` is what to note down."""

    folder: Path
    manifest_sha256: str


def make_pack(
    game: Path,
    journal_text: str,
    name: str,
    out: Path,
    words: Words,
    *,
    recording: Path | None = None,
    blur: bool = False,
) -> Packed:
    """Pack one incident of a game; raises a Fault, and leaves nothing half-written.

    `game` is the folder with the journal; what was filmed lies there too or where `recording.json` says.
    """
    journal = read_journal(journal_text)
    incident = incident_of(journal, name)
    rules = load_rules(journal.rules_id or "")
    film = GameFolder(recording_of(game, recording))
    seats_path = film.beside("seats.json")
    seats = read_seats(seats_path) if seats_path is not None else None
    with whole_folder(out) as folder:
        filmed = _filmed(film, seats, incident, folder, blur=blur)
        heard = hear_incident(film.folder, incident, folder)
        (folder / JOURNAL_NAME).write_text(journal_text, encoding="utf-8", newline="\n")
        for beside in ("session.json", "seats.json", "calibration.json"):
            if (found := film.beside(beside)) is not None:
                shutil.copyfile(found, folder / beside)
        page = _page(incident, journal, rules, filmed, heard, film, words, blur=blur)
        (folder / "index.html").write_text(page, encoding="utf-8", newline="\n")
        sha256 = write_manifest(folder, incident=incident.name, game=game.name, journal_head=journal.chain.head)
    return Packed(out, sha256)


def _filmed(
    recording: GameFolder, seats: SeatsFile | None, incident: Incident, folder: Path, *, blur: bool
) -> tuple[Filmed, ...]:
    found = []
    for source in recording.sources():
        own = seats.cameras.get(source.camera) if seats is not None else None
        filmed = film_incident(source, own, incident, folder, blur=blur)
        if filmed is not None:
            found.append(filmed)
    return tuple(found)


def _page(
    incident: Incident,
    journal: Journal,
    rules: Ruleset,
    filmed: tuple[Filmed, ...],
    heard: Heard,
    recording: GameFolder,
    words: Words,
    *,
    blur: bool,
) -> str:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("ui.evidence", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    suggestion = incident.suggestion
    clause = rules.clause(suggestion.clause) if suggestion is not None and suggestion.clause is not None else None
    return environment.get_template("pack.html.j2").render(
        words=words,
        language=words.language,
        incident=incident,
        suggestion=suggestion,
        what=suggested_text(suggestion, rules, words) if suggestion is not None else words("vote"),
        clause=clause,
        clause_title=getattr(clause.title, words.language) if clause is not None else "",
        when=span_text(suggestion.when, words) if suggestion is not None else "",
        word=span_text(incident.window.word, words) if incident.window is not None and incident.window.word else "",
        rules=rules,
        filmed=filmed,
        heard=heard,
        plot=plot(incident, filmed, heard.sound, words),
        offsets=recording.session.offsets,
        versions=_versions(recording, rules),
        head=journal.chain.head,
        synthetic=recording.session.synthetic,
        blur=blur,
        interval=interval_text,
    )


def _versions(recording: GameFolder, rules: Ruleset) -> Mapping[str, str]:
    """Program, libraries, rules, weights and calibration, each with what identifies it."""
    found = {"program": f"table-monitor {version('mafia-table-monitor')}", "recorded by": recording.session.program}
    found["Python"] = ".".join(str(part) for part in sys.version_info[:3])
    found |= {name: version(name) for name in _LIBRARIES}
    toml = resources.files("engine").joinpath("rules", f"{rules.id}.toml").read_bytes()
    found[f"rules {rules.id}"] = f"sha256 {hashlib.sha256(toml).hexdigest()}"
    for name, value in sorted(recording.session.hashes.items()):
        found[name] = f"sha256 {value}"
    for name in ("calibration.json", "seats.json"):
        if (path := recording.beside(name)) is not None:
            found[name] = f"sha256 {hashlib.sha256(path.read_bytes()).hexdigest()}"
    return found
