"""The trained networks as ONNX files that the program ships."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import torch
from torch import nn

from models.logmel import BANDS
from models.training.words.check_network import Check
from models.training.words.network import Spotter
from models.words import CHECK_AFTER, CHECK_BEFORE

_OPSET: Final = 17


class _Answers(nn.Module):
    def __init__(self, net: Spotter) -> None:
        super().__init__()
        self.net = net

    def forward(
        self, frames: torch.Tensor, past_frames: torch.Tensor, past: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        logits, length_s, new_frames, new_past = self.net(frames, past_frames, past)
        return torch.sigmoid(logits), length_s, new_frames, new_past


class _Shares(nn.Module):
    def __init__(self, net: Check) -> None:
        super().__init__()
        self.net = net

    def forward(self, windows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits, features = self.net(windows)
        return torch.softmax(logits, dim=1), features


def export_spotter(net: Spotter, path: Path) -> None:
    """Write `words.onnx`."""
    torch.onnx.export(
        _Answers(net.eval()).eval(),
        (torch.zeros(1, 40, BANDS), *net.empty_past()),
        str(path),
        input_names=["frames", "past_frames", "past"],
        output_names=["scores", "lengths", "next_frames", "next_past"],
        dynamic_axes={"frames": {1: "t"}, "scores": {1: "u"}, "lengths": {1: "u"}},
        opset_version=_OPSET,
        dynamo=False,
    )


def export_check(net: Check, path: Path) -> None:
    """Write `words_check.onnx`."""
    torch.onnx.export(
        _Shares(net.eval()).eval(),
        (torch.zeros(2, CHECK_BEFORE + CHECK_AFTER, BANDS),),
        str(path),
        input_names=["windows"],
        output_names=["shares", "features"],
        dynamic_axes={"windows": {0: "n"}, "shares": {0: "n"}, "features": {0: "n"}},
        opset_version=_OPSET,
        dynamo=False,
    )
