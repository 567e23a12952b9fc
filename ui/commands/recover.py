"""`recover`: repairs the folder of a recording that was stopped in the middle, and says what it found."""

from __future__ import annotations

import sys
from pathlib import Path

from audio.recording.sound_times import recover_sound
from engine.journal import verify
from ui.session.game import JOURNAL_NAME
from ui.words import Words
from vision.capture.source import SourceMissing
from vision.clock import MachineClock
from vision.recording.one_recorder import LOCK_NAME, OneRecorder
from vision.recording.recover import Repaired, recover


def recover_folder(words: Words, folder: Path) -> int:
    """Exit code 0: what can be saved is saved. A recorder that still writes into the folder is asked to end first."""
    if not folder.is_dir():
        raise SourceMissing(path=folder)
    lock = OneRecorder(folder, MachineClock()) if (folder / LOCK_NAME).exists() else None
    try:
        found = recover(folder)
        sounds = recover_sound(folder)
    finally:
        if lock is not None:
            lock.release()
    for camera in found.cameras:
        _say(_sentence(camera, words))
        for name in camera.empty:
            _say(words("{file} holds no picture; it is left as it is.", file=name))
    for name in sounds:
        _say(words("{file} was still open; its sound is kept.", file=name))
    if found.session_made:
        _say(words("session.json was completed from the files."))
    journal = folder / JOURNAL_NAME
    if journal.is_file():
        findings = verify(journal.read_text(encoding="utf-8", errors="replace"))
        if findings:
            _say(
                words(
                    "The journal does not hold from line {line} on: run “table-monitor verify”.", line=findings[0].line
                )
            )
        else:
            _say(words("Every line of the journal holds."))
    if not found.session_made and not sounds and all(camera.whole for camera in found.cameras):
        _say(words("The recording is whole; nothing had to be done."))
    return 0


def _sentence(camera: Repaired, words: Words) -> str:
    return words(
        "{camera}: {pictures} pictures in {segments} files; {rescued} files were still open, {rebuilt} times were made "
        "anew, {lost} pictures that were written down are missing, {broken} lines were broken.",
        camera=camera.camera,
        pictures=camera.pictures,
        segments=camera.segments,
        rescued=len(camera.rescued),
        rebuilt=camera.rebuilt,
        lost=camera.lost,
        broken=camera.broken_lines,
    )


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
