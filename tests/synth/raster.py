"""Draws people and room with OpenGL on the CPU (moderngl over EGL, Mesa's software rasteriser): no display, no GPU.

Per frame only bone matrices travel to the vertex shader; one shadow pass serves all cameras of that moment, and the
room behind is drawn once per camera and light and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import moderngl
import numpy as np

from tests.synth import shaders
from tests.synth.camera import Camera, perspective
from tests.synth.figure import Figure, Solved
from tests.synth.figure_mesh import Material, mask_paint
from tests.synth.geometry import F64, U8, normals
from tests.synth.looks import HAIR_COLOURS, IRIS_COLOURS, PATTERN_NUMBER, SHIRT_COLOURS, Colour
from tests.synth.room import Cloth, RoomLook, surroundings, table_top, things
from tests.synth.solids import Solid
from tests.synth.table import Place, Table
from tests.synth.things import Thing, ThingKind, thing_solid
from tests.synth.wardrobe import CUTS, mask_at

_SHADOW_PX: Final = 2048
_CLOSED: Final = (Material.SKIN, Material.EYE)
"""Surfaces whose inside is never seen."""
_PERSON: Final = "3f4 3f4 3f4 3f4 3f4 4u1 4f4 4f4 3f4"
_PERSON_NAMES: Final = ("pos", "nrm", "canon", "lid", "open", "bone", "weight", "paint", "col")
_PLAIN: Final = "3f4 3f4 3f4"
_PLAIN_NAMES: Final = ("pos", "nrm", "col")


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp over the table, soft light from everywhere, and the camera's exposure."""

    lamp_m: tuple[float, float, float] = (0.25, -0.15, 2.9)
    lamp: Colour = (1.05, 0.99, 0.90)
    ambient: Colour = (0.36, 0.37, 0.40)
    fill: Colour = (0.20, 0.20, 0.20)
    exposure: float = 1.0

    def towards(self, other: Light, share: float) -> Light:
        """Between two lights, for switching slowly."""

        def mix(a: Colour, b: Colour) -> Colour:
            return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)

        return Light(
            mix(self.lamp_m, other.lamp_m),
            mix(self.lamp, other.lamp),
            mix(self.ambient, other.ambient),
            mix(self.fill, other.fill),
            self.exposure + (other.exposure - self.exposure) * share,
        )


class _Person:
    """A figure's buffers."""

    def __init__(self, gl: moderngl.Context, programs: dict[str, moderngl.Program], figure: Figure) -> None:
        self.figure = figure
        mesh = figure.mesh
        vertices = np.zeros(len(mesh.position), dtype=_person_layout())
        for name, values in zip(
            _PERSON_NAMES,
            (
                mesh.position,
                mesh.normal,
                mesh.canon,
                mesh.lid,
                mesh.jaw,
                mesh.bones,
                mesh.weights,
                mesh.paint,
                mesh.colour,
            ),
            strict=True,
        ):
            vertices[name] = values
        self._vertices = gl.buffer(vertices.tobytes())
        self.bones = gl.buffer(reserve=489 * 16)
        self.parts: list[tuple[Material, moderngl.VertexArray, moderngl.VertexArray]] = []
        for material, triangles in mesh.triangles.items():
            index = gl.buffer(triangles.astype("u4").tobytes())
            content: list[Any] = [(self._vertices, _PERSON, *_PERSON_NAMES)]
            drawn = gl.vertex_array(programs[material.name], content, index, skip_errors=True)
            cast = gl.vertex_array(programs["person_shadow"], content, index, skip_errors=True)
            self.parts.append((material, drawn, cast))
        masks, triangles = figure.masks
        self._mask_triangles = triangles
        self._mask = gl.buffer(reserve=len(masks[0]) * 9 * 4)
        index = gl.buffer(triangles.astype("u4").tobytes())
        content = [(self._mask, _PLAIN, *_PLAIN_NAMES)]
        self.mask_drawn = gl.vertex_array(programs["plain_cloth"], content, index, skip_errors=True)
        self.mask_cast = gl.vertex_array(programs["plain_shadow"], content, index, skip_errors=True)
        self.masked = False

    def pose(self, solved: Solved) -> None:
        """Send the bones and the mask."""
        self.solved = solved
        self.bones.write(solved.transforms[:, :3, :].astype("f4").tobytes())
        lift = solved.posture.mask_lift
        self.masked = lift is not None
        if lift is not None:
            head = solved.transforms[self.figure.body.index["head"]]
            mask = mask_at(self.figure.masks[0], lift, solved.posture.mask_tilt_deg)
            at = mask @ head[:3, :3].T + head[:3, 3]
            colour = mask_paint(self.figure.look, len(at))
            out = np.concatenate([at, normals(at, self._mask_triangles), colour], axis=1)
            self._mask.write(out.astype("f4").tobytes())


class _Loose:
    """A thing's buffers; one serves all things of its kind and colour in turn."""

    def __init__(self, gl: moderngl.Context, programs: dict[str, moderngl.Program], solid: Solid) -> None:
        self._solid = solid
        self._vertices = gl.buffer(reserve=len(solid.position) * 9 * 4)
        index = gl.buffer(solid.triangles.astype("u4").tobytes())
        content: list[Any] = [(self._vertices, _PLAIN, *_PLAIN_NAMES)]
        self.drawn = gl.vertex_array(programs["plain_cloth"], content, index, skip_errors=True)
        self.cast = gl.vertex_array(programs["plain_shadow"], content, index, skip_errors=True)

    def move(self, to: F64) -> None:
        """Send the vertices as they are at a (4, 4) place."""
        solid = self._solid.moved(to)
        packed = np.concatenate([solid.position, solid.normal, solid.colour], axis=1)
        self._vertices.write(packed.astype("f4").tobytes())


class Raster:
    """A scene that can be drawn again and again; not to be shared between threads."""

    def __init__(self, table: Table, room: RoomLook, places: Sequence[Place], figures: Sequence[Figure]) -> None:
        self.gl = gl = moderngl.create_standalone_context(backend="egl")  # type: ignore[arg-type]  # its stub is wrong
        self._programs = _programs(gl)
        self._room_look = room
        self._room = self._solid(surroundings(room, _empty(places, figures)), "room")
        self._table = self._solid(table_top(table, room), "table")
        lying = things(table, room, list(places))
        self._things = self._solid(lying, "plain_cloth") if lying else None
        self._things_cast = self._solid(lying, "plain_shadow") if lying else None
        self.people = [_Person(gl, self._programs, f) for f in figures]
        self._loose: dict[tuple[ThingKind, Colour], _Loose] = {}
        self._shadow = gl.depth_texture((_SHADOW_PX, _SHADOW_PX))
        self._shadow.compare_func = "<="
        self._shadow.filter = moderngl.LINEAR, moderngl.LINEAR
        self._shadow.repeat_x = self._shadow.repeat_y = False
        self._shadow_target = gl.framebuffer(depth_attachment=self._shadow)
        grain = np.random.default_rng(1).normal(0, 1, (256, 256))
        grain = np.sum([_smoothed(grain, k) for k in (1, 3, 9)], axis=0)
        grain = np.clip(127 + 52 * grain / grain.std(), 0, 255).astype("u1")
        self._grain = gl.texture((256, 256), 1, grain.tobytes())
        self._grain.filter = moderngl.LINEAR, moderngl.LINEAR
        self._targets: dict[tuple[int, int], moderngl.Framebuffer] = {}
        self._kept: dict[Camera, tuple[Light, moderngl.Framebuffer]] = {}
        # Most triangles of a body are smaller than a pixel, so what is turned away is dropped before it costs anything.
        gl.enable(moderngl.DEPTH_TEST | moderngl.CULL_FACE)

    def draw(self, solved: Sequence[Solved], cameras: Sequence[Camera], light: Light) -> list[U8]:
        """One (H, W, 3) RGB picture for each camera, of people solved in the order of `figures`."""
        for person, one in zip(self.people, solved, strict=True):
            person.pose(one)
        lamp_vp = self._cast_shadows(light)
        for name, program in self._programs.items():
            if not name.endswith("shadow"):
                _write(program, "lamp_vp", lamp_vp)
                _set(program, lamp=light.lamp_m, lamp_colour=light.lamp, ambient=light.ambient, fill=light.fill)
                _set(program, exposure=light.exposure, shadow_map=0, grain=1)
        self._shadow.use(0)
        self._grain.use(1)
        return [self._view(camera, light) for camera in cameras]

    def depth(self, solved: Sequence[Solved], camera: Camera, light: Light) -> F64:
        """(H, W) distance along the camera's axis of the nearest surface, metres; the far plane where there is none."""
        self.draw(solved, [camera], light)
        width, height = camera.size_px
        raw = self._target(camera.size_px).read(components=1, attachment=-1, dtype="f4", alignment=1)
        stored = np.frombuffer(raw, np.float32).reshape(height, width)[::-1].astype(np.float64)
        return camera.metres_of_depth(stored)

    def _cast_shadows(self, light: Light) -> F64:
        lamp = Camera("lamp", (1, 1), light.lamp_m, (0.0, 0.0, 0.7), 90)
        vp = perspective(0.85, 0.85, light.lamp_m[2] - 2.0, light.lamp_m[2] + 1.0) @ lamp.view
        self._shadow_target.use()
        self._shadow_target.clear(depth=1.0)
        _write(self._programs["person_shadow"], "vp", vp)
        _write(self._programs["plain_shadow"], "vp", vp)
        self._one_sided(True)
        for person in self.people:
            person.bones.bind_to_uniform_block(0)
            self._face(self._programs["person_shadow"], person)
            for material, _, cast in person.parts:
                if material not in (Material.EYE, Material.LASH):
                    cast.render()
        self._one_sided(False)
        for person in self.people:
            if person.masked:
                person.mask_cast.render()
        if self._things_cast:
            self._things_cast.render()
        for person in self.people:
            for thing in person.solved.posture.things:
                if thing.kind is not ThingKind.CHAIR:
                    self._moved(person, thing).cast.render()
        return vp

    def _view(self, camera: Camera, light: Light) -> U8:
        target = self._target(camera.size_px)
        self.gl.copy_framebuffer(target, self._backdrop(camera, light))
        target.use()
        for name, program in self._programs.items():
            if not name.endswith("shadow"):
                _write(program, "vp", camera.matrix)
                _set(program, eye=camera.place_m)
        glossy = self._room_look.cloth in (Cloth.GLOSSY, Cloth.WOOD)
        weave = 2 if self._room_look.cloth is Cloth.PATTERNED else 1 if glossy else 0
        _set(self._programs["table"], weave=weave, sheen=0.45 if glossy else 0.02)
        self._table.render()
        if self._things:
            _set(self._programs["plain_cloth"], weave=0, sheen=0.05)
            self._things.render()
        _set(self._programs["plain_cloth"], weave=0, sheen=0.05)
        for person in self.people:
            for thing in person.solved.posture.things:
                self._moved(person, thing).drawn.render()
        for person in self.people:
            if _in_view(person.solved, camera):
                self._draw_person(person)
        width, height = camera.size_px
        picture = np.frombuffer(target.read(components=3, alignment=1), np.uint8).reshape(height, width, 3)
        return picture[::-1]

    def _moved(self, person: _Person, thing: Thing) -> _Loose:
        key = thing.kind, thing.colour
        if key not in self._loose:
            self._loose[key] = _Loose(self.gl, self._programs, thing_solid(*key))
        loose = self._loose[key]
        loose.move(person.figure.thing_at(person.solved, thing))
        return loose

    def _draw_person(self, person: _Person) -> None:
        look = person.figure.look
        person.bones.bind_to_uniform_block(0)
        hair, cut = HAIR_COLOURS[look.hair_colour], CUTS[look.hair]
        for material, drawn, _ in person.parts:
            if material is Material.GLASSES and person.masked:
                continue
            program = self._programs[material.name]
            self._face(program, person)
            _set(program, hair_colour=hair, iris_colour=IRIS_COLOURS[look.iris], brows=1.0, sheen=0.02)
            _set(program, weave=PATTERN_NUMBER[look.shirt_pattern], coat=SHIRT_COLOURS[look.jacket or look.shirt])
            shell = (cut.cut_m or 0.0, 0.7285 + cut.fringe_m, 1.0 if cut.cut_m else 0.0)
            _set(program, shell=shell)
            self._one_sided(material in _CLOSED)
            drawn.render()
        self._one_sided(False)
        if person.masked:
            _set(self._programs["plain_cloth"], weave=0, sheen=0.06)
            person.mask_drawn.render()

    def _one_sided(self, only: bool) -> None:
        if only:
            self.gl.enable(moderngl.CULL_FACE)
        else:
            self.gl.disable(moderngl.CULL_FACE)

    def _face(self, program: moderngl.Program, person: _Person) -> None:
        posture = person.solved.posture
        _set(program, lids=posture.lids, jaw=posture.jaw)

    def _backdrop(self, camera: Camera, light: Light) -> moderngl.Framebuffer:
        kept = self._kept.get(camera)
        if kept is not None and kept[0] == light:
            return kept[1]
        target = kept[1] if kept is not None else self._framebuffer(camera.size_px)
        target.use()
        target.clear(0.02, 0.02, 0.02)
        program = self._programs["room"]
        _write(program, "vp", camera.matrix)
        _set(program, eye=camera.place_m)
        self._room.render()
        self._kept[camera] = light, target
        return target

    def _target(self, size: tuple[int, int]) -> moderngl.Framebuffer:
        if size not in self._targets:
            self._targets[size] = self._framebuffer(size)
        return self._targets[size]

    def _framebuffer(self, size: tuple[int, int]) -> moderngl.Framebuffer:
        return self.gl.framebuffer([self.gl.renderbuffer(size, 4)], self.gl.depth_renderbuffer(size))

    def _solid(self, solid: Solid, program: str) -> moderngl.VertexArray:
        packed = np.concatenate([solid.position, solid.normal, solid.colour], axis=1).astype("f4")
        vertices = self.gl.buffer(packed.tobytes())
        index = self.gl.buffer(solid.triangles.astype("u4").tobytes())
        return self.gl.vertex_array(
            self._programs[program], [(vertices, _PLAIN, *_PLAIN_NAMES)], index, skip_errors=True
        )


def _empty(places: Sequence[Place], figures: Sequence[Figure]) -> list[Place]:
    """Places where nobody sits; everybody else moves their own chair."""
    taken = {figure.place.xy_m for figure in figures}
    return [place for place in places if place.xy_m not in taken]


def _in_view(solved: Solved, camera: Camera) -> bool:
    """Whether anything of a person can be in the picture, judged generously by the bones."""
    clip = solved.joints @ camera.matrix[:, :3].T + camera.matrix[:, 3]
    return bool(_reaches(clip, 0) and _reaches(clip, 1))


def _programs(gl: moderngl.Context) -> dict[str, moderngl.Program]:
    person = {
        Material.SKIN.name: shaders.SKIN,
        Material.EYE.name: shaders.EYEBALL,
        Material.LASH.name: shaders.LASHES,
        Material.CLOTH.name: shaders.CLOTH,
        Material.HAIR.name: shaders.HAIR,
        Material.GLASSES.name: shaders.CLOTH,
        "person_shadow": shaders.SHADOW_FRAGMENT,
    }
    plain = {
        "plain_cloth": shaders.CLOTH,
        "plain_shadow": shaders.SHADOW_FRAGMENT,
        "room": shaders.ROOM,
        "table": shaders.TABLE,
    }
    made = {n: gl.program(vertex_shader=shaders.PERSON_VERTEX, fragment_shader=f) for n, f in person.items()}
    made |= {n: gl.program(vertex_shader=shaders.PLAIN_VERTEX, fragment_shader=f) for n, f in plain.items()}
    return made


def _person_layout() -> np.dtype[np.void]:
    three, four = ("<f4", (3,)), ("<f4", (4,))
    kinds: list[Any] = [three, three, three, three, three, ("u1", (4,)), four, four, three]
    return np.dtype([(name, *kind) for name, kind in zip(_PERSON_NAMES, kinds, strict=True)])


def _smoothed(noise: F64, width: int) -> F64:
    kernel = np.fft.fft(np.exp(-0.5 * (np.minimum(np.arange(256), 256 - np.arange(256)) / width) ** 2))
    out = np.fft.ifft2(np.fft.fft2(noise) * kernel[:, None] * kernel[None, :]).real
    return np.asarray(out / out.std())


def _write(program: moderngl.Program, name: str, matrix: F64) -> None:
    if name in program:
        uniform: Any = program[name]
        uniform.write(matrix.T.astype("f4").tobytes())


def _set(program: moderngl.Program, **values: object) -> None:
    """Set uniforms that the program has; a shader's compiler drops the unused ones."""
    for name, value in values.items():
        if name in program:
            uniform: Any = program[name]
            uniform.value = value


def _reaches(clip: F64, axis: int, margin: float = 0.35) -> bool:
    ahead = clip[:, 3] > 0.05
    at = clip[ahead, axis] / clip[ahead, 3]
    return bool(len(at) and at.max() > -1 - margin and at.min() < 1 + margin)
