"""`label`: mark by hand what a recording shows, as truth to measure the monitor against."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.faults import Fault
from ui.commands.demo import has_display
from ui.commands.progress import note
from ui.label.clip_notes import marks_from_notes
from ui.label.desk import LabelDesk
from ui.label.film import all_times, film_of
from ui.label.labels import Labels, read_labels, write_labels
from ui.words import Words
from vision.capture.opening import open_recording

FILE_NAME: Final = "labels.jsonl"


class NoWindow(Fault):
    """Labelling without a screen."""

    template = "Labelling needs a window, and there is no display here: run it on a computer with a screen."


def label(words: Words, recording: Sequence[Path], out: Path | None, notes: Path | None) -> int:
    """Open the window, or only import notes of a clip where a file of them is named."""
    opened = open_recording(recording)
    path = out or labels_beside(recording[0])
    labels = read_labels(path) if path.exists() else Labels()
    if notes is not None:
        for mark in marks_from_notes(notes, recording[0], all_times(opened.sources[0])):
            labels.add(mark)
        write_labels(labels, path)
        sys.stdout.write(words("{count} marks are in {path}.", count=len(labels.marks), path=path) + "\n")
        return 0
    if not has_display():
        raise NoWindow
    note(words("The labels are kept in {path}.", path=path))
    from ui.qt.label_window import run_label_window

    desk = LabelDesk([film_of(source) for source in opened.sources], labels)
    return run_label_window(desk, words, lambda: write_labels(labels, path))


def labels_beside(recording: Path) -> Path:
    """In a game's folder, or beside a video file with its name."""
    return recording / FILE_NAME if recording.is_dir() else recording.with_name(f"{recording.name}.{FILE_NAME}")
