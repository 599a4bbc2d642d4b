"""Agents whose chances are small fractions: random, perfect, MC(inf) and the like, as whole-number shares an edge.

An edge is drawn with its share over the sum of the shares of its position, so that one array gives the agent both in
floats and in exact fractions.
"""

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.playouts.graph import UNDECIDED, GameGraph
from tafelwerk.solvers.playouts.policy import Policy

_MOST = 2**53


def share_policy(graph: GameGraph, shares: NDArray[np.int64]) -> Policy:
    """The agent in floats: each chance rounded once, so off by at most 2^-54, and by nothing where the sum is a power
    of two.

    Args:
        graph: the game.
        shares: int64, shape (edges,), not negative, the sum of a position's from 1 to 2^53.

    Raises:
        InputError: shares are not such.
    """
    totals = np.repeat(_totals(graph, shares), np.diff(graph.offsets)[graph.payoff == UNDECIDED])
    exact = (totals & (totals - 1) == 0) | (shares == totals) | (shares == 0)
    return Policy(chances=shares / totals, errors=np.where(exact, 0.0, 2.0**-54))


def share_rows(graph: GameGraph, shares: NDArray[np.int64]) -> list[fmpq]:
    """The same agent exactly: a fraction an edge.

    Raises:
        InputError: as share_policy.
    """
    totals = np.repeat(_totals(graph, shares), np.diff(graph.offsets)[graph.payoff == UNDECIDED])
    return [fmpq(share, total) for share, total in zip(shares.tolist(), totals.tolist(), strict=True)]


def random_shares(graph: GameGraph) -> NDArray[np.int64]:
    """The agent that draws evenly among all candidates; int64, shape (edges,)."""
    return graph.multiplicities.astype(np.int64)


def _totals(graph: GameGraph, shares: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sums of shares of the undecided positions."""
    if shares.shape != (graph.edges,) or shares.dtype != np.int64:
        raise InputError(f"shares: {shares.dtype} of shape {shares.shape} must be int64 of shape ({graph.edges},)")
    if graph.edges == 0:
        return np.empty(0, dtype=np.int64)
    starts = graph.offsets[:-1][graph.payoff == UNDECIDED]
    totals: NDArray[np.int64] = np.add.reduceat(shares, starts)
    if int(shares.min()) < 0 or int(totals.min()) < 1 or int(totals.max()) > _MOST:
        raise InputError("shares: none may be negative, and those of a position must sum to 1 to 2^53")
    return totals
