"""The word network: a causal convolutional network that carries its own past, so that live and file are one."""

from __future__ import annotations

from typing import Final

import torch
from torch import nn

from models.logmel import BANDS
from models.words import STRIDE

DILATIONS: Final = (1, 2, 4, 8, 16, 1, 2, 4, 8)
_FIRST_KERNEL: Final = 6


class Spotter(nn.Module):
    """(B, T, bands) → logits (B, T / 2, outputs) and the length of the word just ended, s (B, T / 2)."""

    def __init__(self, outputs: int, channels: int) -> None:
        super().__init__()
        self.channels = channels
        self.first = nn.Conv1d(BANDS, channels, _FIRST_KERNEL, stride=STRIDE)
        self.first_norm = nn.BatchNorm1d(channels)
        self.layers = nn.ModuleList(nn.Conv1d(channels, channels, 3, dilation=d) for d in DILATIONS)
        self.norms = nn.ModuleList(nn.BatchNorm1d(channels) for _ in DILATIONS)
        self.last = nn.Conv1d(channels, outputs + 1, 1)
        nn.init.constant_(self.last.bias, -5.0)

    def empty_past(self, batch: int = 1) -> tuple[torch.Tensor, torch.Tensor]:
        """Frames and channel values from before the beginning: nothing."""
        return (
            torch.zeros(batch, BANDS, _FIRST_KERNEL - STRIDE),
            torch.zeros(batch, self.channels, 2 * sum(DILATIONS)),
        )

    def forward(
        self, seen: torch.Tensor, past_frames: torch.Tensor, past: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """See the class; gives the past for the next stretch too."""
        frames = torch.cat([past_frames, seen.transpose(1, 2)], dim=2)
        new_frames = frames[:, :, -(_FIRST_KERNEL - STRIDE) :]
        now = torch.relu(self.first_norm(self.first(frames)))
        kept, begin = [], 0
        for layer, norm, dilation in zip(self.layers, self.norms, DILATIONS, strict=True):
            with_past = torch.cat([past[:, :, begin : begin + 2 * dilation], now], dim=2)
            kept.append(with_past[:, :, -2 * dilation :])
            now = torch.relu(now + norm(layer(with_past)))
            begin += 2 * dilation
        out = self.last(now).transpose(1, 2)
        return out[..., :-1], torch.nn.functional.softplus(out[..., -1]), new_frames, torch.cat(kept, dim=2)
