"""Agents by name: their choices in every position of a small board, and duels of two agents.

All numbers are doubles; `rounding` bounds their relative errors.
"""

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.switching.rules.agents import Agent, parse_agent
from tafelwerk.proofs.switching.board import DELETED, MARKED
from tafelwerk.proofs.switching.whole import Whole, whole

Array = NDArray[Any]

PLIES = 13
"""Most plies of a game on a board with all positions listed."""

_UNIT = 2.0**-53
_ROWS = 2000
"""Number of positions whose laws of wins are summed at a time."""


def power_of(agent: Agent) -> Fraction | None:
    """Exponent 1 / T of an agent's drops; 0 if T is infinite, None if T is 0."""
    if agent.temperature is None:
        return Fraction(0)
    return 1 / agent.temperature if agent.temperature else None


def rounding(agent: Agent) -> float:
    """Bound on the relative error that an agent adds to a game's chances: sums, powers, binomials, drops of sweeps."""
    power = float(power_of(agent) or 0)
    # with over-relaxation the error of a drop is absolute
    each = 100.0 if agent.omega == 1 else 10_000.0
    power *= PLIES if agent.kind == "annealing" else 1
    return PLIES * _UNIT * (40.0 + 2.0 * (agent.playouts or 0) + power * (8.0 + each * agent.sweeps))


@lru_cache(maxsize=16)
def law(order: int, name: str) -> Array:
    """Chance of every move; float64, shape (M,)."""
    board, agent = whole(order), parse_agent(name)
    power = power_of(agent)
    if agent.kind == "random":
        weights = np.ones(len(board.edge))
    elif agent.kind == "perfect":
        weights = np.where(board.spread(board.most(board.winning)), board.winning, 1.0)
    elif agent.playouts:
        return _playing_law(board, agent.playouts)
    elif agent.kind == "mc":
        wins = board.random_wins()
        weights = np.asarray(wins == board.spread(board.most(wins)), np.float64)
    elif agent.kind == "gauss-seidel":
        swept = board.swept(agent.sweeps, agent.omega)
        if power is None:
            weights = swept.greatest.astype(np.float64)
        else:
            nothing = board.spread(board.most(swept.ratios) == 0)
            weights = np.where(nothing, 1.0, _powers(swept.ratios, power))
    elif agent.kind == "annealing":
        ratios, places = _ratios(order)
        found, free = ratios[places], board.spread(board.degree)
        weights = np.where(found > 0, np.power(found, float(power or 0) * board.board.edges / free), 0.0)
    else:
        ratios, places = _ratios(order)
        powers = (ratios == 1.0).astype(np.float64) if power is None else _powers(ratios, power)
        weights = powers[places]
    return np.asarray(weights / board.spread(board.total(weights)))


def _playing_law(board: Whole, playouts: int) -> Array:
    """Choices of mc:K with K playouts; float64, shape (M,)."""
    wins, found = board.random_wins(), np.zeros(len(board.edge))
    for degree in np.unique(board.degree).tolist():
        moves = board.begin[board.degree == degree][:, None] + np.arange(degree)
        rest = degree - 1
        rows, alike = np.unique(np.sort(wins[moves], axis=1), axis=0, return_inverse=True)
        parts = (rows[one : one + _ROWS] for one in range(0, len(rows), _ROWS))
        chances = np.concatenate([_best_chances(part, comb(rest, rest // 2), playouts) for part in parts])
        # equal numbers of wins have equal chances, wherever they stand in the sorted row
        order = np.argsort(wins[moves], axis=1, kind="stable")
        found[np.take_along_axis(moves, order, axis=1)] = chances[alike.reshape(-1)]
    return found


def pair(order: int, cut: str, short: str) -> float:
    """Chance that Short wins when two agents play from the start, Cut first."""
    board, laws = whole(order), (law(order, cut), law(order, short))
    value = (board.won == MARKED).astype(np.float64)
    for part, moves in board.layers:
        owners = board.open[part]
        chances = laws[0 if board.mover[owners[0]] == DELETED else 1][moves]
        value[owners] = np.add.reduceat(chances * value[board.after[moves]], board.begin[part] - moves.start)
    return float(value[-1])


@lru_cache(maxsize=2)
def _ratios(order: int) -> tuple[Array, Array]:
    """The distinct ratios of a drop to the greatest, and the index of each move's ratio."""
    board = whole(order)
    most = board.spread(board.most(board.drops))
    codes, places = np.unique(board.drops << 32 | most, return_inverse=True)
    return (codes >> 32) / (codes & 0xFFFFFFFF), places.reshape(-1)


def _powers(ratios: Array, power: Fraction) -> Array:
    """Ratios to a power; 0 stays 0, even for power 0."""
    return np.where(ratios > 0, np.power(ratios, float(power)), 0.0)


def _best_chances(rows: Array, ways: int, playouts: int) -> Array:
    """Chance that each candidate has the most wins in K playouts, ties split evenly.

    Args:
        rows: int64, shape (rows, candidates): number of ways in which a playout is won.
        ways: number of all ways.
        playouts: K.
    """
    distinct, places = np.unique(rows, return_inverse=True)
    share = distinct / ways
    up = np.concatenate([np.ones((len(share), 1)), np.cumprod(np.repeat(share[:, None], playouts, 1), axis=1)], axis=1)
    down = np.concatenate(
        [np.ones((len(share), 1)), np.cumprod(np.repeat(1 - share[:, None], playouts, 1), axis=1)], axis=1
    )
    binomials = np.array([float(comb(playouts, wins)) for wins in range(playouts + 1)])
    table = binomials * up * down[:, ::-1]
    table /= table.sum(axis=1, keepdims=True)
    beneath = np.cumsum(table, axis=1) - table
    places = places.reshape(rows.shape)
    own, below = table[places], beneath[places]
    candidates = rows.shape[1]
    # equivalent candidates are chosen evenly: the one with the greatest uniform number; exact for polynomials of this degree
    nodes, weights = np.polynomial.legendre.leggauss((candidates + 1) // 2)
    found = np.zeros(rows.shape)
    for node, weight in zip((nodes + 1) / 2, weights / 2, strict=True):
        factors = below + node * own
        before, behind = np.ones_like(factors), np.ones_like(factors)
        for i in range(1, candidates):
            before[:, i] = before[:, i - 1] * factors[:, i - 1]
            behind[:, -1 - i] = behind[:, -i] * factors[:, -i]
        found += weight * np.sum(own * before * behind, axis=2)
    return found
