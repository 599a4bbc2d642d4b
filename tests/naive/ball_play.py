"""Duels of Monte-Carlo agents in ball arithmetic, by backward induction over a game given as a plain list.

Random play and MC(inf) are exact fractions, so ties are exact; MC(k) comes from `BallSelection`. The balls carry all errors.
It is slow: a reference for the solvers and proofs in doubles.

For the mean value of an agent's choice nothing is shared with them. Candidates are added one by one (appendix B.2
of the source). For every number j of wins, the coefficient of t^r in P_j(t) is the chance that no candidate so far has more
than j wins and r of them have exactly j. W_j(t) is the same with the sum of the values of these r. A candidate with mass b and
distribution function B turns P into P (B(j - 1) + t b(j)) and W into W (B(j - 1) + t b(j)) + v t b(j) P. At the end, the mean
value of the one chosen of r tied candidates is the coefficient of t^r in W over r.

If that takes long, two candidates are settled by a contour. With G(z) the generating function of D = X1 - X2 and any
h > 0,

    P(D > 0) + P(D = 0) / 2 = (1 / pi) integral_0^pi Re(G(e^w) coth(w / 2) / 2) dx,    w = h + i x,

by Cauchy's integral over |z| = e^h, since the sum of z^-d over d > 0, plus half of d = 0, is coth(w / 2) / 2. With h equal
to one over the standard deviation the integrand is smooth on that scale for any k. The balls of adaptive Gauss-Legendre
quadrature enclose the integral.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.1 and 2.4, and appendix B.2.
"""

from collections.abc import Sequence
from math import ceil, exp, sqrt

from flint import acb, arb, arb_poly, ctx, fmpq, fmpz

from tafelwerk.proofs.montecarlo.plain_games import Ending, Pieces, PlainGame, plain_game, race_steps

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
    """

    def __init__(self, k: int, precision: int) -> None:
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
        """
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
        eligible = [g for g, (_, high) in enumerate(windows) if high >= least]
        cut = sum(
            count for p, count, window in zip(chances, counts, windows, strict=True) if self._is_proper(p, window)
        )
        outside = arb(0, (self._tail * cut).upper())
        if len(eligible) == 1:
            return values[eligible[0]] + outside
        most = max(windows[g][1] for g in eligible)
        if len(eligible) == 2 and counts[eligible[0]] == counts[eligible[1]] == 1:
            first_group, second_group = eligible
            if most - least > LONG_SUM:
                share = self._contour(chances[first_group], chances[second_group])
                return share * values[first_group] + (1 - share) * values[second_group] + outside
            return self._pair(chances, values, first_group, second_group, least, most) + outside
        return self._sum(chances, counts, values, eligible, least, most) + outside

    def _pair(
        self, chances: Sequence[fmpq], values: Sequence[arb], group_a: int, group_b: int, least: int, most: int
    ) -> arb:
        """Mean value for two candidates, as in _sum."""
        total_a, total_b = arb(0), arb(0)
        b1, c1 = self._slices(chances[group_a], least, most)
        b2, c2 = self._slices(chances[group_b], least, most)
        for x, below_x, y, below_y in zip(b1, c1, b2, c2, strict=True):
            half = x * y / 2
            total_a += x * below_y + half
            total_b += y * below_x + half
        return values[group_a] * total_a + values[group_b] * total_b

    def _sum(
        self,
        chances: Sequence[fmpq],
        counts: Sequence[int],
        values: Sequence[arb],
        groups: Sequence[int],
        least: int,
        most: int,
    ) -> arb:
        """Sum over all numbers of wins from least to most, with the candidates added group by group."""
        rows = [(*self._slices(chances[g], least, most), counts[g], counts[g] * values[g]) for g in groups]
        total = arb_poly([0])
        unit = arb_poly([1])
        for j in range(most - least + 1):
            tied, worth = unit, arb_poly([0])
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
        window = self._windows.get(p)
        if window is None:
            mean = p * self._k
            if p in (0, 1):
                window = (int(mean.p), int(mean.p))
            else:
                variance = float(int(mean.p) / int(mean.q)) * (int((1 - p).p) / int(p.q))
                linear = self._exponent / 3
                reach = ceil((linear + sqrt(linear * linear + 2 * variance * self._exponent)) * (1 + 1e-9)) + 1
                window = (max(0, int(mean.floor()) - reach), min(self._k, int(mean.ceil()) + reach))
            self._windows[p] = window
        return window

    def _is_proper(self, p: fmpq, window: tuple[int, int]) -> bool:
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
        table = self._masses.get(p)
        if table is None:
            low, high = self._window(p)
            if self._cached > _MOST_CACHED:
                self._masses.clear()
                self._cached = 0
            masses = [arb(1)] if low == high and p in (0, 1) else self._binomial(p, low, high)
            below = [arb(0)]
            for mass in masses:
                below.append(below[-1] + mass)
            self._masses[p] = table = (masses, below)
            self._cached += len(masses)
        return table

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
        omitted = abs(integrand(acb(arb(reach)), False))
        return (total * acb(h)).real / arb.pi() + arb(0, omitted.upper())


Options = Sequence[Sequence[tuple[int, int]]]
"""A game without draws, one entry per position: (successor, number of candidate moves that lead to it) for each successor.
Successors come before their positions. Position 0 is lost for the player to move, position 1 is won; neither has options."""


def exact_chances(options: Options) -> list[fmpq]:
    """Winning chance of the player to move under random play, one fraction per position."""
    chances = [fmpq(0), fmpq(1)]
    for candidates in options[2:]:
        total = sum((count * (1 - chances[after]) for after, count in candidates), fmpq(0))
        chances.append(total / sum(count for _, count in candidates))
    return chances


def ball_duel(options: Options, k: int | None, rival: int | None, precision: int) -> tuple[list[arb], list[arb]]:
    """The duel of MC(k) against MC(rival); None stands for infinitely many playouts.

    Returns:
        One ball of `precision` bits per position: the chance of MC(k) to win where it is to move, and that of MC(rival) where it
        is to move.
    """
    chances = exact_chances(options)
    laws = [None if count is None else BallSelection(count, precision) for count in (k, rival)]
    wins = [arb(0), arb(1)], [arb(0), arb(1)]
    with ctx.workprec(precision):
        for candidates in options[2:]:
            playouts = [1 - chances[after] for after, _ in candidates]
            counts = [count for _, count in candidates]
            for law, own, others in ((laws[0], wins[0], wins[1]), (laws[1], wins[1], wins[0])):
                values = [1 - others[after] for after, _ in candidates]
                own.append(_limit(playouts, counts, values) if law is None else law.value(playouts, counts, values))
    return wins


def _limit(playouts: Sequence[fmpq], counts: Sequence[int], values: Sequence[arb]) -> arb:
    """Mean value of the best candidates."""
    most = max(playouts)
    best = [(count, value) for p, count, value in zip(playouts, counts, values, strict=True) if p == most]
    return sum((count * value for count, value in best), arb(0)) / sum(count for count, _ in best)


def plain_race(n: int, m: int, s: int) -> PlainGame[tuple[Pieces, Pieces]]:
    """ESR(n, m, s); a state is the pieces of the player to move and of the opponent."""
    steps = race_steps(n, m, s)

    def after(state: tuple[Pieces, Pieces]) -> list[tuple[Pieces, Pieces] | Ending]:
        own, other = state
        return [Ending.WINS if moved is None else (other, moved) for moved in steps[own]]

    return plain_game([((0,) * m, (0,) * m)], after)
