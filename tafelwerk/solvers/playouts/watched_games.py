"""Simulated games one decision at a time, with the playouts behind each.

Game `number` of a seed is that of `agent_duels.simulate`: the same stream of random numbers, drawn from in the same order.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.draws import WORDS, Stream, begin_stream, below, unit
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph
from tafelwerk.solvers.playouts.policy import Policy, candidate_counts

Agent = Policy | int
"""A chance per edge, or the k of MC(k)."""


class Decision(NamedTuple):
    """What an agent decides in a position.

    Attributes:
        position: number of the position.
        candidate: the candidate that is played, counted from the position's first.
        wins: number of playouts won after each candidate; empty if none were played.
    """

    position: int
    candidate: int
    wins: tuple[int, ...]


class Candidates(NamedTuple):
    """The candidate moves of a graph, c of them: `multiplicities` of each edge written out.

    Attributes:
        offsets: int64, shape (n + 1,); the candidates of position i are offsets[i] to offsets[i + 1] - 1.
        successors: int32, shape (c,).
        payoff: int8, shape (n,), of the graph.
    """

    offsets: NDArray[np.int64]
    successors: NDArray[np.int32]
    payoff: NDArray[np.int8]


def candidates_of(graph: GameGraph) -> Candidates:
    """The candidate moves of a graph."""
    return Candidates(
        np.concatenate((np.zeros(1, np.int64), np.cumsum(candidate_counts(graph)))),
        np.repeat(graph.successors, graph.multiplicities),
        graph.payoff,
    )


def watch(graph: GameGraph, start: int, first: Agent, second: Agent, seed: int, number: int = 0) -> Iterator[Decision]:
    """The decisions of one game.

    Args:
        graph: the game.
        start: position from which it starts.
        first, second: the agents that move first and second.
        seed: 0 to 2^63 - 1.
        number: number of the game.
    """
    table, stream = candidates_of(graph), np.zeros(WORDS, np.int64)
    begin_stream(seed, number, stream)
    position, agents = start, (first, second)
    while graph.payoff[position] == UNDECIDED:
        begin, end = table.offsets[position : position + 2].tolist()
        if isinstance(agents[0], Policy):
            decision = Decision(position, _by_chance(graph, agents[0], position, stream), ())
        elif end - begin == 1:
            decision = Decision(position, 0, ())
        else:
            wins = np.zeros(end - begin, np.int64)
            chosen = int(_playouts_kernel(table, position, agents[0], stream, wins))
            decision = Decision(position, chosen, tuple(wins.tolist()))
        yield decision
        position, agents = int(table.successors[begin + decision.candidate]), agents[::-1]


def _by_chance(graph: GameGraph, policy: Policy, position: int, stream: Stream) -> int:
    """The first candidate of an edge drawn with its chance."""
    aim, chosen, candidate = float(unit(stream)), 0, 0
    for edge in graph.edges_of(position):
        chance = float(policy.chances[edge])
        if chance > 0.0:
            chosen = candidate
            aim -= chance
            if aim < 0.0:
                break
        candidate += int(graph.multiplicities[edge])
    return chosen


@kernel
def _playouts_kernel(table: Candidates, position: int, playouts: int, stream: Stream, wins: NDArray[np.int64]) -> int:
    """Fill the playouts won by each candidate; returns the one with the most, drawn evenly among ties."""
    first, last = table.offsets[position], table.offsets[position + 1]
    best, most, tied = 0, -1, 0
    for candidate in range(last - first):
        won = 0
        for _ in range(playouts):
            place, is_own = int(table.successors[first + candidate]), False
            while table.payoff[place] == UNDECIDED:
                begin = table.offsets[place]
                place = int(table.successors[begin + below(stream, table.offsets[place + 1] - begin)])
                is_own = not is_own
            won += 1 if (table.payoff[place] > 0 if is_own else table.payoff[place] < 0) else 0
        wins[candidate] = won
        if won > most:
            best, most, tied = candidate, won, 1
        elif won == most:
            tied += 1
            if below(stream, tied) == 0:
                best = candidate
    return best
