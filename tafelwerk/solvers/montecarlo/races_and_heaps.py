"""Races and subtraction games as graphs.

The single-step race ESR(n, m, s), the double-step crash race DSC(n) and the double-step race DSR(n)
begin at the start of the race, or at another position, reachable or not.

Subtraction games S_moves(heap): players in turn take one of the allowed numbers from a heap; heap 0 is lost.

`overshoot` is the result of a move that takes more than is left:

- "wins": it ends the game and wins (definition 2.4), so every heap up to the largest move is won;
- "loses": it ends the game and loses (the number game 3-5-11);
- "illegal": it is not allowed; a player without a move has lost (the usual rule elsewhere).

Under the first two an overshooting move is a candidate like any other.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, definitions 2.1, 2.3 and 2.4, and the
note after definition 2.1.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules import check_esr
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph

LONGEST_LANE = 2_000

State = tuple[tuple[int, int], ...]
"""A player's pieces: (square, count) for the occupied squares, ascending."""


def esr_graph(n: int, m: int, s: int, own: Sequence[int] = (), other: Sequence[int] = ()) -> GameGraph:
    """ESR(n, m, s): m lanes of n steps per player; a move advances one own piece by a step; s pieces home win.

    Candidates are pieces: pieces on one square are one edge, whose multiplicity counts them and whose label is the square. Pieces
    at home cannot move. Position 0 is the end of every game, lost for the player to move; all others are undecided. From the
    start all are reachable and the root is the last. From another root, the positions are all those with as many steps gone by
    each player as in some position of the game.

    Args:
        n, m, s: the race.
        own, other: squares of the pieces of the player to move and of the opponent at the root, m each, fewer than s on n.
            Default: all on square 0.

    Raises:
        InputError: n, m or s below 1, s above m, C(n + m, m) above MOST_ESR_POSITIONS, or impossible pieces.

    >>> len(esr_graph(2, 1, 1).payoff)
    4
    """
    check_esr(n, m, s)
    root = [_state(n, m, s, pieces) for pieces in (own, other)]
    return _esr(n, m, s, root[0], root[1])


def dsc_graph(n: int, own: int = 0, other: int = 0) -> GameGraph:
    """DSC(n): one lane from 0 to n, one piece per player from opposite ends, steps of 1 or 2.

    A player who reaches the far end or lands on the opponent has won. The opponent may be jumped over; pieces that have passed do
    not meet again. From the last field but one only the single step is possible. Labels are steps; two steps that both win at
    once share an edge, with label 1 and multiplicity 2. Position 0 is the end of every game, lost for the player to move; all
    others are undecided and reachable from the root, the last position.

    Args:
        n: fields of the lane.
        own, other: fields gone by the player to move and by the opponent at the root.

    Raises:
        InputError: n is not an integer from 1 to LONGEST_LANE, or the game is over at the root.

    >>> len(dsc_graph(4).payoff)
    9
    """
    return _double_step(n, True, own, other)


def dsr_graph(n: int, own: int = 0, other: int = 0) -> GameGraph:
    """DSR(n): one lane of n fields and one piece per player, steps of 1 or 2; the first to reach the end of the lane has won.

    From the last field but one only the single step is possible. For labels, positions, arguments and errors see `dsc_graph`.

    >>> len(dsr_graph(4).payoff)
    12
    """
    return _double_step(n, False, own, other)


def _state(n: int, m: int, s: int, pieces: Sequence[int]) -> State:
    """A player's pieces; all on square 0 if none are given.

    Raises:
        InputError: the pieces are impossible.
    """
    squares = sorted(pieces or [0] * m)
    if len(squares) != m or not 0 <= squares[0] <= squares[-1] <= n or squares.count(n) >= s:
        raise InputError(f"pieces: {list(pieces)} must be {m} squares from 0 to {n}, fewer than {s} of them {n}")
    return tuple(Counter(squares).items())


def _advance(state: State, i: int) -> State:
    """The state after one piece of the i-th occupied square has advanced."""
    square, count = state[i]
    tail = list(state[i + 1 :])
    if tail and tail[0][0] == square + 1:
        tail[0] = (square + 1, tail[0][1] + 1)
    else:
        tail.insert(0, (square + 1, 1))
    here = [(square, count - 1)] if count > 1 else []
    return (*state[:i], *here, *tail)


def _esr(n: int, m: int, s: int, own: State, other: State) -> GameGraph:
    # player states by tempo, each with its rank within the tempo; a move leads from one tempo to the next
    first, offsets, ranks, squares, counts = [0], [0], [], [], []
    levels: list[dict[State, int]] = []
    level: dict[State, int] = {((0, m),): 0}
    while level:
        numbers: dict[State, int] = {}
        for state in level:
            for i, (square, count) in enumerate(state):
                if square == n:
                    break
                after = _advance(state, i)
                won = after[-1][0] == n and after[-1][1] >= s
                ranks.append(-1 if won else numbers.setdefault(after, len(numbers)))
                squares.append(square)
                counts.append(count)
            offsets.append(len(ranks))
        first.append(first[-1] + len(level))
        levels.append(level)
        level = numbers
    mine, yours = _tempo(own), _tempo(other)
    blocks = list(_blocks(len(levels), mine, yours))
    moves = [offsets[end] - offsets[begin] for begin, end in pairwise(first)]
    positions = 1 + sum(len(levels[t]) * len(levels[u]) for t, u in blocks)
    edges = sum(moves[t] * len(levels[u]) for t, u in blocks)
    graph = GameGraph(
        offsets=np.zeros(positions + 1, dtype=np.int64),
        successors=np.empty(edges, dtype=np.int32),
        multiplicities=np.empty(edges, dtype=np.int32),
        labels=np.empty(edges, dtype=np.int32),
        payoff=np.full(positions, UNDECIDED, dtype=np.int8),
        root=positions
        - len(levels[mine]) * len(levels[yours])
        + levels[mine][own] * len(levels[yours])
        + levels[yours][other],
    )
    graph.payoff[0] = -1
    _esr_kernel(
        np.array(blocks, dtype=np.int64),
        np.array(first, dtype=np.int64),
        np.array(offsets, dtype=np.int64),
        np.array([ranks, counts, squares], dtype=np.int32),
        graph.offsets,
        graph.successors,
        graph.multiplicities,
        graph.labels,
    )
    return graph


def _tempo(state: State) -> int:
    """Number of steps that a player has gone."""
    return sum(square * count for square, count in state)


def _blocks(levels: int, own: int, other: int) -> Iterator[tuple[int, int]]:
    """Tempos of the mover and of the opponent, from the end of the game back to the root.

    A move raises their sum by 1, so each pair leads into the one before it, with the roles swapped.
    """
    lead = other - own
    for total in range(2 * levels, own + other - 1, -1):
        ahead = lead if (total - lead) % 2 == 0 else 1 - lead
        mover = (total - ahead) // 2
        if 0 <= mover < levels and 0 <= mover + ahead < levels:
            yield mover, mover + ahead


@kernel
def _esr_kernel(
    blocks: NDArray[np.int64],
    first: NDArray[np.int64],
    move_offsets: NDArray[np.int64],
    moves: NDArray[np.int32],
    offsets: NDArray[np.int64],
    successors: NDArray[np.int32],
    multiplicities: NDArray[np.int32],
    labels: NDArray[np.int32],
) -> None:
    """Fills the graph from one player's moves.

    Rows of moves are the ranks of the states reached, -1 for a win, the numbers of equal moves, and the squares. A block of
    positions holds the pairs of the mover's states of one tempo with the opponent's of another. A position's number is base +
    rank of mover * opponents + rank of opponent. Every block leads into the one filled before it, with the roles swapped.
    """
    ranks, counts, squares = moves[0], moves[1], moves[2]
    levels = first.shape[0] - 1
    position, e = 1, 0
    before = 0
    offsets[1] = 0
    for block in range(blocks.shape[0]):
        t, u = blocks[block, 0], blocks[block, 1]
        movers, opponents = first[t + 1] - first[t], first[u + 1] - first[u]
        # states of the tempo that the mover reaches, and opponents in the block that is reached
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


def _double_step(n: int, crash: bool, own: int, other: int) -> GameGraph:
    if not isinstance(n, int | np.integer) or not 1 <= n <= LONGEST_LANE:
        raise InputError(f"n: {n!r} must be an integer from 1 to {LONGEST_LANE}, the length of the lane")
    if not (0 <= own < n and 0 <= other < n) or (crash and own + other == n):
        raise InputError(f"own, other: {own} and {other} fields gone is no position before the end on a lane of {n}")
    n = int(n)
    seen = np.zeros((n, n), dtype=np.bool_)
    seen[own, other] = True
    positions = _reach_kernel(n, crash, own + other, seen) + 1
    offsets = np.zeros(positions + 1, dtype=np.int64)
    edges = np.empty((3, 2 * positions), dtype=np.int32)
    used = _double_step_kernel(n, crash, seen, np.empty((n, n), dtype=np.int32), offsets, edges)
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
def _reach_kernel(n: int, crash: bool, least: int, seen: NDArray[np.bool_]) -> int:
    """Marks the undecided positions, seen[fields gone by the mover, fields gone by the opponent], from the marked one, with
    `least` fields gone; returns their number."""
    number = 0
    for gone in range(least, 2 * n - 1):
        for x in range(max(0, gone - n + 1), min(gone, n - 1) + 1):
            y = gone - x
            if not seen[x, y]:
                continue
            number += 1
            for step in range(1, min(2, n - x) + 1):
                if x + step != n and not (crash and x + step + y == n):
                    seen[y, x + step] = True
    return number


@kernel
def _double_step_kernel(
    n: int,
    crash: bool,
    seen: NDArray[np.bool_],
    numbers: NDArray[np.int32],
    offsets: NDArray[np.int64],
    edges: NDArray[np.int32],
) -> int:
    """Numbers the marked positions from the end of the race backwards and fills the edges; returns the number of edges."""
    position, e = 1, 0
    for gone in range(2 * n - 2, -1, -1):
        for x in range(max(0, gone - n + 1), min(gone, n - 1) + 1):
            y = gone - x
            if not seen[x, y]:
                continue
            for step in range(1, min(2, n - x) + 1):
                ends = x + step == n or (crash and x + step + y == n)
                if ends and step == 2 and crash and x + 1 + y == n:
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

    >>> subtraction_graph([1, 2], 3).payoff.tolist()
    [1, -1, 2, 2, 2]
    """
    checked = check_moves(moves)
    rule = check_overshoot(overshoot)
    return _graph(np.array(checked, dtype=np.int64), check_heap(heap, checked), rule)


def heap_position(heap: int) -> int:
    """Number of a heap's position in subtraction_graph, under every rule.

    >>> heap_position(5)
    6
    """
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
