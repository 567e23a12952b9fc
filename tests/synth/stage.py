"""A scenario made ready to play: people in their places, lines timed, every act turned into movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from engine.seats import Person, Subject, subject_of
from tests.synth.actor import Actor
from tests.synth.acts.base import Act, act_from
from tests.synth.camera import Camera
from tests.synth.figure import Figure, Solved
from tests.synth.motion import minimum_jerk
from tests.synth.placements import OutOfReach
from tests.synth.raster import Light
from tests.synth.room import RoomLook
from tests.synth.scenario import Anchors, CameraSpec, SaySpec, Scenario, ScenarioError
from tests.synth.speech import spoken
from tests.synth.table import Place, Table

ARMS_REACH_M: Final = 1.1
"""Distance of two places at which one can touch the other."""
LIGHTS: Final[Mapping[str, Light]] = {
    "bright": Light(exposure=1.15),
    "usual": Light(),
    "dim": Light(exposure=0.55),
    "one_lamp": Light(lamp=(1.3, 1.15, 0.95), ambient=(0.12, 0.12, 0.13), fill=(0.05, 0.05, 0.05), exposure=0.8),
    "candle": Light(
        lamp_m=(0.1, 0.05, 1.35), lamp=(0.42, 0.25, 0.11), ambient=(0.07, 0.06, 0.05), fill=(0.03, 0.03, 0.03)
    ),
    "night": Light(lamp=(0.50, 0.50, 0.56), ambient=(0.22, 0.23, 0.28), fill=(0.13, 0.13, 0.16), exposure=1.0),
    "night_blue": Light(lamp=(0.22, 0.30, 0.62), ambient=(0.09, 0.12, 0.25), fill=(0.05, 0.06, 0.12), exposure=0.9),
    "night_red": Light(lamp=(0.62, 0.20, 0.18), ambient=(0.25, 0.09, 0.08), fill=(0.12, 0.05, 0.05), exposure=0.9),
}


class Unplayable(ScenarioError):
    """An act that its person cannot do there and then; `seat` is 0 for the host."""

    def __init__(self, subject: Subject, problem: str) -> None:
        super().__init__(problem)
        self.seat = int(subject) if isinstance(subject, int) else 0


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One spoken line with its true times."""

    say: SaySpec
    start_s: float
    end_s: float


@dataclass(eq=False)
class Stage:
    """Everything that happens, ready to be asked for any time."""

    scenario: Scenario
    table: Table
    places: list[Place]
    actors: dict[Subject, Actor]
    lines: list[Line]
    anchors: Anchors
    acts: list[Act] = field(default_factory=list)

    @property
    def room(self) -> RoomLook:
        spec = self.scenario.table
        return RoomLook(
            seed=self.scenario.room_seed,
            cloth=spec.cloth,
            cups=spec.cups,
            number_cards=spec.number_cards,
            masks_lying=spec.masks_lying,
            phones=spec.phones,
        )

    @property
    def figures(self) -> list[Figure]:
        return [actor.figure for actor in self.actors.values()]

    def solved(self, t_s: float) -> list[Solved]:
        """Everybody's mesh at one time, in the order of `figures`."""
        return [actor.figure.solve(actor.posture(t_s)) for actor in self.actors.values()]

    def light(self, t_s: float) -> Light:
        """The room's light at one time."""
        now = LIGHTS[self.scenario.light[0].level]
        for change in self.scenario.light[1:]:
            at = self.anchors.seconds(change.at)
            if t_s <= at:
                break
            now = now.towards(LIGHTS[change.level], minimum_jerk((t_s - at) / change.within_s))
        return now

    def seconds(self, moment: float | str) -> float:
        return self.anchors.seconds(moment)

    def neighbours(self, subject: Subject) -> list[Actor]:
        """Who sits within arm's reach of somebody."""
        own = self.actors[subject]
        apart = {
            other.who: float(np.hypot(*np.subtract(own.figure.place.xy_m, other.figure.place.xy_m)))
            for other in self.actors.values()
        }
        return [other for other in self.actors.values() if 0 < apart[other.who] < ARMS_REACH_M]


def camera_of(spec: CameraSpec, scale: float = 1.0) -> Camera:
    """A camera of the scenario, its picture scaled for small renders (to even sizes)."""
    size = tuple(round(n * scale / 2) * 2 for n in spec.size_px)
    return Camera(spec.id, (size[0], size[1]), spec.place_m, spec.look_at_m, spec.hfov_deg, spec.distortion)


def set_stage(scenario: Scenario) -> Stage:
    """Seat people, speak the lines, perform the acts; raises ScenarioError for what cannot be done."""
    table = Table(scenario.table.half_length_m, scenario.table.half_width_m)
    places = table.places(scenario.table.turned)
    anchors = Anchors()
    lines = list(_spoken(scenario, anchors))
    actors = {}
    for person in sorted(scenario.person, key=lambda p: 0 if p.seat == "host" else int(p.seat)):
        number = 0 if person.seat == "host" else int(person.seat)
        if number >= len(places):
            raise ScenarioError(f"there is no place for seat {number} at a table of {len(places)}.")
        who = Person.HOST if person.seat == "host" else subject_of(person.seat)
        figure = Figure(scenario.look(person), places[number], table)
        actor = Actor(
            who, figure, scenario.seed * 50 + number, scenario.duration_s, person.restless, has_mask=person.mask
        )
        actor.words = [(line.start_s, line.end_s) for line in lines if line.say.who == person.seat]
        actors[who] = actor
    stage = Stage(scenario, table, places, actors, lines, anchors)
    _perform(stage)
    return stage


def _spoken(scenario: Scenario, anchors: Anchors) -> Iterator[Line]:
    sound = scenario.sound
    for say in scenario.say:
        start = anchors.seconds(say.at)
        length_s = say.length_s if say.length_s is not None else spoken(say, sound).length_s
        anchors.spans[say.name] = start, start + length_s
        yield Line(say, start, start + length_s)


def _perform(stage: Stage) -> None:
    acts = [act_from(document) for document in stage.scenario.act]
    todo = []
    for order, act in enumerate(acts):
        for subject in act.subjects(stage):
            rng = np.random.default_rng([stage.scenario.seed, order, int(subject) if isinstance(subject, int) else 0])
            late = float(rng.uniform(0, act.spread_s)) if act.spread_s else 0.0
            todo.append((stage.seconds(act.at) + late - act.needs_s, order, subject, act, late, rng))
    for _, _, subject, act, late, rng in sorted(todo, key=lambda row: row[:2]):
        try:
            act.perform(stage, stage.actors[subject], stage.seconds(act.at) + late, rng)
        except (ValueError, OutOfReach) as problem:
            raise Unplayable(subject, f"seat {subject}, {act.kind} at {act.at}: {problem}") from problem
    stage.acts = acts
