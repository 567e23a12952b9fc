"""Other talk as IPA, by espeak-ng's Russian voice."""

from __future__ import annotations

import subprocess
from functools import lru_cache

from models.training.words.other_talk import as_russian_letters


@lru_cache(maxsize=20_000)
def ipa_of(text: str, language: str) -> str:
    """IPA of Russian or (respelled) Ukrainian talk; never used for wanted words."""
    letters = as_russian_letters(text) if language == "uk" else text
    command = ["espeak-ng", "-q", "--ipa", "-v", "ru", letters]
    return " ".join(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
