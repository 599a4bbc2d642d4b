"""Graphs of races and subtraction games: against their rules, and the counts and chances published for them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import games
from naive.graphs import walk

from tafelwerk.families.montecarlo.rules import (
    esr_size,
)
from tafelwerk.solvers.montecarlo import races_and_heaps
from tafelwerk.solvers.playouts.exact_play import exact_random
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph, perfect_values


def agrees(graph: GameGraph, game: games.Game) -> set[object]:
    """The graph has the candidates and the chances of the rules; the undecided positions met."""
    graph.check()
    chances, _ = exact_random(graph)
    win = games.win_chances(game)
    pairs = list(walk(graph, graph.root, game))
    for here, there in pairs:
        assert (graph.payoff[here] == UNDECIDED) == (game.result(there) is None)
        assert Fraction(str(chances[here])) == win(there)
        if game.result(there) is None:
            labels = [label for label, _ in game.moves(there)]
            edges = graph.edges_of(here)
            assert sum(int(graph.multiplicities[e]) for e in edges) == len(labels)
            assert {int(graph.labels[e]) for e in edges} <= set(labels)
    return {there for _, there in pairs if game.result(there) is None}


@pytest.mark.parametrize("sizes", [(1, 3, 2), (3, 2, 1), (2, 4, 2)])
def test_single_step_races(sizes: tuple[int, int, int]) -> None:
    graph, game = races_and_heaps.esr_graph(*sizes), games.single_step_race(*sizes)
    met = agrees(graph, game)
    assert met == games.undecided(game)
    assert (graph.positions, graph.edges) == (len(met) + 1, graph.edges) == esr_size(*sizes)
    # the first player wins every single-step race
    assert perfect_values(graph)[graph.root] == 1
    for here, (own, _) in walk(graph, graph.root, game):  # type: ignore[misc]
        for edge in graph.edges_of(here):
            assert graph.multiplicities[edge] == own.count(graph.labels[edge])


@pytest.mark.parametrize("n", [1, 2, 8])
def test_double_step_races(n: int) -> None:
    graph, game = races_and_heaps.dsc_graph(n), games.double_step_crash_race(n)
    # a position seen from the other end is the same
    turned = {(x, y) if way == 1 else (n - x, n - y) for x, y, way in agrees(graph, game)}  # type: ignore[misc]
    assert graph.positions == len(turned) + 1 <= (n + 1) ** 2
    assert perfect_values(graph)[graph.root] == (-1 if n % 3 == 0 else 1)
    graph, game = races_and_heaps.dsr_graph(n), games.double_step_race(n)
    met = agrees(graph, game)
    assert met == games.undecided(game)
    assert graph.positions == len(met) + 1
    # who needs fewer moves wins, the mover where they need as many
    wins = games.winners(game)
    assert all(wins((own, other)) == ((n - own + 1) // 2 <= (n - other + 1) // 2) for own, other in met)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("graph", "game", "start"),
    [
        (races_and_heaps.dsc_graph(7, 2, 3), games.double_step_crash_race(7), (2, 4, 1)),
        (races_and_heaps.dsc_graph(7, 0, 6), games.double_step_crash_race(7), (0, 1, 1)),
        (races_and_heaps.dsr_graph(6, 4, 1), games.double_step_race(6), (4, 1)),
        # positions that do not come up in play
        (races_and_heaps.esr_graph(3, 2, 2, (0, 0), (3, 1)), games.single_step_race(3, 2, 2), ((0, 0), (1, 3))),
        (
            races_and_heaps.esr_graph(1, 3, 3, (1, 1, 0), (0, 0, 0)),
            games.single_step_race(1, 3, 3),
            ((0, 1, 1), (0, 0, 0)),
        ),
    ],
)
def test_a_race_can_begin_anywhere(graph: GameGraph, game: games.Game, start: object) -> None:
    agrees(graph, games.Game(start, game.moves, game.result))  # type: ignore[arg-type]


@pytest.mark.parametrize("sizes", [(2, 139, 3), (300, 1, 1)])
def test_long_races(sizes: tuple[int, int, int]) -> None:
    graph = races_and_heaps.esr_graph(*sizes)
    graph.check()
    assert (graph.positions, graph.edges) == esr_size(*sizes)


@given(
    moves=st.sets(st.integers(1, 9), min_size=1, max_size=4).map(sorted),
    heap=st.integers(1, 25),
    overshoot=st.sampled_from(["wins", "loses", "illegal"]),
)
def test_subtraction_games(moves: list[int], heap: int, overshoot: str) -> None:
    graph = races_and_heaps.subtraction_graph(moves, heap, overshoot)
    graph.check()
    chances, _ = exact_random(graph)
    values = perfect_values(graph)
    game = games.subtraction(tuple(moves), heap, overshoot)
    win, wins = games.win_chances(game), games.winners(game)
    for h in range(1, heap + 1):
        here = races_and_heaps.heap_position(h)
        assert Fraction(str(chances[here])) == win(h)
        assert (values[here] == 1) == wins(h)
        # an edge stands for as many moves in succession as its multiplicity says
        taken = []
        for edge in graph.edges_of(here):
            first = moves.index(graph.labels[edge])
            taken += moves[first : first + graph.multiplicities[edge]]
        assert taken == ([a for a in moves if a <= h] if overshoot == "illegal" else moves)
