"""Packs a case in the background: encoding clips takes seconds, and the judge goes on looking."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from engine.faults import Fault
from ui.commands.verify import journal_text
from ui.evidence.pack.pack import Packed, make_pack
from ui.evidence.pack.recording_of import RecordingGone
from ui.words import Words


class PackFailed(Fault):
    """The disk or the film did not allow a pack."""

    template = "Nothing was packed ({reason}): free some space or put the film back, then press P again."


class Packing:
    """At most one pack at a time."""

    def __init__(self, folder: Path, words: Words) -> None:
        self._folder, self._words = folder, words
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="packing")
        self._running: Future[Packed] | None = None

    @property
    def is_busy(self) -> bool:
        return self._running is not None

    def begin(self, case: str) -> bool:
        """Start packing; False while another pack is being made."""
        if self._running is not None:
            return False
        self._running = self._pool.submit(self._pack, case)
        return True

    def result(self, *, wait: bool = False) -> str:
        """A sentence once the pack is there or could not be made, and only once; empty before. Raises a Fault."""
        running = self._running
        if running is None or not (wait or running.done()):
            return ""
        self._running = None
        packed = running.result()
        return self._words("Packed in {folder}; “table-monitor verify” checks it.", folder=packed.folder)

    def close(self) -> None:
        """Wait for the pack that is being made, so that none is left half-written."""
        self._pool.shutdown(wait=True)

    def _pack(self, case: str) -> Packed:
        try:
            return make_pack(self._folder, journal_text(self._folder), case, self._folder / "packs" / case, self._words)
        except RecordingGone:
            raise
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error).rstrip(".")
            raise PackFailed(reason=reason) from error
