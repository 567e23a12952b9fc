"""The promises of the palette, computed: contrast after WCAG 2 AA, signal colours apart in every kind of sight."""

from __future__ import annotations

from itertools import combinations

import pytest

from ui.theme import (
    COLOUR_BLIND,
    DARK,
    LIGHT,
    NIGHT,
    SCALES,
    Theme,
    contrast,
    distance,
    fitting_scale,
    linear,
    luminance,
    proposed_scale,
)

THEMES = (DARK, LIGHT, NIGHT)
TEXT, OUTLINE = 4.5, 3.0


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("ink", ["text", "dim", "focus", "amber", "red"])
def test_text_reads_on_every_ground(theme: Theme, ink: str) -> None:
    for ground in (*theme.grounds, theme.felt):
        assert contrast(getattr(theme, ink), ground) >= TEXT, ground


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_outlines_that_mean_something_are_seen(theme: Theme) -> None:
    for ground in (*theme.grounds, theme.felt):
        assert contrast(theme.edge, ground) >= OUTLINE, ground


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("sight", [None, *COLOUR_BLIND])
def test_signal_colours_are_plain_at_a_glance(theme: Theme, sight: str | None) -> None:
    for first, second in combinations(theme.signals, 2):
        assert distance(first, second, sight) >= 8, (first, second)


def test_the_night_has_one_hue_only() -> None:
    assert len(set(NIGHT.signals)) == 1
    for ink in (NIGHT.text, NIGHT.dim, NIGHT.edge):
        red, green, blue = linear(ink)
        assert red > green > blue


def test_the_night_s_grounds_are_below_a_thousandth_of_white() -> None:
    assert max(luminance(ground) for ground in (*NIGHT.grounds, NIGHT.felt)) < 0.0035


def test_known_contrasts() -> None:
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)
    assert distance("#FFFFFF", "#000000") == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize(
    ("pixel_mm", "scale"),
    [(0.2767, 1.0), (0.2018, 1.5), (0.1614, 1.75), (0.1, 2.0), (0.0, 1.0)],
    ids=["24 inch full HD", "14 inch", "14 inch full HD", "dense", "size unknown"],
)
def test_the_proposed_scale_is_legible_from_70_cm(pixel_mm: float, scale: float) -> None:
    assert proposed_scale(pixel_mm) == scale


def test_the_scale_never_exceeds_what_fits_the_window() -> None:
    assert fitting_scale(1.5, 1920, 1080) == 1.5
    assert fitting_scale(2.0, 1920, 1080) == 1.5
    assert fitting_scale(1.0, 3840, 2160) == 1.0
    assert fitting_scale(2.0, 3840, 2160) == 2.0
    assert fitting_scale(1.5, 1280, 720) == 1.0
    assert fitting_scale(1.0, 640, 360) == 0.75
    assert SCALES[0] == 1.0
    assert SCALES[-1] == 2.0
