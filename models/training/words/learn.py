"""Training of both networks; every state is kept, so that the work can stop and go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import nn

from models.logmel import BANDS
from models.training.words.check_network import Check
from models.training.words.lessons import Lessons
from models.training.words.network import Spotter
from models.training.words.vocabulary import OUTPUTS
from models.words import CHECK_AFTER, CHECK_BEFORE, DELAY_FRAMES, STRIDE

CHANNELS: Final = 80
BATCH: Final = 32
KEEP_EVERY: Final = 50
_HIGHEST_RATE: Final = 4e-3
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How long to train."""

    steps: int
    check_epochs: int = 3


def disguised(seen: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Other throats and other microphones: bands shifted, coloured, hidden; a batch at once."""
    batch, frames, _ = seen.shape
    band = torch.arange(BANDS, dtype=torch.float32)
    scale = torch.from_numpy(np.where(rng.random(batch) < 0.8, rng.uniform(0.84, 1.18, batch), 1.0)).float()
    shift = torch.from_numpy(rng.uniform(-1.5, 1.5, batch)).float()
    source = (band[None] * scale[:, None] + shift[:, None]).clamp(0, BANDS - 1.001)
    low = source.floor().long()
    share = (source - low)[:, None]
    index = low[:, None].expand(-1, frames, -1)
    seen = seen.gather(2, index) * (1 - share) + seen.gather(2, index + 1) * share
    waves = torch.stack([torch.cos(np.pi * k * (band + 0.5) / BANDS) for k in (1, 2, 3, 4)])
    tone = torch.from_numpy(rng.normal(0, 0.22, (batch, 4)) * (rng.random((batch, 1)) < 0.7)).float() @ waves
    seen = seen + tone[:, None] + torch.from_numpy(rng.normal(0, 0.25, (batch, 1, 1))).float()
    for row in range(batch):
        middle = seen[row].mean()
        if rng.random() < 0.5:
            first = int(rng.integers(0, BANDS - 6))
            seen[row, :, first : first + int(rng.integers(1, 7))] = middle
        if rng.random() < 0.25:
            first = int(rng.integers(0, frames - 8))
            seen[row, first : first + int(rng.integers(1, 8))] = middle
    return seen


def teach_spotter(lessons: Lessons, plan: Plan, kept: Path, tell: Tell) -> Spotter:
    """Train for plan.steps, going on from `kept` where that exists."""
    torch.manual_seed(7)
    net = Spotter(len(OUTPUTS), CHANNELS)
    rule = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    rates = torch.optim.lr_scheduler.OneCycleLR(rule, _HIGHEST_RATE, plan.steps)
    done = 0
    if kept.exists():
        state = torch.load(kept)
        done = int(state["done"])
        net.load_state_dict(state["net"])
        rule.load_state_dict(state["rule"])
        rates.load_state_dict(state["rates"])
    net.train()
    lost = 0.0
    for step in range(done, plan.steps):
        rng = np.random.default_rng([7, step])
        rows = np.sort(rng.choice(len(lessons.seen), BATCH, replace=False))
        loss = _spotter_loss(net, lessons, rows, rng)
        rule.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        rule.step()
        rates.step()
        lost += float(loss.detach())
        if (step + 1) % KEEP_EVERY == 0 or step + 1 == plan.steps:
            state = {"done": step + 1, "net": net.state_dict(), "rule": rule.state_dict(), "rates": rates.state_dict()}
            torch.save(state, kept.with_suffix(".writing"))
            kept.with_suffix(".writing").replace(kept)
            tell(f"words {step + 1}/{plan.steps}: loss {lost / KEEP_EVERY:.3f}")
            lost = 0.0
    return net.eval()


def _spotter_loss(net: Spotter, lessons: Lessons, rows: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
    seen = disguised(torch.from_numpy(lessons.seen[rows]).float(), rng)
    wanted = torch.from_numpy(lessons.bumps[rows]).float() / 255
    judged = torch.from_numpy(lessons.judged[rows]).float()
    length_s = torch.from_numpy(lessons.length_s[rows]).float()
    logits, said_s, _, _ = net(seen, *net.empty_past(len(rows)))
    chance = torch.sigmoid(logits)
    each = nn.functional.binary_cross_entropy_with_logits(logits, wanted, reduction="none")
    hard = ((chance - wanted).abs() ** 1.5 * (1 + 4 * (wanted > 0.05))).detach()
    known = torch.isfinite(length_s)
    length_loss = (said_s - torch.nan_to_num(length_s)).abs()[known].sum()
    return ((hard + 0.02) * each * judged).sum() / len(rows) / 10 + 0.2 * length_loss / len(rows) / 10


Windows = tuple[np.ndarray, np.ndarray]  # (N, frames, bands) float16 and the right output of each


def windows_of(lessons: Lessons, net: Spotter, rng: np.random.Generator) -> Windows:
    """What the check must tell apart: true ends, whatever the spotter takes for one, and any other moment."""
    pieces: list[np.ndarray] = []
    right: list[int] = []
    none = len(OUTPUTS)
    for first in range(0, len(lessons.seen), BATCH):
        seen = lessons.seen[first : first + BATCH]
        with torch.no_grad():
            given = torch.from_numpy(seen).float()
            chance = torch.sigmoid(net(given, *net.empty_past(len(seen)))[0]).numpy()
        for row in range(len(seen)):
            wanted = lessons.bumps[first + row].astype(np.float32) / 255
            judged = lessons.judged[first + row]
            ends = [(int(t), int(c)) for t, c in zip(*np.nonzero(_is_peak(wanted, 0.9)), strict=True)]
            for step, output in [*ends, *ends]:
                _cut(pieces, right, seen[row], step + int(rng.integers(-2, 3)), output)
            for step, output in zip(*np.nonzero(_is_peak(chance[row], 0.08)), strict=True):
                if rng.random() > 0.1 + chance[row, step, output]:  # of the faint ones some are enough
                    continue
                free = all(abs(step - t) > 12 for t, _ in ends) and judged[step, output] and judged[step].all()
                wrong = any(abs(step - t) <= 12 and output != c for t, c in ends)
                if free or (wrong and rng.random() < 0.3):
                    true = none if free else next(c for t, c in ends if abs(step - t) <= 12)
                    _cut(pieces, right, seen[row], int(step), true)
            step = int(rng.integers(60, lessons.bumps.shape[1]))
            if all(abs(step - t) > 15 for t, _ in ends) and judged[step].all():
                _cut(pieces, right, seen[row], step, none)
    return np.stack(pieces), np.array(right)


def _is_peak(values: np.ndarray, least: float) -> np.ndarray:
    before = np.pad(values, ((1, 0), (0, 0)))[:-1]
    after = np.pad(values, ((0, 1), (0, 0)))[1:]
    return (values >= least) & (values >= before) & (values > after)


def _cut(pieces: list[np.ndarray], right: list[int], seen: np.ndarray, step: int, output: int) -> None:
    end = step * STRIDE + STRIDE - 1 - DELAY_FRAMES
    first, last = end - CHECK_BEFORE, end + CHECK_AFTER
    if last > len(seen) or end < 20:
        return
    kept = seen[max(0, first) : last]
    if first < 0:  # as the program fills it up
        kept = np.concatenate([np.full((-first, seen.shape[1]), kept.astype(np.float32).min(), seen.dtype), kept])
    pieces.append(kept)
    right.append(output)


def teach_check(windows: Windows, plan: Plan, kept: Path, tell: Tell) -> Check:
    """Train on windows for plan.check_epochs; a finished one is only loaded."""
    torch.manual_seed(11)
    net = Check(len(OUTPUTS))
    if kept.exists():
        net.load_state_dict(torch.load(kept))
        return net.eval()
    seen, right = windows
    batch = 128
    rule = torch.optim.AdamW(net.parameters(), 1e-3, weight_decay=5e-3)
    steps = len(seen) // batch * plan.check_epochs
    rates = torch.optim.lr_scheduler.OneCycleLR(rule, 3e-3, steps)
    weights = torch.ones(len(OUTPUTS) + 1)
    for epoch in range(plan.check_epochs):
        rng = np.random.default_rng([11, epoch])
        order = rng.permutation(len(seen))
        lost = hits = 0.0
        for first in range(0, len(order) // batch * batch, batch):
            rows = order[first : first + batch]
            given = disguised(torch.from_numpy(seen[rows]).float(), rng)
            true = torch.from_numpy(right[rows])
            logits, _ = net(given)
            loss = nn.functional.cross_entropy(logits, true, weight=weights, label_smoothing=0.03)
            rule.zero_grad()
            loss.backward()
            rule.step()
            rates.step()
            lost += float(loss.detach())
            hits += float((logits.argmax(1) == true).float().mean())
        batches = len(order) // batch
        right_share = hits / batches
        tell(f"check {epoch + 1}/{plan.check_epochs}: loss {lost / batches:.3f}, right {right_share:.3f}")
    torch.save(net.state_dict(), kept)
    return net.eval()
