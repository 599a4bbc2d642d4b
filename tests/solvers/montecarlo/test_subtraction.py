"""Subtraction games against their rules, under every way to overshoot."""

from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st
from naive.games import subtraction, win_chances, winners

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.subtraction import heap_position, subtraction_graph
from tafelwerk.solvers.playouts.exact_play import exact_random
from tafelwerk.solvers.playouts.perfect_play import perfect_values

MOVE_SETS = st.sets(st.integers(1, 9), min_size=1, max_size=4).map(sorted)


@given(moves=MOVE_SETS, heap=st.integers(1, 25), overshoot=st.sampled_from(["wins", "loses", "illegal"]))
def test_graph_follows_the_rules(moves: list[int], heap: int, overshoot: str) -> None:
    graph = subtraction_graph(moves, heap, overshoot)
    graph.check()
    chances, _ = exact_random(graph)
    values = perfect_values(graph)
    for h in range(1, heap + 1):
        here, game = heap_position(h), subtraction(tuple(moves), h, overshoot)
        assert Fraction(str(chances[here])) == win_chances(game)(h)
        assert (values[here] == 1) == winners(game)(h)
        candidates = [a for a in moves if a <= h] if overshoot == "illegal" else moves
        # an edge stands for as many moves in succession as its multiplicity says
        found = []
        for edge in graph.edges_of(here):
            first = moves.index(graph.labels[edge])
            found += moves[first : first + graph.multiplicities[edge]]
        assert found == candidates


def test_3_5_11_as_published() -> None:
    graph = subtraction_graph([3, 5, 11], 80, "loses")
    chances, _ = exact_random(graph)
    published = [fmpq(0), fmpq(0), fmpq(1, 3), fmpq(1, 3), fmpq(2, 3), fmpq(5, 9), fmpq(5, 9), fmpq(1, 3), fmpq(10, 27)]
    assert [chances[heap_position(h)] for h in range(1, 10)] == published
    values = perfect_values(graph)
    assert [h for h in range(1, 81) if values[heap_position(h)] == -1] == [
        h for h in range(1, 81) if h % 8 in (0, 1, 2)
    ]


def test_bad_arguments_are_named() -> None:
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
