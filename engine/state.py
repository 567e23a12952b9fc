"""The state of a game as plain values, and everything that can be wrong with one.

What every step copies (players, vote, record, the state itself) has no slots, so that `engine.copying` is quick.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import IntFlag, StrEnum, auto
from typing import Final

from engine.codes import Awake, PermissionKind, Phase, RequestKind, Role, Team, WordSource
from engine.copying import replace
from engine.cues import Cue
from engine.intervals import Interval, Span
from engine.play_rules import Answers
from engine.seats import GAME_SEATS, Seat, Subject
from engine.suggestions import Suggestion

ROLE_COUNTS: Final = {Role.CITIZEN: 6, Role.SHERIFF: 1, Role.MAFIA: 2, Role.DON: 1}
BLACKS: Final = frozenset({Role.MAFIA, Role.DON})


class Outcome(StrEnum):
    """How a game ended."""

    RED = "red"
    BLACK = "black"
    DRAW = "draw"


class Departure(StrEnum):
    """How a player left the table."""

    VOTE = "vote"
    LIFT = "lift"
    KILL = "kill"
    REMOVAL = "removal"
    KILL_AND_REMOVAL = "kill_and_removal"
    TOURNAMENT = "tournament"  # removed from the game and the tournament
    TEAM_DEFEAT = "team_defeat"


@dataclass(frozen=True)
class Player:
    """One seat's player; `at_table` ends with the vote or kill itself, not with the last word."""

    seat: Seat
    nick: str = ""
    role: Role | None = None
    at_table: bool = True
    left: Departure | None = None
    fouls: int = 0
    tech_fouls: int = 0
    speech_debt: int = 0  # own minutes still to be lost …
    debt_from_day: int = 0  # … from this day on
    silent_day: int = 0  # the day on which he has no floor at all (rulebook A); 0: none

    @property
    def team(self) -> Team | None:
        if self.role is None:
            return None
        return Team.BLACK if self.role in BLACKS else Team.RED


@dataclass(frozen=True, slots=True)
class Stage:
    """A moment of the game in its own terms, for the record."""

    phase: Phase
    day: int
    night: int
    t_ns: int
    speaker: Seat | None = None
    ballot: int = 0  # number of the ballot of the day, from 1
    candidate: Seat | None = None


@dataclass(frozen=True, slots=True)
class Nomination:
    """Who nominated whom, on which day."""

    day: int
    by: Seat
    candidate: Seat


@dataclass(frozen=True, slots=True)
class Round:
    """One ballot of a day as it was held; `assigned` are voters whose vote fell to the last nominated."""

    day: int
    number: int
    candidates: tuple[Seat, ...]
    cast: tuple[tuple[Seat, Seat], ...]  # voter, candidate; in a lift vote only those for, candidate = voter
    counts: tuple[int, ...]
    assigned: tuple[Seat, ...] = ()
    lift: bool = False
    complete: bool = True  # False: broken off by a removal, or not called to the end
    voters: int = 0  # at the table; 0 where another program did not say


@dataclass(frozen=True, slots=True)
class FoulEntry:
    """A foul or technical foul as the record keeps it."""

    subject: Subject
    stage: Stage
    clause: str | None
    technical: bool = False


@dataclass(frozen=True, slots=True)
class Exit:
    """A departure as the record keeps it; `removed_by` says what a removal came from."""

    seat: Seat
    how: Departure
    stage: Stage
    by_fouls: bool = False
    by_tech_fouls: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """Extra or penalty points with their reason."""

    seat: Seat
    points: float
    reason: str


@dataclass(frozen=True)
class Record:
    """What happened so far, for protocol and exports; never read by the flow of the game but for past nights."""

    nominations: tuple[Nomination, ...] = ()
    rounds: tuple[Round, ...] = ()
    shots: tuple[tuple[int, Seat, Seat], ...] = ()  # night, shooter, target
    checks: tuple[tuple[int, Awake, Seat], ...] = ()
    kills: tuple[tuple[int, Seat], ...] = ()
    fouls: tuple[FoulEntry, ...] = ()
    exits: tuple[Exit, ...] = ()
    best_move_by: Seat | None = None
    best_move: tuple[Seat, ...] = ()
    points: tuple[Points, ...] = ()
    protests: tuple[tuple[int, Subject | None, str], ...] = ()
    softened: tuple[tuple[int, Subject | None, str], ...] = ()  # may ground an annulment
    rulings: tuple[tuple[int, str, str], ...] = ()  # time, new result, reason


@dataclass(frozen=True, slots=True)
class ClosedBallot:
    """A called candidate's word and count, kept until the next vote for cues that are measured late."""

    candidate: Seat | None
    word: Span | None
    source: WordSource | None
    count: Interval | None
    last: bool


@dataclass(frozen=True)
class Vote:
    """The vote of a day while it lasts."""

    candidates: tuple[Seat, ...]
    voters: int  # at the table when this ballot began
    number: int = 1
    index: int = 0  # of the next candidate to call
    open: Seat | None = None
    cast: tuple[tuple[Seat, Seat], ...] = ()
    counts: tuple[int, ...] = ()  # of the closed candidates
    tied_before: frozenset[Seat] = frozenset()
    queue: tuple[Seat, ...] = ()  # who still speaks in the shootout
    hands: tuple[Seat, ...] = ()  # for, in a lift vote
    word: Span | None = None
    source: WordSource | None = None
    cues: tuple[Cue, ...] = ()  # of the open candidate, until its word
    closed: tuple[ClosedBallot, ...] = ()

    def voted(self) -> frozenset[Seat]:
        return frozenset(voter for voter, _ in self.cast)

    def votes_for(self, candidate: Seat) -> int:
        return sum(target == candidate for _, target in self.cast)


@dataclass(frozen=True, slots=True)
class NightCount:
    """The shooting of one night."""

    at_table: frozenset[Seat] = frozenset()  # when the count began
    shots: tuple[tuple[Seat, Seat], ...] = ()
    removed: tuple[Seat, ...] = ()  # from the beginning of the count on
    kill: Seat | None = None
    checked: tuple[Awake, ...] = ()


@dataclass(frozen=True)
class GameState:
    """Everything that decides what may happen next."""

    phase: Phase = Phase.SETUP
    t_ns: int = 0
    day: int = 0
    night: int = 0
    players: tuple[Player, ...] = tuple(Player(seat) for seat in GAME_SEATS)
    answers: Answers = ()
    speaker: Seat | None = None
    may_nominate: bool = True
    deadline_ns: int | None = None
    spoken: tuple[Seat, ...] = ()
    spoke_last: Seat | None = None
    first_speaker: Seat | None = None
    nominations: tuple[Nomination, ...] = ()
    vote: Vote | None = None
    determined: tuple[Seat, ...] | None = None  # who is certain to leave today, None while that is open
    vote_settled: bool = False
    window_day: int = 1  # the day whose vote a removal now would cancel
    cancelled_days: frozenset[int] = frozenset()
    owed: tuple[Seat, ...] = ()  # last words still to be said
    count: NightCount = NightCount()
    quiet_nights: int = 0
    to_announce: tuple[Seat, ...] = ()
    night_cue: Interval | None = None
    city_sleeps: Interval | None = None
    waking: Awake | None = None
    woken: tuple[Seat, ...] = ()  # seats named by hand
    naming: Seat | None = None  # who says the best move
    named_from: Phase = Phase.MORNING  # the phase to go back to after it
    paused_ns: int | None = None
    requests: frozenset[tuple[RequestKind, Subject | None]] = frozenset()
    permissions: frozenset[tuple[PermissionKind, Subject | None]] = frozenset()
    result: Outcome | None = None
    pending: tuple[Suggestion, ...] = ()
    host: str = ""
    judge: str = ""
    record: Record = Record()

    def player(self, seat: Seat) -> Player:
        return self.players[seat - 1]

    def at_table(self) -> tuple[Seat, ...]:
        """Seats still in the game, in order."""
        return tuple(player.seat for player in self.players if player.at_table)

    def is_at_table(self, subject: Subject | None) -> bool:
        return isinstance(subject, int) and 1 <= subject <= len(self.players) and self.players[subject - 1].at_table

    def with_player(self, player: Player) -> GameState:
        players = list(self.players)
        players[player.seat - 1] = player
        return replace(self, players=tuple(players))

    @property
    def roles_known(self) -> bool:
        return all(player.role is not None for player in self.players)

    def stage(self, t_ns: int) -> Stage:
        """This moment in the game's own terms."""
        vote = self.vote
        return Stage(
            self.phase,
            self.day,
            self.night,
            t_ns,
            self.speaker,
            vote.number if vote else 0,
            vote.open if vote else None,
        )


class Problem(IntFlag):
    """Everything that must never be true of a state."""

    NONE = 0
    SEAT_COUNT = auto()
    ROLE_COUNT = auto()
    GONE_WITHOUT_REASON = auto()
    ABSENT_SPEAKER = auto()
    SPEAKER_OUTSIDE_SPEECH = auto()
    SPEECH_WITHOUT_SPEAKER = auto()
    OWED_AT_TABLE = auto()
    VOTE_OUTSIDE_PHASE = auto()
    PHASE_WITHOUT_VOTE = auto()
    SECOND_BALLOT = auto()
    TOO_MANY_VOTES = auto()
    OPEN_CANDIDATE_UNKNOWN = auto()
    CANCELLED_VOTE_RUNS = auto()
    FOUL_COUNT = auto()
    RESULT_MISSING = auto()
    OVER_WITHOUT_RESULT = auto()
    WINDOW_BEHIND = auto()
    LEFT_TWICE = auto()


_VOTING: Final = frozenset({Phase.VOTE, Phase.BALLOT, Phase.TIE, Phase.SHOOTOUT, Phase.LIFT, Phase.LIFT_BALLOT})
_TALKING: Final = frozenset({Phase.SPEECH, Phase.LAST_WORD, Phase.BEST_MOVE})


def problems(state: GameState) -> Problem:
    """Everything wrong with a state at once; a state reached by steps has none."""
    found = Problem.NONE
    for test, problem in (
        (_seats_wrong, Problem.SEAT_COUNT),
        (_roles_wrong, Problem.ROLE_COUNT),
        (_gone_wrong, Problem.GONE_WITHOUT_REASON),
        (_left_twice, Problem.LEFT_TWICE),
        (_fouls_wrong, Problem.FOUL_COUNT),
        (_result_missing, Problem.RESULT_MISSING),
    ):
        if test(state):
            found |= problem
    return found | _speech_problems(state) | _vote_problems(state) | _order_problems(state)


def _seats_wrong(state: GameState) -> bool:
    return [player.seat for player in state.players] != list(range(1, len(state.players) + 1))


def _roles_wrong(state: GameState) -> bool:
    if not state.roles_known or len(state.players) != len(GAME_SEATS):
        return False
    return Counter(player.role for player in state.players) != ROLE_COUNTS


def _gone_wrong(state: GameState) -> bool:
    return any(player.at_table is (player.left is not None) for player in state.players)


def _left_twice(state: GameState) -> bool:
    """A seat may leave by vote or kill and then lose its last word, but never leave the table twice."""
    exits = [entry.seat for entry in state.record.exits]
    return len(exits) != len(set(exits))


def _fouls_wrong(state: GameState) -> bool:
    counted = Counter(entry.subject for entry in state.record.fouls if not entry.technical)
    return any(player.fouls != counted[player.seat] for player in state.players)


def _result_missing(state: GameState) -> bool:
    if state.result is not None or state.phase is Phase.SETUP or not state.roles_known:
        return False
    return standing(state) is not None


def standing(state: GameState) -> Outcome | None:
    """Who has won by the numbers at the table: no black left, or as many blacks as reds."""
    teams = Counter(player.team for player in state.players if player.at_table)
    if teams[Team.BLACK] == 0:
        return Outcome.RED
    return Outcome.BLACK if teams[Team.BLACK] >= teams[Team.RED] else None


def _speech_problems(state: GameState) -> Problem:
    found = Problem.NONE
    speaks = state.phase in _TALKING or state.phase is Phase.SHOOTOUT
    if state.speaker is not None and not speaks:
        found |= Problem.SPEAKER_OUTSIDE_SPEECH
    if state.speaker is None and state.phase in _TALKING:
        found |= Problem.SPEECH_WITHOUT_SPEAKER
    if (
        state.speaker is not None
        and state.phase in (Phase.SPEECH, Phase.SHOOTOUT)
        and not state.is_at_table(state.speaker)
    ):
        found |= Problem.ABSENT_SPEAKER
    if any(state.is_at_table(seat) for seat in state.owed):
        found |= Problem.OWED_AT_TABLE
    return found


def _vote_problems(state: GameState) -> Problem:
    vote, found = state.vote, Problem.NONE
    if (vote is not None) is not (state.phase in _VOTING):
        found |= Problem.VOTE_OUTSIDE_PHASE if vote is not None else Problem.PHASE_WITHOUT_VOTE
    if vote is None:
        return found
    if len(vote.voted()) != len(vote.cast) or len(set(vote.hands)) != len(vote.hands):
        found |= Problem.SECOND_BALLOT
    if sum(vote.counts) > vote.voters or len(vote.hands) > vote.voters:
        found |= Problem.TOO_MANY_VOTES
    if vote.open is not None and vote.open not in vote.candidates:
        found |= Problem.OPEN_CANDIDATE_UNKNOWN
    if state.day in state.cancelled_days:
        found |= Problem.CANCELLED_VOTE_RUNS
    return found


def _order_problems(state: GameState) -> Problem:
    found = Problem.NONE
    if state.phase is Phase.OVER and state.result is None:
        found |= Problem.OVER_WITHOUT_RESULT
    if state.window_day < state.day or state.window_day > state.day + 1:
        found |= Problem.WINDOW_BEHIND
    return found
