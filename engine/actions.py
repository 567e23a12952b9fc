"""What goes into a game: host actions, cues, ticks, verdicts and reviews, and how they are written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from engine import fields
from engine.clauses import Sanction
from engine.codes import Awake, CueKind, Decision, PermissionKind, RequestKind, ReviewResult, Role, WordSource
from engine.cues import CameraId, Cue, Evidence
from engine.fields import FieldError
from engine.intervals import Interval, Span
from engine.parameters import Value
from engine.seats import Person, Seat, Subject


class ActionKind(StrEnum):
    """Everything a host or judge can do. The comment names the fields an action takes besides its time."""

    # Set-up
    ANSWER = "answer"  # parameter, value: a question the rulebook leaves open
    SEAT_PLAYER = "seat_player"  # subject, text: the nick
    ASSIGN_ROLE = "assign_role"  # subject, role
    START_GAME = "start_game"  # night falls for the deal
    # Night zero
    START_AGREEMENT = "start_agreement"
    START_INTRODUCTIONS = "start_introductions"
    START_FREE_SEATING = "start_free_seating"
    WAKE = "wake"  # awake, or seats
    SLEEP = "sleep"
    CITY_SLEEPS = "city_sleeps"
    # Day
    START_DAY = "start_day"
    START_SPEECH = "start_speech"  # subject
    END_SPEECH = "end_speech"
    NOMINATE = "nominate"  # subject, target
    WITHDRAW = "withdraw"  # subject, target
    # Vote
    OPEN_VOTE = "open_vote"
    CALL = "call"  # target
    CAST = "cast"  # subject: a hand is down for the open candidate
    UNCAST = "uncast"  # subject
    CLOSING_WORD = "closing_word"  # word, source
    COUNT = "count"  # nothing, seats, or number
    CLOSE_VOTE = "close_vote"  # the result is certain, the rest is not called
    START_SHOOTOUT = "start_shootout"
    CALL_LIFT = "call_lift"
    # Night
    ANNOUNCE_NIGHT = "announce_night"
    START_SHOOTING = "start_shooting"
    CALL_NUMBER = "call_number"  # number
    SHOOT = "shoot"  # subject, target
    KILL = "kill"  # target: where roles are not entered
    START_DON_CHECK = "start_don_check"
    START_SHERIFF_CHECK = "start_sheriff_check"
    CHECK = "check"  # target
    END_CHECKS = "end_checks"
    START_BEST_MOVE = "start_best_move"
    NAME_BLACK = "name_black"  # target
    END_BEST_MOVE = "end_best_move"
    # Penalties
    FOUL = "foul"  # subject, clause
    TECH_FOUL = "tech_foul"  # subject
    WARN = "warn"  # subject, clause, text: softened to a verbal warning, with the reason
    REMOVE = "remove"  # subject, clause
    TEAM_DEFEAT = "team_defeat"  # subject, clause
    REMOVE_FROM_TOURNAMENT = "remove_from_tournament"  # subject, clause
    LOSE_SPEECH = "lose_speech"  # subject, clause: the next word, as after the third foul
    EXPEL = "expel"  # subject `spectator`, text: who
    SUSPEND = "suspend"  # subject, clause, text: for how long
    MINUS = "minus"  # subject, points, text
    EXTRA_POINTS = "extra_points"  # subject, points, text
    ANNOUNCE_REMOVALS = "announce_removals"
    # The table
    REQUEST = "request"  # request, subject or nobody for all
    PERMIT = "permit"  # permission, subject
    PAUSE = "pause"
    RESUME = "resume"
    HAND_OVER = "hand_over"  # subject `host` or `side_judge`, text: to whom
    MARK = "mark"  # text: a bookmark
    CORRECT_WORD = "correct_word"  # word: where a judge heard it, source, text: why; the nearest word said before
    NOTE = "note"  # subject, clause, text: a breach that changes no count by itself
    # The result
    DECLARE_RESULT = "declare_result"  # value: red, black or draw, where roles are not entered
    PROTEST = "protest"  # subject, text
    AMEND_RESULT = "amend_result"  # value: red, black or draw; text: the reason
    ANNUL_RESULT = "annul_result"  # text: the reason


@dataclass(frozen=True, slots=True)
class HostAction:
    """One thing a host or judge did, and when; which fields count is said at its kind."""

    kind: ActionKind
    t_ns: int
    subject: Subject | None = None
    target: Seat | None = None
    seats: tuple[Seat, ...] = ()
    number: int | None = None
    word: Span | None = None
    source: WordSource = WordSource.HOST_KEY
    clause: str | None = None
    text: str = ""
    parameter: str | None = None
    value: Value | None = None
    role: Role | None = None
    awake: Awake | None = None
    request: RequestKind | None = None
    permission: PermissionKind | None = None
    points: float | None = None
    by: str = "host"


@dataclass(frozen=True, slots=True)
class Tick:
    """Time went on from `since_ns` to `t_ns`; never journalled and never changes a game."""

    since_ns: int
    t_ns: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """A person's decision on a suggestion. `sanction` is needed where the clause leaves it open."""

    suggestion: str  # its id
    decision: Decision
    t_ns: int
    by: str = "host"
    reason: str = ""
    sanction: Sanction | None = None
    speed: float | None = None  # of the slowest playback that was looked at first, 1 being real time; None: not told


@dataclass(frozen=True, slots=True)
class Review:
    """What a judge's look at the record made of a decision; after the end it annotates and changes nothing."""

    suggestion: str
    result: ReviewResult
    t_ns: int
    by: str = "judge"
    reason: str = ""
    speed: float | None = None  # as in Verdict


Input: TypeAlias = HostAction | Cue | Tick | Verdict | Review

_VERDICT_KEYS: Final = ("input", "suggestion", "decision", "by", "reason", "sanction", "speed")
_REVIEW_KEYS: Final = ("input", "suggestion", "result", "by", "reason", "speed")
_CUE_KEYS: Final = ("input", "kind", "subject", "targets", "when", "confidence", "cameras", "evidence", "measures")


def input_as_json(given: HostAction | Cue | Verdict | Review) -> dict[str, object]:
    """The body of a journal's input line; empty fields are left out, the time stands in the line itself."""
    match given:
        case HostAction():
            return {"input": "action", **_without_empty(_action_fields(given))}
        case Cue():
            return {"input": "cue", **cue_as_json(given)}
        case Verdict():
            body = {
                "suggestion": given.suggestion,
                "decision": given.decision,
                "by": given.by,
                "reason": given.reason,
                "sanction": given.sanction,
                "speed": given.speed,
            }
            return {"input": "verdict", **_without_empty(body)}
        case Review():
            body = {
                "suggestion": given.suggestion,
                "result": given.result,
                "by": given.by,
                "reason": given.reason,
                "speed": given.speed,
            }
            return {"input": "review", **_without_empty(body)}


def _action_fields(action: HostAction) -> dict[str, object]:
    word = action.word
    return {
        "kind": action.kind,
        "subject": action.subject,
        "target": action.target,
        "seats": list(action.seats),
        "number": action.number,
        "word": span_as_json(word) if word else None,
        "source": None if action.source is WordSource.HOST_KEY else action.source,
        "clause": action.clause,
        "text": action.text,
        "parameter": action.parameter,
        "value": list(action.value) if isinstance(action.value, tuple) else action.value,
        "role": action.role,
        "awake": action.awake,
        "request": action.request,
        "permission": action.permission,
        "points": action.points,
        "by": None if action.by == "host" else action.by,
    }


def _without_empty(body: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in body.items() if value is not None and value != "" and value != []}


def span_as_json(span: Span) -> dict[str, object]:
    """A span as files write it."""
    end = span.end
    return {
        "start": [span.start.earliest_ns, span.start.latest_ns],
        "end": [end.earliest_ns, end.latest_ns] if end else None,
    }


def cue_as_json(cue: Cue) -> dict[str, object]:
    """A cue as files write it."""
    return {
        "kind": cue.kind.value,
        "subject": cue.subject,
        "targets": list(cue.targets),
        "when": span_as_json(cue.when),
        "confidence": cue.confidence,
        "cameras": list(cue.cameras),
        "evidence": [{"camera": one.camera, "t_ns": one.t_ns, "box": list(one.box_px)} for one in cue.evidence],
        "measures": dict(cue.measures),
    }


def input_from_json(body: Mapping[str, object], t_ns: int) -> HostAction | Cue | Verdict | Review:
    """The inverse of `input_as_json`; raises FieldError for a value that means nothing."""
    match fields.need(body, "input"):
        case "action":
            return _action_from(body, t_ns)
        case "cue":
            return cue_from_json(body)
        case "verdict":
            fields.check_keys(body, _VERDICT_KEYS)
            sanction = body.get("sanction")
            return Verdict(
                suggestion=fields.text_of(fields.need(body, "suggestion"), "suggestion"),
                decision=fields.code_of(Decision, fields.need(body, "decision"), "decision"),
                t_ns=t_ns,
                by=fields.text_of(body.get("by", "host"), "by"),
                reason=fields.text_of(body.get("reason", ""), "reason"),
                sanction=None if sanction is None else fields.code_of(Sanction, sanction, "sanction"),
                speed=_speed(body),
            )
        case "review":
            fields.check_keys(body, _REVIEW_KEYS)
            return Review(
                suggestion=fields.text_of(fields.need(body, "suggestion"), "suggestion"),
                result=fields.code_of(ReviewResult, fields.need(body, "result"), "result"),
                t_ns=t_ns,
                by=fields.text_of(body.get("by", "judge"), "by"),
                reason=fields.text_of(body.get("reason", ""), "reason"),
                speed=_speed(body),
            )
        case other:
            raise FieldError(f"{other!r} is no kind of input")


def _speed(body: Mapping[str, object]) -> float | None:
    given = body.get("speed")
    if given is None:
        return None
    speed = fields.number_of(given, "speed")
    if not 0 < speed <= 1:
        raise FieldError(f"speed is more than 0 and at most 1, not {speed}")
    return float(speed)


def _action_from(body: Mapping[str, object], t_ns: int) -> HostAction:
    fields.check_keys(body, _ACTION_KEYS)
    kind = fields.code_of(ActionKind, fields.need(body, "kind"), "action")
    given = {key: _ACTION_READERS[key](value) for key, value in body.items() if key in _ACTION_READERS}
    return HostAction(kind, t_ns, **given)  # type: ignore[arg-type]  # each reader returns its own field's type


def _seats_of(value: object) -> tuple[Seat, ...]:
    return tuple(fields.seat_of(seat, "seats") for seat in fields.list_of(value, "seats"))


_ACTION_READERS: Final[dict[str, Callable[[object], object]]] = {
    "subject": lambda value: fields.person_of(value, "subject"),
    "target": lambda value: fields.seat_of(value, "target"),
    "seats": _seats_of,
    "number": lambda value: fields.integer_of(value, "number"),
    "word": lambda value: fields.span_of(value, "word"),
    "source": fields.source_of,
    "clause": lambda value: fields.text_of(value, "clause"),
    "text": lambda value: fields.text_of(value, "text"),
    "parameter": lambda value: fields.text_of(value, "parameter"),
    "value": lambda value: _value_of(value),
    "role": lambda value: fields.code_of(Role, value, "role"),
    "awake": lambda value: fields.code_of(Awake, value, "role to wake"),
    "request": lambda value: fields.code_of(RequestKind, value, "request"),
    "permission": lambda value: fields.code_of(PermissionKind, value, "permission"),
    "points": lambda value: fields.number_of(value, "points"),
    "by": lambda value: fields.text_of(value, "by"),
}
_ACTION_KEYS: Final = ("input", "kind", *_ACTION_READERS)


def _value_of(raw: object) -> Value | None:
    if raw is None or isinstance(raw, bool | int | float | str):
        return raw
    return tuple(fields.text_of(word, "value") for word in fields.list_of(raw, "value"))


def cue_from_json(body: Mapping[str, object]) -> Cue:
    """A cue from its JSON object; raises FieldError for a value that means nothing."""
    fields.check_keys(body, _CUE_KEYS)
    confidence = fields.number_of(fields.need(body, "confidence"), "confidence")
    if not 0.0 <= confidence <= 1.0:
        raise FieldError(f"a confidence lies in 0…1, not {confidence}")
    measures = fields.mapping_of(body.get("measures", {}), "measures")
    return Cue(
        kind=fields.code_of(CueKind, fields.need(body, "kind"), "cue kind"),
        subject=fields.person_of(fields.need(body, "subject"), "subject"),
        when=fields.span_of(fields.need(body, "when"), "when"),
        confidence=confidence,
        targets=tuple(fields.person_of(one, "targets") for one in fields.list_of(body.get("targets", []), "targets")),
        cameras=tuple(
            CameraId(fields.text_of(camera, "cameras")) for camera in fields.list_of(body.get("cameras", []), "cameras")
        ),
        evidence=tuple(evidence_from_json(one) for one in fields.list_of(body.get("evidence", []), "evidence")),
        measures={name: fields.number_of(value, name) for name, value in measures.items()},
    )


def evidence_from_json(raw: object) -> Evidence:
    """One picture region from its JSON object; raises FieldError for a value that means nothing."""
    seen = fields.mapping_of(raw, "evidence")
    fields.check_keys(seen, ("camera", "t_ns", "box"))
    box = [fields.number_of(side, "box") for side in fields.list_of(fields.need(seen, "box"), "box")]
    if len(box) != 4:
        raise FieldError("a box has four sides")
    return Evidence(
        CameraId(fields.text_of(fields.need(seen, "camera"), "camera")),
        fields.integer_of(fields.need(seen, "t_ns"), "t_ns"),
        (box[0], box[1], box[2], box[3]),
    )


def time_of(given: Input) -> int:
    """The time an input carries; a cue's is the latest moment of what it saw."""
    if isinstance(given, Cue):
        return (given.when.end or given.when.start).latest_ns
    return given.t_ns


def moment(action: HostAction) -> Interval:
    """When an action took place: the word's own time where it has one, else the key's."""
    return action.word.start if action.word else Interval(action.t_ns, action.t_ns)


CREW: Final = frozenset({Person.HOST, Person.SIDE_JUDGE})
