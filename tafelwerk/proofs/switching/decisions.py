"""Decisions of the heuristic in a position, and runs of its forced moves.

Edges that are parallel here or on the dual board have equal drops. Other edges that the bounds cannot tell apart count as equal
if their drops are equal modulo two random primes of 31 bits: wrong for fewer than one pair in 10^11. If they differ, and no bound
tells which is greater, fractions decide.
"""

from tafelwerk.proofs.switching.board import DELETED, FREE, MARKED
from tafelwerk.proofs.switching.network import (
    MOST_NEAR,
    States,
    Workspace,
    drop_of,
    merge,
    residue_drop,
    residue_potentials,
    solve_potentials,
)
from tafelwerk.solvers.machine.jit import kernel

PAUSED, CHOICE, CUT_WINS, SHORT_WINS, UNSURE = 0, 1, 2, 3, 4
"""Reasons why a run of forced moves ends."""

STRIDE = 8
"""Forced moves after which a position is stored."""


@kernel
def is_alike(space: Workspace, one: int, other: int) -> bool:
    """Whether two edges are parallel, here or on the dual board."""
    for ends, label in ((space.ends, space.label), (space.dual_ends, space.dual_label)):
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
    found, below, same = 0, -1.0, True
    for edge in range(len(states)):
        if states[edge] == FREE:
            drop = abs(drop_of(space, edge))
            alike = is_alike(space, best, edge)
            if alike or drop >= greatest - error:
                same = same and alike
                space.tied[found] = edge
                found += 1
            else:
                below = max(below, drop)
    return found, best, below, same


@kernel
def measure(space: Workspace, states: States) -> tuple[int, int, float, float, bool]:
    """Collect the edges with the greatest drop of an open position in `tied`, ascending.

    Args:
        space: workspace of the board.
        states: int8, shape (E,).

    Returns:
        Their number, the one with the greatest computed drop, the next smaller computed drop (-1 if none), a bound on the error
        of a difference of two computed drops, and whether the result is certain.
    """
    merge(space.dual_ends, states, DELETED, DELETED, space.dual_label)
    error = solve_potentials(space, states)
    found, best, below, same = _best(space, states, error)
    if not same:
        for number in range(2):
            if not residue_potentials(space, states, space.primes[number], space.rests[number]):
                return found, best, below, error, False
        for i in range(found):
            for number in range(2):
                if residue_drop(space, space.tied[i], number) != residue_drop(space, best, number):
                    return found, best, below, error, False
    return found, best, below, error, True


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
        found, best, below, error, settled = measure(space, states)
        closest = abs(drop_of(space, best)) - below
        if settled and below >= 0.0 and closest - error <= gap and met < MOST_NEAR:
            for edge in range(len(states)):
                space.near[met, edge] = states[edge]
            space.gaps[met, 0], space.gaps[met, 1] = closest, error
            met += 1
        if not settled:
            return UNSURE, ply, found, met
        ends, label = (space.ends, space.label) if colour == MARKED else (space.dual_ends, space.dual_label)
        if label[ends[best, 0]] + label[ends[best, 1]] == 1:
            return SHORT_WINS if colour == MARKED else CUT_WINS, ply + 1, found, met
        different = 0
        for i in range(found):
            space.classes[i] = i
            for j in range(i):
                if space.classes[j] == j and is_alike(space, space.tied[j], space.tied[i]):
                    space.classes[i] = j
                    break
            different += space.classes[i] == i
        if different > 1:
            return CHOICE, ply, found, met
        states[space.tied[0]] = colour
        colour = DELETED + MARKED - colour
    return PAUSED, most, 0, met


@kernel
def position_key(space: Workspace, states: States) -> int:
    """A hash that a position shares only with its images, except with a chance of 2^-63."""
    least = 0
    for image in range(4):
        found = 0
        for edge in range(len(states)):
            if states[edge] != FREE:
                found ^= space.keys[image, states[edge] - 1, edge]
        if image == 0 or found < least:
            least = found
    return least
