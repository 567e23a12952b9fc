"""Sets the thresholds and intervals of `models/own/words.json` on voices and people that no network was taught."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from models.training.words import casting
from models.training.words.clips import Clip
from models.training.words.trials import Ear, Trial, false_alarms, hours, talk, threshold_at, trials
from models.training.words.vocabulary import OUTPUTS

PROPOSALS_PER_HOUR: Final = 60.0  # of each word, in talk that has none
ACCEPTED_PER_HOUR: Final = 0.5  # of each kind of word, after the second look
BANK: Final = 600  # moments of other talk that an enrolment is held against
TRIED: Final = 260  # words under each condition, for the intervals
HIT: Final = 0.95  # of true edges lie in the stated interval
SPARE: Final = 1.25  # real voices are less alike than rendered ones
_KINDS: Final = (
    ("спасибо", "дякую", "стоп"),
    tuple(output for output in OUTPUTS if " " in output),
    ("пас",),
    tuple(output for output in OUTPUTS if output.isdigit()),
)
_LEAST_SHARES: Final = 0.3


def start(path: Path) -> None:
    """A first file that lets everything through, so that the networks can be run at all."""
    ones = [0.0] * len(OUTPUTS)
    _write(path, ones, ones, [(0.0, 0.2)], [(0.0, 0.3)])


def calibrate(held_out: Sequence[Clip], own: Path, tell: Callable[[str], None]) -> None:
    """Measure and write `words.json`."""
    start(own / "words.json")
    ear = Ear()
    voices = [clip for clip in held_out if clip.voice.startswith("espeak") or clip.voice.startswith("kokoro")]
    silent = [clip for clip in voices if not clip.output]
    people = list(casting.real_talk(validation=True))
    talks = [talk(ear, "real", people), talk(ear, "held-out voices", silent)]
    tell(f"{hours(talks) * 60:.0f} minutes of other talk")
    seen = np.array(ear.everything.features, np.float16)
    np.save(own / "words_bank.npy", seen[np.random.default_rng(1).permutation(len(seen))[:BANK]])
    wrong = false_alarms(talks)
    allowed = hours(talks) * PROPOSALS_PER_HOUR
    propose = [
        max(0.05, threshold_at([proposed for o, proposed, _ in wrong if o == output], allowed) * 0.8)
        for output in range(len(OUTPUTS))
    ]
    accept = [0.0] * len(OUTPUTS)
    for kind in _KINDS:
        outputs = {OUTPUTS.index(output) for output in kind}
        shares = [share for o, proposed, share in wrong if o in outputs and proposed >= propose[o]]
        least = max(_LEAST_SHARES, threshold_at(shares, hours(talks) * ACCEPTED_PER_HOUR))
        for output in outputs:
            accept[output] = least
    some = np.random.default_rng(2).permutation(len(voices))[:TRIED]
    chosen = [clip for number, clip in enumerate(voices) if number in set(some.tolist()) or not clip.output]
    tried = list(trials(ear, chosen, ("clean", "room", "babble"), silent))
    ends = _intervals(tried, lambda trial: trial.end_error_s)
    starts = _intervals(tried, lambda trial: trial.start_error_s)
    _write(own / "words.json", propose, accept, ends, starts)
    tell(f"propose {dict(zip(OUTPUTS, np.round(propose, 2), strict=True))}")
    tell(f"accept {dict(zip(OUTPUTS, np.round(accept, 2), strict=True))}; ends {ends}; starts {starts}")


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
        "propose": [round(float(score), 3) for score in propose],
        "accept": [round(float(share), 3) for share in accept],
        "end_error_s": [list(row) for row in ends],
        "start_error_s": [list(row) for row in starts],
    }
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")
