"""The second look: a small network on the pictures of sound around a proposal."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import torch
from torch import nn

from models.logmel import BANDS
from models.words import CHECK_AFTER, CHECK_BEFORE

FEATURES: Final = 64
_WIDTHS: Final = (BANDS, 56, 56, 64)
_KERNEL: Final = 5


class Check(nn.Module):
    """(N, frames, bands) → logits (N, words + 1) and features (N, FEATURES)."""

    def __init__(self, outputs: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            nn.Conv1d(a, b, _KERNEL, stride=2, padding=_KERNEL // 2) for a, b in pairwise(_WIDTHS)
        )
        self.norms = nn.ModuleList(nn.BatchNorm1d(b) for b in _WIDTHS[1:])
        steps = CHECK_BEFORE + CHECK_AFTER
        for _ in _WIDTHS[1:]:
            steps = (steps + 1) // 2
        self.join = nn.Linear(_WIDTHS[-1] * steps, FEATURES)
        self.drop = nn.Dropout(0.2)
        self.last = nn.Linear(FEATURES, outputs + 1)

    def forward(self, windows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """See the class. The level of the whole window is taken off: only its shape counts."""
        now = (windows - windows.mean(dim=(1, 2), keepdim=True)).transpose(1, 2)
        for layer, norm in zip(self.layers, self.norms, strict=True):
            now = torch.relu(norm(layer(now)))
        features = torch.relu(self.join(self.drop(now.flatten(1))))
        return self.last(self.drop(features)), features
