"""Simulated games one decision at a time, with the playouts behind each.

Game `number` of a seed is that of `agent_duels.simulate`: the same stream of random numbers, drawn from in the same order.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tafelwerk.solvers.machine.draws import WORDS, begin_stream
from tafelwerk.solvers.playouts.agent_duels import candidate_by_playouts, edge_by_chance, table_of
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph
from tafelwerk.solvers.playouts.policy import Policy

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


def watch(graph: GameGraph, start: int, first: Agent, second: Agent, seed: int, number: int = 0) -> Iterator[Decision]:
    """The decisions of one game.

    Args:
        graph: the game.
        start: position from which it starts.
        first, second: the agents that move first and second.
        seed: 0 to 2^63 - 1.
        number: number of the game.

    Raises:
        InputError: see `agent_duels.table_of`.
    """
    table, stream = table_of(graph, first, second), np.zeros(WORDS, np.int64)
    begin_stream(seed, number, stream)
    position, mover = start, 0
    while graph.payoff[position] == UNDECIDED:
        begin, end = table.offsets[position : position + 2].tolist()
        wins: list[int] = []
        if table.playouts[mover] > 0:
            candidate = int(candidate_by_playouts(table, position, mover, stream)) - begin
            wins = table.wins[: end - begin].tolist() if end - begin > 1 else []
        else:
            edge = int(edge_by_chance(table, position, mover, stream))
            candidate = int(graph.multiplicities[graph.offsets[position] : edge].sum())
        yield Decision(position, candidate, tuple(wins))
        position, mover = int(table.successors[begin + candidate]), 1 - mover
