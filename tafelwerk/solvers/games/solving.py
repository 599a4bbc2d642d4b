"""Solves a user's own game: value, distance and best moves of every position."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from tafelwerk.families.games.rules.rules import Kind, Rules
from tafelwerk.solvers.games.expectation import solve_chance
from tafelwerk.solvers.games.graph import Graph, explore
from tafelwerk.solvers.games.retrograde import ENDLESS, Ints, solve_moves


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A solved game.

    Attributes:
        graph: its n positions.
        values: by position, value for the player to move; n of them.
        distances: by position, plies to the end if the winner hurries and the loser delays; for value 0, the fewest to an end of
            0 by moves that keep the value. None if there is no such end, and in games of chance.
        best: by position, the moves that keep value and distance; for value 0, all that keep the value.
    """

    graph: Graph
    values: list[Fraction]
    distances: list[int | None]
    best: list[list[str]]


def solve(rules: Rules, most: int) -> Solution:
    """Every position of a game.

    Args:
        rules: the game.
        most: greatest number of positions.

    Raises:
        InputError: the game returns an impossible value, has more positions, or has chance and endless plays.
    """
    graph = explore(rules, most)
    if Kind.CHANCE in graph.kinds:
        exact = solve_chance(graph, rules.name)
        ordered = sorted(set(exact))
        place_of = {value: place for place, value in enumerate(ordered)}
        ranks = np.array([place_of[value] for value in exact], np.int32)
        negative = np.array([place_of.get(-value, -1) for value in exact], np.int32)
        shared = {value: Fraction(int(value.p), int(value.q)) for value in ordered}
        values = [shared[value] for value in exact]
        kept = _kept(graph, ranks, np.where(graph.signs > 0, ranks[graph.successors], negative[graph.successors]))
        return Solution(graph, values, [None] * len(graph), _named(graph, kept & _decides(graph)))
    exact_outcomes = [Fraction(outcome) for outcome in graph.outcomes.values()]
    sizes = sorted({abs(outcome) for outcome in exact_outcomes} | {Fraction(0)})
    rank_of = {size: rank for rank, size in enumerate(sizes)}
    ends = np.fromiter(graph.outcomes, np.int32)
    ranks = np.fromiter((rank_of[abs(one)] * (1 if one > 0 else -1) for one in exact_outcomes), np.int32)
    found, distances = solve_moves(graph, ranks, ends)
    kept = _kept(graph, found, graph.signs * found[graph.successors])
    sources = _sources(graph)
    kept &= (found[sources] == 0) | (distances[graph.successors] == distances[sources] - 1)
    values_of = {sign * rank: sign * size for size, rank in rank_of.items() for sign in (1, -1)}
    values = [values_of[rank] for rank in found.tolist()]
    plies = [None if one == ENDLESS else one for one in distances.tolist()]
    return Solution(graph, values, plies, _named(graph, kept))


def _sources(graph: Graph) -> Ints:
    return np.repeat(np.arange(len(graph), dtype=np.int32), np.diff(graph.offsets))


def _kept(graph: Graph, ranks: Ints, after: Ints) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Whether each edge keeps the value; `after`: rank of the edge's target, for the player before it."""
    return np.asarray(ranks[_sources(graph)] == after)


def _decides(graph: Graph) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Whether each edge is a move of a player."""
    return np.fromiter((kind is Kind.DECISION for kind in graph.kinds), np.bool_)[_sources(graph)]


def _named(graph: Graph, kept: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> list[list[str]]:
    """The moves of the selected edges, by position."""
    counts = np.concatenate([[0], np.cumsum(kept)])[graph.offsets].tolist()
    names = [graph.names[edge] for edge in np.flatnonzero(kept).tolist()]
    return [names[begin:end] for begin, end in pairwise(counts)]
