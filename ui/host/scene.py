"""Top band: the phase, who it is about, and the one large value."""

from __future__ import annotations

from engine.codes import Phase
from engine.flow.day import next_speaker
from engine.intervals import NS_PER_MS, NS_PER_S, Interval
from engine.play_rules import play_rules
from engine.ruleset import Ruleset
from engine.state import GameState
from ui.host.moments import Moments
from ui.host.periods import BALLOTS, DARK, NIGHT_ZERO_STEPS
from ui.host.view import Timer
from ui.host.wording import clock, named, seats_listed
from ui.words import Words

_WARNING_NS = 10 * NS_PER_S


def phase_line(state: GameState, words: Words, *, night: bool) -> str:
    """«ДЕНЬ 2 · ГОЛОСОВАНИЕ 2 ИЗ 3»."""
    return _phase_line(state, words, night=night).upper()


def _phase_line(state: GameState, words: Words, *, night: bool) -> str:
    if state.phase in (Phase.SETUP, Phase.OVER):
        return words.code("phase", state.phase)
    if state.phase in NIGHT_ZERO_STEPS:
        return words("night {n}", n=0)
    if night:
        return words("night {n}", n=state.night)
    day = words("day {n}", n=state.day)
    vote = state.vote
    if state.phase is Phase.BALLOT and vote is not None:
        which = words("vote {n} of {all}", n=vote.index + 1, all=len(vote.candidates))
        return f"{day} · {which}"
    return f"{day} · {words.code('stage', state.phase)}"


def headline(state: GameState, words: Words) -> str:
    """Whom or what the moment is about."""
    if state.paused_ns is not None:
        return words("Technical pause")
    if state.speaker is not None:
        return _speaker(state, words)
    vote = state.vote
    match state.phase:
        case Phase.BALLOT if vote is not None and vote.open is not None:
            return words("For {who}", who=named(vote.open, state, words))
        case Phase.VOTE if vote is not None and vote.index < len(vote.candidates):
            return words("Next for {who}", who=named(vote.candidates[vote.index], state, words))
        case Phase.TIE | Phase.SHOOTOUT | Phase.LIFT | Phase.LIFT_BALLOT if vote is not None:
            return words(f"about.{state.phase}", seats=seats_listed(vote.candidates))
        case Phase.DAY if (turn := next_speaker(state)) is not None:
            return words("Next {who}", who=named(turn, state, words))
        case Phase.MORNING:
            return _morning(state, words)
        case Phase.OVER:
            return words(f"won.{state.result}") if state.result else words("phase.over")
        case Phase.FAREWELL if state.owed:
            return words("Last word: {who}", who=named(state.owed[0], state, words))
        case _:
            return words.code("phase", state.phase)


def _speaker(state: GameState, words: Words) -> str:
    who = named(state.speaker, state, words) if state.speaker is not None else ""
    template = {Phase.LAST_WORD: "Last word: {who}", Phase.BEST_MOVE: "Best move: {who}"}.get(state.phase)
    return words(template or "{who} speaks", who=who)


def _morning(state: GameState, words: Words) -> str:
    """What the host is about to announce."""
    tonight = [seat for night, seat in state.record.kills if night == state.night]
    return words("Killed: {who}", who=named(tonight[-1], state, words)) if tonight else words("Nobody is killed")


def timer(state: GameState, moments: Moments, now_ns: int, rules: Ruleset, words: Words) -> Timer:
    """The large value: time left, time since the call, the word, or how long a step lasts."""
    if state.phase in BALLOTS:
        return _ballot_timer(state, moments, now_ns, words)
    if state.deadline_ns is not None:
        return _speech_timer(state, now_ns, rules, words)
    if state.phase in DARK:
        since = max(0, now_ns - moments.phase_since_ns)
        return Timer(clock(since), words("step"))
    if state.paused_ns is not None:
        return Timer(clock(now_ns - state.paused_ns), words("pause"))
    return Timer("", "")


def _speech_timer(state: GameState, now_ns: int, rules: Ruleset, words: Words) -> Timer:
    moment = state.paused_ns if state.paused_ns is not None else now_ns
    left = (state.deadline_ns or 0) - moment
    total = max(_length_ns(state, rules), left, 1)
    value = clock(left + NS_PER_S - 1)  # counts down to zero, never shows a second that is over
    note = words("of {s} s", s=total // NS_PER_S)
    if state.paused_ns is not None:
        note = words("pause")
    elif left <= 0:
        value, note = clock(0), words("time is up: {s} s", s=-left // NS_PER_S)
    return Timer(value, note, max(0.0, left / total), _WARNING_NS / total if total > _WARNING_NS else None)


def _length_ns(state: GameState, rules: Ruleset) -> int:
    play = play_rules(rules, state.answers)
    if play is None:
        return 0
    lengths = {
        Phase.SHOOTOUT: play.shootout_ns,
        Phase.LAST_WORD: play.last_word_ns,
        Phase.BEST_MOVE: play.best_move_ns,
    }
    return lengths.get(state.phase, play.speech_ns)


def _ballot_timer(state: GameState, moments: Moments, now_ns: int, words: Words) -> Timer:
    called, vote = moments.called_ns, state.vote
    if vote is None or vote.word is None:
        since = now_ns - called if called is not None else 0
        return Timer(clock(since), words("since the call"))
    note = words.code("word_source", vote.source) if vote.source else ""
    note = f"{note}, ±{_half_width_ms(vote.word.start)} {words('ms')}" if note else ""
    if called is not None:
        after = words("after {s} s", s=words.seconds(vote.word.start.middle_ns - called))
        note = f"{after} · {note}" if note else after
    return Timer(words("“Thank you”"), note, 1.0, is_word=True)


def _half_width_ms(moment: Interval) -> int:
    return -(-moment.width_ns // (2 * NS_PER_MS))
