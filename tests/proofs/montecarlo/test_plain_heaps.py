"""Heaps in plain whole numbers, against fractions over the rules and against published numbers."""

from fractions import Fraction

import pytest
from naive import games

from tafelwerk.families.montecarlo.rules import bias_of
from tafelwerk.proofs.montecarlo.plain_games import Share, losing_shares
from tafelwerk.solvers.montecarlo.heap_play import bad_moves


@pytest.mark.parametrize(
    ("moves", "overshoot"),
    [((1, 2), "wins"), ((2, 5), "wins"), ((3, 5, 11), "loses"), ((2, 3), "illegal"), ((1, 3), "loses")],
)
def test_shares(moves: tuple[int, ...], overshoot: str) -> None:
    expected = []
    for heap in range(1, 26):
        game = games.subtraction(moves, heap, overshoot)
        wins = games.winners(game)
        if wins(heap):
            best = games.limit_candidates(game, heap)
            expected.append(Share(heap, Fraction(sum(wins(after) for _, after in best), len(best))))
    assert losing_shares(moves, overshoot, 25) == expected


@pytest.mark.parametrize("kind", ["static", "informed"])
@pytest.mark.parametrize("bias", [Fraction(-1, 2), Fraction(1, 3), Fraction(1), Fraction(-1)])
@pytest.mark.parametrize(("moves", "overshoot"), [((1, 2), "wins"), ((2, 5), "illegal"), ((1, 3), "loses")])
def test_biased_playouts(kind: str, bias: Fraction, moves: tuple[int, ...], overshoot: str) -> None:
    plain = [(s.heap, s.losing) for s in losing_shares(moves, overshoot, 60, kind, bias) if s.losing > 0]
    found = bad_moves(moves, bias_of(moves, kind, bias), 60, overshoot)
    assert plain == [(heap, Fraction(int(share.p), int(share.q))) for heap, share in found]
