"""Maps of utilities: which keep all choices, and games in which one is changed."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_trees as naive

from tafelwerk.errors import InputError
from tafelwerk.solvers.minimax.search.alpha_beta import Search
from tafelwerk.solvers.minimax.search.lottery import lottery
from tafelwerk.solvers.minimax.search.tree import Branching, Path, Tree, make_tree

Choices = tuple[dict[Path, Any], dict[Path, tuple[int, ...]]]
"""Value and best branches of every node."""


def mapped(tree: Tree, change: Any) -> Tree:
    """The tree with its utilities changed."""

    def visit(node: Any) -> Any:
        if not isinstance(node, Branching):
            return change(node)
        return Branching(node.turn, tuple(map(visit, node.branches)), node.probabilities)

    return Tree(visit(tree.root))


def choices(tree: Tree) -> Choices:
    search: Search[Path, int] = Search(tree)
    paths = naive.values(tree)
    return {path: search.found(path).value for path in paths}, {path: search.best(path) for path in paths}


@given(naive.plain_trees, naive.chance_trees, st.fractions(min_value=Fraction(1, 9), max_value=9), st.integers(-5, 5))
def test_maps_of_utilities(plain: Any, chancy: Any, factor: Fraction, shift: int) -> None:
    """Without chance any increasing map keeps all choices; with chance a linear one does, and maps the value."""

    def cube(utility: Any) -> Any:
        return utility**3 + utility

    def linear(utility: Any) -> Any:
        return factor * utility + shift

    for tree, change in ((make_tree(plain), cube), (make_tree(chancy), linear)):
        values, best = choices(tree)
        assert choices(mapped(tree, change)) == ({path: change(value) for path, value in values.items()}, best)


def test_an_increasing_map_changes_a_choice() -> None:
    """S. Russell and P. Norvig, Artificial Intelligence, 3rd edition, figure 5.12: 1, 2, 3, 4 become 1, 20, 30, 400."""
    nested = {"max": [{"chance": [["9/10", 2], ["1/10", 3]]}, {"chance": [["9/10", 1], ["1/10", 4]]}]}
    tree = make_tree(nested)
    values, best = choices(tree)
    assert [values[branch,] for branch in (0, 1)] == [Fraction(21, 10), Fraction(13, 10)]
    assert best[()] == (0,)
    values, best = choices(mapped(tree, {1: 1, 2: 20, 3: 30, 4: 400}.__getitem__))
    assert [values[branch,] for branch in (0, 1)] == [21, Fraction(409, 10)]
    assert best[()] == (1,)


@given(st.dictionaries(st.integers(-20, 20), st.integers(-20, 20), min_size=3, max_size=6))
def test_a_lottery_against_every_map_that_is_not_linear(pairs: dict[int, int]) -> None:
    utilities = sorted(pairs)
    images = dict(zip(utilities, sorted(set(pairs.values())), strict=False))
    if len(images) < len(utilities):
        with pytest.raises(InputError, match="increase"):
            lottery(utilities, lambda utility: 0)
        return
    change: Any = images.__getitem__
    tree = lottery(utilities, change)
    slopes = {Fraction(images[other] - images[one], other - one) for one, other in pairwise(utilities)}
    assert (tree is None) == (len(slopes) == 1)
    if tree is not None:
        before, after = choices(tree)[1][()], choices(mapped(tree, change))[1][()]
        assert len(before) == len(after) == 1
        assert before != after
