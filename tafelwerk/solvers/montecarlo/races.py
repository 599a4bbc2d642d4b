"""Two races: the single-step race ESR(n, m, s) and the double-step crash race DSC(n).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, definitions 2.1 and 2.3.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.race_sizes import check_esr, esr_size
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import UNDECIDED, GameGraph

LONGEST_DSC = 2_000


def esr_graph(n: int, m: int, s: int) -> GameGraph:
    """ESR(n, m, s): m lanes of n steps a player, a move advances one own piece by a step, s pieces home win.

    Candidates are pieces: pieces on one square are one edge, whose multiplicity counts them and whose label is the
    square. Pieces at home cannot move. Position 0 is the end of every game, lost for the player to move; all others are
    undecided and reachable. The root is the last position.

    Raises:
        InputError: n, m or s below 1, s above m, or C(n + m, m) above MOST_ESR_POSITIONS.
    """
    check_esr(n, m, s)
    return _esr(n, m, s)


def dsc_graph(n: int) -> GameGraph:
    """DSC(n): one lane from 0 to n, a piece each from opposite ends, steps of 1 or 2.

    Who reaches the far end or lands on the opponent has won; the opponent may be jumped over, and pieces that have
    passed do not meet again. From the last field but one only the single step is there. Labels are steps; where both
    steps win at once they share an edge, with label 1 and multiplicity 2. Position 0 is the end of every game, lost for
    the player to move; all others are undecided and reachable, the root is the last.

    Raises:
        InputError: n is not an integer from 1 to LONGEST_DSC.
    """
    if not isinstance(n, int | np.integer) or not 1 <= n <= LONGEST_DSC:
        raise InputError(f"n: {n!r} must be an integer from 1 to {LONGEST_DSC}, the length of the lane")
    return _dsc(int(n))


State = tuple[tuple[int, int], ...]
"""A player's pieces: (square, how many) for the squares that hold some, ascending."""


def _advance(state: State, i: int) -> State:
    """One piece of the i-th occupied square moves on."""
    square, count = state[i]
    tail = list(state[i + 1 :])
    if tail and tail[0][0] == square + 1:
        tail[0] = (square + 1, tail[0][1] + 1)
    else:
        tail.insert(0, (square + 1, 1))
    here = [(square, count - 1)] if count > 1 else []
    return (*state[:i], *here, *tail)


def _esr(n: int, m: int, s: int) -> GameGraph:
    # player states by tempo, each with its rank within the tempo; a move leads from one tempo to the next
    first, offsets, ranks, squares, counts = [0], [0], [], [], []
    level: list[State] = [((0, m),)]
    while level:
        found: dict[State, int] = {}
        for state in level:
            for i, (square, count) in enumerate(state):
                if square == n:
                    break
                after = _advance(state, i)
                won = after[-1][0] == n and after[-1][1] >= s
                ranks.append(-1 if won else found.setdefault(after, len(found)))
                squares.append(square)
                counts.append(count)
            offsets.append(len(ranks))
        first.append(first[-1] + len(level))
        level = list(found)
    positions, edges = esr_size(n, m, s)
    graph = GameGraph(
        offsets=np.zeros(positions + 1, dtype=np.int64),
        successors=np.empty(edges, dtype=np.int32),
        multiplicities=np.empty(edges, dtype=np.int32),
        labels=np.empty(edges, dtype=np.int32),
        payoff=np.full(positions, UNDECIDED, dtype=np.int8),
        root=positions - 1,
    )
    graph.payoff[0] = -1
    _esr_kernel(
        np.array(first, dtype=np.int64),
        np.array(offsets, dtype=np.int64),
        np.array(ranks, dtype=np.int32),
        np.array(counts, dtype=np.int32),
        np.array(squares, dtype=np.int32),
        graph.offsets,
        graph.successors,
        graph.multiplicities,
        graph.labels,
    )
    return graph


@kernel
def _esr_kernel(
    first: NDArray[np.int64],
    move_offsets: NDArray[np.int64],
    ranks: NDArray[np.int32],
    counts: NDArray[np.int32],
    squares: NDArray[np.int32],
    offsets: NDArray[np.int64],
    successors: NDArray[np.int32],
    multiplicities: NDArray[np.int32],
    labels: NDArray[np.int32],
) -> None:
    """Fills the graph from one player's moves.

    A block of positions holds the pairs of the mover's states of tempo t with the opponent's of tempo t (the players
    have moved equally often) or t + 1; its number is base + rank of mover * opponents + rank of opponent. Every block
    leads into the one filled before it, with the roles swapped.
    """
    levels = first.shape[0] - 1
    position, e = 1, 0
    before = 0
    offsets[1] = 0
    for t in range(levels - 1, -1, -1):
        movers = first[t + 1] - first[t]
        for ahead in (1, 0):
            if t + ahead >= levels:
                continue
            opponents = first[t + ahead + 1] - first[t + ahead]
            # states of the tempo the mover moves to, the opponents of the block led into
            after = 0 if t + 1 >= levels else first[t + 2] - first[t + 1]
            base = position
            for mover in range(movers):
                begin, end = move_offsets[first[t] + mover], move_offsets[first[t] + mover + 1]
                for opponent in range(opponents):
                    for move in range(begin, end):
                        rank = ranks[move]
                        successors[e] = 0 if rank < 0 else before + opponent * after + rank
                        multiplicities[e] = counts[move]
                        labels[e] = squares[move]
                        e += 1
                    position += 1
                    offsets[position] = e
            before = base


def _dsc(n: int) -> GameGraph:
    seen = np.zeros((n, n), dtype=np.bool_)
    positions = _dsc_reach_kernel(n, seen) + 1
    offsets = np.zeros(positions + 1, dtype=np.int64)
    edges = np.empty((3, 2 * positions), dtype=np.int32)
    used = _dsc_kernel(n, seen, np.empty((n, n), dtype=np.int32), offsets, edges)
    payoff = np.full(positions, UNDECIDED, dtype=np.int8)
    payoff[0] = -1
    return GameGraph(
        offsets=offsets,
        successors=edges[0, :used].copy(),
        multiplicities=edges[1, :used].copy(),
        labels=edges[2, :used].copy(),
        payoff=payoff,
        root=positions - 1,
    )


@kernel
def _dsc_reach_kernel(n: int, seen: NDArray[np.bool_]) -> int:
    """Marks the undecided positions, seen[steps the mover has gone, steps the opponent has gone]; how many."""
    seen[0, 0] = True
    number = 0
    for gone in range(2 * n - 1):
        for x in range(max(0, gone - n + 1), min(gone, n - 1) + 1):
            y = gone - x
            if not seen[x, y]:
                continue
            number += 1
            for step in range(1, min(2, n - x) + 1):
                if x + step != n and x + step + y != n:
                    seen[y, x + step] = True
    return number


@kernel
def _dsc_kernel(
    n: int,
    seen: NDArray[np.bool_],
    numbers: NDArray[np.int32],
    offsets: NDArray[np.int64],
    edges: NDArray[np.int32],
) -> int:
    """Numbers the marked positions from the end of the race backwards and fills the edges; how many edges."""
    position, e = 1, 0
    for gone in range(2 * n - 2, -1, -1):
        for x in range(max(0, gone - n + 1), min(gone, n - 1) + 1):
            y = gone - x
            if not seen[x, y]:
                continue
            for step in range(1, min(2, n - x) + 1):
                ends = x + step == n or x + step + y == n
                if ends and step == 2 and x + 1 + y == n:
                    edges[1, e - 1] = 2
                    continue
                edges[0, e] = 0 if ends else numbers[y, x + step]
                edges[1, e] = 1
                edges[2, e] = step
                e += 1
            numbers[x, y] = position
            position += 1
            offsets[position] = e
    return e
