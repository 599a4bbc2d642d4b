"""Agents without playouts, for any game: random, perfect, and the two of the number game 3-5-11.

`careful` (figure 11 of the page on 3-5-11) is random but for what can be seen at once: it makes a move that wins on the
spot, and none that loses on the spot unless all do. There the text has it play at random for n > 12 and carefully for n
<= 11; at n = 12 no move of 3, 5 and 11 ends the game, so both readings agree. The page's R function never draws 11
above n = 11, against its text, and the text is followed here.

`half-perfect` (figure 12) plays at random with chance 1/2 and else an optimal move, evenly one of them where there are
several; from a lost position the smallest move instead, which keeps the game going longest.

Source: the page on random play in the number game 3-5-11, figures 11 and 12.
"""

from typing import Literal, get_args

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.playouts.graph import UNDECIDED, GameGraph
from tafelwerk.solvers.playouts.perfect_play import perfect_shares, perfect_values
from tafelwerk.solvers.playouts.policy import Policy, random_shares, share_policy, share_rows

Agent = Literal["random", "perfect", "careful", "half-perfect"]


def agent_policy(graph: GameGraph, agent: str) -> Policy:
    """An agent in floats.

    Raises:
        InputError: no agent has this name.
    """
    return share_policy(graph, agent_shares(graph, agent))


def agent_rows(graph: GameGraph, agent: str) -> list[fmpq]:
    """An agent as a fraction for each edge.

    Raises:
        InputError: no agent has this name.
    """
    return share_rows(graph, agent_shares(graph, agent))


def agent_shares(graph: GameGraph, agent: str) -> NDArray[np.int64]:
    """An agent as shares (see share_policy); int64, shape (edges,). Exact.

    Raises:
        InputError: no agent has this name.
    """
    if agent == "random":
        return random_shares(graph)
    if agent == "perfect":
        return perfect_shares(graph)
    if agent == "careful":
        return _careful(graph)
    if agent == "half-perfect":
        return _half_perfect(graph)
    raise InputError(f"agent: {agent!r} is none; it may be {', '.join(get_args(Agent))}")


def _careful(graph: GameGraph) -> NDArray[np.int64]:
    after = graph.payoff[graph.successors]
    candidates = random_shares(graph)
    wins = np.where(after == -1, candidates, 0)
    safe = np.where(after == 1, 0, candidates)
    sensible = np.where(graph.edge_sums(safe) > 0, safe, candidates)
    return np.where(graph.edge_sums(wins) > 0, wins, sensible).astype(np.int64)


def _half_perfect(graph: GameGraph) -> NDArray[np.int64]:
    candidates = random_shares(graph)
    best = perfect_shares(graph)
    values = perfect_values(graph)
    lost = np.repeat(values, np.diff(graph.offsets)) == -1
    smallest = np.zeros(graph.edges, dtype=np.int64)
    for i in np.flatnonzero((graph.payoff == UNDECIDED) & (values == -1)).tolist():
        begin, end = graph.offsets[i], graph.offsets[i + 1]
        smallest[begin + np.argmin(graph.labels[begin:end])] = 1
    optimal = np.where(lost, smallest, best).astype(np.int64)
    # candidates / all and optimal / all optimal, each with weight 1/2
    shares: NDArray[np.int64] = candidates * graph.edge_sums(optimal) + optimal * graph.edge_sums(candidates)
    return shares
