"""Errors of MC(inf) at arbitrarily large heaps: by another division of the circle.

Let the moves have no common divisor, let m be their number, and z the dominating root, here from the eigenvalues of the companion
matrix and then by Newton's method in balls. MC(inf) plays the move a that minimises Re(u z^-a), with u equidistributed on the
circle. Two moves are equal at the two directions orthogonal to z^-a - z^-b. All these directions divide the circle into arcs on
which one move is best, so that the lengths of the arcs give all shares. The solver takes exterior angles of a convex hull.

That the root has a part in a game shows in the recurrence of random play itself: the wave falls as the root's powers do.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor, gcd
from typing import Any

import numpy as np
from flint import acb, arb, ctx, fmpz_poly
from numpy.typing import NDArray

from tafelwerk.families.montecarlo.rules import FAMILY, LARGEST_SETS, read_rules
from tafelwerk.proofs.claims import Claim, Faults, Rows, proof
from tafelwerk.proofs.montecarlo.plain_games import Ending, heap_options
from tafelwerk.proofs.real_numbers import PRECISION, is_nearest
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.tables.book import Book

TABLE = f"{FAMILY}.lasting_blunders"

NEWTON_STEPS, NARROW = 8, 2.0**-200
"""Steps of Newton's method from a double, and radius of the ball in which they lead to one root."""

FAR, LEAST_PART = 600, 1e-6
"""Heaps after which the wave is compared with the root's power, and its least height there, over its first height times that
power; the root's part by rounding is below 1e-12."""

ALTERNATES = 4_000
"""Heaps after which an alternating wave has its sign."""

FARTHEST_PERIOD = 20_000
"""Heaps in which win and loss must repeat."""

_COLUMNS = ("lasts", "share", "modulus", "angle", "played")


def lasting_claims(book: Book) -> Iterator[Claim]:
    """The claim about lasting errors."""
    rows = Rows(book, TABLE, ("moves", "overshoot", *_COLUMNS))
    yield proof(TABLE, "arcs of the circle", _COLUMNS, rows, _arcs, seconds=0.01)


def _reduce_moves(moves: str, overshoot: str) -> NDArray[np.int64]:
    """The moves without their common divisor; heaps congruent modulo it form a game with these moves."""
    sizes = read_rules(moves, overshoot).moves
    return np.array(sizes, np.int64) // gcd(*sizes)


def _arcs(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    for moves, overshoot, lasts, share, modulus, angle, shares in rows:
        row, sizes = f"{moves} {overshoot}", _reduce_moves(moves, overshoot)
        if sizes[-1] > LARGEST_SETS or len(sizes) < 2:
            faults.unless(False, row, "no build asks for these moves")
            continue
        cycle = _cycle(sizes, overshoot)
        won = [residue for residue, is_lost in enumerate(cycle) if not is_lost]
        if all(cycle[(residue - move) % len(cycle)] for residue in won for move in sizes.tolist()):
            empty = (modulus, angle, shares) == (None, None, None)
            faults.unless(not lasts and share == 0 and empty, row, "every move from a large won heap wins")
            continue
        if modulus is None or angle is None or shares is None or len(shares) != len(sizes):
            faults.unless(False, row, "not every move from a large won heap wins")
            continue
        faults.unless(_has_root(sizes, overshoot), row, "the dominating root has no part in this game")
        with ctx.workprec(PRECISION):
            root = _enclose_root(sizes)
            per_heap = _move_shares(sizes, root, overshoot)
            losses = np.zeros((2, len(sizes)), np.int64)
            heaps = 0
            for heap in range(2 * len(cycle)):
                wins = np.array([cycle[(heap - move) % len(cycle)] for move in sizes.tolist()])
                if wins.any():
                    losses[heap % 2] += ~wins
                    heaps += 1
            losing = [
                (int(count), part)
                for counts, parts in zip(losses, per_heap, strict=True)
                for count, part in zip(counts, parts, strict=True)
                if count and not part.is_zero()
            ]
            right = [
                sum((count * part for count, part in losing), arb(0)) / heaps,
                abs(root).root(gcd(*read_rules(moves, overshoot).moves)),
                abs(root.arg()),
                *((even + odd) / 2 for even, odd in zip(*per_heap, strict=True)),
            ]
            stored = [share, modulus, angle, *shares]
            near = all(is_nearest(number, ball) for number, ball in zip(stored, right, strict=True))
            faults.unless(near, row, f"{stored} should be {[ball.str(17, radius=False) for ball in right]}")
            faults.unless(lasts == bool(losing), row, f"lasts is {lasts}, the share is {right[0].str(5, radius=False)}")
    return faults.texts


def _enclose_root(sizes: NDArray[np.int64]) -> acb:
    """An enclosure of `_root`, by Newton's method from there; a ball that it maps into itself contains a root."""
    start = _root(sizes)
    coefficients = [int(coefficient) for coefficient in np.round(_polynomial(sizes) * len(sizes))]
    polynomial = fmpz_poly(coefficients[::-1])
    slope = polynomial.derivative()
    approximation = acb(start.real, start.imag)
    for _ in range(NEWTON_STEPS):
        approximation = acb((approximation - polynomial(approximation) / slope(approximation)).mid())
    radius = arb(0, NARROW)
    ball = approximation + (acb(radius, radius) if start.imag else radius)
    image = approximation - polynomial(approximation) / slope(ball)
    assert ball.contains(image)
    return image


def _root(sizes: NDArray[np.int64]) -> complex:
    """The root of largest modulus inside the unit circle, in the upper half plane."""
    roots = np.roots(_polynomial(sizes))
    roots = roots[np.abs(roots) < 1 - 1e-6]
    root = complex(roots[np.argmax(np.abs(roots))])
    return complex(root.real, abs(root.imag)) if abs(root.imag) > 1e-9 else complex(root.real, 0.0)


def _polynomial(sizes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Coefficients of the recurrence's characteristic polynomial, the highest power first, without the factor z + 1."""
    coefficients = np.zeros(int(sizes[-1]) + 1)
    coefficients[0] = 1
    coefficients[sizes] += 1 / len(sizes)
    if (sizes % 2).all():
        # divided by z + 1
        coefficients = np.array(
            [
                sum((-1) ** (power - i) * coefficients[i] for i in range(power + 1))
                for power in range(len(coefficients) - 1)
            ]
        )
    return coefficients


def _move_shares(sizes: NDArray[np.int64], root: acb, overshoot: str) -> list[list[arb]]:
    """Shares of the moves at even and at odd heaps."""
    indices = range(len(sizes))
    points = [root ** -int(size) for size in sizes]
    rough = np.array([complex(point) for point in points])
    if root.imag == 0:
        sign = _even_sign(sizes, overshoot)
        best = [int(np.argmin((sign * complex(root).real ** parity * rough).real)) for parity in (0, 1)]
        return [[arb(int(index == one)) for index in indices] for one in best]
    turn = 2 * arb.pi()
    turns = [arb.pi() / 2 - (points[a] - points[b]).arg() for a in indices for b in range(a)]
    cuts = [one - turn * floor(float(one / turn)) for direction in turns for one in (direction, direction + arb.pi())]
    cuts.sort(key=float)
    shares = [arb(0) for _ in indices]
    for here, after in zip(cuts, [*cuts[1:], cuts[0] + turn], strict=True):
        if not here.overlaps(after):
            middle = np.exp(1j * float((here + after) / 2))
            shares[int(np.argmin((middle * rough).real))] += (after - here) / turn
    return [shares, shares]


def _even_sign(sizes: NDArray[np.int64], overshoot: str) -> int:
    """Sign of an alternating wave at large even heaps."""
    start = 2 * int(sizes[-1]) + 2
    wave = _wave(sizes, overshoot, start).tolist()
    coefficients = (-_polynomial(sizes)[1:]).tolist()
    while len(wave) < ALTERNATES:
        value = sum(a * b for a, b in zip(coefficients, reversed(wave), strict=False))
        wave.append(value)
        if abs(value) < 1e-100:
            wave = [1e100 * height for height in wave]
    # wave[i] is that of heap i + 1
    even, odd = (1 if wave[heap - 1] > 0 else -1 for heap in (ALTERNATES - 2, ALTERNATES - 1))
    assert even == -odd
    return even


def _has_root(sizes: NDArray[np.int64], overshoot: str) -> bool:
    """Whether the dominating root has a part in the wave."""
    coefficients = (-_polynomial(sizes)[1:]).tolist()
    reach, wave = len(coefficients), _wave(sizes, overshoot, 2 * int(sizes[-1]) + 2).tolist()
    first = max(map(abs, wave[-reach:]))
    for _ in range(FAR):
        wave.append(sum(a * b for a, b in zip(coefficients, reversed(wave), strict=False)))
    return bool(max(map(abs, wave[-reach:])) > LEAST_PART * first * abs(_root(sizes)) ** FAR)


def _wave(sizes: NDArray[np.int64], overshoot: str, heaps: int) -> NDArray[np.float64]:
    """Winning chance minus 1/2, plus that of the heap before if all moves are odd, at heaps 1, 2, ..., the last an odd one."""
    reach = int(sizes[-1])
    values = [Fraction(-1, 2)]
    for heap in range(1, heaps + 2 - heaps % 2):
        options = heap_options(tuple(sizes.tolist()), heap, overshoot)
        left = [
            (Fraction(-1, 2) if after == Ending.WINS else Fraction(1, 2))
            if isinstance(after, Ending)
            else values[after]
            for _, after in options
        ]
        values.append(-sum(left, Fraction(0)) / len(left) if left else Fraction(-1, 2))
    assert reach < heaps
    if (sizes % 2).all():
        return np.array([float(a + b) for a, b in zip(values[1:], values, strict=False)])
    return np.array([float(value) for value in values[1:]])


def _cycle(sizes: NDArray[np.int64], overshoot: str) -> list[bool]:
    """Whether heaps are lost, over one period; its first heap is a multiple of the period."""
    lost = np.zeros(FARTHEST_PERIOD, np.bool_)
    fill_lost(sizes, overshoot == "wins", lost)
    reach = int(sizes[-1])
    tail = lost[-reach:]
    length = next(n for n in range(1, FARTHEST_PERIOD // 2) if np.array_equal(tail, lost[-reach - n : -n]))
    begin = FARTHEST_PERIOD // 2 // length * length
    return [bool(is_lost) for is_lost in lost[begin : begin + length]]


@kernel
def fill_lost(moves: NDArray[np.int64], beyond: bool, lost: NDArray[np.bool_]) -> None:
    """Fill whether heaps 0, 1, ... are lost; `beyond`: whether taking more than the heap wins."""
    lost[0] = True
    for heap in range(1, lost.shape[0]):
        won = False
        for move in moves:
            won = won or (lost[heap - move] if move <= heap else beyond)
        lost[heap] = not won
