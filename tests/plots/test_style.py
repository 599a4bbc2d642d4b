"""Axes, labels and titles of the figures.
The palette: contrast to the paper, and colours that readers with any colour vision tell apart, in both themes.
"""

from itertools import combinations, pairwise

import numpy as np
import pytest
import vl_convert
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tafelwerk.plots import style
from tafelwerk.plots.specification import Table, specification, tables
from tafelwerk.plots.style import DARK, INK, MUTED, PAPER, THEMES, Theme

heights = st.lists(st.floats(-1, 1), max_size=12)


@given(heights, st.floats(0.01, 0.3))
def test_spread_labels_do_not_touch_and_keep_their_order(wanted: list[float], gap: float) -> None:
    found = style.spread(wanted, gap)
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    assert all(found[upper] - found[lower] >= gap - 1e-9 for lower, upper in pairwise(order))


@given(heights)
def test_spread_leaves_labels_that_are_apart(wanted: list[float]) -> None:
    apart = [round(height, 2) + 3 * place for place, height in enumerate(wanted)]
    assert style.spread(apart, 0.5) == pytest.approx(apart)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=20), st.sampled_from([0.01, 0.02, 0.05]))
def test_zoom_holds_all_values_and_little_more(values: list[float], step: float) -> None:
    low, high = style.zoom(values, step)
    assert low - 1e-9 <= min(values) < low + step + 1e-9
    assert high - step - 1e-9 < max(values) <= high + 1e-9


def test_a_chart_may_carry_more_rows_than_altairs_limit() -> None:
    chart = style.chart({"x": i} for i in range(6000)).mark_point().encode(x="x:Q")
    (rows,) = style.add_title(chart, "many", "rows").to_dict()["datasets"].values()
    assert len(rows) == 6000


def test_a_palette_of_one_value_gives_it_its_own() -> None:
    """Vega would divide by zero for a size."""
    size = style.palette("kind:O", {"a": 42}, channel="Size")
    marks = style.chart([{"kind": "a", "x": 1}]).mark_point().encode(x="x:Q", size=size)
    assert "NaN" not in vl_convert.vegalite_to_svg(marks.to_json(validate=False))


def test_rows_are_those_of_marks_with_tooltips_once_each() -> None:
    base = style.chart([{"k": [1, 2], "w": [3.0, 4.0], "name": "a"}, {"k": [2], "w": [4.0], "name": "a"}])
    hints = style.hints(name="name", k="playouts")
    lines = base.transform_flatten(["k", "w"]).mark_line().encode(x="k:Q", tooltip=hints)
    (table,) = tables(specification(style.add_title(lines, "figure")))
    assert table == Table("", ("name", "playouts"), (("a", 1), ("a", 2)))


Floats = NDArray[np.float64]

# simulated without one kind of cone: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, A physiologically-based model for
# simulation of color vision deficiency, IEEE Transactions on Visualization and Computer Graphics 15, 2009, severity 1
VISIONS = {
    "all": "1 0 0 0 1 0 0 0 1",
    "no red": "0.152286 1.052583 -0.204868 0.114503 0.786281 0.099216 -0.003882 -0.048116 1.051998",
    "no green": "0.367322 0.860646 -0.227968 0.280085 0.672501 0.047413 -0.01182 0.04294 0.968881",
    "no blue": "1.255528 -0.076749 -0.178779 -0.078411 0.930809 0.147602 0.004733 0.691367 0.3039",
}
# linear sRGB to XYZ, white at D65: IEC 61966-2-1
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]
)
APART = 15.0


def of(colour: str, theme: Theme) -> str:
    return DARK[colour] if theme == "dark" else colour


def linear(colour: str) -> Floats:
    parts = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of the Web Content Accessibility Guidelines 2.2."""
    low, high = sorted(float(TO_XYZ[1] @ linear(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(light: Floats) -> Floats:
    """CIELAB coordinates of linear sRGB."""
    part = (TO_XYZ @ light) / TO_XYZ.sum(axis=1)
    root = np.where(part > 216 / 24389, np.cbrt(part), (24389 / 27 * part + 16) / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
def test_marks_have_a_contrast_of_three_to_the_paper_and_text_of_four_and_a_half(theme: Theme) -> None:
    for colour in (*style.COLOURS, MUTED, style.OUTLINE, style.DIVERGING[0], style.DIVERGING[-1], style.SEQUENCE[-1]):
        assert contrast(of(colour, theme), of(PAPER, theme)) >= 3, colour
    pairs = [(ink, PAPER) for ink in (INK, style.SOFT_INK, style.NOTE_INK, MUTED)]
    pairs += [(INK, tint) for tint in (*style.TINTS.values(), style.FIELD, style.CHOSEN)]
    pairs += [(style.ON_SOFT, style.PURPLE), (style.ON_SOFT, style.SKY), (style.ON_FILL, style.BROWN)]
    for ink, ground in pairs:
        assert contrast(of(ink, theme), of(ground, theme)) >= 4.5, (ink, ground)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_colours_are_apart_for_every_colour_vision(theme: Theme, vision: str) -> None:
    matrix = np.array(VISIONS[vision].split(), float).reshape(3, 3)
    seen = [lab(np.clip(matrix @ linear(of(colour, theme)), 0, 1)) for colour in style.COLOURS]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) >= APART
