"""Burnt pancakes: every small stack against the slow search, and published distances."""

import pytest
from naive import minimax_whole as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.pancakes import burnt_pancakes
from tafelwerk.solvers.minimax.ranked.games import solve
from tafelwerk.solvers.minimax.ranked.pancakes import pancake_tables


@pytest.mark.parametrize("pancakes", [1, 4])
def test_every_stack(pancakes: int) -> None:
    game = burnt_pancakes(pancakes)
    expected, solution = naive.stacks(pancakes), solve(game)
    assert len(solution.ranks) == len(expected)
    for rank, distance, moves in zip(
        solution.ranks.tolist(), solution.distances.tolist(), solution.moves.tolist(), strict=True
    ):
        stack = tuple(map(int, game.text(rank).split()))
        assert game.rank(game.text(rank)) == rank
        assert distance == expected[stack]
        for k in range(1, pancakes + 1):
            flipped = (*(-pancake for pancake in reversed(stack[:k])), *stack[k:])
            assert bool(moves >> k - 1 & 1) == (expected[flipped] == distance - 1)
            assert game.move_name(rank, k - 1) == f"flip {k}"


@pytest.mark.parametrize("pancakes", [3, 8])
def test_tables_do_what_the_rules_say(pancakes: int) -> None:
    game, tables = burnt_pancakes(pancakes), pancake_tables(pancakes)
    sizes = len(tables.high), len(tables.low)
    assert sizes[0] * sizes[1] == game.positions
    for rank in range(0, game.positions, 1 + game.positions // 300):
        after = tables.high[rank // sizes[1]] + tables.low[rank % sizes[1]]
        assert dict(enumerate(after.tolist())) == game.after(rank)
        assert game.rank(game.text(rank)) == rank


def test_greatest_distances() -> None:
    """Cohen and Blum 1995: 1, 4, 6, 8, 10, 12 flips for 1 to 6 pancakes."""
    assert [int(solve(burnt_pancakes(n)).distances.max()) for n in range(1, 7)] == [1, 4, 6, 8, 10, 12]


def test_stacks_that_are_none() -> None:
    for text in ("1 2", "1 2 2", "0 1 2", "1 2 4", "a b c", ""):
        with pytest.raises(InputError, match="each of 1 to 3 once"):
            burnt_pancakes(3).rank(text)
    for pancakes in (0, 10):
        with pytest.raises(InputError, match="1 to 9 pancakes"):
            burnt_pancakes(pancakes)
