"""The form of a hand from its 21 points: fist, thumb up, palm, single fingers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.codes import HandForm

WRIST, THUMB_BASE, THUMB_TIP, INDEX_KNUCKLE = 0, 2, 4, 5
FINGERS: Final = ((5, 6, 8), (9, 10, 12), (13, 14, 16), (17, 18, 20))  # knuckle, middle joint, tip
STRETCHED: Final = 1.25
"""A stretched finger's tip is this much further from the wrist than its middle joint; a bent one's is nearer."""
THUMB_AWAY_LENGTHS: Final = 0.55  # of the palm, from the knuckle of the index finger


def form_of_hand(xy: NDArray[np.float32]) -> HandForm:
    """The form of one hand (21, 2) in one picture; a hand seen from the tip of its fingers is unknown."""
    palm = float(np.linalg.norm(xy[9] - xy[WRIST]))
    if palm < 8.0:
        return HandForm.UNKNOWN
    reach = np.linalg.norm(xy - xy[WRIST], axis=1)
    stretched = sum(reach[tip] > STRETCHED * reach[joint] for _, joint, tip in FINGERS)
    bent = sum(reach[tip] < reach[joint] for _, joint, tip in FINGERS)
    thumb_away = float(np.linalg.norm(xy[THUMB_TIP] - xy[INDEX_KNUCKLE])) > THUMB_AWAY_LENGTHS * palm
    thumb_up = thumb_away and xy[THUMB_TIP, 1] < min(xy[knuckle, 1] for knuckle, _, _ in FINGERS)
    if stretched >= 4:
        return HandForm.PALM
    if stretched == 0 and bent >= 3:
        return HandForm.THUMB_UP if thumb_up else HandForm.FIST
    if 1 <= stretched <= 2 and bent >= 2:
        return HandForm.FINGERS
    return HandForm.UNKNOWN


def usual_form(hands: Iterable[NDArray[np.float32]]) -> tuple[HandForm, float]:
    """The form seen most often over several pictures, and its share of the pictures with a known form."""
    forms = Counter(form_of_hand(xy) for xy in hands)
    del forms[HandForm.UNKNOWN]
    if not forms:
        return HandForm.UNKNOWN, 0.0
    form, count = max(forms.items(), key=lambda item: (item[1], item[0]))
    return form, count / sum(forms.values())
