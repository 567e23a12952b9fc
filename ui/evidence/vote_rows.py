"""Every voter and every candidate of every vote, those without a hand included; and each candidate's totals."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.codes import HandForm, TimelineKind, VoteVerdict
from engine.periods import VoteWindow, focus_at
from engine.seats import Seat
from engine.situations import Chronicle
from engine.timeline import TimelineEntry
from engine.votes import COLUMNS, Ballot, write_votes_csv

Key = tuple[int, Seat | None, Seat]


@dataclass(frozen=True, slots=True)
class Totals:
    """One candidate's vote in numbers."""

    counting: int  # hands whose touch and lift count
    open: int  # for a person to decide
    unseen: int  # voters whose place was not observed
    by_host: int | None  # the host's own count, None where the timeline has none

    @property
    def difference(self) -> int | None:
        """The host's count less what was surely seen, None where it may lie in what is open or was not seen."""
        if self.by_host is None:
            return None
        over = self.by_host - self.counting
        return 0 if 0 <= over <= self.open + self.unseen else over


def judged_in(window: VoteWindow, chronicle: Chronicle) -> tuple[Seat, ...]:
    """Who could vote in this window."""
    focus = focus_at(chronicle.focuses, window.call.middle_ns)
    return tuple(sorted(focus.judged if focus is not None else chronicle.seats))


def counted_by_host(window: VoteWindow, chronicle: Chronicle) -> TimelineEntry | None:
    """The host's count that closed a window."""
    return next(
        (
            entry
            for entry in chronicle.entries
            if entry.kind is TimelineKind.COUNT and entry.candidate == window.candidate and entry.t == window.count
        ),
        None,
    )


def totals(window: VoteWindow, ballots: Mapping[Key, Ballot], chronicle: Chronicle) -> Totals:
    """What the evidence adds up to for one candidate, beside the host's count."""
    rows = [ballots.get((window.round, window.candidate, voter)) for voter in judged_in(window, chronicle)]
    seen = [row for row in rows if row is not None]
    unseen = [row for row in seen if row.touch is None and row.verdict is VoteVerdict.NOT_OBSERVED]
    count = counted_by_host(window, chronicle)
    written = None if count is None else count.number if count.number is not None else len(count.seats)
    return Totals(
        counting=sum(row.counted is True for row in seen),
        open=sum(row.counted is None and row not in unseen for row in seen),
        unseen=len(unseen),
        by_host=written,
    )


def by_key(ballots: Sequence[Ballot]) -> dict[Key, Ballot]:
    return {(ballot.round, ballot.candidate, ballot.voter): ballot for ballot in ballots}


def votes_csv(ballots: Sequence[Ballot], chronicle: Chronicle) -> str:
    """`votes.csv` with a row for every voter and candidate.

    A voter at whose place hands were looked for and none was found has a row without verdict, form and times.
    """
    known = by_key(ballots)
    rows = list(_all_rows(known, chronicle))
    listed = set(by_key(rows))
    rows += [ballot for key, ballot in known.items() if key not in listed]
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row, written in zip(rows, csv.DictReader(io.StringIO(write_votes_csv(rows))), strict=True):
        if (row.round, row.candidate, row.voter) not in known:
            written |= {"verdict": "", "form": ""}
        writer.writerow(written)
    return out.getvalue()


def _all_rows(known: Mapping[Key, Ballot], chronicle: Chronicle) -> Iterator[Ballot]:
    for window in chronicle.windows:
        count = counted_by_host(window, chronicle)
        for voter in judged_in(window, chronicle):
            found = known.get((window.round, window.candidate, voter))
            yield found if found is not None else _no_hand(window, voter, count)


def _no_hand(window: VoteWindow, voter: Seat, count: TimelineEntry | None) -> Ballot:
    return Ballot(
        round=window.round,
        candidate=window.candidate,
        voter=voter,
        touch=None,
        lift=None,
        word=window.word,
        verdict=VoteVerdict.NOT_OBSERVED,
        lift_verdict=VoteVerdict.NOT_OBSERVED,
        form=HandForm.UNKNOWN,
        counted=None,
        word_edge=None,
        recorded_by_host=voter in count.seats if count is not None and count.seats else None,
        word_source=window.word_source,
    )
