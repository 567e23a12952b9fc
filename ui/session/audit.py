"""An audit: a recorded table in, every cue, suggestion and ballot out."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from calibration.calibration_file import FILE_NAME as CALIBRATION
from calibration.calibration_file import CalibrationFile, read_calibration, read_seats_or_calibration
from calibration.json_file import FileValueWrong
from calibration.seats_file import CameraSeats, SeatsFile, check_game_seats, check_overlap, only_players
from engine.codes import TimelineKind
from engine.cues import CameraId, Cue
from engine.faults import Fault
from engine.focus import Focus, Period
from engine.intervals import NS_PER_S
from engine.no_rules import no_rules
from engine.periods import VoteWindow, focus_at
from engine.ruleset import Ruleset
from engine.seats import Seat, Subject
from engine.situations import Chronicle
from engine.suggestions import Suggestion, suggest
from engine.timeline import TimelineEntry, TimelineError, read_timeline
from engine.votes import Ballot, ballots
from models.networks import Networks
from ui.session.voice import heard
from vision.capture.opening import Recording
from vision.capture.source import Loss, Rewindable, Source
from vision.capture.video_file import VideoFileSource
from vision.frames import Frame, ImageU8
from vision.perception.perceive import NETWORK_IDS
from vision.pipeline import Looking

AFTER_WINDOW_NS = NS_PER_S
"""A vote is measured this long after its window, so that hands that leave late are seen leaving."""


class SeatsNotGiven(Fault):
    """Nobody said where the seats are."""

    template = "Where the seats are is not known: name a seats file with --seats."


class TimelineBroken(Fault):
    """A timeline that cannot be read."""

    template = "“{path}”, {problem}: correct that line."


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What is known about a recording before anybody looks at it."""

    seats: SeatsFile
    by_camera: dict[CameraId, CameraSeats]
    chronicle: Chronicle
    rules: Ruleset
    calibration: CalibrationFile | None = None  # where the seats came from a calibration
    calibration_folder: Path | None = None

    @property
    def cameras_without_pictures(self) -> tuple[str, ...]:
        """Cameras of the seats file that nobody named a recording of."""
        return tuple(name for name in self.seats.cameras if CameraId(name) not in self.by_camera)

    @property
    def out_of_sight(self) -> tuple[Subject, ...]:
        """Everybody in the seats file who is in no picture of this recording."""
        seen = {region.subject for seats in self.by_camera.values() for region in seats.seats}
        return tuple(subject for subject in self.seats.subjects if subject not in seen)


@dataclass(slots=True)
class Findings:
    """What an audit found."""

    cues: list[Cue] = field(default_factory=list)
    suggestions: list[Suggestion] = field(default_factory=list)
    ballots: list[Ballot] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    pictures: dict[CameraId, int] = field(default_factory=dict)
    until_ns: int = 0


def read_table(
    recording: Recording, seats_path: Path | None, timeline_path: Path | None, rules: Ruleset | None
) -> Table:
    """Read and check seats and timeline; files in the game folder stand in for those not named.

    Raises a Fault in one sentence for whatever is missing or wrong.
    """
    seats_path = seats_path or recording.beside("seats.json") or recording.beside(CALIBRATION)
    if seats_path is None:
        raise SeatsNotGiven
    seats, calibration = read_seats_or_calibration(seats_path)
    if rules is not None:
        check_game_seats(seats)  # a game has ten seats; looking without a rulebook takes any number
    else:
        check_overlap(seats)
    by_camera: dict[CameraId, CameraSeats] = {}
    for source in recording.sources:
        table = seats.cameras.get(source.camera)
        if table is not None:
            by_camera[source.camera] = table.scaled_to(source.mode.size_px)
    if not by_camera:
        known = ", ".join(seats.cameras)
        raise FileValueWrong(path=seats_path, place="cameras", reason=f"has none of this recording's, only {known}")
    entries = read_entries(timeline_path or recording.beside("timeline.jsonl"))
    entries = heard(entries, recording)
    chronicle = Chronicle(entries, only_players(seats.subjects))
    return Table(seats, by_camera, chronicle, rules or no_rules(), calibration, seats_path.parent)


def read_entries(path: Path | None) -> tuple[TimelineEntry, ...]:
    """A timeline file, nothing where there is none; raises TimelineBroken."""
    if path is None:
        return ()
    try:
        return read_timeline(path.read_text(encoding="utf-8-sig"))
    except TimelineError as error:
        raise TimelineBroken(path=path, problem=str(error).rstrip(".")) from error
    except (OSError, UnicodeDecodeError) as error:
        raise TimelineBroken(path=path, problem="the file cannot be read as UTF-8 text") from error


def look_at(recording: Recording, table: Table, networks: Networks) -> Looking:
    """Eyes for this table; calibrated where the seats came from a calibration or the game folder holds one."""
    path = recording.beside(CALIBRATION)
    calibration = table.calibration or (read_calibration(path) if path is not None else None)
    known = {} if calibration is None else calibration.cameras
    sizes = {source.camera: source.mode.size_px for source in recording.sources}
    cameras = {c: known[c].camera(size) for c, size in sizes.items() if c in known}
    folder = table.calibration_folder if table.calibration is not None else None if path is None else path.parent
    pictures = {source.camera: source.frames_between for source in recording.sources if isinstance(source, Rewindable)}
    return Looking(networks, table.by_camera, cameras, _references(folder, calibration), pictures)


def _references(folder: Path | None, calibration: CalibrationFile | None) -> dict[CameraId, ImageU8]:
    """What the cameras saw when they were calibrated, as far as the pictures still lie beside the file."""
    if folder is None or calibration is None:
        return {}
    found = {}
    for name, camera in calibration.cameras.items():
        path = folder / Path(camera.reference_picture or "").name
        if camera.reference_picture and path.is_file():
            picture = next(VideoFileSource(path, CameraId(name)).frames(), None)
            if picture is not None:
                found[CameraId(name)] = picture.image
    return found


def load_networks(threads: int = 2) -> Networks:
    """The networks that looking needs; raises WeightsMissing or WeightsCorrupt."""
    return Networks.load(NETWORK_IDS, threads=threads)


class Audit:
    """One pass over a recording, picture by picture in the order of time."""

    def __init__(
        self,
        recording: Recording,
        table: Table,
        looking: Looking,
        notice: Callable[[Cue | Suggestion], None] = lambda _: None,
    ) -> None:
        """`notice` is told every cue and suggestion as soon as it is known."""
        self._notice = notice
        self._recording = recording
        self._table = table
        self._looking = looking
        self._windows = list(table.chronicle.windows)
        self.findings = Findings()

    def run(self, progress: Callable[[int], None] = lambda _: None) -> Findings:
        """Look at everything; `progress` is told the time of each picture."""
        for frame in merged(self._recording.sources):
            self.take(frame)
            progress(frame.t_ns)
        return self.finish()

    def take(self, frame: Frame) -> tuple[Cue, ...]:
        """One picture; gives the cues that it completed."""
        found = self.findings
        cues: list[Cue] = []
        while self._windows and frame.t_ns > self._windows[0].closes_ns + AFTER_WINDOW_NS:
            cues += self._vote(self._windows.pop(0))
        _, seen = self._looking.look(frame, self._focus(frame.t_ns))
        cues += seen
        found.pictures[frame.camera] = found.pictures.get(frame.camera, 0) + 1
        found.until_ns = max(found.until_ns, frame.t_ns)
        self._keep(cues)
        return tuple(cues)

    def finish(self) -> Findings:
        """After the last picture: open windows and contacts are closed, losses and ballots told."""
        cues: list[Cue] = []
        for window in self._windows:
            if window.call.earliest_ns <= self.findings.until_ns:
                cues += self._vote(window)
        cues += self._looking.finish()
        self._windows = []
        self._keep(cues)
        found = self.findings
        found.losses = [loss for source in self._recording.sources for loss in source.losses]
        found.ballots = self._ballots()
        found.cues.sort(key=lambda cue: (cue.when.start.earliest_ns, cue.kind, str(cue.subject)))
        found.suggestions.sort(key=lambda s: (s.when.start.earliest_ns, s.kind, str(s.subject)))
        return found

    def _vote(self, window: VoteWindow) -> tuple[Cue, ...]:
        return self._looking.vote(window, self._focus(window.call.middle_ns))

    def _focus(self, t_ns: int) -> Focus:
        chronicle = self._table.chronicle
        known = focus_at(chronicle.focuses, t_ns)
        return known or Focus(Period.DAY, t_ns, chronicle.seats, awake=None)

    def _keep(self, cues: Sequence[Cue]) -> None:
        for cue in cues:
            self.findings.cues.append(cue)
            self._notice(cue)
            suggestion = suggest(cue, self._table.chronicle.at(cue), self._table.rules)
            if suggestion is not None:
                self.findings.suggestions.append(suggestion)
                self._notice(suggestion)

    def _ballots(self) -> list[Ballot]:
        rows: list[Ballot] = []
        for window in self._table.chronicle.windows:
            judged = self._focus(window.call.middle_ns).judged
            rows += ballots(window, self.findings.cues, self._table.rules, judged, self._recorded(window))
        return rows

    def _recorded(self, window: VoteWindow) -> tuple[Seat, ...] | None:
        """The voters that the host wrote down with the count of this window."""
        counts = (entry for entry in self._table.chronicle.entries if entry.kind is TimelineKind.COUNT)
        for entry in counts:
            if entry.candidate == window.candidate and window.count == entry.t and entry.seats:
                return entry.seats
        return None


def merged(sources: Sequence[Source]) -> Iterator[Frame]:
    """Pictures of all cameras in the order of time, then of the camera's name."""
    return heapq.merge(*(source.frames() for source in sources), key=lambda frame: (frame.t_ns, frame.camera))
