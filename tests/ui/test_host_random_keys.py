"""Whatever a person types, the window's model neither stops nor shows what the table does not hold."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.legal import allowed
from engine.state import Problem, problems
from tests.ui.desk import Desk, at_speech, at_vote
from ui.keys import HOST_KEYS

_OFTEN = ["Enter"] * 8 + ["Space"] * 3
KEYS = st.lists(st.sampled_from([*sorted(HOST_KEYS), *_OFTEN]), min_size=1, max_size=40)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(keys=KEYS, vote=st.booleans(), pauses=st.lists(st.floats(0.05, 5.0), min_size=40, max_size=40))
def test_any_keys_in_any_order(keys: list[str], vote: bool, pauses: list[float]) -> None:
    host: Desk = at_vote("uk") if vote else at_speech("uk")
    for key, pause in zip(keys, pauses, strict=False):
        host.table.wait(pause)
        host.press(key)
        view = host.look()
        expected = host.model.expected()
        assert expected is not None
        assert expected.state == host.table.state
        assert expected.allowed == allowed(host.table.state, host.table.rules)
        assert len(view.seats) == 10
        assert problems(host.table.state) is Problem.NONE
