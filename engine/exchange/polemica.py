"""The game JSON of Polemica, version 4: nominations, ballots, lifts, shots and checks as rows of seats."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from engine import fields
from engine.codes import Awake, Phase, Role
from engine.exchange.sheet import GameSheet, Json, SheetFoul, SheetPlayer, ballot_of, derived_exits, leaders
from engine.fields import FieldError
from engine.seats import GAME_SEATS, Seat
from engine.state import Departure, Exit, Nomination, Outcome, Round, Stage

_ROLE: Final = {0: Role.DON, 1: Role.MAFIA, 2: Role.CITIZEN, 3: Role.SHERIFF}
_ROLE_NUMBER: Final = {role: number for number, role in _ROLE.items()}
_CHECK: Final = {0: Awake.DON, 3: Awake.SHERIFF}
_CHECK_NUMBER: Final = {awake: number for number, awake in _CHECK.items()}
_OUTCOME: Final = {0: Outcome.RED, 1: Outcome.BLACK}
_OUTCOME_NUMBER: Final = {outcome: number for number, outcome in _OUTCOME.items()}
_OWN_GAME_KEYS: Final = frozenset({"checks", "shots", "votes", "players", "result", "started"})
_OWN_PLAYER_KEYS: Final = frozenset({"position", "username", "role", "fouls", "techs", "guess", "disqual"})
_STAGE: Final = {
    "dealing": Phase.DEAL,
    "briefing": Phase.AGREEMENT,
    "comIntro": Phase.INTRODUCTIONS,
    "speech": Phase.SPEECH,
    "toVoting": Phase.VOTE,
    "voting": Phase.BALLOT,
    "voted": Phase.LAST_WORD,
    "reSpeech": Phase.SHOOTOUT,
    "toLift": Phase.LIFT,
    "lift": Phase.LIFT_BALLOT,
    "liftResult": Phase.EVENING,
    "toNight": Phase.NIGHT,
    "shooting": Phase.SHOOTING,
    "shooted": Phase.LAST_WORD,
    "donCheck": Phase.DON_CHECK,
    "comCheck": Phase.SHERIFF_CHECK,
    "guess": Phase.BEST_MOVE,
    "toDay": Phase.MORNING,
    "gameOver": Phase.OVER,
}
_STAGE_WORD: Final = {
    **{phase: word for word, phase in _STAGE.items() if phase is not Phase.LAST_WORD},
    Phase.FREE_SEATING: "comIntro",
    Phase.DAY: "speech",
    Phase.TIE: "reSpeech",
    Phase.EVENING: "liftResult",
}
_WITH_PLAYER: Final = frozenset({"speech", "shooted", "voted", "reSpeech"})
_WITH_BALLOT: Final = frozenset({"voted", "reSpeech", "toVoting", "voting"})
VERSION: Final = 4


class NotWritable(ValueError):
    """A game that Polemica's model has no value for."""


def read_game(text: str) -> GameSheet:
    """A sheet from Polemica v4 JSON, also wrapped as a match page; raises FieldError for what cannot be a game."""
    game = fields.object_of(text)
    if isinstance(game.get("data"), dict):
        game = fields.mapping_of(game["data"], "data")
    rows = [fields.mapping_of(row, "a player") for row in fields.list_of(fields.need(game, "players"), "players")]
    if len(rows) != len(GAME_SEATS):
        raise FieldError(f"a game has ten players, not {len(rows)}")
    rows.sort(key=lambda row: fields.seat_of(fields.need(row, "position"), "position"))
    started = _time(game.get("started"))
    votes = [fields.mapping_of(row, "a vote") for row in fields.list_of(game.get("votes", []), "votes")]
    nominations = tuple(
        Nomination(
            _day(row), fields.seat_of(row.get("voter"), "voter"), fields.seat_of(row.get("candidate"), "candidate")
        )
        for row in votes
        if row.get("num") == 0
    )
    sheet = GameSheet(
        players=tuple(_player(row, started) for row in rows),
        outcome=_outcome(game.get("result")),
        features=_features(game, rows),
        nominations=nominations,
        rounds=_rounds(votes, nominations),
        shots=tuple(_shot(row) for row in fields.list_of(game.get("shots", []), "shots")),
        checks=tuple(_check(row) for row in fields.list_of(game.get("checks", []), "checks")),
        exits=tuple(_disqualified(row) for row in rows if row.get("disqual") is not None),
        started=started,
        foreign={key: value for key, value in game.items() if key not in _OWN_GAME_KEYS},
    )
    sheet = _with_guess(sheet, rows)
    return replace(sheet, exits=(*sheet.exits, *derived_exits(sheet)))


def write_game(sheet: GameSheet) -> str:
    """The JSON text; raises NotWritable for a draw or ballots that were only counted."""
    if sheet.outcome is Outcome.DRAW:
        raise NotWritable("Polemica's format has no value for a draw; export another format.")
    if sheet.rounds and "v" not in sheet.features:
        raise NotWritable("Polemica's format needs every ballot by voter; this game has counts only.")
    game: dict[str, object] = {"id": None, "version": VERSION, "stage": {"type": "gameOver", "day": _last_day(sheet)}}
    game |= dict(sheet.foreign)
    if sheet.started is not None:
        game["started"] = _time_text(sheet.started)
    game["checks"] = [{"night": n, "role": _CHECK_NUMBER[by], "player": seat} for n, by, seat in sheet.checks]
    game["shots"] = [{"night": n, "shooter": shooter, "victim": victim} for n, shooter, victim in sheet.shots]
    game["votes"] = _votes_json(sheet)
    game["result"] = None if sheet.outcome is None else _OUTCOME_NUMBER[sheet.outcome]
    game["players"] = [_player_json(player, sheet) for player in sheet.players]
    return json.dumps(game, ensure_ascii=False)


def _time(value: object) -> datetime | None:
    """Times without a zone are local to the club; they are kept as they are."""
    if value is None:
        return None
    try:
        return datetime.fromisoformat(fields.text_of(value, "started"))
    except ValueError as wrong:
        raise FieldError(f"{value!r} is no time") from wrong


def _time_text(moment: datetime) -> str:
    if moment.tzinfo is not None:
        return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return moment.isoformat(timespec="milliseconds")


def _day(row: Json) -> int:
    return fields.integer_of(fields.need(row, "day"), "day")


def _outcome(value: object) -> Outcome | None:
    if value is None:
        return None
    number = fields.integer_of(value, "result")
    if number not in _OUTCOME:
        raise FieldError(f"result {number} is neither 0 (red) nor 1 (black)")
    return _OUTCOME[number]


def _player(row: Json, started: datetime | None) -> SheetPlayer:
    number = fields.integer_of(fields.need(row, "role"), "role")
    if number not in _ROLE:
        raise FieldError(f"role {number} is none of 0 don, 1 mafia, 2 citizen, 3 sheriff")
    fouls = [_foul(one, started, technical=False) for one in fields.list_of(row.get("fouls", []), "fouls")]
    fouls += [_foul(one, started, technical=True) for one in fields.list_of(row.get("techs", []), "techs")]
    return SheetPlayer(
        fields.seat_of(row["position"], "position"),
        fields.text_of(row.get("username", ""), "username"),
        _ROLE[number],
        tuple(fouls),
        {key: value for key, value in row.items() if key not in _OWN_PLAYER_KEYS},
    )


def _foul(raw: object, started: datetime | None, *, technical: bool) -> SheetFoul:
    row = fields.mapping_of(raw, "a foul")
    time = _time(row.get("time"))
    t_ns = 0
    if time is not None and started is not None:
        if (time.tzinfo is None) is not (started.tzinfo is None):
            raise FieldError("a foul's time and the game's start must both have a zone, or neither")
        t_ns = round((time - started) / timedelta(microseconds=1)) * 1000
    return SheetFoul(stage_of(fields.mapping_of(fields.need(row, "stage"), "stage"), t_ns), technical)


def stage_of(raw: Json, t_ns: int = 0) -> Stage:
    """A stage of ours; raises FieldError for a type that is no stage of version 4."""
    word = fields.text_of(fields.need(raw, "type"), "stage type")
    if word == "checks":
        word = "donCheck"
    if word == "comKill":
        word = "toDay"
    if word not in _STAGE:
        raise FieldError(f"{word!r} is no stage{fields.nearest(word, _STAGE)}")
    day = fields.integer_of(raw.get("day", 0), "day")
    player, voting = raw.get("player"), raw.get("voting")
    phase = _STAGE[word]
    before_night_zero_ends = phase in (Phase.DEAL, Phase.AGREEMENT, Phase.INTRODUCTIONS)
    return Stage(
        phase,
        day=0 if before_night_zero_ends else day,
        night=0 if before_night_zero_ends else _night_of(word, day),
        t_ns=t_ns,
        speaker=None if player is None else fields.seat_of(player, "player"),
        ballot=0 if voting is None else fields.integer_of(voting, "voting"),
    )


def _night_of(word: str, day: int) -> int:
    at_night = word in ("toNight", "shooting", "donCheck", "comCheck", "guess", "toDay")
    return day if at_night else max(day - 1, 0)


def stage_json(stage: Stage) -> dict[str, object]:
    """The stage as Polemica names it; the last word of a killed player carries the next day, as in its files."""
    if stage.phase in (Phase.LAST_WORD, Phase.FAREWELL):
        word = "shooted" if stage.ballot == 0 and stage.day == stage.night + 1 else "voted"
    else:
        word = _STAGE_WORD[stage.phase]
    result: dict[str, object] = {"type": word, "day": max(stage.day, 1)}
    if word in _WITH_PLAYER and stage.speaker is not None:
        result["player"] = stage.speaker
    if word in _WITH_BALLOT and stage.ballot:
        result["voting"] = stage.ballot
    return result


def _features(game: Json, rows: Sequence[Json]) -> frozenset[str]:
    letters = set("dutvnwr")
    letters |= {"h"} if game.get("shots") else set()
    roles = {row.get("role") for row in fields.list_of(game.get("checks", []), "checks") if isinstance(row, dict)}
    letters |= {"g"} if 0 in roles else set()
    letters |= {"s"} if 3 in roles else set()
    letters |= {"l"} if any(row.get("guess") for row in rows) else set()
    votes = [row for row in fields.list_of(game.get("votes", []), "votes") if isinstance(row, dict)]
    letters |= {"k"} if any("num" not in row for row in votes) else set()
    return frozenset(letters)


def _rounds(votes: Sequence[Json], nominations: Sequence[Nomination]) -> tuple[Round, ...]:
    cast: dict[tuple[int, int], list[tuple[Seat, Seat]]] = defaultdict(list)
    lifts: dict[int, list[Seat]] = defaultdict(list)
    for row in votes:
        number = row.get("num")
        if number is None:
            if row.get("candidate") == 1:
                lifts[_day(row)].append(fields.seat_of(row.get("voter"), "voter"))
            else:
                lifts[_day(row)].extend(())
        elif number != 0:
            voter, candidate = fields.seat_of(row.get("voter"), "voter"), row.get("candidate")
            if candidate != 0:
                key = (_day(row), fields.integer_of(number, "num"))
                cast[key].append((voter, fields.seat_of(candidate, "candidate")))
    found: list[Round] = []
    for day, number in sorted(cast):
        on_ballot = tuple(one.candidate for one in nominations if one.day == day)
        if number > 1 and found and found[-1].day == day:
            on_ballot = leaders(found[-1])
        found.append(ballot_of(day, number, cast[day, number], on_ballot))
        if (day, number + 1) not in cast and day in lifts:
            hands = tuple((seat, seat) for seat in lifts[day])
            found.append(Round(day, number, leaders(found[-1]), hands, (len(hands),), lift=True))
    return tuple(found)


def _shot(raw: object) -> tuple[int, Seat, Seat]:
    row = fields.mapping_of(raw, "a shot")
    night = fields.integer_of(fields.need(row, "night"), "night")
    return night, fields.seat_of(row.get("shooter"), "shooter"), fields.seat_of(row.get("victim"), "victim")


def _check(raw: object) -> tuple[int, Awake, Seat]:
    row = fields.mapping_of(raw, "a check")
    role = fields.integer_of(fields.need(row, "role"), "role")
    if role not in _CHECK:
        raise FieldError(f"a check by role {role} is neither the don's 0 nor the sheriff's 3")
    night = fields.integer_of(fields.need(row, "night"), "night")
    return night, _CHECK[role], fields.seat_of(row.get("player"), "player")


def _disqualified(row: Json) -> Exit:
    stage = stage_of(fields.mapping_of(row["disqual"], "disqual"))
    return Exit(fields.seat_of(row["position"], "position"), Departure.REMOVAL, stage)


def _with_guess(sheet: GameSheet, rows: Sequence[Json]) -> GameSheet:
    """The blacks named by the first to leave; other guesses stay among the foreign fields of their seats."""
    for row in rows:
        guess = row.get("guess")
        if not isinstance(guess, dict):
            continue
        seat = fields.seat_of(row["position"], "position")
        others = {key: value for key, value in guess.items() if key != "mafs"}
        player = sheet.player(seat)
        players = list(sheet.players)
        if sheet.best_move_by is None and guess.get("mafs"):
            named = tuple(fields.seat_of(one, "mafs") for one in fields.list_of(guess["mafs"], "mafs"))
            sheet = replace(sheet, best_move_by=seat, best_move=named)
        else:
            others = dict(guess)
        players[seat - 1] = replace(player, foreign={**player.foreign, "guess": others})
        sheet = replace(sheet, players=tuple(players))
    return sheet


def _last_day(sheet: GameSheet) -> int:
    days = [one.day for one in sheet.nominations] + [one.day for one in sheet.rounds]
    return max([*days, *(night for night, _, _ in sheet.shots)], default=1)


def _votes_json(sheet: GameSheet) -> list[dict[str, object]]:
    """Nominations in speech order, then each ballot in seat order, then those for a lift, day by day."""
    rows: list[dict[str, object]] = []
    days = sorted({one.day for one in sheet.nominations} | {one.day for one in sheet.rounds})
    for day in days:
        rows += [
            {"day": day, "num": 0, "voter": one.by, "candidate": one.candidate}
            for one in sheet.nominations
            if one.day == day
        ]
        for entry in sheet.rounds:
            if entry.day != day or not entry.complete:
                continue
            for voter, candidate in sorted(entry.cast):
                if entry.lift:
                    rows.append({"day": day, "voter": voter, "candidate": 1})
                else:
                    rows.append({"day": day, "num": entry.number, "voter": voter, "candidate": candidate})
    return rows


def _player_json(player: SheetPlayer, sheet: GameSheet) -> dict[str, object]:
    row: dict[str, object] = {
        "position": player.seat,
        "username": player.nick,
        "role": _ROLE_NUMBER[player.role],
        "techs": [_foul_json(foul, sheet) for foul in player.fouls if foul.technical],
        "fouls": [_foul_json(foul, sheet) for foul in player.fouls if not foul.technical],
        "player": None,
    }
    row |= {key: value for key, value in player.foreign.items() if key != "guess"}
    guess = dict(fields.mapping_of(player.foreign.get("guess", {}), "guess"))
    if sheet.best_move_by == player.seat and sheet.best_move:
        guess = {"mafs": list(sheet.best_move), **guess}
    if guess:
        row["guess"] = guess
    removed = (Departure.REMOVAL, Departure.KILL_AND_REMOVAL, Departure.TOURNAMENT, Departure.TEAM_DEFEAT)
    for entry in sheet.exits:
        if entry.seat == player.seat and entry.how in removed:
            row["disqual"] = stage_json(entry.stage)
    return row


def _foul_json(foul: SheetFoul, sheet: GameSheet) -> dict[str, object]:
    entry: dict[str, object] = {"stage": stage_json(foul.stage)}
    if sheet.started is not None:
        moment = sheet.started + timedelta(microseconds=foul.stage.t_ns // 1000)
        entry["time"] = _time_text(moment)
    return entry
