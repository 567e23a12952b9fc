"""Pictures of odd and damaged files, each with its true time, or one sentence that says why not."""

from __future__ import annotations

import io
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cues import CameraId
from engine.faults import Fault
from vision.capture.orientation import signs_of, upright
from vision.capture.source import SourceEmpty, SourceMissing, SourceUnreadable, SourceWithoutPictures
from vision.capture.video_file import VideoFileSource

CAM = CameraId("cam1")

FRAMES_IN = {
    "sample.mp4": 30,
    "sample_rotate_and_reflect.mp4": 30,
    "sample_portrait.mp4": 30,
    "internal_emulator_transformer_output_270_rotated.mp4": 149,
    "sample_missing_stsd.mp4": 30,
    "sample_empty_track.mp4": 30,
    "sample_edit_list_no_sync_frame_before_edit.mp4": 68,
    "edit_list_positive_shift.mp4": 270,
    "iibbibb_editlist_videoonly.mp4": 12,
    "sample_fragmented.mp4": 30,
    "sample_partially_fragmented.mp4": 30,
    "sample_without_stss.mp4": 30,
    "sample_shorter_audio.mp4": 72,
    "sample_with_increasing_timestamps_320w_240h_5s.mp4": 300,
    "hdr10-av1.mp4": 127,
    "hlg10-color-test.mp4": 9,
    "testvid_1022ms.mp4": 30,
    "sample_12_5fps_720p_1s.mp4": 13,
    "sample_15fps_720p_1s.mp4": 15,
    "h265_bframes.mp4": 30,
    "mv_with_2_top_shots.mp4": 53,
    "8k24fps_300ms.mp4": 8,
    "bbb_176x144_128kbps_15fps_h263.3gp": 15,
    "sample_2_byte_NAL_length.mp4": 30,
    "sample_with_htc_rotation_track_name.mkv": 30,
    "bbb_642x642_768kbps_30fps_vp9.webm": 90,
    "sample-with-large-length.avi": 58,
    "sample.flv": 30,
    "bbb_2500ms.ts": 58,
    "pupil_split/broken_eye0.mp4": 44,
}
"""What another program decodes (the recordings' own README)."""


@pytest.mark.footage
@pytest.mark.parametrize("name", FRAMES_IN)
def test_an_odd_file_gives_every_picture_that_can_be_decoded_in_the_order_of_time(name: str, footage: Path) -> None:
    times = [frame.t_ns for frame in VideoFileSource(footage / "odd_video" / name, CAM).frames()]
    assert len(times) == FRAMES_IN[name]
    assert times[0] == 0
    assert all(earlier < later for earlier, later in pairwise(times))


@pytest.mark.footage
@pytest.mark.parametrize(
    "name",
    [
        "iibbibb_editlist_videoonly.mp4",
        "h265_bframes.mp4",
        "sample.flv",
        "bbb_2500ms.ts",
        "sample-with-large-length.avi",
        "sample_with_htc_rotation_track_name.mkv",
        "pupil_split/broken_eye0.mp4",
    ],
)
def test_a_stretch_of_an_odd_file_is_what_the_whole_file_shows_of_it(name: str, footage: Path) -> None:
    source = VideoFileSource(footage / "odd_video" / name, CAM)
    whole = list(source.frames())
    third = len(whole) // 3
    from_ns, to_ns = whole[third].t_ns, whole[2 * third].t_ns
    part = list(source.frames_between(from_ns, to_ns))
    assert [frame.t_ns for frame in part] == [frame.t_ns for frame in whole[third : 2 * third + 1]]
    assert np.array_equal(part[0].image, whole[third].image)
    assert np.array_equal(part[-1].image, whole[2 * third].image)


@pytest.mark.footage
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("sample_malformed_free_box.mp4", SourceUnreadable),
        ("sample_audio_only.mp4", SourceWithoutPictures),
        ("pupil_split/broken_eye0_001.mp4", SourceEmpty),
        ("pupil_split/broken_other.mp4", SourceWithoutPictures),
        ("there_is_no_such_file.mp4", SourceMissing),
    ],
)
def test_a_file_without_pictures_is_refused_in_one_sentence(name: str, fault: type[Fault], footage: Path) -> None:
    with pytest.raises(fault) as caught:
        VideoFileSource(footage / "odd_video" / name, CAM)
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.footage
def test_pictures_are_those_of_the_reference(footage: Path) -> None:
    """Frames 0, 14, 15, 16 and 29 of a known clip against the pictures its makers published."""
    folder = footage / "odd_video"
    frames = {f.seq: f.image for f in VideoFileSource(folder / "testvid_1022ms.mp4", CAM).frames()}
    for number in (0, 14, 15, 16, 29):
        reference = cv2.imread(str(folder / "testvid_reference" / f"testvid_1022ms_{number:03}.png"))
        assert reference is not None
        assert np.abs(frames[number].astype(int) - reference).mean() < 6.0
        others = [n for n in (0, 14, 15, 16, 29) if abs(n - number) > 3]
        assert all(np.abs(frames[n].astype(int) - reference).mean() > 6.0 for n in others)


@pytest.mark.footage
def test_a_phone_held_upright_gives_an_upright_picture(footage: Path) -> None:
    source = VideoFileSource(footage / "odd_video" / "mv_with_2_top_shots.mp4", CAM)
    assert source.mode.size_px == (1080, 1440)
    assert next(source.frames()).size_px == (1080, 1440)


@pytest.mark.footage
def test_what_the_container_lists_and_nobody_can_decode_is_told_as_lost(footage: Path) -> None:
    source = VideoFileSource(footage / "odd_video" / "pupil_split" / "broken_eye0_002.mp4", CAM)
    delivered = len(list(source.frames()))
    assert delivered + sum(loss.frames or 0 for loss in source.losses) == source.mode.listed_frames == 156


def a_video(times_ms: list[int], size: tuple[int, int] = (64, 48)) -> bytes:
    """A Matroska file whose picture number n is taken at times_ms[n] and has the brightness 8·n."""
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="matroska") as container:
        stream = container.add_stream("mpeg4", rate=25)
        stream.width, stream.height, stream.pix_fmt = size[0], size[1], "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        for number, t_ms in enumerate(times_ms):
            frame = av.VideoFrame.from_ndarray(
                np.full((size[1], size[0], 3), 8 * number % 256, np.uint8), format="bgr24"
            )
            frame.pts, frame.time_base = t_ms, Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return buffer.getvalue()


def test_variable_rate_times_are_kept_exactly(tmp_path: Path) -> None:
    times_ms = [0, 33, 67, 200, 233, 900, 1000]
    path = tmp_path / "variable.mkv"
    path.write_bytes(a_video(times_ms))
    assert [frame.t_ns for frame in VideoFileSource(path, CAM).frames()] == [t * 1_000_000 for t in times_ms]


def test_zero_is_the_first_picture_even_if_the_file_starts_later(tmp_path: Path) -> None:
    path = tmp_path / "late.mkv"
    path.write_bytes(a_video([5000, 5040, 5080]))
    assert [frame.t_ns for frame in VideoFileSource(path, CAM).frames()] == [0, 40_000_000, 80_000_000]


def test_a_file_closed_in_mid_stream_does_not_hang(tmp_path: Path) -> None:
    """Leaving a generator early once dead-locked in the decoder's log callback."""
    path = tmp_path / "long.mkv"
    path.write_bytes(a_video(list(range(0, 4000, 40))))
    for _ in range(5):
        next(VideoFileSource(path, CAM).frames())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_damaged_files_end_in_pictures_or_in_one_sentence(tmp_path: Path, data: st.DataObject) -> None:
    whole = bytearray(a_video(list(range(0, 800, 40))))
    for _ in range(data.draw(st.integers(1, 12))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(whole)))
    path = tmp_path / "damaged.mkv"
    path.write_bytes(bytes(whole[:cut] if data.draw(st.booleans()) else whole))
    try:
        times = [frame.t_ns for frame in VideoFileSource(path, CAM).frames()]
    except Fault as fault:
        said = str(fault)
    else:
        said = "damaged.mkv"
        assert all(earlier < later for earlier, later in pairwise(times))
    assert "damaged.mkv" in said


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [
        ((1, 0, 0, 1), [[1, 2], [3, 4]]),
        ((0, 1, -1, 0), [[3, 1], [4, 2]]),  # a quarter turn clockwise
        ((-1, 0, 0, -1), [[4, 3], [2, 1]]),
        ((0, -1, 1, 0), [[2, 4], [1, 3]]),  # a quarter turn counter-clockwise
        ((-1, 0, 0, 1), [[2, 1], [4, 3]]),  # mirrored
    ],
)
def test_quarter_turns_and_mirrors(matrix: tuple[int, int, int, int], expected: list[list[int]]) -> None:
    a, b, c, d = (value * 65536 for value in matrix)
    raw = np.array([a, b, 0, c, d, 0, 0, 0, 1 << 30], np.int32).tobytes()
    picture = np.array([[1, 2], [3, 4]], np.uint8)
    assert upright(picture, signs_of(raw)).tolist() == expected
