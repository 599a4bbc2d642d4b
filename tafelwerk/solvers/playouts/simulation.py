"""Simulated games of two agents on a game graph.

MC(k) plays its k playouts of every candidate, move by move. Neither the law of its choice (law/) nor the exact chances of random
play are used, so a sample is a check on both. Every other agent draws an edge with its chance.

Every game has its own stream of random numbers, so a game depends only on the seed and its number.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.2 and 2.3.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.draws import WORDS, Stream, begin_stream, below, unit
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import UNDECIDED, GameGraph
from tafelwerk.solvers.playouts.policy import Policy

MOST_GAMES = 2**32
"""Most games per seed."""

MOST_CANDIDATES = 2**20
"""Most candidates of a position."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Result of some games.

    Attributes:
        games: number of games.
        wins, losses: numbers of games that the agent that moved first won and lost; the others were drawn.
    """

    games: int
    wins: int
    losses: int


class _Table(NamedTuple):
    """A game with its candidates listed one by one; n positions, c candidates, e edges.

    Attributes:
        offsets: int64 (n + 1,), begin of each position's candidates.
        successors: int32 (c,), positions that candidates lead to.
        edge_offsets: int64 (n + 1,), begin of each position's edges.
        edge_successors: int32 (e,), positions that edges lead to.
        payoff: int8 (n,).
        playouts: int64 (2,), playouts per candidate of the first and of the second agent; 0 if the agent draws by `chances`.
        chances: float64 (2, e).
    """

    offsets: NDArray[np.int64]
    successors: NDArray[np.int32]
    edge_offsets: NDArray[np.int64]
    edge_successors: NDArray[np.int32]
    payoff: NDArray[np.int8]
    playouts: NDArray[np.int64]
    chances: NDArray[np.float64]


def simulate(
    graph: GameGraph, start: int, first: Policy | int, second: Policy | int, games: int, seed: int, begin: int = 0
) -> Sample:
    """Results of simulated games of two agents.

    Args:
        graph: the game.
        start: position from which games start.
        first, second: the agents that move first and second: a chance per edge, or the k of MC(k), at least 1.
        games: number of games.
        seed: 0 to 2^63 - 1.
        begin: number of the first game; games begin to begin + games - 1 of a seed are the same however they are divided.

    Raises:
        InputError: an argument is out of range.
    """
    if not 0 <= start < graph.positions:
        raise InputError(f"start: {start!r} must be a position, 0 to {graph.positions - 1}")
    if games < 1 or begin < 0 or begin + games > MOST_GAMES:
        raise InputError(
            f"games: numbers {begin} to {begin + games - 1} must be one or more from 0 to {MOST_GAMES - 1}"
        )
    if not 0 <= seed < 2**63:
        raise InputError(f"seed: {seed!r} must be from 0 to 2^63 - 1")
    playouts, chances = np.zeros(2, np.int64), np.zeros((2, graph.edges))
    for row, agent in enumerate((first, second)):
        if isinstance(agent, Policy):
            if agent.chances.shape != (graph.edges,):
                raise InputError(f"agents must have a chance for each of the {graph.edges} edges")
            chances[row] = agent.chances
        elif agent < 1:
            raise InputError(f"playouts per candidate must be 1 or more, not {agent}")
        else:
            playouts[row] = agent
    candidates = graph.position_sums(graph.multiplicities)
    if int(candidates.max(initial=1)) > MOST_CANDIDATES:
        raise InputError(f"a position may have {MOST_CANDIDATES:,} candidates, not {int(candidates.max()):,}")
    table = _Table(
        np.concatenate((np.zeros(1, np.int64), np.cumsum(candidates))),
        np.repeat(graph.successors, graph.multiplicities),
        graph.offsets,
        graph.successors,
        graph.payoff,
        playouts,
        chances,
    )
    wins, losses = _games_kernel(table, start, seed, begin, begin + games, np.zeros(WORDS, np.int64))
    return Sample(games, int(wins), int(losses))


@kernel
def _games_kernel(table: _Table, start: int, seed: int, begin: int, end: int, stream: Stream) -> tuple[int, int]:
    """Numbers of games that the agent that moves first wins and loses."""
    wins, losses = 0, 0
    for number in range(begin, end):
        begin_stream(seed, number, stream)
        position, mover = start, 0
        while table.payoff[position] == UNDECIDED:
            if table.playouts[mover] > 0:
                position = _by_playouts(table, position, table.playouts[mover], stream)
            else:
                position = _by_chance(table, position, mover, stream)
            mover = 1 - mover
        payoff = table.payoff[position] if mover == 0 else -table.payoff[position]
        wins += payoff > 0
        losses += payoff < 0
    return wins, losses


@kernel
def _by_chance(table: _Table, position: int, mover: int, stream: Stream) -> int:
    """The position after an edge drawn with its chance."""
    first, last = table.edge_offsets[position], table.edge_offsets[position + 1]
    aim = unit(stream)
    chosen = first
    for edge in range(first, last):
        chance = table.chances[mover, edge]
        if chance > 0.0:
            chosen = edge
            aim -= chance
            if aim < 0.0:
                break
    return int(table.edge_successors[chosen])


@kernel
def _by_playouts(table: _Table, position: int, playouts: int, stream: Stream) -> int:
    """The position after the candidate with the most wins in its playouts, drawn evenly among ties."""
    first, last = table.offsets[position], table.offsets[position + 1]
    if last - first == 1:
        return int(table.successors[first])
    best, most, tied = first, -1, 0
    for candidate in range(first, last):
        won = 0
        for _ in range(playouts):
            won += _playout(table, int(table.successors[candidate]), stream)
        if won > most:
            best, most, tied = candidate, won, 1
        elif won == most:
            tied += 1
            if below(stream, tied) == 0:
                best = candidate
    return int(table.successors[best])


@kernel
def _playout(table: _Table, position: int, stream: Stream) -> int:
    """1 if the player who moved to a position wins when both continue at random, otherwise 0."""
    is_own = False
    while table.payoff[position] == UNDECIDED:
        first = table.offsets[position]
        position = int(table.successors[first + below(stream, table.offsets[position + 1] - first)])
        is_own = not is_own
    payoff = table.payoff[position]
    return 1 if (payoff > 0 if is_own else payoff < 0) else 0
