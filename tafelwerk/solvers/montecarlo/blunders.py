"""Where MC(inf) errs: won positions in which its best candidates lose.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.5.1 and 2.5.2, table 2.14.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from flint import fmpq

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.heap_play import heap_choices
from tafelwerk.solvers.montecarlo.races import LONGEST_LANE, dsc_graph, dsr_graph
from tafelwerk.solvers.playouts.game_graph import perfect_values
from tafelwerk.solvers.playouts.policy import limit_shares


@dataclass(frozen=True, slots=True)
class Blunder:
    """The smallest sizes at which MC(inf) errs in a won position.

    Attributes:
        size: smallest size at which every best candidate loses; None if there is none.
        size_with_ties: smallest size at which at least one best candidate loses; None if there is none.
        searched_to: largest size searched, from 1 on.
    """

    size: int | None
    size_with_ties: int | None
    searched_to: int


def losing_share(moves: Sequence[int], overshoot: str, limit: int) -> list[tuple[int, fmpq]]:
    """Every won heap up to limit with the share of the best candidates of MC(inf) that lose. Exact.

    Raises:
        InputError: moves, overshoot or limit are invalid, or the numbers grow too large.
    """
    return [(choice.heap, choice.losing_share()) for choice in heap_choices(moves, overshoot, limit) if choice.won]


def blunder(moves: Sequence[int], overshoot: str, limit: int) -> Blunder:
    """The smallest won heap of a subtraction game at which MC(inf) errs. Exact.

    Raises:
        InputError: see losing_share.
    """
    with_ties = None
    for choice in heap_choices(moves, overshoot, limit):
        if choice.won:
            share = choice.losing_share()
            if share > 0 and with_ties is None:
                with_ties = choice.heap
            if share == 1:
                return Blunder(choice.heap, with_ties, limit)
    return Blunder(None, with_ties, limit)


def race_blunder(limit: int, crash: bool) -> Blunder:
    """The smallest n at which MC(inf) errs at the start of DSC(n) or DSR(n), where the start is won. Exact.

    Args:
        limit: length of the longest lane.
        crash: whether the race is DSC(n); otherwise DSR(n).

    Raises:
        InputError: limit is not an integer from 1 to LONGEST_LANE, or the ties of a long lane take too long to decide.
    """
    if not isinstance(limit, int | np.integer) or not 1 <= limit <= LONGEST_LANE:
        raise InputError(f"limit must be an integer from 1 to {LONGEST_LANE}, the longest lane, not {limit!r}")
    with_ties = None
    for n in range(1, int(limit) + 1):
        graph = dsc_graph(n) if crash else dsr_graph(n)
        values = perfect_values(graph)
        if values[graph.root] != 1:
            continue
        shares = limit_shares(graph)
        best = [edge for edge in graph.edges_of(graph.root) if shares[edge] > 0]
        losing = [values[graph.successors[edge]] == 1 for edge in best]
        if any(losing) and with_ties is None:
            with_ties = n
        if all(losing):
            return Blunder(n, with_ties, int(limit))
    return Blunder(None, with_ties, int(limit))
