"""The words that the network is taught, in IPA, and how IPA is taken apart for synthesisers that have other letters.

espeak-ng 1.51 stresses «дякую» wrongly and says every «и» as [i]; letters are therefore never the source of a wanted
word in Ukrainian, phonemes are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Wanted:
    """One phrase in one language; `output` names the network's output that it trains."""

    output: str
    language: str
    text: str
    ipa: tuple[str, ...]  # ways people say it, ˈ before the stressed vowel
    respelled: str  # as a Russian reading program must see it, + after the stressed vowel


WANTED: Final = (
    Wanted("спасибо", "ru", "спасибо", ("spɐsʲˈibə", "spɐsʲˈibɐ", "spasʲˈiba", "spɐsʲˈibo"), "спаси+бо"),
    Wanted("дякую", "uk", "дякую", ("dʲˈakuju", "dʲˈɑkuju", "djˈakuju"), "дя+кую"),
    Wanted("стоп", "ru", "стоп", ("stˈop", "stˈɔp"), "сто+п"),
    Wanted("стоп", "uk", "стоп", ("stˈɔp", "stˈop"), "сто+п"),
    Wanted("наступает ночь", "ru", "наступает ночь", ("nəstʊpˈajɪt nˈotɕ", "nastupˈajet nˈotɕ"), "наступа+ет но+чь"),
    Wanted("настає ніч", "uk", "настає ніч", ("nastajˈɛ nʲˈitʃ", "nɑstɑjˈe nʲˈitʃ"), "настайэ+ ни+ч"),
    Wanted("город засыпает", "ru", "город засыпает", ("ɡˈorət zəsɨpˈajɪt", "ɡˈorad zasɨpˈajet"), "го+род засыпа+ет"),
    Wanted("город спит", "ru", "город спит", ("ɡˈorət spʲˈit", "ɡˈorat spʲˈit"), "го+род спи+т"),
    Wanted("місто засинає", "uk", "місто засинає", ("mʲˈistɔ zɑsɪnˈɑjɛ", "mʲˈisto zasɨnˈaje"), "ми+сто засына+йэ"),
    Wanted("місто спить", "uk", "місто спить", ("mʲˈistɔ spˈɪtʲ", "mʲˈisto spˈɨtʲ"), "ми+сто спы+ть"),
    Wanted(
        "город просыпается",
        "ru",
        "город просыпается",
        ("ɡˈorət prəsɨpˈajɪtsə", "ɡˈorat prasɨpˈajetsa"),
        "го+род просыпа+ецца",
    ),
    Wanted(
        "місто прокидається",
        "uk",
        "місто прокидається",
        ("mʲˈistɔ prɔkɪdˈɑjɛtsʲɑ", "mʲˈisto prokɨdˈajetsʲa"),
        "ми+сто прокыда+йэцця",
    ),
    Wanted("пас", "ru", "пас", ("pˈas",), "па+с"),
    Wanted("1", "ru", "один", ("ɐdʲˈin", "adʲˈin"), "оди+н"),
    Wanted("1", "uk", "один", ("ɔdˈɪn", "odˈɨn"), "оды+н"),
    Wanted("2", "ru", "два", ("dvˈa",), "два+"),
    Wanted("2", "uk", "два", ("dvˈɑ", "dwˈa"), "два+"),
    Wanted("3", "ru", "три", ("trʲˈi",), "три+"),
    Wanted("3", "uk", "три", ("trˈɪ", "trˈɨ"), "тры+"),
    Wanted("4", "ru", "четыре", ("tɕɪtˈɨrʲe", "tɕetˈɨrʲɪ"), "четы+ре"),
    Wanted("4", "uk", "чотири", ("tʃɔtˈɪrɪ", "tʃotˈɨrɨ"), "чоты+ры"),
    Wanted("5", "ru", "пять", ("pʲˈatʲ",), "пя+ть"),
    Wanted("5", "uk", "п'ять", ("pjˈatʲ",), "пъя+ть"),
    Wanted("6", "ru", "шесть", ("ʂˈɛsʲtʲ", "ʂˈestʲ"), "ше+сть"),
    Wanted("6", "uk", "шість", ("ʃʲˈistʲ", "ʃˈisʲtʲ"), "щи+сть"),
    Wanted("7", "ru", "семь", ("sʲˈemʲ",), "се+мь"),
    Wanted("7", "uk", "сім", ("sʲˈim",), "си+м"),
    Wanted("8", "ru", "восемь", ("vˈosʲɪmʲ", "vˈosʲemʲ"), "во+семь"),
    Wanted("8", "uk", "вісім", ("vʲˈisʲim",), "ви+сим"),
    Wanted("9", "ru", "девять", ("dʲˈevʲɪtʲ", "dʲˈevʲatʲ"), "де+вять"),
    Wanted("9", "uk", "дев'ять", ("dˈɛvjatʲ", "dˈewjɑtʲ"), "дэ+въять"),
    Wanted("10", "ru", "десять", ("dʲˈesʲɪtʲ", "dʲˈesʲatʲ"), "де+сять"),
    Wanted("10", "uk", "десять", ("dˈɛsʲatʲ", "dˈesʲɑtʲ"), "дэ+сять"),
)
OUTPUTS: Final = tuple(dict.fromkeys(wanted.output for wanted in WANTED))

_NUMBER_STEMS: Final = {
    "1": ("один", "одна", "одно", "одн"),
    "2": ("два", "две", "дві"),
    "3": ("три",),
    "4": ("четыре", "чотири"),
    "5": ("пять", "п'ять", "п’ять", "пʼять"),
    "6": ("шесть", "шість"),
    "7": ("семь", "сім"),
    "8": ("восемь", "вісім"),
    "9": ("девять", "дев'ять", "дев’ять", "девʼять"),
    "10": ("десять",),
}


def heard_in(text: str) -> frozenset[str]:
    """Outputs that may rightly answer somewhere inside other talk: its stretch of them is left out of the loss."""
    words = text.lower()
    found = {wanted.output for wanted in WANTED if not wanted.output.isdigit() and wanted.text in words}
    found |= {number for number, stems in _NUMBER_STEMS.items() if any(stem in words for stem in stems)}
    if re.search(r"\bпас\b", words):
        found.add("пас")
    return frozenset(found)


_VOWELS: Final = frozenset("aɐɑæeɛiɪɨoɔuʊəɵʉʌy")
_SAME: Final = {
    "ɭ": "l",
    "ɫ": "l",
    "ɵ": "o",
    "ʉ": "u",
    '"': "ˈ",
    "͡": "",
    "ː": "",
    "ˌ": "",
    "ʑ": "ʒ",
    "g": "ɡ",
    "ʋ": "v",
}


@dataclass(frozen=True, slots=True)
class Phone:
    """One sound: an IPA letter or affricate, soft or not, with the word's stress or not."""

    letter: str
    soft: bool = False
    stressed: bool = False

    @property
    def is_vowel(self) -> bool:
        return self.letter in _VOWELS


def phones(ipa: str) -> list[list[Phone]]:
    """Words of phones; letters that are no sound are passed over."""
    return [found for word in ipa.split() if (found := _word(word))]


def syllables(word: list[Phone]) -> list[list[Phone]]:
    """Consonants go with the vowel after them; those at the end with the last vowel."""
    parts: list[list[Phone]] = [[]]
    for phone in word:
        if parts[-1] and parts[-1][-1].is_vowel:
            parts.append([])
        parts[-1].append(phone)
    if len(parts) > 1 and not parts[-1][-1].is_vowel:
        tail = parts.pop()
        parts[-1].extend(tail)
    return parts


def _word(word: str) -> list[Phone]:
    letters = "".join(_SAME.get(letter, letter) for letter in word)
    letters = letters.replace("ts", "ʦ").replace("tɕ", "ʨ").replace("tʃ", "ʧ")
    found: list[Phone] = []
    stressed = False
    for letter in letters:
        if letter == "ˈ":
            stressed = True
        elif letter == "ʲ":
            if found:
                found[-1] = Phone(found[-1].letter, soft=True, stressed=found[-1].stressed)
        elif letter in _VOWELS:
            found.append(Phone(letter, stressed=stressed))
            stressed = False
        elif letter.isalpha():
            found.append(Phone(letter))
    return found
