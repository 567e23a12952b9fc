"""The table's process: looks, keeps the game and its journal, and answers windows. It outlives any window's trouble."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.cues import CameraId
from engine.faults import Fault
from engine.ruleset import load_rules
from engine.situations import Chronicle
from engine.state import GameState
from engine.timeline import TimelineEntry
from engine.votes import ballots
from ui.commands.audit import rules_named, write_results
from ui.commands.record import PROGRAM
from ui.evidence.pack.recording_of import write_recording_of
from ui.evidence.whole_files import whole_folder
from ui.session.audit import Findings, Table, load_networks, look_at, read_table
from ui.session.game import LiveGame
from ui.session.kept_seats import keep_seats
from ui.session.live_playback import LivePlayback
from ui.session.live_recording import live_recording, sources_of
from ui.session.messages import Act, Close, Decide, Ended, Picture, Redo, Request, ShowCamera, Snapshot, Undo
from ui.session.outbox import Outbox
from ui.session.pace import Pace
from ui.session.playback import Playback
from ui.session.recorder import RecorderKeeper, with_rings
from ui.session.script import action_of, answers
from ui.words import Words
from vision.capture.opening import Recording, open_recording
from vision.clock import MachineClock
from vision.recording.recorder_order import RecorderOrder
from vision.recording.ring_source import RingSource

log = logging.getLogger(__name__)

SNAPSHOT_EVERY_NS: Final = 100_000_000
PICTURE_EVERY_NS: Final = 50_000_000
PICTURE_WIDTH_PX: Final = 960
JPEG_QUALITY: Final = 80
NEVER_NS: Final = 1 << 62


class RulesNotNamed(Fault):
    """A game is played under some rulebook."""

    template = "It is not known by which rulebook this game is played: name one with --rules."


@dataclass(frozen=True, slots=True)
class TableOrder:
    """What a table process is started for."""

    recording_folder: Path | None  # None: cameras are looked at live
    rules_id: str | None
    language: str
    game_folder: Path  # where journal and report go, live the recording too; must not hold a journal yet
    sources: tuple[str, ...] = ()  # cameras and streams
    seats: Path | None = None  # where no game folder has them
    answers: tuple[tuple[str, object], ...] = ()  # written into the session of a live game
    consent: str | None = None


def run_table(order: TableOrder, connection: Connection) -> None:
    """The process's body: every failure becomes one last snapshot with a sentence."""
    words = Words(order.language)
    outbox = Outbox(connection)
    try:
        _Table(order, words, outbox).serve(connection)
    except Fault as fault:
        outbox.last(_failed(words.fault(fault)))
    except (OSError, ValueError) as error:
        log.exception("the table stopped")
        outbox.last(_failed(str(error)))
    finally:
        outbox.close()


def _failed(sentence: str) -> Snapshot:
    return Snapshot(
        number=0,
        t_ns=0,
        monotonic_ns=MachineClock().now_ns(),
        paced_01=1.0,
        rules_id="",
        state=GameState(),
        allowed=frozenset(),
        suggestions=(),
        decided={},
        cues=(),
        events=(),
        can_undo=False,
        can_redo=False,
        head="",
        ended=Ended.FAILED,
        failure=sentence,
    )


class _Table:
    """One recording, or the cameras of one table, looked at for one game."""

    def __init__(self, order: TableOrder, words: Words, outbox: Outbox) -> None:
        self._order, self._words, self._outbox = order, words, outbox
        self._clock = MachineClock()
        self._keeper: RecorderKeeper | None = None
        self._eyes: tuple[RingSource, ...] = ()
        self._recording: Recording = self._opened()
        try:
            self._prepare()
        except BaseException:
            self._stop_recorder()
            raise
        self._shown: CameraId | None = self._recording.sources[0].camera
        self._number = 0
        self._told_ns = 0
        self._clips_sent: set[str] = set()
        self._report = ""

    def _opened(self) -> Recording:
        order = self._order
        if order.recording_folder is not None:
            return open_recording([order.recording_folder])
        if order.rules_id is None:
            raise RulesNotNamed
        recorder = RecorderOrder(
            order.sources,
            order.game_folder,
            PROGRAM,
            rules=order.rules_id,
            answers=order.answers,
            consent=order.consent,
        )
        self._keeper = RecorderKeeper(with_rings(recorder), self._clock)
        try:
            self._keeper.start()
            self._eyes = sources_of(self._keeper, self._clock)
        except BaseException:
            self._stop_recorder()
            raise
        return live_recording(self._eyes)

    def _prepare(self) -> None:
        """Seats, game and the thread that looks."""
        order, recording = self._order, self._recording
        rules = rules_named(order.rules_id, recording)
        if rules is None:
            raise RulesNotNamed
        self._table: Table = read_table(recording, order.seats, None, rules)
        order.game_folder.mkdir(parents=True, exist_ok=True)
        if order.recording_folder is not None:
            write_recording_of(order.game_folder, order.recording_folder)
        elif order.seats is not None:
            keep_seats(order.seats, self._table.calibration, order.game_folder)
        # A live game keeps the answers to open questions in its journal, not in the rules: so it folds by itself.
        plain = load_rules(self._table.rules.id)
        self._game = LiveGame(plain, order.game_folder, lambda: self._clock.utc().isoformat())
        looking = look_at(recording, self._table, load_networks())
        if self._keeper is not None:
            live = LivePlayback(self._eyes, looking, self._game, self._keeper, self._clock)
            self._pace: Pace = live.pace
            self._playback: Playback = live
            return
        self._pace = Pace(self._clock)
        entries = self._table.chronicle.entries
        script = [action for entry in entries if (action := action_of(entry)) is not None]
        session = recording.folder.session if recording.folder is not None else None
        for answer in answers(session.answers if session is not None else {}):
            self._game.enter(answer)
        self._playback = Playback(recording, looking, self._game, script, self._pace)

    def _stop_recorder(self) -> None:
        for eye in self._eyes:
            eye.close()
        self._eyes = ()
        if self._keeper is not None:
            self._keeper.stop()

    def serve(self, connection: Connection) -> None:
        """Until the window closes; a window that dies ends the demo, not the files."""
        self._playback.start()
        next_snapshot_ns = next_picture_ns = 0
        try:
            while self._answer(connection):
                now_ns = self._clock.now_ns()
                over = not self._playback.is_alive() and self._playback.failure is None
                if over and not self._report and self._keeper is None:
                    self._report = str(self._write_report())
                if now_ns >= next_picture_ns:
                    next_picture_ns = now_ns + PICTURE_EVERY_NS
                    self._show()
                if now_ns >= next_snapshot_ns:
                    next_snapshot_ns = now_ns + SNAPSHOT_EVERY_NS
                    snapshot = self._snapshot()
                    self._outbox.put(snapshot)
                    self._send_clips(snapshot)
        finally:
            self._playback.end()
            self._playback.join(timeout=10.0)
            self._stop_recorder()
            if isinstance(self._playback, LivePlayback):
                self._playback.journal_losses()
            self._game.close()

    def _answer(self, connection: Connection) -> bool:
        """Handle what the window asks for; False when it closes or is gone."""
        try:
            while connection.poll(0.01):
                request: Request = connection.recv()
                if isinstance(request, Close):
                    return False
                self._handle(request)
        except (EOFError, OSError):
            return False
        return True

    def _handle(self, request: Act | Decide | Undo | Redo | ShowCamera) -> None:
        t_ns = self._pace.now_ns()
        match request:
            case Act(action):
                refusal = self._game.enter(replace(action, t_ns=max(action.t_ns, self._game.state.t_ns)))
            case Decide(verdict):
                refusal = self._game.enter(replace(verdict, t_ns=max(verdict.t_ns, self._game.state.t_ns)))
            case Undo():
                refusal = self._game.undo(t_ns)
            case Redo():
                refusal = self._game.redo(t_ns)
            case ShowCamera(camera):
                self._shown, refusal = camera, None
        if refusal is not None:
            self._outbox.put(refusal)
        self._outbox.put(self._snapshot())

    def _snapshot(self) -> Snapshot:
        standing = self._game.standing()
        self._number += 1
        # The pace may slip back a little when looking takes longer; a window's clock must not.
        t_ns = self._told_ns = max(self._told_ns, self._pace.now_ns(), standing.state.t_ns)
        failure = self._playback.failure
        running = self._playback.is_alive()
        return Snapshot(
            number=self._number,
            t_ns=t_ns,
            monotonic_ns=self._clock.now_ns(),
            paced_01=self._pace.speed_01,
            rules_id=self._game.rules.id,
            state=standing.state,
            allowed=self._game.allowed(standing.state),
            suggestions=standing.suggestions,
            decided=standing.decided,
            cues=standing.cues,
            events=standing.events,
            can_undo=standing.can_undo,
            can_redo=standing.can_redo,
            head=standing.head,
            cameras=self._playback.health(),
            seats=self._playback.seats(t_ns),
            folder=str(self._order.game_folder),
            ended=None if running else (Ended.RECORDING_OVER if failure is None else Ended.FAILED),
            failure="" if failure is None else self._sentence(failure),
            report=self._report,
            journal_trouble=self._game.journal_trouble,
            left_out=self._playback.left_out,
        )

    def _send_clips(self, snapshot: Snapshot) -> None:
        """Each suggestion's pictures once, as soon as the last of them was taken, or no more will come."""
        now_ns = snapshot.t_ns if snapshot.ended is None else NEVER_NS
        for suggestion in snapshot.suggestions:
            if (
                suggestion.id not in self._clips_sent
                and (clip := self._playback.ring.clip(suggestion, now_ns)) is not None
            ):
                self._clips_sent.add(suggestion.id)
                self._outbox.put(clip)

    def _sentence(self, failure: Exception) -> str:
        return self._words.fault(failure) if isinstance(failure, Fault) else str(failure)

    def _show(self) -> None:
        frame = self._playback.newest(self._shown) if self._shown is not None else None
        if frame is None:
            return
        width, height = frame.size_px
        scale = min(1.0, PICTURE_WIDTH_PX / width)
        size = (round(width * scale), round(height * scale))
        small = frame.image if scale == 1.0 else cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
        _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        self._outbox.put(Picture(frame.camera, frame.t_ns, jpeg.tobytes(), size, self._outlines(frame.camera, scale)))

    def _outlines(self, camera: CameraId, scale: float) -> Mapping[str, tuple[tuple[float, float], ...]]:
        table = self._table.by_camera.get(camera)
        if table is None:
            return {}
        return {
            str(region.seat): tuple((float(x), float(y)) for x, y in np.asarray(region.polygon) * scale)
            for region in table.seats
        }

    def _write_report(self) -> Path:
        """The same files as an audit, from what this game itself saw."""
        standing = self._game.standing()
        entries: tuple[TimelineEntry, ...] = self._game.entries()
        chronicle = Chronicle(entries, self._table.chronicle.seats)
        table = Table(self._table.seats, self._table.by_camera, chronicle, self._table.rules)
        findings = Findings(
            cues=sorted(self._playback.cues, key=lambda cue: (cue.when.start.earliest_ns, cue.kind, str(cue.subject))),
            suggestions=list(standing.suggestions),
            pictures={camera: health.pictures for camera, health in self._playback.health().items()},
        )
        for window in chronicle.windows:
            findings.ballots += ballots(window, findings.cues, table.rules, chronicle.seats)
        folder = self._order.game_folder / "report"
        name = (self._order.recording_folder or self._order.game_folder).name
        with whole_folder(folder) as work:
            write_results(findings, table, self._recording, self._words, work, name=name)
        return folder / "report.html"
