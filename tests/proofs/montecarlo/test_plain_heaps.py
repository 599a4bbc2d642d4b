"""Heaps in plain whole numbers, against fractions over the rules and against published numbers."""

from fractions import Fraction

import pytest
from naive import games

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules import bias_of
from tafelwerk.proofs.montecarlo.plain_games import Share, losing_shares, repeats
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


@pytest.mark.parametrize(
    ("moves", "first"), [((1, 2), 14), ((1, 3), None), ((1, 4), 59), ((2, 3), 148), ((2, 5), 333), ((3, 4), 816)]
)
def test_published_blunders(moves: tuple[int, ...], first: int | None) -> None:
    shares = losing_shares(moves, "wins", 900)
    assert next((share.heap for share in shares if share.losing == 1), None) == first


@pytest.mark.parametrize("kind", ["static", "informed"])
@pytest.mark.parametrize("bias", [Fraction(-1, 2), Fraction(1, 3), Fraction(1), Fraction(-1)])
@pytest.mark.parametrize(("moves", "overshoot"), [((1, 2), "wins"), ((2, 5), "illegal"), ((1, 3), "loses")])
def test_biased_playouts(kind: str, bias: Fraction, moves: tuple[int, ...], overshoot: str) -> None:
    plain = [(s.heap, s.losing) for s in losing_shares(moves, overshoot, 60, kind, bias) if s.losing > 0]
    found = bad_moves(moves, bias_of(moves, kind, bias), 60, overshoot)
    assert plain == [(heap, Fraction(int(share.p), int(share.q))) for heap, share in found]


@pytest.mark.parametrize(
    ("moves", "preperiod", "period"),
    [((1, 2), 0, 3), ((1, 3), 2, 2), ((1, 4), 2, 5), ((2, 3), 0, 5), ((2, 5), 3, 7), ((3, 4), 0, 7)],
)
def test_published_periods(moves: tuple[int, ...], preperiod: int, period: int) -> None:
    """Table 2.14: these numbers, and no others near them."""
    right = {(a, b) for a in range(6) for b in range(1, 30) if repeats(moves, "wins", a, b)}
    assert right == {(preperiod, period)}


def test_limits_are_named() -> None:
    with pytest.raises(InputError, match="kind"):
        losing_shares((1, 2), "wins", 3, "loud")
    with pytest.raises(InputError, match="bias"):
        losing_shares((1, 2), "wins", 3, "static", Fraction(3, 2))
    with pytest.raises(InputError, match="overshoot"):
        losing_shares((1, 2), "draws", 3)
