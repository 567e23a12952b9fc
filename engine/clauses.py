"""A clause of a rulebook as data: what sets it off, where it applies, what it leads to, who can notice it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.codes import Section
from engine.triggers import Trigger


class Sanction(StrEnum):
    """What a clause leads to when a person accepts that it was broken."""

    NONE = "none"
    FOUL = "foul"  # the rulebook's own word (warning, remark) is the parameter `foul_name`
    SPEECH_LOSS = "speech_loss"
    REMOVAL = "removal"
    TEAM_DEFEAT = "team_defeat"
    TOURNAMENT = "tournament"  # removal from the game and from the tournament
    SUSPENSION = "suspension"  # for a time in the clause's range
    ROOM_BAN = "room_ban"  # a spectator leaves for the evening
    NOT_ADMITTED = "not_admitted"
    VOTE_VOID = "vote_void"
    VOTE_MOVED = "vote_moved"  # to the last nominated
    VOTE_DECISION = "vote_decision"  # the clause says how a disputed vote is counted
    NOMINATION_VOID = "nomination_void"
    MISS = "miss"
    MINUS = "minus"  # points after the game
    TIMER = "timer"
    WARNING = "verbal_warning"
    DISCRETION = "discretion"  # the host chooses
    ASK = "ask"  # the rulebook's tier is unknown: a person must name it


class Detector(StrEnum):
    """Who can notice a breach."""

    VISION = "vision"
    VISION_WEAK = "vision_weak"  # never alone
    AUDIO = "audio"
    AUDIO_WEAK = "audio_weak"
    GAME = "game"  # counted by the state machine or a timer
    HOST = "host"
    REVIEW = "review"  # only after the game


class Basis(StrEnum):
    """How sure it is that the rulebook says so."""

    TEXT = "text"
    COMMENT = "comment"
    INFERRED = "inferred"
    GAP = "gap"


SENSED = frozenset({Detector.VISION, Detector.VISION_WEAK, Detector.AUDIO, Detector.AUDIO_WEAK})


@dataclass(frozen=True, slots=True)
class Title:
    """A clause's name in our own words."""

    ru: str
    uk: str
    en: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One row of a rulebook."""

    id: str
    title: Title
    sections: frozenset[Section]
    triggers: tuple[Trigger, ...]
    sanction: Sanction
    detect: frozenset[Detector]
    discretion: bool  # the text leaves the sanction to the host
    role_dependent: bool  # judge's screen only
    on_request: bool  # a breach only after the host has asked
    lapses_when_decided: bool  # not applied once a vote or kill has decided the game (ФСМ 6.8.6)
    team_defeat_when_leaving: bool  # heavier in the own last word (ФСМ 6.8.5)
    heavier: str | None  # another tier for the same sight, when a person judges the aim
    suspension: str | None  # range of a suspension, such as `1w-6m`
    basis: Basis
