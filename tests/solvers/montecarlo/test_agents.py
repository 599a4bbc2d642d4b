"""The agents of the number game 3-5-11; their chances are proved by other recursions."""

from fractions import Fraction

import pytest
from flint import fmpq

from tafelwerk.solvers.montecarlo.races_and_heaps import heap_position, subtraction_graph
from tafelwerk.solvers.montecarlo.simple_agents import agent_policy, agent_rows

MOVES = (3, 5, 11)


@pytest.mark.parametrize("share", ["1/2", "0.1", "999999/1000000"])
def test_half_perfect_play_lies_between_two_agents(share: str) -> None:
    graph = subtraction_graph(MOVES, 60, "loses")
    rows, none, always = (agent_rows(graph, f"half-perfect:{p}") for p in (share, "0", "1"))
    assert none == agent_rows(graph, "random")
    p = fmpq(*Fraction(share).as_integer_ratio())
    assert rows == [(1 - p) * one + p * other for one, other in zip(none, always, strict=True)]
    assert share != "1/2" or rows == agent_rows(graph, "half-perfect")
    policy = agent_policy(graph, f"half-perfect:{share}")
    for chance, error, row in zip(policy.chances, policy.errors, rows, strict=True):
        assert abs(Fraction(chance) - Fraction(str(row))) <= Fraction(error) <= Fraction(2) ** -54


def test_half_perfect_play_follows_the_text() -> None:
    """The rules of figure 12 as they stand: an optimal move, and where all lose, the smallest."""
    graph = subtraction_graph(MOVES, 60, "loses")
    rows = agent_rows(graph, "half-perfect:1")
    for n in range(1, 61):
        optimal = [d for d in MOVES if n - d >= 0 and (n - d) % 8 in (0, 1, 2)] or [3]
        for edge in graph.edges_of(heap_position(n)):
            first = MOVES.index(graph.labels[edge])
            together = MOVES[first : first + graph.multiplicities[edge]]
            assert rows[edge] == fmpq(sum(d in optimal for d in together), len(optimal))


@pytest.mark.parametrize("overshoot", ["wins", "illegal"])
def test_careful_under_every_rule(overshoot: str) -> None:
    graph = subtraction_graph((2, 3, 7), 30, overshoot)
    rows = agent_rows(graph, "careful")
    for i in range(graph.positions):
        edges = graph.edges_of(i)
        after = [int(graph.payoff[graph.successors[e]]) for e in edges]
        if -1 in after:
            assert sum((rows[e] for e, a in zip(edges, after, strict=True) if a == -1), fmpq(0)) == 1
        elif set(after) - {1}:
            assert sum((rows[e] for e, a in zip(edges, after, strict=True) if a == 1), fmpq(0)) == 0


def test_a_share_fits_into_whole_numbers() -> None:
    graph = subtraction_graph(MOVES, 20, "loses")
    rows = agent_rows(graph, f"half-perfect:1/{10**15 - 1}")
    assert sum(rows[edge] for edge in graph.edges_of(heap_position(20))) == 1
