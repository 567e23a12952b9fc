"""The real networks, loaded once for all tests that need them."""

from __future__ import annotations

from functools import cache

import pytest

from models.errors import WeightsMissing
from models.networks import Networks
from models.registry import registry


@cache
def _loaded() -> Networks | WeightsMissing:
    try:
        return Networks.load(registry())
    except WeightsMissing as missing:
        return missing


def cached_networks() -> Networks:
    """All networks from the user's cache, or a skip that says how to get them."""
    networks = _loaded()
    if isinstance(networks, WeightsMissing):
        pytest.skip(str(networks))
    return networks
