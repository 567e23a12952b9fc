"""Ballots from timed evidence: who touched the table for whom, when against the word, and whether it counts.

What an ill-timed hand does to the vote and what it does to the player are two questions; this page answers the first.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.claims import band_ns, form_of, word_edge
from engine.codes import CueKind, HandForm, Team, VoteVerdict, WordEdge, WordSource
from engine.cues import CameraId, Cue
from engine.intervals import NS_PER_S, Interval, Span, against_word
from engine.periods import VoteWindow
from engine.ruleset import Ruleset
from engine.seats import Seat

COLUMNS: Final = (
    "round",
    "candidate",
    "voter",
    "touch_earliest_s",
    "touch_latest_s",
    "lift_earliest_s",
    "lift_latest_s",
    "word_start_earliest_s",
    "word_start_latest_s",
    "word_end_earliest_s",
    "word_end_latest_s",
    "verdict",
    "form",
    "counted",
    "recorded_by_host",
    "difference",
    "cameras",
    "word_source",
)
_PREMATURE_NS: Final = 4 * NS_PER_S


@dataclass(frozen=True, slots=True)
class Ballot:
    """One voter's hand for one candidate.

    `verdict` is the touch's, `lift_verdict` the lift's against the word. `counted` is None while the ruleset, the
    evidence or both leave it open: then a person decides.
    """

    round: int
    candidate: Seat | None  # None: a lift vote
    voter: Seat
    touch: Interval | None
    lift: Interval | None
    word: Span | None
    verdict: VoteVerdict
    lift_verdict: VoteVerdict
    form: HandForm
    counted: bool | None
    word_edge: WordEdge | None  # the edge the verdicts were made with
    recorded_by_host: bool | None = None
    cameras: tuple[CameraId, ...] = ()
    word_source: WordSource | None = None

    @property
    def difference(self) -> str:
        """Where evidence and the host's record part: `host_only`, `evidence_only`, or nothing."""
        if self.recorded_by_host is None or self.counted is None or self.recorded_by_host == self.counted:
            return ""
        return "host_only" if self.recorded_by_host else "evidence_only"


def ballots(
    window: VoteWindow,
    cues: Iterable[Cue],
    rules: Ruleset,
    judged: Iterable[Seat],
    recorded: Iterable[Seat] | None = None,
) -> tuple[Ballot, ...]:
    """One row per judged seat whose hand was seen, or could not be seen, in this window, in seat order.

    `recorded` are the voters the host wrote down, None where nobody wrote any. A seat without a row showed no hand.
    """
    near = [cue for cue in cues if _belongs(cue, window)]
    written = None if recorded is None else frozenset(recorded)
    rows = (
        _ballot(window, seat, [cue for cue in near if cue.subject == seat], rules, written) for seat in sorted(judged)
    )
    return tuple(row for row in rows if row is not None)


def _belongs(cue: Cue, window: VoteWindow) -> bool:
    if cue.targets and window.candidate is not None and window.candidate not in cue.targets:
        return False
    start_ns = cue.when.start.middle_ns
    if cue.kind in (CueKind.NOT_OBSERVED, CueKind.BLIND):
        end_ns = (cue.when.end or cue.when.start).latest_ns
        return cue.when.start.earliest_ns <= window.closes_ns and end_ns >= window.call.earliest_ns
    return window.call.earliest_ns - _PREMATURE_NS <= start_ns <= window.closes_ns


def _ballot(
    window: VoteWindow, voter: Seat, cues: Sequence[Cue], rules: Ruleset, recorded: frozenset[Seat] | None
) -> Ballot | None:
    touches = sorted((c for c in cues if c.kind is CueKind.TOUCH_DOWN), key=lambda c: c.when.start)
    early = [c for c in cues if c.kind is CueKind.PREMATURE_TOUCH]
    lifts = sorted((c for c in cues if c.kind is CueKind.LIFT), key=lambda c: c.when.start)
    unseen = any(c.kind in (CueKind.NOT_OBSERVED, CueKind.BLIND) for c in cues)
    first = touches[0] if touches else None
    touch = first.when.start if first else early[0].when.start if early else None
    lift = next((c.when.start for c in lifts if touch is None or c.when.start.latest_ns >= touch.earliest_ns), None)
    if touch is None and lift is None and not unseen and (recorded is None or voter not in recorded):
        return None
    edge = word_edge(rules)
    verdict = _verdict(touch, window, rules)
    lift_verdict = _verdict(lift, window, rules)
    shown = [cue for cue in (first, *early, *lifts) if cue is not None]
    return Ballot(
        round=window.round,
        candidate=window.candidate,
        voter=voter,
        touch=touch,
        lift=lift,
        word=window.word,
        verdict=verdict,
        lift_verdict=lift_verdict,
        form=form_of(first) if first else HandForm.UNKNOWN,
        counted=counts(verdict, lift_verdict, rules, last=window.last, premature=bool(early) and not touches),
        word_edge=edge,
        recorded_by_host=None if recorded is None else voter in recorded,
        cameras=tuple(sorted({camera for cue in shown for camera in cue.cameras})),
        word_source=window.word_source,
    )


def _verdict(moment: Interval | None, window: VoteWindow, rules: Ruleset) -> VoteVerdict:
    if moment is None or window.word is None:
        return VoteVerdict.NOT_OBSERVED
    return against_word(moment, window.word, word_edge(rules), band_ns(rules))


def counts(
    touch: VoteVerdict, lift: VoteVerdict, rules: Ruleset, *, last: bool = False, premature: bool = False
) -> bool | None:
    """Whether a ballot with these verdicts counts under the ruleset; None where a person must say.

    On the last candidate every vote not placed elsewhere falls anyway, where the ruleset says so, and timing decides
    discipline only.
    """
    if last and rules.text("no_vote_goes_to") == "last_nominated":
        return True
    if premature or touch in (VoteVerdict.NOT_OBSERVED, VoteVerdict.INCONCLUSIVE):
        return None
    late = touch is VoteVerdict.AFTER or (touch is VoteVerdict.DURING and word_edge(rules) is not WordEdge.END)
    if late:
        if touch is VoteVerdict.DURING and word_edge(rules) is None and rules.text("touch_at_or_after_word") != "void":
            return None
        return {"void": False, "counts": True}.get(rules.text("touch_at_or_after_word") or "")
    if lift is VoteVerdict.BEFORE:
        return {"void": False, "counts": True}.get(rules.text("early_lift_vote_effect") or "")
    if lift is VoteVerdict.INCONCLUSIVE:
        return True if rules.text("early_lift_vote_effect") == "counts" else None
    return True


def counts_by_role(
    touch: VoteVerdict, voter: Team, candidate: Team, *, critical: bool, wins_in_grace: bool = False
) -> bool | None:
    """How rulebook C counts a hand on a critical round (C39-C41); None where it says nothing. Judge's screen only.

    A late red vote is refused. A black vote that wins counts with the word or within the stated grace
    (`wins_in_grace`). What cannot be ordered goes to the black team: it counts against a red and not against a black.
    """
    if not critical:
        return None
    if touch in (VoteVerdict.INCONCLUSIVE, VoteVerdict.DURING):
        return True if wins_in_grace else candidate is Team.RED
    if touch is VoteVerdict.AFTER:
        if voter is Team.RED:
            return False
        return True if wins_in_grace else None
    return True if touch is VoteVerdict.BEFORE else None


def write_votes_csv(rows: Iterable[Ballot]) -> str:
    """The text of `votes.csv`: seconds with three decimals, empty where nothing is known."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        word = row.word
        writer.writerow(
            [
                row.round,
                "lift" if row.candidate is None else row.candidate,
                row.voter,
                *_seconds(row.touch),
                *_seconds(row.lift),
                *_seconds(word.start if word else None),
                *_seconds((word.end or word.start) if word else None),
                row.verdict,
                row.form,
                _yes_no(row.counted),
                _yes_no(row.recorded_by_host),
                row.difference,
                " ".join(row.cameras),
                row.word_source or "",
            ]
        )
    return out.getvalue()


def _seconds(moment: Interval | None) -> tuple[str, str]:
    if moment is None:
        return ("", "")
    return (f"{moment.earliest_ns / NS_PER_S:.3f}", f"{moment.latest_ns / NS_PER_S:.3f}")


def _yes_no(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"
