"""Perfect play in the switching game: who wins, every winning move, and a proof of it.

Take the graph that a position leaves, marked edges contracted and deleted ones gone, M its matroid of forests, U = M v M the
sets that two disjoint forests can hold, E its edges, f and f' two new edges A-B, cl the closure in U. A set K of edges is
tight where two disjoint forests, each a spanning one of K, hold some of it: it then has rank 2 r(K) in U, and a new edge is
in cl(K) just when K joins its ends.

Short wins as second player just when some connected subgraph that holds A and B has two disjoint spanning trees (Lehman): just
when f is in cl(E). Who moves first may as well be given f to play on: as second player Short would have to answer f by losing
it, so Short wins as first player just when f' is in cl(E + f). Thus the new edges that raise the rank of U say it all: 0,
Short wins; 2, Cut wins; 1, whoever is to move wins. In the first two cases the winner can make any move, an edge given to a
player never hurting it. In the third

- Cut wins by deleting e just when the rank then is raised by 2. That needs rank(E - e) < rank(E), or the raised rank would be
  too large: e is in no circuit of U within E. It also needs rank(E - e + f + f') = rank(E + f + f'): e is in a circuit within
  E + f + f', and the only new one is the fundamental circuit of f' over a base of E + f.
- Short wins by marking e just when the same holds in the dual matroid M*, where deleting and contracting change places. Bases of
  M* leave over maximal forests S and T of the graph with f; a base of the union has S and T in common as little as can be, and
  their common edges are those outside the base. The fundamental circuit of an edge there is what is torn with it: an edge, if
  the path between its ends in S or T, not holding it, is torn. So e must be torn with f, but not with the common edges.

Proofs. Two trees of the same nodes, A and B among them, win for Short: when Cut deletes an edge of one tree, an edge of the
other mends it; marked, it belongs to both, and what is left are two trees on one node fewer.
Two disjoint sets of free edges win for Cut if, with all other free edges contracted, either is a forest that leaves A and B
apart: when Short marks an edge of one, it closes at most one cycle in the other with f, which holds another edge than f, and
Cut deletes that. The fewest such edges are those torn with f and f' where both fit; in a planar graph they are two trees of
the dual.

Sources: A. Lehman, A solution of the Shannon switching game, J. SIAM 12, 1964; R. Mansfield, Strategies for the Shannon
switching game, American Mathematical Monthly 103, 1996; Jena dissertation on the exact analysis of heuristics for combinatorial
games, section 5.1.2 (theorem 5.2). The winning moves from one pair of forests are this project's.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.graph import A, B, Contraction, Graph, Player, States, checked_states, contract, winner
from tafelwerk.solvers.switching.trees import Flags, ForestPair, forest_pair, spanning_pair, torn_edges

Moves = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """A position under perfect play.

    The proof is of the position as it is if the loser is to move or the game is over, otherwise of that after the first of the
    winning moves: the winner is second player there.

    Attributes:
        winner: who wins.
        moves: all moves with which the player to move wins, ascending; none in a lost position or a finished game.
        trees: where Short wins, the free edges of two disjoint trees of the same nodes, A and B among them, with marked edges
            contracted; None where Cut wins.
        forests: where Cut wins, two disjoint sets of free edges, each a forest that does not join A and B when all other free
            edges are contracted like the marked ones; None where Short wins.
    """

    winner: Player
    moves: Moves
    trees: tuple[Moves, Moves] | None
    forests: tuple[Moves, Moves] | None


def solve(graph: Graph, states: States, to_move: Player) -> Solution:
    """Who wins a position, every winning move, and a proof.

    Args:
        graph: the graph.
        states: of every edge, FREE, DELETED or MARKED, in any numbers.
        to_move: the player to move.

    Raises:
        InputError: not a state for every edge, or no such state or player.
    """
    won, moves = winning_moves(graph, states, to_move)
    after = checked_states(graph, states)
    if moves:
        after[moves[0]] = Player(to_move).colour
    proof = _proof(*_forests(graph, after))
    return Solution(won, moves, *((proof, None) if won is Player.SHORT else (None, proof)))


def winning_moves(graph: Graph, states: States, to_move: Player) -> tuple[Player, Moves]:
    """Who wins a position, and every winning move, as in Solution: for agents, in half the time.

    Args:
        graph: the graph.
        states: of every edge, FREE, DELETED or MARKED, in any numbers.
        to_move: the player to move.

    Raises:
        InputError: not a state for every edge, or no such state or player.
    """
    if to_move not in set(Player):
        raise InputError(f"to_move is {' or '.join(Player)}, not {to_move!r}")
    state = checked_states(graph, states)
    over = winner(graph, state)
    left, pair = _forests(graph, state)
    if over is not None or pair is None:
        return over or Player.SHORT, ()
    won = (Player.SHORT, Player(to_move), Player.CUT)[pair.fitting]
    if won != to_move:
        return won, ()
    if pair.fitting != 1:
        chosen = np.ones(pair.edges, np.bool_)
    elif won is Player.CUT:
        chosen = pair.bound & ~pair.in_circuit
    else:
        chosen = _raising(pair)
    return won, tuple(left.edges[chosen].tolist())


def _forests(graph: Graph, state: NDArray[np.int8]) -> tuple[Contraction, ForestPair | None]:
    """What a position leaves, and two forests of it; None where A and B are joined."""
    left = contract(graph, state)
    return left, None if left.node_of[A] == left.node_of[B] else forest_pair(left.nodes, left.ends)


def _raising(pair: ForestPair) -> Flags:
    """Edges torn with the new edge, but not with those that two maximal forests have in common."""
    spanning = spanning_pair(pair)
    new, common = pair.forest != 0, spanning[0] & spanning[1]
    new[: pair.edges] = False
    return torn_edges(pair, spanning, new) & ~torn_edges(pair, spanning, common)


def _proof(left: Contraction, pair: ForestPair | None) -> tuple[Moves, Moves]:
    """The proof that the second player wins."""
    if pair is None:
        return (), ()
    forest = pair.forest[: pair.edges]
    if pair.fitting == 0:
        held = forest * pair.bound
    else:
        new = np.zeros(pair.edges + 2, np.bool_)
        new[pair.edges :] = True
        spanning = spanning_pair(pair)
        torn = torn_edges(pair, spanning, new)
        held = np.where(spanning[0, : pair.edges], 1, 2) * torn
    return tuple(left.edges[held == 1].tolist()), tuple(left.edges[held == 2].tolist())
