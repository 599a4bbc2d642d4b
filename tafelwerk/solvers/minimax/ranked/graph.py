"""A game over ranks as a game graph, so that what is known about game graphs serves it: perfect play, random play,
agents, counts."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.minimax.ranked.game import DRAWN, WON, CompiledGame
from tafelwerk.solvers.playouts.graph import UNDECIDED, GameGraph

MOST_POSITIONS = 1_000_000
"""Positions of a game that is made a graph."""


@dataclass(frozen=True, slots=True, eq=False)
class RankedGraph:
    """A graph and the ranks of its positions.

    Attributes:
        graph: a position has an edge a move; labels are the game's. Successors have smaller numbers.
        ranks: int64, shape (positions,): of each position, descending.
    """

    graph: GameGraph
    ranks: NDArray[np.int64]


def ranked_graph(game: CompiledGame) -> RankedGraph:
    """The graph of all positions that the start leads to.

    Args:
        game: of two players, whose moves all lead to greater ranks.

    Raises:
        InputError: it is a puzzle, a move leads to a smaller rank, or it has more than MOST_POSITIONS positions.
    """
    if game.is_puzzle:
        raise InputError(f"{game.name}: a puzzle is no game of two")
    found = {game.start: game.successors(game.start)}
    stack = [game.start]
    while stack:
        rank = stack.pop()
        for after in found[rank].values():
            if after <= rank:
                raise InputError(f"{game.name}: a move leads from rank {rank} to {after}, which is not greater")
            if after not in found:
                found[after] = game.successors(after)
                stack.append(after)
        if len(found) > MOST_POSITIONS:
            raise InputError(f"{game.name}: a graph has up to {MOST_POSITIONS:,} positions")
    ranks = sorted(found, reverse=True)
    number = {rank: place for place, rank in enumerate(ranks)}
    degrees = [len(found[rank]) for rank in ranks]
    successors = [number[after] for rank in ranks for after in found[rank].values()]
    graph = GameGraph(
        offsets=np.concatenate([[0], np.cumsum(degrees)]).astype(np.int64),
        successors=np.array(successors, np.int32),
        multiplicities=np.ones(len(successors), np.int32),
        labels=np.array([label for rank in ranks for label in found[rank]], np.int32),
        payoff=np.array([UNDECIDED if found[rank] else _payoff(game, rank) for rank in ranks], np.int8),
        root=number[game.start],
    )
    return RankedGraph(graph, np.array(ranks, np.int64))


def _payoff(game: CompiledGame, rank: int) -> int:
    """What the end is worth to the player to move; who cannot move and is told nothing else has lost."""
    outcome = game.outcome(rank)
    return 1 if outcome == WON else 0 if outcome == DRAWN else -1
