"""Games of chance without cycles: values of all positions as exact fractions, each after those that it leads to."""

from fractions import Fraction

import numpy as np
from flint import fmpq

from tafelwerk.errors import InputError
from tafelwerk.rules.games.rules import Kind
from tafelwerk.solvers.games.graph import Graph
from tafelwerk.solvers.games.retrograde import reverse

_NAMED = 6


def solve_chance(graph: Graph, name: str) -> list[fmpq]:
    """The value of each position to the player to move: the greatest of its moves, the mean of what chance draws.

    Args:
        graph: the game; its positions do not repeat.
        name: the game's, for messages.

    Raises:
        InputError: a position can come back to itself.
    """
    values: list[fmpq] = [fmpq(0)] * len(graph)
    offsets, successors, signs = graph.offsets.tolist(), graph.successors.tolist(), graph.signs.tolist()
    weights = {edge: _exact(weight) for edge, weight in graph.weights.items()}
    back = reverse(graph)
    first, sources, left = back.offsets.tolist(), back.sources.tolist(), back.degrees.tolist()
    waiting = np.flatnonzero(back.degrees == 0).tolist()
    for place in waiting:
        edges = range(offsets[place], offsets[place + 1])
        kind = graph.kinds[place]
        if kind is Kind.END:
            values[place] = _exact(graph.outcomes[place])
        elif kind is Kind.CHANCE:
            values[place] = sum((weights[edge] * signs[edge] * values[successors[edge]] for edge in edges), fmpq(0))
        else:
            values[place] = max(signs[edge] * values[successors[edge]] for edge in edges)
        for edge in range(first[place], first[place + 1]):
            before = sources[edge]
            left[before] -= 1
            if not left[before]:
                waiting.append(before)
    if len(waiting) < len(graph):
        raise InputError(
            f"{name} has chance, and its positions can repeat ({_cycle(graph, left)}); games of chance are solved where "
            "every play ends: let a position count its turns"
        )
    return values


def _exact(value: int | Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _cycle(graph: Graph, left: list[int]) -> str:
    """A cycle among the positions that are not solved, as text."""
    place = next(place for place, count in enumerate(left) if count)
    seen: dict[int, int] = {}
    while place not in seen:
        seen[place] = len(seen)
        edges = range(graph.offsets[place], graph.offsets[place + 1])
        place = next(after for edge in edges if left[after := int(graph.successors[edge])])
    cycle = [*list(seen)[seen[place] :], place]
    shown = cycle if len(cycle) <= _NAMED else [*cycle[: _NAMED - 1], cycle[-1]]
    texts = [repr(graph.texts[one])[:40] for one in shown]
    if len(cycle) > _NAMED:
        texts.insert(-1, "...")
    return " to ".join(texts)
