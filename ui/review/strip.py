"""The timing of the open case as intervals on one axis, with the words that a screen reader says instead."""

from __future__ import annotations

from typing import Final

from engine.codes import CueKind
from engine.intervals import NS_PER_S, Interval
from ui.review.desk import ReviewDesk
from ui.review.hearing import Hearing
from ui.review.view import Bar, BarKind, Strip

_TICKS_AT_MOST: Final = 9
_STEPS_NS: Final = (NS_PER_S // 5, NS_PER_S // 2, NS_PER_S, 2 * NS_PER_S, 5 * NS_PER_S, 10 * NS_PER_S, 60 * NS_PER_S)
_KIND_OF: Final = {
    CueKind.TOUCH_DOWN: BarKind.TOUCH,
    CueKind.PREMATURE_TOUCH: BarKind.TOUCH,
    CueKind.LIFT: BarKind.LIFT,
}


def strip_of(desk: ReviewDesk, hearing: Hearing) -> Strip:
    """Intervals of the open case's hands and word; the sound below them."""
    words = desk.words
    from_ns, to_ns = desk.stretch_ns
    rows = []
    said = _word_bars(desk)
    if said:
        rows.append((words("closing word"), said))
    for seat, bars in _hands(desk, from_ns, to_ns).items():
        rows.append((words("seat {seat}", seat=seat), bars))
    peaks = hearing.peaks(from_ns, to_ns)
    told = [f"{title}: " + "; ".join(bar.text for bar in bars) for title, bars in rows]
    return Strip(
        from_ns=from_ns,
        to_ns=to_ns,
        now_ns=desk.t_ns,
        rows=tuple(rows),
        peaks=peaks,
        sound_title=words("sound") if peaks else words("no sound here"),
        ticks=_ticks(from_ns, to_ns, zero_ns(desk), desk),
        description=". ".join(told),
    )


def zero_ns(desk: ReviewDesk) -> int:
    """Where the axis begins to count: the word's beginning, else the case's own."""
    if desk.word is not None:
        return desk.word.start.middle_ns
    return desk.suggestion.when.start.middle_ns if desk.suggestion is not None else desk.t_ns


def _word_bars(desk: ReviewDesk) -> tuple[Bar, ...]:
    words, found = desk.words, []
    for word, kind in ((desk.word, BarKind.WORD), (desk.marked_word, BarKind.MARKER)):
        if word is None:
            continue
        name = words("word begins") if kind is BarKind.WORD else words("marker")
        found.append(_bar(word.start, kind, name, desk))
        if word.end is not None:
            found.append(_bar(word.end, kind, words("word ends") if kind is BarKind.WORD else "", desk))
    return tuple(found)


def _bar(when: Interval, kind: BarKind, name: str, desk: ReviewDesk) -> Bar:
    ends = [_signed(end - zero_ns(desk), desk) for end in (when.earliest_ns, when.latest_ns)]
    text = f"{name} {'…'.join(dict.fromkeys(ends))}" if name else ""
    return Bar(when.earliest_ns, when.latest_ns, kind, text)


def _hands(desk: ReviewDesk, from_ns: int, to_ns: int) -> dict[str, tuple[Bar, ...]]:
    """Bars of everybody whom the case is about."""
    suggestion = desk.suggestion
    if suggestion is None:
        return {}
    found: dict[str, list[Bar]] = {}
    about = (suggestion.subject, *suggestion.targets) if suggestion.kind is CueKind.CONTACT else (suggestion.subject,)
    for cue in desk.case.cues:
        when = cue.when
        if cue.subject not in about or not from_ns <= when.start.middle_ns <= to_ns or cue.kind is CueKind.NOT_OBSERVED:
            continue
        name = (
            desk.words(f"strip.{cue.kind}")
            if desk.words.knows(f"strip.{cue.kind}")
            else desk.words.code("cue", cue.kind)
        )
        bars = found.setdefault(desk.words.subject(cue.subject), [])
        kind = _KIND_OF.get(cue.kind, BarKind.OTHER)
        bars.append(_bar(when.start, kind, name, desk))
        if when.end is not None and kind is BarKind.OTHER:
            bars.append(_bar(when.end, kind, "", desk))
    return {seat: tuple(bars) for seat, bars in found.items()}


def _signed(distance_ns: int, desk: ReviewDesk) -> str:
    text = desk.words.seconds(distance_ns)
    return f"+{text}" if distance_ns > 0 else text


def _ticks(from_ns: int, to_ns: int, zero_at_ns: int, desk: ReviewDesk) -> tuple[tuple[int, str], ...]:
    """Round distances from zero."""
    step_ns = next((s for s in _STEPS_NS if (to_ns - from_ns) / s <= _TICKS_AT_MOST), _STEPS_NS[-1])
    first, last = -((zero_at_ns - from_ns) // step_ns), (to_ns - zero_at_ns) // step_ns
    found = []
    for number in range(first, last + 1):
        text = desk.words.seconds(number * step_ns, 1) if number else "0"
        found.append((zero_at_ns + number * step_ns, f"+{text}" if number > 0 else text))
    return tuple(found)
