"""Agents by their names, what each does in every position of a small board, and two of them against each other.

All in doubles; `rounding` says what the numbers may be off by, relatively.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.switching.board import DELETED, MARKED
from tafelwerk.proofs.switching.whole import Whole, whole

Array = NDArray[Any]

PLIES = 13
"""Most plies of a game on a board whose positions are all listed."""

_UNIT = 2.0**-53
_NAME = re.compile(
    r"(?P<kind>perfect|heuristic|random)"
    r"|mc:(?P<playouts>inf|[1-9][0-9]{0,6})"
    r"|temperature:(?P<heat>inf|[0-9.]+|[0-9]+/[0-9]+)"
    r"|gauss-seidel:(?P<sweeps>[1-9][0-9]{0,3})(:(?P<warmth>inf|[0-9.]+|[0-9]+/[0-9]+))?"
)
_ROWS = 2000
"""Positions whose laws of wins are summed at a time."""


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent.

    Attributes:
        kind: perfect, heuristic, random, mc, gauss-seidel.
        playouts: K of mc; 0: infinitely many.
        sweeps: S of gauss-seidel.
        power: 1 / T; None: T is 0.
    """

    kind: str
    playouts: int = 0
    sweeps: int = 0
    power: Fraction | None = None


def read_agent(name: str) -> Agent:
    """An agent by its name.

    Raises:
        ValueError: there is none of that name.
    """
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"no agent {name!r:.80}")
    if found["kind"]:
        return Agent(found["kind"])
    if found["playouts"]:
        return Agent("mc", playouts=0 if found["playouts"] == "inf" else int(found["playouts"]))
    heat = found["heat"] or found["warmth"]
    power = None if heat is None else Fraction(0) if heat == "inf" else 1 / Fraction(heat)
    return Agent("heuristic", power=power) if found["heat"] else Agent("gauss-seidel", 0, int(found["sweeps"]), power)


def rounding(agent: Agent) -> float:
    """Relative error, at most, of a game's chances that comes from one agent's: sums, powers, binomials, drops of sweeps."""
    power = float(agent.power or 0)
    return PLIES * _UNIT * (40.0 + 2.0 * agent.playouts + power * (8.0 + 100.0 * agent.sweeps))


@lru_cache(maxsize=16)
def law(order: int, name: str) -> Array:
    """The chance of every move; float64, shape (M,). Not for mc:K, see `playing_law`."""
    board, agent = whole(order), read_agent(name)
    if agent.kind == "random":
        weights = np.ones(len(board.edge))
    elif agent.kind == "perfect":
        weights = np.where(board.spread(board.most(board.winning)), board.winning, 1.0)
    elif agent.kind == "mc" and not agent.playouts:
        wins = board.random_wins()
        weights = np.asarray(wins == board.spread(board.most(wins)), np.float64)
    elif agent.kind == "gauss-seidel":
        swept = board.swept(agent.sweeps)
        if agent.power is None:
            weights = swept.greatest.astype(np.float64)
        else:
            nothing = board.spread(board.most(swept.ratios) == 0)
            weights = np.where(nothing, 1.0, _powers(swept.ratios, agent.power))
    elif agent.kind == "heuristic":
        ratios, places = _ratios(order)
        powers = (ratios == 1.0).astype(np.float64) if agent.power is None else _powers(ratios, agent.power)
        weights = powers[places]
    else:
        raise ValueError(f"{name} has no law of its own")
    return np.asarray(weights / board.spread(board.total(weights)))


def playing_law(board: Whole, playouts: int, places: Array) -> Array:
    """What mc:K does in some open positions, the others 0; float64, shape (M,).

    Args:
        board: the positions.
        playouts: K.
        places: places of the positions in `board.open`, ascending.
    """
    wins, found = _wins(board.board.order), np.zeros(len(board.edge))
    for degree in np.unique(board.degree[places]).tolist():
        some = places[board.degree[places] == degree]
        moves = board.begin[some][:, None] + np.arange(degree)
        rest = degree - 1
        rows, alike = np.unique(np.sort(wins[moves], axis=1), axis=0, return_inverse=True)
        chances = np.concatenate(
            [
                _best_chances(rows[one : one + _ROWS], comb(rest, rest // 2), playouts)
                for one in range(0, len(rows), _ROWS)
            ]
        )
        # equal numbers of wins have equal chances, wherever they stand in the sorted row
        order = np.argsort(wins[moves], axis=1, kind="stable")
        found[np.take_along_axis(moves, order, axis=1)] = chances[alike.reshape(-1)]
    return found


def pair(order: int, cut: str, short: str) -> float:
    """Short's chance to win when two agents play from the beginning, Cut first."""
    board, agents = whole(order), (read_agent(cut), read_agent(short))
    reached = _met(board, _support(order, cut, agents[0]), _support(order, short, agents[1]))
    laws = []
    for name, agent, colour in zip((cut, short), agents, (DELETED, MARKED), strict=True):
        if agent.playouts:
            places = np.flatnonzero(reached[board.open] & (board.mover[board.open] == colour))
            laws.append(playing_law(board, agent.playouts, places))
        else:
            laws.append(law(order, name))
    value = (board.won == MARKED).astype(np.float64)
    for part, moves in board.layers:
        owners = board.open[part]
        chances = laws[0 if board.mover[owners[0]] == DELETED else 1][moves]
        value[owners] = np.add.reduceat(chances * value[board.after[moves]], board.begin[part] - moves.start)
    return float(value[-1])


def _support(order: int, name: str, agent: Agent) -> Array | None:
    """Moves that an agent may make; None: any."""
    return None if agent.playouts or agent.kind == "random" else law(order, name) > 0


def _met(board: Whole, cut: Array | None, short: Array | None) -> Array:
    """Which positions two agents may come to."""
    reached = np.zeros(board.positions, np.bool_)
    reached[-1] = True
    for places, moves in reversed(board.layers):
        support = cut if board.mover[board.open[places][0]] == DELETED else short
        met = reached[board.owner[moves]]
        if support is not None:
            met = met & support[moves]
        reached[board.after[moves][met]] = True
    return reached


@lru_cache(maxsize=2)
def _wins(order: int) -> Array:
    return whole(order).random_wins()


@lru_cache(maxsize=2)
def _ratios(order: int) -> tuple[Array, Array]:
    """The different ratios of a drop to the greatest, and which is whose."""
    board = whole(order)
    most = board.spread(board.most(board.drops))
    codes, places = np.unique(board.drops << 32 | most, return_inverse=True)
    return (codes >> 32) / (codes & 0xFFFFFFFF), places.reshape(-1)


def _powers(ratios: Array, power: Fraction) -> Array:
    """Ratios to a power; 0 stays 0, even to the power 0."""
    return np.where(ratios > 0, np.power(ratios, float(power)), 0.0)


def _best_chances(rows: Array, ways: int, playouts: int) -> Array:
    """The chance of each candidate to have the most wins of K playouts, ties evenly.

    Args:
        rows: int64, shape (rows, candidates): ways in which a playout is won.
        ways: all ways.
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
    # of those alike one is taken evenly: the greatest of uniform numbers; exact for polynomials of this degree
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
