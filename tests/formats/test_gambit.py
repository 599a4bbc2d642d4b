"""Games as Gambit reads them.
b-files of integer sequences.
"""

import re
from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.formats import bfile_lines, complete_part, nfg_lines, zero_sum


def test_a_game_word_for_word() -> None:
    """Quotes and backslashes within names, and the first player's strategy changes fastest."""
    payoffs = zero_sum([[1, 0], [Fraction(-1, 2), 7]])
    lines = [*nfg_lines('A "game"', ("I", "II"), (["a", "b\\"], ["x", "y"]), payoffs, "of {two}")]
    assert "".join(lines) == (
        'NFG 1 R "A \\"game\\"" { "I" "II" }\n\n{ { "a" "b\\\\" }\n{ "x" "y" }\n}\n"of {two}"\n\n'
        "1 -1\n-1/2 1/2\n0 0\n7 -7\n"
    )


@given(st.sets(st.tuples(st.sampled_from("abcd"), st.sampled_from("wxyz")), min_size=1))
def test_a_part_is_complete_and_not_empty(pairs: set[tuple[str, str]]) -> None:
    rows, columns = (sorted(set(names)) for names in zip(*pairs, strict=True))
    kept = complete_part(rows, columns, pairs)
    assert all(kept)
    assert set(product(*kept)) <= pairs
    # of a table with one gap, one strategy is left out; of a table without one, none
    gaps = len(rows) * len(columns) - len(pairs)
    if gaps < 2:
        assert sum(map(len, kept)) == len(rows) + len(columns) - gaps


@given(st.integers(-5, 5), st.lists(st.integers(), min_size=1))
def test_a_line_per_term(first: int, values: list[int]) -> None:
    lines = list(bfile_lines(enumerate(values, first), "a sequence"))
    assert lines[0] == "# a sequence\n"
    assert all(re.fullmatch(r"(0|-?[1-9][0-9]*) (0|-?[1-9][0-9]*)\n", line) for line in lines[1:])
    assert [tuple(map(int, line.split())) for line in lines[1:]] == list(enumerate(values, first))
