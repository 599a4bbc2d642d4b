"""Trees that are written out, read."""

from fractions import Fraction
from functools import reduce
from typing import Any

import pytest

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import Turn
from tafelwerk.solvers.minimax.search.tree import Tree, make_tree, number


def test_bad_trees() -> None:
    malformed: list[tuple[Any, str]] = [
        ([], "at least one branch"),
        ([[1], []], "at least one branch"),
        ({"max": 3}, "at least one branch"),
        ({"most": [1]}, "max, min and chance"),
        ({"max": [1], "min": [2]}, "max, min and chance"),
        ({"chance": [["1/2", 1], ["1/3", 2]]}, "with sum 1"),
        ({"chance": [["3/2", 1], ["-1/2", 2]]}, "positive"),
        ({"chance": [1, 2]}, "pair"),
        ([0.5], "write it as a string"),
        (["1/0"], "number"),
        ([True], "number"),
        ([None], "number"),
    ]
    for nested, reason in malformed:
        with pytest.raises(InputError, match=reason):
            make_tree(nested)


def test_bad_paths() -> None:
    deep: Any = reduce(lambda below, _: [below], range(300), 1)
    with pytest.raises(InputError, match="levels"):
        make_tree(deep)
    tree = make_tree([1, [2, 3]])
    with pytest.raises(InputError, match="leaf"):
        tree.moves((0,))
    with pytest.raises(InputError, match="not a leaf"):
        tree.utility(())
    for path in ((0, 0), (2,), (-1,)):
        with pytest.raises(InputError, match="no node"):
            tree.at(path)


def test_numbers_and_turns() -> None:
    assert [number(text) for text in (3, "-3/2", "0.25", " 4/2 ")] == [3, Fraction(-3, 2), Fraction(1, 4), 2]
    assert make_tree([3, 5], Turn.MIN) == Tree(make_tree({"min": [3, 5]}).root)
    assert [turn.other for turn in Turn] == [Turn.MIN, Turn.MAX, Turn.CHANCE]
