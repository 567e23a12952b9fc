"""The networks of one process, loaded and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Self

from models import store
from models.session import Crops, OnnxSession, Outputs, Session


class Networks:
    """Sessions by network id; shared by all cameras of a process, used by one thread at a time."""

    def __init__(self, sessions: Mapping[str, Session]) -> None:
        self._sessions = sessions
        self.crops_run: Counter[str] = Counter()  # network id → pictures it has seen so far

    @classmethod
    def load(cls, ids: Iterable[str], *, threads: int = 2) -> Self:
        """Verified networks from the cache, warm; raises WeightsMissing or WeightsCorrupt."""
        pool = ThreadPoolExecutor(threads, thread_name_prefix="networks")
        sessions = {}
        for network_id in ids:
            session = OnnxSession(store.locate(network_id), threads=pool)
            session.warm_up()
            sessions[network_id] = session
        return cls(sessions)

    def input_size(self, network_id: str) -> int:
        """The side of the square picture a network takes, in pixels."""
        return self._sessions[network_id].input_size

    def run(self, network_id: str, crops: Crops) -> Outputs:
        """The outputs of a network for N pictures."""
        self.crops_run[network_id] += len(crops)
        return self._sessions[network_id].run(crops)
