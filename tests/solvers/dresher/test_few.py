"""Mixtures of few trees: optimal, and as few as no other mixture of best replies has, where all are tried."""

from fractions import Fraction
from itertools import combinations

import pytest
from naive import dresher as naive

from tafelwerk.errors import TafelwerkError
from tafelwerk.solvers.dresher import few
from tafelwerk.solvers.dresher.few import few_trees


@pytest.mark.parametrize(("n", "trees"), [(1, 1), (2, 2), (3, 3), (4, 2), (5, 5), (6, 6)])
def test_small_games(n: int, trees: int) -> None:
    value, _, _ = naive.solution(n)
    hider = [int(weight) for weight in naive.symmetric_certificate(n)["hider"]]
    mixture = few_trees(hider, value)
    assert len(mixture) == trees
    assert sum(share for share, _ in mixture) == 1
    assert all(share > 0 and naive.is_tree(depths) for share, depths in mixture)
    assert max(sum(share * depths[i] for share, depths in mixture) for i in range(n)) == value
    # fewer trees never do: no weights with sum 1 keep to the value
    best = [depths for depths in naive.trees(n) if naive.guesses(hider, depths) == value * sum(hider)]
    for some in combinations(best, trees - 1 if len(best) < 12 else 1):
        assert not some or few._mixed(some, [i for i, weight in enumerate(hider) if weight], value) is None


def test_weights_of_no_optimal_hider_are_refused() -> None:
    with pytest.raises(TafelwerkError, match="no optimal mixture"):
        few_trees([3, 1, 1, 1], Fraction(2))
