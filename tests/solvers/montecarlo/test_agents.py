"""The agents of the number game 3-5-11, read off its page."""

from fractions import Fraction
from functools import partial

import pytest
from flint import fmpq

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.races_and_heaps import heap_position, subtraction_graph
from tafelwerk.solvers.montecarlo.simple_agents import agent_policy, agent_rows

MOVES = (3, 5, 11)


def random_(n: int) -> dict[int, Fraction]:
    return dict.fromkeys(MOVES, Fraction(1, 3))


def careful(n: int) -> dict[int, Fraction]:
    """The rules of figure 11 as they stand."""
    if n > 11:
        return random_(n)
    if n in MOVES:
        return {n: Fraction(1)}
    safe = [d for d in MOVES if d <= n]
    return {d: Fraction(1, len(safe or MOVES)) for d in safe or MOVES}


def half_perfect(n: int, share: Fraction = Fraction(1, 2)) -> dict[int, Fraction]:
    """The rules of figure 12 as they stand, with any share of optimal moves."""
    optimal = [d for d in MOVES if n - d >= 0 and (n - d) % 8 in (0, 1, 2)] or [3]
    return {d: (1 - share) / 3 + (share / len(optimal) if d in optimal else 0) for d in MOVES}


def perfect(n: int) -> dict[int, Fraction]:
    """Evenly among the moves that win; where none does, among all."""
    winning = [d for d in MOVES if n - d >= 0 and (n - d) % 8 in (0, 1, 2)] or MOVES
    return {d: Fraction(1, len(winning)) for d in winning}


RULES = {
    "random": random_,
    "perfect": perfect,
    "careful": careful,
    "half-perfect": half_perfect,
    **{f"half-perfect:{p}": partial(half_perfect, share=Fraction(p)) for p in ("0", "1", "999999/1000000")},
}


@pytest.mark.parametrize("agent", sorted(RULES))
def test_agents_follow_the_text(agent: str) -> None:
    graph = subtraction_graph(MOVES, 60, "loses")
    rows = agent_rows(graph, agent)
    for n in range(1, 61):
        by_text = dict.fromkeys(MOVES, Fraction(0)) | RULES[agent](n)
        for edge in graph.edges_of(heap_position(n)):
            first = MOVES.index(graph.labels[edge])
            together = MOVES[first : first + graph.multiplicities[edge]]
            assert Fraction(str(rows[edge])) == sum(by_text[d] for d in together)
    policy = agent_policy(graph, agent)
    for chance, error, row in zip(policy.chances, policy.errors, rows, strict=True):
        assert abs(Fraction(chance) - Fraction(str(row))) <= Fraction(error) <= Fraction(2) ** -54


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
    with pytest.raises(InputError, match="denominator of at most 1,000,799,917,193,443 in this game"):
        agent_rows(graph, f"half-perfect:1/{10**16}")
    with pytest.raises(InputError, match="agent: 'best'"):
        agent_rows(graph, "best")
