"""Every reason that a gap can have, as codes; `ui.words` has words for each."""

from __future__ import annotations

from typing import Final

from vision.capture.camera_reader import MISSING
from vision.capture.camera_state import CameraTrouble
from vision.recording.camera_writer import NOT_RECORDABLE, OVERLOAD
from vision.recording.disk import DiskTrouble
from vision.recording.salvage import KILLED

LOSS_REASONS: Final = (*CameraTrouble, *DiskTrouble, MISSING, OVERLOAD, NOT_RECORDABLE, KILLED)
