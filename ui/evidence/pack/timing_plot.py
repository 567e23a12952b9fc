"""The timing of an incident as a drawing: intervals of hands and word, motion at the table, sound; one axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from audio.sound import Sound
from engine.codes import CueKind
from engine.intervals import NS_PER_S, Interval
from engine.seats import Subject
from ui.evidence.pack.filmed import Filmed
from ui.evidence.pack.incident import Incident
from ui.words import Words

WIDTH: Final = 1000
_LEFT: Final = 150
_ROW: Final = 46
_SOUND_ROW: Final = 70
_COLUMNS: Final = 850


@dataclass(frozen=True, slots=True)
class Bar:
    """An interval on a row, in units of the drawing."""

    x: float
    width: float
    label: str
    kind: str  # touch, lift, word, other


@dataclass(frozen=True, slots=True)
class Row:
    """One seat, the word, or the sound."""

    y: float
    height: float
    title: str
    bars: tuple[Bar, ...] = ()
    line: str = ""  # points of a polyline


@dataclass(frozen=True, slots=True)
class Plot:
    """All that the template draws."""

    width: int
    height: float
    left: int
    rows: tuple[Row, ...]
    ticks: tuple[tuple[float, str], ...]
    zero: str  # what the zero of the axis is


def plot(incident: Incident, filmed: Sequence[Filmed], sound: Sequence[Sound], words: Words) -> Plot:
    """Lay the drawing out; zero is the end of the closing word, else the first decisive picture."""
    zero_ns, zero = _zero(incident, words)
    axis = _Axis(incident.from_ns, incident.to_ns)
    rows: list[Row] = []
    y = 24.0
    for title, bars, line in _tracks(incident, filmed, axis, words):
        rows.append(Row(y, _ROW - 10, title, bars, _shifted(line, y, _ROW - 10)))
        y += _ROW
    wave = _wave(sound, axis)
    if wave:
        rows.append(Row(y, _SOUND_ROW - 10, words("sound"), (), _shifted(wave, y, _SOUND_ROW - 10)))
        y += _SOUND_ROW
    return Plot(WIDTH, y + 30, _LEFT, tuple(rows), _ticks(axis, zero_ns, words), zero)


class _Axis:
    def __init__(self, from_ns: int, to_ns: int) -> None:
        self.from_ns, self.to_ns = from_ns, to_ns

    def x(self, t_ns: float) -> float:
        share = (t_ns - self.from_ns) / max(1, self.to_ns - self.from_ns)
        return round(_LEFT + min(1.0, max(0.0, share)) * (WIDTH - _LEFT - 10), 2)

    def bar(self, when: Interval, label: str, kind: str) -> Bar:
        x = self.x(when.earliest_ns)
        return Bar(x, max(2.0, round(self.x(when.latest_ns) - x, 2)), label, kind)


def _zero(incident: Incident, words: Words) -> tuple[int, str]:
    window = incident.window
    if window is not None and window.word is not None:
        return (window.word.end or window.word.start).middle_ns, words("end of the closing word")
    if incident.decisive_ns:
        return incident.decisive_ns[0], words("the first decisive picture")
    return incident.from_ns, words("the beginning")


def _tracks(
    incident: Incident, filmed: Sequence[Filmed], axis: _Axis, words: Words
) -> list[tuple[str, tuple[Bar, ...], list[tuple[float, float]]]]:
    tracks: list[tuple[str, tuple[Bar, ...], list[tuple[float, float]]]] = []
    window = incident.window
    if window is not None and window.word is not None:
        word = window.word
        ends = [axis.bar(word.start, words("begins"), "word")]
        if word.end is not None:
            ends.append(axis.bar(word.end, words("ends"), "word"))
        tracks.append((words("closing word"), tuple(ends), []))
    for seat in incident.seats:
        own = [cue for cue in incident.cues if cue.subject == seat]
        bars = []
        for cue in own:
            bars.append(axis.bar(cue.when.start, words.code("cue", cue.kind), _kind(cue.kind)))
            if cue.when.end is not None and cue.kind is not CueKind.TOUCH_DOWN:
                bars.append(axis.bar(cue.when.end, "", _kind(cue.kind)))
        curve = _motion(seat, filmed, axis)
        if bars or curve:
            tracks.append((words("seat {seat}", seat=words.subject(seat)), tuple(bars), curve))
    return tracks


def _kind(kind: CueKind) -> str:
    return {CueKind.TOUCH_DOWN: "touch", CueKind.LIFT: "lift"}.get(kind, "other")


def _motion(seat: Subject, filmed: Sequence[Filmed], axis: _Axis) -> list[tuple[float, float]]:
    """The camera in which the seat's strip moves most; shares of the row's height from above."""
    curves = [one.motion[seat] for one in filmed if seat in one.motion]
    if not curves:
        return []
    best = max(curves, key=lambda curve: max(change for _, change in curve))
    top = max(1.0, max(change for _, change in best))
    return [(axis.x(t_ns), 1.0 - change / top) for t_ns, change in best]


def _wave(sound: Sequence[Sound], axis: _Axis) -> list[tuple[float, float]]:
    """Peaks of the sound, one for each column of the drawing."""
    edges = np.linspace(axis.from_ns, axis.to_ns, _COLUMNS + 1)
    peaks = np.full(_COLUMNS, np.nan)
    for piece in sound:
        at = ((edges - piece.t_ns) * piece.rate_hz / NS_PER_S).astype(np.int64)
        for column in range(_COLUMNS):
            part = piece.samples[max(0, at[column]) : max(0, at[column + 1])]
            if len(part):
                peaks[column] = np.fmax(peaks[column], float(np.abs(part).max()))
    if not np.isfinite(peaks).any():
        return []
    top = max(1e-6, float(np.nanmax(peaks)))
    middle = (edges[:-1] + edges[1:]) / 2
    return [(axis.x(t), round(1.0 - float(p) / top, 4)) for t, p in zip(middle, peaks, strict=True) if np.isfinite(p)]


def _shifted(line: Sequence[tuple[float, float]], y: float, height: float) -> str:
    return " ".join(f"{x:.2f},{y + share * height:.2f}" for x, share in line)


def _ticks(axis: _Axis, zero_ns: int, words: Words) -> tuple[tuple[float, str], ...]:
    """Every half second, counted from zero."""
    step_ns = NS_PER_S // 2
    while (axis.to_ns - axis.from_ns) / step_ns > 16:
        step_ns *= 2
    first = -(-(axis.from_ns - zero_ns) // step_ns)
    last = (axis.to_ns - zero_ns) // step_ns
    return tuple(
        (axis.x(zero_ns + k * step_ns), words.seconds(k * step_ns, 1)) for k in range(int(first), int(last) + 1)
    )
