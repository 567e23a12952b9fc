"""False alarms on one person alone: small cheap pictures of somebody who does nothing wrong, counted by themselves."""

from __future__ import annotations

from collections import Counter

from benchmarks.truth_looking import looked_at
from benchmarks.truth_scores import rate_upper_bound
from engine.codes import CueKind
from tests.synth.film import FilmOptions
from tests.synth.innocent import innocent
from tests.synth.studio import render_all
from ui.session.audit import load_networks


def alarms(options: FilmOptions, workers: int | None, count: int) -> list[str]:
    """Suggestions an hour of one player, each kind with its exact 95 % bound; no other scene is mixed in."""
    scenes = [innocent(seed) for seed in range(count)]
    folders = render_all(scenes, options, workers)
    networks = load_networks()
    found: Counter[str] = Counter()
    for one, folder in zip(scenes, folders, strict=True):
        findings = looked_at(one, folder, networks)
        found.update(s.kind.value for s in findings.suggestions if s.kind is not CueKind.NOT_OBSERVED)
    hours = sum(one.duration_s for one in scenes) / 3600
    total = sum(found.values())
    named = ", ".join(f"{kind} {n}" for kind, n in sorted(found.items())) or "none"
    return [
        f"synthetic, one person alone in {count} small scenes, {hours:.3f} player-hours: {total} false suggestions ({named}); "
        f"{total / hours:.1f} an hour of one player, up to {rate_upper_bound(total, hours):.1f} (95 %)"
    ]
