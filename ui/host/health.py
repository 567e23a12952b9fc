"""Footer and alerts: whether it is recorded, how old the picture is, what was lost, and what that means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.intervals import NS_PER_MS, NS_PER_S
from engine.seats import GAME_SEATS
from ui.host.view import Notice, Sign
from ui.host.wording import counted
from ui.session.messages import CameraHealth, Ended, SeatSight, Snapshot
from ui.words import Words

STALE_TABLE_NS: Final = 2 * NS_PER_S
STALE_PICTURE_NS: Final = NS_PER_S
SLOW_01: Final = 0.6  # of a recording's own speed below which the screen says so


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that stays on the screen until it is solved: short in the top band, whole at the bottom right."""

    short: str
    notice: Notice


def recording_words(snapshot: Snapshot | None, *, playback: bool, words: Words) -> tuple[str, Sign]:
    """«Запись идёт», or what else is the case."""
    if snapshot is not None and (snapshot.ended is Ended.FAILED or snapshot.failure):
        return words("Stopped"), Sign.LOST
    if snapshot is None:
        return words("Starting"), Sign.NOT_OBSERVED
    if playback:
        over = snapshot.ended is Ended.RECORDING_OVER
        return (words("Playback is over"), Sign.DONE) if over else (words("Playback"), Sign.NOW)
    return words("Recording"), Sign.DOT


def health(snapshot: Snapshot | None, now_ns: int, words: Words) -> tuple[str, str]:
    """Cameras, age of the picture and losses; and the detail that a narrow footer sheds."""
    if snapshot is None or not snapshot.cameras:
        return words("no camera yet"), ""
    cameras = snapshot.cameras.values()
    lost = sum(camera.lost for camera in cameras)
    skipped = sum(camera.not_analysed for camera in cameras)
    told = [words("lost {n}", n=lost)]
    if snapshot.ended is None:
        age_ms = max(_age_ns(camera, now_ns) for camera in cameras) // NS_PER_MS
        rate = min(camera.rate_hz for camera in cameras)
        told = [words("picture {ms} ms", ms=age_ms), words("{rate}/s", rate=words.number(rate, 0)), *told]
    short = " · ".join(told)
    detail = f"{counted('camera', len(snapshot.cameras), words)} · " + words("not analysed {n}", n=skipped)
    if snapshot.paced_01 < 0.98:
        detail += " · " + words("pace {share} %", share=round(100 * snapshot.paced_01))
    return short, detail


def _age_ns(camera: CameraHealth, now_ns: int) -> int:
    return max(0, now_ns - camera.newest_t_ns)


@dataclass(frozen=True, slots=True)
class Moment:
    """What a window knows of its table at one moment."""

    silent_ns: int  # how long the table has sent nothing
    game_ns: int
    alive: bool
    playback: bool


def trouble(snapshot: Snapshot | None, moment: Moment, words: Words) -> Trouble | None:
    """The worst thing that is wrong now."""
    if not moment.alive and (snapshot is None or snapshot.ended is None):
        return _trouble(
            words("Table process ended"),
            words("Nothing is judged any more; what was entered is in the journal. Start the program again."),
        )
    if snapshot is None:
        return None
    if snapshot.failure:
        return _trouble(words("Observation stopped"), snapshot.failure)
    if snapshot.journal_trouble:
        return _trouble(
            words("The journal is not on the disk"),
            words("The game goes on in memory ({reason}): make room on the disk now.", reason=snapshot.journal_trouble),
        )
    if snapshot.ended is not None:
        return None
    if moment.silent_ns > STALE_TABLE_NS:
        text = words("The table is silent for {s} s", s=words.seconds(moment.silent_ns, 1))
        return _trouble(text, words("Keys are kept and sent when it answers; the recording runs on its own."))
    # A recording cannot fall silent: where its pictures are late, the looking is.
    return _late_playback(snapshot, words) if moment.playback else _silent_camera(snapshot, moment.game_ns, words)


def _late_playback(snapshot: Snapshot, words: Words) -> Trouble | None:
    if snapshot.left_out:
        short = words("The recording goes another way")
        text = words(
            "What was decided here leads elsewhere: {n} entries of the recording no longer fit. Go on by key, or undo with Z.",
            n=snapshot.left_out,
        )
        return Trouble(short, Notice(Sign.NOTE, short, text))
    if snapshot.paced_01 < SLOW_01:
        short = words("Played at {share} % of its speed", share=round(100 * snapshot.paced_01))
        text = words(
            "This computer looks more slowly than the cameras filmed; nothing is left out. Close other programs."
        )
        return Trouble(short, Notice(Sign.NOTE, short, text))
    return None


def _silent_camera(snapshot: Snapshot, now_ns: int, words: Words) -> Trouble | None:
    for name, camera in sorted(snapshot.cameras.items()):
        age_ns = _age_ns(camera, now_ns)
        if camera.pictures and age_ns > max(STALE_PICTURE_NS, 4 * round(NS_PER_S / max(camera.rate_hz, 1.0))):
            short = words("{camera} is silent for {s} s", camera=name, s=words.seconds(age_ns, 1))
            text = words("What this camera alone sees is not observed. Check its cable.")
            return Trouble(short, Notice(Sign.DEGRADED, short, text))
    return None


def _trouble(short: str, text: str) -> Trouble:
    return Trouble(short, Notice(Sign.LOST, short, text))


def observed_text(snapshot: Snapshot, words: Words) -> str:
    """How much is observed: never that all is clear."""
    here = snapshot.state.at_table() or GAME_SEATS
    sights = {seat: snapshot.seats[seat].sight for seat in here if seat in snapshot.seats}
    if not sights:
        return words("No seat is observed yet.")
    blind = [seat for seat, sight in sights.items() if sight is SeatSight.BLIND]
    part = [seat for seat, sight in sights.items() if sight is SeatSight.DEGRADED]
    told = [words("Observed: {n} seats of {all}.", n=len(sights) - len(blind), all=len(here))]
    if part:
        told.append(words("In part: {seats}.", seats=", ".join(map(str, part))))
    if blind:
        told.append(words("Not seen: {seats}.", seats=", ".join(map(str, blind))))
    return " ".join(told)
