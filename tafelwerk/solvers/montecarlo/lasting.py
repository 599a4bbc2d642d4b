"""Which subtraction games have heaps of any size at which MC(inf) errs, and how often it does in the long run.

Let y(h) be the winning chance under random play minus 1/2. Beyond the largest move it obeys y(h) = -(1/m) sum y(h - a) over the m
moves a. MC(inf) plays the move with the least y(h - a). Let the moves have no common divisor. The roots of the recurrence lie
inside the unit circle, but for the root -1 if all moves are odd (see `limits`). All candidates have its part in common, since the
differences of the moves are even; so it decides nothing. Let z be the root of largest modulus among the others.

Theorem. Let this root be simple and, with its conjugate, alone on its circle; let its angle be no rational multiple of pi, and
its coefficient c in y not 0. Then

1. among the heaps of any residue class, MC(inf) plays move a with limiting frequency A(a) / 2 pi, where A(a) is the exterior
   angle at z^-a of the convex hull of the points z^-b over all moves b, and 0 if z^-a is no corner;
2. MC(inf) errs at arbitrarily large heaps, unless beyond some heap every move from every won heap wins.

Proof. y(h - a) = 2 Re(c z^h z^-a) + O(r^h) with r < |z|, and the common part. Let u = c z^h / |c z^h|. The move that minimises
Re(u z^-a) is a corner that supports the hull in a direction given by u, unique but for finitely many u. Outside any
neighbourhood of these it is MC(inf)'s choice for large h. The heaps of a residue class turn u by an irrational part of the
circle each time, so by Weyl u is equidistributed: 1. Let win and loss have period T, let W and L be the classes modulo T of
won and lost heaps, and let a be a corner, which exists. Suppose that MC(inf) does not err from some heap on. By 1 it plays a in
every class infinitely often, so W - a is part of L, hence |W| <= |L|. Every heap from which a move reaches a lost heap is won:
L + b is part of W for all moves b. So |W| = |L| and L + b = W for all moves b: every move from a won heap wins. q.e.d.

A single move is no choice. With a common divisor g the heaps congruent modulo g form a game with moves a / g, begun at heap 0
or, if overshooting wins, at heap 1 of it; so all is as in that game. If z is real, negative and alone on its circle, MC(inf)
prefers one move at even heaps and one at odd ones from some heap on, and a finite comparison with win and loss decides.

All conditions are decided by ball arithmetic. That the angle t is no rational multiple of pi: otherwise z / conj(z) would be
a root of unity of an order n whose degree phi(n) >= sqrt(n / 2) is at most that of the field of two roots of z's polynomial,
d(d - 1); so it is enough that n t / pi is no integer for n up to 2 d^2 (d - 1)^2.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.5.2 and chapter 3, generalised;
H. Weyl, Über die Gleichverteilung von Zahlen mod. Eins, Mathematische Annalen 77 (1916).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

from flint import acb, arb, ctx, fmpz_poly

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.heap_play import first_values, losses
from tafelwerk.solvers.montecarlo.periods import period
from tafelwerk.solvers.montecarlo.subtraction import Overshoot, check_moves, check_overshoot

LARGEST_LASTING_MOVE = 16
"""Largest move, without a common divisor, that the analysis admits."""

_BITS, _HEAPS = 256, 100_000


@dataclass(frozen=True, slots=True)
class Lasting:
    """Errors of MC(inf) in the long run.

    Attributes:
        lasts: whether MC(inf) errs at arbitrarily large heaps.
        share: limit of the mean chance that MC(inf) plays a losing move in a won heap.
        modulus: factor by which the candidates' differences shrink per heap, from the modulus of the root z; None if every move
            from every large won heap wins.
        angle: angle of z in radians, from 0 to pi, by which the wave turns in as many heaps as the moves' common divisor; pi if z
            is real; None as for `modulus`.
        moves: for each move the limit of the share of heaps at which MC(inf) plays it; None as for `modulus`.
    """

    lasts: bool
    share: float
    modulus: float | None
    angle: float | None
    moves: tuple[float, ...] | None


def lasting(moves: Sequence[int], overshoot: str = "wins") -> Lasting:
    """Errors of MC(inf) at large heaps; floats are the nearest to the true numbers.

    Args:
        moves: two moves or more.
        overshoot: "wins", "loses" or "illegal".

    Raises:
        InputError: moves or overshoot are invalid, there is one move only, a move is too large, or a condition of the theorem
            fails or cannot be decided.
    """
    checked, rule = check_moves(moves), check_overshoot(overshoot)
    g = gcd(*checked)
    steps = tuple(move // g for move in checked)
    if len(steps) < 2 or steps[-1] > LARGEST_LASTING_MOVE:
        raise InputError(
            f"moves: two or more, and at most {LARGEST_LASTING_MOVE} without their common divisor, not {checked}"
        )
    found = period(steps, rule, limit=_HEAPS)
    if found is None:
        raise InputError(f"moves: win and loss of {checked} have no period within {_HEAPS} heaps")
    begin = found.preperiod + steps[-1] + 1
    begin += begin % 2
    lost = losses(steps, rule, begin + 2 * found.period)
    wins = [[lost[heap - step] for step in steps] for heap in range(begin, begin + 2 * found.period)]
    if all(all(winning) for winning in wins if any(winning)):
        return Lasting(False, 0.0, None, None, None)
    with ctx.workprec(_BITS):
        root, coefficient = _dominating(steps, rule)
        if root.imag.contains(0):
            shares = _alternating(steps, root, coefficient)
            per_heap = [shares[place % 2] for place in range(len(wins))]
        else:
            _check_irrational(root, steps[-1])
            corner = _corners([root**-step for step in steps])
            per_heap = [corner] * len(wins)
        losing = [
            sum((share for share, win in zip(row, winning, strict=True) if not win), arb(0))
            for row, winning in zip(per_heap, wins, strict=True)
            if any(winning)
        ]
        share = sum(losing, arb(0)) / len(losing)
        lasts = any(bool(part > 0) for part in losing)
        if not lasts and any(not part == 0 for part in losing):
            raise _undecided(checked)
        means = [sum((row[place] for row in per_heap), arb(0)) / len(per_heap) for place in range(len(steps))]
        angle = float(root.arg().mid()) if not root.imag.contains(0) else float(arb.pi().mid())
        modulus = float(abs(root).root(g).mid())
        return Lasting(lasts, float(share.mid()), modulus, angle, tuple(float(mean.mid()) for mean in means))


def _undecided(moves: Sequence[int]) -> InputError:
    return InputError(f"moves: {tuple(moves)}: the root of largest modulus does not decide; the theorem does not apply")


def _dominating(steps: tuple[int, ...], rule: Overshoot) -> tuple[acb, acb]:
    """The dominating root, in the upper half plane or real, and its coefficient: y(h) has the part coefficient root^h.

    Raises:
        InputError: the root is not simple, not alone on its circle with its conjugate, or its coefficient may be 0.
    """
    reach = steps[-1]
    entries = [0] * (reach + 1)
    entries[reach] = len(steps)
    for step in steps:
        entries[reach - step] += 1
    whole = fmpz_poly(entries)
    polynomial = divmod(whole, fmpz_poly([1, 1]))[0] if all(step % 2 for step in steps) else whole
    # roots with their multiplicities, which python-flint's type annotations omit
    roots: Any = polynomial.complex_roots()
    by_size = sorted(roots, key=lambda pair: -float(abs(pair[0]).mid()))
    top = by_size[0][0]
    if top.imag < 0:
        top = top.conjugate()
    is_real = top.imag.contains(0)
    others = by_size[1 if is_real else 2 :]
    if by_size[0][1] != 1 or any(not abs(root) < abs(top) for root, _ in others):
        raise _undecided(steps)
    if not is_real and not by_size[1][0].overlaps(top.conjugate()) and not by_size[1][0].overlaps(top):
        raise _undecided(steps)
    # apply the polynomial without this root to y: what is left is its own part
    values = first_values(steps, rule, 2 * reach)
    quotient = [acb(0)] * reach
    carry = acb(0)
    for place in range(reach, 0, -1):
        carry = carry * top + entries[place]
        quotient[place - 1] = carry
    left = sum((quotient[place] * acb(arb(values[reach + place])) for place in range(reach)), acb(0))
    slope = sum((quotient[place] * top**place for place in range(reach)), acb(0))
    coefficient = left / slope / top**reach
    if coefficient.contains(0):
        raise _undecided(steps)
    return top, coefficient


def _check_irrational(root: acb, reach: int) -> None:
    """Checks that the angle of the root is no rational multiple of pi.

    Raises:
        InputError: it may be one.
    """
    turn = root.arg() / arb.pi()
    if any((turn * n).contains_integer() for n in range(1, 2 * (reach * (reach - 1)) ** 2 + 1)):
        raise InputError("moves: the angle of the dominating root may be a rational multiple of pi")


def _corners(points: list[acb]) -> list[arb]:
    """Exterior angle at each point of the convex hull of all points, over 2 pi: 0 if it is no corner.

    Raises:
        InputError: three points may lie on a line.
    """
    count = len(points)
    if count == 2:
        return [arb(1) / 2, arb(1) / 2]
    start = min(range(count), key=lambda place: float(points[place].real.mid()))
    hull = [start]
    while True:
        here = hull[-1]
        best = (here + 1) % count
        for place in range(count):
            if place in (here, best):
                continue
            turn = ((points[best] - points[here]).conjugate() * (points[place] - points[here])).imag
            if turn.contains(0):
                raise InputError("moves: three points of the convex hull may lie on a line")
            if turn < 0:
                best = place
        if best == start:
            break
        hull.append(best)
    shares = [arb(0)] * count
    for place, here in enumerate(hull):
        before, after = points[here] - points[hull[place - 1]], points[hull[(place + 1) % len(hull)]] - points[here]
        shares[here] = (after / before).arg() / (2 * arb.pi())
    if not abs(sum(shares, arb(0)) - 1) < arb(2) ** -100:
        raise InputError("moves: the convex hull is not closed")
    return shares


def _alternating(steps: tuple[int, ...], root: acb, coefficient: acb) -> tuple[list[arb], list[arb]]:
    """With a negative root: which move is played at even and at odd heaps, as shares."""
    if not root.real < 0:
        raise _undecided(steps)
    found = []
    for parity in (0, 1):
        values = [(coefficient * root ** (parity - step)).real for step in steps]
        best = min(range(len(steps)), key=lambda place: float(values[place].mid()))
        if any(not values[best] < value for place, value in enumerate(values) if place != best):
            raise _undecided(steps)
        found.append([arb(int(place == best)) for place in range(len(steps))])
    return found[0], found[1]
