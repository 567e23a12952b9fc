"""Which vertices and bones of the body belong to which part of it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from tests.synth.body import BODY_VERTICES, LEFT_EYE, load_body
from tests.synth.geometry import F64, I64
from tests.synth.skeleton import SideLetter

TIGHTS: Final = slice(15328, 18002)  # the shell that clothes are made of


@lru_cache(maxsize=2)
def hand_ids(side: SideLetter) -> I64:
    """Vertices of the skin that belong to a hand."""
    body = load_body()
    hand = ("finger", "wrist", "metacarpal")
    columns = [i for i, n in enumerate(body.bones) if n.endswith("." + side) and n.startswith(hand)]
    share = np.asarray(body.weights[:, columns].sum(axis=1)).ravel()
    return np.where((share > 0.5) & (np.arange(len(share)) < BODY_VERTICES))[0]


@lru_cache(maxsize=2)
def forearm_ids(side: SideLetter) -> I64:
    """Vertices of the skin between elbow and wrist."""
    body = load_body()
    columns = [body.index[f"lowerarm0{k}.{side}"] for k in (1, 2)]
    share = np.asarray(body.weights[:, columns].sum(axis=1)).ravel()
    return np.where((share > 0.6) & (np.arange(len(share)) < BODY_VERTICES))[0]


@lru_cache(maxsize=2)
def arm_bones(side: SideLetter) -> tuple[list[int], list[int]]:
    """Bones from the upper arm to the finger tips and, for each, its parent's place in the list (-1: the shoulder)."""
    body = load_body()
    start = body.index[f"upperarm01.{side}"]
    bones: list[int] = []
    for i, parent in enumerate(body.parent):
        if i == start or int(parent) in bones:
            bones.append(i)
    return bones, [bones.index(int(body.parent[b])) if b != start else -1 for b in bones]


@lru_cache(maxsize=2)
def hand_weights(side: SideLetter) -> F64:
    """(H, A) shares of the arm's bones in each vertex of a hand."""
    bones, _ = arm_bones(side)
    weights = load_body().weights[hand_ids(side)][:, bones].toarray()
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


@lru_cache(maxsize=1)
def head_ids() -> I64:
    """Vertices of the skin of head and throat, from the chin up."""
    canon = load_body().vertices[:BODY_VERTICES]
    return np.where((canon[:, 2] > LEFT_EYE[2] - 0.11) & (np.abs(canon[:, 0]) < 0.12))[0]
