"""What a sanction leads to: the ladder of fouls, loss of speech, removal, and what each means for the vote."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.clauses import Sanction
from engine.ruleset import Ruleset


class Consequence(StrEnum):
    """One thing that accepting a suggestion would bring about."""

    FOUL = "foul"
    SPEECH_LOSS = "speech_loss"
    SHORT_SPEECH = "short_speech"
    REMOVAL = "removal"
    NO_LAST_WORD = "no_last_word"
    VOTE_CANCELLED_TODAY = "vote_cancelled_today"
    VOTE_CANCELLED_NEXT = "vote_cancelled_next"
    TEAM_DEFEAT = "team_defeat"
    GAME_OVER = "game_over"
    TOURNAMENT_REMOVAL = "tournament_removal"
    SUSPENSION = "suspension"
    ROOM_BAN = "room_ban"
    NOT_ADMITTED = "not_admitted"
    VOTE_VOID = "vote_void"
    VOTE_COUNTS = "vote_counts"
    VOTE_TO_LAST = "vote_to_last"
    VOTE_FOR_HOST = "vote_for_host"  # the rulebook leaves the vote's effect to a person
    VOTE_FOR_BLACK = "vote_for_black"  # a dispute goes to the black team
    NOMINATION_VOID = "nomination_void"
    MISS = "miss"
    POINTS = "points"
    WARNING = "verbal_warning"
    ANNOUNCE_LATER = "announce_later"  # after the sheriff's check, in a neutral phrase
    SANCTION_ASKED = "sanction_asked"  # a person must name the sanction
    NOTHING = "nothing"


_CANCELS: Final = {"today": Consequence.VOTE_CANCELLED_TODAY, "next": Consequence.VOTE_CANCELLED_NEXT}

_PLAIN: Final[dict[Sanction, tuple[Consequence, ...]]] = {
    Sanction.NONE: (Consequence.NOTHING,),
    Sanction.TIMER: (Consequence.NOTHING,),
    Sanction.SPEECH_LOSS: (Consequence.SPEECH_LOSS,),
    Sanction.TEAM_DEFEAT: (Consequence.TEAM_DEFEAT, Consequence.GAME_OVER),
    Sanction.SUSPENSION: (Consequence.SUSPENSION,),
    Sanction.ROOM_BAN: (Consequence.ROOM_BAN,),
    Sanction.NOT_ADMITTED: (Consequence.NOT_ADMITTED,),
    Sanction.VOTE_VOID: (Consequence.VOTE_VOID,),
    Sanction.VOTE_MOVED: (Consequence.VOTE_TO_LAST,),
    Sanction.VOTE_DECISION: (Consequence.VOTE_FOR_BLACK,),
    Sanction.NOMINATION_VOID: (Consequence.NOMINATION_VOID,),
    Sanction.MISS: (Consequence.MISS,),
    Sanction.MINUS: (Consequence.POINTS,),
    Sanction.WARNING: (Consequence.WARNING,),
    Sanction.DISCRETION: (Consequence.SANCTION_ASKED,),
    Sanction.ASK: (Consequence.SANCTION_ASKED,),
}


def consequences(
    sanction: Sanction,
    rules: Ruleset,
    *,
    count_now: int | None,
    removal_cancels: str | None = None,
    at_night: bool = False,
) -> tuple[Consequence, ...]:
    """What accepting this sanction leads to, in order.

    `count_now` is the seat's foul count, None where nobody kept it; `removal_cancels` says which vote a removal at
    this moment would cancel ("today", "next", "nothing"), None where that is not known.
    """
    removal = _removal(rules, removal_cancels, at_night=at_night)
    if sanction is Sanction.FOUL:
        return (Consequence.FOUL, *_of_next_foul(rules, count_now, removal))
    if sanction is Sanction.REMOVAL:
        return removal
    if sanction is Sanction.TOURNAMENT:
        return (*removal, Consequence.TOURNAMENT_REMOVAL)
    return _PLAIN[sanction]


def _of_next_foul(rules: Ruleset, count_now: int | None, removal: tuple[Consequence, ...]) -> tuple[Consequence, ...]:
    if count_now is None:
        return ()
    if count_now + 1 == rules.number("foul_limit_removal"):
        return removal
    if count_now + 1 == rules.number("foul_limit_speech"):
        short = rules.text("speech_loss_rule") == "short_speech"
        return (Consequence.SHORT_SPEECH if short else Consequence.SPEECH_LOSS,)
    return ()


def _removal(rules: Ruleset, cancels: str | None, *, at_night: bool) -> tuple[Consequence, ...]:
    found = [Consequence.REMOVAL]
    if rules.flag("last_word_when_removed") is False:
        found.append(Consequence.NO_LAST_WORD)
    if cancels in _CANCELS:
        found.append(_CANCELS[cancels])
    if at_night and rules.text("night_removal_announce") == "after_sheriff_check":
        found.append(Consequence.ANNOUNCE_LATER)
    return tuple(found)
