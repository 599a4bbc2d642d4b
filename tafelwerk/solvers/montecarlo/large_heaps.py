"""Subtraction games as the heap grows: limits and waves of random play, and whether MC(inf) errs at heaps of any size.

Limits of random play:

Let y(n) be the chance minus 1/2. Once no move overshoots, y(n) = -(1/M) sum y(n - a) over the M moves a. A root z of the
characteristic polynomial on the unit circle needs z^-a = -1 for every move. With g the greatest common divisor of the moves,
there is one if and only if all a / g are odd, and then these roots are the g simple roots of z^g = -1. Otherwise y tends to 0.

If they are odd, v(t) = (-1)^t y(r + g t) obeys v(t) = (1/M) sum v(t - a / g) for every residue r. This keeps
sum_j w_j v(t - j) constant, with w_j the share of moves with a / g > j. Since v tends to a limit, the limit is this constant
over sum_j w_j, the mean of a / g. y alternates between it and its negative, so there is one limit per residue modulo 2 g.

Source: number game 3-5-11 (figure 4: two limits, for even and odd heaps), generalised.

The wave of biased playouts:

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

Closed forms for S(1, 2):

All are doubles. x(m) is the winning chance of the player to move from heap m, y = x - 1/2, and e the bias.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 3.3 to 3.5.

Lasting errors of MC(inf):

Let y(h) be the winning chance under random play minus 1/2. Beyond the largest move it obeys y(h) = -(1/m) sum y(h - a) over the m
moves a. MC(inf) plays the move with the least y(h - a). Let the moves have no common divisor. The roots of the recurrence lie
inside the unit circle, but for the root -1 if all moves are odd (see above). All candidates have its part in common, since the
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
from math import atan, atan2, cos, gcd, lcm, log, pi, sin, sqrt
from typing import Any

from flint import acb, arb, ctx, fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules import Bias, CyclicBias, InformedBias, WeightedBias
from tafelwerk.solvers.montecarlo.heap_play import HALF, cycle_of, first_values, losses, period, playout_chances
from tafelwerk.solvers.montecarlo.races_and_heaps import Overshoot, check_moves, check_overshoot

LARGEST_LIMIT_MOVE = 500


def random_play_limits(moves: Sequence[int], overshoot: str = "wins") -> list[fmpq]:
    """Limits of the winning chance of the player to move under random play, as the heap grows. Exact.

    Returns:
        A list of 2 g limits: entry r is that of the heaps congruent to r modulo 2 g; or a single 1/2 if all heaps share
        it.

    Raises:
        InputError: moves or overshoot are invalid, or a move is above LARGEST_LIMIT_MOVE.

    >>> random_play_limits([1, 2])
    [1/2]
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
        invariant = sum((w * (-1) ** (j + 1) * values[h - g * (j + 1)] for j, w in enumerate(weights)), fmpq(0))
        limits[h % (2 * g)] = HALF + invariant / mean
    return limits


MOST_REACH, MOST_ENTRIES = 40, 20_000
"""Limits of the analysis of waves: largest move, and largest product of the largest move and the heaps of a cycle. A period of
perfect play is searched for in MOST_ENTRIES heaps."""

_WAVE_BITS, _ALIKE = 200, 1e-15


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
    if g > 1 and isinstance(bias, CyclicBias):
        return None
    steps = tuple(move // g for move in checked)
    reach = steps[-1]
    if reach > MOST_REACH:
        return None
    perfect = period(steps, rule, limit=MOST_ENTRIES)
    if perfect is None:
        return None
    step = lcm(cycle_of(bias), perfect.period if isinstance(bias, InformedBias) else 1)
    if reach * step > MOST_ENTRIES:
        return None
    begin = perfect.preperiod + reach + 1
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
    return _wave(polynomial, coefficients, step, perfect.period, g)


def _wave(polynomial: fmpq_poly, coefficients: tuple[fmpq, ...], step: int, beaten: int, scale: int) -> Wave:
    """The wave of a polynomial's dominant root, against perfect play of period `beaten`, on every scale-th heap."""
    heaps = step * scale
    dominating = _largest_root(polynomial)
    if dominating is None:
        return Wave(heaps, coefficients, None, None, None)
    root, is_real = dominating
    with ctx.workprec(_WAVE_BITS):
        damping = float(abs(root).mid())
        if is_real:
            return Wave(heaps, coefficients, None, damping, None)
        cycle = lcm(step, beaten)
        phase, drift = float(root.arg().mid()), abs(float((root ** (cycle // step)).arg().mid()))
    beat = 2 * pi * cycle * scale / drift if drift > _ALIKE * cycle else None
    return Wave(heaps, coefficients, phase, damping, beat)


def _largest_root(polynomial: fmpq_poly) -> tuple[acb, bool] | None:
    """The root of largest modulus in the upper half plane, and whether it is real or as large as a real one; None if all roots
    are 0."""
    with ctx.workprec(_WAVE_BITS):
        # roots with their multiplicities, which python-flint's type annotations omit
        pairs: Any = polynomial.numer().complex_roots() if polynomial.degree() else []
        roots: list[acb] = [root for root, _ in pairs]
        by_size = sorted(((float(abs(root).mid()), root) for root in roots), key=lambda pair: -pair[0])
    if not by_size or by_size[0][0] == 0:
        return None
    largest = by_size[0][0]
    top = [root for size, root in by_size if size >= largest * (1 - _ALIKE)]
    above = [root for root in top if not root.imag.contains(0) and root.imag > 0]
    if any(root.imag.contains(0) for root in top) or not above:
        return top[0], True
    return above[0], False


REAL_BELOW = 5 - sqrt(32)
"""Largest static bias with real characteristic roots; above it they are complex."""

CRITICAL = 2 - sqrt(5)
"""Static bias at which MC(inf) ties at every heap 1 modulo 3 from 4 on (example 3.7)."""

INFORMED_CRITICAL = 1 / 3
"""Smallest informed bias with which MC(inf) plays S(1, 2) perfectly (theorem 3.13)."""


def closed_value(m: int, bias: Bias) -> float | None:
    """y(m) in S(1, 2) by the closed form for the bias; None if the source has none.

    Under the static bias (3.7) for e = 0, (3.6) with a wave, (3.3) or (3.4) without one; under the informed bias (3.18), for lost
    heaps. Other biases have none.
    """
    match bias:
        case WeightedBias((less, more)):
            e = float(more - less)
            if e == 0:
                return plain_value(m)
            return static_wave(m, e) if e > REAL_BELOW else static_value(m, e)
        case InformedBias(epsilon) if m % 3 == 0 and abs(float(epsilon)) < INFORMED_CRITICAL:
            return informed_value(m // 3, float(epsilon))
    return None


def closed_beat(bias: Bias) -> float | None:
    """The beat period in S(1, 2) by the closed form for the bias; None if there is no wave, or it stays in phase."""
    match bias:
        # closer to the critical bias, the angle as a double is that of perfect play
        case WeightedBias((less, more)) if (e := float(more - less)) > REAL_BELOW and abs(e - CRITICAL) > 1e-14:
            return static_beat_period(e)
        case InformedBias(epsilon) if abs(float(epsilon)) < INFORMED_CRITICAL:
            return beat_period(float(epsilon))
    return None


def critical_epsilon(moves: Sequence[int], bias: Bias) -> float | None:
    """The bias of the same kind at which the wave has the period of perfect play; None if none is known.

    Static, two moves: `critical_bias`. If both moves are odd multiples of their greatest common divisor there is none: the chance
    alternates whatever the bias. Informed: that of S(1, 2), from which on MC(inf) plays it perfectly.
    """
    g = gcd(*moves)
    steps = tuple(move // g for move in moves)
    if isinstance(bias, InformedBias):
        return INFORMED_CRITICAL if steps == (1, 2) else None
    if isinstance(bias, WeightedBias) and len(steps) == 2 and not all(step % 2 for step in steps):
        return critical_bias(*steps)
    return None


def first_bad(bias: Bias) -> float | None:
    """Where the first bad heap of an informed bias from 0 to 1/3 is expected in S(1, 2); None for other biases."""
    if isinstance(bias, InformedBias) and 0 <= float(bias.epsilon) < INFORMED_CRITICAL:
        return first_bad_estimate(float(bias.epsilon))
    return None


def static_value(m: int, e: float) -> float:
    """y(m) under the static bias: (3.3) for real roots, (3.4) for the double one, (3.5) for complex ones.

    Raises:
        InputError: m is negative or e outside [-1, 1].
    """
    _check(m, e)
    discriminant = (5 - e) ** 2 - 32
    if e == REAL_BELOW:
        root = 1 - sqrt(2)
        return (-0.5 - m / sqrt(2)) * root**m
    if discriminant > 0:
        larger = (e - 1 + sqrt(discriminant)) / 4
        smaller = (e - 1 - sqrt(discriminant)) / 4
        return (1 + smaller) / (2 * (larger - smaller)) * larger**m + (1 + larger) / (
            2 * (smaller - larger)
        ) * smaller**m
    r, a, b, phi = _static_waves(e)
    return r**m / (2 * b) * ((1 + a) * sin(m * phi) - b * cos(m * phi))


def static_wave(m: int, e: float) -> float:
    """y(m) under the static bias in amplitude and phase, (3.6); for e above REAL_BELOW.

    Raises:
        InputError: m is negative or e not in (REAL_BELOW, 1].
    """
    _check(m, e, REAL_BELOW)
    r, a, b, phi = _static_waves(e)
    return -sqrt(1 + e) / (2 * b) * r**m * cos(m * phi + atan((1 + a) / b))


def plain_value(m: int) -> float:
    """y(m) under plain random play, (3.7).

    Raises:
        InputError: m is negative.

    >>> round(plain_value(5), 6)
    0.0625
    """
    _check(m, 0)
    return 2 ** (1 - m / 2) / sqrt(7) * sin(m * (pi - atan(sqrt(7))) - atan(sqrt(7) / 3))


def informed_value(k: int, e: float) -> float:
    """y(3k), the value of lost heaps, under the informed bias, (3.18); for |e| < 1/3.

    Raises:
        InputError: k is negative or |e| at least 1/3.
    """
    _check(k, e, -1 / 3, 1 / 3)
    r = sqrt((1 - e * e) / 8)
    a, b = _informed_waves(e)
    phase = -atan((1 + e - 2 * a) / (2 * b))
    return -sqrt((1 - e * e) * (3 * e + 1)) / (8 * b) * r**k * cos(k * atan(b / a) + phase)


def beat_period(e: float = 0) -> float:
    """Heaps per beat of the wave against the period 3 of perfect play, under the informed bias; for |e| < 1/3.

    At e = 0 it is that of plain random play (example 3.17).

    Raises:
        InputError: |e| is at least 1/3.

    >>> round(beat_period(), 6)
    38.729713
    """
    _check(0, e, -1 / 3, 1 / 3)
    a, b = _informed_waves(e)
    return 3 * 2 * pi / atan(b / a)


def static_beat_period(e: float = 0) -> float:
    """The same under the static bias, 2 pi / |2 pi / 3 - phi|; e in (REAL_BELOW, 1], not CRITICAL.

    Raises:
        InputError: e is out of range.
    """
    _check(0, e, REAL_BELOW)
    if e == CRITICAL:
        raise InputError(f"e: there is no beat at {e!r}, where the wave has the period of perfect play")
    return 2 * pi / abs(2 * pi / 3 - _static_waves(e)[3])


def critical_bias(a: int, b: int) -> float:
    """Static bias at which the slowest-decaying wave of S(a, b) has a period that divides a + b, the period of perfect play.

    A root r exp(i theta) of the characteristic polynomial with theta = 2 pi j / (a + b) needs r^(b - a) = (1 + e)/(1 - e) and
    r^a = -(1 - e) cos(a theta); j is the one for which cos(a theta) is closest to -1. Solved by bisection. For S(1, 2) it is
    CRITICAL; figure 3.5 shows that S(4, 7) has another.

    Raises:
        InputError: not 1 <= a < b, or a and b have a common divisor.
    """
    if not 1 <= a < b or gcd(a, b) != 1:
        raise InputError(f"a, b: {a!r} and {b!r} must be two numbers without a common divisor, 1 <= a < b")
    least = min(cos(2 * pi * a * j / (a + b)) for j in range(a + b))
    low, high = -1.0, 1.0
    while (middle := (low + high) / 2) not in (low, high):
        if a / (b - a) * log((1 + middle) / (1 - middle)) < log(-(1 - middle) * least):
            low = middle
        else:
            high = middle
    return low


def first_bad_estimate(e: float) -> float:
    """Where the first bad heap of the informed bias is expected, not rounded (example 3.18); 0 <= e < 1/3.

    Raises:
        InputError: e is out of range.
    """
    if not 0 <= e < 1 / 3:
        raise InputError(f"e: {e!r} must be at least 0 and below 1/3")
    a, b = _informed_waves(e)
    return 3 * (pi / 2 + atan((1 + e - 2 * a) / (2 * b))) / atan(b / a) - 1


def _static_waves(e: float) -> tuple[float, float, float, float]:
    """r, a, b, phi of the roots a + ib = r exp(i phi)."""
    a, b = (e - 1) / 4, sqrt(32 - (5 - e) ** 2) / 4
    return sqrt((1 + e) / 2), a, b, atan2(b, a)


def _informed_waves(e: float) -> tuple[float, float]:
    return (5 + 3 * e * e) / 16, sqrt((e * e + 7) * (1 - 9 * e * e)) / 16


def _check(m: int, e: float, above: float = -2.0, below: float = 2.0) -> None:
    if m < 0 or not (-1 <= e <= 1 and above < e < below):
        raise InputError(f"m: {m!r} must be 0 or more, and e: {e!r} in [-1, 1], above {above!r} and below {below!r}")


LARGEST_LASTING_MOVE = 16
"""Largest move, without a common divisor, that the analysis admits."""

_LASTING_BITS, _HEAPS = 256, 100_000


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

    >>> lasting([1, 2]).lasts
    True
    """
    checked, rule = check_moves(moves), check_overshoot(overshoot)
    g = gcd(*checked)
    steps = tuple(move // g for move in checked)
    if len(steps) < 2 or steps[-1] > LARGEST_LASTING_MOVE:
        raise InputError(
            f"moves: two or more, and at most {LARGEST_LASTING_MOVE} without their common divisor, not {checked}"
        )
    perfect = period(steps, rule, limit=_HEAPS)
    if perfect is None:
        raise InputError(f"moves: win and loss of {checked} have no period within {_HEAPS} heaps")
    begin = perfect.preperiod + steps[-1] + 1
    begin += begin % 2
    lost = losses(steps, rule, begin + 2 * perfect.period)
    wins = [[lost[heap - step] for step in steps] for heap in range(begin, begin + 2 * perfect.period)]
    if all(all(winning) for winning in wins if any(winning)):
        return Lasting(False, 0.0, None, None, None)
    with ctx.workprec(_LASTING_BITS):
        root, coefficient = _dominating_root(steps, rule)
        if root.imag.contains(0):
            shares = _alternating_errors(steps, root, coefficient)
            per_heap = [shares[residue % 2] for residue in range(len(wins))]
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
            raise _undecided_error(checked)
        means = [sum((row[residue] for row in per_heap), arb(0)) / len(per_heap) for residue in range(len(steps))]
        angle = float(root.arg().mid()) if not root.imag.contains(0) else float(arb.pi().mid())
        modulus = float(abs(root).root(g).mid())
        return Lasting(lasts, float(share.mid()), modulus, angle, tuple(float(mean.mid()) for mean in means))


def _undecided_error(moves: Sequence[int]) -> InputError:
    return InputError(f"moves: {tuple(moves)}: the root of largest modulus does not decide; the theorem does not apply")


def _dominating_root(steps: tuple[int, ...], rule: Overshoot) -> tuple[acb, acb]:
    """The dominating root, in the upper half plane or real, and its coefficient: y(h) has the part coefficient root^h.

    Raises:
        InputError: the root is not simple, not alone on its circle with its conjugate, or its coefficient may be 0.
    """
    reach = steps[-1]
    entries = [0] * (reach + 1)
    entries[reach] = len(steps)
    for step in steps:
        entries[reach - step] += 1
    product = fmpz_poly(entries)
    polynomial = divmod(product, fmpz_poly([1, 1]))[0] if all(step % 2 for step in steps) else product
    # roots with their multiplicities, which python-flint's type annotations omit
    roots: Any = polynomial.complex_roots()
    by_size = sorted(roots, key=lambda pair: -float(abs(pair[0]).mid()))
    top = by_size[0][0]
    if top.imag < 0:
        top = top.conjugate()
    is_real = top.imag.contains(0)
    others = by_size[1 if is_real else 2 :]
    if by_size[0][1] != 1 or any(not abs(root) < abs(top) for root, _ in others):
        raise _undecided_error(steps)
    if not is_real and not by_size[1][0].overlaps(top.conjugate()) and not by_size[1][0].overlaps(top):
        raise _undecided_error(steps)
    # apply the polynomial without this root to y: what is left is its own part
    values = first_values(steps, rule, 2 * reach)
    quotient = [acb(0)] * reach
    carry = acb(0)
    for index in range(reach, 0, -1):
        carry = carry * top + entries[index]
        quotient[index - 1] = carry
    left = sum((quotient[index] * acb(arb(values[reach + index])) for index in range(reach)), acb(0))
    slope = sum((quotient[index] * top**index for index in range(reach)), acb(0))
    coefficient = left / slope / top**reach
    if coefficient.contains(0):
        raise _undecided_error(steps)
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
    start = min(range(count), key=lambda index: float(points[index].real.mid()))
    hull = [start]
    while True:
        here = hull[-1]
        best = (here + 1) % count
        for index in range(count):
            if index in (here, best):
                continue
            turn = ((points[best] - points[here]).conjugate() * (points[index] - points[here])).imag
            if turn.contains(0):
                raise InputError("moves: three points of the convex hull may lie on a line")
            if turn < 0:
                best = index
        if best == start:
            break
        hull.append(best)
    shares = [arb(0)] * count
    for index, here in enumerate(hull):
        before, after = points[here] - points[hull[index - 1]], points[hull[(index + 1) % len(hull)]] - points[here]
        shares[here] = (after / before).arg() / (2 * arb.pi())
    if not abs(sum(shares, arb(0)) - 1) < arb(2) ** -100:
        raise InputError("moves: the convex hull is not closed")
    return shares


def _alternating_errors(steps: tuple[int, ...], root: acb, coefficient: acb) -> tuple[list[arb], list[arb]]:
    """With a negative root: which move is played at even and at odd heaps, as shares."""
    if not root.real < 0:
        raise _undecided_error(steps)
    choices = []
    for parity in (0, 1):
        values = [(coefficient * root ** (parity - step)).real for step in steps]
        best = min(range(len(steps)), key=lambda index: float(values[index].mid()))
        if any(not values[best] < value for index, value in enumerate(values) if index != best):
            raise _undecided_error(steps)
        choices.append([arb(int(index == best)) for index in range(len(steps))])
    return choices[0], choices[1]
