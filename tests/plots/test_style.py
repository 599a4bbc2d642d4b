"""Axes, labels and titles of the figures."""

from itertools import pairwise

import pytest
import vl_convert
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.plots import style
from tafelwerk.plots.specification import Table, specification, tables

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


def test_long_axes_have_ticks_at_powers_and_short_ones_between_too() -> None:
    assert style.log_x("k", 1, 1000).to_dict()["axis"]["values"] == [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    assert style.log_x("k", 1, 1000, fine=False).to_dict()["axis"]["values"] == [1, 10, 100, 1000]
    assert style.log_x("k", 1, 10**9).to_dict()["axis"]["values"] == [10**power for power in range(10)]


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
