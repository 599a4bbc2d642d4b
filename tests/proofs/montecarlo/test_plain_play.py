"""Other recursions for random play and simple agents, against the rules and the exact solvers."""

from fractions import Fraction
from itertools import product

import pytest
from flint import arb, ctx, fmpq
from naive import games

from tafelwerk.proofs.montecarlo.plain_games import agent_chances, limit_enclosures, limit_modulus, race_chance
from tafelwerk.solvers.montecarlo.large_heaps import random_play_limits
from tafelwerk.solvers.montecarlo.races_and_heaps import heap_position, subtraction_graph
from tafelwerk.solvers.montecarlo.simple_agents import agent_rows
from tafelwerk.solvers.playouts.exact_play import exact_duel

RULES = [((1, 2), "wins"), ((1, 3), "wins"), ((2, 6), "loses"), ((3, 5, 11), "loses"), ((2, 3), "illegal")]


@pytest.mark.parametrize(("n", "m", "s"), [(4, 1, 1), (1, 3, 3), (2, 3, 2)])
def test_race(n: int, m: int, s: int) -> None:
    game = games.single_step_race(n, m, s)
    value = race_chance(n, m, s)
    assert Fraction(int(value.p), int(value.q)) == games.win_chances(game)(game.start)


@pytest.mark.parametrize(("moves", "overshoot"), RULES)
def test_limits_are_enclosed(moves: tuple[int, ...], overshoot: str) -> None:
    limits = random_play_limits(moves, overshoot)
    balls = limit_enclosures(moves, overshoot)
    assert balls is not None
    assert len(balls) == len(limits) == limit_modulus(moves)
    with ctx.workprec(400):
        for ball, limit in zip(balls, limits, strict=True):
            assert ball.contains(arb(limit))
            assert not ball.contains(arb(limit + fmpq(1, 10**29)))


@pytest.mark.parametrize(("moves", "overshoot"), RULES)
def test_agents(moves: tuple[int, ...], overshoot: str) -> None:
    graph = subtraction_graph(moves, 24, overshoot)
    names = ("random", "perfect", "careful", "half-perfect")
    rows = {name: agent_rows(graph, name) for name in names}
    for first, second in product(names, names):
        met = exact_duel(graph, rows[first], rows[second])
        exact = [met.win_a[heap_position(heap)] for heap in range(25)]
        assert agent_chances(moves, overshoot, first, second, 24) == exact
