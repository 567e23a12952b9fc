"""The journal: folds to the same game, shows every change, survives a power cut, takes back by adding."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import pytest

from engine.actions import ActionKind, HostAction, Review, Verdict, input_as_json, input_from_json
from engine.codes import (
    CueKind,
    Decision,
    JournalType,
    PermissionKind,
    Phase,
    RequestKind,
    ReviewResult,
    TimelineKind,
    WordSource,
)
from engine.cues import Cue
from engine.journal import (
    GENESIS,
    Chain,
    Finding,
    Journal,
    JournalError,
    Line,
    can_retract,
    fold,
    last_undoable,
    read_journal,
    redacted,
    verify,
)
from engine.ruleset import load_rules
from engine.seats import Person, Seat
from engine.state import GameState, Problem, problems
from engine.step import Step, step
from engine.timeline import read_timeline
from tests.engine.builders import cue, seats, word
from tests.engine.script import run, table_of

RULES = load_rules("fsm2024")
FULL_GAME = """
deal 1 2 3 4
start
agreement
introductions
seating
day
speeches 1:5 2:6
open
call 5
hand 1 2 3 4 7 8
word
count
call 6
word
count
words
kill 7
day
words
speak 2
"""


class Keeper:
    """Keeps a journal as the program does: accepted inputs only."""

    def __init__(self) -> None:
        line, self.chain = Chain().opening("fsm2024", "2026-11-30T10:00:00Z")
        self.lines: list[Line] = [line]
        self.state = GameState()

    def take(self, given: HostAction | Cue | Verdict | Review, t_ns: int) -> Step:
        done = step(self.state, given, RULES)
        assert isinstance(done, Step), (given, done)
        lines, self.chain = self.chain.accepted(given, done.events, done.suggestions, t_ns)
        self.lines += lines
        self.state = done.state
        return done

    @property
    def text(self) -> str:
        return "".join(line.text + "\n" for line in self.lines)


def kept_game(*extra: HostAction | Cue | Verdict | Review) -> Keeper:
    """A game of one day and one night with a contact seen at the end."""
    played = run(table_of("new"), FULL_GAME)
    keeper = Keeper()
    for action in _inputs_of(FULL_GAME):
        keeper.take(action, action.t_ns)
    assert keeper.state == played.state
    at_s = keeper.state.t_ns / 1e9
    keeper.take(cue(CueKind.CONTACT, 6, at_s + 1, targets=(8,)), keeper.state.t_ns)
    for given in extra:
        keeper.take(given, keeper.state.t_ns)
    return keeper


def _inputs_of(script: str) -> list[HostAction]:
    """The actions a script consists of."""
    taken: list[HostAction] = []
    table = table_of("new")
    give = table.give

    def noting(given: HostAction) -> Step:
        taken.append(given)
        return give(given)

    table.give = noting  # type: ignore[method-assign]
    run(table, script)
    return taken


KEEPER = kept_game()


class TestFolding:
    def test_the_journal_is_the_game(self) -> None:
        assert fold(read_journal(KEEPER.text), RULES) == KEEPER.state
        assert problems(KEEPER.state) is Problem.NONE

    def test_suggestions_come_from_the_journal_not_from_new_eyes(self) -> None:
        assert [known.clause for known in fold(read_journal(KEEPER.text), RULES).pending] == ["F6.6.3"]
        sharper = KEEPER.text.replace('"F6.6.3"', '"F6.6.2"')
        assert [known.clause for known in fold(read_journal(sharper), RULES).pending] == ["F6.6.2"]

    def test_a_decided_suggestion_is_no_longer_pending(self) -> None:
        keeper = kept_game(Verdict(KEEPER.state.pending[0].id, Decision.ACCEPT, 0))
        folded = fold(read_journal(keeper.text), RULES)
        assert folded == keeper.state
        assert not folded.pending
        assert folded.player(Seat(6)).fouls == 1

    def test_hands_seen_before_the_word_survive_a_crash(self) -> None:
        keeper = Keeper()
        script = FULL_GAME[: FULL_GAME.index("hand 1")]
        for action in _inputs_of(script):
            keeper.take(action, action.t_ns)
        at_s = keeper.state.t_ns / 1e9
        keeper.take(cue(CueKind.TOUCH_DOWN, 6, at_s + 0.2, targets=(5,)), keeper.state.t_ns)
        keeper.take(cue(CueKind.LIFT, 6, at_s + 0.5, targets=(5,)), keeper.state.t_ns)
        again = fold(read_journal(keeper.text), RULES)
        assert again == keeper.state
        closing = HostAction(ActionKind.CLOSING_WORD, keeper.state.t_ns + 1_000_000_000)
        done = step(again, closing, RULES)
        assert isinstance(done, Step)
        assert [made.clause for made in done.suggestions] == ["F6.6.6"]

    def test_a_journal_that_does_not_fit_its_rules_is_refused_at_the_line(self) -> None:
        lines = [line for line in KEEPER.lines if line.body.get("kind") != "start_agreement"]
        odd = [line for line in lines if line.body.get("kind") != "start_game"]
        with pytest.raises(JournalError, match=r"refused here \(not_now\)"):
            fold(Journal(tuple(odd)), RULES)


class TestTakingBack:
    def test_undo_retracts_the_last_thing_a_person_did(self) -> None:
        journal = read_journal(KEEPER.text)
        last = last_undoable(journal)
        assert last is not None
        assert journal.lines[last].body["kind"] == "start_speech"
        line, _ = journal.chain.retraction(last, KEEPER.state.t_ns)
        undone = fold(Journal((*journal.lines, line)), RULES)
        assert undone.speaker is None
        assert undone.phase is Phase.DAY
        assert len(KEEPER.lines) + 1 == len((*journal.lines, line))

    def test_undo_twice_goes_further_back(self) -> None:
        journal = read_journal(KEEPER.text)
        kinds: list[object] = []
        for _ in range(3):
            last = last_undoable(journal)
            assert last is not None
            kinds.append(journal.lines[last].body["kind"])
            line, _chain = journal.chain.retraction(last, 0)
            journal = Journal((*journal.lines, line))
        assert kinds == ["start_speech", "end_speech", "start_speech"]

    def test_what_others_stand_on_cannot_be_taken_back_alone(self) -> None:
        journal = read_journal(KEEPER.text)
        start = next(line.n for line in journal.lines if line.body.get("kind") == "start_game")
        assert not can_retract(journal, start, RULES)
        last = last_undoable(journal)
        assert last is not None
        assert can_retract(journal, last, RULES)

    def test_a_suggestion_goes_with_the_cue_it_came_from(self) -> None:
        journal = read_journal(KEEPER.text)
        seen = next(line.n for line in journal.lines if line.body.get("input") == "cue")
        line, _ = journal.chain.retraction(seen, 0)
        assert not fold(Journal((*journal.lines, line)), RULES).pending


class TestTheChain:
    def test_each_line_is_hashed_without_its_own_hash_over_the_one_before(self) -> None:
        first, second = KEEPER.text.split("\n")[:2]
        value = json.loads(second)
        assert value["prev"] == json.loads(first)["hash"]
        told = value.pop("hash")
        plain = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        assert told == hashlib.sha256(plain.encode()).hexdigest()
        assert json.loads(first)["prev"] == GENESIS

    def test_an_untouched_journal_holds(self) -> None:
        assert verify(KEEPER.text) == ()
        assert verify(KEEPER.text, head=KEEPER.chain.head) == ()
        assert verify(KEEPER.text, head=KEEPER.lines[5].hash) == ()

    def test_a_changed_line_is_found_where_it_is(self) -> None:
        lines = KEEPER.text.split("\n")
        at = next(number for number, line in enumerate(lines) if '"cast"' in line)
        lines[at] = lines[at].replace('"subject":1', '"subject":9')
        assert verify("\n".join(lines)) == (Finding(at + 1, "wrong_hash"),)

    def test_a_line_taken_out_is_found(self) -> None:
        lines = KEEPER.text.split("\n")
        del lines[7]
        found = verify("\n".join(lines))
        assert found[0] == Finding(8, "wrong_link")

    def test_every_single_byte_matters(self) -> None:
        text = KEEPER.text
        for at in range(0, len(text), max(1, len(text) // 60)):
            if text[at] in "\n ":
                continue
            changed = text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :]
            assert verify(changed), at

    def test_a_chain_written_anew_holds_by_itself_and_fails_against_the_head_noted_before(self) -> None:
        chain, lines = Chain(), []
        for line in KEEPER.lines:
            body = {**line.body, "subject": 9} if line.body.get("kind") == "cast" else line.body
            fresh, chain = chain.line(line.type, body, line.t_ns, line.wall)
            lines.append(fresh.text)
        forged = "\n".join(lines) + "\n"
        assert verify(forged) == ()
        assert [finding.problem for finding in verify(forged, head=KEEPER.chain.head)] == ["wrong_head"]


class TestPowerCut:
    def test_a_torn_last_line_is_set_aside_and_the_journal_goes_on(self) -> None:
        torn = KEEPER.text + KEEPER.lines[-1].text[:25]
        journal = read_journal(torn)
        assert journal.torn == KEEPER.lines[-1].text[:25]
        assert journal.lines == tuple(KEEPER.lines)
        note, _ = journal.chain.gap("torn_line", KEEPER.state.t_ns)
        repaired = KEEPER.text + note.text + "\n"
        assert verify(repaired) == ()
        assert fold(read_journal(repaired), RULES) == KEEPER.state
        assert verify(torn)[-1].problem == "torn_end"

    def test_a_last_line_that_lacks_only_its_break_is_whole(self) -> None:
        journal = read_journal(KEEPER.text.rstrip("\n"))
        assert journal.torn is None
        assert len(journal.lines) == len(KEEPER.lines)

    def test_a_broken_line_in_the_middle_is_no_power_cut(self) -> None:
        lines = KEEPER.text.split("\n")
        lines[3] = lines[3][:20]
        with pytest.raises(JournalError, match="journal line 4: not JSON"):
            read_journal("\n".join(lines))

    def test_every_cut_is_survived(self) -> None:
        text = KEEPER.text
        for at in range(1, len(text), max(1, len(text) // 80)):
            journal = read_journal(text[:at])
            assert [line.n for line in journal.lines] == list(range(len(journal.lines)))


class TestSchemas:
    def test_an_older_journal_is_upgraded(self) -> None:
        old = KEEPER.text.replace('"schema":2', '"schema":1')
        undo = '{"n":900,"t_ns":0,"wall":"","type":"undo","body":{"n":3},"prev":"","hash":""}\n'
        journal = read_journal(old + undo)
        assert journal.lines[-1].type is JournalType.RETRACT
        assert journal.lines[-1].body["of"] == 3

    def test_a_newer_one_asks_for_an_update(self) -> None:
        newer = KEEPER.text.replace('"schema":2', '"schema":3')
        with pytest.raises(JournalError, match="schema 3 is newer than this program's 2; update the program"):
            read_journal(newer)

    @pytest.mark.parametrize(
        ("old", "new", "problem"),
        [
            ('"t_ns"', '"tns"', r"unknown key 'tns' \(nearest: t_ns\)"),
            ('"type":"input"', '"type":"imput"', r"'imput' is not a known type|'imput' is not a known"),
            ('"n":1,', '"n":"one",', "n must be a whole number"),
        ],
    )
    def test_a_strange_line_is_named(self, old: str, new: str, problem: str) -> None:
        with pytest.raises(JournalError, match=problem):
            read_journal(KEEPER.text.replace(old, new, 1))

    def test_an_empty_journal_is_a_new_game(self) -> None:
        assert fold(read_journal(""), RULES) == GameState()
        assert read_journal("").chain == Chain()
        assert read_journal(KEEPER.text).rules_id == "fsm2024"


class TestForOtherEyes:
    def test_the_redacted_journal_knows_no_roles_and_holds(self) -> None:
        text = redacted(read_journal(KEEPER.text))
        assert verify(text) == ()
        for word_of_roles in ('"don"', '"sheriff"', '"mafia"', "assign_role", '"shoot"', '"check"', '"cue"'):
            assert word_of_roles not in text

    def test_two_games_that_differ_in_roles_only_look_the_same(self) -> None:
        other = Keeper()
        for given in _inputs_of(FULL_GAME.replace("deal 1 2 3 4", "deal 3 2 1 8")):
            other.take(given, given.t_ns)
        at_s = other.state.t_ns / 1e9
        other.take(cue(CueKind.CONTACT, 6, at_s + 1, targets=(8,)), other.state.t_ns)
        assert redacted(read_journal(other.text)) == redacted(read_journal(KEEPER.text))


class TestAsTimeline:
    def test_a_journal_is_read_as_a_timeline(self) -> None:
        entries = read_timeline(KEEPER.text)
        kinds = [entry.kind for entry in entries if entry.kind is not TimelineKind.ROLE]
        assert kinds[:6] == [
            TimelineKind.NIGHT_CUE,
            TimelineKind.WAKE,
            TimelineKind.SLEEP,
            TimelineKind.SLEEP,
            TimelineKind.DAY_CUE,
            TimelineKind.SPEECH_START,
        ]
        calls = [entry.candidate for entry in entries if entry.kind is TimelineKind.CALL]
        assert calls == [5, 6]
        left = [entry.subject for entry in entries if entry.kind is TimelineKind.ELIMINATED]
        assert left == [5, 7]

    def test_what_was_taken_back_is_not_in_it(self) -> None:
        journal = read_journal(KEEPER.text)
        call = next(line for line in journal.lines if line.body.get("kind") == "call")
        line, _ = journal.chain.retraction(call.n, 0)
        entries = read_timeline(KEEPER.text + line.text + "\n")
        assert [entry.candidate for entry in entries if entry.kind is TimelineKind.CALL] == [6]


@pytest.mark.parametrize(
    "given",
    [
        HostAction(ActionKind.END_SPEECH, 5),
        HostAction(ActionKind.CLOSING_WORD, 5, word=word(0.1, 0.4), source=WordSource.MICROPHONE),
        HostAction(ActionKind.COUNT, 5, seats=seats(1, 2), number=2),
        HostAction(ActionKind.ANSWER, 5, parameter="lift_max", value=4),
        HostAction(ActionKind.ANSWER, 5, parameter="speech_loss_exceptions", value=("shootout",)),
        HostAction(ActionKind.FOUL, 5, Person.HOST, clause="F6.6.4", by="judge"),
        HostAction(ActionKind.REQUEST, 5, request=RequestKind.BOW),
        HostAction(ActionKind.PERMIT, 5, Seat(3), permission=PermissionKind.LEAVE),
        HostAction(ActionKind.MINUS, 5, Seat(3), points=-0.4, text="причина"),
        Verdict("lift-6-1", Decision.SOFTEN, 5, by="judge", reason="легко"),
        Review("lift-6-1", ReviewResult.STANDS, 5),
        cue(CueKind.LIFT, 6, 1.5, until_s=2.0, targets=(4,), measures={"speed_mm_s": 3.5}),
    ],
)
def test_inputs_are_written_and_read_back(given: HostAction | Verdict | Review | Cue) -> None:
    body = json.loads(json.dumps(input_as_json(given), ensure_ascii=False))
    assert input_from_json(body, 5) == given


def test_a_refused_verdict_leaves_the_state_as_it_was() -> None:
    before = KEEPER.state
    refused = step(before, Verdict("nobody", Decision.ACCEPT, 0), RULES)
    assert not isinstance(refused, Step)
    assert replace(before) == KEEPER.state
