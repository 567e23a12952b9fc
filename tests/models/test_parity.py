"""Our networks give what the published files give under their publisher's own run time."""

from __future__ import annotations

import numpy as np
import pytest

from models import face, hand, pose, store
from models.files import sha256_of
from models.regions import cut, square_around
from models.registry import Network, registry
from tests.models.cached import cached_networks
from tests.models.real_pictures import portrait
from tests.models.reference_runs import run_tflite

pytestmark = pytest.mark.weights

EXPECTED_SHA256 = {
    "pose_detection": "a60894bf07eeea32686f2b4f0d10822fbaaf1468940cba6f271315888db7c5ed",
    "pose_landmark": "403f627735854f978d3a22773862d7080866bcc043bc00a75227051c6e54de94",
    "palm_detection": "440a6b28217ffc9be3923c6927a803d274ec8ed7da325afde8aa14d083244fe8",
    "hand_landmark": "4405f1362f06c88575188d15badf84369379a6bb9ff9a9b8231402db5f3ef175",
    "hand_landmark_lite": "5e4d82e5963c6205dfdf31751fac561a90014b60273d88848fec5a5185959324",
    "face_detection": "8b9bab5f27c903647b03b172b1f554bd49a9081c68514be751ede31bcd5239f3",
    "face_landmark": "36d0dff850ba0742620c7d43af722b4e268b4ee712a047f28e18f4c074529099",
    "iris_landmark": "2bbb8641f3d379a47bf3b95f96a99bcbe427f9627b11482473ed601e8d4ccd57",
}
NOSE_TIP = 1  # of the face mesh
LIMIT = 0.01  # pixels of the network's own input, and logits or scores


@pytest.mark.parametrize("network", registry().values(), ids=lambda network: network.id)
def test_on_real_crops_a_network_differs_from_its_original_by_less_than_a_hundredth(network: Network) -> None:
    networks = cached_networks()
    regions = np.concatenate(
        [
            square_around((150, 80, 360, 330)),  # the head
            square_around((0, 0, 512, 600)),  # the whole picture
            np.array([[200.0, 460.0, 180.0, 0.6]]),  # ribbons on the uniform, turned
        ]
    )
    pictures = cut(portrait(), regions, networks.input_size(network.id))
    ours = networks.run(network.id, pictures)
    published = run_tflite(store.original(network.id).read_bytes(), pictures, network.scale, network.outputs)
    for our_output, published_output in zip(ours, published, strict=True):
        assert np.abs(our_output - published_output).max() <= LIMIT


def test_conversion_gives_the_same_bytes_on_every_machine() -> None:
    """A game's record names the networks it was judged with, so their files must not depend on where they were made."""
    cached_networks()
    hashes = {network_id: store.locate(network_id) for network_id in registry()}
    assert {network_id: sha256_of(path) for network_id, path in hashes.items()} == EXPECTED_SHA256


def test_a_portrait_has_one_person_whose_face_looks_at_the_camera() -> None:
    networks, picture = cached_networks(), portrait()
    whole = square_around((0, 0, 512, 600))
    (people,) = pose.detect(networks, cut(picture, whole, 224), whole)
    body = pose.landmarks(networks, picture, pose.regions_from_detected(people.keypoints))
    assert len(people.score_01) == 1

    (faces,), _ = face.detect(networks, cut(picture, whole, 128), whole)
    mesh = face.landmarks(networks, picture, face.regions_from_detected(faces.box, faces.keypoints))
    assert mesh.presence_01[0] > 0.99
    assert body.xy[0, pose.NOSE] == pytest.approx(mesh.xyz[0, NOSE_TIP, :2], abs=25)
    assert np.abs(face.head_angles_deg(mesh.xyz)[0]).max() < 12

    (palms,) = hand.detect(networks, cut(picture, whole, 192), whole)
    assert len(palms.score_01) == 0
