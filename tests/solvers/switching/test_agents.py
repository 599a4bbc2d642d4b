"""Agents: their chances in every position, against fractions."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from naive import switching_agents as naive
from switching_policies import compiled, player_of, policy

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.graph import FREE, Graph
from tafelwerk.solvers.switching.positions import board_positions, graph_positions
from tafelwerk.solvers.switching.potentials.every_position import all_drops
from tafelwerk.solvers.switching.potentials.exact import drops
from tafelwerk.solvers.switching.potentials.gauss_seidel import exact_swept_drops, swept_drops
from tafelwerk.solvers.switching.potentials.softmax import powers, softmax_policy


def check(order: int, name: str, sample: int | None = None) -> None:
    """In every position, or in the first and some, the chances are those of the twin."""
    positions = board_positions(order)
    game, row, twin = positions.game, policy(order, name), naive.AGENTS[name](positions.graph)
    numbers = np.flatnonzero(positions.won == FREE).tolist()
    for number in numbers if sample is None else [game.root, *Random(name).sample(numbers, sample)]:
        expected = twin(tuple(positions.states(number).tolist()), player_of(int(positions.to_move[number])))
        for index in game.edges_of(number):
            chance, error = Fraction(float(row.chances[index])), Fraction(float(row.errors[index]))
            assert abs(chance - expected.get(int(game.labels[index]), 0)) <= error < 1e-9, name


@pytest.mark.parametrize("kind", sorted({name.split(":")[0] for name in naive.AGENTS}))
def test_chances_at_order_2(kind: str) -> None:
    for name in naive.AGENTS:
        if name.split(":")[0] == kind:
            check(2, name)


@compiled
@pytest.mark.parametrize("name", ["temperature:0.1", "gauss-seidel:2:0.5"])
def test_chances_at_order_3(name: str) -> None:
    check(3, name, 60)


@given(naive.graphs(most_nodes=5, most_edges=7))
@settings(max_examples=15)
def test_drops_of_any_graph(graph: Graph) -> None:
    """Loops and parallel edges too."""
    positions = graph_positions(graph)
    drops_of, swept = all_drops(positions), swept_drops(positions, 4)
    is_open = np.flatnonzero(positions.won == FREE).tolist()
    for number in Random(0).choices(is_open, k=15):
        states = tuple(positions.states(number).tolist())
        expected, then = drops(graph, states), naive.swept(graph, states, 4)
        most = max(then.values())
        for place in positions.game.edges_of(number):
            edge = int(positions.game.labels[place])
            assert Fraction(int(drops_of.numerators[place]), int(drops_of.denominators[number])) == expected[edge]
            assert swept.greatest[place] == (then[edge] == most)
            assert (swept.ratios[place] == 0.0) == (then[edge] == 0)
            off = abs(Fraction(float(swept.ratios[place])) - then[edge] / most)
            assert off <= Fraction(float(swept.errors[place]))
        assert exact_swept_drops(graph, positions.states(number), 4) == then


def test_powers() -> None:
    temperature = Fraction(3, 10)
    found = powers(np.array([[0.0, 1.0], [0.5, 0.3], [1e-9, 0.999]]), temperature)
    assert found[0].tolist() == [0.0, 1.0]
    with ctx.workprec(200):
        for base, value in zip((0.5, 0.3, 1e-9, 0.999), found[1:].ravel().tolist(), strict=True):
            exact = arb(base) ** arb(fmpq(temperature.denominator, temperature.numerator))
            assert abs(arb(value) / exact - 1) < 2.0**-52


def test_large_temperature_nears_evenly_and_small_the_heuristic() -> None:
    for name, limit in (("temperature:1000000", "temperature:inf"), ("temperature:0.000001", "heuristic")):
        hot, end = policy(2, name), policy(2, limit)
        assert np.abs(hot.chances - end.chances).max() < 1e-4
        assert ((hot.chances > 0) <= (policy(2, "temperature:inf").chances > 0)).all()


def test_misuse() -> None:
    positions = board_positions(2)
    game = positions.game
    with pytest.raises(InputError, match="sweeps must be 1 to"):
        swept_drops(positions, 0)
    with pytest.raises(InputError, match="above 0"):
        softmax_policy(game, np.ones(game.edges), np.zeros(game.edges), Fraction(0))
    with pytest.raises(InputError, match="below half"):
        softmax_policy(game, np.ones(game.edges), np.ones(game.edges), Fraction(1))
