"""Which phases belong together on the screen."""

from __future__ import annotations

from typing import Final

from engine.codes import Phase, Section
from engine.situations import SECTION_OF

NIGHT_SECTIONS: Final = frozenset({Section.NIGHT, Section.NIGHT_ZERO})
DARK: Final = frozenset(phase for phase in Phase if SECTION_OF[phase] in NIGHT_SECTIONS and phase is not Phase.SETUP)
"""Phases shown in the night's colours, in which no card, sound or picture opens."""

COVERT: Final = frozenset({Phase.SHOOTING, Phase.DON_CHECK, Phase.SHERIFF_CHECK})
"""Phases whose entries depend on roles: they are typed unseen, and nothing on the screen may answer to them."""

BALLOTS: Final = frozenset({Phase.BALLOT, Phase.LIFT_BALLOT})
NIGHT_ZERO_STEPS: Final = (Phase.DEAL, Phase.AGREEMENT, Phase.INTRODUCTIONS, Phase.FREE_SEATING)
NIGHT_STEPS: Final = (Phase.NIGHT, Phase.SHOOTING, Phase.DON_CHECK, Phase.SHERIFF_CHECK)
