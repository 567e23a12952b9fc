"""Every code that crosses a border: files, cues, suggestions, verdicts.

Codes are added, never renamed: recordings made years ago are read with today's program.
The words a person reads for each code are gettext messages in `ui/locale`.
"""

from __future__ import annotations

from enum import StrEnum


class Eyes(StrEnum):
    """What is seen of a player's eyes."""

    OPEN = "open"
    CLOSED = "closed"
    COVERED = "covered"
    NOT_VISIBLE = "not_visible"


class Mask(StrEnum):
    """Where a player's mask is."""

    ON_EYES = "on_eyes"
    FOREHEAD = "forehead"
    LOWERED = "lowered"
    IN_HAND = "in_hand"
    CROOKED = "crooked"
    NONE = "none"
    NOT_VISIBLE = "not_visible"


class Head(StrEnum):
    """How a player's head is held."""

    UP = "up"
    BOWED = "bowed"
    NOT_VISIBLE = "not_visible"


class HandPlace(StrEnum):
    """Where a hand is."""

    TABLE = "table"
    HOVER = "hover"
    AIR = "air"
    FACE = "face"
    OWN_BODY = "own_body"
    OTHER_PERSON = "other_person"
    OBJECT = "object"
    NOT_VISIBLE = "not_visible"


class HandForm(StrEnum):
    """The shape of a hand as the voting rules distinguish it."""

    FIST = "fist"
    THUMB_UP = "thumb_up"
    PALM = "palm"
    FINGERS = "fingers"
    ELBOW = "elbow"
    FOREARM = "forearm"
    UNKNOWN = "unknown"


class Side(StrEnum):
    """The player's own left or right, never the picture's."""

    LEFT = "left"
    RIGHT = "right"


class CueKind(StrEnum):
    """What seeing or hearing may claim."""

    NIGHT_CUE = "night_cue"
    CITY_SLEEPS = "city_sleeps"
    DAY_CUE = "day_cue"
    CLOSING_WORD = "closing_word"
    NUMBER_SPOKEN = "number_spoken"
    PASS_WORD = "pass_word"  # noqa: S105 - the word «пас», not a secret
    VOICE_ACTIVE = "voice_active"
    LOUD = "loud"
    KNOCK = "knock"
    BANNED_WORD = "banned_word"  # which one is the name of its measure, a trigger of engine.triggers

    TOUCH_DOWN = "touch_down"
    LIFT = "lift"
    PREMATURE_TOUCH = "premature_touch"
    HAND_HELD_PAST_WORD = "hand_held_past_word"
    DOUBLE_VOTE = "double_vote"
    VOTE_GESTURE = "vote_gesture"

    EYES_OPEN = "eyes_open"
    MASK_OFF = "mask_off"
    MASK_LATE = "mask_late"
    MASK_ON_BY_DAY = "mask_on_by_day"
    HEAD_NOT_BOWED = "head_not_bowed"
    NOT_MOVED_BACK = "not_moved_back"
    FACE_TOUCHED = "face_touched"
    NIGHT_MOVEMENT = "night_movement"
    NIGHT_SIGN = "night_sign"
    SHOT_HAND = "shot_hand"

    CONTACT = "contact"
    GESTURE = "gesture"
    GESTURE_OUT_OF_ZONE = "gesture_out_of_zone"
    HANDS_HIDDEN = "hands_hidden"
    FACE_HIDDEN = "face_hidden"
    SEAT_LEFT = "seat_left"
    RETURNED = "returned"
    PHONE_OR_NOTES = "phone_or_notes"

    NOT_OBSERVED = "not_observed"
    CAMERA_MOVED = "camera_moved"
    BLIND = "blind"


class VoteVerdict(StrEnum):
    """When a timed event fell against the closing word."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"
    INCONCLUSIVE = "inconclusive"
    NOT_OBSERVED = "not_observed"


class Decision(StrEnum):
    """What a host or judge did with a suggestion."""

    ACCEPT = "accept"
    SOFTEN = "soften"
    DISMISS = "dismiss"
    LATER = "later"


class ReviewResult(StrEnum):
    """What a judge's review made of an earlier decision."""

    CHANGED = "changed"
    CONFIRMED = "confirmed"
    STANDS = "stands"


class RulesId(StrEnum):
    """The shipped rulebooks and profiles."""

    A = "a"
    B = "b"
    C = "c"
    FSM2024 = "fsm2024"
    MAFIARATINGS = "mafiaratings"
    POLEMICA = "polemica"


class WordSource(StrEnum):
    """Where the time of a spoken word comes from."""

    HOST_KEY = "host_key"
    PROGRAM_VOICE = "program_voice"
    MICROPHONE = "microphone"
    LABEL = "label"
    TRUTH = "truth"


class TimelineKind(StrEnum):
    """What a line of a timeline file can say."""

    NIGHT_CUE = "night_cue"
    CITY_SLEEPS = "city_sleeps"
    DAY_CUE = "day_cue"
    WAKE = "wake"
    SLEEP = "sleep"
    SPEECH_START = "speech_start"
    SPEECH_END = "speech_end"
    NOMINATION = "nomination"
    VOTE_OPEN = "vote_open"
    CALL = "call"
    WORD = "word"
    COUNT = "count"
    VOTE_CLOSE = "vote_close"
    SHOOTOUT_START = "shootout_start"
    LIFT_CALL = "lift_call"
    PAUSE = "pause"
    RESUME = "resume"
    ELIMINATED = "eliminated"
    REMOVED = "removed"
    REQUEST = "request"
    PERMISSION = "permission"
    ROLE = "role"
    SCORE_NUMBER = "score_number"


class RequestKind(StrEnum):
    """What a host may ask of a player."""

    BOW = "bow"
    UNMASK = "unmask"
    VOTE = "vote"
    MOVE_BACK = "move_back"


class PermissionKind(StrEnum):
    """What a host may allow a player."""

    LEAVE = "leave"
    OWN_MASK = "own_mask"
    ADMITTED = "admitted"


class JournalType(StrEnum):
    """The kinds of journal line."""

    INPUT = "input"
    EVENT = "event"
    SUGGESTION = "suggestion"
    VERDICT = "verdict"
    GAP = "gap"
    RETRACT = "retract"


class WordEdge(StrEnum):
    """Which edge of the closing word is the limit; rulebooks only say "until the word"."""

    START = "start"
    END = "end"


class Role(StrEnum):
    """A player's card."""

    CITIZEN = "citizen"
    SHERIFF = "sheriff"
    MAFIA = "mafia"
    DON = "don"


class Team(StrEnum):
    """The two sides."""

    RED = "red"
    BLACK = "black"


class Awake(StrEnum):
    """Whom a host wakes at night by name of role."""

    MAFIA = "mafia"
    DON = "don"
    SHERIFF = "sheriff"


class Phase(StrEnum):
    """Where a game stands, step by step."""

    SETUP = "setup"
    DEAL = "deal"
    AGREEMENT = "agreement"
    INTRODUCTIONS = "introductions"  # don, then sheriff show themselves
    FREE_SEATING = "free_seating"
    DAY = "day"
    SPEECH = "speech"
    VOTE = "vote"
    BALLOT = "ballot"  # one candidate is called, hands may come down
    TIE = "tie"
    SHOOTOUT = "shootout"
    LIFT = "lift"
    LIFT_BALLOT = "lift_ballot"
    FAREWELL = "farewell"  # somebody is owed a last word
    EVENING = "evening"  # the vote is settled, the night is not yet called
    LAST_WORD = "last_word"
    NIGHT = "night"
    SHOOTING = "shooting"
    DON_CHECK = "don_check"
    SHERIFF_CHECK = "sheriff_check"
    BEST_MOVE = "best_move"
    MORNING = "morning"  # the night's steps are done, the day is not yet called
    OVER = "over"


class Section(StrEnum):
    """The parts of an evening that clauses name."""

    NIGHT_ZERO = "night_zero"
    NIGHT = "night"
    DAY = "day"
    VOTE = "vote"
    SHOOTOUT = "shootout"
    LAST_WORD = "last_word"
    EVENT = "event"


class ConfidenceWord(StrEnum):
    """A cue's confidence as a person should hear it."""

    CLEARLY_SEEN = "clearly_seen"
    PARTLY_SEEN = "partly_seen"
    WEAKLY_SEEN = "weakly_seen"


class Unobserved(StrEnum):
    """Why something counts as not observed."""

    WHITELIST_UNKNOWN = "whitelist_unknown"
    WORD_NOT_TIMED = "word_not_timed"
    ROLES_UNKNOWN = "roles_unknown"
    PAUSED = "paused"
    NOT_SEEN = "not_seen"
