"""The truth bench: the whole monitor on synthetic scenes, events against exact truth (`--set smoke` and larger)."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.truth_alone import alarms
from benchmarks.truth_events import LIFTS, TOUCHES, WRONG_FORM, Claim, Happening, Pair, claims, happenings, paired
from benchmarks.truth_looking import looked_at
from benchmarks.truth_page import page
from benchmarks.truth_scores import Score, rate_upper_bound, score, tier_precision, unfair, verdict
from benchmarks.truth_table import as_text, tiers_as_text
from engine.codes import ConfidenceWord, CueKind, VoteVerdict
from engine.suggestions import CLEARLY, PARTLY
from tests.synth.film import FilmOptions
from tests.synth.sampling import DARK_SKIN
from tests.synth.scenario import Scenario
from tests.synth.sets import RELEASE_FROM, released, scenes
from tests.synth.studio import cache_folder, render_all
from tests.synth.table import Table as SynthTable
from ui.session.audit import load_networks

KINDS: Final = (
    TOUCHES,
    LIFTS,
    CueKind.TOUCH_DOWN.value,
    CueKind.LIFT.value,
    CueKind.HAND_HELD_PAST_WORD.value,
    CueKind.EYES_OPEN.value,
    CueKind.CONTACT.value,
    CueKind.MASK_LATE.value,
    CueKind.HEAD_NOT_BOWED.value,
    CueKind.FACE_TOUCHED.value,
    CueKind.SHOT_HAND.value,
    CueKind.VOTE_GESTURE.value,
    CueKind.SEAT_LEFT.value,
    WRONG_FORM,
)
"""What scenes plant; the monitor may have no detector for a kind yet, and then its recall is 0."""
TIERS: Final = ((ConfidenceWord.CLEARLY_SEEN, CLEARLY), (ConfidenceWord.PARTLY_SEEN, PARTLY))
BASE_PER_HOUR: Final = {
    CueKind.TOUCH_DOWN.value: 1.0,
    CueKind.LIFT.value: 1.0,
    CueKind.HAND_HELD_PAST_WORD.value: 1.0,
    CueKind.EYES_OPEN.value: 0.2,
    CueKind.CONTACT.value: 1.0,
    CueKind.VOTE_GESTURE.value: 1.0,
}
"""Supposed happenings in an hour of a game, stated and not measured; most fouls of real games are talking, which no eye sees."""
TARGETS: Final = {"recall": 0.95, "precision": 0.95, "false_per_hour": 1.0}
FAR_M: Final = 2.0


def main(arguments: Sequence[str] = ()) -> None:
    """Render, look, compare, print and write; every figure is called synthetic."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.truth", description=__doc__)
    parser.add_argument(
        "--set", default="smoke", choices=("smoke", "standard", "standard_develop", "standard_test", "hard")
    )
    new_seeds = f"judge a release on new scenes, from this seed on ({RELEASE_FROM} or more)"
    parser.add_argument("--release-seed", type=int, help=new_seeds)
    parser.add_argument("--limit", type=int, help="only the first scenes")
    parser.add_argument("--workers", type=int, help="renderers at once; all cores without it")
    parser.add_argument(
        "--negatives", type=int, default=0, help="also so many cheap scenes of one person who does nothing wrong"
    )
    parser.add_argument("--out", type=Path, help="where figures.json and page.html go")
    given = parser.parse_args(list(arguments))
    chosen = scenes(given.set) if given.release_seed is None else released(given.release_seed, 60)
    chosen = chosen[: given.limit]
    options = FilmOptions(supersample=1.0)
    folders = dict(zip((one.name for one in chosen), render_all(chosen, options, given.workers), strict=True))
    pairs, exposure_h, said = _compare(chosen, folders)
    scores = [score(kind, pairs, exposure_h) for kind in KINDS]
    tiers = [
        tier_precision(kind, pairs, exposure_h, word.value, least, base)
        for kind, base in BASE_PER_HOUR.items()
        for word, least in TIERS
    ]
    summary = [_exposure(chosen, exposure_h), *said, *_fairness(pairs), *_verdicts(scores)]
    summary += tiers_as_text(tiers)
    alone = alarms(options, given.workers, given.negatives) if given.negatives else []
    summary += alone
    print(as_text(given.set, scores, summary, pairs))
    out = given.out or cache_folder().parent / "bench" / given.set
    out.mkdir(parents=True, exist_ok=True)
    document = {
        "footage": "synthetic",
        "set": given.set,
        "exposure_h": exposure_h,
        "scores": [asdict(s) for s in scores],
        "tiers": [asdict(t) for t in tiers],
        "summary": summary,
    }
    (out / "figures.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    (out / "page.html").write_text(page(scores, summary, pairs, folders), encoding="utf-8")
    print(f"synthetic figures and the worst cases: {out / 'page.html'}")


def _compare(chosen: Sequence[Scenario], folders: dict[str, Path]) -> tuple[list[Pair], float, list[str]]:
    networks = load_networks()
    found: list[Claim] = []
    true: list[Happening] = []
    verdicts: list[VoteVerdict] = []
    begin = time.monotonic()
    for number, one in enumerate(chosen, start=1):
        findings = looked_at(one, folders[one.name], networks)
        found += claims(one.name, findings.cues, findings.suggestions)
        true += happenings(one.name, folders[one.name], _traits(one))
        verdicts += [ballot.verdict for ballot in findings.ballots]
        left_s = (time.monotonic() - begin) / number * (len(chosen) - number)
        print(f"looked at {one.name}, {number} of {len(chosen)}, {left_s / 60:.1f} min left", file=sys.stderr)
    said = [_abstention(verdicts)]
    return paired(found, true), sum(one.duration_s for one in chosen) / 3600, said


def _abstention(verdicts: Sequence[VoteVerdict]) -> str:
    """How often the monitor does not decide; both kinds of not deciding are named."""
    counts = {v: verdicts.count(v) for v in (VoteVerdict.INCONCLUSIVE, VoteVerdict.NOT_OBSERVED)}
    share = sum(counts.values()) / len(verdicts) if verdicts else 0.0
    named = ", ".join(f"{count} {v.value}" for v, count in counts.items())
    return f"synthetic abstention: {share:.2f} of {len(verdicts)} ballot rows left open ({named})"


def _traits(one: Scenario) -> dict[int, dict[str, str]]:
    places = SynthTable(one.table.half_length_m, one.table.half_width_m).places(one.table.turned)
    out = {}
    for person in one.person:
        if person.seat == "host":
            continue
        look = one.look(person)
        head = np.array([*places[int(person.seat)].xy_m, 1.2])
        metres = min(float(np.linalg.norm(head - np.array(c.place_m))) for c in one.camera)
        skin = "dark" if look.skin >= DARK_SKIN else "light" if look.skin < 1 - DARK_SKIN else "middle"
        out[int(person.seat)] = {
            "seat": str(person.seat),
            "skin": skin,
            "distance": "beyond 2 m" if metres > FAR_M else "within 2 m",
            "light": one.light[0].level,
            "mask": look.mask.value if person.mask else "none",
            "cameras": str(len(one.camera)),
        }
    return out


def _exposure(chosen: Sequence[Scenario], exposure_h: float) -> str:
    players = sum(one.duration_s * len(one.person) for one in chosen) / 3600
    bound = rate_upper_bound(0, exposure_h)
    return (
        f"synthetic exposure: {exposure_h:.3f} game-hours, {players:.2f} player-hours; "
        f"no event at all would still allow {bound:.1f} an hour (95 %)"
    )


def _fairness(pairs: Sequence[Pair]) -> list[str]:
    touches = [p for p in pairs if p.happening and p.happening.kind == TOUCHES]
    worse = {trait: unfair(touches, trait) for trait in ("seat", "skin")}
    limit = "more than 1.5 times the median time error, by the bootstrap's lower bound"
    return [f"synthetic: {trait} with {limit}: {', '.join(found) or 'none shown'}" for trait, found in worse.items()]


def _verdicts(scores: Sequence[Score]) -> list[str]:
    lines = []
    for one in scores:
        recall = None if one.recall is None else one.recall >= TARGETS["recall"]
        recall_bound = one.recall_low is not None and one.recall_low >= TARGETS["recall"]
        rate = None if one.false_per_hour is None else one.false_per_hour <= TARGETS["false_per_hour"]
        rate_bound = one.false_per_hour_high is not None and one.false_per_hour_high <= TARGETS["false_per_hour"]
        lines.append(
            f"synthetic {one.kind}: recall {TARGETS['recall']:.2f} {verdict(recall, recall_bound)}; "
            f"at most {TARGETS['false_per_hour']:.0f} false an hour {verdict(rate, rate_bound)}"
        )
    return lines


if __name__ == "__main__":
    main(sys.argv[1:])
