"""Who plays in the scenes: rendered voices by engine, real talk and music of Debian packages, what is held out."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from models.training.words.clips import F32, RATE_HZ, Clip, trimmed
from models.training.words.scenes import Cast
from models.training.words.vocabulary import OUTPUTS, heard_in

WEIGHTS: Final = {
    "kokoro": 0.27,
    "nsh": 0.12,
    "czech": 0.13,
    "pico": 0.13,
    "piper": 0.06,
    "slt": 0.05,
    "ona": 0.04,
    "finnish": 0.05,
    "italian": 0.05,
    "espeak": 0.14,
    "world": 0.12,
}
OUTPUT_WEIGHTS: Final = {"спасибо": 3.2, "дякую": 2.2, "стоп": 1.8, "пас": 1.2} | {
    "наступает ночь": 1.5,
    "настає ніч": 1.5,
}
_ENGINE_OF_FESTIVAL: Final = {
    "nsh": "nsh", "slt": "slt", "ona": "ona", "lj": "finnish", "mv": "finnish", "lp": "italian", "pc": "italian",
}  # fmt: skip
SOUNDS: Final = Path("/usr/share")
REAL: Final = (
    "klettres/*/*/*.ogg",
    "ktuberling/sounds/*/*.ogg",
    "games/hedgewars/Data/Sounds/voices/*/*.ogg",
    "asterisk/sounds/en_US_f_Allison/**/*.wav",
    "asterisk/sounds/es_MX_f_Allison/**/*.wav",
    "asterisk/sounds/fr_CA_f_June/**/*.wav",
    "asterisk/sounds/it_IT_m_Carlo/**/*.wav",
)
RUSSIAN_OR_UKRAINIAN: Final = ("/ru/", "/uk/", "Default_ru", "Default_uk")
_MUSIC: Final = ("asterisk/moh/*.wav", "games/hedgewars/Data/Music/*.ogg")
_EFFECTS: Final = ("games/hedgewars/Data/Sounds/*.ogg",)


def held_out(clip: Clip) -> bool:
    """Voices that no network is ever taught: both of ru_tts, Kokoro's British ones, ten of espeak's, all long readings."""
    engine, voice = clip.voice.split(":", 1)
    return engine in ("ru_tts", "reading") or (engine == "kokoro" and voice.startswith("b")) or voice in HELD_ESPEAK


HELD_ESPEAK: Final = frozenset({"f3", "m5", "Annie", "Hugo", "linda", "Michael", "steph3", "belinda", "Mario", "Zac"})


def engine_of(clip: Clip) -> str:
    """The kind of voice that a clip's share is given to."""
    engine, voice = clip.voice.split(":", 1)
    if engine == "festival":
        return _ENGINE_OF_FESTIVAL.get(voice, "czech")
    return engine


def cast(clips: Sequence[Clip]) -> Cast:
    """Everybody who may be learned from."""
    wanted: dict[str, dict[str, list[Clip]]] = {}
    talk: dict[str, list[Clip]] = {}
    for clip in clips:
        if held_out(clip):
            continue
        engine = engine_of(clip)
        if clip.output:
            wanted.setdefault(engine, {}).setdefault(clip.output, []).append(clip)
        else:
            talk.setdefault(engine, []).append(clip)
    talk["real"] = list(real_talk(validation=False))
    heard = {clip.text: heard_in(clip.text) for clips in talk.values() for clip in clips}
    heard[_FOREIGN] = frozenset({"стоп", "пас"})  # said alike in English, German, French …
    return Cast(
        wanted=wanted,
        talk=talk,
        weights={engine: share for engine, share in WEIGHTS.items() if engine in wanted},
        output_weights={output: OUTPUT_WEIGHTS.get(output, 0.8 if output.isdigit() else 1.3) for output in OUTPUTS},
        heard_in=heard,
        music=[sound for sound in _sounds(_MUSIC, seconds=60) if len(sound) > 5 * RATE_HZ],
        effects=[sound[: 2 * RATE_HZ] for sound in _sounds(_EFFECTS, seconds=3)],
    )


_FOREIGN: Final = "talk in another language"


def real_talk(*, validation: bool) -> Iterator[Clip]:
    """People's recordings without a wanted word: every second one in Russian and Ukrainian is kept for validation."""
    for path in paths(REAL):
        if is_validation(path) is not validation:
            continue
        samples = _read(path, seconds=30)
        for first in range(0, len(samples), 4 * RATE_HZ):
            sound = trimmed(samples[first : first + 4 * RATE_HZ], RATE_HZ)
            if sound is not None:
                yield Clip(sound, f"real:{path.parent.name}", "", "", _FOREIGN)


def is_validation(path: Path) -> bool:
    """Whether nothing was learned from a recording."""
    native = any(mark in str(path) for mark in RUSSIAN_OR_UKRAINIAN)
    return native and zlib.crc32(path.name.encode()) % 2 == 0


def paths(patterns: Sequence[str]) -> list[Path]:
    return [path for pattern in patterns for path in sorted(SOUNDS.glob(pattern))]


def _sounds(patterns: Sequence[str], seconds: float) -> Iterator[F32]:
    for path in paths(patterns):
        samples = _read(path, seconds)
        peak = float(np.abs(samples).max()) if len(samples) else 0.0
        if peak > 1e-3:
            yield (samples / peak).astype(np.float32)


def _read(path: Path, seconds: float) -> F32:
    import soundfile  # in the training environment only
    from scipy.signal import resample_poly

    with soundfile.SoundFile(path) as file:
        rate_hz = file.samplerate
        samples = file.read(int(seconds * rate_hz), dtype="float32", always_2d=True).mean(axis=1)
    return np.asarray(resample_poly(samples, RATE_HZ, rate_hz), np.float32)
