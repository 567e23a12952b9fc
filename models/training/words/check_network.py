"""The second look: a small network on the pictures of sound around a proposal."""

from __future__ import annotations

from typing import Final

import torch
from torch import nn

from models.logmel import BANDS
from models.words import CHECK_AFTER, CHECK_BEFORE

FEATURES: Final = 64
_WIDTH: Final = 56
_STAGES: Final = 3  # each halves the frames


class _Stage(nn.Module):
    """Half as many frames, and one layer more that only corrects."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.halve = nn.Conv1d(channels, _WIDTH, 5, stride=2, padding=2)
        self.halve_norm = nn.BatchNorm1d(_WIDTH)
        self.correct = nn.Conv1d(_WIDTH, _WIDTH, 3, padding=1)
        self.correct_norm = nn.BatchNorm1d(_WIDTH)

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        now = torch.relu(self.halve_norm(self.halve(given)))
        return torch.relu(now + self.correct_norm(self.correct(now)))


class Check(nn.Module):
    """(N, frames, bands) → logits (N, words + 1) and features (N, FEATURES)."""

    def __init__(self, outputs: int) -> None:
        super().__init__()
        self.stages = nn.Sequential(*(_Stage(BANDS if number == 0 else _WIDTH) for number in range(_STAGES)))
        frames = CHECK_BEFORE + CHECK_AFTER
        for _ in range(_STAGES):
            frames = (frames + 1) // 2
        self.join = nn.Linear(_WIDTH * frames, FEATURES)
        self.drop = nn.Dropout(0.1)
        self.last = nn.Linear(FEATURES, outputs + 1)

    def forward(self, windows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """See the class. The level of the whole window is taken off: only its shape counts."""
        now = self.stages((windows - windows.mean(dim=(1, 2), keepdim=True)).transpose(1, 2))
        features = torch.relu(self.join(self.drop(now.flatten(1))))
        return self.last(self.drop(features)), features
