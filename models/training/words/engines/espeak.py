"""espeak-ng's variants of one formant voice, told phonemes where it would read the letters wrongly."""

from __future__ import annotations

import io
import random
import subprocess
from functools import cache
from typing import Final

import soundfile

from models.training.words.clips import Clip, trimmed
from models.training.words.other_talk import as_russian_letters
from models.training.words.plan import Line

_UNLIKE_PEOPLE: Final = ("whisper", "croak", "robosoft", "klatt", "Demonic", "Gene", "Henrique", "Storm", "Alien")
PHONEMES: Final = {
    "дякую": ("d;'akuju", "d;'ak@ju"),
    "місто засинає": ("m;'isto zasyn'ajE", "m;'isto zasIn'ajE"),
    "місто спить": ("m;'isto sp'yt;", "m;'isto sp'It;"),
    "настає ніч": ("nastaj'E n;'itS",),
    "місто прокидається": ("m;'isto prokyd'ajEts;a", "m;'isto prokId'ajEts;a"),
    "один": ("od'yn",),
    "два": ("dv'a",),
    "три": ("tr'y",),
    "чотири": ("tSot'yry",),
    "п'ять": ("pj'at;",),
    "шість": ("S'ist;", "S'is;t;"),
    "сім": ("s;'im",),
    "вісім": ("v;'is;im",),
    "дев'ять": ("d'Evjat;",),
    "десять": ("d'Es;at;",),
}


@cache
def variants() -> tuple[str, ...]:
    """The variants that sound like people, by name."""
    listing = subprocess.run(["espeak-ng", "--voices=variant"], capture_output=True, text=True, check=True).stdout
    names = [line.split()[4].removeprefix("!v/") for line in listing.splitlines()[1:]]
    return tuple(sorted(name for name in names if not any(name.startswith(odd) for odd in _UNLIKE_PEOPLE)))


def say(line: Line, variant: str, rng: random.Random) -> Clip | None:
    """One line at a rate and pitch drawn from what people do."""
    if line.wanted is None:
        text = as_russian_letters(line.text) if line.language == "uk" else line.text
    elif line.language == "uk" and line.text in PHONEMES:
        text = f"[[{rng.choice(PHONEMES[line.text])}]]"
    else:
        text = line.text
    rate, pitch = str(rng.randint(115, 230)), str(rng.randint(10, 90))
    command = ["espeak-ng", "-v", f"ru+{variant}", "-s", rate, "-p", pitch, "--stdout", text]
    made = subprocess.run(command, capture_output=True, check=False).stdout
    if len(made) < 1000:
        return None
    samples, rate_hz = soundfile.read(io.BytesIO(made), dtype="float32")
    sound = trimmed(samples, rate_hz)
    output = line.wanted.output if line.wanted else ""
    return None if sound is None else Clip(sound, f"espeak:{variant}", line.language, output, line.text)
