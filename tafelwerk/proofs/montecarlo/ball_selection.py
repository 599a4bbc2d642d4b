"""Mean value of a Monte-Carlo agent's choice in ball arithmetic: the reference for the float programs.

Nothing is shared with the float solvers. Candidates are added one by one (appendix B.2 of the source). For every number j of
wins, the coefficient of t^r in P_j(t) is the chance that no candidate so far has more than j wins and r of them have exactly
j. W_j(t) is the same with the sum of the values of these r. A candidate with mass b and distribution function B turns P into
P (B(j - 1) + t b(j)) and W into W (B(j - 1) + t b(j)) + v t b(j) P. At the end, the mean value of the one chosen of r tied
candidates is the coefficient of t^r in W over r.

If that takes long, two candidates are settled by a contour. With G(z) the generating function of D = X1 - X2 and any
h > 0,

    P(D > 0) + P(D = 0) / 2 = (1 / pi) integral_0^pi Re(G(e^w) coth(w / 2) / 2) dx,    w = h + i x,

by Cauchy's integral over |z| = e^h, since the sum of z^-d over d > 0, plus half of d = 0, is coth(w / 2) / 2. With h equal
to one over the standard deviation the integrand is smooth on that scale for any k. The balls of adaptive Gauss-Legendre
quadrature enclose the integral.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.1 and appendix B.2.
"""

from collections.abc import Sequence
from math import ceil, exp, sqrt

from flint import acb, arb, arb_poly, ctx, fmpq, fmpz

from tafelwerk.errors import InputError

EXACT_BINOMIAL = 1000
"""Most playouts for which binomial coefficients are integers rather than gamma functions."""

LONG_SUM = 3000
"""Numbers of wins from which the contour takes less time than the sum for two candidates."""

_MOST_CACHED = 1_000_000


class BallSelection:
    """The law of MC(k) in balls of `precision` bits.

    Args:
        k: playouts per candidate, at least 1.
        precision: bits, at least 64.

    Raises:
        InputError: an argument is out of range.
    """

    def __init__(self, k: int, precision: int) -> None:
        if k < 1:
            raise InputError(f"k: {k} must be an integer of at least 1")
        if precision < 64:
            raise InputError(f"precision: {precision} bits must be at least 64")
        self._k = k
        self._precision = precision
        self._exponent = 0.5 * precision
        # the chance that wins fall outside their window is at most this
        self._tail = arb(2.0001 * exp(-self._exponent))
        self._windows: dict[fmpq, tuple[int, int]] = {}
        self._masses: dict[fmpq, tuple[list[arb], list[arb]]] = {}
        self._cached = 0

    def value(self, chances: Sequence[fmpq], counts: Sequence[int], values: Sequence[arb]) -> arb:
        """Mean value of the chosen candidate.

        Args:
            chances: chance of winning a playout for each group of candidates, from 0 to 1.
            counts: number of candidates in each group.
            values: value of a candidate of each group, within [0, 1].

        Raises:
            InputError: the lengths differ, there is no group, or a chance or count is out of range.
        """
        if not chances or not len(chances) == len(counts) == len(values):
            raise InputError(
                f"chances, counts, values: {len(chances)}, {len(counts)}, {len(values)} must be equally many"
            )
        if any(not 0 <= p <= 1 for p in chances) or any(count < 1 for count in counts):
            raise InputError("chances and counts: chances must be from 0 to 1 and counts at least 1")
        with ctx.workprec(self._precision):
            return self._value(chances, counts, values)

    def width(self, p: fmpq) -> int:
        """Numbers of wins in a candidate's window, which determine the cost of its sums."""
        low, high = self._window(p)
        return high - low + 1

    def _value(self, chances: Sequence[fmpq], counts: Sequence[int], values: Sequence[arb]) -> arb:
        first = values[0]
        if all(value is first or (value == first and value.is_exact()) for value in values):
            return first
        windows = [self._window(p) for p in chances]
        least = max(low for low, _ in windows)
        # a candidate below `least` is not chosen, except when one of them leaves its window
        kept = [g for g, (_, high) in enumerate(windows) if high >= least]
        cut = sum(count for p, count, window in zip(chances, counts, windows, strict=True) if self._cut(p, window))
        outside = arb(0, (self._tail * cut).upper())
        if len(kept) == 1:
            return values[kept[0]] + outside
        most = max(windows[g][1] for g in kept)
        if len(kept) == 2 and counts[kept[0]] == counts[kept[1]] == 1:
            one, two = kept
            if most - least > LONG_SUM:
                share = self._contour(chances[one], chances[two])
                return share * values[one] + (1 - share) * values[two] + outside
            return self._pair(chances, values, one, two, least, most) + outside
        return self._sum(chances, counts, values, kept, least, most) + outside

    def _pair(self, chances: Sequence[fmpq], values: Sequence[arb], one: int, two: int, least: int, most: int) -> arb:
        """Mean value for two candidates, as in _sum."""
        total_one, total_two = arb(0), arb(0)
        b1, c1 = self._slices(chances[one], least, most)
        b2, c2 = self._slices(chances[two], least, most)
        for x, below_x, y, below_y in zip(b1, c1, b2, c2, strict=True):
            half = x * y / 2
            total_one += x * below_y + half
            total_two += y * below_x + half
        return values[one] * total_one + values[two] * total_two

    def _sum(
        self,
        chances: Sequence[fmpq],
        counts: Sequence[int],
        values: Sequence[arb],
        kept: Sequence[int],
        least: int,
        most: int,
    ) -> arb:
        """Sum over all numbers of wins from least to most, with the candidates added group by group."""
        rows = [(*self._slices(chances[g], least, most), counts[g], counts[g] * values[g]) for g in kept]
        total = arb_poly([0])
        one = arb_poly([1])
        for j in range(most - least + 1):
            tied, worth = one, arb_poly([0])
            for masses, below, count, weight in rows:
                b = masses[j]
                factor = arb_poly([below[j], b])
                if count == 1:
                    worth = worth * factor + arb_poly([0, weight * b]) * tied
                    tied *= factor
                else:
                    others = factor ** (count - 1)
                    tied_others = tied * others
                    worth = worth * (others * factor) + arb_poly([0, weight * b]) * tied_others
                    tied = tied_others * factor
            total += worth
        return sum((x / r for r, x in enumerate(total.coeffs()) if r), arb(0))

    def _window(self, p: fmpq) -> tuple[int, int]:
        """Window of wins that holds all but _tail of the chance, by Bernstein's inequality."""
        found = self._windows.get(p)
        if found is None:
            mean = p * self._k
            if p in (0, 1):
                found = (int(mean.p), int(mean.p))
            else:
                variance = float(int(mean.p) / int(mean.q)) * (int((1 - p).p) / int(p.q))
                linear = self._exponent / 3
                reach = ceil((linear + sqrt(linear * linear + 2 * variance * self._exponent)) * (1 + 1e-9)) + 1
                found = (max(0, int(mean.floor()) - reach), min(self._k, int(mean.ceil()) + reach))
            self._windows[p] = found
        return found

    def _cut(self, p: fmpq, window: tuple[int, int]) -> bool:
        """Whether a window is a proper part of all numbers of wins."""
        return window != (0, self._k) and p not in (0, 1)

    def _slices(self, p: fmpq, least: int, most: int) -> tuple[list[arb], list[arb]]:
        """Masses at j, and their sums in the window below j, for j from least to most; the window begins at or below least."""
        low, high = self._window(p)
        masses, below = self._table(p)
        begin, end = least - low, min(high, most) - low + 1
        beyond = max(0, most - high)
        return masses[begin:end] + [arb(0)] * beyond, below[begin:end] + [below[-1]] * beyond

    def _table(self, p: fmpq) -> tuple[list[arb], list[arb]]:
        """Masses in the window, and their running sums from 0 to the total."""
        found = self._masses.get(p)
        if found is None:
            low, high = self._window(p)
            if self._cached > _MOST_CACHED:
                self._masses.clear()
                self._cached = 0
            masses = [arb(1)] if low == high and p in (0, 1) else self._binomial(p, low, high)
            below = [arb(0)]
            for mass in masses:
                below.append(below[-1] + mass)
            self._masses[p] = found = (masses, below)
            self._cached += len(masses)
        return found

    def _binomial(self, p: fmpq, low: int, high: int) -> list[arb]:
        k = self._k
        mode = min(max(int((p * (k + 1)).floor()), low), high)
        if k <= EXACT_BINOMIAL:
            top = arb(fmpz.bin_uiui(k, mode)) * arb(p) ** mode * arb(1 - p) ** (k - mode)
        else:
            # the logarithms are about k log k, but their sum is of the order of one
            with ctx.workprec(self._precision + 2 * k.bit_length() + 16):
                choices = arb(k + 1).lgamma() - arb(mode + 1).lgamma() - arb(k - mode + 1).lgamma()
                top = (choices + mode * arb(p).log() + (k - mode) * arb(1 - p).log()).exp()
        odds = arb(p / (1 - p))
        up, mass = [top], top
        for j in range(mode, high):
            mass = mass * (k - j) * odds / (j + 1)
            up.append(mass)
        down, mass = [], top
        for j in range(mode, low, -1):
            mass = mass * j / (odds * (k - j + 1))
            down.append(mass)
        return down[::-1] + up

    def _contour(self, p1: fmpq, p2: fmpq) -> arb:
        """P(X1 > X2) + P(X1 = X2) / 2 for two candidates."""
        k = self._k
        # G(e^w) = (1 + 2 c sinh(w / 2)^2 + d sinh(w))^k: no cancellation if p1 and p2 are close
        c, d = arb(p1 * (1 - p2) + p2 * (1 - p1)), arb(p1 - p2)
        spread = p1 * (1 - p1) + p2 * (1 - p2)
        deviation = sqrt(k * (int(spread.p) / int(spread.q)))
        h = arb(1 / deviation)

        def integrand(u: acb, _: bool) -> acb:
            w = acb(h) + acb(0, 1) * u * h
            half = w / 2
            growth = k * (2 * c * half.sinh() ** 2 + d * w.sinh()).log1p()
            return growth.exp() * half.coth() / 2

        # x = h u; |G| and |coth| decrease in x, so the rest up to pi is at most the value at the end
        reach = min(sqrt(2 * 0.6931 * self._precision) + 1, 3.14 * deviation)
        goal = arb(2) ** -self._precision
        total = acb(0)
        pieces = ceil(reach / 2)
        for i in range(pieces):
            begin, end = arb(fmpq(i, pieces)) * reach, arb(fmpq(i + 1, pieces)) * reach
            total += acb.integral(integrand, acb(begin), acb(end), rel_tol=goal, abs_tol=goal)
        rest = abs(integrand(acb(arb(reach)), False))
        return (total * acb(h)).real / arb.pi() + arb(0, rest.upper())
