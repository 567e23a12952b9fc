"""Festival's voices of six languages, each told in its own phones what to say (Debian: festival, festvox-*)."""

from __future__ import annotations

import random
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import soundfile

from models.training.words.clips import Clip, trimmed
from models.training.words.engines.ipa import ipa_of
from models.training.words.plan import Line
from models.training.words.vocabulary import Phone, phones, syllables

_SYLLABLES: Final = ("pa", "ta", "ma", "na", "la", "ra", "sa", "va", "da", "ba")
_CYRILLIC: Final = ("па", "та", "ма", "на", "ла", "ра", "са", "ва", "да", "ба")
"""Made-up words must look like words, else they are spelt letter by letter instead of looked up."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice, its phones for ours, and how it marks stress and softness."""

    name: str
    command: str
    letters: Mapping[str, str]  # IPA letter → phones with blanks between
    stressed: Mapping[str, str]  # IPA vowel → phones under stress, where they differ
    soft: Mapping[str, str]  # IPA consonant → phones where soft
    glide: str  # between a soft consonant without its own phone and a vowel


def _table(text: str) -> dict[str, str]:
    return dict(pair.split(":", 1) for pair in text.split(";"))


_PLAIN: Final = "p:p;b:b;t:t;d:d;k:k;f:f;m:m;n:n;l:l;r:r;s:s"
_ENGLISH: Final = _table(
    "a:aa;ɐ:ah;ɑ:aa;æ:ae;ʌ:ah;e:eh;ɛ:eh;i:iy;ɪ:ih;ɨ:ih;y:ih;o:ao;ɔ:ao;u:uw;ʊ:uh;ə:ax;p:p;b:b;t:t;d:d;k:k;ɡ:g;f:f;v:v"
    ";w:v;s:s;z:z;ʃ:sh;ʂ:sh;ɕ:sh;ʒ:zh;ʐ:zh;ʦ:t s;ʧ:ch;ʨ:ch;x:hh;h:hh;ɦ:hh;m:m;n:n;l:l;r:r;j:y"
)
_CATALAN: Final = _table(
    f"a:a;ɐ:ax;ɑ:a;æ:a;ʌ:ax;e:e;ɛ:e;i:i;ɪ:i;ɨ:i;y:i;o:o;ɔ:o;u:u;ʊ:u;ə:ax;{_PLAIN};ɡ:g;v:b;w:w;z:z;ʃ:S;ʂ:S;ɕ:S;ʒ:Z;ʐ:Z"
    ";ʦ:t s;ʧ:t S;ʨ:t S;x:k;h:k;ɦ:g;j:j"
)
_FINNISH: Final = _table(
    f"a:a;ɐ:a;ɑ:a;æ:@;ʌ:a;e:e;ɛ:e;i:i;ɪ:i;ɨ:i;y:i;o:o;ɔ:o;u:u;ʊ:u;ə:a;{_PLAIN};ɡ:g;v:v;w:v;z:s;ʃ:S;ʂ:S;ɕ:S;ʒ:S;ʐ:S"
    ";ʦ:t s;ʧ:t S;ʨ:t S;x:h;h:h;ɦ:h;j:j"
)
_ITALIAN: Final = _table(
    f"a:a;ɐ:a;ɑ:a;æ:a;ʌ:a;e:e;ɛ:E;i:i;ɪ:i;ɨ:i;y:i;o:o;ɔ:O;u:u;ʊ:u;ə:a;{_PLAIN};ɡ:g;v:v;w:v;z:z;ʃ:S;ʂ:S;ɕ:S;ʒ:Z;ʐ:Z"
    ";ʦ:ts;ʧ:tS;ʨ:tS;x:k;h:k;ɦ:g;j:j"
)
_CZECH: Final = _table(
    f"a:a;ɐ:a;ɑ:a;æ:a;ʌ:a;e:e;ɛ:e;i:i;ɪ:i;ɨ:i;y:i;o:o;ɔ:o;u:u;ʊ:u;ə:a;{_PLAIN};ɡ:g;v:v;w:v;z:z;ʃ:s~;ʂ:s~;ɕ:s~;ʒ:z~"
    ";ʐ:z~;ʦ:c;ʧ:c~;ʨ:c~;x:ch;h:h;ɦ:h;j:j"
)
_RUSSIAN: Final = _table(
    f"a:a;ɐ:a;ɑ:a;æ:a;ʌ:a;e:e;ɛ:e;i:i;ɪ:y;ɨ:y;y:y;o:a;ɔ:a;u:u;ʊ:u;ə:a;{_PLAIN};ɡ:g;v:v;w:v;z:z;ʃ:sh;ʂ:sh;ɕ:sch;ʒ:zh"
    ";ʐ:zh;ʦ:c;ʧ:ch;ʨ:ch;x:h;h:h;ɦ:g;j:j"
)
_RU_STRESSED: Final = _table("a:aa;ɑ:aa;æ:aa;e:ee;ɛ:ee;i:ii;ɪ:yy;ɨ:yy;y:yy;o:oo;ɔ:oo;u:uu;ʊ:uu;ɐ:aa;ə:aa")
_RU_SOFT: Final = _table("p:pp;b:bb;t:tt;d:dd;k:kk;ɡ:gg;f:ff;v:vv;s:ss;z:zz;m:mm;n:nn;l:ll;r:rr;ʃ:sch;x:hh;ʦ:c c")
_IT_STRESSED: Final = _table("a:a1;ɑ:a1;e:e1;ɛ:E1;i:i1;ɪ:i1;ɨ:i1;o:o1;ɔ:O1;u:u1;ʊ:u1;ɐ:a1;ə:a1")
_CZ_LONG: Final = _table("a:a:;ɑ:a:;e:e:;ɛ:e:;i:i:;ɪ:i:;ɨ:i:;u:u:;ɐ:a:")
_CZ_SOFT: Final = _table("t:t~;d:d~;n:n~")

VOICES: Final = (
    Voice("nsh", "voice_msu_ru_nsh_clunits", _RUSSIAN, _RU_STRESSED, _RU_SOFT, ""),
    *(Voice(name, f"voice_czech_{name}", _CZECH, {}, _CZ_SOFT, "j") for name in ("ph", "dita", "krb", "machac")),
    *(Voice(f"{name}_long", f"voice_czech_{name}", _CZECH, _CZ_LONG, _CZ_SOFT, "j") for name in ("ph", "dita")),
    Voice("slt", "voice_cmu_us_slt_arctic_hts", _ENGLISH, {}, {}, "y"),
    Voice("ona", "voice_upc_ca_ona_hts", _CATALAN, _IT_STRESSED, {"n": "J", "l": "L"}, "j"),
    Voice("lj", "voice_suo_fi_lj_diphone", _FINNISH, {}, {}, "j"),
    Voice("mv", "voice_hy_fi_mv_diphone", _FINNISH, {}, {}, "j"),
    Voice("lp", "voice_lp_diphone", _ITALIAN, _IT_STRESSED, {"n": "J", "l": "L"}, "j"),
    Voice("pc", "voice_pc_diphone", _ITALIAN, _IT_STRESSED, {"n": "J", "l": "L"}, "j"),
)


def say_all(voice: Voice, lines: Sequence[Line], stretch: float, rng: random.Random) -> list[Clip]:
    """Every line that the voice can say, at one rate, in one run of the program."""
    entries: list[str] = []
    texts: list[str] = []
    for number, line in enumerate(lines):
        ipa = rng.choice(line.wanted.ipa) if line.wanted else ipa_of(line.text, line.language)
        named = []
        for place, word in enumerate(phones(ipa)):
            name = _name(voice, number, place)
            entries.append(_entry(voice, name, word))
            named.append(name)
        texts.append(" ".join(named))
    with tempfile.TemporaryDirectory() as folder:
        script = [f"({voice.command})", *entries, f"(Parameter.set 'Duration_Stretch {stretch:.3f})"]
        script += [
            f'(utt.save.wave (utt.synth (Utterance Text "{text}")) "{folder}/{number}.wav")'
            for number, text in enumerate(texts)
        ]
        program = Path(folder) / "say.scm"
        program.write_text("\n".join(script), "utf-8")
        subprocess.run(["festival", "-b", str(program)], capture_output=True, check=False, timeout=900)
        return [clip for number, line in enumerate(lines) if (clip := _read(Path(folder), number, voice, line))]


def _read(folder: Path, number: int, voice: Voice, line: Line) -> Clip | None:
    path = folder / f"{number}.wav"
    if not path.exists():
        return None
    samples, rate_hz = soundfile.read(path, dtype="float32")
    sound = trimmed(samples, rate_hz)
    output = line.wanted.output if line.wanted else ""
    return None if sound is None else Clip(sound, f"festival:{voice.name}", line.language, output, line.text)


def _name(voice: Voice, line: int, place: int) -> str:
    parts = _CYRILLIC if voice.letters is _RUSSIAN else _SYLLABLES
    return "".join(parts[int(digit)] for digit in f"{line:04d}{place:02d}")


def _entry(voice: Voice, name: str, word: list[Phone]) -> str:
    parts = []
    for syllable in syllables(word):
        sounds: list[str] = []
        for place, phone in enumerate(syllable):
            after = syllable[place + 1] if place + 1 < len(syllable) else None
            sounds += _sounds(voice, phone, after)
        stress = int(any(phone.stressed for phone in syllable))
        if sounds:
            parts.append(f"(({' '.join(sounds)}) {stress})")
    return f'(lex.add.entry \'("{name}" nil ({" ".join(parts)})))'


def _sounds(voice: Voice, phone: Phone, after: Phone | None) -> list[str]:
    if phone.soft and phone.letter in voice.soft:
        return voice.soft[phone.letter].split()
    if phone.stressed and phone.letter in voice.stressed:
        return voice.stressed[phone.letter].split()
    sounds = voice.letters.get(phone.letter, "").split()
    needs_glide = phone.soft and after is not None and after.is_vowel and after.letter not in "iɪ"
    return [*sounds, voice.glide] if needs_glide and voice.glide else sounds
