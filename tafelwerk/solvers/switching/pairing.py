"""Two agents on a small graph: the chance that Short wins, and the errors of an agent.

Backward induction over all positions (`playouts.agent_duels`), with a proven bound on the error.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.3 and 5.4.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.playouts.agent_duels import duel
from tafelwerk.solvers.playouts.policy import Policy
from tafelwerk.solvers.switching.graph import FREE
from tafelwerk.solvers.switching.positions import Positions, move_masks, perfect_outcomes

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Result of a duel of two agents, Cut first.

    Attributes:
        short: chance that Short wins.
        error: proven bound on its absolute error.
    """

    short: float
    error: float


@dataclass(frozen=True, slots=True, eq=False)
class Lapses:
    """Errors of an agent: positions won for the player to move in which some of the agent's possible moves lose.

    Attributes:
        numbers: int32, shape (m,): numbers of such positions, ascending.
        moves: uint16, shape (m,): moves that the agent may make, bit e for edge e.
        losing: uint16, shape (m,): those of them that lose.
    """

    numbers: NDArray[np.int32]
    moves: NDArray[np.uint16]
    losing: NDArray[np.uint16]


def pair(positions: Positions, cut: Policy, short: Policy) -> Pairing:
    """The duel of two agents from the start.

    Args:
        positions: positions of the graph.
        cut, short: the agents, as chances of the edges of `positions.game`.

    Raises:
        InputError: a policy does not belong to the game.
    """
    found = duel(positions.game, cut, short)
    root = positions.game.root
    return Pairing(float(found.loss[0, root]), float(found.error[0, root]))


def lapses(positions: Positions, possible: NDArray[np.bool_]) -> Lapses:
    """Positions in which an agent errs or may err.

    Args:
        positions: positions of the graph.
        possible: bool, shape (game edges,): moves that the agent may make.

    Raises:
        InputError: possible has another shape.
    """
    game = positions.game
    if possible.shape != (game.edges,):
        raise InputError(f"possible must have shape ({game.edges},), not {possible.shape}")
    outcomes, moves = perfect_outcomes(positions), move_masks(positions, possible)
    losing = moves & ~outcomes.moves
    is_open = positions.won == FREE
    numbers = np.flatnonzero(is_open & (outcomes.winner == positions.to_move) & (losing != 0)).astype(np.int32)
    return Lapses(numbers, moves[numbers], losing[numbers])
