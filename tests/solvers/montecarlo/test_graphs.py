"""Graphs of races and subtraction games: against their rules, and the counts and chances published for them."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st
from naive.games import (
    Game,
    double_step_crash_race,
    double_step_race,
    single_step_race,
    subtraction,
    undecided,
    win_chances,
    winners,
)
from naive.graphs import walk

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules import (
    MOST_ESR_POSITIONS,
    check_esr,
    esr_configurations,
    esr_positions,
    esr_size,
)
from tafelwerk.solvers.montecarlo.races_and_heaps import (
    dsc_graph,
    dsr_graph,
    esr_graph,
    heap_position,
    subtraction_graph,
)
from tafelwerk.solvers.playouts.exact_play import exact_random
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph, perfect_values


def agrees(graph: GameGraph, game: Game) -> set[object]:
    """The graph has the candidates and the chances of the rules; the undecided positions met."""
    graph.check()
    chances, _ = exact_random(graph)
    win = win_chances(game)
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
    graph, game = esr_graph(*sizes), single_step_race(*sizes)
    met = agrees(graph, game)
    assert met == undecided(game)
    assert (graph.positions, graph.edges) == (len(met) + 1, graph.edges) == esr_size(*sizes)
    # the first player wins every single-step race
    assert perfect_values(graph)[graph.root] == 1
    for here, (own, _) in walk(graph, graph.root, game):  # type: ignore[misc]
        for edge in graph.edges_of(here):
            assert graph.multiplicities[edge] == own.count(graph.labels[edge])


@pytest.mark.parametrize("n", [1, 2, 8])
def test_double_step_races(n: int) -> None:
    graph, game = dsc_graph(n), double_step_crash_race(n)
    # a position seen from the other end is the same
    turned = {(x, y) if way == 1 else (n - x, n - y) for x, y, way in agrees(graph, game)}  # type: ignore[misc]
    assert graph.positions == len(turned) + 1 <= (n + 1) ** 2
    assert perfect_values(graph)[graph.root] == (-1 if n % 3 == 0 else 1)
    graph, game = dsr_graph(n), double_step_race(n)
    met = agrees(graph, game)
    assert met == undecided(game)
    assert graph.positions == len(met) + 1
    # who needs fewer moves wins, the mover where they need as many
    wins = winners(game)
    assert all(wins((own, other)) == ((n - own + 1) // 2 <= (n - other + 1) // 2) for own, other in met)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("graph", "game", "start"),
    [
        (dsc_graph(7, 2, 3), double_step_crash_race(7), (2, 4, 1)),
        (dsc_graph(7, 0, 6), double_step_crash_race(7), (0, 1, 1)),
        (dsr_graph(6, 4, 1), double_step_race(6), (4, 1)),
        # positions that do not come up in play
        (esr_graph(3, 2, 2, (0, 0), (3, 1)), single_step_race(3, 2, 2), ((0, 0), (1, 3))),
        (esr_graph(1, 3, 3, (1, 1, 0), (0, 0, 0)), single_step_race(1, 3, 3), ((0, 1, 1), (0, 0, 0))),
    ],
)
def test_a_race_can_begin_anywhere(graph: GameGraph, game: Game, start: object) -> None:
    agrees(graph, Game(start, game.moves, game.result))  # type: ignore[arg-type]


def test_published_counts() -> None:
    assert esr_positions(5, 6) == 462
    tempos = np.bincount([sum(p) for p in combinations_with_replacement(range(6), 6)])
    # the players have moved equally often, or the opponent once more
    assert int((tempos**2).sum() + (tempos[1:] * tempos[:-1]).sum()) == esr_configurations(5, 6) == 21_434
    assert int((esr_graph(5, 6, 1).payoff == UNDECIDED).sum()) == 5_148
    graph = dsc_graph(10)
    _, loss = exact_random(graph)
    opening = {int(graph.labels[e]): loss[graph.successors[e]] for e in graph.edges_of(graph.root)}
    assert opening == {1: fmpq(34803, 65536), 2: fmpq(9097, 16384)}


@pytest.mark.parametrize(("sizes", "positions"), [((2, 139, 3), 2_476), ((7, 8, 1), 644_428), ((300, 1, 1), None)])
def test_large_races(sizes: tuple[int, int, int], positions: int | None) -> None:
    graph = esr_graph(*sizes)
    graph.check()
    assert (graph.positions, graph.edges) == esr_size(*sizes)
    assert positions in (None, graph.positions)


@given(
    moves=st.sets(st.integers(1, 9), min_size=1, max_size=4).map(sorted),
    heap=st.integers(1, 25),
    overshoot=st.sampled_from(["wins", "loses", "illegal"]),
)
def test_subtraction_games(moves: list[int], heap: int, overshoot: str) -> None:
    graph = subtraction_graph(moves, heap, overshoot)
    graph.check()
    chances, _ = exact_random(graph)
    values = perfect_values(graph)
    game = subtraction(tuple(moves), heap, overshoot)
    win, wins = win_chances(game), winners(game)
    for h in range(1, heap + 1):
        here = heap_position(h)
        assert Fraction(str(chances[here])) == win(h)
        assert (values[here] == 1) == wins(h)
        # an edge stands for as many moves in succession as its multiplicity says
        taken = []
        for edge in graph.edges_of(here):
            first = moves.index(graph.labels[edge])
            taken += moves[first : first + graph.multiplicities[edge]]
        assert taken == ([a for a in moves if a <= h] if overshoot == "illegal" else moves)


def test_3_5_11_as_published() -> None:
    graph = subtraction_graph([3, 5, 11], 80, "loses")
    chances, _ = exact_random(graph)
    published = [fmpq(0), fmpq(0), fmpq(1, 3), fmpq(1, 3), fmpq(2, 3), fmpq(5, 9), fmpq(5, 9), fmpq(1, 3), fmpq(10, 27)]
    assert [chances[heap_position(h)] for h in range(1, 10)] == published
    values = perfect_values(graph)
    assert all((values[heap_position(h)] == -1) == (h % 8 in (0, 1, 2)) for h in range(1, 81))


def test_limits_are_named() -> None:
    assert comb(18, 5) <= MOST_ESR_POSITIONS < comb(19, 5)
    check_esr(5, 13, 13)
    for n, m, s, word in [(0, 3, 1, "n:"), (3, 0, 1, "m:"), (3, 2, 3, "s:"), (3, 2, 0, "s:"), (14, 5, 1, "10000")]:
        with pytest.raises(InputError, match=word):
            esr_graph(n, m, s)
    for n in (0, 2001):
        with pytest.raises(InputError, match=r"n: .* 2000"):
            dsc_graph(n)
    for make in (dsc_graph, dsr_graph):
        for own, other in ((5, 0), (0, 5), (-1, 2)):
            with pytest.raises(InputError, match="own, other"):
                make(5, own, other)
    with pytest.raises(InputError, match="own, other"):
        dsc_graph(5, 3, 2)
    for pieces in ((0, 1), (0, 1, 4), (3, 3, 0), (-1, 0, 0)):
        with pytest.raises(InputError, match="pieces"):
            esr_graph(3, 3, 2, pieces, (0, 0, 0))
    for moves, heap, overshoot, word in [
        ([], 5, "wins", "moves"),
        ([2, 2], 5, "wins", "moves"),
        ([0, 2], 5, "wins", "0"),
        ([1, 5000], 5, "wins", "5000"),
        ([1, 2], 0, "wins", "heap"),
        ([1, 2], 10**8, "wins", "heap"),
        ([1, 2], 5, "draws", "overshoot"),
    ]:
        with pytest.raises(InputError, match=word):
            subtraction_graph(moves, heap, overshoot)
