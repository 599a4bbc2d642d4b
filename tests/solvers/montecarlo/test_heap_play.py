"""Heap after heap: choices and blunders of MC(inf), also at heaps of any size, limits of random play and periods."""

from cmath import exp
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import gcd, pi

import numpy as np
import pytest
from flint import fmpq
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive import games

from tafelwerk.solvers.montecarlo import heap_play
from tafelwerk.solvers.montecarlo.large_heaps import (
    lasting,
    random_play_limits,
)
from tafelwerk.solvers.montecarlo.races_and_heaps import heap_position, subtraction_graph
from tafelwerk.solvers.playouts.game_graph import perfect_values

MOVE_SETS = st.sets(st.integers(1, 7), min_size=1, max_size=4).map(sorted)
OVERSHOOTS = st.sampled_from(["wins", "loses", "illegal"])


@given(moves=MOVE_SETS, overshoot=OVERSHOOTS, limit=st.integers(1, 30))
@example(moves=[3], overshoot="illegal", limit=2)
def test_choices_of_plain_playouts(moves: list[int], overshoot: str, limit: int) -> None:
    game = games.subtraction(tuple(moves), limit, overshoot)
    wins, win = games.winners(game), games.win_chances(game)
    chance, by_move = heap_play.exact_heap(moves, limit, overshoot)
    assert Fraction(str(chance)) == win(limit)
    assert {a: Fraction(str(p)) for a, p in by_move.items()} == {a: 1 - win(after) for a, after in game.moves(limit)}
    choices = list(heap_play.heap_choices(moves, overshoot, limit))
    assert [c.heap for c in choices] == list(range(1, limit + 1))
    losing = dict(heap_play.losing_share(moves, overshoot, limit))
    for choice in choices:
        h = choice.heap
        assert choice.won == wins(h) == (h in losing)
        assert list(choice.candidates) == [a for a, _ in game.moves(h)]
        for a, won, value in zip(choice.candidates, choice.wins, choice.values, strict=True):
            assert won == (not wins(h - a))
            assert Fraction(str(fmpq(value) / choice.scale())) == win(h - a) - Fraction(1, 2)
        if choice.candidates:
            best = games.limit_candidates(game, h)
            assert [choice.candidates[i] for i in choice.best()] == [a for a, _ in best]
            share = Fraction(sum(wins(after) for _, after in best), len(best))
            assert Fraction(str(choice.losing_share())) == share
            assert not choice.won or Fraction(str(losing[h])) == share


@given(moves=MOVE_SETS, overshoot=OVERSHOOTS, weights=st.lists(st.integers(1, 5), min_size=8, max_size=8))
def test_choices_of_biased_playouts(moves: list[int], overshoot: str, weights: list[int]) -> None:
    """Playouts that weigh every move on its own, and three times where it wins."""
    game = games.subtraction(tuple(moves), 25, overshoot)
    wins = games.winners(game)

    def weight(a: int, winning: bool) -> int:
        return weights[a] * (3 if winning else 1)

    def chances(candidates: Sequence[int], winning: Sequence[bool], _: int) -> Sequence[fmpq]:
        row = [weight(a, w) for a, w in zip(candidates, winning, strict=True)]
        return [fmpq(x, sum(row)) for x in row]

    win = games.win_chances(game, lambda a, after: weight(a, not wins(after)))
    for choice in heap_play.heap_choices(moves, overshoot, 25, chances):
        for a, value in zip(choice.candidates, choice.values, strict=True):
            assert Fraction(str(fmpq(value) / choice.scale())) == win(choice.heap - a) - Fraction(1, 2)


@pytest.mark.parametrize("race", [games.double_step_crash_race, games.double_step_race])
def test_blunders_of_races(race: Callable[[int], games.Game]) -> None:
    """MC(inf) errs in the opening of the race with crash on ten squares, and nowhere without crash."""

    def errs(game: games.Game) -> bool:
        wins = games.winners(game)
        return wins(game.start) and any(wins(after) for _, after in games.limit_candidates(game, game.start))

    is_crash = race is games.double_step_crash_race
    assert [n for n in range(1, 11) if errs(race(n))] == ([10] if is_crash else [])
    for limit in (9, 100):
        first = 10 if is_crash and limit > 9 else None
        assert heap_play.race_blunder(limit, crash=is_crash) == heap_play.Blunder(first, first, limit)


@pytest.mark.parametrize(("moves", "overshoot"), [((1, 2, 3), "wins"), ((2, 4, 7), "loses"), ((3, 5, 11), "illegal")])
def test_first_blunders_with_ties_and_without(moves: tuple[int, ...], overshoot: str) -> None:
    shares = heap_play.losing_share(moves, overshoot, 200)
    size, with_ties = (next((h for h, share in shares if share >= least), None) for least in (1, fmpq(1, 100)))
    assert heap_play.blunder(moves, overshoot, 200) == heap_play.Blunder(size, with_ties, 200)


@given(overshoot=OVERSHOOTS, moves=st.sets(st.integers(1, 5), min_size=1, max_size=4).map(sorted))
@settings(max_examples=20)
def test_far_heaps_are_near_their_limit(overshoot: str, moves: list[int]) -> None:
    limits = random_play_limits(moves, overshoot)
    g = gcd(*moves)
    assert len(limits) == (2 * g if all(a // g % 2 for a in moves) else 1)
    # the next root is at most 0.99, that of 4 and 5
    far = 3_000
    y = {0: -0.5, **{-h: 0.5 if overshoot == "loses" else -0.5 for h in range(1, 10)}}
    for h in range(1, far + 4 * g):
        candidates = [a for a in moves if a <= h] if overshoot == "illegal" else moves
        y[h] = -sum(y[h - a] for a in candidates) / len(candidates) if candidates else -0.5
    for h in range(far, far + 4 * g):
        limit = limits[h % len(limits)]
        # three thousand means, each rounded by less than 5e-16
        assert y[h] + 0.5 == pytest.approx(int(limit.p) / int(limit.q), abs=1e-11)


def outcomes(moves: Sequence[int], overshoot: str, heaps: int) -> list[bool]:
    values = perfect_values(subtraction_graph(moves, heaps, overshoot))
    return [bool(values[heap_position(h)] == 1) for h in range(1, heaps + 1)]


def repeats(won: list[bool], preperiod: int, length: int) -> bool:
    return all(a == b for a, b in zip(won[preperiod:], won[preperiod + length :], strict=False))


@given(moves=st.sets(st.integers(1, 8), min_size=1, max_size=4).map(sorted), overshoot=OVERSHOOTS)
def test_least_period_that_fits(moves: list[int], overshoot: str) -> None:
    least = heap_play.period(moves, overshoot)
    assert least is not None
    # a window of the largest move, at most 2^8 of them
    won = outcomes(moves, overshoot, 600)
    assert least.preperiod + least.period <= 256 + 8
    assert repeats(won, least.preperiod, least.period)
    for before, length in product(range(least.preperiod + 1), range(1, least.period + 1)):
        if (before, length) != (least.preperiod, least.period):
            assert not repeats(won, before, length)


@pytest.mark.parametrize("overshoot", ["wins", "illegal"])
def test_windows_of_several_words(overshoot: str) -> None:
    assert heap_play.period((3, 17, 40, 51, 64), overshoot, limit=200) is None
    for moves in ((1, 63), (2, 65), (5, 64, 128), (7, 100, 129)):
        least = heap_play.period(moves, overshoot)
        assert least is not None
        won = outcomes(moves, overshoot, least.preperiod + 3 * least.period + 2 * moves[-1])
        assert repeats(won, least.preperiod, least.period)
        assert least.preperiod == 0 or not repeats(won, least.preperiod - 1, least.period)
        for divisor in range(1, least.period):
            assert least.period % divisor or not repeats(won, least.preperiod, divisor)


@pytest.mark.parametrize("overshoot", ["wins", "loses", "illegal"])
def test_as_in_exact_play(overshoot: str) -> None:
    """The waves of these games drift round the circle within some hundred heaps."""
    for moves in ((1, 2), (1, 3), (1, 5), (2, 3), (1, 2, 4), (2, 3, 5)):
        limit = lasting(moves, overshoot)
        shares = [float(share) for heap, share in heap_play.losing_share(moves, overshoot, 1200) if heap > 200]
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


def test_a_real_root() -> None:
    """In S(2,3,5) MC(inf) plays 2 at heaps of one parity and 5 at the others, and never 3."""
    found = lasting((2, 3, 5))
    assert found.moves == (0.5, 0.0, 0.5)
    assert found.angle == pi
    assert found.share == 0.6
