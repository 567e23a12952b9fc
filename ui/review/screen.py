"""The review's screen as values: the list, the pictures' plates, the open case, the keys."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.codes import ReviewResult
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, Span
from engine.periods import VoteWindow, focus_at
from engine.state import GameState
from engine.suggestions import Suggestion
from ui.evidence.pack.incident import Decided
from ui.evidence.phrases import interval_text, seats_text, suggested_text
from ui.host import cards
from ui.host.cards import Around
from ui.host.moments import Moments, Said
from ui.host.view import Button, KeyHint
from ui.host.wording import clock, fouls
from ui.review.desk import REASONS, ReviewDesk
from ui.review.hearing import Hearing
from ui.review.help import help_of
from ui.review.reel import Angle, Shot
from ui.review.strip import strip_of
from ui.review.timeline import timeline_of
from ui.review.view import AnglePlate, CasePanel, CaseRow, ReviewView
from ui.rulebooks import consequence_text

MARK_NS: Final = 60 * NS_PER_S
"""A review is best done within this; it is a mark, not a stop."""


def review_view(
    desk: ReviewDesk,
    angles: tuple[Angle, ...],
    shots: tuple[Shot | None, ...],
    troubles: tuple[str, ...],
    hearing: Hearing,
    now_ns: int,
    *,
    no_film: str = "",
) -> ReviewView:
    """What the review shows now; `shots` and `troubles` are each angle's picture, or why there is none."""
    words, case = desk.words, desk.case
    settled = sum(desk.review_of(one) is not None for one in case.suggestions)
    spent_ns = now_ns - desk.opened_ns
    return ReviewView(
        title=words("Review"),
        game=f"{case.folder.name} · {case.rules.title[words.language]}",
        clock_words=words("this case, best within {s} s", s=MARK_NS // NS_PER_S),
        clock=clock(spent_ns),
        is_over_mark=spent_ns > MARK_NS,
        counted=words("Cases · {done} of {all} reviewed", done=settled, all=len(case.suggestions)),
        cases=tuple(_row(one, number == desk.current, desk) for number, one in enumerate(case.suggestions)),
        empty="" if case.suggestions else _nothing(desk),
        time=words("{time} s", time=words.seconds(desk.t_ns, 3)),
        speed=words(f"speed.{desk.speed:g}"),
        angles=tuple(
            _plate(number, angle, shot, trouble, desk)
            for number, (angle, shot, trouble) in enumerate(zip(angles, shots, troubles, strict=True))
        ),
        no_film=no_film,
        strip=strip_of(desk, hearing),
        timeline=timeline_of(desk, angles),
        panel=_panel(desk.suggestion, len(angles), desk) if desk.suggestion is not None else None,
        said=desk.said or (words.fault(case.trouble) if case.trouble is not None else ""),
        is_bad=desk.is_bad or (not desk.said and case.trouble is not None),
        hints=_hints(desk),
        walk_keys=(KeyHint("Q", words("back")), KeyHint("E", words("next case"))),
        panel_keys=(KeyHint("P", words("pack")), KeyHint("F7", words("votes")), KeyHint("F1", words("help"))),
        help=help_of(desk.screen, desk) if desk.help_open else None,
    )


def _nothing(desk: ReviewDesk) -> str:
    """Why the list is empty, and that this is no clean bill."""
    unseen = desk.words("Not observed at times: {n} notes.", n=len(desk.case.unseen)) if desk.case.unseen else ""
    return " ".join(part for part in (desk.words("Nothing was suggested in this game."), unseen) if part)


def _row(one: Suggestion, is_open: bool, desk: ReviewDesk) -> CaseRow:
    words = desk.words
    result = desk.review_of(one)
    standing = words("open") if is_open and result is None else words("waits")
    if result is not None:
        standing = words.code("review", result)
    return CaseRow(
        tier=cards.tier_of(one.if_accepted, one.confidence_word),
        title=f"{words.subject(one.subject)} · {suggested_text(one, desk.case.rules, words)}",
        place=clock(one.when.start.middle_ns),
        standing=standing,
        is_open=is_open,
        is_settled=result is not None,
    )


def _plate(number: int, angle: Angle, shot: Shot | None, trouble: str, desk: ReviewDesk) -> AnglePlate:
    words = desk.words
    is_large = desk.angle == number
    name = str(angle.camera)
    if trouble:
        return AnglePlate(number + 1, name, "", trouble, is_large)
    if shot is None:
        loss = angle.loss_at(desk.t_ns)
        if loss is None:
            return AnglePlate(number + 1, name, "", words("No picture at this moment"), is_large)
        stretch = f"{words.seconds(loss.from_ns, 1)}–{words.seconds(loss.to_ns, 1)}"
        why = words(f"loss.{loss.reason}") if words.knows(f"loss.{loss.reason}") else loss.reason
        text = words("No pictures {stretch} s: {why}", stretch=stretch, why=why)
        return AnglePlate(number + 1, name, "", text, is_large)
    apart_ms = round((shot.t_ns - desk.t_ns) / NS_PER_MS)
    apart = words("{ms} ms", ms=words.number(apart_ms))
    if angle.known_ns is not None:
        apart += f" · ±{words.number(max(1, round(angle.known_ns / NS_PER_MS)))}"
    return AnglePlate(number + 1, name, apart, "", is_large)


def around_of(suggestion: Suggestion, window: VoteWindow | None, word: Span | None, desk: ReviewDesk) -> Around:
    """What a card's sentences are read against: the word of its own vote and the count that it had."""
    state = GameState()
    if isinstance(suggestion.subject, int):
        players = tuple(
            replace(player, fouls=suggestion.count_now or 0, nick=desk.case.nicks.get(player.seat, ""))
            if player.seat == suggestion.subject
            else player
            for player in state.players
        )
        state = replace(state, players=players)
    moments = Moments()
    if window is not None and word is not None:
        moments.words[window.candidate] = Said(word, window.word_source)
    moments.night_cue, moments.city_sleeps = _night(suggestion, desk)
    return Around(state, desk.case.rules, moments, desk.words)


def _night(suggestion: Suggestion, desk: ReviewDesk) -> tuple[Interval | None, Interval | None]:
    """When the night of a suggestion was announced, and when the city was sent to sleep."""
    focus = focus_at(desk.case.chronicle.focuses, suggestion.when.start.middle_ns)
    return (None, None) if focus is None else (focus.night_cue, focus.city_sleeps)


def _panel(one: Suggestion, cameras: int, desk: ReviewDesk) -> CasePanel:
    words, rules = desk.words, desk.case.rules
    around = around_of(one, desk.window, desk.word, desk)
    nick = desk.case.nicks.get(one.subject, "") if isinstance(one.subject, int) else ""
    title = seats_text((one.subject,), words)
    fact, detail = cards.fact(one, around), cards.detail(one, around)
    count = words("not counted here") if one.count_now is None else fouls(one.count_now, rules, words)
    leads = "; ".join(consequence_text(code, rules, words) for code in one.if_accepted)
    rows = [
        (words("Clause"), cards.clause_text(one, around)),
        (words("Seen"), cards.sureness(one, cameras, around)),
        (words("Count then"), count),
        (words("If accepted"), leads),
        (words("Host"), _host(desk.case.decided.get(one.id, ()), desk)),
        (words("Speed"), _speeds(desk)),
    ]
    if desk.word is not None:
        when = words("unit.seconds", n=interval_text(desk.word.start, words))
        source = desk.window.word_source if desk.window is not None else None
        rows.insert(1, (words("Word"), f"{when} ({words.code('word_source', source)})" if source else when))
    review = _review(desk.case.decided.get(one.id, ()), desk)
    if review:
        rows.append((words("Review"), review))
    return CasePanel(
        tier=cards.tier_of(one.if_accepted, one.confidence_word),
        title=f"{title} · {nick}" if nick else title,
        fact=": ".join(part for part in (fact, detail) if part),
        rows=tuple((name, value) for name, value in rows if value),
        verdicts=_verdicts(desk),
        reasons=tuple(
            KeyHint(str(n), words.code("review_reason", reason), enabled=desk.reason in ("", reason))
            for n, reason in enumerate(REASONS, 1)
        )
        if desk.draft is ReviewResult.CHANGED
        else (),
        sign=_sign(desk),
    )


def _verdicts(desk: ReviewDesk) -> tuple[tuple[Button, str], ...]:
    words = desk.words
    return tuple(
        (
            Button(key, _upper(words.code("review", result)), awaited=desk.draft is result),
            words(f"review_means.{result}"),
        )
        for key, result in (
            ("A", ReviewResult.CHANGED),
            ("S", ReviewResult.STANDS),
            ("D", ReviewResult.CONFIRMED),
        )
    )


def _sign(desk: ReviewDesk) -> Button:
    words = desk.words
    if desk.marker_ns is not None:
        return Button("Enter", words("Move the word here"), awaited=True)
    ready = desk.draft is not None and (desk.draft is not ReviewResult.CHANGED or bool(desk.reason))
    return Button("Enter", words("Sign"), enabled=ready, awaited=ready)


def _host(decided: tuple[Decided, ...], desk: ReviewDesk) -> str:
    """What the host decided at the table."""
    own = [one for one in decided if not one.taken_back and one.what not in set(ReviewResult)]
    if not own:
        return desk.words("did not decide")
    last = own[-1]
    told = [desk.words.code("decision", last.what), clock(last.t_ns), last.reason]
    return " · ".join(part for part in told if part)


def _review(decided: tuple[Decided, ...], desk: ReviewDesk) -> str:
    own = [one for one in decided if not one.taken_back and one.what in set(ReviewResult)]
    if not own:
        return ""
    last = own[-1]
    told = [desk.words.code("review", last.what), last.reason, last.by if last.by != "judge" else ""]
    return " · ".join(part for part in told if part)


def _speeds(desk: ReviewDesk) -> str:
    words = desk.words
    may = words("½ and ¼ are open") if len(desk.speeds) > 1 else words("only 1×: not a question of timing or contact")
    used = ", ".join(words(f"speed.{speed:g}") for speed in desk.used)
    seen = words("looked at: {speeds}", speeds=used) if used else words("not yet looked at")
    return f"{may}; {seen}"


def _hints(desk: ReviewDesk) -> tuple[KeyHint, ...]:
    words = desk.words
    slow = len(desk.speeds) > 1
    return (
        KeyHint("Space", words("stop") if desk.playing else words("play")),
        KeyHint("Left", words("picture")),
        KeyHint("Right", words("picture")),
        KeyHint("X", "¼", enabled=slow),
        KeyHint("C", "½", enabled=slow),
        KeyHint("V", "1×"),
        KeyHint("M", words("marker"), enabled=desk.word is not None),
        KeyHint("1", words("camera large")),
    )


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
