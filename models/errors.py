"""What can go wrong with networks and their weights; each message ends with what to do."""

from __future__ import annotations

FETCH_COMMAND = "table-monitor models fetch"


class WeightsError(Exception):
    """Weights cannot be used."""


class WeightsMissing(WeightsError):
    """A network is not in the cache."""

    def __init__(self, network_id: str) -> None:
        super().__init__(f"The network {network_id} is not on this computer; run `{FETCH_COMMAND}`.")
        self.network_id = network_id


class WeightsCorrupt(WeightsError):
    """A file in the cache, or one offered to it, is not the file that the registry names."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is damaged or is another file; run `{FETCH_COMMAND}` to get it again.")
        self.name = name


class WeightsNotFetched(WeightsError):
    """Fetching stopped: no connection, no space, or nothing suitable in the given folder."""


class NotConvertible(ValueError):
    """A network holds something that the conversion does not cover."""
