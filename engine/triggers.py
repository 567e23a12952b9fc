"""What can set a clause off: each trigger, the cue that can claim it, and the sections in which it can happen.

A trigger is finer than a cue: a lift is a trigger only when it came before the word. Triggers without a cue are
seen, heard or judged by a person, or counted by the game itself.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.codes import CueKind, Section


class Trigger(StrEnum):
    """One kind of happening that a clause can name."""

    # Claimed by a cue
    EARLY_LIFT = "early_lift"
    LIFT_BEFORE_COUNT = "lift_before_count"
    LATE_TOUCH = "late_touch"
    WRONG_FORM = "wrong_form"
    PREMATURE_TOUCH = "premature_touch"
    HAND_HELD_PAST_WORD = "hand_held_past_word"
    DOUBLE_VOTE = "double_vote"
    VOTE_GESTURE = "vote_gesture"
    EYES_OPEN_AT_NIGHTFALL = "eyes_open_at_nightfall"  # before the city sleeps, where the host says so
    EYES_OPEN = "eyes_open"
    MASK_OFF = "mask_off"
    MASK_LATE = "mask_late"
    HEAD_NOT_BOWED = "head_not_bowed"
    NOT_MOVED_BACK = "not_moved_back"
    FACE_TOUCHED = "face_touched"
    NIGHT_MOVEMENT = "night_movement"
    NIGHT_SIGN = "night_sign"  # in a check of the don or sheriff
    NIGHT_SOUND = "night_sound"
    SHOT_HAND = "shot_hand"  # no shot, or more than one
    CONTACT = "contact"
    SEAT_LEFT = "seat_left"
    MASK_ON_BY_DAY = "mask_on_by_day"
    FACE_HIDDEN = "face_hidden"
    HANDS_HIDDEN = "hands_hidden"
    GESTURE = "gesture"
    GESTURE_OUT_OF_ZONE = "gesture_out_of_zone"
    TALK_OUT_OF_TURN = "talk_out_of_turn"
    TALK_AFTER_PASS = "talk_after_pass"  # noqa: S105 - the word «пас»
    LOUD = "loud"
    TABLE_KNOCK = "table_knock"
    RECORDS_KEPT = "records_kept"
    MASK_MISSING = "mask_missing"  # never worn this night
    SHERIFF_SOUND = "sheriff_sound"
    DISPUTED_VOTE = "disputed_vote"  # neither surely in time nor surely late, on a critical round
    LATE_RED_VOTE = "late_red_vote"
    LATE_BLACK_VOTE = "late_black_vote"  # it wins the game and came within the grace
    WORD_HONEST = "word_honest"
    WORD_HUNDRED_PERCENT = "word_hundred_percent"
    RELIGION = "religion"
    OATH = "oath"
    BET = "bet"
    OBSCENITY = "obscenity"
    SPEECH_END_WORD = "speech_end_word"

    # Counted by the game
    SPEECH_TIME = "speech_time"
    SHOOTOUT_TIME = "shootout_time"
    SHOOTOUT_ORDER = "shootout_order"
    LAST_WORD_TIME = "last_word_time"
    SECOND_CHECK = "second_check"
    SECOND_NOMINATION = "second_nomination"
    VOTE_NOT_PLACED = "vote_not_placed"
    LIFT_TOO_MANY = "lift_too_many"
    THIRD_FOUL = "third_foul"
    THIRD_FOUL_IN_SPEECH = "third_foul_in_speech"
    THIRD_FOUL_AFTER_SPEECH = "third_foul_after_speech"
    THIRD_FOUL_AFTER_SPEECH_REPEATED = "third_foul_after_speech_repeated"
    FOURTH_FOUL = "fourth_foul"
    LIGHT_BREACH = "light_breach"
    NIGHT_RULE_BREACH = "night_rule_breach"
    DAY_RULE_BREACH = "day_rule_breach"
    SPEECH_LOSS = "speech_loss"
    GROSS_BREACH = "gross_breach"

    # Judged by a person
    ADMISSION = "admission"
    ADDRESS_PLAYER = "address_player"
    ADDRESS_HOST = "address_host"
    FIRST_NAME = "first_name"
    INFORMAL_REPEATED = "informal_repeated"
    OATH_BY_RED = "oath_by_red"
    ARGUE_WITH_HOST = "argue_with_host"
    UNETHICAL = "unethical"
    CRYING = "crying"
    INSULT = "insult"
    INSULT_ON_PREMISES = "insult_on_premises"
    OBSCENITY_ON_PREMISES = "obscenity_on_premises"
    DISCRETION = "discretion"
    NIGHT_INFORMATION = "night_information"
    OFFER_TO_BREACH = "offer_to_breach"
    SPECTATOR_BREACH = "spectator_breach"
    SPECTATOR_HINT = "spectator_hint"
    SPECTATOR_NOISE = "spectator_noise"
    SPECTATOR_CONTACT = "spectator_contact"
    COLLUSION = "collusion"
    CONSCIOUS_PEEK = "conscious_peek"
    FORCE = "force"
    ACT_OF_ELIMINATED = "act_of_eliminated"
    ACT_NO_BLACK_WOULD_DO = "act_no_black_would_do"
    EMOTION_BY_RED = "emotion_by_red"
    REFUSED_TO_UNMASK = "refused_to_unmask"
    GAVE_UP = "gave_up"
    HIDDEN_PROOF = "hidden_proof"
    NIGHT_FOUL_ON_RESULT = "night_foul_on_result"
    NON_GAME_ARGUMENT = "non_game_argument"
    MINOR_NON_GAME_ARGUMENT = "minor_non_game_argument"
    VOTE_DEMAND_REFUSED = "vote_demand_refused"
    SYSTEMATIC_GESTURE = "systematic_gesture"
    THREAT = "threat"
    HIDDEN_WHISPER = "hidden_whisper"
    FOREIGN_LANGUAGE = "foreign_language"
    BEST_MOVE_REQUEST = "best_move_request"
    BEST_MOVE_ARGUMENT = "best_move_argument"
    BEST_MOVE_TALK = "best_move_talk"
    UNIQUE_NIGHT_FACTS = "unique_night_facts"
    PROTEST_SPOKEN = "protest_spoken"
    HIDDEN_GESTURE = "hidden_gesture"


_NIGHTS: Final = frozenset({Section.NIGHT_ZERO, Section.NIGHT})
_SPEECHES: Final = frozenset({Section.DAY, Section.SHOOTOUT, Section.LAST_WORD})
_DAYTIME: Final = _SPEECHES | {Section.VOTE}
_VOTE: Final = frozenset({Section.VOTE})
PLAY: Final = _NIGHTS | _DAYTIME
"""Every section at the table; the event around the game is the seventh."""

CLAIMED_BY: Final[dict[Trigger, tuple[CueKind, frozenset[Section]]]] = {
    Trigger.EARLY_LIFT: (CueKind.LIFT, _VOTE),
    Trigger.LIFT_BEFORE_COUNT: (CueKind.LIFT, _VOTE),
    Trigger.LATE_TOUCH: (CueKind.TOUCH_DOWN, _VOTE),
    Trigger.WRONG_FORM: (CueKind.TOUCH_DOWN, _VOTE),
    Trigger.PREMATURE_TOUCH: (CueKind.PREMATURE_TOUCH, _VOTE),
    Trigger.HAND_HELD_PAST_WORD: (CueKind.HAND_HELD_PAST_WORD, _VOTE),
    Trigger.DOUBLE_VOTE: (CueKind.DOUBLE_VOTE, _VOTE),
    Trigger.VOTE_GESTURE: (CueKind.VOTE_GESTURE, _VOTE),
    Trigger.EYES_OPEN_AT_NIGHTFALL: (CueKind.EYES_OPEN, _NIGHTS),
    Trigger.EYES_OPEN: (CueKind.EYES_OPEN, _NIGHTS),
    Trigger.MASK_OFF: (CueKind.MASK_OFF, _NIGHTS),
    Trigger.MASK_LATE: (CueKind.MASK_LATE, _NIGHTS),
    Trigger.HEAD_NOT_BOWED: (CueKind.HEAD_NOT_BOWED, _NIGHTS),
    Trigger.NOT_MOVED_BACK: (CueKind.NOT_MOVED_BACK, _NIGHTS),
    Trigger.FACE_TOUCHED: (CueKind.FACE_TOUCHED, _NIGHTS),
    Trigger.NIGHT_MOVEMENT: (CueKind.NIGHT_MOVEMENT, _NIGHTS),
    Trigger.NIGHT_SIGN: (CueKind.NIGHT_SIGN, _NIGHTS),
    Trigger.NIGHT_SOUND: (CueKind.VOICE_ACTIVE, _NIGHTS),
    Trigger.SHOT_HAND: (CueKind.SHOT_HAND, frozenset({Section.NIGHT})),
    Trigger.CONTACT: (CueKind.CONTACT, PLAY),
    Trigger.SEAT_LEFT: (CueKind.SEAT_LEFT, PLAY),
    Trigger.MASK_ON_BY_DAY: (CueKind.MASK_ON_BY_DAY, _DAYTIME),
    Trigger.FACE_HIDDEN: (CueKind.FACE_HIDDEN, _DAYTIME),
    Trigger.HANDS_HIDDEN: (CueKind.HANDS_HIDDEN, _DAYTIME),
    Trigger.GESTURE: (CueKind.GESTURE, _SPEECHES),
    Trigger.GESTURE_OUT_OF_ZONE: (CueKind.GESTURE_OUT_OF_ZONE, _DAYTIME),
    Trigger.TALK_OUT_OF_TURN: (CueKind.VOICE_ACTIVE, _DAYTIME),
    Trigger.TALK_AFTER_PASS: (CueKind.VOICE_ACTIVE, frozenset({Section.DAY})),
    Trigger.LOUD: (CueKind.LOUD, _DAYTIME),
    Trigger.TABLE_KNOCK: (CueKind.KNOCK, _DAYTIME),
    Trigger.RECORDS_KEPT: (CueKind.PHONE_OR_NOTES, _DAYTIME),
    Trigger.MASK_MISSING: (CueKind.MASK_OFF, _NIGHTS),
    Trigger.SHERIFF_SOUND: (CueKind.KNOCK, frozenset({Section.NIGHT})),
    Trigger.DISPUTED_VOTE: (CueKind.TOUCH_DOWN, _VOTE),
    Trigger.LATE_RED_VOTE: (CueKind.TOUCH_DOWN, _VOTE),
    Trigger.LATE_BLACK_VOTE: (CueKind.TOUCH_DOWN, _VOTE),
    Trigger.WORD_HONEST: (CueKind.BANNED_WORD, _DAYTIME),
    Trigger.WORD_HUNDRED_PERCENT: (CueKind.BANNED_WORD, _DAYTIME),
    Trigger.RELIGION: (CueKind.BANNED_WORD, _DAYTIME),
    Trigger.OATH: (CueKind.BANNED_WORD, _DAYTIME),
    Trigger.BET: (CueKind.BANNED_WORD, _DAYTIME),
    Trigger.OBSCENITY: (CueKind.BANNED_WORD, _DAYTIME),
    Trigger.SPEECH_END_WORD: (CueKind.PASS_WORD, _SPEECHES),
}
"""The cue behind a trigger, and the sections for which every ruleset must say a clause or that there is none."""

NEVER_A_BREACH: Final = frozenset(
    {
        CueKind.NIGHT_CUE,
        CueKind.CITY_SLEEPS,
        CueKind.DAY_CUE,
        CueKind.CLOSING_WORD,
        CueKind.NUMBER_SPOKEN,
        CueKind.RETURNED,
        CueKind.NOT_OBSERVED,
        CueKind.CAMERA_MOVED,
        CueKind.BLIND,
    }
)
"""Cues that move the game's clock or speak of the senses themselves; no clause can hang on them."""
