"""Errors of MC(inf) at arbitrarily large heaps, against exact play up to some heap and against a division of the circle."""

from cmath import exp
from fractions import Fraction
from itertools import combinations
from math import pi

import numpy as np
import pytest

from tafelwerk.errors import InputError
from tafelwerk.rules.biases import static
from tafelwerk.solvers.montecarlo.blunders import losing_share
from tafelwerk.solvers.montecarlo.heap_play import losses
from tafelwerk.solvers.montecarlo.lasting import LARGEST_LASTING_MOVE, lasting
from tafelwerk.solvers.montecarlo.waves import wave

SETS = [moves for size in (2, 3, 4) for moves in combinations(range(1, 6), size)]


@pytest.mark.parametrize("overshoot", ["wins", "loses", "illegal"])
def test_as_in_exact_play(overshoot: str) -> None:
    """The waves of these games drift round the circle within some hundred heaps."""
    for moves in ((1, 2), (1, 3), (1, 5), (2, 3), (1, 2, 4), (2, 3, 5)):
        limit = lasting(moves, overshoot)
        shares = [float(share) for heap, share in losing_share(moves, overshoot, 1200) if heap > 200]
        assert abs(sum(shares) / len(shares) - limit.share) < 0.05
        assert limit.lasts == any(share == 1 for share in shares)


@pytest.mark.parametrize("moves", [(1, 2, 3), (2, 3, 7), (3, 5, 7)])
def test_frequencies_by_many_directions(moves: tuple[int, ...]) -> None:
    found = lasting(moves)
    assert found.modulus is not None
    assert found.angle is not None
    assert found.moves is not None
    root = found.modulus * exp(1j * found.angle)
    turns = np.exp(1j * (np.arange(20_000) + 0.5) * pi / 10_000)
    best = np.argmin((turns[:, None] * root ** -np.array(moves, float)).real, axis=1)
    assert np.allclose(np.bincount(best, minlength=len(moves)) / 20_000, found.moves, atol=2e-4)
    assert abs(sum(found.moves) - 1) < 1e-15


@pytest.mark.parametrize("moves", [(1, 2), (4, 7)])
def test_two_moves_are_played_equally_often(moves: tuple[int, int]) -> None:
    found, biased = lasting(moves), wave(moves, static(Fraction(0)))
    assert found.moves == (0.5, 0.5)
    assert biased is not None
    assert (found.modulus, found.angle) == pytest.approx((biased.damping, biased.phase), abs=1e-14)


def test_which_games_have_no_lasting_errors() -> None:
    """Those in which won and lost heaps alternate in steps of the common divisor."""
    none = {moves for moves in SETS if not lasting(moves).lasts}
    assert none == {(1, 3), (1, 5), (1, 3, 5)}
    for moves in none:
        assert losses(moves, "illegal", 20)[1:] == [heap % 2 == 0 for heap in range(1, 21)]
    assert [lasting(moves).lasts for moves in ((2, 6), (3, 5), (4, 6), (3, 5, 7))] == [False, True, True, True]


def test_a_common_divisor_changes_nothing_but_the_scale() -> None:
    for moves in ((1, 2), (1, 2, 3), (2, 3, 5)):
        one, three = lasting(moves), lasting([3 * move for move in moves])
        assert (one.lasts, one.share, one.angle, one.moves) == (three.lasts, three.share, three.angle, three.moves)
        assert one.modulus is not None
        assert three.modulus is not None
        assert three.modulus**3 == pytest.approx(one.modulus, abs=1e-15)


def test_a_real_root() -> None:
    """In S(2,3,5) MC(inf) plays 2 at heaps of one parity and 5 at the others, and never 3."""
    found = lasting((2, 3, 5))
    assert found.moves == (0.5, 0.0, 0.5)
    assert found.angle == pi
    assert found.share == 0.6


def test_what_cannot_be() -> None:
    for moves in ((3,), (1, LARGEST_LASTING_MOVE + 1)):
        with pytest.raises(InputError, match="two or more"):
            lasting(moves)
    with pytest.raises(InputError, match="overshoot"):
        lasting((1, 2), "draws")
