"""One invented game in two other programs' formats: seat 6 leaves after a tie of three, then of two; night 2 is a miss."""

from __future__ import annotations

import json
from typing import Any

_NAMES = ("Лён", "Брод", "Искра", "Клин", "Сокол", "Тень", "Вяз", "Луч", "Север", "Янтарь")

MAFIARATINGS: dict[str, Any] = {
    "version": "1.3",
    "features": "agsdutclhvknwr",
    "clubId": 12,
    "eventId": 345,
    "tableNum": 1,
    "gameNum": 2,
    "startTime": 1795957200,
    "endTime": 1795960080,
    "language": "ru",
    "rules": "0002000010000",
    "winner": "civ",
    "moderator": {"id": 77},
    "players": [
        {"name": _NAMES[0], "arranged": 1, "death": {"round": 1, "type": "night"}, "legacy": [6, 9, 2]},
        {"name": _NAMES[1], "nominating": [None, 6], "voting": [None, [6, 6, 6], 9, 3], "don": 2},
        {
            "name": _NAMES[2],
            "role": "don",
            "nominating": [None, 7, None, 2],
            "voting": [None, [7, 7, 7], 5, 2],
            "shooting": [1, 5, 5],
            "sheriff": 2,
            "death": {"round": 3, "type": "day"},
        },
        {"name": _NAMES[3], "nominating": [None, None, 9, 3], "voting": [None, [6, 6, 6], 9, 3], "sheriff": 3},
        {
            "name": _NAMES[4],
            "role": "sheriff",
            "arranged": 2,
            "nominating": [None, 9],
            "voting": [None, [9, 9, 6], 9],
            "don": 1,
            "death": {"round": 3, "type": "night"},
            "bonus": 0.4,
            "comment": "три проверки",
        },
        {
            "name": _NAMES[5],
            "role": "maf",
            "voting": [None, [7, 7, 7]],
            "shooting": [1],
            "death": {"round": 1, "type": "day"},
        },
        {
            "name": _NAMES[6],
            "voting": [None, [6, 6, 6], 9, 3],
            "warnings": [{"round": 1, "time": "speaking", "speaker": 4, "order": 1}],
        },
        {"name": _NAMES[7], "arranged": 3, "nominating": [6], "voting": [None, [9, 6, 6], 9, 3], "don": 3},
        {
            "name": _NAMES[8],
            "role": "maf",
            "nominating": [None, None, 5],
            "voting": [None, [7, 7, 7], 5],
            "shooting": [1, 8],
            "sheriff": 1,
            "death": {"round": 2, "type": "day"},
        },
        {
            "name": _NAMES[9],
            "voting": [None, [9, 7, 7], 9, 3],
            "warnings": [{"round": 2, "time": "voting", "votingRound": 0, "nominee": 9, "order": 1}],
        },
    ],
}


def _ballots(day: int, num: int, votes: str) -> list[dict[str, int]]:
    """`2:6 3:7` as vote rows."""
    pairs = (vote.split(":") for vote in votes.split())
    return [{"day": day, "num": num, "voter": int(voter), "candidate": int(candidate)} for voter, candidate in pairs]


_ROLE = {3: 0, 6: 1, 9: 1, 5: 3}
_FOULS = {
    7: [{"time": "2026-11-29T13:20:31.250", "stage": {"type": "speech", "day": 2, "player": 4}}],
    10: [{"time": "2026-11-29T13:38:05.900", "stage": {"type": "voting", "day": 3, "voting": 1}}],
}
_QUIT = {1: "13:17:02.000", 3: "13:48:00.000", 5: "13:41:40.000", 6: "13:31:40.000", 9: "13:39:20.000"}


def _player(seat: int) -> dict[str, Any]:
    row: dict[str, Any] = {
        "position": seat,
        "username": _NAMES[seat - 1],
        "role": _ROLE.get(seat, 2),
        "techs": [],
        "fouls": _FOULS.get(seat, []),
        "player": {"id": 900 + seat, "username": _NAMES[seat - 1]},
    }
    if seat == 1:
        row["guess"] = {"mafs": [6, 9, 2], "completed": True}
    return row | ({"quitTime": f"2026-11-29T{_QUIT[seat]}"} if seat in _QUIT else {})


POLEMICA: dict[str, Any] = {
    "id": None,
    "num": 2,
    "table": 1,
    "phase": 0,
    "factor": 1,
    "started": "2026-11-29T13:00:00.000",
    "master": 77,
    "zeroVoting": None,
    "isLive": True,
    "scoringType": 1,
    "version": 4,
    "stage": {"type": "gameOver", "day": 4},
    "checks": [
        {"night": night, "role": role, "player": seat}
        for night, role, seat in ((1, 0, 5), (1, 3, 9), (2, 0, 2), (2, 3, 3), (3, 0, 8), (3, 3, 4))
    ],
    "shots": [
        {"night": night, "shooter": shooter, "victim": victim}
        for night, shooter, victim in ((1, 3, 1), (1, 6, 1), (1, 9, 1), (2, 3, 5), (2, 9, 8), (3, 3, 5))
    ],
    "bonuses": [],
    "comKiller": 3,
    "result": 0,
    "timing": [None, "2026-11-29T13:13:40.000"],
    "votes": [
        *_ballots(1, 0, "8:6"),
        *_ballots(2, 0, "2:6 3:7 5:9"),
        *_ballots(2, 1, "2:6 3:7 4:6 5:9 6:7 7:6 8:9 9:7 10:9"),
        *_ballots(2, 2, "2:6 3:7 4:6 5:9 6:7 7:6 8:6 9:7 10:7"),
        *_ballots(2, 3, "2:6 3:7 4:6 5:6 6:7 7:6 8:6 9:7 10:7"),
        *_ballots(3, 0, "4:9 9:5"),
        *_ballots(3, 1, "2:9 3:5 4:9 5:9 7:9 8:9 9:5 10:9"),
        *_ballots(4, 0, "4:3 3:2"),
        *_ballots(4, 1, "2:3 3:2 4:3 7:3 8:3 10:3"),
    ],
    "players": [_player(seat) for seat in range(1, 11)],
}


def text(game: dict[str, Any]) -> str:
    return json.dumps(game, ensure_ascii=False)
