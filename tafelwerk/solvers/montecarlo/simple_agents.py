"""Agents without playouts, for any game: random, perfect, and the two of the number game 3-5-11.

`careful` (figure 11 of the page on 3-5-11) is random except for immediate endings: it makes a move that wins at once if there
is one, and never a move that loses at once unless all do. The page's text has it play at random for n > 12 and carefully for
n <= 11. At n = 12 no move of 3, 5 and 11 ends the game, so both readings agree. The page's R function never draws 11 above
n = 11, against its text; the text is followed here.

`half-perfect` (figure 12) plays at random with chance 1/2 and otherwise an optimal move, evenly if there are several. From a
lost position it takes the smallest move instead, which keeps the game going longest. `half-perfect:P` plays the optimal move
with chance P, as the page's nextMove.prob() is meant to.

Source: the page on random play in the number game 3-5-11, figures 11 and 12.
"""

from fractions import Fraction

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules import AGENT_WORDS, perfect_share
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph, perfect_shares, perfect_values
from tafelwerk.solvers.playouts.policy import MOST_SHARES, Policy, random_shares, share_policy, share_rows


def agent_policy(graph: GameGraph, agent: str) -> Policy:
    """Chances of an agent's moves as doubles, one per edge.

    Raises:
        InputError: see agent_shares.

    >>> from tafelwerk.solvers.montecarlo.races_and_heaps import subtraction_graph
    >>> agent_policy(subtraction_graph([1, 2], 4), "perfect").chances.tolist()
    [1.0, 0.0, 1.0, 0.5, 0.5, 1.0, 0.0]
    """
    return share_policy(graph, agent_shares(graph, agent))


def agent_rows(graph: GameGraph, agent: str) -> list[fmpq]:
    """Chances of an agent's moves as fractions, one per edge.

    Raises:
        InputError: see agent_shares.

    >>> from tafelwerk.solvers.montecarlo.races_and_heaps import subtraction_graph
    >>> agent_rows(subtraction_graph([1, 2], 4), "half-perfect")
    [1, 1/4, 3/4, 3/4, 1/4, 3/4, 1/4]
    """
    return share_rows(graph, agent_shares(graph, agent))


def agent_shares(graph: GameGraph, agent: str) -> NDArray[np.int64]:
    """Chances of an agent's moves as shares (see share_policy); int64, shape (edges,). Exact.

    Raises:
        InputError: no agent has this name, or the denominator of its chance is too large for shares.
    """
    if agent == "random":
        return random_shares(graph)
    if agent == "perfect":
        return perfect_shares(graph)
    if agent == "careful":
        return _careful(graph)
    share = perfect_share(agent)
    if share is not None:
        return _half_perfect(graph, share)
    raise InputError(f"agent: {agent!r} is not an agent without playouts; agents are {AGENT_WORDS}")


def _careful(graph: GameGraph) -> NDArray[np.int64]:
    after = graph.payoff[graph.successors]
    candidates = random_shares(graph)
    wins = np.where(after == -1, candidates, 0)
    safe = np.where(after == 1, 0, candidates)
    sensible = np.where(graph.edge_sums(safe) > 0, safe, candidates)
    return np.where(graph.edge_sums(wins) > 0, wins, sensible).astype(np.int64)


def _half_perfect(graph: GameGraph, share: Fraction) -> NDArray[np.int64]:
    """An optimal move with chance `share`, any candidate otherwise."""
    candidates = random_shares(graph)
    best = perfect_shares(graph)
    values = perfect_values(graph)
    lost = np.repeat(values, np.diff(graph.offsets)) == -1
    smallest = np.zeros(graph.edges, dtype=np.int64)
    for i in np.flatnonzero((graph.payoff == UNDECIDED) & (values == -1)).tolist():
        begin, end = graph.offsets[i], graph.offsets[i + 1]
        smallest[begin + np.argmin(graph.labels[begin:end])] = 1
    optimal = np.where(lost, smallest, best).astype(np.int64)
    # optimal / all optimal with weight p / q, candidates / all with (q - p) / q
    p, q = share.as_integer_ratio()
    every, chosen = graph.edge_sums(candidates), graph.edge_sums(optimal)
    most = max((int(a) * int(b) for a, b in {*zip(every.tolist(), chosen.tolist(), strict=True)}), default=1)
    if q * most > MOST_SHARES:
        raise InputError(
            f"P of half-perfect:P must have a denominator of at most {MOST_SHARES // most:,} in this game, not {q:,}"
        )
    shares: NDArray[np.int64] = candidates * chosen * (q - p) + optimal * every * p
    return shares
