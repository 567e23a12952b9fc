"""Sets the thresholds and intervals of `models/own/words.json` on voices and people that no network was taught."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from models.training.words import casting
from models.training.words.clips import Clip
from models.training.words.trials import Ear, Talk, Trial, false_alarms, hours, talk, threshold_at, trials
from models.training.words.vocabulary import OUTPUTS

PROPOSALS_PER_HOUR: Final = 60.0  # of each word, in talk that has none
ACCEPTED_PER_HOUR: Final = 2.0  # of each kind of word, after the second look
BANK: Final = 600  # moments of other talk that an enrolment is held against
REFUSED_AT_MOST: Final = 0.35  # of the words that the first look found, whatever that costs in false alarms
TRIED: Final = 260  # words under each condition, for the intervals
HIT: Final = 0.95  # of true edges lie in the stated interval
SPARE: Final = 1.25  # real voices are less alike than rendered ones
_KINDS: Final = (
    ("спасибо", "дякую", "стоп"),
    tuple(output for output in OUTPUTS if " " in output),
    ("пас",),
    tuple(output for output in OUTPUTS if output.isdigit()),
)
_LEAST_SHARE: Final = 0.3
LEAST_PROPOSED: Final = 0.05


def start(path: Path) -> None:
    """A first file that lets everything through, so that the networks can be run at all."""
    ones = [0.0] * len(OUTPUTS)
    _write(path, ones, ones, [(0.0, 0.2)], [(0.0, 0.3)])


def calibrate(held_out: Sequence[Clip], own: Path, tell: Callable[[str], None]) -> None:
    """Measure and write `words.json`."""
    start(own / "words.json")
    ear = Ear()
    voices = [clip for clip in held_out if clip.voice.startswith("espeak") or clip.voice.startswith("kokoro")]
    near = [clip for clip in voices if not clip.output]
    talks = _talks(ear, held_out)
    tell(f"{hours(talks) * 60:.0f} minutes of other talk")
    talk(ear, "near words", near)  # only to be held against an enrolled host
    seen = np.array(ear.everything.features, np.float16)
    np.save(own / "words_bank.npy", seen[np.random.default_rng(1).permutation(len(seen))[:BANK]])
    some = np.random.default_rng(2).permutation(len(voices))[:TRIED]
    chosen = [clip for number, clip in enumerate(voices) if number in set(some.tolist()) or not clip.output]
    tried = list(trials(ear, chosen, ("clean", "room", "babble"), near))
    propose = _propose(talks)
    accept = _accept(talks, tried, propose)
    ends = _intervals(tried, lambda trial: trial.end_error_s)
    starts = _intervals(tried, lambda trial: trial.start_error_s)
    _write(own / "words.json", propose, accept, ends, starts)
    tell(f"propose {dict(zip(OUTPUTS, propose, strict=True))}")
    tell(f"accept {dict(zip(OUTPUTS, accept, strict=True))}; ends {ends}; starts {starts}")


def _talks(ear: Ear, held_out: Sequence[Clip]) -> list[Talk]:
    """People and readers who say none of the words, as they are and in a room."""
    people = list(casting.real_talk(validation=True))
    readers = [clip for clip in held_out if clip.voice.startswith("reading:espeak")]
    sources = (("people", people), ("readers", readers))
    return [talk(ear, name, clips, condition) for name, clips in sources for condition in ("clean", "room")]


def _propose(talks: Sequence[Talk]) -> list[float]:
    wrong = false_alarms(talks)
    allowed = hours(talks) * PROPOSALS_PER_HOUR
    scores = [[proposed for o, proposed, _ in wrong if o == output] for output in range(len(OUTPUTS))]
    return [round(max(LEAST_PROPOSED, threshold_at(each, allowed) * 0.8), 3) for each in scores]


def _accept(talks: Sequence[Talk], tried: Sequence[Trial], propose: Sequence[float]) -> list[float]:
    """Few false alarms of each kind, but never so few that the words themselves are refused.

    Little talk without words is at hand: one odd moment in it must not put a whole kind of word out of reach.
    """
    wrong = false_alarms(talks)
    accept = [0.0] * len(OUTPUTS)
    for kind in _KINDS:
        outputs = {OUTPUTS.index(output) for output in kind}
        shares = [share for o, proposed, share in wrong if o in outputs and proposed >= propose[o]]
        least = max(_LEAST_SHARE, threshold_at(shares, hours(talks) * ACCEPTED_PER_HOUR))
        said = [t for t in tried if t.output in kind and t.condition != "babble"]
        found = [t.share for t in said if t.proposed >= propose[OUTPUTS.index(t.output)]]
        most = float(np.quantile(found, REFUSED_AT_MOST)) if found else least
        for output in outputs:
            accept[output] = round(max(_LEAST_SHARE, min(least, most)), 3)
    return accept


def _intervals(tried: Sequence[Trial], error: Callable[[Trial], float]) -> list[tuple[float, float]]:
    """Half the interval by the first look's score: the surer, the narrower."""
    rows: list[tuple[float, float]] = []
    edges = (0.0, 0.2, 0.4, 0.6, 0.75)
    for low, high in zip(edges, (*edges[1:], 1.01), strict=True):
        errors = [abs(error(t)) for t in tried if low <= t.proposed < high and np.isfinite(error(t))]
        if len(errors) >= 20:
            rows.append((low if rows else 0.0, round(float(np.quantile(errors, HIT)) * SPARE, 3)))
    return rows or [(0.0, 0.2)]


def _write(
    path: Path,
    propose: Sequence[float],
    accept: Sequence[float],
    ends: Sequence[tuple[float, float]],
    starts: Sequence[tuple[float, float]],
) -> None:
    content = {
        "words": list(OUTPUTS),
        "propose": list(propose),
        "accept": list(accept),
        "end_error_s": [list(row) for row in ends],
        "start_error_s": [list(row) for row in starts],
    }
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")
