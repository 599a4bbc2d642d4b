"""Where MC(inf) errs: table 2.14 and the smallest race."""

import pytest
from flint import fmpq
from naive.games import double_step_crash_race, limit_candidates, subtraction, winners

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.blunders import Blunder, blunder, losing_share, race_blunder

PUBLISHED = {(1, 2): 14, (1, 3): None, (1, 4): 59, (2, 3): 148, (2, 5): 333, (3, 4): 816}


def test_published() -> None:
    for moves, size in PUBLISHED.items():
        assert blunder(moves, "wins", 3000) == Blunder(size, size, 3000)


@pytest.mark.parametrize("overshoot", ["wins", "loses", "illegal"])
@pytest.mark.parametrize("moves", [(1, 2), (1, 3), (1, 5), (1, 2, 3), (2, 3, 5), (2, 4, 7), (3, 5, 11)])
def test_shares_by_the_rules(moves: tuple[int, ...], overshoot: str) -> None:
    shares = dict(losing_share(moves, overshoot, 60))
    for h in range(1, 61):
        game = subtraction(moves, h, overshoot)
        wins = winners(game)
        assert wins(h) == (h in shares)
        if wins(h):
            best = [wins(after) for _, after in limit_candidates(game, h)]
            assert shares[h] == fmpq(sum(best), len(best))
    found = losing_share(moves, overshoot, 200)
    size, with_ties = (next((h for h, share in found if share >= least), None) for least in (1, fmpq(1, 100)))
    assert blunder(moves, overshoot, 200) == Blunder(size, with_ties, 200)


def test_the_crash_race() -> None:
    assert race_blunder(9, crash=True) == Blunder(None, None, 9)
    assert race_blunder(100, crash=True) == Blunder(10, 10, 100)
    for n in range(1, 11):
        game = double_step_crash_race(n)
        wins = winners(game)
        best = [wins(after) for _, after in limit_candidates(game, game.start)]
        assert (wins(game.start) and any(best)) == (n == 10)


def test_the_race_without_crash() -> None:
    """MC(inf) opens as well as can be."""
    assert race_blunder(60, crash=False) == Blunder(None, None, 60)


def test_limits_are_named() -> None:
    for limit in (0, 2001):
        with pytest.raises(InputError, match=r"limit must .* 2000"):
            race_blunder(limit, crash=True)
