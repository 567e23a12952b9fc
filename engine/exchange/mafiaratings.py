"""The game JSON of mafiaratings: its rounds count days from 0, its arrays follow seats, absent means default."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from engine import fields
from engine.codes import Awake, Role
from engine.exchange.mafiaratings_time import gametime_of, stage_of
from engine.exchange.sheet import GameSheet, Json, SheetFoul, SheetPlayer, ballot_of, leaders
from engine.fields import FieldError
from engine.seats import GAME_SEATS, Seat
from engine.state import Departure, Exit, Nomination, Outcome, Round

LETTERS: Final = "agsdutclihvknwro"
_ROLE: Final = {"maf": Role.MAFIA, "don": Role.DON, "sheriff": Role.SHERIFF, "civ": Role.CITIZEN}
_ROLE_WORD: Final = {role: word for word, role in _ROLE.items()}
_WINNER: Final = {"civ": Outcome.RED, "maf": Outcome.BLACK, "tie": Outcome.DRAW}
_WINNER_WORD: Final = {outcome: word for word, outcome in _WINNER.items()}
_OWN_GAME_KEYS: Final = frozenset({"features", "winner", "players", "startTime", "endTime"})
_OWN_PLAYER_KEYS: Final = frozenset(
    {"name", "role", "arranged", "death", "warnings", "techFouls", "don", "sheriff", "nominating", "voting", "shooting"}
    | {"legacy"}
)
_DEATH: Final = {
    "day": Departure.VOTE,
    "night": Departure.KILL,
    "warnings": Departure.REMOVAL,
    "techFouls": Departure.REMOVAL,
    "kickOut": Departure.REMOVAL,
    "teamKickOut": Departure.TEAM_DEFEAT,
}
VERSION: Final = "1.3"


def read_game(text: str) -> GameSheet:
    """A sheet from mafiaratings JSON; raises FieldError for what cannot be a game.

    Fields and letters this program does not interpret are kept and written again.
    """
    game = fields.object_of(text)
    rows = fields.list_of(fields.need(game, "players"), "players")
    if len(rows) != len(GAME_SEATS):
        raise FieldError(f"a game has ten players, not {len(rows)}")
    raw = [fields.mapping_of(row, "a player") for row in rows]
    features = frozenset(fields.text_of(game.get("features", LETTERS.replace("i", "")), "features"))
    nominations = _nominations(raw)
    sheet = GameSheet(
        players=tuple(_player(Seat(i), row) for i, row in enumerate(raw, start=1)),
        outcome=_outcome(game),
        features=features,
        nominations=nominations,
        rounds=_rounds(raw, nominations),
        shots=_shots(raw),
        checks=_checks(raw),
        arranged=tuple(
            sorted((fields.integer_of(row["arranged"], "arranged"), Seat(i)) for i, row in _having(raw, "arranged"))
        ),
        exits=tuple(_exit(Seat(i), row["death"]) for i, row in _having(raw, "death") if isinstance(row["death"], dict)),
        started=_time(game.get("startTime")),
        ended=_time(game.get("endTime")),
        foreign={key: value for key, value in game.items() if key not in _OWN_GAME_KEYS},
    )
    return _with_best_move(sheet, raw)


def write_game(sheet: GameSheet) -> str:
    """The JSON text, one line; letters of `features` decide which fields are written."""
    game: dict[str, object] = {"version": VERSION, **sheet.foreign}
    game["features"] = "".join(letter for letter in LETTERS if letter in sheet.features)
    for key, moment in (("startTime", sheet.started), ("endTime", sheet.ended)):
        if moment is not None:
            game[key] = round(moment.timestamp())
    if sheet.outcome is not None:
        game["winner"] = _WINNER_WORD[sheet.outcome]
    orders = _orders(sheet)
    game["players"] = [_player_json(player, sheet, orders) for player in sheet.players]
    return json.dumps(game, ensure_ascii=False)


def _having(raw: Sequence[Json], key: str) -> Iterable[tuple[int, Json]]:
    return ((i, row) for i, row in enumerate(raw, start=1) if key in row)


def _outcome(game: Json) -> Outcome | None:
    word = game.get("winner")
    if word is None:
        return None
    if word not in _WINNER:
        raise FieldError(f"winner {word!r} is none of {', '.join(_WINNER)}")
    return _WINNER[str(word)]


def _time(value: object) -> datetime | None:
    if value is None:
        return None
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value)
        except ValueError as wrong:
            raise FieldError(f"{value!r} is no time") from wrong
    return datetime.fromtimestamp(fields.integer_of(value, "a time"), tz=UTC)


def _player(seat: Seat, row: Json) -> SheetPlayer:
    word = row.get("role", "civ")
    if word not in _ROLE:
        raise FieldError(
            f"role {word!r} of seat {seat} is none of {', '.join(_ROLE)}{fields.nearest(str(word), _ROLE)}"
        )
    return SheetPlayer(
        seat,
        fields.text_of(row.get("name", ""), "name"),
        _ROLE[str(word)],
        (*_fouls(row.get("warnings"), technical=False), *_fouls(row.get("techFouls"), technical=True)),
        _foreign(row),
    )


def _foreign(row: Json) -> dict[str, object]:
    """Fields kept as they came: those not ours, and ours in a shape that carries less than we keep."""
    kept = {key: value for key, value in row.items() if key not in _OWN_PLAYER_KEYS}
    for key in ("warnings", "techFouls", "legacy"):
        if isinstance(row.get(key), int):
            kept[key] = row[key]
    death = row.get("death")
    if death is not None and (not isinstance(death, dict) or death.get("type") not in _DEATH):
        kept["death"] = death
    return kept


def _fouls(raw: object, *, technical: bool) -> tuple[SheetFoul, ...]:
    if not isinstance(raw, list):
        return ()
    return tuple(SheetFoul(stage_of(fields.mapping_of(one, "a foul")), technical) for one in raw)


def _exit(seat: Seat, raw: object) -> Exit:
    death = fields.mapping_of(raw, "death")
    word = str(death.get("type", "day"))
    round_ = fields.integer_of(death.get("round", 0), "death round")
    when = death.get("time")
    if isinstance(when, dict):
        stage = stage_of(when)
    else:
        stage = stage_of({"round": round_, "time": "night end" if word == "night" else "end"})
    return Exit(seat, _DEATH.get(word, Departure.REMOVAL), stage, word == "warnings", word == "techFouls")


def _nominations(raw: Sequence[Json]) -> tuple[Nomination, ...]:
    """By day, then in the order of speeches; the format itself keeps no order."""
    found = [
        Nomination(round_ + 1, Seat(by), fields.seat_of(candidate, "nominating"))
        for by, row in _having(raw, "nominating")
        for round_, candidate in enumerate(fields.list_of(row["nominating"], "nominating"))
        if candidate is not None
    ]
    first = _first_speakers(raw, max((one.day for one in found), default=0))
    return tuple(sorted(found, key=lambda one: (one.day, (one.by - first[one.day]) % len(GAME_SEATS))))


def _first_speakers(raw: Sequence[Json], days: int) -> dict[int, int]:
    """Day 1 begins at seat 1, each later day at the next seat still there."""
    first = {1: 1}
    for day in range(2, days + 1):
        after = first[day - 1]
        order = ((after + step) % len(GAME_SEATS) + 1 for step in range(len(GAME_SEATS)))
        first[day] = next((seat for seat in order if _is_there(raw[seat - 1], day)), after)
    return first


def _is_there(row: Json, day: int) -> bool:
    death = row.get("death")
    if not isinstance(death, dict):
        return True
    round_ = death.get("round")
    last_day = round_ if death.get("type") == "night" else (round_ + 1 if isinstance(round_, int) else round_)
    return not isinstance(last_day, int) or day <= last_day


def _ballots_of(value: object) -> tuple[list[object], bool | None]:
    """One voter's ballots of a round and, where there was one, the lift vote."""
    ballots = list(value) if isinstance(value, list) else [value]
    lift = ballots.pop() if ballots and isinstance(ballots[-1], bool) else None
    return ballots, lift if isinstance(lift, bool) else None


def _rounds(raw: Sequence[Json], nominations: Sequence[Nomination]) -> tuple[Round, ...]:
    cast: dict[tuple[int, int], list[tuple[Seat, Seat]]] = defaultdict(list)
    lifts: dict[int, list[Seat]] = {}
    for voter, row in _having(raw, "voting"):
        for round_, value in enumerate(fields.list_of(row["voting"], "voting")):
            if value is None:
                continue
            ballots, lift = _ballots_of(value)
            for number, candidate in enumerate(ballots, start=1):
                cast[round_ + 1, number].append((Seat(voter), fields.seat_of(candidate, "voting")))
            if lift is not None:
                lifts.setdefault(round_ + 1, []).extend([Seat(voter)] if lift else [])
    found: list[Round] = []
    for (day, number), votes in sorted(cast.items()):
        found.append(ballot_of(day, number, votes, _on_ballot(day, number, nominations, found)))
        is_last = (day, number + 1) not in cast
        if is_last and day in lifts:
            tied = leaders(found[-1])
            hands = tuple((seat, seat) for seat in lifts[day])
            found.append(Round(day, number, tied, hands, (len(hands),), lift=True))
    return tuple(found)


def _on_ballot(day: int, number: int, nominations: Sequence[Nomination], before: Sequence[Round]) -> tuple[Seat, ...]:
    if number > 1 and before:
        return leaders(before[-1])
    return tuple(one.candidate for one in nominations if one.day == day)


def _shots(raw: Sequence[Json]) -> tuple[tuple[int, Seat, Seat], ...]:
    return tuple(
        sorted(
            (night, Seat(shooter), fields.seat_of(target, "shooting"))
            for shooter, row in _having(raw, "shooting")
            for night, target in enumerate(fields.list_of(row["shooting"], "shooting"), start=1)
            if target is not None
        )
    )


def _checks(raw: Sequence[Json]) -> tuple[tuple[int, Awake, Seat], ...]:
    found = [
        (fields.integer_of(row[awake.value], awake.value), awake, Seat(seat))
        for awake in (Awake.DON, Awake.SHERIFF)
        for seat, row in _having(raw, awake.value)
    ]
    return tuple(sorted(found, key=lambda one: (one[0], one[1].value)))


def _with_best_move(sheet: GameSheet, raw: Sequence[Json]) -> GameSheet:
    for seat, row in _having(raw, "legacy"):
        legacy = row["legacy"]
        if isinstance(legacy, list):
            named = tuple(fields.seat_of(one, "legacy") for one in legacy)
            return replace(sheet, best_move_by=Seat(seat), best_move=named)
    return sheet


def _orders(sheet: GameSheet) -> dict[tuple[Seat, int], int]:
    """The number of each foul among those of the same moment, by time."""
    moments: dict[str, list[tuple[int, Seat, int]]] = defaultdict(list)
    for player in sheet.players:
        for index, foul in enumerate(player.fouls):
            key = json.dumps(gametime_of(foul.stage), sort_keys=True)
            moments[key].append((foul.stage.t_ns, player.seat, index))
    return {
        (seat, index): order for moment in moments.values() for order, (_, seat, index) in enumerate(sorted(moment), 1)
    }


def _player_json(player: SheetPlayer, sheet: GameSheet, orders: Mapping[tuple[Seat, int], int]) -> dict[str, object]:
    seat, letters = player.seat, sheet.features
    row: dict[str, object] = {"name": player.nick} if player.nick else {}
    if player.role is not Role.CITIZEN:
        row["role"] = _ROLE_WORD[player.role]
    if "a" in letters:
        row.update(("arranged", night) for night, target in sheet.arranged if target == seat)
    row |= _death_json(seat, sheet)
    if "w" in letters and "r" in letters:
        row |= _fouls_json(player, orders)
    for letter, awake in (("g", Awake.DON), ("s", Awake.SHERIFF)):
        if letter in letters:
            row.update((awake.value, night) for night, by, target in sheet.checks if by is awake and target == seat)
    if "n" in letters:
        row |= _per_round("nominating", {one.day - 1: one.candidate for one in sheet.nominations if one.by == seat})
    if "v" in letters:
        row |= _per_round("voting", _votes_json(seat, sheet))
    if "h" in letters:
        row |= _shooting_json(player, sheet)
    if "l" in letters and sheet.best_move_by == seat and sheet.best_move:
        row["legacy"] = list(sheet.best_move)
    return row | dict(player.foreign)


def _per_round(key: str, values: Mapping[int, object]) -> dict[str, object]:
    """An array from round 0, with nulls between and none behind."""
    return {key: [values.get(round_) for round_ in range(max(values) + 1)]} if values else {}


def _votes_json(seat: Seat, sheet: GameSheet) -> dict[int, object]:
    found: dict[int, object] = {}
    for day in sorted({entry.day for entry in sheet.rounds}):
        ballots = [entry for entry in sheet.rounds if entry.day == day and not entry.lift]
        if any(not entry.complete for entry in sheet.rounds if entry.day == day):
            continue  # a vote broken off stays null for all
        mine: list[object] = [c for entry in ballots for voter, c in entry.cast if voter == seat]
        lifts = [entry for entry in sheet.rounds if entry.day == day and entry.lift]
        if mine and lifts and "k" in sheet.features:
            mine.append(any(voter == seat for voter, _ in lifts[0].cast))
        if mine:
            found[day - 1] = mine[0] if len(mine) == 1 else mine
    return found


def _shooting_json(player: SheetPlayer, sheet: GameSheet) -> dict[str, object]:
    mine: dict[int, object] = {}
    doubled: set[int] = set()
    for night, shooter, target in sheet.shots:
        if shooter == player.seat:
            if night - 1 in mine:
                doubled.add(night - 1)  # the format cannot write two shots: null, a miss either way
            mine[night - 1] = target
    kept = {night: target for night, target in mine.items() if night not in doubled}
    return _per_round("shooting", kept)


def _death_json(seat: Seat, sheet: GameSheet) -> dict[str, object]:
    found = [entry for entry in sheet.exits if entry.seat == seat]
    if not found or "d" not in sheet.features:
        return {}
    entry = found[0]
    time = gametime_of(entry.stage)
    word = _death_word(entry)
    death: dict[str, object] = {"round": time["round"], "type": word}
    if word in ("kickOut", "teamKickOut") and "c" in sheet.features:
        death["time"] = time
    if not {"u", "t"} <= sheet.features:
        return {"death": death["round"] if "u" in sheet.features else word if "t" in sheet.features else True}
    return {"death": death}


def _death_word(entry: Exit) -> str:
    if entry.by_fouls:
        return "warnings"
    if entry.by_tech_fouls:
        return "techFouls"
    match entry.how:
        case Departure.VOTE | Departure.LIFT:
            return "day"
        case Departure.KILL:
            return "night"
        case Departure.TEAM_DEFEAT:
            return "teamKickOut"
        case _:
            return "kickOut"


def _fouls_json(player: SheetPlayer, orders: Mapping[tuple[Seat, int], int]) -> dict[str, object]:
    found: dict[str, list[object]] = {"warnings": [], "techFouls": []}
    for index, foul in enumerate(player.fouls):
        entry = {**gametime_of(foul.stage), "order": orders[player.seat, index]}
        found["techFouls" if foul.technical else "warnings"].append(entry)
    return {key: value for key, value in found.items() if value}
