"""The seat ring and the middle of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.codes import Phase
from engine.flow.day import candidates_of
from engine.play_rules import open_questions
from engine.ruleset import Ruleset
from engine.seats import Seat
from engine.state import GameState, Player
from ui.host.hands import Hands, elsewhere
from ui.host.periods import BALLOTS, COVERT
from ui.host.view import Centre, Chip, Mark, SeatToken
from ui.host.wording import seats_listed
from ui.session.messages import SeatSight, SeatView
from ui.words import Words

_NOBODY_KNOWS_YET: Final = frozenset({*COVERT, Phase.MORNING})
FOUL_BOXES: Final = 4


def tokens(
    state: GameState, seen: Mapping[Seat, SeatView], hands: Hands, words: Words, *, night: bool, number: int
) -> tuple[SeatToken, ...]:
    """Every seat as the ring draws it; `number` is the one called last in a night's shooting."""
    found = [_token(player, state, seen.get(player.seat), hands, words, night=night) for player in state.players]
    if state.phase is Phase.SHOOTING:
        found = [replace(one, marks=frozenset({Mark.CALLED})) if one.seat == number else one for one in found]
    return tuple(found)


def _token(
    player: Player, state: GameState, seen: SeatView | None, hands: Hands, words: Words, *, night: bool
) -> SeatToken:
    seat, here = player.seat, _is_shown_at_table(player, state)
    sight = seen.sight if seen is not None and here else SeatSight.ARMED
    hand = hands.drawn.get(seat)
    token = SeatToken(
        seat,
        nick="" if night else player.nick,
        fouls=None if night else player.fouls,
        foul_boxes=max(FOUL_BOXES, player.fouls),
        at_table=here,
        sight=sight,
        sight_words=words.code("sight", sight) if sight is not SeatSight.ARMED else "",
        state=_line(player, state, here, words, night=night),
        marks=frozenset() if night else _marks(seat, state),
        hand=hand.mark if hand else None,
        hand_note=hand.note if hand else "",
    )
    return _described(token, words)


def _is_shown_at_table(player: Player, state: GameState) -> bool:
    """At night whoever sat there when the count began: what the shots did is said in the morning."""
    return player.at_table or (state.phase in _NOBODY_KNOWS_YET and player.seat in state.count.at_table)


def _marks(seat: Seat, state: GameState) -> frozenset[Mark]:
    found = set()
    if seat == state.speaker:
        found.add(Mark.SPEAKING)
    if seat in candidates_of(state) and not state.vote_settled:
        found.add(Mark.NOMINATED)
    if state.vote is not None and seat == state.vote.open:
        found.add(Mark.CALLED)
    return frozenset(found)


def _line(player: Player, state: GameState, here: bool, words: Words, *, night: bool) -> str:
    """The one line under a nick that is not about how well the seat is seen."""
    if not here:
        return _how_long_gone(player.seat, state, words)
    if night:
        return ""
    if player.seat == state.speaker:
        return words("speaking")
    if state.phase in BALLOTS and player.seat in elsewhere(state):
        return words("already for {seat}", seat=elsewhere(state)[player.seat])
    if player.silent_day == state.day and state.day:
        return words("without a word")
    return words("next word lost") if player.speech_debt else ""


def _how_long_gone(seat: Seat, state: GameState, words: Words) -> str:
    for entry in state.record.exits:
        if entry.seat == seat:
            at_night = entry.stage.night > 0 and entry.stage.night == entry.stage.day
            return words("night {n}" if at_night else "day {n}", n=entry.stage.day)
    return ""


def _described(token: SeatToken, words: Words) -> SeatToken:
    """The token with everything it shows as one sentence for a screen reader."""
    told = [str(token.seat), token.nick]
    told += [words.code("mark", mark) for mark in sorted(token.marks)]
    if token.fouls is not None:
        told.append(words("fouls: {n}", n=token.fouls))
    if not token.at_table:
        told.append(words("out"))
    if token.sight is not SeatSight.ARMED:
        told.append(words.code("sight", token.sight))
    if token.hand is not None:
        told.append(words.code("hand", token.hand))
    told += [token.state, token.hand_note]
    return replace(token, description=", ".join(dict.fromkeys(part for part in told if part)))


def centre(state: GameState, hands: Hands, next_number: int, rules: Ruleset, words: Words) -> Centre:
    """What stands in the middle of the table."""
    if state.phase in BALLOTS:
        question = ""
        if hands.questioned:
            listed = seats_listed(hands.questioned)
            question = words("{n} more in question: {seats}", n=len(hands.questioned), seats=listed)
        return Centre(big=str(len(hands.counted)), line=words("hands on the table"), question=question)
    if state.phase is Phase.SHOOTING:
        called = next_number - 1
        line = words("of {n}", n=len(state.players))
        return Centre(title=words("Shooting · number"), big=str(called) if called else "–", line=line)
    if state.phase is Phase.BEST_MOVE:
        named = tuple(Chip(str(seat), "") for seat in state.record.best_move)
        return Centre(title=words("Best move"), chips=named)
    if state.phase is Phase.SETUP:
        unanswered = len(open_questions(rules, state.answers))
        line = words("questions of the rules without an answer: {n}", n=unanswered) if unanswered else ""
        return Centre(title=words("Before the game"), line=line)
    return _candidates(state, words)


def _candidates(state: GameState, words: Words) -> Centre:
    if state.vote is not None and state.vote.counts:
        counted = zip(state.vote.candidates, state.vote.counts, strict=False)
        chips = tuple(Chip(str(seat), words("votes: {n}", n=number)) for seat, number in counted)
        return Centre(title=words("Votes"), chips=chips)
    if state.determined and state.vote_settled:
        return Centre(title=words("Leaving"), chips=tuple(Chip(str(seat), "") for seat in state.determined))
    if not state.nominations or state.vote_settled:
        return Centre()
    chips = tuple(Chip(str(one.candidate), words("by {seat}", seat=one.by)) for one in state.nominations)
    return Centre(title=words("Nominated"), chips=chips)
