"""The parameters in which rulebooks differ, what values each may take, and which a game cannot do without."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias


class Unspecified(Enum):
    """What a rulebook does not say; asked at set-up, never a quiet default."""

    UNSPECIFIED = "unspecified"


UNSPECIFIED: Final = Unspecified.UNSPECIFIED

Value: TypeAlias = bool | int | float | str | tuple[str, ...] | Unspecified


class Measure(Enum):
    """The kind of value a parameter takes."""

    CHOICE = "choice"
    COUNT = "count"  # a whole number from 0
    SECONDS = "seconds"
    MILLISECONDS = "milliseconds"
    MINUTES = "minutes"
    POINTS = "points"
    FLAG = "flag"
    WORDS = "words"  # a list of words or codes


@dataclass(frozen=True, slots=True)
class Parameter:
    """One line of a profile: its name, what it may hold, and whether a game can start without it."""

    name: str
    measure: Measure
    choices: tuple[str, ...] = ()
    needed: bool = False  # the game cannot be run while it is unspecified


def _choice(name: str, *choices: str, needed: bool = False) -> Parameter:
    return Parameter(name, Measure.CHOICE, choices, needed)


_SANCTIONS: Final = ("none", "foul", "speech_loss", "removal", "team_defeat", "tournament", "suspension")

PARAMETERS: Final = (
    # Words and sight
    Parameter("closing_words", Measure.WORDS),
    Parameter("night_cues", Measure.WORDS),
    Parameter("eyes_grace_s", Measure.SECONDS),
    _choice("mask", "required", "not_used"),
    Parameter("night_posture", Measure.WORDS),
    # Speeches
    Parameter("speech_s", Measure.SECONDS, needed=True),
    Parameter("shootout_s", Measure.SECONDS, needed=True),
    Parameter("last_word_s", Measure.SECONDS, needed=True),
    Parameter("speech_end_word", Measure.WORDS),
    Parameter("address_form", Measure.WORDS),
    Parameter("nominations_per_speech", Measure.COUNT, needed=True),
    _choice("nomination_withdraw", "no", "explicit", "implicit", needed=True),
    _choice("first_speaker_rotation", "after_first", "after_last", needed=True),
    # The vote
    Parameter("vote_window_s", Measure.SECONDS),
    _choice("pre_vote_hand_state", "off_table", "elbow_on_table", "hover", "any"),
    Parameter("vote_form", Measure.WORDS),
    _choice("wrong_form_sanction", *_SANCTIONS),
    _choice("hold_until", "word", "count"),
    _choice("touch_at_or_after_word", "void", "counts", "role_dependent"),
    Parameter("simultaneous_band_ms", Measure.MILLISECONDS),
    _choice("word_edge", "start", "end"),
    _choice("early_lift_vote_effect", "counts", "void"),
    _choice("early_lift_sanction", *_SANCTIONS),
    _choice("no_vote_goes_to", "last_nominated", "nobody", needed=True),
    _choice("not_voting_on_demand", *_SANCTIONS),
    _choice("multi_vote_sanction", *_SANCTIONS),
    Parameter("role_dependent_vote", Measure.FLAG),
    Parameter("black_delivery_grace_ms", Measure.MILLISECONDS),
    _choice("voting_gesture_sanction", *_SANCTIONS),
    _choice("single_nominee_day1", "not_voted", "voted", "talks", "no_break", "self_break", needed=True),
    _choice("second_vote_order", "same", "reverse", needed=True),
    _choice("second_tie", "lift", "all_stay", needed=True),
    Parameter("lift_max", Measure.COUNT, needed=True),  # 10: no limit of its own
    _choice("single_nominee_later", "voted", "leaves_unvoted", needed=True),
    _choice("lift_everyone", "never", "asked", needed=True),
    _choice("lift_three_of_nine", "asked", "not_asked", "from_day_3", needed=True),
    # Penalties
    _choice("foul_name", "foul", "warning", "remark"),
    Parameter("foul_limit_speech", Measure.COUNT, needed=True),  # 0: no such rule
    _choice(
        "speech_loss_rule", "next_speech", "round", "next_word_and_nomination", "short_speech", "none", needed=True
    ),
    _choice("third_foul_before_speech", "this_round", "next_round", needed=True),
    Parameter("speech_loss_keeps_nomination", Measure.FLAG, needed=True),
    Parameter("speech_loss_exceptions", Measure.WORDS, needed=True),
    Parameter("speech_loss_short_s", Measure.SECONDS, needed=True),  # at 3 or 4 players; 0: no such rule
    Parameter("foul_limit_removal", Measure.COUNT, needed=True),  # 0: no such rule
    Parameter("last_word_when_removed", Measure.FLAG, needed=True),
    Parameter("tech_foul_limit", Measure.COUNT, needed=True),  # 0: no technical fouls
    _choice("removal_cancels_vote", "no_voting", "no", "nominated", "participation", "top_leaves", needed=True),
    _choice("night_removal_announce", "after_sheriff_check", "at_once"),
    _choice("touch_day", *_SANCTIONS),
    _choice("touch_night", *_SANCTIONS),
    _choice("peek_involuntary", *_SANCTIONS),
    _choice("peek_conscious", *_SANCTIONS),
    _choice("oath", *_SANCTIONS),
    _choice("bet", *_SANCTIONS),
    _choice("religion_appeal", *_SANCTIONS),
    Parameter("word_bans", Measure.WORDS),
    _choice("foreign_language", *_SANCTIONS),
    _choice("whisper_to_neighbour", *_SANCTIONS),
    _choice("crying", *_SANCTIONS),
    _choice("mask_on_in_day", *_SANCTIONS),
    _choice("argue_with_host", *_SANCTIONS),
    _choice("leave_seat", *_SANCTIONS),
    _choice("table_knock", *_SANCTIONS),
    _choice("under_table_signs", *_SANCTIONS),
    _choice("spectator_rules", "room_ban", "suspension", "team_defeat"),
    _choice("records_by_players", *_SANCTIONS),
    Parameter("host_discretion", Measure.FLAG),
    _choice("suspension_scale", "none", "tournament", "weeks_to_ten_years", "season"),
    # The night and the end
    Parameter("draw_nights", Measure.COUNT, needed=True),  # 0: no draw
    _choice("shot_rule", "same_number_once", needed=True),
    Parameter("check_limit", Measure.COUNT, needed=True),
    Parameter("check_s", Measure.SECONDS),
    _choice("best_move", "first_night", "any_leaving", "off", needed=True),
    Parameter("best_move_s", Measure.SECONDS),
    Parameter("best_move_numbers", Measure.COUNT, needed=True),
    Parameter("protest_window_min", Measure.MINUTES),
    Parameter("video_allowed", Measure.FLAG),
    Parameter("open_voting", Measure.FLAG),
    # Points
    Parameter("win_points", Measure.POINTS),
    Parameter("removal_points", Measure.POINTS),
    Parameter("team_defeat_points", Measure.POINTS),
    Parameter("best_move_two_points", Measure.POINTS),
    Parameter("best_move_three_points", Measure.POINTS),
)
BY_NAME: Final = {parameter.name: parameter for parameter in PARAMETERS}
NEEDED: Final = tuple(parameter.name for parameter in PARAMETERS if parameter.needed)

_NUMBERS: Final = frozenset({Measure.SECONDS, Measure.MILLISECONDS, Measure.MINUTES})


def checked(parameter: Parameter, raw: object) -> Value:
    """The value of a parameter as profiles and answers write it; raises ValueError with one sentence."""
    if raw == UNSPECIFIED.value:
        return UNSPECIFIED
    match parameter.measure:
        case Measure.CHOICE if isinstance(raw, str) and raw in parameter.choices:
            return raw
        case Measure.CHOICE:
            raise ValueError(f"{parameter.name} must be one of {', '.join(parameter.choices)}, not {raw!r}")
        case Measure.FLAG if isinstance(raw, bool):
            return raw
        case Measure.COUNT if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw <= 100:
            return raw
        case Measure.POINTS if isinstance(raw, int | float) and not isinstance(raw, bool) and -10 <= raw <= 10:
            return float(raw)
        case measure if measure in _NUMBERS and isinstance(raw, int | float) and not isinstance(raw, bool):
            if 0 <= raw <= 86_400:
                return float(raw)
        case Measure.WORDS if isinstance(raw, list | tuple) and all(isinstance(word, str) for word in raw):
            return tuple(raw)
    raise ValueError(f"{parameter.name} must be {_EXPECTED[parameter.measure]}, not {raw!r}")


_EXPECTED: Final = {
    Measure.COUNT: "a whole number from 0 to 100",
    Measure.POINTS: "a number of points from -10 to 10",
    Measure.SECONDS: "a number of seconds",
    Measure.MILLISECONDS: "a number of milliseconds",
    Measure.MINUTES: "a number of minutes",
    Measure.FLAG: "true or false",
    Measure.WORDS: "a list of words",
}
