"""b-files of integer sequences."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.formats import bfile_lines


@given(st.integers(-5, 5), st.lists(st.integers(), min_size=1))
def test_a_line_per_term(first: int, values: list[int]) -> None:
    lines = list(bfile_lines(enumerate(values, first), "a sequence"))
    assert lines[0] == "# a sequence\n"
    assert all(re.fullmatch(r"(0|-?[1-9][0-9]*) (0|-?[1-9][0-9]*)\n", line) for line in lines[1:])
    assert [tuple(map(int, line.split())) for line in lines[1:]] == list(enumerate(values, first))


def test_what_is_no_sequence() -> None:
    (line,) = bfile_lines([(1, 10**996)], "")
    assert len(line) == 1000
    faults: dict[str, list[tuple[int, object]]] = {
        "no terms": [],
        "not an integer sequence: the term of 1 is 1.5": [(1, "1.5")],
        "the term of 1 is missing": [(1, None)],
        "the term of 1 is 007": [(1, "007")],
        "no term of 2, the next is that of 3": [(1, 1), (3, 1)],
        "two terms of 1": [(1, 1), (1, 2)],
        "998 digits": [(1, 10**997)],
    }
    for said, terms in faults.items():
        with pytest.raises(InputError, match=re.escape(said)):
            list(bfile_lines(terms, "a sequence"))
