"""What the sound of a recording adds to its timeline: closing words that nobody wrote down.

«Спасибо» also ends speeches, so a closing word counts only while a candidate's vote is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from audio.capture.track import SoundFault, read_sound
from audio.recording.sound_times import COLUMNS, FILE_NAME, read_recorded_sound
from audio.sound import Sound
from audio.words import HeardWord, words_in
from engine.actions import ActionKind, HostAction
from engine.codes import CueKind, Phase, TimelineKind, WordSource
from engine.intervals import NS_PER_MS, NS_PER_S, Interval
from engine.state import GameState
from engine.timeline import TimelineEntry
from vision.capture.opening import Recording

OPEN_AFTER_CALL_NS: Final = 300 * NS_PER_MS
"""A word can end no sooner after the candidate was called: hands must have had time to come down."""
OPEN_AT_MOST_NS: Final = 20 * NS_PER_S
"""A vote without a count or a next call is over after this."""
_CALLS: Final = (TimelineKind.CALL, TimelineKind.LIFT_CALL)
_ENDS_A_VOTE: Final = (
    *_CALLS,
    TimelineKind.COUNT,
    TimelineKind.VOTE_OPEN,
    TimelineKind.VOTE_CLOSE,
    TimelineKind.SHOOTOUT_START,
    TimelineKind.SPEECH_START,
    TimelineKind.NIGHT_CUE,
)
_BALLOTS: Final = (Phase.BALLOT, Phase.LIFT_BALLOT)


def open_votes(entries: Sequence[TimelineEntry]) -> tuple[Interval, ...]:
    """When each vote was open whose closing word nobody wrote down."""
    found = []
    for number, entry in enumerate(entries):
        if entry.kind not in _CALLS:
            continue
        end_ns = entry.t.latest_ns + OPEN_AT_MOST_NS
        worded = False
        for after in entries[number + 1 :]:
            worded = worded or after.kind is TimelineKind.WORD
            if after.kind in _ENDS_A_VOTE:
                end_ns = min(end_ns, after.t.latest_ns)
                break
        begins_ns = entry.t.earliest_ns + OPEN_AFTER_CALL_NS
        if not worded and end_ns > begins_ns:
            found.append(Interval(begins_ns, end_ns))
    return tuple(found)


def with_heard_words(entries: Sequence[TimelineEntry], words: Iterable[HeardWord]) -> tuple[TimelineEntry, ...]:
    """The timeline with the first closing word heard in each vote that has none; its source is the microphone."""
    closing = sorted((word for word in words if word.kind is CueKind.CLOSING_WORD), key=lambda word: word.end.middle_ns)
    added = []
    for vote in open_votes(entries):
        word = next((word for word in closing if vote.contains(word.end.middle_ns)), None)
        if word is not None:
            added.append(entry_of(word))
    return tuple(sorted((*entries, *added), key=lambda entry: entry.t))


def entry_of(word: HeardWord) -> TimelineEntry:
    """A heard closing word as a line of a timeline."""
    return TimelineEntry(
        t=word.end,
        kind=TimelineKind.WORD,
        source=WordSource.MICROPHONE,
        start=word.start,
        end=word.end,
        word=word.word,
    )


def heard(entries: Sequence[TimelineEntry], recording: Recording) -> tuple[TimelineEntry, ...]:
    """The timeline with what the sound adds; the sound is only listened to where a vote lacks its word.

    A recording without sound, or with sound that cannot be read, keeps its timeline as it is.
    """
    if not open_votes(entries):
        return tuple(entries)
    try:
        stretches = sound_of(recording)
    except SoundFault:
        return tuple(entries)
    return with_heard_words(entries, words_in(stretches))


def sound_of(recording: Recording) -> tuple[Sound, ...]:
    """A recording's sound on its own clock; empty where it has none. Raises SoundFault for what cannot be read."""
    if recording.folder is not None:
        return sound_of_folder(recording.folder.folder)
    return () if recording.sound_path is None else read_sound(recording.sound_path, recording.sound_zero_ns)


def sound_of_folder(folder: Path) -> tuple[Sound, ...]:
    """The sound of a recorded game by the recorder's times, of a rendered one by its samples."""
    times = folder / FILE_NAME
    if times.is_file() and times.read_text("utf-8").startswith(",".join(COLUMNS)):
        return read_recorded_sound(folder)
    whole = folder / "audio_000.flac"
    return read_sound(whole) if whole.is_file() else ()


def action_of(word: HeardWord, state: GameState, called_ns: int = 0) -> HostAction | None:
    """A word heard live as the host's own action; None where the gate is shut.

    `called_ns` is when the open candidate was called, as far as that is known.
    """
    if word.kind is not CueKind.CLOSING_WORD or state.phase not in _BALLOTS:
        return None
    if state.vote is not None and state.vote.word is not None:
        return None  # the first word counts, and whoever pressed the key need not be told off
    if word.end.middle_ns < called_ns + OPEN_AFTER_CALL_NS:
        return None
    t_ns = max(word.end.middle_ns, state.t_ns)
    return HostAction(ActionKind.CLOSING_WORD, t_ns, word=word.span, source=WordSource.MICROPHONE, text=word.word)


class LiveGate:
    """Notices when each candidate is called, so that a word said before it does not close the vote after it."""

    def __init__(self) -> None:
        self._open: tuple[object, ...] | None = None
        self._called_ns = 0

    def watch(self, state: GameState) -> None:
        """To be shown the game's state often."""
        vote = state.vote
        if vote is None or state.phase not in _BALLOTS:
            self._open = None
            return
        opened = (state.day, vote.number, vote.index, vote.open, state.phase)
        if opened != self._open:
            self._open, self._called_ns = opened, state.t_ns

    def action(self, word: HeardWord, state: GameState) -> HostAction | None:
        """The closing word as an action, or None."""
        self.watch(state)
        return action_of(word, state, self._called_ns)
