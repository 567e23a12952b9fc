"""Running a network: batches of any size, the same answers whatever shares a batch."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from models.convert.to_onnx import to_onnx
from models.pixels import ZERO_TO_ONE
from models.session import OnnxSession
from tests.models.tiny_tflite import tiny_network


@pytest.fixture
def session(tmp_path: Path) -> Iterator[OnnxSession]:
    path = tmp_path / "tiny.onnx"
    path.write_bytes(to_onnx(tiny_network(), scale=ZERO_TO_ONE, outputs=["sums"]))
    with ThreadPoolExecutor(2) as threads:
        yield OnnxSession(path, threads=threads)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 23])
def test_every_picture_gets_its_own_answer_in_its_place(session: OnnxSession, count: int) -> None:
    pictures = np.random.default_rng(0).integers(0, 256, (count, 4, 4, 3), dtype=np.uint8)
    (sums,) = session.run(pictures)
    assert sums.shape == (count, 4, 4, 1)
    np.testing.assert_allclose(sums[..., 0], pictures.sum(3) / 255, rtol=1e-5)


def test_company_changes_nothing(session: OnnxSession) -> None:
    pictures = np.random.default_rng(0).integers(0, 256, (7, 4, 4, 3), dtype=np.uint8)
    (together,) = session.run(pictures)
    alone = np.concatenate([session.run(picture[None])[0] for picture in pictures])
    np.testing.assert_array_equal(together, alone)


@pytest.mark.parametrize(
    "pictures", [np.zeros((1, 5, 4, 3), np.uint8), np.zeros((1, 4, 4, 3), np.float32)], ids=["size", "dtype"]
)
def test_pictures_of_another_kind_are_refused(session: OnnxSession, pictures: np.ndarray) -> None:
    with pytest.raises(ValueError, match="uint8 pictures of 4 pixels"):
        session.run(pictures)
