"""Looking ahead and quiescence search, against the definition."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_trees as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import Turn, Utility
from tafelwerk.solvers.minimax.search.alpha_beta import Found, Search
from tafelwerk.solvers.minimax.search.horizon import Horizon
from tafelwerk.solvers.minimax.search.tree import Path, make_tree


def test_horizon_and_quiescence() -> None:
    """One move ahead a capture looks good; the answer to it lies beyond the horizon, but the position is not quiet."""
    tree = make_tree([[[-9, -9], [5, 6]], [[1, 1], [2, 2]]])
    scores = {(): 0, (0,): 9, (1,): 1, (0, 0): -9, (0, 1): 5, (1, 0): 1, (1, 1): 2}

    def evaluation(path: Path) -> Any:
        return tree.utility(path) if tree.is_over(path) else scores[path]

    def search(depth: int, start: Path = (), swing: int = 0, beyond: int = 0) -> Search[tuple[Path, int], int]:
        return Search(Horizon(tree, evaluation, depth, start, swing, beyond))

    assert (search(1).best(), search(1).root().value) == ((0,), 9)
    assert search(2).best() == (1,)
    calm = search(1, (), 3, 4)
    assert (calm.root().value, calm.best()) == (1, (1,))
    # the quiet branch was not searched further
    assert calm.found(((), 1)).nodes == 1 + 2 + 2
    assert search(9).best() == Search(tree).best()
    assert search(1, (0, 0, 0)).best() == ()
    rules = Horizon(tree, evaluation, 1, (), 3)
    assert [rules.is_quiet(path) for path in ((0,), (1,))] == [False, True]
    # from 9 to -9 is a change of 18
    assert [Horizon(tree, evaluation, 1, (), swing).is_quiet((0,)) for swing in (17, 18)] == [False, True]
    for depth, beyond, reason in ((-1, 0, "depth must be at least 0"), (1, -1, "beyond the depth")):
        with pytest.raises(InputError, match=reason):
            Horizon(tree, evaluation, depth, (), 0, beyond)


@given(naive.plain_trees, st.integers(0, 4), st.integers(0, 3), st.integers(0, 8))
def test_looking_ahead_in_any_tree(nested: Any, depth: int, beyond: int, swing: int) -> None:
    tree = make_tree(nested)

    def evaluation(path: Path) -> Any:
        return tree.utility(path) if tree.is_over(path) else hash(path) % 9 - 4

    def value(path: Path, depth: int) -> Any:
        if tree.is_over(path) or not depth:
            return evaluation(path)
        values = [value((*path, branch), depth - 1) for branch in tree.moves(path)]
        return max(values) if tree.to_move(path) is Turn.MAX else min(values)

    def found(depth: int, swing: Utility = 0, beyond: int = 0) -> Found:
        game = Horizon(tree, evaluation, depth, (), swing, beyond)
        return Search(game).found(game.start)

    result = found(depth)
    assert result.value == value((), depth)
    assert found(depth, swing, 0) == result
    # no change is beyond 8; every state counts as restless where even no change is too much
    assert found(depth, 8, beyond) == result
    assert found(depth, -1, beyond) == found(depth + beyond)
    assert found(depth, swing, beyond).nodes >= result.nodes
