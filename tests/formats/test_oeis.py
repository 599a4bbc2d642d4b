"""b-files of integer sequences."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.formats import bfile_lines


@given(st.integers(-5, 5), st.lists(st.integers(), min_size=1))
def test_a_line_per_term(first: int, values: list[int]) -> None:
    lines = list(bfile_lines(enumerate(values, first), "a sequence"))
    assert lines[0] == "# a sequence\n"
    assert all(re.fullmatch(r"(0|-?[1-9][0-9]*) (0|-?[1-9][0-9]*)\n", line) for line in lines[1:])
    assert [tuple(map(int, line.split())) for line in lines[1:]] == list(enumerate(values, first))
