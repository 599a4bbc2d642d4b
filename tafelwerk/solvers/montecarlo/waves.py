"""The wave of biased playouts: oscillation of the winning chance about 1/2 as the heap grows, and its beat against perfect play.

For large heaps y(h), the chance minus 1/2, obeys y(h) = -sum P(a) y(h - a). The chances P repeat every `step` heaps: every heap
if they are the same at all heaps, with win and loss if playouts are informed. The product M of the companion matrices of one such
cycle advances reach = max(moves) values of y by a cycle. By the theorem of Cayley and Hamilton its characteristic polynomial is a
recurrence of y itself:

    y(h + reach step) = sum_j coefficients[j] y(h + j step)

M of another heap in the cycle is the same product begun elsewhere, and AB and BA have the same characteristic polynomial, so the
coefficients hold for every residue. This is lemma 3.10, (3.10), for any moves and any cycle. For moves 1 and 2 and a cycle of n
chances p_i of taking 1 there are two coefficients. One is minus the product of all 1 - p_i. The other is a sum over all sets of
disjoint pairs of neighbours (i - 1, i) of the cycle, with one product per set: of -(1 - p_i) over its pairs and -p_i over the
remaining places.

The root of largest modulus dominates: r exp(i phi) is a wave of phase phi per cycle that is damped by r. MC(inf) errs where the
wave has drifted against the period of perfect play; the beat period is the number of heaps between two such times. If all moves
are odd, (-1)^h is a solution too; candidates have it in common, so it decides nothing.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 3.3.1, 3.4, 3.5 (example 3.17)
and 3.6, generalised.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, lcm, pi
from typing import Any

from flint import acb, ctx, fmpq, fmpq_mat, fmpq_poly

from tafelwerk.families.montecarlo.rules.biases import Bias, Cyclic, Informed
from tafelwerk.solvers.montecarlo.bias import cycle_of, playout_chances
from tafelwerk.solvers.montecarlo.heap_play import losses
from tafelwerk.solvers.montecarlo.periods import period
from tafelwerk.solvers.montecarlo.subtraction import check_moves, check_overshoot

MOST_REACH, MOST_ENTRIES = 40, 20_000
"""Limits of the analysis of waves: largest move, and largest product of the largest move and the heaps of a cycle. A period of
perfect play is searched for in MOST_ENTRIES heaps."""

_BITS, _ALIKE = 200, 1e-15


@dataclass(frozen=True, slots=True)
class Wave:
    """Behaviour of y, the winning chance minus 1/2, for large heaps.

    Attributes:
        step: heaps per cycle of the recurrence.
        coefficients: y(h + len(coefficients) step) = sum of coefficients[j] y(h + j step). Exact.
        phase: phase advance of the wave per cycle, in radians; None if the dominant root is real.
        damping: modulus of the dominant root; None if y is 0 from some heap on.
        beat_period: heaps per beat against the period of perfect play; None if there is none.
    """

    step: int
    coefficients: tuple[fmpq, ...]
    phase: float | None
    damping: float | None
    beat_period: float | None


def wave(moves: Sequence[int], bias: Bias, overshoot: str = "wins") -> Wave | None:
    """The wave of biased playouts.

    Returns:
        None if the moves or the cycle are too large, beyond MOST_REACH and MOST_ENTRIES, or for a cycle of chances if the moves
        have a common divisor.

    Raises:
        InputError: moves, bias or overshoot are invalid.
    """
    checked, rule = check_moves(moves), check_overshoot(overshoot)
    chances = playout_chances(checked, bias)
    # heaps congruent modulo a common divisor g of all moves form a game of their own, with moves a / g
    g = gcd(*checked)
    if g > 1 and isinstance(bias, Cyclic):
        return None
    steps = tuple(move // g for move in checked)
    reach = steps[-1]
    if reach > MOST_REACH:
        return None
    found = period(steps, rule, limit=MOST_ENTRIES)
    if found is None:
        return None
    step = lcm(cycle_of(bias), found.period if isinstance(bias, Informed) else 1)
    if reach * step > MOST_ENTRIES:
        return None
    begin = found.preperiod + reach + 1
    lost = losses(steps, rule, begin + step)
    # M begins as the identity matrix and gains a row on top per heap
    rows = [[fmpq(int(i == j)) for j in range(reach)] for i in range(reach)]
    for heap in range(begin, begin + step):
        row = chances(checked, [lost[heap - move] for move in steps], heap)
        top = [-sum((p * rows[move - 1][j] for p, move in zip(row, steps, strict=True)), fmpq(0)) for j in range(reach)]
        rows = [top, *rows[:-1]]
    polynomial = fmpq_mat(reach, reach, [entry for row in rows for entry in row]).charpoly()
    coefficients = tuple(-polynomial[j] for j in range(reach))
    if all(move % 2 for move in steps):
        polynomial //= fmpq_poly([-((-1) ** step), 1])
    return _wave(polynomial, coefficients, step, found.period, g)


def _wave(polynomial: fmpq_poly, coefficients: tuple[fmpq, ...], step: int, beaten: int, scale: int) -> Wave:
    """The wave of a polynomial's dominant root, against perfect play of period `beaten`, on every scale-th heap."""
    heaps = step * scale
    dominating = _dominating(polynomial)
    if dominating is None:
        return Wave(heaps, coefficients, None, None, None)
    root, is_real = dominating
    with ctx.workprec(_BITS):
        damping = float(abs(root).mid())
        if is_real:
            return Wave(heaps, coefficients, None, damping, None)
        whole = lcm(step, beaten)
        phase, drift = float(root.arg().mid()), abs(float((root ** (whole // step)).arg().mid()))
    beat = 2 * pi * whole * scale / drift if drift > _ALIKE * whole else None
    return Wave(heaps, coefficients, phase, damping, beat)


def _dominating(polynomial: fmpq_poly) -> tuple[acb, bool] | None:
    """The root of largest modulus in the upper half plane, and whether it is real or as large as a real one; None if all roots
    are 0."""
    with ctx.workprec(_BITS):
        # roots with their multiplicities, which python-flint's type annotations omit
        found: Any = polynomial.numer().complex_roots() if polynomial.degree() else []
        roots: list[acb] = [root for root, _ in found]
        by_size = sorted(((float(abs(root).mid()), root) for root in roots), key=lambda pair: -pair[0])
    if not by_size or by_size[0][0] == 0:
        return None
    largest = by_size[0][0]
    top = [root for size, root in by_size if size >= largest * (1 - _ALIKE)]
    above = [root for root in top if not root.imag.contains(0) and root.imag > 0]
    if any(root.imag.contains(0) for root in top) or not above:
        return top[0], True
    return above[0], False
