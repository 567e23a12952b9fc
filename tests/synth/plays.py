"""What people do in scenes drawn by chance: a ballot, a piece of night, a piece of day, person by person.

Each person's deeds hang on an own generator of random numbers, so that one can be drawn again without changing the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import numpy as np

Acts = list[dict[str, Any]]
ATTEMPTS: Final = 5
"""After so many draws that cannot be performed a person does nothing."""
PAIR_SHARE: Final = 0.42
NIGHT_LINE: Final = {"name": "night", "at": 2.4, "text": "Наступает ночь.", "length_s": 0.9, "kind": "night_cue"}


class SceneKind(StrEnum):
    """What happens in a scene."""

    BALLOT = "ballot"
    NIGHT = "night"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Play:
    """A scene's frame: what is said, how long it takes, who has a mask and who is there."""

    kind: SceneKind
    players: tuple[int, ...]
    masked: bool
    lines: tuple[dict[str, Any], ...]
    length_s: float


def play_of(kind: SceneKind, rng: np.random.Generator, players: Sequence[int], *, masked: bool) -> Play:
    """The frame of a scene."""
    if kind is SceneKind.BALLOT:
        word_s = float(rng.uniform(3.4, 4.0))
        return Play(kind, tuple(players), masked, _ballot_lines(word_s), round(word_s + 3.2, 2))
    if kind is SceneKind.NIGHT:
        return Play(kind, tuple(players), masked, (dict(NIGHT_LINE),), 12.0)
    return Play(kind, tuple(players), masked, (), 10.0)


def acts_of(play: Play, seed: int, attempts: dict[int, int]) -> Acts:
    """Everybody's acts; `attempts` counts, by seat, the draws that could not be performed."""
    kind = list(SceneKind).index(play.kind)
    pairs = _pairs(play, np.random.default_rng([seed, 67, kind]), attempts)
    busy = {seat for pair in pairs for seat in pair}
    acts: Acts = []
    for seat in play.players:
        attempt = attempts.get(seat, 0)
        if attempt >= ATTEMPTS:
            continue
        rng = np.random.default_rng([seed, 71, kind, seat, attempt])
        if (seat, seat + 1) in pairs:
            acts += _together(rng, seat)
        elif seat not in busy:
            acts += _ALONE[play.kind](rng, seat, play)
    return acts


def drawn(rng: np.random.Generator, low: float, high: float, digits: int) -> float:
    """Evenly between two values, rounded so that scenario files stay readable."""
    return round(float(rng.uniform(low, high)), digits)


def _pairs(play: Play, rng: np.random.Generator, attempts: dict[int, int]) -> set[tuple[int, int]]:
    """Neighbours who do something together by day; against the clock is on the right."""
    pairs: set[tuple[int, int]] = set()
    taken: set[int] = set()
    for seat in play.players if play.kind is SceneKind.DAY else ():
        both = {seat, seat + 1}
        wanted = rng.random() < PAIR_SHARE
        if wanted and seat + 1 in play.players and not both & taken and not attempts.get(seat):
            pairs.add((seat, seat + 1))
            taken |= both
    return pairs


def _ballot_lines(word_s: float) -> tuple[dict[str, Any], ...]:
    word = {"name": "word", "at": round(word_s, 3), "text": "Спасибо.", "length_s": 0.42, "kind": "word"}
    count = {"name": "count", "at": round(word_s + 1.4, 3), "text": "Пять.", "length_s": 0.4, "kind": "count"}
    return (
        {"name": "call", "at": 0.9, "text": "Номер пять.", "length_s": 0.7, "kind": "call", "candidate": 5},
        {**word, "source": "microphone"},
        {**count, "candidate": 5, "number": 5},
    )


def _ballot(rng: np.random.Generator, seat: int, play: Play) -> Acts:
    """Most vote well, some lift early, touch late, hover, show something or do nothing."""
    fate = rng.random()
    if fate < 0.04:
        shown = {"seat": seat, "at": drawn(rng, 2.0, 2.8, 3), "hold_s": drawn(rng, 0.6, 1.4, 2)}
        if rng.random() < 0.5:
            return [{"kind": "show_number", "number": int(rng.integers(1, 6)), **shown}]
        return [{"kind": "gesture", "form": "palm", **shown}]
    if fate < 0.21:
        return []
    if fate < 0.29:
        hover = {"kind": "hover", "seat": seat, "at": drawn(rng, 1.9, 2.6, 3), "lift": "count.end + 0.2"}
        return [{**hover, "form": _form(rng), "height_mm": drawn(rng, 20, 110, 1)}]
    vote = _vote(rng, seat, fate)
    if rng.random() >= 0.18:
        return [vote]
    other = "left" if vote["side"] == "right" else "right"
    return [vote, {"kind": "forearm_on_edge", "seat": seat, "side": other, "at": 1.2}]


def _vote(rng: np.random.Generator, seat: int, fate: float) -> dict[str, Any]:
    touch: str | float = drawn(rng, 1.75, 2.5, 4)
    lift = f"count.end + {rng.uniform(0.1, 0.5):.4f}"
    if fate < 0.41:
        lift = f"word.start - {rng.uniform(0.08, 0.7):.4f}"
    elif fate < 0.53:
        touch = f"word.end + {rng.uniform(0.08, 0.6):.4f}"
    soft, slides = rng.random() < 0.26, rng.random() < 0.36
    return {
        "kind": "vote",
        "seat": seat,
        "side": str(rng.choice(["left", "right"], p=[0.25, 0.75])),
        "form": _form(rng),
        "at": touch,
        "lift": lift,
        "press_mm": round(float(rng.uniform(0.5, 3) if soft else rng.uniform(12, 55)), 2),
        "slide_mm": drawn(rng, 25, 70, 1) if slides else 0.0,
        "tilt_deg": drawn(rng, 4, 12, 1) if rng.random() < 0.25 else 0.0,
        "height_mm": drawn(rng, 90, 190, 1),
        "inside_m": drawn(rng, 0.12, 0.20, 3),
        "down_s": drawn(rng, 0.24, 0.42, 3),
    }


def _form(rng: np.random.Generator) -> str:
    return str(rng.choice(["thumb_up", "fist", "palm"], p=[0.45, 0.30, 0.25]))


def _side(rng: np.random.Generator) -> str:
    return str(rng.choice(["left", "right"]))


def _night(rng: np.random.Generator, seat: int, play: Play) -> Acts:
    """Everybody asleep; some peek, are late, hold their heads up or bring a hand to the face."""
    upright = rng.random() < 0.2
    return _masked_night(rng, seat, upright) if play.masked else _bare_night(rng, seat, upright)


def _bare_night(rng: np.random.Generator, seat: int, upright: bool) -> Acts:
    acts: Acts = [{"kind": "lids", "seat": seat, "at": drawn(rng, 0.5, 2.2, 2), "closure": 1.0}]
    if not upright:
        acts.append({"kind": "head", "seat": seat, "at": 1.2, "bow_deg": drawn(rng, 26, 40, 1)})
    fate = rng.random()
    if fate < 0.2:
        opens = float(rng.uniform(5.0, 6.5))
        shuts = round(opens + rng.uniform(0.6, 2.2), 3)
        acts.append({"kind": "head", "seat": seat, "at": round(opens - 1.0, 2), "bow_deg": 4.0})
        acts.append({"kind": "lids", "seat": seat, "at": round(opens, 3), "closure": 0.0})
        acts.append({"kind": "lids", "seat": seat, "at": shuts, "closure": 1.0})
    elif fate < 0.32:
        acts.append(_scratch(rng, seat, drawn(rng, 7.0, 8.5, 2)))
    elif fate < 0.40:
        acts.append(_shot(rng, seat))
    return acts


def _masked_night(rng: np.random.Generator, seat: int, upright: bool) -> Acts:
    bow_deg = 3.0 if upright else 33.0
    mask = {"kind": "mask_on", "seat": seat, "at": drawn(rng, 0.8, 1.6, 2), "side": _side(rng), "bow_deg": bow_deg}
    fate = rng.random()
    if fate < 0.08:
        return [{**mask, "at": drawn(rng, 6.6, 7.4, 2)}]
    if fate < 0.15:
        return [{**mask, "tilt_deg": drawn(rng, 38, 48, 1) * float(rng.choice([-1, 1])), "lift": 0.3}]
    if fate < 0.20:
        return [{**mask, "held": True}]
    acts: Acts = [mask]
    if fate < 0.40:
        peek = {"kind": "peek", "seat": seat, "side": _side(rng), "at": drawn(rng, 5.2, 6.2, 3)}
        how = {"open_s": drawn(rng, 0.5, 2.0, 2), "lift": drawn(rng, 0.9, 1.0, 2), "bow_deg": drawn(rng, -4, 8, 1)}
        acts.append({**peek, **how})
    elif fate < 0.48:
        acts.append(_scratch(rng, seat, drawn(rng, 7.0, 8.5, 2)))
    elif fate < 0.54:
        over = {"kind": "hand_over_mask", "seat": seat, "side": _side(rng), "at": drawn(rng, 6.8, 7.6, 2)}
        acts.append({**over, "hold_s": drawn(rng, 1.0, 2.5, 2)})
    elif fate < 0.60:
        acts.append(_shot(rng, seat))
    elif fate < 0.72:
        acts.append(
            {"kind": "move_back", "seat": seat, "at": drawn(rng, 3.6, 4.2, 2), "by_m": drawn(rng, 0.15, 0.25, 2)}
        )
    return acts


def _scratch(rng: np.random.Generator, seat: int, at: float) -> dict[str, Any]:
    spot = str(rng.choice(["cheek", "nose", "ear", "chin"]))
    return {
        "kind": "scratch",
        "seat": seat,
        "side": _side(rng),
        "at": at,
        "spot": spot,
        "strokes": int(rng.integers(2, 5)),
    }


def _shot(rng: np.random.Generator, seat: int) -> dict[str, Any]:
    number = int(rng.integers(1, 6))
    return {"kind": "shot_hand", "seat": seat, "side": _side(rng), "at": drawn(rng, 6.8, 8.2, 2), "number": number}


def _day(rng: np.random.Generator, seat: int, play: Play) -> Acts:
    """Hands on the table and in laps, cups, faces, numbers; some leave their seats."""
    at = drawn(rng, 2.2, 6, 3)
    one: dict[str, Any] = {"seat": seat, "at": at}
    fate = rng.random()
    if fate < 0.22:
        return [{"kind": "hands_on_table", **one, "form": "relaxed"}]
    if fate < 0.34:
        return [{"kind": "drink", **one, "side": _side(rng), "hold_s": drawn(rng, 0.8, 2.0, 2)}]
    if fate < 0.44:
        return [_scratch(rng, seat, at)]
    if fate < 0.51:
        return [{"kind": "head_on_fist", **one, "side": _side(rng), "hold_s": drawn(rng, 1.5, 2.8, 2)}]
    if fate < 0.59:
        return [{"kind": "show_number", **one, "number": int(rng.integers(1, 11)), "side": _side(rng)}]
    if fate < 0.65:
        return [{"kind": "gesture", **one, "form": str(rng.choice(["palm", "thumb_up"]))}]
    if fate < 0.71:
        return [{"kind": "knock", **one, "times": int(rng.integers(1, 4))}]
    if fate < 0.78:
        return [{"kind": "leave_seat", "seat": seat, "at": drawn(rng, 1.5, 3.0, 2), "for_s": drawn(rng, 3.5, 5.0, 2)}]
    if fate < 0.86 and play.masked:
        kind = str(rng.choice(["mask_down", "mask_off"]))
        return [{"kind": kind, **one, "side": _side(rng)}]
    if fate < 0.90:
        return [{"kind": "move_back", **one, "by_m": drawn(rng, 0.15, 0.25, 2)}]
    return []


def _together(rng: np.random.Generator, seat: int) -> Acts:
    """Contacts and near misses with the neighbour on the right."""
    at = drawn(rng, 2.4, 5.5, 3)
    one: dict[str, Any] = {"seat": seat, "target": seat + 1, "at": at}
    fate = rng.random()
    if fate < 0.30:
        spot = str(rng.choice(["shoulder", "arm"]))
        return [{"kind": "contact", **one, "side": "right", "spot": spot, "hold_s": drawn(rng, 0.5, 1.8, 2)}]
    if fate < 0.42:
        lies = {"kind": "hands_on_table", "seat": seat + 1, "at": 1.5, "form": "relaxed"}
        return [lies, {"kind": "contact", **one, "at": round(at + 0.6, 3), "side": "right", "spot": "hand"}]
    if fate < 0.68:
        return [{"kind": "reach_past", **one, "side": "right", "inside_m": drawn(rng, 0.08, 0.2, 3)}]
    if fate < 0.84:
        return [{"kind": "pass_cup", **one, "side": "right"}]
    return [{"kind": "handshake", **one, "hold_s": drawn(rng, 0.7, 1.6, 2)}]


_ALONE: Final = {SceneKind.BALLOT: _ballot, SceneKind.NIGHT: _night, SceneKind.DAY: _day}
