"""`calibrate`: from recordings of people at the table to calibration.json and a picture of what it proposes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from calibration.board import DEFAULT_BOARD, board_picture, find_board, lens_from_views
from calibration.calibration_file import (
    FILE_NAME,
    CalibrationFile,
    TableCalibration,
    camera_as_file,
    covariance_as_file,
    places_as_file,
    write_calibration,
)
from calibration.lens import Lens, lens_named
from calibration.marks_file import MarksFile, read_marks
from calibration.people import BodiesSeen
from calibration.seat_proposal import Direction, HostSource, Proposal, TooFewPeople, TooManyPeople, propose_seats
from calibration.solve import CameraEvidence, Marks, Solved, solve
from calibration.table_shape import TableShape, table_named
from calibration.zones import seats_in_pictures
from engine.faults import Fault
from engine.intervals import NS_PER_MS
from models.networks import Networks
from ui.evidence.calibration_drawing import draw_proposal, write_board
from ui.evidence.drawing import write_png
from ui.evidence.whole_files import whole_folder
from ui.words import Words
from vision.capture.opening import open_recording
from vision.capture.source import Source, SourceWithoutPictures
from vision.frames import Frame, ImageU8
from vision.perception.tile_search import NETWORK_IDS, find_bodies

LOOKED_AT: Final = 8
"""Pictures in which people are searched, over about two seconds."""
EVERY_NS: Final = 250 * NS_PER_MS
BOARD_PICTURES: Final = 60


class TableNotGiven(Fault):
    template = (
        "The table's size is not known: measure its top and say --table round:1500mm, oval:2400x1600mm or "
        "rect:2400x1200mm."
    )


class PointOutside(Fault):
    template = "“{text}” is no place in a picture: write camera:x,y in pixels, for example cam1:640,300."


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for."""

    table: str | None = None
    lens: str = "unknown"
    marks: Path | None = None
    host: str | None = None
    without: tuple[str, ...] = ()
    direction: Direction = Direction.CLOCKWISE
    players: int = 10
    board: Path | None = None
    out: Path = Path(FILE_NAME)

    @classmethod
    def of(
        cls,
        table: str | None,
        lens: str,
        marks: Path | None,
        host: str | None,
        without: Sequence[str],
        board: Path | None,
        out: Path,
        *,
        counterclockwise: bool,
    ) -> Wanted:
        """As the command line gives it."""
        direction = Direction.COUNTERCLOCKWISE if counterclockwise else Direction.CLOCKWISE
        return cls(table, lens, marks, host, tuple(without), direction, 10, board, out)


def calibrate(words: Words, sources: Sequence[Path], wanted: Wanted) -> int:
    """Print the board when no source is named; else calibrate, write both files and say what is sure."""
    if not sources:
        path = wanted.board or Path("charuco.png")
        write_board(board_picture(DEFAULT_BOARD), DEFAULT_BOARD, path)
        sys.stdout.write(f"{path}\n")
        return 0
    if wanted.table is None:
        raise TableNotGiven
    shape = table_named(wanted.table)
    marks = read_marks(wanted.marks) if wanted.marks is not None else None
    recording = open_recording(sources)
    networks = Networks.load(NETWORK_IDS)
    evidence = {str(s.camera): _evidence(s, wanted, marks, networks) for s in recording.sources}
    solved = solve(evidence, shape)
    try:
        proposal = _proposed(solved, wanted)
    except (TooFewPeople, TooManyPeople):
        _write(words, evidence, solved, None, wanted)  # where the cameras are is known all the same, and who was seen
        raise
    _write(words, evidence, solved, proposal, wanted)
    return 0


def _proposed(solved: Solved, wanted: Wanted) -> Proposal:
    return propose_seats(
        solved.people,
        solved.shape,
        direction=wanted.direction,
        host_mm=None if wanted.host is None else _on_table(wanted.host, solved),
        without_mm=[_on_table(text, solved) for text in wanted.without],
        players=wanted.players,
    )


def _evidence(source: Source, wanted: Wanted, marks: MarksFile | None, networks: Networks) -> CameraEvidence:
    frames = list(islice(_every(source), LOOKED_AT))
    if not frames:
        raise SourceWithoutPictures(path=source.camera)
    found = [find_bodies(networks, frame.image, k / len(frames)) for k, frame in enumerate(frames)]
    bodies = BodiesSeen(
        np.concatenate([np.full(len(one.head_px), k, np.int64) for k, one in enumerate(found)]),
        np.concatenate([one.head_px for one in found]).astype(np.float64),
        np.concatenate([one.shoulders_px for one in found]).astype(np.float64),
        np.concatenate([one.presence_01 for one in found]).astype(np.float64),
    )
    picture = np.median(np.stack([frame.image for frame in frames]), axis=0).astype(np.uint8)
    own = None if marks is None else marks.cameras.get(str(source.camera))
    pointed = None if own is None else Marks(own.places_mm(), own.pixels(str(source.camera), picture))
    return CameraEvidence(_lens(source, frames[0], wanted), picture, bodies, pointed)


def _lens(source: Source, first: Frame, wanted: Wanted) -> Lens:
    """From our board where the recording shows it, else the named lens."""
    if wanted.board is None:
        return lens_named(wanted.lens, first.size_px)
    views = []
    for frame in islice(_every(source), BOARD_PICTURES):
        view = find_board(frame.image, DEFAULT_BOARD)
        if view is not None:
            views.append(view)
    return lens_from_views(str(source.camera), views, first.size_px).lens


def _every(source: Source) -> Iterator[Frame]:
    """Pictures a quarter of a second apart."""
    last_ns: int | None = None
    for frame in source.frames():
        if last_ns is None or frame.t_ns - last_ns >= EVERY_NS:
            last_ns = frame.t_ns
            yield frame


def _on_table(text: str, solved: Solved) -> tuple[float, float]:
    """Whom a pixel points at, on the table's plane: the nearest head of that camera, else the place itself."""
    name, _, place = text.partition(":")
    try:
        x, y = (float(part) for part in place.split(","))
        camera = solved.refined.cameras[name]
    except (ValueError, KeyError) as error:
        raise PointOutside(text=text) from error
    pixel = np.array([x, y])
    seen = [person for person in solved.people if name in person.seen]
    near = min(seen, key=lambda p: float(np.hypot(*(p.seen[name].head_px - pixel))), default=None)
    if near is not None and float(np.hypot(*(near.seen[name].head_px - pixel))) < camera.size_px[0] / 20:
        return float(near.neck_mm[0]), float(near.neck_mm[1])
    at = camera.on_plane(pixel[None], 300.0)[0]
    if not np.isfinite(at).all():
        raise PointOutside(text=text)
    return float(at[0]), float(at[1])


def _write(
    words: Words, evidence: dict[str, CameraEvidence], solved: Solved, proposal: Proposal | None, wanted: Wanted
) -> None:
    places = () if proposal is None else proposal.seats
    seats = seats_in_pictures(solved.refined.cameras, places, solved.shape)
    picture_name = f"{wanted.out.stem}.png"
    with whole_folder(wanted.out.parent) as folder:
        cameras = {}
        for k, (name, camera) in enumerate(solved.refined.cameras.items()):
            reference = f"{wanted.out.stem}_{name}.jpg"
            cv2.imwrite(str(folder / reference), evidence[name].picture)
            block = solved.refined.covariance[10 * k + 3 : 10 * k + 6, 10 * k + 3 : 10 * k + 6]
            turn = camera.rotation.T
            sd = np.sqrt(np.maximum(np.diag(turn @ block @ turn.T), 0))
            cameras[name] = camera_as_file(
                camera,
                evidence[name].lens,
                residual_px=solved.refined.residual_px.get(name),
                sd_mm=(round(float(sd[0]), 1), round(float(sd[1]), 1), round(float(sd[2]), 1)),
                placed_by=solved.placed_by[name],
                reference_picture=reference,
            )
        shape: TableShape = solved.shape
        document = CalibrationFile(
            cameras=cameras,
            seats=None if proposal is None else seats,
            table=TableCalibration(kind=shape.kind, length_mm=shape.length_mm, width_mm=shape.width_mm),
            covariance=covariance_as_file(solved.refined),
            places=places_as_file(places),
            direction=wanted.direction,
            host_source=None if proposal is None else proposal.host_source,
        )
        write_calibration(document, folder / wanted.out.name)
        pictures: list[ImageU8] = [
            draw_proposal(evidence[name].picture, seats.cameras[name], solved.edges_px[name], solved.persons[name])
            for name in cameras
        ]
        width = max(picture.shape[1] for picture in pictures)
        padded = [np.pad(p, ((0, 0), (0, width - p.shape[1]), (0, 0))) for p in pictures]
        write_png(np.concatenate(padded), folder / picture_name)
    for name in (wanted.out.name, picture_name):
        sys.stdout.write(f"{wanted.out.parent / name}\n")
    for one, residual in solved.refined.residual_px.items():
        sd_mm = cameras[one].position_sd_mm or (0.0, 0.0, 0.0)
        sys.stdout.write(
            words("{camera}: off by {residual} px, placed within {mm} mm", camera=one, residual=words.number(residual, 2),
                  mm=words.number(max(sd_mm))) + "\n"
        )  # fmt: skip
    for seat in places:
        share = words.number(100 * seat.confidence)
        sys.stdout.write(words("{seat}: {share} % sure", seat=words.subject(seat.subject), share=share) + "\n")
    if proposal is not None and proposal.host_source is HostSource.GUESSED:
        sys.stdout.write(words("Nobody said where the host is: point at the host with --host camera:x,y.") + "\n")
