"""Agents: their chances in every position, against fractions."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from naive import switching_agents as naive
from switching_policies import player_of, policy

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.playouts.policy import Policy
from tafelwerk.solvers.switching.graph import FREE, Graph
from tafelwerk.solvers.switching.positions import Positions, board_positions, graph_positions
from tafelwerk.solvers.switching.potentials.every_position import all_drops
from tafelwerk.solvers.switching.potentials.exact import drops
from tafelwerk.solvers.switching.potentials.gauss_seidel import exact_swept_drops, swept_drops
from tafelwerk.solvers.switching.potentials.softmax import powers, softmax_policy

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")


TWINS = {
    "random": naive.random_agent,
    "perfect": naive.perfect_agent,
    "heuristic": naive.heuristic_agent,
    "temperature:inf": lambda graph: naive.heuristic_agent(graph, 0),
    "temperature:1": lambda graph: naive.heuristic_agent(graph, 1),
    "temperature:0.1": lambda graph: naive.heuristic_agent(graph, 10),
    "temperature:1/3": lambda graph: naive.heuristic_agent(graph, 3),
    "gauss-seidel:1": lambda graph: naive.swept_agent(graph, 1),
    "gauss-seidel:3": lambda graph: naive.swept_agent(graph, 3),
    "gauss-seidel:8": lambda graph: naive.swept_agent(graph, 8),
    "gauss-seidel:12": lambda graph: naive.swept_agent(graph, 12),
    "gauss-seidel:30": lambda graph: naive.swept_agent(graph, 30),
    "gauss-seidel:2:0.5": lambda graph: naive.swept_agent(graph, 2, 2),
    "gauss-seidel:1:inf": lambda graph: naive.swept_agent(graph, 1, 0),
    "mc:1": lambda graph: naive.monte_carlo_agent(graph, 1),
    "mc:3": lambda graph: naive.monte_carlo_agent(graph, 3),
}


def row(positions: Positions, chances: Policy, number: int) -> dict[int, tuple[Fraction, Fraction]]:
    """Chances and errors of one position."""
    return {
        int(positions.game.labels[place]): (
            Fraction(float(chances.chances[place])),
            Fraction(float(chances.errors[place])),
        )
        for place in positions.game.edges_of(number)
    }


def check_row(positions: Positions, chances: Policy, number: int, twin: naive.Agent) -> None:
    expected = twin(tuple(positions.states(number).tolist()), player_of(int(positions.to_move[number])))
    for edge, (chance, error) in row(positions, chances, number).items():
        assert abs(chance - expected.get(edge, 0)) <= error
        assert error < 1e-9


@pytest.mark.parametrize("name", TWINS)
def test_chances_of_order_2(name: str) -> None:
    positions = board_positions(2)
    chances, twin = policy(2, name), TWINS[name](positions.graph)
    for number in np.flatnonzero(positions.won == FREE).tolist():
        check_row(positions, chances, number, twin)


@compiled
@pytest.mark.parametrize(
    "name",
    [
        *("random", "heuristic", "temperature:inf", "temperature:0.1", "gauss-seidel:2:0.5", "gauss-seidel:8"),
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("temperature:1", "temperature:1/3", "gauss-seidel:1", "gauss-seidel:3", "gauss-seidel:1:inf")
        ),
    ],
)
def test_chances_of_order_3(name: str) -> None:
    positions = board_positions(3)
    chances, twin = policy(3, name), TWINS[name](positions.graph)
    is_open = np.flatnonzero(positions.won == FREE).tolist()
    for number in [positions.game.root, *Random(name).sample(is_open, 100)]:
        check_row(positions, chances, number, twin)


@given(naive.graphs(most_nodes=5, most_edges=7))
@settings(max_examples=15)
def test_drops_of_any_graph(graph: Graph) -> None:
    """Loops and parallel edges too."""
    positions = graph_positions(graph)
    found, swept = all_drops(positions), swept_drops(positions, 4)
    is_open = np.flatnonzero(positions.won == FREE).tolist()
    for number in Random(0).choices(is_open, k=15):
        states = tuple(positions.states(number).tolist())
        expected, then = drops(graph, states), naive.swept(graph, states, 4)
        most = max(then.values())
        for place in positions.game.edges_of(number):
            edge = int(positions.game.labels[place])
            assert Fraction(int(found.numerators[place]), int(found.denominators[number])) == expected[edge]
            assert swept.greatest[place] == (then[edge] == most)
            assert (swept.ratios[place] == 0.0) == (then[edge] == 0)
            off = abs(Fraction(float(swept.ratios[place])) - then[edge] / most)
            assert off <= Fraction(float(swept.errors[place]))
        assert exact_swept_drops(graph, positions.states(number), 4) == then


def test_powers() -> None:
    bases, temperature = np.array([[0.0, 1.0], [0.5, 0.3], [1e-9, 0.999]]), Fraction(1, 7)
    found = powers(bases, temperature)
    for base, value in zip(bases.ravel().tolist(), found.ravel().tolist(), strict=True):
        exact = Fraction(base) ** 7
        assert abs(Fraction(value) - exact) <= exact * Fraction(1, 2**52)
    kept = ctx.prec
    ctx.prec = 200
    try:
        exact_root = arb(fmpq(*Fraction(0.3).as_integer_ratio())) ** arb(fmpq(10, 3))
        assert abs(arb(float(powers(np.array([0.3]), Fraction(3, 10))[0])) / exact_root - 1) < 2.0**-52
    finally:
        ctx.prec = kept


@compiled
def test_large_temperature_nears_evenly_and_small_the_heuristic() -> None:
    for name, limit in (("temperature:1000000", "temperature:inf"), ("temperature:0.000001", "heuristic")):
        hot, end = policy(3, name), policy(3, limit)
        assert np.abs(hot.chances - end.chances).max() < 1e-4
        assert ((hot.chances > 0) <= (policy(3, "temperature:inf").chances > 0)).all()


def test_misuse() -> None:
    positions = board_positions(2)
    game = positions.game
    with pytest.raises(InputError, match="sweeps are 1 to"):
        swept_drops(positions, 0)
    with pytest.raises(InputError, match="above 0"):
        softmax_policy(game, np.ones(game.edges), np.zeros(game.edges), Fraction(0))
    with pytest.raises(InputError, match="below half"):
        softmax_policy(game, np.ones(game.edges), np.ones(game.edges), Fraction(1))
