"""Potentials of a position by Cholesky's method, with errors proved afterwards, and decisions of the heuristic.

Nodes are eliminated column by column, merged nodes at the turn of their last member, in the envelope of the matrix. A computed
solution v of L v = b is judged by its residual r. L is an M-matrix, so L^-1 has no negative entry, and a row sum of L^-1 is at
most n^2 (n nodes, each with a resistance of at most n to A and B). So the error of v is at most n^2 max |r|.

Decisions, and runs of forced moves:

Edges that are parallel here or on the dual board have equal drops. Of other edges that the bounds cannot tell apart, fractions
decide; that is rare.
"""

from fractions import Fraction
from random import Random
from typing import NamedTuple

import numpy as np
from flint import fmpq, fmpz_mat
from numpy.typing import NDArray

from tafelwerk.proofs.switching.small_boards import DELETED, FREE, MARKED, Board
from tafelwerk.solvers.machine.jit import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Numbers = NDArray[np.int32]
States = NDArray[np.int8]

MOST_NEAR = 8
"""Most positions near the closest decision that a run records."""

_UNIT = 2.0**-53


class Network(NamedTuple):
    """A board for kernels; n nodes, E edges.

    Attributes:
        ends, dual_ends, offsets, around, turn: see `Board`.
        keys: int64, shape (4, 2, E): random numbers per image, colour and edge.
    """

    ends: Numbers
    dual_ends: Numbers
    offsets: Numbers
    around: Numbers
    turn: Numbers
    keys: Integers


class Equations(NamedTuple):
    """Scratch for the equations of a position.

    Attributes:
        row_of, first, reach: int32, shape (n,): place of unknowns by label; first and last entries of their rows.
        matrix: float64, shape (n, n): rows of the factor, from the diagonal on.
        diagonal, source, value, work, residual: float64, shape (n,).
    """

    row_of: Numbers
    first: Numbers
    reach: Numbers
    matrix: Floats
    diagonal: Floats
    source: Floats
    value: Floats
    work: Floats
    residual: Floats


class Workspace(NamedTuple):
    """A board, and what is known of a position.

    Attributes:
        network: the board.
        equations: scratch.
        label, dual_label, last: int32, shape (n,): smallest member of merged nodes, here and on the dual board; last turn.
        queue: int32, shape (n,): for walks.
        potential: float64, shape (n,), by label.
        tied, classes: int32, shape (E,): edges with the greatest drop, and for each the first equivalent one.
        near: int8, shape (MOST_NEAR, E): positions near the closest decision. gaps: float64, shape (MOST_NEAR, 2): their gaps and
            error bounds.
    """

    network: Network
    equations: Equations
    label: Numbers
    dual_label: Numbers
    last: Numbers
    queue: Numbers
    potential: Floats
    tied: Numbers
    classes: Numbers
    near: States
    gaps: Floats


def make_workspace(board: Board, draw: Random) -> Workspace:
    """A workspace for a board, with random keys."""
    nodes, edges = board.nodes, board.edges
    keys = np.array([[draw.getrandbits(63) for _ in range(edges)] for _ in range(2)], np.int64)
    images = np.ascontiguousarray(keys[:, board.images].transpose(1, 0, 2))
    rows, values = np.zeros((3, nodes), np.int32), np.zeros((5, nodes))
    label, dual_label, last, queue = np.zeros((4, nodes), np.int32)
    return Workspace(
        Network(board.ends, board.dual_ends, board.offsets, board.around, board.turn, images),
        Equations._make((*rows, np.zeros((nodes, nodes)), *values)),
        label,
        dual_label,
        last,
        queue,
        potential=np.zeros(nodes),
        tied=np.zeros(edges, np.int32),
        classes=np.zeros(edges, np.int32),
        near=np.zeros((MOST_NEAR, edges), np.int8),
        gaps=np.zeros((MOST_NEAR, 2)),
    )


@kernel
def merge(ends: Numbers, states: States, colour: int, other_colour: int, label: Numbers) -> None:
    """Label nodes by the smallest node that edges of two colours join them to."""
    for node in range(len(label)):
        label[node] = node
    for edge in range(len(states)):
        if states[edge] == colour or states[edge] == other_colour:
            end, other = ends[edge, 0], ends[edge, 1]
            while label[end] != end:
                label[end] = label[label[end]]
                end = label[end]
            while label[other] != other:
                label[other] = label[label[other]]
                other = label[other]
            if end < other:
                label[other] = end
            else:
                label[end] = other
    for node in range(len(label)):
        label[node] = label[label[node]]


@kernel
def _number(space: Workspace, states: States) -> int:
    """Number the unknowns, that is labels that current can reach, by their last turns; -1 for others. Returns their number."""
    nodes = len(space.label)
    label, row_of, seen = space.label, space.equations.row_of, space.equations.first
    for node in range(nodes):
        row_of[node] = -1
        space.last[node] = -1
        seen[node] = 0
    seen[0] = seen[1] = 1
    space.queue[0], space.queue[1] = 0, 1
    head, tail = 0, 2
    while head < tail:
        node = space.queue[head]
        head += 1
        for i in range(space.network.offsets[node], space.network.offsets[node + 1]):
            edge = space.network.around[i]
            other = space.network.ends[edge, 0] + space.network.ends[edge, 1] - node
            if states[edge] != DELETED and not seen[other]:
                seen[other] = 1
                space.queue[tail] = other
                tail += 1
    for node in range(2, nodes):
        if seen[node] and label[node] > 1:
            space.last[label[node]] = max(space.last[label[node]], space.network.turn[node])
    # by turns: the label whose last turn it is
    for turn in range(nodes):
        space.queue[turn] = -1
    for node in range(2, nodes):
        if space.last[node] >= 0:
            space.queue[space.last[node]] = node
    count = 0
    for turn in range(nodes):
        if space.queue[turn] >= 0:
            row_of[space.queue[turn]] = count
            count += 1
    return count


@kernel
def _fill(space: Workspace, states: States, count: int) -> None:
    """Fill `first` with the first unknown adjacent to each unknown."""
    for i in range(count):
        space.equations.first[i] = i
    for edge in range(len(states)):
        if states[edge] == FREE:
            i, j = (
                space.equations.row_of[space.label[space.network.ends[edge, 0]]],
                space.equations.row_of[space.label[space.network.ends[edge, 1]]],
            )
            if i >= 0 and j >= 0:
                low, high = min(i, j), max(i, j)
                space.equations.first[high] = min(space.equations.first[high], low)


@kernel
def _assemble(space: Workspace, states: States, matrix: Floats, diagonal: Floats, source: Floats) -> None:
    """Fill zeroed arrays with the equations of the unknowns: entries above the diagonal, the diagonal, and the current from A."""
    label, row_of = space.label, space.equations.row_of
    for edge in range(len(states)):
        end, other = label[space.network.ends[edge, 0]], label[space.network.ends[edge, 1]]
        if states[edge] == FREE and end != other:
            i, j = row_of[end], row_of[other]
            if i >= 0 and j >= 0:
                matrix[min(i, j), max(i, j)] -= 1
            if i >= 0:
                diagonal[i] += 1
                source[i] += other == 0
            if j >= 0:
                diagonal[j] += 1
                source[j] += end == 0


@kernel
def _factor(space: Workspace, states: States, count: int) -> None:
    """Fill `matrix` with rows of the factor, times the diagonal, and `source` with the current from A."""
    _fill(space, states, count)
    matrix, first, reach, work = (
        space.equations.matrix,
        space.equations.first,
        space.equations.reach,
        space.equations.work,
    )
    diagonal = space.equations.diagonal
    for i in range(count):
        diagonal[i] = space.equations.source[i] = 0.0
        reach[i] = i
        # entries above the diagonal, in the rows of earlier unknowns
        for k in range(first[i], i):
            matrix[k, i] = 0.0
    _assemble(space, states, matrix, diagonal, space.equations.source)
    for j in range(count):
        begin = first[j]
        for k in range(begin, j):
            work[k] = matrix[k, j]
        total = space.equations.diagonal[j]
        for i in range(begin, j):
            entry = work[i]
            if entry == 0.0:
                continue
            ratio = entry / space.equations.diagonal[i]
            row = matrix[i]
            for k in range(i + 1, min(reach[i] + 1, j)):
                # there is no entry before first[k]
                work[k] -= ratio * row[k]
            total -= ratio * entry
        for i in range(begin, j):
            # row i has no entries between its old end and j
            for k in range(reach[i] + 1, j):
                matrix[i, k] = 0.0
            matrix[i, j] = work[i]
            reach[i] = j
        space.equations.diagonal[j] = total


@kernel
def _solve(space: Workspace, count: int, value: Floats) -> None:
    """Replace the right-hand side in `value` by the solution."""
    for i in range(count):
        share = value[i] / space.equations.diagonal[i]
        row = space.equations.matrix[i]
        for k in range(i + 1, space.equations.reach[i] + 1):
            value[k] -= row[k] * share
    for i in range(count - 1, -1, -1):
        row = space.equations.matrix[i]
        value_left = value[i]
        for k in range(i + 1, space.equations.reach[i] + 1):
            value_left -= row[k] * value[k]
        value[i] = value_left / space.equations.diagonal[i]


@kernel
def _spread(space: Workspace, states: States, count: int) -> float:
    """Fill potentials by label from the unknowns in `value`; returns a bound on the largest residual."""
    for node in range(len(space.label)):
        space.potential[node] = (
            space.equations.value[space.equations.row_of[node]] if space.equations.row_of[node] >= 0 else 0.0
        )
    space.potential[0] = 1.0
    for i in range(count):
        space.equations.residual[i] = 0.0
        space.equations.work[i] = 0.0
        space.equations.source[i] = 0.0
    for edge in range(len(states)):
        if states[edge] == FREE:
            end, other = space.label[space.network.ends[edge, 0]], space.label[space.network.ends[edge, 1]]
            if end != other:
                flow = space.potential[end] - space.potential[other]
                for side in range(2):
                    i = space.equations.row_of[end if side == 0 else other]
                    if i >= 0:
                        space.equations.residual[i] += flow if side == 0 else -flow
                        space.equations.work[i] += abs(flow)
                        space.equations.source[i] += 1.0
    largest = 0.0
    for i in range(count):
        largest = max(
            largest,
            abs(space.equations.residual[i])
            + 1.01 * _UNIT * (space.equations.source[i] + 1.0) * space.equations.work[i],
        )
    return 1.01 * largest


@kernel
def solve_potentials(space: Workspace, states: States) -> float:
    """Fill `potential`, by label, for an open position; returns a bound on the error of a difference of two drops."""
    merge(space.network.ends, states, MARKED, MARKED, space.label)
    count = _number(space, states)
    _factor(space, states, count)
    for i in range(count):
        space.equations.value[i] = space.equations.source[i]
    _solve(space, count, space.equations.value)
    return 4.0 * count * count * _spread(space, states, count) + 4.0 * _UNIT


@kernel
def drop_of(space: Workspace, edge: int) -> float:
    """Computed potential difference of an edge, from its first to its second node."""
    return float(
        space.potential[space.label[space.network.ends[edge, 0]]]
        - space.potential[space.label[space.network.ends[edge, 1]]]
    )


def exact_drops(board: Board, states: States) -> dict[int, Fraction]:
    """Potential differences of all free edges as fractions, with A at 1 and B at 0; 0 where no current flows."""
    label, reached = list(range(board.nodes)), {0, 1}
    ends = board.ends.tolist()
    for (end, other), state in zip(ends, states.tolist(), strict=True):
        if state == MARKED:
            low, high = sorted((label[end], label[other]))
            label = [low if node == high else node for node in label]
    free = [
        (label[end], label[other]) for (end, other), state in zip(ends, states.tolist(), strict=True) if state == FREE
    ]
    before = 0
    while len(reached) > before:
        before = len(reached)
        reached |= {node for pair in free if reached.intersection(pair) for node in pair}
    row_of = {node: i for i, node in enumerate(sorted(reached - {0, 1}))}
    value = {0: fmpq(1), 1: fmpq(0)}
    if row_of:
        matrix, source = fmpz_mat(len(row_of), len(row_of)), fmpz_mat(len(row_of), 1)
        for pair in free:
            if pair[0] != pair[1]:
                for node, other in (pair, pair[::-1]):
                    if node in row_of:
                        matrix[row_of[node], row_of[node]] += 1
                        if other in row_of:
                            matrix[row_of[node], row_of[other]] -= 1
                        source[row_of[node], 0] += other == 0
        solved = matrix.solve(source)
        value |= {node: solved[i, 0] for node, i in row_of.items()}
    drops = {}
    for edge in np.flatnonzero(states == FREE).tolist():
        drop = abs(value.get(label[ends[edge][0]], fmpq(0)) - value.get(label[ends[edge][1]], fmpq(0)))
        drops[edge] = Fraction(int(drop.p), int(drop.q))
    return drops


PAUSED, CHOICE, CUT_WINS, SHORT_WINS, UNSURE = 0, 1, 2, 3, 4
"""Reasons why a run of forced moves ends."""

STRIDE = 8
"""Forced moves after which a position is stored."""


@kernel
def is_alike(space: Workspace, one: int, other: int) -> bool:
    """Whether two edges are parallel, here or on the dual board."""
    for ends, label in ((space.network.ends, space.label), (space.network.dual_ends, space.dual_label)):
        a, b, c, d = label[ends[one, 0]], label[ends[one, 1]], label[ends[other, 0]], label[ends[other, 1]]
        if (a == c and b == d) or (a == d and b == c):
            return True
    return False


@kernel
def _best(space: Workspace, states: States, error: float) -> tuple[int, int, float, bool]:
    """Collect edges within an error of the greatest drop in `tied`: number, the best, the drop below, whether all are alike."""
    best = -1
    for edge in range(len(states)):
        if states[edge] == FREE and (best < 0 or abs(drop_of(space, edge)) > abs(drop_of(space, best))):
            best = edge
    greatest = abs(drop_of(space, best))
    ties, below, same = 0, -1.0, True
    for edge in range(len(states)):
        if states[edge] == FREE:
            drop = abs(drop_of(space, edge))
            alike = is_alike(space, best, edge)
            if alike or drop >= greatest - error:
                same = same and alike
                space.tied[ties] = edge
                ties += 1
            else:
                below = max(below, drop)
    return ties, best, below, same


@kernel
def measure(space: Workspace, states: States) -> tuple[int, int, float, float, bool]:
    """Collect the edges with the greatest drop of an open position in `tied`, ascending.

    Args:
        space: workspace of the board.
        states: int8, shape (E,).

    Returns:
        Their number, the one with the greatest computed drop, the next smaller computed drop (-1 if none), a bound on the error
        of a difference of two computed drops, and whether the result is certain; if not, some of them may have smaller drops.
    """
    merge(space.network.dual_ends, states, DELETED, DELETED, space.dual_label)
    error = solve_potentials(space, states)
    ties, best, below, settled = _best(space, states, error)
    return ties, best, below, error, settled


@kernel
def run(space: Workspace, states: States, colour: int, most: int, gap: float, met: int) -> tuple[int, int, int, int]:
    """Play the heuristic's moves while there is only one, up to equivalent edges, of which the smallest is played.

    Args:
        space: workspace of the board.
        states: states of the edges, updated in place; the position is open.
        colour: DELETED if Cut is to move, MARKED if Short is.
        most: most moves to play.
        gap: positions whose closest decision may be as close as this are recorded in `near` and `gaps`.
        met: number of positions recorded so far.

    Returns:
        Reason why the run ended, number of moves, number of edges in `tied` and `classes` after CHOICE, positions recorded.
    """
    for ply in range(most):
        ties, best, below, error, settled = measure(space, states)
        closest = abs(drop_of(space, best)) - below
        if settled and below >= 0.0 and closest - error <= gap and met < MOST_NEAR:
            for edge in range(len(states)):
                space.near[met, edge] = states[edge]
            space.gaps[met, 0], space.gaps[met, 1] = closest, error
            met += 1
        if not settled:
            return UNSURE, ply, ties, met
        ends, label = (
            (space.network.ends, space.label) if colour == MARKED else (space.network.dual_ends, space.dual_label)
        )
        if label[ends[best, 0]] + label[ends[best, 1]] == 1:
            return SHORT_WINS if colour == MARKED else CUT_WINS, ply + 1, ties, met
        different = 0
        for i in range(ties):
            space.classes[i] = i
            for j in range(i):
                if space.classes[j] == j and is_alike(space, space.tied[j], space.tied[i]):
                    space.classes[i] = j
                    break
            different += space.classes[i] == i
        if different > 1:
            return CHOICE, ply, ties, met
        states[space.tied[0]] = colour
        colour = DELETED + MARKED - colour
    return PAUSED, most, 0, met


@kernel
def position_key(space: Workspace, states: States) -> int:
    """A hash that a position shares only with its images, except with a chance of 2^-63."""
    least = 0
    for image in range(4):
        key = 0
        for edge in range(len(states)):
            if states[edge] != FREE:
                key ^= space.network.keys[image, states[edge] - 1, edge]
        if image == 0 or key < least:
            least = key
    return least
