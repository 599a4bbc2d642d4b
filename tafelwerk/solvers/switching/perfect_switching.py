"""Perfect play in the switching game: who wins, every winning move, a proof, and answers to attacks on it.

Take the graph of a position, with marked edges contracted and deleted ones removed. Let M be its matroid of forests, and U = M v
M the matroid of sets that two disjoint forests can hold. Let E be its edges, f and f' two new edges A-B, and cl the closure in U.
A set K of edges is tight if two disjoint forests, each spanning K, hold some of it: then its rank in U is 2 r(K), and a new edge
is in cl(K) if and only if K joins its two nodes.

Short wins as second player if and only if some connected subgraph that contains A and B has two disjoint spanning trees (Lehman),
that is, if f is in cl(E). Moving first is like moving second with f added, since Cut would have to spend its move on deleting f.
So Short wins as first player if and only if f' is in cl(E + f). Thus the number of new edges that raise the rank of U decides: 0,
Short wins; 2, Cut wins; 1, whoever is to move wins. In the first two cases the winner can make any move, since an edge given to a
player never hurts that player. In the third

- Cut wins by deleting e if and only if the rank is then raised by 2. That needs rank(E - e) < rank(E), otherwise the raised rank
  would be too large: e is in no circuit of U within E. It also needs rank(E - e + f + f') = rank(E + f + f'): e is in a circuit
  within E + f + f', and the only new one is the fundamental circuit of f' over a base of E + f.
- Short wins by marking e if and only if the same holds in the dual matroid M*, where deletion and contraction are exchanged.
  Bases of M* are the complements of maximal forests S and T of the graph with f. A base of the union has S and T with as few
  common edges as possible, and these common edges are those outside the base. The fundamental circuit of an edge there is what is
  torn with it: an edge is torn if the path between its nodes, in whichever of S and T does not hold it, is torn. So e must be
  torn with f, but not with the common edges.

Proofs. Two trees on the same nodes, A and B among them, win for Short: if Cut deletes an edge of one tree, an edge of the other
repairs it; once marked, it belongs to both, which leaves two trees on one node fewer. Two disjoint sets of free edges win for Cut
if each of them, with all other free edges contracted, is a forest that leaves A and B apart: if Short marks an edge of one, it
closes at most one cycle with f in the other, which contains an edge other than f, and Cut deletes that edge. The smallest such
sets are the edges torn with f and f' if both fit; in a planar graph they are two trees of the dual.

Sources: A. Lehman, A solution of the Shannon switching game, J. SIAM 12, 1964; R. Mansfield, Strategies for the Shannon
switching game, American Mathematical Monthly 103, 1996; Jena dissertation on the exact analysis of heuristics for combinatorial
games, section 5.1.2 (theorem 5.2). The winning moves from one pair of forests are this project's.

Answers to an attack on the proof:

Short holds two disjoint trees on the same nodes. If Cut deletes an edge of one, that tree falls apart in two. Every edge of the
other tree that joins the two parts repairs it: marked, it belongs to both.

Cut holds two disjoint sets of edges. Each of them, with all edges outside both contracted, is a forest that leaves A and B apart.
If Short marks an edge of one, it closes at most one cycle with the other and a new edge A-B. Every edge of that cycle in the
other set repairs it: deleted, it leaves no cycle.

Source: A. Lehman, A solution of the Shannon switching game, J. SIAM 12, 1964.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.disjoint_forests import Flags, ForestPair, forest_pair, spanning_pair, torn_edges
from tafelwerk.solvers.switching.switching_graph import (
    FREE,
    MARKED,
    A,
    B,
    Contraction,
    Graph,
    Player,
    States,
    checked_states,
    contract,
    winner,
)

Moves = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """A position under perfect play.

    The proof is for the position itself if the loser is to move or the game is over, otherwise for the position after the first
    winning move: there the winner is second player.

    Attributes:
        winner: player who wins.
        moves: all winning moves of the player to move, ascending; empty in a lost position or a finished game.
        trees: if Short wins, the free edges of two disjoint trees on the same nodes, A and B among them, with marked edges
            contracted; None if Cut wins.
        forests: if Cut wins, two disjoint sets of free edges, each a forest that does not join A and B when all other free edges
            are contracted like the marked ones; None if Short wins.
    """

    winner: Player
    moves: Moves
    trees: tuple[Moves, Moves] | None
    forests: tuple[Moves, Moves] | None


def solve(graph: Graph, states: States, to_move: Player) -> Solution:
    """The winner of a position, every winning move, and a proof.

    Args:
        graph: the graph.
        states: state of every edge, FREE, DELETED or MARKED, in any numbers.
        to_move: the player to move.

    Raises:
        InputError: not one state per edge, or a state or player that does not exist.

    >>> from tafelwerk.solvers.switching.switching_graph import make_board
    >>> graph = make_board(2).graph
    >>> solve(graph, [0] * len(graph.ends), Player.CUT).winner
    <Player.CUT: 'cut'>
    """
    won, moves = winning_moves(graph, states, to_move)
    after = checked_states(graph, states)
    if moves:
        after[moves[0]] = Player(to_move).colour
    proof = _proof(*_forests(graph, after))
    return Solution(won, moves, *((proof, None) if won is Player.SHORT else (None, proof)))


def winning_moves(graph: Graph, states: States, to_move: Player) -> tuple[Player, Moves]:
    """The winner of a position and every winning move, as in Solution: for agents, in half the time.

    Args:
        graph: the graph.
        states: state of every edge, FREE, DELETED or MARKED, in any numbers.
        to_move: the player to move.

    Raises:
        InputError: not one state per edge, or a state or player that does not exist.

    >>> from tafelwerk.solvers.switching.switching_graph import make_board
    >>> graph = make_board(2).graph
    >>> winning_moves(graph, [0] * len(graph.ends), Player.CUT)
    (<Player.CUT: 'cut'>, (0, 1, 2, 3, 4))
    """
    if to_move not in set(Player):
        raise InputError(f"to_move must be {' or '.join(Player)}, not {to_move!r}")
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
    """The contraction of a position, and its two forests; None if A and B are joined."""
    left = contract(graph, state)
    return left, None if left.node_of[A] == left.node_of[B] else forest_pair(left.nodes, left.ends)


def _raising(pair: ForestPair) -> Flags:
    """Edges torn with the new edge, but not with the common edges of two maximal forests."""
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


def repairs(graph: Graph, states: States, solution: Solution, edge: int) -> tuple[int, ...]:
    """The winner's answers to an attack that leave two such sets, the repaired ones.

    Args:
        graph: the graph.
        states: state of every edge, FREE, DELETED or MARKED; the loser is to move.
        solution: perfect play there, with its proof.
        edge: edge that the loser takes.

    Returns:
        Edges of the set that does not hold `edge`, ascending; () if no set holds it, or if nothing is broken.
    """
    parts = solution.trees or solution.forests or ((), ())
    held = next((number for number, part in enumerate(parts) if edge in part), None)
    if held is None:
        return ()
    own, other = parts[held], parts[1 - held]
    merged = checked_states(graph, states)
    if solution.trees is None:
        outside = merged == FREE
        outside[[*own, *other]] = False
        merged[outside] = MARKED
    nodes = contract(graph, merged).node_of[graph.ends].tolist()
    near, far = nodes[edge]
    if solution.trees is not None:
        part = _component_of(near, [nodes[each] for each in own if each != edge])
        return tuple(each for each in other if (nodes[each][0] in part) != (nodes[each][1] in part))
    joins = {each: nodes[each] for each in other}
    if far not in _component_of(near, [(A, B), *joins.values()]):
        return ()
    return tuple(
        each
        for each in other
        if far not in _component_of(near, [(A, B), *(joins[held] for held in other if held != each)])
    )


def _component_of(start: int, pairs: Iterable[Sequence[int]]) -> set[int]:
    """The nodes that pairs of nodes connect with one of them, which is among them."""
    near: dict[int, list[int]] = {}
    for first, second in pairs:
        near.setdefault(first, []).append(second)
        near.setdefault(second, []).append(first)
    component, waiting = {start}, [start]
    while waiting:
        for node in near.get(waiting.pop(), ()):
            if node not in component:
                component.add(node)
                waiting.append(node)
    return component
