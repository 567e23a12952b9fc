"""The shaders: skinning by bones, one lamp with shadows, ambient light, and what skin, eyes, cloth and hair look like."""

from __future__ import annotations

from typing import Final

from tests.synth.body import LEFT_EYE

_EYE: Final = "vec3({:.6f},{:.6f},{:.6f})".format(*LEFT_EYE)

PERSON_VERTEX: Final = """#version 330
layout(std140) uniform Bones { vec4 rows[489]; };
uniform mat4 vp; uniform vec2 lids; uniform float jaw;
in vec3 pos, nrm, canon, lid, open; in uvec4 bone; in vec4 weight, paint; in vec3 col;
out vec3 P, N, C, K; out vec4 E;
void main() {
  vec3 p = pos + lid * (canon.x > 0. ? lids.x : lids.y) + open * jaw;
  vec4 a = vec4(0.), b = vec4(0.), c = vec4(0.);
  for (int k = 0; k < 4; k++) {
    int r = int(bone[k]) * 3; float w = weight[k];
    a += w * rows[r]; b += w * rows[r + 1]; c += w * rows[r + 2];
  }
  vec4 h = vec4(p, 1.);
  P = vec3(dot(a, h), dot(b, h), dot(c, h));
  N = vec3(dot(a.xyz, nrm), dot(b.xyz, nrm), dot(c.xyz, nrm));
  C = canon; K = col; E = paint;
  gl_Position = vp * vec4(P, 1.);
}"""

PLAIN_VERTEX: Final = """#version 330
uniform mat4 vp; in vec3 pos, nrm, col; out vec3 P, N, C, K; out vec4 E;
void main() { P = pos; N = nrm; C = pos; K = col; E = vec4(0., 0., 0., 1.); gl_Position = vp * vec4(pos, 1.); }"""

SHADOW_FRAGMENT: Final = "#version 330\nvoid main() {}"

_LIGHT: Final = """#version 330
uniform sampler2DShadow shadow_map; uniform sampler2D grain; uniform mat4 lamp_vp;
uniform vec3 eye, lamp, lamp_colour, ambient, fill; uniform float exposure;
in vec3 P, N, C, K; in vec4 E; out vec4 o;
float g1(vec2 x) { return texture(grain, x).r; }
float lit(vec3 n) {
  vec4 q = lamp_vp * vec4(P + n * .004, 1.); vec3 s = q.xyz / q.w * .5 + .5; s.z -= .0006;
  if (abs(q.x) > q.w * .99 || abs(q.y) > q.w * .99 || q.w < 0.) return 1.;
  return .25 * (texture(shadow_map, s + vec3(-.0004, -.0002, 0.)) + texture(shadow_map, s + vec3(.0004, -.0002, 0.))
              + texture(shadow_map, s + vec3(-.0002, .0005, 0.)) + texture(shadow_map, s + vec3(.0002, .0005, 0.)));
}
vec3 shaded(vec3 albedo, vec3 n, float sheen, float gloss, float shadow) {
  vec3 L = lamp - P; float d2 = dot(L, L); L *= inversesqrt(d2);
  float fall = 4.4 / (d2 + .4);
  float occluded = clamp(.55 + .45 * n.z, 0., 1.) * clamp(.35 + P.z * .75, 0., 1.);
  vec3 c = albedo * (lamp_colour * max(dot(n, L), 0.) * shadow * fall + ambient * (.30 + 1.1 * occluded)
    + fill * (.9 * max(dot(n, vec3(.35, -.78, .52)), 0.) + .8 * max(dot(n, vec3(-.6, .66, .45)), 0.)));
  vec3 h = normalize(L + normalize(eye - P));
  return c + lamp_colour * sheen * shadow * pow(max(dot(n, h), 0.), gloss);
}
vec4 seen(vec3 c) { c *= exposure; c = c * (1. + c * .15) / (1. + c * .35); return vec4(pow(c, vec3(.85)), 1.); }
vec3 facing() { vec3 n = normalize(N); return gl_FrontFacing ? n : -n; }
"""

SKIN: Final = (
    _LIGHT
    + """uniform vec3 hair_colour; uniform float brows;
void main() {
  vec3 n = facing(); vec3 e = EYE; float ax = abs(C.x);
  vec3 a = K * E.w * (.92 + .16 * g1(C.xz * 9. + C.y * 5.));
  if (C.z > e.z - .12) {
    float t = clamp((ax - .011) / .040, 0., 1.);
    float y = e.z + .0185 + .0095 * sin(t * 2.4) - .004 * t, w = .0046 * (1. - .55 * t);
    float b = smoothstep(w + .0015, w - .001, abs(C.z - y)) * step(.010, ax) * smoothstep(.053, .048, ax) * step(C.y, -.085);
    a = mix(a, hair_colour * .7, .9 * brows * b * (.7 + .3 * g1(vec2(C.x * 14., C.z * 5.))));
    float cheek = exp(-pow((ax - .040) / .022, 2.) - pow((C.z - e.z + .035) / .020, 2.));
    a = mix(a, a * vec3(1.06, .86, .84), .55 * cheek * step(C.y, -.06));
    a = mix(a, a * vec3(.95, .62, .62), .85 * E.x);
    a = mix(a, a * .72, .75 * E.y);
  }
  a = mix(a, hair_colour * (.55 + .9 * g1(vec2(C.x * 7., C.y + C.z) * 1.3)), E.z);
  vec3 c = shaded(a, n, mix(.08, .02, E.z), 18., lit(n));
  float rim = 1. - max(dot(n, normalize(eye - P)), 0.);
  o = seen(c + a * vec3(.25, .10, .07) * ambient * rim * rim * rim);
}""".replace("EYE", _EYE)
)

EYEBALL: Final = (
    _LIGHT
    + """uniform vec3 iris_colour; uniform mat3 gaze;
void main() {
  vec3 n = facing(); vec3 e = EYE; e.x *= sign(C.x);
  float r = acos(clamp(-normalize(C - e).y, -1., 1.));
  vec3 a = mix(vec3(.86, .84, .82), iris_colour * .8, smoothstep(.48, .44, r));
  a = mix(a, vec3(.02), smoothstep(.20, .17, r)) * (1. - .45 * smoothstep(.40, .46, r) * smoothstep(.54, .46, r));
  o = seen(shaded(a, n, .5, 90., lit(n)));
}""".replace("EYE", _EYE)
)

LASHES: Final = (
    _LIGHT
    + """uniform vec3 hair_colour;
void main() {
  vec3 e = EYE; e.x *= sign(C.x); if (length(C - e) > .0182) discard;
  o = seen(shaded(hair_colour * .3, facing(), 0., 1., 1.));
}""".replace("EYE", _EYE)
)

CLOTH: Final = (
    _LIGHT
    + """uniform int weave; uniform float sheen; uniform vec3 coat;
void main() {
  bool over = E.z > .5;
  vec3 n = facing(); vec3 a = (over ? coat : K) * E.w * (.80 + .40 * g1(C.xz * 6. + C.y * 4.));
  if (E.z > .3 && E.z < .7) a *= .7;
  if (over) { o = seen(shaded(a, n, sheen, 24., lit(n))); return; }
  if (weave == 1) a *= mix(.55, 1.25, step(.5, fract(C.z * 26.)));
  if (weave == 2) a *= mix(.6, 1.2, step(.5, fract(C.x * 22.))) * mix(.7, 1.15, step(.5, fract(C.z * 22.)));
  o = seen(shaded(a, n, sheen, 24., lit(n)));
}"""
)

HAIR: Final = (
    _LIGHT
    + """uniform vec3 hair_colour; uniform vec3 shell;  // lowest point, fringe height, 1 if a hanging shell
void main() {
  vec3 n = facing();
  if (shell.z > .5) {
    float ragged = .03 * g1(vec2(C.x * 5., C.y * 5.));
    if (C.z < shell.x + ragged || (C.y < -.055 && C.z < shell.y + ragged * .5)) discard;
  }
  float strand = g1(vec2((C.x + C.y) * 6., C.z * .35));
  o = seen(shaded(hair_colour * (.45 + 1.1 * strand), n, .06, 20., lit(n)));
}"""
)

ROOM: Final = (
    _LIGHT
    + """void main() {
  vec3 n = facing(); vec3 a = K * (.88 + .24 * g1(vec2(P.x + P.y * .3, P.z + P.y * .7) * .55));
  o = seen(shaded(a, n, .02, 12., 1.));
}"""
)

TABLE: Final = (
    _LIGHT
    + """uniform int weave; uniform float sheen;
void main() {
  vec3 n = facing(); vec3 a = K;
  if (n.z > .9) {
    a *= .86 + .20 * g1(P.xy * 1.7) + .12 * g1(P.xy * 9.);
    if (weave == 1) a *= .55 + .9 * g1(vec2(P.x * .35, P.y * 5.));
    if (weave == 2) a = mix(a, vec3(.62, .55, .40), step(.62, sin(P.x * 55.) * sin(P.y * 55.)));
  }
  o = seen(shaded(a, n, sheen, 60., lit(n)));
}"""
)
