"""Every code and every sentence that a person can meet has words in Russian, Ukrainian and English."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import pytest

import audio
import calibration
import engine
import models
import ui
import vision
from engine import actions, clauses, codes, events, penalties, state
from engine.faults import Fault
from engine.focus import Period
from engine.ruleset import load_rules, rules_ids
from engine.seats import Person
from ui.host import cards, digits, steps
from ui.host.digits import Mode
from ui.host.periods import DARK, NIGHT_STEPS, NIGHT_ZERO_STEPS
from ui.host.view import HandMark, Tier
from ui.host.view import Mark as SeatMark
from ui.keys import Command
from ui.label.desk import HELP, Said
from ui.label.labels import MarkKind
from ui.review import help as help_module
from ui.review.desk import REASONS, Screen
from ui.review.speeds import REAL, SLOW
from ui.session.messages import Ended, SeatSight
from ui.setup import help as setup_help
from ui.setup.checks import Page, Standing
from ui.words import LANGUAGES, Words, _catalogue
from vision.capture.camera_state import CameraState, CameraTrouble
from vision.recording.loss_reasons import LOSS_REASONS

ROOT = Path(ui.__file__).parent
GROUPS: dict[str, type[StrEnum]] = {
    "action": actions.ActionKind,
    "awake": codes.Awake,
    "camera_state": CameraState,
    "camera_trouble": CameraTrouble,
    "confidence": codes.ConfidenceWord,
    "consequence": penalties.Consequence,
    "cue": codes.CueKind,
    "decision": codes.Decision,
    "departure": state.Departure,
    "ended": Ended,
    "event": events.EventKind,
    "eyes": codes.Eyes,
    "form": codes.HandForm,
    "hand": HandMark,
    "head": codes.Head,
    "key": Command,
    "label_mark": MarkKind,
    "mark": SeatMark,
    "mask": codes.Mask,
    "outcome": state.Outcome,
    "permission": codes.PermissionKind,
    "person": Person,
    "phase": codes.Phase,
    "place": codes.HandPlace,
    "refusal": events.RefusalCode,
    "request": codes.RequestKind,
    "review": codes.ReviewResult,
    "role": codes.Role,
    "sanction": clauses.Sanction,
    "section": codes.Section,
    "setup": Page,
    "side": codes.Side,
    "sight": SeatSight,
    "standing": Standing,
    "team": codes.Team,
    "unobserved": codes.Unobserved,
    "verdict": codes.VoteVerdict,
    "won": state.Outcome,
    "word_source": codes.WordSource,
}
FOUL_NAMES = sorted({load_rules(rules).text("foul_name") or "foul" for rules in rules_ids()})


def test_the_rulebooks_know_three_names_for_a_foul() -> None:
    assert FOUL_NAMES == ["foul", "remark", "warning"]


def built_messages() -> set[str]:
    """Messages whose ids are put together while the program runs."""
    found = {f"{group}.{code}" for group, kind in GROUPS.items() for code in kind}
    found |= {
        f"count.{what}.{form}" for what in (*FOUL_NAMES, "vote", "camera") for form in ("one", "few", "many", "other")
    }
    found |= {f"{group}.{name}" for group in ("nth", "announce", "tier", "mode") for name in FOUL_NAMES}
    found |= {f"tier.{tier}" for tier in Tier} | {f"mode.{mode}" for mode in Mode}
    found |= {f"soften.{reason}" for reason in cards.SOFTEN_REASONS} | {"key.small"}
    found |= {f"loss.{reason}" for reason in LOSS_REASONS}
    found |= {f"step.{phase}" for phase in (*NIGHT_STEPS, *NIGHT_ZERO_STEPS)}
    unstaged = {codes.Phase.SETUP, codes.Phase.OVER, *DARK} - {codes.Phase.BEST_MOVE}
    found |= {f"stage.{phase}" for phase in set(codes.Phase) - unstaged}
    found |= {f"about.{phase}" for phase in ("tie", "shootout", "lift", "lift_ballot")}
    found |= {f"label_said.{said}" for said in Said if said is not Said.NOTHING}
    found |= {f"label_key.{meaning}" for _, meaning in HELP}
    found |= {f"press.{meaning}" for _, meaning in (*help_module._REVIEW, *help_module._AUDIT)}
    found |= {f"help.{screen}" for screen in Screen} | {f"review_means.{result}" for result in codes.ReviewResult}
    found |= {f"press.{meaning}" for keys in (setup_help.ALWAYS, *setup_help.OWN.values()) for _, meaning in keys}
    found |= {f"help.setup_{page}" for page in Page}
    found |= {f"period.{period}" for period in Period} | {f"review_reason.{reason}" for reason in REASONS}
    found |= {f"speed.{speed:g}" for speed in (REAL, *SLOW)}
    found |= {"fact.eyes_open", "fact.hand_held_past_word", "Which soften?", "Which sanction?"}
    found |= {text for _, text in steps._PLAIN.values()}
    found |= {meaning.word for meaning in (*digits._MEANINGS.values(), digits._NOTHING)}
    return found


def literal_messages() -> set[str]:
    """Every `words("…")` of the program, and every message that a template asks for."""
    found = {message for path in ROOT.rglob("*.py") for message in _literals(path)}
    for template in (ROOT / "evidence" / "templates").glob("*.j2"):
        found |= set(re.findall(r"""words\(\s*["']([^"']+)["']""", template.read_text("utf-8")))
    return found


def _literals(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = node.func
        name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
        first = node.args[0]
        if name == "words" and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value


def fault_templates() -> set[str]:
    """The sentence of every kind of Fault, read from the sources: importing every network would take long."""
    packages = (audio, calibration, engine, models, ui, vision)
    paths = [path for package in packages for root in package.__path__ for path in Path(root).rglob("*.py")]
    return {template for path in paths for template in _templates(path)}


def _templates(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        for line in node.body if isinstance(node, ast.ClassDef) else ():
            named = line.targets[0] if isinstance(line, ast.Assign) else None
            if isinstance(line, ast.Assign) and isinstance(named, ast.Name) and named.id == "template":
                yield str(ast.literal_eval(line.value))


def test_the_templates_read_are_those_of_the_classes() -> None:
    """Every kind of Fault that these modules define was found in the sources."""
    for module in ("calibration.json_file", "vision.recording.times_file", "ui.evidence.whole_files"):
        importlib.import_module(module)
    kinds, found = list(Fault.__subclasses__()), []
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        found += [kind.template] if "template" in kind.__dict__ and not kind.__module__.startswith("tests") else []
    assert set(found) <= fault_templates()
    assert found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words(language: str) -> None:
    words = Words(language)
    assert sorted(message for message in built_messages() if not words.knows(message)) == []


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_every_sentence_has_words(language: str) -> None:
    words = Words(language)
    assert sorted(message for message in literal_messages() if not words.knows(message)) == []


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_every_fault_has_words(language: str) -> None:
    words, templates = Words(language), fault_templates()
    assert templates
    assert sorted(template for template in templates if not words.knows(template)) == []


def test_every_language_fills_the_same_places() -> None:
    catalogues = {language: _catalogue(language) for language in LANGUAGES}
    wrong = []
    for message in set().union(*catalogues.values()):
        told = {
            language: places(catalogue[message]) for language, catalogue in catalogues.items() if catalogue.get(message)
        }
        expected = places(message) or next(iter(told.values()))
        if any(found != expected for found in told.values()):
            wrong.append((message, told))
    assert wrong == []


def places(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\{(\w+)\}", text))


FORBIDDEN = {
    "ru": ("подсмотр", "специально", "пытал", "наруш", "чисто", "обман"),
    "uk": ("підглян", "навмисн", "спеціально", "намага", "чисто", "обман"),
    "en": ("on purpose", "cheat", "tried to", "peeked", "violat"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_seen_is_said_and_never_why(language: str) -> None:
    words = Words(language)
    said = {words(message).lower() for message in built_messages()}
    assert [text for text in said for word in FORBIDDEN[language] if word in text] == []


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_russian_and_ukrainian_stand_in_their_own_letters(language: str) -> None:
    alien = {"ru": "іїєґІЇЄҐ", "uk": "ыэъёЫЭЪЁ"}[language]
    catalogue = _catalogue(language)
    assert [text for text in catalogue.values() if set(text) & set(alien)] == []
