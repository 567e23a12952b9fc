"""Small games to review: one that was played and decided, and one that an audit has looked at."""

from __future__ import annotations

from pathlib import Path

from engine.actions import ActionKind, Verdict
from engine.codes import CueKind, Decision
from engine.cues import CameraId, Cue, Evidence
from engine.intervals import NS_PER_MS, Interval, Span
from engine.ruleset import load_rules
from engine.seats import Seat
from engine.suggestions import suggest
from engine.timeline import read_timeline
from tests.vision.recordings import ANSWERS, recorded_game
from ui.evidence.audit_record import write_audit_record
from ui.session.audit import Findings, read_table
from ui.session.game import LiveGame
from ui.session.script import action_of, answers, play
from vision.capture.opening import open_recording

CAM = CameraId("cam1")


def hand(kind: CueKind, seat: int, ms: float, *, confidence: float = 0.95) -> Cue:
    """A hand of the vote for seat 2, known within 20 ms, with one picture."""
    when = Interval(round((ms - 10) * NS_PER_MS), round((ms + 10) * NS_PER_MS))
    shown = Evidence(CAM, round(ms / 40) * 40 * NS_PER_MS, (32.0 * (seat - 1), 0.0, 32.0 * seat - 2, 60.0))
    return Cue(kind, Seat(seat), Span(when), confidence, (Seat(2),), (CAM,), (shown,))


def unseen(seat: int) -> Cue:
    """A place that could not be observed during the vote."""
    when = Span(Interval(1900 * NS_PER_MS, 1900 * NS_PER_MS), Interval(2500 * NS_PER_MS, 2500 * NS_PER_MS))
    return Cue(CueKind.NOT_OBSERVED, Seat(seat), when, 1.0, (), (CAM,))


HANDS = (
    hand(CueKind.TOUCH_DOWN, 1, 2000),
    hand(CueKind.LIFT, 1, 2600),
    hand(CueKind.TOUCH_DOWN, 3, 2050),
    hand(CueKind.LIFT, 3, 2150),
    hand(CueKind.TOUCH_DOWN, 4, 2400),
    unseen(5),
)
"""One in time, one gone too soon, one come too late, one place not observed; the word is at 2.3 s."""


def played(folder: Path, *, missing_ms: tuple[int, int] | None = None) -> Path:
    """A game of four hands, in which the host wrote down those of seats 1 and 3 and put one suggestion off."""
    recorded_game(folder, missing_ms=missing_ms)
    rules = load_rules("a")
    live = LiveGame(rules, folder, lambda: "2026-01-01T20:00:00+00:00")
    for answer in answers(ANSWERS):
        live.enter(answer)
    entries = read_timeline((folder / "timeline.jsonl").read_text(encoding="utf-8"))
    for action in (action for entry in entries if (action := action_of(entry)) is not None):
        if action.kind is ActionKind.CLOSING_WORD:
            live.notice(HANDS)
        assert play(action, lambda: live.state, live.enter, rules)
    first = live.standing().suggestions[0]
    live.enter(Verdict(first.id, Decision.LATER, live.state.t_ns + 1))
    live.close()
    return folder


def audited(tmp_path: Path) -> Path:
    """What an audit leaves of the same hands, beside the recording that it looked at."""
    film, out = recorded_game(tmp_path / "film"), tmp_path / "audit"
    out.mkdir()
    recording = open_recording([film])
    table = read_table(recording, None, None, load_rules("a").with_answers(ANSWERS))
    found = Findings(cues=sorted(HANDS, key=lambda cue: cue.when.start.earliest_ns))
    found.suggestions = [one for cue in found.cues if (one := suggest(cue, table.chronicle.at(cue), table.rules))]
    write_audit_record(out, found, table, recording, [film], None)
    return out
