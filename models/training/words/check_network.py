"""The second look: a small network on the pictures of sound around a proposal."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import nn

from models.logmel import BANDS
from models.words import CHECK_AFTER, CHECK_BEFORE

FEATURES = 64


class Check(nn.Module):
    """(N, frames, bands) → logits (N, words + 1) and features (N, FEATURES)."""

    def __init__(self, outputs: int) -> None:
        super().__init__()
        widths = (1, 16, 24, 32, 40)
        self.layers = nn.ModuleList(nn.Conv2d(a, b, 3, stride=(2, 2), padding=1) for a, b in pairwise(widths))
        self.norms = nn.ModuleList(nn.BatchNorm2d(b) for b in widths[1:])
        rows, columns = CHECK_BEFORE + CHECK_AFTER, BANDS
        for _ in widths[1:]:
            rows, columns = (rows + 1) // 2, (columns + 1) // 2
        self.join = nn.Linear(widths[-1] * rows * columns, FEATURES)
        self.drop = nn.Dropout(0.3)
        self.last = nn.Linear(FEATURES, outputs + 1)

    def forward(self, windows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """See the class. The level of the whole window is taken off: only its shape counts."""
        now = (windows - windows.mean(dim=(1, 2), keepdim=True))[:, None]
        for layer, norm in zip(self.layers, self.norms, strict=True):
            now = torch.relu(norm(layer(now)))
        features = torch.relu(self.join(self.drop(now.flatten(1))))
        return self.last(self.drop(features)), features
