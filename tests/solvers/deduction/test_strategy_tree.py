"""A tree is believed only as far as it can be walked; what every maker of trees has in common."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from answer_tables import WIDE

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.entropy_strategies import lex_tree
from tafelwerk.solvers.deduction.misses import least_misses_tree
from tafelwerk.solvers.deduction.optimal_tree import optimal_tree
from tafelwerk.solvers.deduction.search_problem import StrategyTree, chosen_codes, join_trees, walk
from tafelwerk.solvers.mastermind.scoring import mastermind


def tree(*nodes: tuple[int, int, int, int, int]) -> StrategyTree:
    types = (np.int32, np.uint16, np.int32, np.uint32, np.int64)
    return StrategyTree(*(np.array(column, kind) for column, kind in zip(zip(*nodes, strict=True), types, strict=True)))


ONE_PEG = tree((-1, 0, 0, 3, 6), (0, 0, 1, 2, 3), (1, 0, 2, 1, 1))
"""One peg of three colours: A, B, C in turn."""


def test_a_tree_that_loses_codes_is_seen() -> None:
    assert walk(mastermind(1, 3), ONE_PEG).tolist() == [1, 2, 3]
    with pytest.raises(InputError, match="never finds C"):
        walk(mastermind(1, 3), tree((-1, 0, 0, 3, 6), (0, 0, 1, 2, 3)))
    # a node that is its own parent is never reached
    with pytest.raises(InputError, match="never finds B"):
        walk(mastermind(1, 3), tree((-1, 0, 0, 3, 6), (1, 0, 0, 2, 3), (0, 0, 0, 2, 3)))


@pytest.mark.parametrize(
    "make",
    [
        lambda: lex_tree(WIDE, Fraction(0)),
        lambda: optimal_tree(WIDE).tree,
        lambda: least_misses_tree(replace(WIDE, miss=5)),
        lambda: join_trees(0, 3, {256: join_trees(1, 2, {})}),
    ],
    ids=["lex", "optimal", "misses", "joined"],
)
def test_an_answer_may_have_an_index_beyond_a_byte(make: Callable[[], StrategyTree]) -> None:
    found = make()
    assert (found.parent.tolist(), found.answer.tolist(), found.query.tolist()) == ([-1, 0], [0, 256], [0, 1])


def test_a_choice_of_codes_is_checked_and_ascending() -> None:
    assert chosen_codes(mastermind(1, 3), [2, 0]).tolist() == [0, 2]
    for codes in ([], [3], [-1], [0, 0]):
        with pytest.raises(InputError, match="codes"):
            chosen_codes(mastermind(1, 3), codes)
