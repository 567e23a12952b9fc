"""A small language for games in tests: one action a line, one expectation a line, and a transcript of what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from engine.actions import ActionKind, HostAction, Verdict
from engine.clauses import Sanction
from engine.codes import CueKind, Decision, PermissionKind, Phase, RequestKind
from engine.events import Event, EventKind, RefusalCode, Refused
from engine.flow.night import best_move_by, victim_of
from engine.intervals import NS_PER_S
from engine.live import removal_cancels
from engine.play_rules import PlayRules, play_rules
from engine.points import best_move_points, scores
from engine.seats import Person, Seat
from engine.state import FoulEntry, Stage
from engine.step import step
from engine.suggestions import Suggestion
from tests.engine.builders import Table, cue, position

_PLAIN = {
    "end": ActionKind.END_SPEECH,
    "open": ActionKind.OPEN_VOTE,
    "word": ActionKind.CLOSING_WORD,
    "close": ActionKind.CLOSE_VOTE,
    "tie": ActionKind.START_SHOOTOUT,
    "lift": ActionKind.CALL_LIFT,
    "night": ActionKind.ANNOUNCE_NIGHT,
    "shooting": ActionKind.START_SHOOTING,
    "dawn": ActionKind.END_CHECKS,
    "day": ActionKind.START_DAY,
    "pause": ActionKind.PAUSE,
    "resume": ActionKind.RESUME,
    "announce": ActionKind.ANNOUNCE_REMOVALS,
    "start": ActionKind.START_GAME,
    "agreement": ActionKind.START_AGREEMENT,
    "introductions": ActionKind.START_INTRODUCTIONS,
    "seating": ActionKind.START_FREE_SEATING,
    "name": ActionKind.START_BEST_MOVE,
    "named": ActionKind.END_BEST_MOVE,
}
_SEATED = {
    "speak": ActionKind.START_SPEECH,
    "foul": ActionKind.FOUL,
    "tech": ActionKind.TECH_FOUL,
    "remove": ActionKind.REMOVE,
    "tournament": ActionKind.REMOVE_FROM_TOURNAMENT,
    "team": ActionKind.TEAM_DEFEAT,
    "unhand": ActionKind.UNCAST,
}


def run(table: Table, script: str) -> Table:
    """Play a script; a line that begins with `refused CODE` must be refused with that code."""
    for line in _lines(script):
        if line.startswith("expect "):
            told = line.removeprefix("expect ")
            assert expectation(table, told), f"not so: {told}"
        elif line.startswith("refused "):
            code, rest = line.removeprefix("refused ").split(" ", 1)
            assert _refusal(table, rest) == RefusalCode(code), (line, _refusal(table, rest))
        else:
            _do(table, line)
    return table


def _lines(script: str) -> list[str]:
    stripped = (line.split("#", 1)[0].strip() for line in script.splitlines())
    return [line for line in stripped if line]


def _refusal(table: Table, line: str) -> RefusalCode | None:
    done = step(table.state, _action(table, line.split()), table.rules)
    return done.code if isinstance(done, Refused) else None


def _do(table: Table, line: str) -> None:
    verb, *rest = line.split()
    if verb == "hand":
        for seat in rest:
            table.act(ActionKind.CAST, int(seat))
    elif verb == "call":
        table.act(ActionKind.CALL, target=int(rest[0]))
    elif verb == "speeches":
        table.speeches(_pairs(rest))
    elif verb == "speeches_until":
        table.speeches(_pairs(rest[1:]), until=int(rest[0]))
    elif verb == "vote":
        _vote(table, rest)
    elif verb == "shootout":
        table.act(ActionKind.START_SHOOTOUT)
        while table.state.vote and table.state.vote.queue:
            table.act(ActionKind.START_SPEECH, table.state.vote.queue[0])
            table.act(ActionKind.END_SPEECH)
    elif verb == "words":
        table.words()
    elif verb == "fouls":
        _prior_fouls(table, int(rest[0]), int(rest[1]))
    elif verb == "debt":
        player = table.state.player(Seat(int(rest[0])))
        table.state = table.state.with_player(replace(player, speech_debt=1))
    elif verb == "quiet":
        table.state = replace(table.state, quiet_nights=int(rest[0]))
    elif verb == "miss":
        table.night()
    elif verb == "kill":
        table.night(kill=int(rest[0]))
    elif verb == "see":
        _see(table, rest)
    elif verb == "accept":
        suggestion = table.state.pending[-1].id
        sanction = Sanction(rest[0]) if rest else None
        table.give(Verdict(suggestion, Decision.ACCEPT, table.state.t_ns + NS_PER_S, sanction=sanction))
    elif verb == "deal":
        don, first, second, sheriff = (int(seat) for seat in rest)
        table.deal(don, (first, second), sheriff)
    else:
        table.give(_action(table, [verb, *rest]))


def _action(table: Table, words: list[str]) -> HostAction:
    verb, *rest = words
    if verb in _PLAIN:
        return table.action(_PLAIN[verb])
    if verb in _SEATED:
        clause = rest[1] if len(rest) > 1 else None
        return replace(table.action(_SEATED[verb]), subject=_person(rest[0]), clause=clause)
    return _SPECIAL[verb](table, rest)


def _person(word: str) -> Seat | Person:
    return Seat(int(word)) if word.isdecimal() else Person(word)


def _speaker_to(kind: ActionKind) -> Callable[[Table, list[str]], HostAction]:
    return lambda table, rest: table.action(kind, table.state.speaker, int(rest[0]))


def _check(table: Table, rest: list[str]) -> HostAction:
    return table.action(ActionKind.CHECK, target=int(rest[0]))


_SPECIAL: dict[str, Callable[[Table, list[str]], HostAction]] = {
    "nominate": _speaker_to(ActionKind.NOMINATE),
    "withdraw": _speaker_to(ActionKind.WITHDRAW),
    "hand": lambda table, rest: table.action(ActionKind.CAST, int(rest[0])),
    "call": lambda table, rest: table.action(ActionKind.CALL, target=int(rest[0])),
    "count": lambda table, rest: table.action(ActionKind.COUNT, number=int(rest[0]) if rest else None),
    "shot": lambda table, rest: table.action(ActionKind.SHOOT, int(rest[0]), int(rest[1])),
    "don": lambda table, rest: table.action(ActionKind.START_DON_CHECK),
    "sheriff": lambda table, rest: table.action(ActionKind.START_SHERIFF_CHECK),
    "check": _check,
    "black": lambda table, rest: table.action(ActionKind.NAME_BLACK, target=int(rest[0])),
    "warn": lambda table, rest: table.action(ActionKind.WARN, int(rest[0]), text=" ".join(rest[1:])),
    "points": lambda table, rest: table.action(
        ActionKind.EXTRA_POINTS, int(rest[0]), points=float(rest[1]), text=" ".join(rest[2:])
    ),
    "ask": lambda table, rest: table.action(
        ActionKind.REQUEST, int(rest[1]) if len(rest) > 1 else None, request=RequestKind(rest[0])
    ),
    "allow": lambda table, rest: table.action(ActionKind.PERMIT, int(rest[1]), permission=PermissionKind(rest[0])),
    "handover": lambda table, rest: replace(table.action(ActionKind.HAND_OVER, text=rest[1]), subject=Person(rest[0])),
    "protest": lambda table, rest: table.action(ActionKind.PROTEST, int(rest[0]), text=" ".join(rest[1:])),
    "amend": lambda table, rest: table.action(ActionKind.AMEND_RESULT, value=rest[0], text=" ".join(rest[1:])),
    "annul": lambda table, rest: table.action(ActionKind.ANNUL_RESULT, text=" ".join(rest)),
    "suspend": lambda table, rest: table.action(ActionKind.SUSPEND, int(rest[0]), text=" ".join(rest[1:])),
    "expel": lambda table, rest: replace(table.action(ActionKind.EXPEL, text=" ".join(rest)), subject=Person.SPECTATOR),
}


def _pairs(words: Iterable[str]) -> dict[int, int]:
    return {int(by): int(candidate) for by, candidate in (word.split(":") for word in words)}


def _vote(table: Table, words: list[str]) -> None:
    """`vote 4:1,2,3 9:5 2:` calls 4, 9 and 2 with these hands."""
    hands: dict[int, list[int]] = {}
    for part in words:
        candidate, voters = part.split(":")
        hands[int(candidate)] = [int(seat) for seat in voters.split(",") if seat]
    table.ballot(hands)


def _see(table: Table, words: list[str]) -> None:
    """`see lift 6 0.4 4`: a cue of seat 6 that began 0.4 s after the last action, for candidate 4."""
    kind, seat, after_s, *targets = words
    at_s = table.state.t_ns / NS_PER_S + float(after_s)
    table.give(cue(CueKind(kind), int(seat), at_s, targets=[int(target) for target in targets]))


def _prior_fouls(table: Table, seat: int, number: int) -> None:
    """Fouls of earlier days."""
    state = table.state
    stage = Stage(Phase.SPEECH, 1, 0, 0)
    entries = tuple(FoulEntry(Seat(seat), stage, None) for _ in range(number))
    state = state.with_player(replace(state.player(Seat(seat)), fouls=number))
    table.state = replace(state, record=replace(state.record, fouls=(*state.record.fouls, *entries)))


def play_of(table: Table) -> PlayRules:
    """The flow's parameters of a test's table."""
    play = play_rules(table.rules, table.state.answers)
    assert play is not None
    return play


def expectation(table: Table, line: str) -> bool:
    """Whether a line such as `left 8 removal` is true of the table."""
    verb, *rest = line.split()
    state = table.state
    match verb, rest:
        case "left", [seat, how]:
            return state.player(Seat(int(seat))).left == how
        case "stays", numbers:
            return all(state.is_at_table(Seat(int(seat))) for seat in numbers)
        case "owed", numbers:
            return [str(seat) for seat in state.owed] == numbers
        case "cancelled", days:
            return sorted(str(day) for day in state.cancelled_days) == days
        case "phase", [phase]:
            return state.phase == phase
        case "result", [outcome]:
            return (state.result or "open") == outcome
        case "determined", numbers:
            return state.determined is not None and [str(seat) for seat in state.determined] == numbers
        case "undetermined", []:
            return state.determined is None
        case "seconds", [number]:
            return state.deadline_ns is not None and state.deadline_ns - state.t_ns == int(number) * NS_PER_S
        case "fouls", [seat, number]:
            return state.player(Seat(int(seat))).fouls == int(number)
        case "candidates", numbers:
            return [str(one.candidate) for one in state.nominations] == numbers
        case "on_ballot", numbers:
            return state.vote is not None and [str(seat) for seat in state.vote.candidates] == numbers
        case "counts", numbers:
            return [str(count) for count in state.record.rounds[-1].counts] == numbers
        case "voted", [voter, candidate]:
            return (int(voter), int(candidate)) in state.record.rounds[-1].cast
        case "victim", [seat]:
            return str(victim_of(state) or state.count.kill or "none") == seat
        case "best_move", [seat]:
            return str(best_move_by(state, play_of(table)) or "none") == seat
        case "named", numbers:
            return [str(seat) for seat in state.record.best_move] == numbers
        case "suggested", [kind, seat, clause, *codes]:
            last = table.state.pending[-1]
            told = (last.kind.value, str(last.subject), last.clause or "-", [code.value for code in last.if_accepted])
            return told == (kind, seat, clause, codes)
        case "score", [seat, win, extra]:
            one = scores(state, table.rules)[int(seat) - 1]
            return (one.win, one.extra) == (float(win), float(extra))
        case "best_move_points", [points]:
            return best_move_points(state, table.rules) == float(points)
        case "removal_of", [seat, "cancels", what]:
            return removal_cancels(state, Seat(int(seat)), play_of(table)) == what
        case "announce", numbers:
            return [str(seat) for seat in state.to_announce] == numbers
        case _:
            raise ValueError(f"no such expectation: {line}")


def table_of(given: str, rules_id: str = "fsm2024", **answers: Any) -> Table:
    """`day 3 alive 1,2,4 black 4` or `new`: a table in mid-game, or before the first night."""
    words = given.split()
    if words[0] == "new":
        return Table(rules_id, **answers)
    pairs = dict(zip(words[::2], words[1::2], strict=True))
    return position(
        rules_id,
        day=int(pairs.get("day", "3")),
        alive=_numbers(pairs.get("alive", "1,2,3,4,5,6,7,8,9,10")),
        black=_numbers(pairs["black"]) if "black" in pairs else None,
        sheriff=int(pairs["sheriff"]) if "sheriff" in pairs else None,
        **answers,
    )


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


_UNTOLD = frozenset({EventKind.PLAYER_SEATED, EventKind.QUESTION_ANSWERED})


def transcript(events: Iterable[Event]) -> list[str]:
    """Events as lines of text: kind, whom, which seats, number, text."""
    lines: list[str] = []
    for event in events:
        if event.kind in _UNTOLD:
            continue
        parts = [event.kind.value]
        parts += [str(event.subject)] if event.subject is not None else []
        parts += ["[" + " ".join(str(seat) for seat in event.seats) + "]"] if event.seats else []
        if event.number is not None:
            seconds = event.kind in (EventKind.SPEECH_STARTED, EventKind.SPEECH_TAKEN)
            parts.append(f"{event.number // NS_PER_S}s" if seconds else str(event.number))
        parts += [event.text] if event.text else []
        lines.append(" ".join(parts))
    return lines


def suggested(suggestions: Iterable[Suggestion]) -> list[str]:
    """Suggestions as lines of text: kind, whom, clause, what accepting leads to."""
    return [
        " ".join([one.kind.value, str(one.subject), one.clause or "-", *(code.value for code in one.if_accepted)])
        for one in suggestions
    ]
