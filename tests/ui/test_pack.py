"""An evidence pack shows one incident whole, and tells when a byte of it was changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest

from audio.recording.sound_times import COLUMNS, Hole, Stretch, line_of
from audio.sound import Sound
from calibration.seats_file import CameraSeats, read_seats
from engine.actions import ActionKind, Verdict
from engine.codes import CueKind, Decision
from engine.cues import CameraId, Cue, Evidence
from engine.intervals import NS_PER_MS, Interval, Span
from engine.journal import read_journal
from engine.ruleset import load_rules
from engine.seats import Seat
from engine.timeline import read_timeline
from tests.vision.recordings import ANSWERS, recorded_game
from ui.commands.pack import pack, verify_pack
from ui.evidence.pack.filmed import film_incident
from ui.evidence.pack.heard import sound_between
from ui.evidence.pack.incident import UnknownIncident, incident_of, names_of
from ui.evidence.pack.manifest import check_pack
from ui.evidence.pack.recording_of import RecordingGone, write_recording_of
from ui.session.game import JOURNAL_NAME, LiveGame
from ui.session.script import action_of, answers, play
from ui.words import Words
from vision.capture.game_folder import GameFolder, SegmentsSource
from vision.frames import Frame

DECISIVE_NS = 2000 * NS_PER_MS
EN = Words("en")


def touch_of_four(at_ns: int) -> Cue:
    """A hand of seat 4 comes down after the closing word."""
    when = Span(Interval(2380 * NS_PER_MS, 2400 * NS_PER_MS))
    shown = Evidence(CameraId("cam1"), at_ns, (100.0, 0.0, 130.0, 60.0))
    return Cue(CueKind.TOUCH_DOWN, Seat(4), when, 0.95, (Seat(2),), (CameraId("cam1"),), (shown,))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A recorded game with a vote, a late touch, and a decision about it that was taken back and given anew."""
    folder = recorded_game(tmp_path / "game")
    rules = load_rules("a")
    live = LiveGame(rules, folder, lambda: "2026-01-01T20:00:00+00:00")
    for answer in answers(ANSWERS):
        live.enter(answer)
    entries = read_timeline((folder / "timeline.jsonl").read_text(encoding="utf-8"))
    actions = [action for entry in entries if (action := action_of(entry)) is not None]
    for action in actions:
        assert play(action, lambda: live.state, live.enter, rules)
        if action.kind is ActionKind.CLOSING_WORD:
            live.notice([touch_of_four(DECISIVE_NS)])
    (suggestion,) = live.standing().suggestions
    live.enter(Verdict(suggestion.id, Decision.DISMISS, live.state.t_ns + 1, speed=1.0))
    live.undo(live.state.t_ns + 2)
    live.enter(Verdict(suggestion.id, Decision.SOFTEN, live.state.t_ns + 3, by="Olena", reason="first game"))
    live.close()
    return folder


def journal(game: Path) -> str:
    return (game / JOURNAL_NAME).read_text(encoding="utf-8")


def the_suggestion(game: Path) -> str:
    (name,) = [name for name in names_of(read_journal(journal(game))) if not name.startswith("vote")]
    return name


def packed(game: Path, out: Path, *, blur: bool = False) -> Path:
    assert pack(EN, game / the_suggestion(game), out=out, recording=None, everything=False, blur=blur) == 0
    return out


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_clip_holds_the_decisive_picture_by_its_number(game: Path, tmp_path: Path) -> None:
    incident = incident_of(read_journal(journal(game)), the_suggestion(game))
    source = GameFolder(game).sources()[0]
    (tmp_path / "pack").mkdir()
    filmed = film_incident(source, None, incident, tmp_path / "pack", blur=False)
    assert filmed is not None
    decisive = next(row.seq for row in source.times_between(DECISIVE_NS, DECISIVE_NS))
    first, last = filmed.seqs
    assert first < decisive < last
    with av.open(str(tmp_path / "pack" / filmed.clip)) as clip:
        pictures = list(clip.decode(video=0))
    assert len(pictures) == filmed.pictures == last - first + 1
    at_ms = [round(picture.time * 1000) for picture in pictures]
    assert at_ms == [40 * k for k in range(len(pictures))]


def test_a_pack_is_whole(game: Path, tmp_path: Path) -> None:
    found = files(packed(game, tmp_path / "pack"))
    assert {"index.html", "manifest.json", "journal.jsonl", "session.json", "seats.json", "clip_cam1.mp4"} < set(found)
    for name, content in found.items():
        if name.startswith("segments/"):
            assert content == (game / name.removeprefix("segments/")).read_bytes()
    assert any(name.startswith("segments/cam1_") for name in found)


def test_the_page_tells_who_decided_what_after_which_look(game: Path, tmp_path: Path) -> None:
    page = (packed(game, tmp_path / "pack") / "index.html").read_text(encoding="utf-8")
    for told in ("dismissed · taken back", "1.00×", "softened", "Olena", "first game", "hand came down after"):
        assert told in page
    assert "not told" in page  # how the second decision was looked at


@pytest.mark.parametrize("language", ["ru", "uk", "en"])
def test_the_page_has_words_in_every_language(game: Path, tmp_path: Path, language: str) -> None:
    words = Words(language)
    pack(words, game / the_suggestion(game), out=tmp_path / "pack", recording=None, everything=False, blur=False)
    page = (tmp_path / "pack" / "index.html").read_text(encoding="utf-8")
    assert "pack_change." not in page
    assert "cue." not in page
    assert words("Coverage") in page


def test_the_same_incident_gives_the_same_bytes(game: Path, tmp_path: Path) -> None:
    assert files(packed(game, tmp_path / "one")) == files(packed(game, tmp_path / "two"))


def test_an_untouched_pack_verifies(game: Path, tmp_path: Path) -> None:
    assert verify_pack(EN, packed(game, tmp_path / "pack")) == 0


@pytest.mark.parametrize(
    ("harm", "name", "problem"),
    [
        (lambda pack: (pack / "clip_cam1.mp4").write_bytes(b"x"), "clip_cam1.mp4", "changed"),
        (lambda pack: (pack / "journal.jsonl").unlink(), "journal.jsonl", "missing"),
        (lambda pack: (pack / "more.txt").write_text("x"), "more.txt", "added"),
        (lambda pack: _flip_last_bit(pack / "index.html"), "index.html", "changed"),
    ],
    ids=["a clip", "a file is gone", "a file is new", "one bit"],
)
def test_the_first_change_is_named(
    game: Path, tmp_path: Path, harm: Callable[[Path], object], name: str, problem: str
) -> None:
    folder = packed(game, tmp_path / "pack")
    harm(folder)
    _, changes = check_pack(folder)
    assert (changes[0].name, changes[0].problem) == (name, problem)
    assert verify_pack(EN, folder) == 1


def test_a_manifest_cannot_lead_out_of_its_folder(game: Path, tmp_path: Path) -> None:
    folder = packed(game, tmp_path / "pack")
    secret = tmp_path / "secret.txt"
    secret.write_text("x")
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    manifest["files"][0]["name"] = "../secret.txt"
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    _, changes = check_pack(folder)
    assert ("../secret.txt", "outside") in [(change.name, change.problem) for change in changes]


def test_all_incidents_of_a_game(game: Path, tmp_path: Path) -> None:
    assert pack(EN, game, out=tmp_path / "all", recording=None, everything=True, blur=False) == 0
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == sorted(names_of(read_journal(journal(game))))


def test_who_is_not_involved_is_blurred_on_request(game: Path, tmp_path: Path) -> None:
    """A checked picture in place of the grey one: the neighbour's square loses its contrast, seat 4's keeps it."""
    incident = incident_of(read_journal(journal(game)), the_suggestion(game))
    source = _Checked(game)
    seats = _seats(game)
    (tmp_path / "pack").mkdir()
    film_incident(source, seats, incident, tmp_path / "pack", blur=True)
    with av.open(str(tmp_path / "pack" / "clip_cam1.mp4")) as clip:
        picture = next(clip.decode(video=0)).to_ndarray(format="gray")
    assert picture[4:20, 100:124].std() > 60  # seat 4
    assert picture[4:20, 136:154].std() < 15  # seat 5


def test_a_game_without_its_film_says_so(game: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "journal only"
    elsewhere.mkdir()
    shutil.copyfile(game / JOURNAL_NAME, elsewhere / JOURNAL_NAME)
    with pytest.raises(RecordingGone):
        pack(EN, elsewhere / the_suggestion(game), out=None, recording=None, everything=False, blur=False)
    write_recording_of(elsewhere, game)
    assert pack(EN, elsewhere / the_suggestion(game), out=None, recording=None, everything=False, blur=False) == 0
    assert (elsewhere / "packs" / the_suggestion(game) / "index.html").is_file()


def test_an_unknown_incident_names_the_known_ones(game: Path) -> None:
    with pytest.raises(UnknownIncident) as raised:
        pack(EN, game / "vote9-9", out=None, recording=None, everything=False, blur=False)
    assert the_suggestion(game) in EN.fault(raised.value)


def _flip_last_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-2] ^= 1
    path.write_bytes(bytes(content))


class _Checked(SegmentsSource):
    """The game's camera with a chequered picture."""

    def __init__(self, game: Path) -> None:
        super().__init__(game, CameraId("cam1"))

    def frames_between(self, from_ns: int, to_ns: int) -> Iterator[Frame]:
        for frame in super().frames_between(from_ns, to_ns):
            height, width = frame.image.shape[:2]
            fields = (np.add.outer(np.arange(height) // 4, np.arange(width) // 4) % 2 * 255).astype(np.uint8)
            yield replace(frame, image=np.repeat(fields[:, :, None], 3, axis=2))


def _seats(game: Path) -> CameraSeats:
    return next(iter(read_seats(game / "seats.json").cameras.values()))


def test_sound_recorded_live_is_found_by_its_own_times(tmp_path: Path) -> None:
    rows: list[Stretch | Hole] = [
        Stretch(0, 0, 0, 8000),
        Hole(1_000_000_000, 0, "the microphone was pulled out"),
        Stretch(3 * 10**9, 1, 0, 8000),
    ]
    table = ",".join(COLUMNS) + "\n" + "".join(line_of(row) for row in rows)
    (tmp_path / "audio_times.csv").write_text(table, encoding="utf-8")
    for number in (0, 1):
        (tmp_path / f"audio_{number:03}.flac").touch()
    read: list[str] = []

    def second(path: Path) -> tuple[Sound, ...]:
        read.append(path.name)
        return (Sound(0, 8000, np.zeros(8000, np.float32)),)

    found = list(sound_between(tmp_path, 3_200_000_000, 3_500_000_000, second))
    assert [(path.name, piece.t_ns, piece.end_ns) for path, piece in found] == [
        ("audio_001.flac", 3 * 10**9, 4 * 10**9)
    ]
