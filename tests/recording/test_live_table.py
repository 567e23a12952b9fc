"""The table's process on a camera: it looks, records, and journals what was lost."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.journal import verify
from tests.models.cached import cached_networks
from tests.recording.accounts import account
from tests.recording.rtsp_camera import RtspCamera
from ui.session.client import TableClient
from ui.session.messages import Snapshot
from ui.session.table_process import TableOrder

pytestmark = pytest.mark.thorough


def seats_file(path: Path) -> Path:
    width = 32
    seats = [
        {"seat": n + 1, "polygon": [[n * width, 0], [(n + 1) * width, 0], [(n + 1) * width, 170], [n * width, 170]]}
        for n in range(10)
    ]
    path.write_text(json.dumps({"schema": 1, "image_size": [320, 180], "seats": seats}), encoding="utf-8")
    return path


def wait_for(client: TableClient, holds: Callable[[Snapshot], bool]) -> Snapshot:
    deadline = time.monotonic() + 120.0
    while time.monotonic() < deadline and client.alive:
        for answer in client.poll():
            if isinstance(answer, Snapshot):
                assert not answer.failure
                if holds(answer):
                    return answer
        time.sleep(0.02)
    pytest.fail("the table never got there")


@pytest.mark.weights
def test_a_table_looks_at_a_camera_records_it_and_journals_its_loss(tmp_path: Path) -> None:
    cached_networks()
    with RtspCamera(rate_hz=10) as camera:
        order = TableOrder(None, "a", "en", tmp_path / "game", (camera.url,), seats_file(tmp_path / "seats.json"))
        client = TableClient.start(order)
        wait_for(client, lambda s: any(c.armed and c.pictures > 20 for c in s.cameras.values()))
        camera.unplug()
        wait_for(client, lambda s: any(not c.armed for c in s.cameras.values()))
        camera.plug_in()
        wait_for(client, lambda s: any(c.armed and c.lost for c in s.cameras.values()))
        client.close()
    found = account(tmp_path / "game")
    assert found.unreported == 0
    assert found.gaps
    journal = (tmp_path / "game" / "journal.jsonl").read_text(encoding="utf-8")
    assert not verify(journal)
    gaps = [json.loads(line)["body"]["why"] for line in journal.splitlines() if json.loads(line)["type"] == "gap"]
    frames = [int(why.split("frames ")[1].split(";")[0]) for why in gaps if "frames " in why]
    assert sum(frames) == found.told > 0
    assert "s3cret" not in journal
