"""Pieces of sentences that several parts of the window share: counts, ordinals, names, intervals, clocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from babel import Locale

from engine.intervals import NS_PER_MS, NS_PER_S, Interval
from engine.ruleset import Ruleset
from engine.seats import Seat, Subject
from engine.state import GameState
from ui.words import Words

NBSP: Final = "\u00a0"


def counted(what: str, number: int, words: Words) -> str:
    """A number with its noun in the right form: `count.remark.few` is «{n} замечания»."""
    form = str(Locale(words.language).plural_form(number))
    return words(f"count.{what}.{form}", n=number)


def ordinal(number: int, words: Words) -> str:
    """A number as an ordinal; Russian and Ukrainian leave the ending to the noun's message."""
    if words.language != "en":
        return str(number)
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def foul_name(rules: Ruleset) -> str:
    """The ruleset's own name for a foul, as a code."""
    return rules.text("foul_name") or "foul"


def nth_foul(number: int, rules: Ruleset, words: Words) -> str:
    """Which foul it is, in the ruleset's own word."""
    return words(f"nth.{foul_name(rules)}", n=ordinal(number, words))


def fouls(number: int, rules: Ruleset, words: Words) -> str:
    """How many fouls, in the ruleset's own word."""
    return counted(foul_name(rules), number, words)


def named(subject: Subject, state: GameState, words: Words) -> str:
    """A seat with its nick, or the word for a person without a seat."""
    if isinstance(subject, int) and 1 <= subject <= len(state.players):
        nick = state.player(subject).nick
        return f"{subject} · {nick}" if nick else str(subject)
    return words.subject(subject)


def seats_listed(seats: tuple[Seat, ...]) -> str:
    """Seats in a row."""
    return ", ".join(str(seat) for seat in seats)


def clock(t_ns: int) -> str:
    """A time of the game as hours, minutes and seconds, hours only where there are any."""
    minutes, seconds = divmod(max(0, t_ns) // NS_PER_S, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def ago(duration_ns: int, words: Words) -> str:
    """How long ago, in one unit."""
    seconds = max(0, duration_ns) // NS_PER_S
    if seconds < 60:
        return words("{n} s ago", n=seconds)
    return words("{n} min ago", n=seconds // 60)


@dataclass(frozen=True, slots=True)
class Offset:
    """How far an event lies from an edge of the word: middle and bounds; negative is before."""

    middle_ns: int
    low_ns: int
    high_ns: int

    @classmethod
    def between(cls, event: Interval, edge: Interval) -> Offset:
        return cls(
            event.middle_ns - edge.middle_ns,
            event.earliest_ns - edge.latest_ns,
            event.latest_ns - edge.earliest_ns,
        )

    def sentence(self, words: Words) -> str:
        """«раньше на 180 мс (110–250)»."""
        size = abs(self.middle_ns) // NS_PER_MS
        bounds = sorted(abs(bound) // NS_PER_MS for bound in (self.low_ns, self.high_ns))
        low = 0 if self.low_ns < 0 < self.high_ns else bounds[0]
        template = "{ms} ms before ({low}–{high})" if self.middle_ns < 0 else "{ms} ms after ({low}–{high})"
        return words(template, ms=size, low=low, high=bounds[1])

    def short(self, words: Words) -> str:
        """«−0,18» or «+0,12», in seconds."""
        text = words.seconds(self.middle_ns)
        return text if self.middle_ns < 0 else f"+{text}"
