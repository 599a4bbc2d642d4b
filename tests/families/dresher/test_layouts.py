"""Bars and skylines: lengths tell the values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.families.dresher.layouts import HEIGHT, LEVELS, columns, skyline

VALUES = st.lists(st.floats(0, 100), min_size=1, max_size=200).filter(any)


def test_columns() -> None:
    """Few values get several columns each; of many the ends keep theirs."""
    for values, most, shown in (
        ([1.0, 2.0], 7, [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]),
        ([1.0, 2.0], 100, [1.0] * 4 + [2.0] * 4),
        ([9.0, 1.0, 3.0, 5.0, 7.0, 8.0], 4, [9.0, 2.0, 6.0, 8.0]),
        ([9.0, 1.0, 3.0, 8.0], 3, [9.0, 2.0, 8.0]),
    ):
        assert columns(values, most) == shown


@given(VALUES, st.integers(3, 120), st.booleans())
def test_columns_keep_symmetry_and_range(values: list[float], most: int, odd: bool) -> None:
    both = values[odd:][::-1] + values
    found = columns(both, most)
    assert found == pytest.approx(found[::-1])
    assert (found[0], found[-1]) == (both[0], both[-1])
    assert min(len(both), most) - 1 <= len(found) <= most
    assert min(both) <= min(found) * (1 + 1e-12)
    assert max(found) <= max(both) * (1 + 1e-12)


@given(VALUES)
def test_a_skyline_is_as_high_as_its_values(values: list[float]) -> None:
    lines = skyline(values)
    assert len(lines) == HEIGHT
    assert {len(line) for line in lines} == {len(values)}
    for column, value in enumerate(values):
        height = sum(LEVELS.index(line[column]) for line in lines)
        assert height == max(round(value / max(values) * HEIGHT * 8), value > 0)
        assert [line[column] for line in lines] == sorted((line[column] for line in lines), key=LEVELS.index)
    assert skyline([1.0, 2.0], unicode=False) == [" #"] * (HEIGHT // 2) + ["##"] * (HEIGHT // 2)
