"""Limits of the winning chance in random play as the heap grows.

Let y(n) be the chance minus 1/2. Once no move overshoots, y(n) = -(1/M) sum y(n - a) over the M moves a. A root z of the
characteristic polynomial on the unit circle needs z^-a = -1 for every move. With g the greatest common divisor of the moves,
there is one if and only if all a / g are odd, and then these roots are the g simple roots of z^g = -1. Otherwise y tends to 0.

If they are odd, v(t) = (-1)^t y(r + g t) obeys v(t) = (1/M) sum v(t - a / g) for every residue r. This keeps
sum_j w_j v(t - j) constant, with w_j the share of moves with a / g > j. Since v tends to a limit, the limit is this constant
over sum_j w_j, the mean of a / g. y alternates between it and its negative, so there is one limit per residue modulo 2 g.

Source: number game 3-5-11 (figure 4: two limits, for even and odd heaps), generalised.
"""

from collections.abc import Sequence
from math import gcd

from flint import fmpq

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.heap_play import HALF, first_values
from tafelwerk.solvers.montecarlo.subtraction import Overshoot, check_moves, check_overshoot

LARGEST_LIMIT_MOVE = 500


def random_play_limits(moves: Sequence[int], overshoot: str = "wins") -> list[fmpq]:
    """Limits of the winning chance of the player to move under random play, as the heap grows. Exact.

    Returns:
        A list of 2 g limits: entry r is that of the heaps congruent to r modulo 2 g; or a single 1/2 if all heaps share
        it.

    Raises:
        InputError: moves or overshoot are invalid, or a move is above LARGEST_LIMIT_MOVE.
    """
    checked = check_moves(moves)
    rule = check_overshoot(overshoot)
    if checked[-1] > LARGEST_LIMIT_MOVE:
        raise InputError(
            f"moves: {checked[-1]} is above {LARGEST_LIMIT_MOVE}, the largest move that limits are given for"
        )
    return _limits(checked, rule)


def _limits(moves: tuple[int, ...], rule: Overshoot) -> list[fmpq]:
    g = gcd(*moves)
    steps = [a // g for a in moves]
    if any(step % 2 == 0 for step in steps):
        return [HALF]
    weights = [fmpq(sum(step > j for step in steps), len(steps)) for j in range(steps[-1])]
    mean = sum(weights, fmpq(0))
    reach = moves[-1]
    # from heap `reach` on no move overshoots, so the recurrence holds as stated
    values = first_values(moves, rule, reach + 2 * g)
    limits = [fmpq(0)] * (2 * g)
    for h in range(reach, reach + 2 * g):
        # counted from h: t = 0 there, so that y and v agree on all heaps congruent to h modulo 2 g
        kept = sum((w * (-1) ** (j + 1) * values[h - g * (j + 1)] for j, w in enumerate(weights)), fmpq(0))
        limits[h % (2 * g)] = HALF + kept / mean
    return limits
