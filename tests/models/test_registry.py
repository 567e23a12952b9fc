"""The registry is complete: every network can be fetched, checked, converted and credited."""

from __future__ import annotations

import re

import pytest

from models.fake import fake_networks
from models.registry import Network, registry
from vision.perception.perceive import NETWORK_IDS


@pytest.mark.parametrize("network", registry().values(), ids=lambda network: network.id)
def test_every_network_says_where_it_comes_from_and_may_be_used(network: Network) -> None:
    assert re.fullmatch("[0-9a-f]{64}", network.sha256)
    assert re.fullmatch("[0-9a-f]{64}", network.package.sha256)
    assert network.licence == "Apache-2.0"
    assert network.member.endswith(".tflite")
    assert network.outputs
    assert network.layout


def test_what_perception_runs_is_registered() -> None:
    assert set(NETWORK_IDS) <= set(registry())


def test_a_stand_in_exists_for_every_network() -> None:
    _, sessions = fake_networks()
    assert set(sessions) == set(registry())
