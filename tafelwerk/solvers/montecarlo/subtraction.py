"""Subtraction games S_moves(heap): players in turn take one of the allowed numbers from a heap; heap 0 is lost.

`overshoot` is the result of a move that takes more than is left:

- "wins": it ends the game and wins (Jena dissertation on the exact analysis of heuristics for combinatorial games,
  definition 2.4), so every heap up to the largest move is won;
- "loses": it ends the game and loses (the number game 3-5-11);
- "illegal": it is not allowed; a player without a move has lost (the usual rule elsewhere).

Under the first two an overshooting move is a candidate like any other.
"""

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph

Overshoot = Literal["wins", "loses", "illegal"]

MOST_CANDIDATES = 20_000_000
"""Largest product of heaps and moves of a graph."""

LARGEST_MOVE = 4096


def check_moves(moves: Sequence[int]) -> tuple[int, ...]:
    """The move set in ascending order.

    Raises:
        InputError: it is empty, holds a number twice, or holds one that is not an integer from 1 to LARGEST_MOVE.
    """
    for move in moves:
        if not isinstance(move, int | np.integer) or not 1 <= move <= LARGEST_MOVE:
            raise InputError(f"moves: a move must be an integer from 1 to {LARGEST_MOVE}, not {move!r}")
    if not moves or len(set(moves)) < len(moves):
        raise InputError(f"moves must be one or more different numbers, such as [1, 2], not {list(moves)!r}")
    return tuple(sorted(int(move) for move in moves))


def check_overshoot(overshoot: str) -> Overshoot:
    """The overshoot rule, if it is valid.

    Raises:
        InputError: it is not "wins", "loses" or "illegal".
    """
    for rule in get_args(Overshoot):
        if overshoot == rule:
            return overshoot  # type: ignore[return-value]
    raise InputError(f"overshoot must be wins, loses or illegal, not {overshoot!r}")


def check_heap(heap: int, moves: Sequence[int], most: int = MOST_CANDIDATES) -> int:
    """The heap, if it is an integer of at least 1 and heap times moves stays within `most`.

    Raises:
        InputError: it is not.
    """
    largest = most // max(1, len(moves))
    if not isinstance(heap, int | np.integer) or not 1 <= heap <= largest:
        raise InputError(f"heap must be an integer from 1 to {largest} with {len(moves)} moves, not {heap!r}")
    return int(heap)


def subtraction_graph(moves: Sequence[int], heap: int, overshoot: str = "wins") -> GameGraph:
    """S_moves with every heap from 0 to `heap`, reachable from there or not, so that one graph serves all heaps.

    Position heap_position(h) is heap h; position 0 is what an overshooting move that loses leaves behind (the opponent has won).
    The edges of a heap are in ascending order of moves. Moves with the same successor, all of them last moves of the game, share
    an edge: an edge with label a and multiplicity c stands for c consecutive members of the move set, a the smallest of them.

    Raises:
        InputError: moves, heap or overshoot are invalid.
    """
    checked = check_moves(moves)
    rule = check_overshoot(overshoot)
    return _graph(np.array(checked, dtype=np.int64), check_heap(heap, checked), rule)


def heap_position(heap: int) -> int:
    """Number of a heap's position in subtraction_graph, under every rule."""
    return heap + 1


def _graph(moves: NDArray[np.int64], heap: int, rule: Overshoot) -> GameGraph:
    edges = heap * moves.shape[0]
    offsets = np.zeros(heap + 3, dtype=np.int64)
    successors = np.empty(edges, dtype=np.int32)
    multiplicities = np.empty(edges, dtype=np.int32)
    labels = np.empty(edges, dtype=np.int32)
    payoff = np.full(heap + 2, UNDECIDED, dtype=np.int8)
    used = _fill_kernel(moves, rule == "wins", rule == "illegal", offsets, successors, multiplicities, labels, payoff)
    return GameGraph(
        offsets=offsets,
        successors=successors[:used].copy(),
        multiplicities=multiplicities[:used].copy(),
        labels=labels[:used].copy(),
        payoff=payoff,
        root=heap_position(heap),
    )


@kernel
def _fill_kernel(
    moves: NDArray[np.int64],
    overshoot_wins: bool,
    overshoot_illegal: bool,
    offsets: NDArray[np.int64],
    successors: NDArray[np.int32],
    multiplicities: NDArray[np.int32],
    labels: NDArray[np.int32],
    payoff: NDArray[np.int8],
) -> int:
    """Fills all arrays of the graph; returns the number of edges used."""
    payoff[0] = 1
    payoff[1] = -1
    offsets[2] = 0
    e = 0
    for position in range(2, payoff.shape[0]):
        heap = position - 1
        first = e
        for a in moves:
            if a <= heap:
                successor = heap - a + 1
            elif overshoot_illegal:
                break
            else:
                successor = 1 if overshoot_wins else 0
            if e > first and successors[e - 1] == successor:
                multiplicities[e - 1] += 1
            else:
                successors[e] = successor
                multiplicities[e] = 1
                labels[e] = a
                e += 1
        if e == first:
            payoff[position] = -1
        offsets[position + 1] = e
    return e
