"""A suggestion as a card: what was seen, how surely, where it is written, and what accepting it would do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.clauses import Sanction
from engine.codes import ConfidenceWord, CueKind, Phase, Section
from engine.intervals import Interval, Span
from engine.live import removal_cancels
from engine.penalties import Consequence, consequences
from engine.play_rules import play_rules
from engine.ruleset import Ruleset
from engine.situations import SECTION_OF
from engine.state import GameState
from engine.suggestions import Suggestion
from ui.host.moments import Moments
from ui.host.periods import NIGHT_SECTIONS
from ui.host.view import Queued, Tier
from ui.host.wording import Offset, fouls, nth_foul, seats_listed
from ui.words import Words

REMOVES: Final = frozenset(
    {Consequence.REMOVAL, Consequence.TEAM_DEFEAT, Consequence.TOURNAMENT_REMOVAL, Consequence.GAME_OVER}
)
_WEIGHS: Final = frozenset(
    {Consequence.FOUL, Consequence.SPEECH_LOSS, Consequence.SHORT_SPEECH, Consequence.SANCTION_ASKED}
    | {Consequence.ROOM_BAN, Consequence.SUSPENSION, Consequence.POINTS, Consequence.NOT_ADMITTED}
)
_BALLOT: Final = frozenset(
    {Consequence.VOTE_VOID, Consequence.VOTE_COUNTS, Consequence.VOTE_TO_LAST, Consequence.VOTE_FOR_HOST}
    | {Consequence.VOTE_FOR_BLACK}
)
BARS: Final = {ConfidenceWord.CLEARLY_SEEN: 3, ConfidenceWord.PARTLY_SEEN: 2, ConfidenceWord.WEAKLY_SEEN: 1}
SOFTEN_REASONS: Final = ("no_effect", "first_time", "corrected", "unclear", "other")
"""Why a host may soften: each a word of the group `soften`; what was seen, never why it was done."""

SANCTIONS_TO_NAME: Final = (
    Sanction.WARNING,
    Sanction.FOUL,
    Sanction.SPEECH_LOSS,
    Sanction.REMOVAL,
    Sanction.TEAM_DEFEAT,
)
"""What may be named where a clause leaves the sanction open, in the order of the digits."""


@dataclass(frozen=True, slots=True)
class Around:
    """What a card is read against."""

    state: GameState
    rules: Ruleset
    moments: Moments
    words: Words


def is_for_host(suggestion: Suggestion, around: Around) -> bool:
    """Whether the host's screen may show it.

    Before the end nothing whose clause tells a role; what fell into a waking only after the night.
    """
    if suggestion.kind is CueKind.NOT_OBSERVED:
        return False
    if around.state.phase is Phase.OVER:
        return True
    clause = suggestion.clause
    if clause is not None and around.rules.has_clause(clause) and around.rules.clause(clause).role_dependent:
        return False
    return not suggestion.role_dependent or SECTION_OF[around.state.phase] not in NIGHT_SECTIONS


def leads_to(suggestion: Suggestion, around: Around) -> tuple[Consequence, ...]:
    """What accepting would bring about now: the seat's count may have grown since it was suggested."""
    seat, state = suggestion.subject, around.state
    if not isinstance(seat, int) or Consequence.FOUL not in suggestion.if_accepted:
        return suggestion.if_accepted
    play = play_rules(around.rules, state.answers)
    fresh = consequences(
        Sanction.FOUL,
        around.rules,
        count_now=state.player(seat).fouls,
        removal_cancels=removal_cancels(state, seat, play) if play else None,
        at_night=SECTION_OF[state.phase] in NIGHT_SECTIONS,
    )
    ballot = tuple(code for code in suggestion.if_accepted if code in _BALLOT)
    return (*fresh, *ballot)


def removes(suggestion: Suggestion, around: Around) -> bool:
    """Whether accepting would take somebody from the game, so that one look comes first."""
    return bool(REMOVES & frozenset(leads_to(suggestion, around)))


def tier(suggestion: Suggestion, around: Around) -> Tier:
    """How heavy it would weigh; a removal that is not clearly seen is only information, for the judge."""
    return tier_of(leads_to(suggestion, around), suggestion.confidence_word)


def tier_of(leading_to: Iterable[Consequence], seen: ConfidenceWord) -> Tier:
    """The tier of what accepting leads to, seen so clearly."""
    codes = frozenset(leading_to)
    if codes & REMOVES:
        return Tier.REMOVAL if seen is ConfidenceWord.CLEARLY_SEEN else Tier.NOTE
    return Tier.FOUL if codes & _WEIGHS else Tier.NOTE


def needs_sanction(suggestion: Suggestion) -> bool:
    """Whether accepting asks a person to name the sanction."""
    return suggestion.clause is None or Consequence.SANCTION_ASKED in suggestion.if_accepted


def fact(suggestion: Suggestion, around: Around) -> str:
    """What was seen, with its number where there is one."""
    words, kind = around.words, suggestion.kind
    edge = _offset(suggestion, around)
    if kind is CueKind.LIFT and edge is not None:
        return words("Hand left before the word")
    if kind is CueKind.TOUCH_DOWN and edge is not None:
        return words("Touch after the word")
    lasted = _lasted(suggestion.when)
    if kind in (CueKind.EYES_OPEN, CueKind.HAND_HELD_PAST_WORD) and lasted is not None:
        return words(f"fact.{kind}", s=words.seconds(lasted, 1))
    text = words.code("cue", kind)
    return text[:1].upper() + text[1:]


def detail(suggestion: Suggestion, around: Around) -> str:
    """How much, from when to when, towards whom."""
    words, parts = around.words, []
    edge = _offset(suggestion, around)
    if edge is not None:
        parts.append(edge.sentence(words))
    elif suggestion.kind is CueKind.EYES_OPEN:
        parts += _after_night_cue(suggestion.when.start, around)
    else:
        lasted = _lasted(suggestion.when)
        if lasted is not None:
            parts.append(words("for {s} s", s=words.seconds(lasted, 1)))
    targets = tuple(target for target in suggestion.targets if isinstance(target, int))
    if targets and suggestion.kind is CueKind.CONTACT:
        parts.append(words("with {seats}", seats=seats_listed(targets)))
    return " · ".join(parts)


def _after_night_cue(start: Interval, around: Around) -> list[str]:
    words, moments = around.words, around.moments
    said = moments.city_sleeps or moments.night_cue
    if said is None or start.earliest_ns < said.earliest_ns:
        return []
    after = words.seconds(start.middle_ns - said.middle_ns, 1)
    template = "{s} s after “The city sleeps”" if moments.city_sleeps else "{s} s after “Night falls”"
    return [words(template, s=after)]


def _lasted(when: Span) -> int | None:
    return when.end.middle_ns - when.start.middle_ns if when.end is not None else None


def limit_of(kind: CueKind, word: Span, rules: Ruleset) -> Interval:
    """A lift is held against the word's start, a touch against its end, or both against what the ruleset names."""
    edge = rules.text("word_edge") or ("start" if kind is CueKind.LIFT else "end")
    return word.start if edge == "start" or word.end is None else word.end


def _offset(suggestion: Suggestion, around: Around) -> Offset | None:
    if suggestion.kind not in (CueKind.LIFT, CueKind.TOUCH_DOWN):
        return None
    candidate = next((target for target in suggestion.targets if isinstance(target, int)), None)
    said = around.moments.words.get(candidate)
    if said is None:
        return None
    return Offset.between(suggestion.when.start, limit_of(suggestion.kind, said.word, around.rules))


def word_limit_ns(suggestion: Suggestion, around: Around) -> int | None:
    """The moment that a vote's hand is held against; None where it is not about a word, or the word is not known."""
    edge = _offset(suggestion, around)
    return None if edge is None else suggestion.when.start.middle_ns - edge.middle_ns


def short_offset(suggestion: Suggestion, around: Around) -> str:
    """The offset as the ring writes it; empty where it is not known."""
    edge = _offset(suggestion, around)
    return edge.short(around.words) if edge is not None else ""


def sureness(suggestion: Suggestion, cameras: int, around: Around) -> str:
    """How clearly, and by how many cameras."""
    words = around.words
    seen_by = len({evidence.camera for evidence in suggestion.evidence})
    how = words.code("confidence", suggestion.confidence_word)
    how = how[:1].upper() + how[1:]
    if not seen_by:
        return how
    return f"{how} · " + words("cameras: {n} of {all}", n=seen_by, all=max(cameras, seen_by))


def clause_text(suggestion: Suggestion, around: Around) -> str:
    """The clause's id and title in our own words."""
    if suggestion.clause is None or not around.rules.has_clause(suggestion.clause):
        return around.words("this ruleset has no clause for it")
    clause = around.rules.clause(suggestion.clause)
    return f"{clause.id} · {getattr(clause.title, around.words.language)}"


def count_text(suggestion: Suggestion, around: Around) -> str:
    """The seat's count now, and which vote it is about."""
    seat = suggestion.subject
    if not isinstance(seat, int):
        return around.words.subject(seat)
    told = fouls(around.state.player(seat).fouls, around.rules, around.words)
    candidates = tuple(target for target in suggestion.targets if isinstance(target, int))
    if candidates and suggestion.phase is Section.VOTE:
        told += " · " + around.words("vote for {seats}", seats=seats_listed(candidates))
    return told


def consequence_text(suggestion: Suggestion, around: Around) -> str:
    """What accepting leads to, the count first."""
    words, rules, seat = around.words, around.rules, suggestion.subject
    codes = leads_to(suggestion, around)
    told: list[str] = []
    if Consequence.FOUL in codes and isinstance(seat, int):
        told.append(nth_foul(around.state.player(seat).fouls + 1, rules, words))
    told += [words.code("consequence", code) for code in codes if code is not Consequence.FOUL or not told]
    if Consequence.FOUL in codes and len(codes) == 1:
        told.append(words("nothing else follows"))
    return "; ".join(dict.fromkeys(told))


def queued(suggestion: Suggestion, around: Around) -> Queued:
    """The suggestion as a line of the queue."""
    return Queued(tier(suggestion, around), str(around.words.subject(suggestion.subject)), fact(suggestion, around))
