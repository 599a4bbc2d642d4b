"""Contents that a stream has already had."""

from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.families.skat.log_formats import Contents


@given(st.lists(st.integers(0, 5000), max_size=4000))
def test_lines_of_first_occurrences(values: list[int]) -> None:
    contents = Contents()
    first: dict[int, int] = {}
    for line, value in enumerate(values, 1):
        assert contents.earlier(("record", value), line) == first.get(value)
        first.setdefault(value, line)
