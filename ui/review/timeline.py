"""The whole game on one line: phases, closing words, what was seen and suggested, what was decided, what was lost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.codes import CueKind, TimelineKind
from engine.focus import Period
from engine.intervals import NS_PER_S
from engine.suggestions import Suggestion
from ui.host.cards import tier_of
from ui.host.view import Tier
from ui.host.wording import clock
from ui.review.case import Case
from ui.review.desk import ReviewDesk
from ui.review.reel import Angle
from ui.review.view import MarkKind, Timeline, TimeMark
from ui.words import Words

Rows = tuple[tuple[str, tuple[TimeMark, ...]], ...]

_OF_TIER: Final = {Tier.REMOVAL: MarkKind.REMOVAL, Tier.FOUL: MarkKind.FOUL, Tier.NOTE: MarkKind.NOTE}


def timeline_of(desk: ReviewDesk, angles: tuple[Angle, ...]) -> Timeline:
    """Six rows over the length of the game."""
    rows, until_ns, counted = _rows(desk.case, desk.words, angles)
    place = desk.words("{time} of {all}", time=clock(desk.t_ns), all=clock(until_ns))
    return Timeline(until_ns, desk.t_ns, rows, f"{counted}; {place}")


@lru_cache(maxsize=2)
def _rows(case: Case, words: Words, angles: tuple[Angle, ...]) -> tuple[Rows, int, str]:
    losses = [loss for angle in angles for loss in angle.losses]
    until_ns = max([case.until_ns, *(loss.to_ns for loss in losses), NS_PER_S])
    suggested = tuple(_suggested(one) for one in case.suggestions)
    settled = tuple(
        TimeMark(one.when.start.middle_ns, one.when.start.middle_ns, MarkKind.DONE)
        for one in case.suggestions
        if any(not decided.taken_back for decided in case.decided.get(one.id, ()))
    )
    gaps = [TimeMark(loss.from_ns, loss.to_ns, MarkKind.GAP) for loss in losses]
    gaps += [TimeMark(t_ns, t_ns, MarkKind.GAP) for t_ns, _ in case.gaps]
    said = [e for e in case.chronicle.entries if e.kind is TimelineKind.WORD]
    rows = (
        (words("phases"), tuple(_phases(case, words, until_ns))),
        (words("words"), tuple(TimeMark(e.t.middle_ns, e.t.middle_ns, MarkKind.LINE) for e in said)),
        (words("seen"), tuple(_cues(case))),
        (words("suggestions"), suggested),
        (words("decisions"), settled),
        (words("gaps"), tuple(gaps)),
    )
    counted = words(
        "{suggestions} suggestions, {decided} decided, {gaps} gaps",
        suggestions=len(suggested),
        decided=len(settled),
        gaps=len(gaps),
    )
    return rows, until_ns, counted


def _suggested(one: Suggestion) -> TimeMark:
    start, end = one.when.start.earliest_ns, (one.when.end or one.when.start).latest_ns
    return TimeMark(start, end, _OF_TIER[tier_of(one.if_accepted, one.confidence_word)])


def _cues(case: Case) -> Iterator[TimeMark]:
    for cue in case.cues:
        if cue.kind not in (CueKind.NOT_OBSERVED, CueKind.BLIND):
            yield TimeMark(cue.when.start.middle_ns, (cue.when.end or cue.when.start).middle_ns, MarkKind.CUE)


def _phases(case: Case, words: Words, until_ns: int) -> Iterator[TimeMark]:
    """Nights and days as blocks with their numbers, votes inside them by their own name."""
    nights = 0
    blocks: list[tuple[int, str]] = []
    before: Period | None = None
    for focus in case.chronicle.focuses:
        if focus.period is before:
            continue
        if focus.period is Period.NIGHT:
            nights += 1
        name = words.code("period", focus.period)
        blocks.append((focus.since_ns, name if focus.period is Period.PAUSE or not nights else f"{name} {nights}"))
        before = focus.period
    for (begin, name), (end, _) in zip(blocks, [*blocks[1:], (until_ns, "")], strict=True):
        yield TimeMark(begin, max(begin, end), MarkKind.BLOCK, name)
