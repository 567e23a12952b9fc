"""What can go wrong with networks and their weights; each sentence ends with what to do."""

from __future__ import annotations

from engine.faults import Fault


class WeightsError(Fault):
    """Weights cannot be used."""


class WeightsMissing(WeightsError):
    """A network is not in the cache."""

    template = "The network {network} is not on this computer: run “table-monitor models fetch”."

    def __init__(self, network_id: str) -> None:
        super().__init__(network=network_id)
        self.network_id = network_id

    def __reduce__(self) -> tuple[type[WeightsMissing], tuple[str]]:
        return type(self), (self.network_id,)


class WeightsCorrupt(WeightsError):
    """A file in the cache, or one offered to it, is not the file that the registry names."""

    template = "{name} is damaged or is another file: run “table-monitor models fetch” to get it again."

    def __init__(self, name: str) -> None:
        super().__init__(name=name)
        self.name = name

    def __reduce__(self) -> tuple[type[WeightsCorrupt], tuple[str]]:
        return type(self), (self.name,)


class WeightsNotFetched(WeightsError):
    """Fetching stopped."""


class WeightsNotDownloaded(WeightsNotFetched):
    """No connection, or the registry has not what is asked for."""

    template = (
        "{file} could not be downloaded ({reason}): check the connection and run “table-monitor models fetch” again, "
        "or give a copy of that file: “table-monitor models fetch --from FILE”."
    )


class WeightsNotInFolder(WeightsNotFetched):
    """The place given instead of a download holds nothing suitable."""

    template = "{folder} holds no {file}: give that file or the folder it lies in."


class WeightsNotWritten(WeightsNotFetched):
    """No space, or no right to write."""

    template = (
        "The networks could not be written to {folder} ({reason}): "
        "free some space or set {variable} to another folder, then fetch again."
    )


class NotConvertible(ValueError):
    """A network holds something that the conversion does not cover."""
