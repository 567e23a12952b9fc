"""Facts a step brings about, and the reasons for which a step is refused."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.seats import Seat, Subject


class EventKind(StrEnum):
    """What happened in the game."""

    PHASE_STARTED = "phase_started"
    QUESTION_ANSWERED = "question_answered"
    PLAYER_SEATED = "player_seated"
    SPEECH_STARTED = "speech_started"  # number: its length in ns
    SPEECH_ENDED = "speech_ended"
    SPEECH_TAKEN = "speech_taken"  # a lost speech: nomination only, or nothing
    TIME_RUNNING_OUT = "time_running_out"
    TIME_UP = "time_up"
    NOMINATED = "nominated"
    WITHDRAWN = "withdrawn"
    BALLOT_COUNTED = "ballot_counted"  # seat: candidate; number: votes
    VOTES_ASSIGNED = "votes_assigned"  # seats whose vote fell to the last nominated
    VOTE_DETERMINED = "vote_determined"  # seats: who leaves
    VOTE_CANCELLED = "vote_cancelled"  # number: of which day
    VOTE_TIED = "vote_tied"
    NOBODY_LEAVES = "nobody_leaves"
    PLAYER_LEFT = "player_left"  # text: how
    CANDIDATE_STRUCK = "candidate_struck"
    SHOT = "shot"
    MISSED = "missed"
    KILLED = "killed"
    CHECKED = "checked"
    BEST_MOVE_NAMED = "best_move_named"
    FOUL_GIVEN = "foul_given"  # number: the new count
    TECH_FOUL_GIVEN = "tech_foul_given"
    SPEECH_LOST = "speech_lost"
    WARNED = "warned"  # softened, with a reason; may ground an annulment (B 4.5)
    EXPELLED = "expelled"
    SUSPENDED = "suspended"
    POINTS_GIVEN = "points_given"  # text: points and reason
    REMOVALS_ANNOUNCED = "removals_announced"
    REQUESTED = "requested"
    PERMITTED = "permitted"
    PAUSED = "paused"
    RESUMED = "resumed"
    HANDED_OVER = "handed_over"
    MARKED = "marked"
    WORD_CORRECTED = "word_corrected"  # text: the reason; the running game is not judged again
    NOTED = "noted"  # text: the clause
    DECIDED = "decided"  # text: red, black or draw
    GAME_OVER = "game_over"
    PROTESTED = "protested"
    RESULT_AMENDED = "result_amended"
    RESULT_ANNULLED = "result_annulled"
    BALLOT_VOIDED = "ballot_voided"
    SUGGESTION_ACCEPTED = "suggestion_accepted"
    SUGGESTION_DISMISSED = "suggestion_dismissed"
    SUGGESTION_KEPT = "suggestion_kept"
    REVIEWED = "reviewed"
    ANNOTATED = "annotated"  # decided after the end: changes nothing


@dataclass(frozen=True, slots=True)
class Event:
    """One fact; only the fields of its own kind are set."""

    kind: EventKind
    t_ns: int
    subject: Subject | None = None
    seats: tuple[Seat, ...] = ()
    number: int | None = None
    text: str = ""


class RefusalCode(StrEnum):
    """Why an input changed nothing."""

    NOT_NOW = "not_now"  # the phase does not know this action
    PAUSED = "paused"
    TIME_REVERSED = "time_reversed"
    GAME_OVER = "game_over"
    GAME_DECIDED = "game_decided"
    FIELD_MISSING = "field_missing"
    FIELD_INVALID = "field_invalid"
    QUESTION_OPEN = "question_open"
    NO_SUCH_QUESTION = "no_such_question"
    NO_SUCH_CLAUSE = "no_such_clause"
    ROLES_INCOMPLETE = "roles_incomplete"
    ROLES_KNOWN = "roles_known"  # the game decides by itself
    ROLE_TAKEN = "role_taken"
    ROLE_UNKNOWN = "role_unknown"
    NOT_AT_TABLE = "not_at_table"
    NOT_YOUR_TURN = "not_your_turn"
    NOMINATION_LOST = "nomination_lost"
    NOMINATIONS_USED = "nominations_used"
    ALREADY_NOMINATED = "already_nominated"
    NOT_NOMINATED = "not_nominated"
    WITHDRAWAL_NOT_PROVIDED = "withdrawal_not_provided"
    SPEECHES_LEFT = "speeches_left"
    NO_CANDIDATES = "no_candidates"
    VOTE_NOT_HELD = "vote_not_held"  # cancelled, settled, or one nominee on day 1
    VOTE_TO_COME = "vote_to_come"
    NOT_NEXT_CANDIDATE = "not_next_candidate"
    ALREADY_VOTED = "already_voted"
    NOT_VOTED = "not_voted"
    WORD_SAID = "word_said"
    TOO_MANY_VOTES = "too_many_votes"
    RESULT_OPEN = "result_open"
    LAST_WORD_OWED = "last_word_owed"
    NOT_BLACK = "not_black"
    CHECK_USED = "check_used"
    ROLE_ABSENT = "role_absent"
    NO_BEST_MOVE = "no_best_move"
    NAMES_USED = "names_used"
    ANNOUNCE_TOO_EARLY = "announce_too_early"
    NOTHING_TO_ANNOUNCE = "nothing_to_announce"
    TECH_FOULS_NOT_USED = "tech_fouls_not_used"
    REASON_MISSING = "reason_missing"
    NO_SUCH_SUGGESTION = "no_such_suggestion"
    SANCTION_MISSING = "sanction_missing"  # the clause leaves it open
    SANCTION_NOT_FOR_SEAT = "sanction_not_for_seat"


@dataclass(frozen=True, slots=True)
class Refused:
    """An input that changed nothing, with the reason as a code; the words for it belong to the screen."""

    code: RefusalCode
    seat: Subject | None = None
