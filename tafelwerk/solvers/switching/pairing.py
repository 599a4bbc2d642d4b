"""Two agents on a small graph: the chance that Short wins, and the best reply to an agent that is known.

Backward induction over all positions (`core.duel`), with a proven bound on the error; in fractions where both agents have them.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.3 and 5.4.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.duel import duel
from tafelwerk.solvers.playouts.exact_play import exact_duel
from tafelwerk.solvers.playouts.policy import Policy
from tafelwerk.solvers.switching.graph import FREE, Player
from tafelwerk.solvers.switching.positions import Positions, perfect_outcomes

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pairing:
    """How two agents do, Cut first.

    Attributes:
        short: Short's chance to win.
        error: proven bound on its absolute error.
    """

    short: float
    error: float


@dataclass(frozen=True, slots=True, eq=False)
class Reply:
    """The best reply of a player to a known agent, n positions.

    Attributes:
        values: float64, shape (n,): the chance of the replying player to win.
        errors: float64, shape (n,): proven bounds on their absolute errors.
    """

    values: Reals
    errors: Reals


@dataclass(frozen=True, slots=True, eq=False)
class Lapses:
    """Where an agent errs: positions that the player to move wins under perfect play, but not by all that the agent may do.

    Attributes:
        numbers: int32, shape (m,): numbers of such positions, ascending.
        moves: uint16, shape (m,): moves that the agent may make, bit e for edge e.
        losing: uint16, shape (m,): those of them that lose.
    """

    numbers: NDArray[np.int32]
    moves: NDArray[np.uint16]
    losing: NDArray[np.uint16]


def pair(positions: Positions, cut: Policy, short: Policy) -> Pairing:
    """Let two agents play from the beginning.

    Args:
        positions: of the graph.
        cut, short: the agents, as chances of the edges of `positions.game`.

    Raises:
        InputError: a policy that does not belong to the game.
    """
    found = duel(positions.game, cut, short)
    root = positions.game.root
    return Pairing(float(found.loss[0, root]), float(found.error[0, root]))


def exact_pair(positions: Positions, cut: Sequence[fmpq], short: Sequence[fmpq]) -> fmpq:
    """Short's chance to win, as a fraction.

    Args:
        positions: of the graph.
        cut, short: the agents, a fraction an edge of `positions.game`.

    Raises:
        InputError: an agent has another length, or the fractions would take too much room.
    """
    return exact_duel(positions.game, cut, short).loss_a[positions.game.root]


def best_reply(positions: Positions, policy: Policy, player: Player) -> Reply:
    """The greatest chance to win that a player has against an agent who plays the other side, in every position.

    Args:
        positions: of the graph.
        policy: the agent.
        player: who replies.

    Raises:
        InputError: the policy does not belong to the game.
    """
    game = positions.game
    if policy.chances.shape != (game.edges,) or policy.errors.shape != (game.edges,):
        raise InputError(f"policy: {policy.chances.shape} must be ({game.edges},), a chance an edge")
    values, errors = np.empty(game.positions), np.empty(game.positions)
    _reply_kernel(
        game.offsets, game.successors, positions.won, positions.to_move, player.colour, policy.chances, policy.errors,
        values, errors,
    )  # fmt: skip
    return Reply(values, errors)


def beaten(positions: Positions, possible: NDArray[np.bool_], player: Player, lucky: bool) -> NDArray[np.bool_]:
    """In which positions a player who knows the other's moves wins for certain. Exact.

    Args:
        positions: of the graph.
        possible: bool, shape (game edges,): moves that the other may make; at least one in every open position.
        player: who replies.
        lucky: whether the player may choose among the other's possible moves, too; if not, it must win against all.

    Returns:
        bool, shape (n,).

    Raises:
        InputError: possible has another shape, or an open position without a move.
    """
    game = positions.game
    is_open = positions.won == FREE
    if possible.shape != (game.edges,) or not np.logical_or.reduceat(possible, game.offsets[:-1][is_open]).all():
        raise InputError(f"possible: {possible.shape} must be ({game.edges},), some in every open position")
    wins = np.empty(game.positions, np.bool_)
    _beaten_kernel(
        game.offsets, game.successors, positions.won, positions.to_move, player.colour, possible, lucky, wins
    )
    return wins


def lapses(positions: Positions, possible: NDArray[np.bool_]) -> Lapses:
    """Where an agent errs, or may err.

    Args:
        positions: of the graph.
        possible: bool, shape (game edges,): moves that the agent may make.

    Raises:
        InputError: possible has another shape.
    """
    game = positions.game
    if possible.shape != (game.edges,):
        raise InputError(f"possible: {possible.shape} must be ({game.edges},)")
    outcomes = perfect_outcomes(positions)
    is_open = positions.won == FREE
    moves = np.zeros(game.positions, np.uint16)
    bits = np.where(possible, np.left_shift(1, game.labels), 0)
    moves[is_open] = np.add.reduceat(bits, game.offsets[:-1][is_open])
    losing = moves & ~outcomes.moves
    numbers = np.flatnonzero(is_open & (outcomes.winner == positions.to_move) & (losing != 0)).astype(np.int32)
    return Lapses(numbers, moves[numbers], losing[numbers])


@kernel
def _reply_kernel(
    offsets: NDArray[np.int64],
    successors: NDArray[np.int32],
    won: NDArray[np.int8],
    to_move: NDArray[np.int8],
    colour: int,
    chances: Reals,
    doubts: Reals,
    values: Reals,
    errors: Reals,
) -> None:
    """Fill values and errors.

    The greatest of computed values is within the greatest of their errors. A mean of values in [0, 1] under chances
    within their doubts has the error sum (f + e) d + sum e v, and rounding of (degree + 1) u of the sum.
    """
    for i in range(won.shape[0]):
        begin, end = offsets[i], offsets[i + 1]
        errors[i] = 0.0
        if begin == end:
            values[i] = 1.0 if won[i] == colour else 0.0
        elif to_move[i] == colour:
            best = 0.0
            for e in range(begin, end):
                best = max(best, values[successors[e]])
                errors[i] = max(errors[i], errors[successors[e]])
            values[i] = best
        else:
            mean, error = 0.0, 0.0
            for e in range(begin, end):
                s = successors[e]
                mean += chances[e] * values[s]
                error += (chances[e] + doubts[e]) * errors[s] + doubts[e] * values[s]
            values[i] = min(1.0, mean)
            errors[i] = (error + (end - begin + 2) * UNIT * mean) * (1.0 + 1e-10)


@kernel
def _beaten_kernel(
    offsets: NDArray[np.int64],
    successors: NDArray[np.int32],
    won: NDArray[np.int8],
    to_move: NDArray[np.int8],
    colour: int,
    possible: NDArray[np.bool_],
    lucky: bool,
    wins: NDArray[np.bool_],
) -> None:
    """Fill wins."""
    for i in range(won.shape[0]):
        begin, end = offsets[i], offsets[i + 1]
        if begin == end:
            wins[i] = won[i] == colour
            continue
        own = to_move[i] == colour
        some = own or lucky
        found = not some
        for e in range(begin, end):
            if (own or possible[e]) and wins[successors[e]] == some:
                found = some
                break
        wins[i] = found
