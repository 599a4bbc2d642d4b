"""How Short beats a Cut who follows the resistor heuristic, however Cut breaks ties.

On a Bridg-It board Cut wins under perfect play. Cut is led to positions in which the heuristic gives the win away; from there on
Short plays perfectly, whatever Cut does. The search deepens move by move, so the replies found need the fewest moves of Short
before the win is certain. Values of repeated positions are cached.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.3.1, figures 5.5 and 5.6.
"""

from dataclasses import dataclass

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Graph, Player, winner
from tafelwerk.solvers.switching.perfect import winning_moves
from tafelwerk.solvers.switching.potentials.exact import heuristic_moves
from tafelwerk.solvers.switching.potentials.network import States, make_network
from tafelwerk.solvers.switching.shannon import greatest_drops

MOST_REFUTED_EDGES, MOST_DEPTH = 33, 8


@dataclass(frozen=True, slots=True, eq=False)
class Refutation:
    """How Short wins against the heuristic.

    Attributes:
        depth: most moves of Short until its win is certain; 0 if it is certain from the start.
        replies: Short's move, by the states of the edges as bytes, for positions with Short to move in which Cut could still win;
            elsewhere any winning move is a reply.
    """

    depth: int
    replies: dict[bytes, int]


def _after(states: States, edge: int, colour: int) -> States:
    """The states after a move."""
    found = states.copy()
    found[edge] = colour
    return found


class _Search:
    """The search on one graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._network = make_network(graph)
        self._cut: dict[bytes, tuple[int, ...]] = {}
        self.failed: dict[bytes, int] = {}
        self.replies: dict[bytes, tuple[int, int]] = {}

    def keeping(self, states: States) -> tuple[int, ...]:
        """The heuristic's moves for Cut that keep its win; Short must refute all of them, and only these."""
        key = states.tobytes()
        if key not in self._cut:
            kept = frozenset(winning_moves(self.graph, states, Player.CUT)[1])
            self._cut[key] = tuple(edge for edge in greatest_drops(self._network, states) if edge in kept)
        return self._cut[key]

    def wins(self, states: States, depth: int) -> bool:
        """Whether Short, to move where Cut could win, needs at most `depth` moves until its win is certain."""
        if depth == 0:
            return False
        key = states.tobytes()
        if key in self.replies and self.replies[key][1] <= depth:
            return True
        if self.failed.get(key, 0) >= depth or winner(self.graph, states) is Player.CUT:
            return False
        for edge in np.flatnonzero(states == FREE).tolist():
            if self._refuted(_after(states, edge, MARKED), depth - 1):
                self.replies[key] = edge, depth
                return True
        self.failed[key] = depth
        return False

    def _refuted(self, states: States, depth: int) -> bool:
        """Whether Cut, to move, loses by every move of the heuristic."""
        kept = self.keeping(states)
        return not kept or (depth > 0 and all(self.wins(_after(states, edge, DELETED), depth) for edge in kept))


def refute(graph: Graph, states: States, most_depth: int = MOST_DEPTH) -> Refutation | None:
    """How Short, to move, beats the heuristic; None if it cannot within most_depth moves.

    Args:
        graph: a graph with up to MOST_REFUTED_EDGES edges.
        states: int8, shape (edges,): states of an open position with Short to move.
        most_depth: most moves of Short until its win is certain.

    Raises:
        InputError: the graph has too many edges, or the game is over.
    """
    if graph.edges > MOST_REFUTED_EDGES:
        raise InputError(f"refutations are searched on graphs with up to {MOST_REFUTED_EDGES} edges, not {graph.edges}")
    won = winner(graph, states)
    if won is not None:
        raise InputError(f"the game is over, {won} has won")
    if winning_moves(graph, states, Player.SHORT)[0] is Player.SHORT:
        return Refutation(0, {})
    search = _Search(graph)
    for depth in range(1, most_depth + 1):
        if search.wins(states, depth):
            return Refutation(depth, _needed(search, states))
    return None


def winning_line(graph: Graph, states: States, refutation: Refutation) -> list[int]:
    """The moves of a game that Short wins from a position with Short to move: the heuristic takes the first of tied edges.

    Raises:
        InputError: the refutation belongs to another position.
    """
    state, moves = states.copy(), []
    player = Player.SHORT
    while winner(graph, state) is None:
        if player is Player.CUT:
            edge = heuristic_moves(graph, state)[0]
        else:
            key = state.tobytes()
            wins = winning_moves(graph, state, player)[1]
            if key not in refutation.replies and not wins:
                raise InputError("the refutation has no reply to this position")
            edge = refutation.replies[key] if key in refutation.replies else wins[0]
        state[edge] = player.colour
        moves.append(edge)
        player = player.rival
    return moves


def _needed(search: _Search, states: States) -> dict[bytes, int]:
    """The replies that the refutation of a position uses."""
    found: dict[bytes, int] = {}
    todo = [states]
    while todo:
        state = todo.pop()
        key = state.tobytes()
        if key in found:
            continue
        found[key] = search.replies[key][0]
        after = _after(state, found[key], MARKED)
        todo += [_after(after, edge, DELETED) for edge in search.keeping(after)]
    return found
