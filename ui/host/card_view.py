"""The open card as values to draw: its words, its pictures, its keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.codes import Decision
from engine.cues import CameraId, Evidence
from engine.intervals import NS_PER_MS
from engine.suggestions import Suggestion
from ui.host import cards
from ui.host.card_stack import CLIP_NS, CardStack
from ui.host.cards import Around
from ui.host.pictures import KeptPictures
from ui.host.view import Button, Card, KeyHint, Picture, Tier
from ui.host.wording import ago, named
from ui.words import Words

_BESIDE_NS: Final = 350 * NS_PER_MS  # how far the pictures before and after lie from the decisive one
_MARGIN: Final = 0.9  # of the box's size, shown around it
_ASPECT: Final = 16 / 10
_WHOLE: Final = (0.0, 0.0, 1.0, 1.0)

Sizes = Mapping[CameraId, tuple[int, int]]
"""Of the cameras' full frames, in pixels: boxes of evidence are in them."""


def card_of(
    stack: CardStack, kept: KeptPictures, sizes: Sizes, around: Around, *, now_ns: int, game_ns: int
) -> Card | None:
    """The open card; None where none is open."""
    suggestion = stack.current
    if suggestion is None:
        return None
    words, state = around.words, around.state
    tier, more = cards.tier(suggestion, around), len(stack.waiting())
    age = ago(game_ns - suggestion.when.start.middle_ns, words)
    locked = cards.removes(suggestion, around) and not stack.is_viewed()
    pictures = _pictures(suggestion, kept, sizes, around)
    seat = suggestion.subject
    nick = named(seat, state, words).partition(" · ")[2]
    playing = _playing(suggestion, stack, kept, sizes, now_ns)
    choosing = stack.choosing
    group = "soften" if choosing and choosing.decision is Decision.SOFTEN else "sanction"
    return Card(
        id=suggestion.id,
        tier=tier,
        tier_words=tier_words(tier, around),
        age=f"{age} · +{more}" if more else age,
        seat=words.subject(seat),
        fact=cards.fact(suggestion, around),
        detail=" · ".join(part for part in (nick, cards.detail(suggestion, around)) if part),
        bars=cards.BARS[suggestion.confidence_word],
        sure=cards.sureness(suggestion, len(sizes), around),
        rows=(
            (words("Clause"), cards.clause_text(suggestion, around)),
            (words("Now"), cards.count_text(suggestion, around)),
            (words("If accepted"), cards.consequence_text(suggestion, around)),
        ),
        pictures=pictures,
        no_pictures="" if pictures else words("No picture of this moment is kept here."),
        playing=playing,
        look_first=words("View first: the removal decision opens after viewing") if locked else "",
        view=Button("V", words("View 2 s at 1×"), enabled=playing is None, awaited=locked),
        decisions=_decisions(stack, now_ns, locked, words),
        choosing=words(f"Which {group}?") if choosing else "",
        choices=tuple(
            KeyHint(str(n), words.code(group, option))
            for n, option in enumerate(choosing.options if choosing else (), 1)
        ),
    )


def tier_words(tier: Tier, around: Around) -> str:
    """«Подсказка · замечание», in the ruleset's own word."""
    words = around.words
    if tier is Tier.FOUL:
        return words(f"tier.{around.rules.text('foul_name') or 'foul'}")
    return words(f"tier.{tier}")


def _decisions(stack: CardStack, now_ns: int, locked: bool, words: Words) -> tuple[Button, ...]:
    awake = stack.is_awake(now_ns)
    return (
        Button("A", words.code("decision", Decision.ACCEPT), enabled=awake and not locked),
        Button("S", words("Soften…"), enabled=awake and not locked),
        Button("D", words.code("decision", Decision.DISMISS), enabled=awake),
        Button("W", words.code("decision", Decision.LATER), enabled=awake),
    )


def _pictures(suggestion: Suggestion, kept: KeptPictures, sizes: Sizes, around: Around) -> tuple[Picture, ...]:
    evidence = decisive(suggestion, kept)
    if evidence is None:
        return ()
    crop = crop_around(evidence, sizes.get(evidence.camera))
    middle = kept.nearest(evidence.camera, evidence.t_ns)
    zero_ns = cards.word_limit_ns(suggestion, around)
    if zero_ns is None:
        zero_ns = middle.t_ns if middle is not None else evidence.t_ns
    found: list[Picture] = []
    for offset in (-_BESIDE_NS, 0, _BESIDE_NS):
        picture = kept.nearest(evidence.camera, evidence.t_ns + offset)
        if picture is None:
            continue
        caption = _apart(picture.t_ns - zero_ns, around.words, unit=offset == 0)
        found.append(Picture(evidence.camera, picture.t_ns, crop, caption, decisive=offset == 0))
    return tuple(found)


def _apart(duration_ns: int, words: Words, *, unit: bool) -> str:
    """«−0,18 с»: how far a picture lies from the word, or from the decisive one."""
    text = words.seconds(duration_ns) if duration_ns else "0"
    text = f"+{text}" if duration_ns > 0 else text
    return words("{s} s", s=text) if unit else text


def decisive(suggestion: Suggestion, kept: KeptPictures) -> Evidence | None:
    """The evidence nearest to when it began, of which a picture is kept."""
    shown = [one for one in suggestion.evidence if kept.nearest(one.camera, one.t_ns) is not None]
    start = suggestion.when.start.middle_ns
    return min(shown, key=lambda one: abs(one.t_ns - start), default=None)


def crop_around(evidence: Evidence, size_px: tuple[int, int] | None) -> tuple[float, float, float, float]:
    """The part of the frame that shows the box with some of what is around it, in the shape of a card's picture."""
    if size_px is None:
        return _WHOLE
    wide, high = size_px
    x0, y0, x1, y1 = evidence.box_px
    half_w, half_h = (x1 - x0) * (0.5 + _MARGIN), (y1 - y0) * (0.5 + _MARGIN)
    half_w, half_h = max(half_w, half_h * _ASPECT), max(half_h, half_w / _ASPECT)
    half_w, half_h = min(half_w, wide / 2), min(half_h, high / 2)
    mid_x = min(max((x0 + x1) / 2, half_w), wide - half_w)
    mid_y = min(max((y0 + y1) / 2, half_h), high - half_h)
    return (mid_x - half_w) / wide, (mid_y - half_h) / high, (mid_x + half_w) / wide, (mid_y + half_h) / high


def _playing(suggestion: Suggestion, stack: CardStack, kept: KeptPictures, sizes: Sizes, now_ns: int) -> Picture | None:
    evidence = decisive(suggestion, kept)
    if evidence is None or stack.playing_since_ns is None or not stack.is_playing(now_ns):
        return None
    first = evidence.t_ns - CLIP_NS // 2
    picture = kept.latest_before(evidence.camera, first + now_ns - stack.playing_since_ns, first - CLIP_NS)
    if picture is None:
        return None
    return Picture(evidence.camera, picture.t_ns, crop_around(evidence, sizes.get(evidence.camera)), "", decisive=True)
