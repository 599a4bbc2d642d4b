"""The zero-sum game of codemaker and codebreaker: its value and optimal mixtures of both, exactly, by column generation.

The codemaker chooses a code, the breaker a strategy; the codemaker receives its cost for the code, such as the number of queries.
A symmetry of the game maps codes to codes and strategies to strategies, so an optimal codemaker takes all codes of a class with
the same chance, and the breaker may apply a random symmetry to every strategy that it mixes: a strategy counts by its mean cost
for each class.

    1. Solve the program over the strategies so far. Its dual values are chances of the codes.
    2. Find a best reply to these chances among all strategies. If it costs as much as the program's mixture, both are optimal:
       the mixture costs at most v for every code, and no strategy costs less against the chances.
    3. Otherwise add the reply.

If all codes are of one class, the codemaker chooses uniformly, and the value is the least mean of a strategy.

The mixtures are strictly complementary: each class has a chance, or costs the breaker's mixture less than the value, so that no
optimal codemaker chooses it (Goldman and Tucker 1956). Where the first optimal pair leaves a class open, let the classes without
a chance cost e > 0 more. The value of this game, convex and piecewise linear in e, is

    the old one: then its breaker's mixture costs these classes less than that, by e or more; or
    greater: then, if e is small enough, its codemaker is optimal in the old game, too, and gives one of them a chance.
"""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, lcm
from operator import mul
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from flint import fmpz_mat

from tafelwerk.solvers.deduction.search_problem import SearchProblem
from tafelwerk.solvers.deduction.symmetry import Indices
from tafelwerk.solvers.machine.linear_program import LinearProgram

Column = Sequence[int]

VALUE = -1
"""The column of v; slacks are numbered below it: -2 is that of the first class."""


class Program:
    """The breaker's linear program over the strategies so far, solved exactly: a revised simplex method in integers.

    For K classes of codes it starts with one strategy:

        minimise v   subject to   sum_t q_t d_kt + z_k = s_k v for every class k,   sum_t q_t = 1,   q, z >= 0,

    where d_kt are the queries of strategy t summed over the s_k codes of class k. The dual values of the rows are the
    codemaker's chances per code. The inverse of the basis is kept as its adjugate and its determinant, which are integers, so
    every pivot is an exact division (Edmonds 1967; Azulay and Pique 2001).

    Attributes:
        sizes: number of codes of each class.
        columns: queries of each strategy, summed over the codes of each class.
    """

    @classmethod
    def from_basis(cls, sizes: Sequence[int], columns: Sequence[Column], basis: Sequence[int] | None) -> "Program":
        """The program with some strategies, starting from a basis if it is one and its shares and slacks are not below 0.

        Args:
            sizes: number of codes of each class.
            columns: the strategies.
            basis: K + 1 columns: numbers of strategies from 0, VALUE, and VALUE - 1 - k for the slack of class k.
        """
        made = cls(sizes, columns[0])
        made.columns = [tuple(column) for column in columns]
        if basis is None or VALUE not in basis:
            return made
        matrix: Any = fmpz_mat([list(row) for row in zip(*map(made._entries, basis), strict=True)])
        scale = abs(matrix.det())
        if scale:
            every, inverse = range(len(basis)), matrix.inv() * scale
            entries = [[int(inverse[i, j].p) for j in every] for i in every]
            if all(row[-1] >= 0 for row in entries):
                made._inverse, made._scale, made._basis = entries, int(scale), list(basis)
                made._top = made._basis.index(VALUE)
        return made

    def __init__(self, sizes: Sequence[int], first: Column) -> None:
        self.sizes, self.columns = tuple(sizes), [tuple(first)]
        classes = range(len(sizes))
        self._inverse = [[int(i == j) for j in range(len(sizes) + 1)] for i in range(len(sizes) + 1)]
        self._scale = 1
        self._basis = [VALUE - 1 - k for k in classes] + [0]
        self._replace(len(sizes), self._entering(0))
        self._top = max(classes, key=lambda k: Fraction(first[k], sizes[k]))
        self._basis[self._top] = VALUE
        self._replace(self._top, self._entering(VALUE))

    @property
    def value(self) -> Fraction:
        """Value of the game in which the breaker has these strategies only, after `improve`."""
        return Fraction(self._inverse[self._top][-1], self._scale)

    @property
    def chances(self) -> list[Fraction]:
        """The codemaker's chance for each code of each class in that game."""
        return [Fraction(-entry, self._scale) for entry in self._inverse[self._top][:-1]]

    @property
    def mixture(self) -> dict[int, Fraction]:
        """The breaker's chances in that game: of each strategy that has one above 0."""
        shares = ((column, row[-1]) for column, row in zip(self._basis, self._inverse, strict=True))
        return {column: Fraction(share, self._scale) for column, share in sorted(shares) if column >= 0 and share}

    def add(self, column: Column) -> None:
        """Add a strategy."""
        self.columns.append(tuple(column))

    def improve(self) -> None:
        """Make pivots until the mixture is optimal over all strategies so far.

        After a pivot that leaves v as it is, the first column that may enter does, and of the rows that may leave, that of the
        first column (Bland 1977), so that no basis is met twice.
        """
        stalls = False
        while True:
            top = self._inverse[self._top]
            prices = [(-entry, VALUE - 1 - k) for k, entry in enumerate(top[:-1])]
            prices += [(-sum(map(int.__mul__, top, column)) - top[-1], t) for t, column in enumerate(self.columns)]
            entering = [(price, column) for price, column in prices if price < 0]
            if not entering:
                return
            column = min((column for _, column in entering), key=_order) if stalls else min(entering)[1]
            direction = self._entering(column)
            rows = [i for i, entry in enumerate(direction) if entry > 0 and i != self._top]
            ratios = {i: Fraction(self._inverse[i][-1], direction[i]) for i in rows}
            least = min(ratios.values())
            leaving = min((i for i in rows if ratios[i] == least), key=lambda i: _order(self._basis[i]))
            self._basis[leaving] = column
            self._replace(leaving, direction)
            stalls = least == 0

    def _entries(self, column: int) -> list[int]:
        """A column, one entry per class and one for the sum of the shares."""
        if column == VALUE:
            return [*(-size for size in self.sizes), 0]
        if column < VALUE:
            return [int(k == VALUE - 1 - column) for k in range(len(self.sizes))] + [0]
        return [*self.columns[column], 1]

    def _entering(self, column: int) -> list[int]:
        """A column in terms of the basis, times the determinant."""
        if column == VALUE:
            return [-sum(map(int.__mul__, row, self.sizes)) for row in self._inverse]
        if column < VALUE:
            return [row[VALUE - 1 - column] for row in self._inverse]
        return [sum(map(int.__mul__, row, self.columns[column])) + row[-1] for row in self._inverse]

    def _replace(self, leaving: int, direction: list[int]) -> None:
        """Exchange a column of the basis for one with these entries in terms of the basis."""
        pivot, pivot_row, scale = direction[leaving], self._inverse[leaving], self._scale
        for i, row in enumerate(self._inverse):
            if i != leaving:
                by = direction[i]
                self._inverse[i] = [(pivot * a - by * b) // scale for a, b in zip(row, pivot_row, strict=True)]
        self._scale = pivot
        if pivot < 0:
            self._scale = -pivot
            self._inverse = [[-entry for entry in row] for row in self._inverse]


def _order(column: int) -> int:
    """Place of a column among all: strategies, then slacks."""
    return column if column >= 0 else (1 << 60) - column


class ApproximateProgram:
    """As `Program`, in doubles, for games with many classes; after `improve`, `value` and `chances` are those of the optimum.

    Nothing is proved here: HiGHS finds strategies and a basis, which `solve_game` takes over into integers.

    Attributes:
        value: value of the game in which the breaker has these strategies only.
        chances: the codemaker's chance for each code of each class.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes, self._program = np.array(sizes, float), LinearProgram()
        self._program.add_variables([1.0])
        for _ in sizes:
            self._program.add_row(-np.inf, 0.0, [0], [-1.0])
        self._program.add_row(1.0, 1.0, [], [])
        self.value, self.chances = np.inf, np.zeros(len(sizes))

    def add(self, column: Column) -> None:
        """Add a strategy."""
        self._program.add_column([*(np.array(column, float) / self._sizes), 1.0])

    def improve(self) -> bool:
        """Find the optimum over all strategies so far; whether HiGHS finds it."""
        if not self._program.solve():
            return False
        self.value = float(self._program.values[0])
        duals = np.abs(self._program.duals[:-1])
        total = float(duals.sum())
        if total > 0:
            self.chances = duals / total / self._sizes
        return total > 0

    def basis(self) -> list[int] | None:
        """Its columns: v, strategies by number, slacks, as `Program.from_basis` takes them; None if not one per row."""
        variables, rows = self._program.basis
        classes = len(self._sizes)
        columns = [column - 1 for column in variables] + [VALUE - 1 - row for row in rows if row < classes]
        return columns if len(columns) == classes + 1 else None


FEW = 20
"""Number of classes up to which the program is solved in integers from the start."""

CENTRED = 0.5
"""Share of the best chances so far in those that are priced."""

TOLERANCE = 1e-9
"""Cost that counts as an improvement in doubles."""

ROUGH = 1 << 26
"""Sum of weights to which chances are rounded first: costs fit in 32 bits."""

Tree = TypeVar("Tree")


class TooManyQueriesError(Exception):
    """More queries may be best than can be compared."""


@dataclass(frozen=True, eq=False, slots=True)
class Strategy(Generic[Tree]):
    """A strategy of the breaker.

    Attributes:
        tree: its tree, for all codes.
        column: cost summed over the codes of each class.
    """

    tree: Tree
    column: tuple[int, ...]


class Replies(Protocol[Tree]):
    """What a game must provide: best replies to the codemaker's chances.

    Attributes:
        sizes: number of codes of each class.
        dearest: greatest cost of a code, if no query is useless.
        most: greatest sum of the weights of all codes.
    """

    sizes: tuple[int, ...]
    dearest: int
    most: int

    def reply(self, weights: Sequence[int], below: int | None) -> Strategy[Tree] | None:
        """A strategy of least cost by weights, at least 1, per code of each class; None if none costs less than `below`."""

    def exact(self, chances: Sequence[Fraction]) -> tuple[Fraction, Strategy[Tree]]:
        """The least mean cost against chances per code of each class, and a strategy that has it.

        Raises:
            TooManyQueriesError: too many queries may be best.
        """


@dataclass(frozen=True, eq=False, slots=True)
class Solution(Generic[Tree]):
    """Value and optimal mixtures.

    Attributes:
        value: cost under best play of both sides; the breaker's mixture costs no more for any code.
        lower: cost of every strategy against the chances, at least; less than `value` if a best reply was too much work.
        chances: the codemaker's chance for each code, one entry per class.
        strategies: those that the breaker mixes, the most probable first; a random symmetry is applied to each.
        shares: their chances.
        rounds: number of best replies computed.
    """

    value: Fraction
    lower: Fraction
    chances: tuple[Fraction, ...]
    strategies: tuple[Strategy[Tree], ...]
    shares: tuple[Fraction, ...]
    rounds: int

    def open_classes(self, sizes: Sequence[int]) -> list[int]:
        """Classes without a chance that cost the breaker's mixture the value."""
        mixture = list(zip(self.strategies, self.shares, strict=True))
        return [
            k
            for k, (size, chance) in enumerate(zip(sizes, self.chances, strict=True))
            if not chance and sum(share * strategy.column[k] for strategy, share in mixture) == size * self.value
        ]


FIRST_UNIT = 1 << 10
"""1 / e, when e is first added to the cost of classes without a chance."""


def solve_game(replies: Replies[Tree], *, watch: Callable[[int, Fraction], object] | None = None) -> Solution[Tree]:
    """Solve the game.

    Args:
        replies: best replies to chances of the codes.
        watch: called after each round with the number of rounds and the value of the program.

    Raises:
        InputError: codes cannot be told apart or named.
    """
    pricing, unit = _Pricing(replies), FIRST_UNIT
    strategies = [pricing.first()]
    solution = pricing.solve(strategies, _Dearer(replies.sizes), watch)
    while solution.lower == solution.value and solution.open_classes(replies.sizes):
        idle = {k for k, chance in enumerate(solution.chances) if not chance}
        dearer = _Dearer(replies.sizes, idle, unit)
        other = pricing.solve(strategies, dearer, watch)
        if other.lower < other.value:
            break
        if other.value == solution.value:
            solution = replace(solution, strategies=other.strategies, shares=other.shares)
        elif other.value == solution.value + dearer.more(other.chances):
            both = zip(solution.chances, other.chances, strict=True)
            solution = replace(solution, chances=tuple((chance + new) / 2 for chance, new in both))
        else:
            unit *= FIRST_UNIT
    return replace(solution, rounds=len(strategies))


class _Dearer:
    """Costs in a game in which every code of some classes costs 1 / `unit` more; a cost counts `unit` times in its columns."""

    def __init__(self, sizes: Sequence[int], classes: Set[int] = frozenset(), unit: int = 1) -> None:
        self._sizes, self._classes, self.unit = sizes, classes, unit

    def column(self, column: Column) -> Column:
        """A strategy's column."""
        costs = enumerate(zip(column, self._sizes, strict=True))
        return tuple(self.unit * cost + (size if k in self._classes else 0) for k, (cost, size) in costs)

    def more(self, chances: Sequence[Fraction]) -> Fraction:
        """What all strategies cost more against chances."""
        return sum((self._sizes[k] * chances[k] for k in self._classes), Fraction(0)) / self.unit


@dataclass(frozen=True, slots=True)
class _Bound:
    """Chances of the codes against which no strategy costs less than `lower`."""

    lower: Fraction
    chances: Sequence[Fraction]


class _Pricing(Generic[Tree]):
    """Finds strategies that improve the program."""

    def __init__(self, replies: Replies[Tree]) -> None:
        self.replies, self.sizes, self.codes = replies, replies.sizes, sum(replies.sizes)
        self.precisions = (min(ROUGH, replies.most), replies.most)

    def solve(
        self, strategies: list[Strategy[Tree]], dearer: _Dearer, watch: Callable[[int, Fraction], object] | None
    ) -> Solution[Tree]:
        """The solution of a game in which some classes cost more, given some strategies; those that it needs are appended."""
        basis = self.prepare(strategies, dearer) if len(self.sizes) > FEW else None
        program = Program.from_basis(self.sizes, [dearer.column(strategy.column) for strategy in strategies], basis)
        while True:
            program.improve()
            value, chances = program.value / dearer.unit, program.chances
            if watch is not None:
                watch(len(strategies), value)
            # of one class, codes have equal chances, which the first reply is best against
            reply = None if len(self.sizes) == 1 else self.better(chances, value - dearer.more(chances))
            if not isinstance(reply, Strategy):
                break
            program.add(dearer.column(reply.column))
            strategies.append(reply)
        mixture = sorted(program.mixture.items(), key=lambda strategy: (-strategy[1], strategy[0]))
        bound = _Bound(value, chances) if reply is None else reply
        return Solution(
            value,
            bound.lower,
            tuple(bound.chances),
            tuple(strategies[t] for t, _ in mixture),
            tuple(share for _, share in mixture),
            len(strategies),
        )

    def prepare(self, strategies: list[Strategy[Tree]], dearer: _Dearer) -> Sequence[int] | None:
        """Append the strategies that matter in doubles. Returns a basis of the program, None if it has none.

        Replies are best to mixtures of the chances with the best ones so far, as long as they help: chances of the optimum
        over few strategies are far from those over all (Wentges 1997).
        """
        program = ApproximateProgram(self.sizes)
        for strategy in strategies:
            program.add(dearer.column(strategy.column))
        sizes = np.array(self.sizes, float)
        centre, proved = 1 / sizes / len(sizes), 0.0
        for most in self.precisions:
            while program.improve():
                for share in (CENTRED, 0.0):
                    chances = share * centre + (1 - share) * program.chances
                    weights = np.maximum(1, (chances * (most - self.codes)).astype(np.int64))
                    known = int((np.array([strategy.column for strategy in strategies]) @ weights).min())
                    reply = self.replies.reply(weights.tolist(), known)
                    cost = known if reply is None else int(weights @ np.array(reply.column))
                    if cost / float(weights @ sizes) > proved:
                        proved, centre = cost / float(weights @ sizes), chances
                    column = () if reply is None else dearer.column(reply.column)
                    if reply is not None and program.chances @ np.array(column) < program.value - TOLERANCE:
                        program.add(column)
                        strategies.append(reply)
                        break
                else:
                    break
        return program.basis()

    def better(self, chances: Sequence[Fraction], value: Fraction) -> Strategy[Tree] | _Bound | None:
        """A strategy that costs less than `value` against the chances; None if there is none.

        Chances of a large common denominator are rounded first, then more finely if no reply to rounded ones is good enough. Then
        the reply is found in integers of any size. If that is too much work, a bound by rounded chances is returned.
        """
        integers, scale = self._whole(chances)
        rounded, cost = list[int](), 0
        for most in self.precisions:
            if sum(map(mul, integers, self.sizes)) <= most:
                return self.replies.reply(integers, ceil(value * scale))
            unit = most - self.codes
            rounded = [max(1, floor(chance * unit)) for chance in chances]
            raised = sum(size for size, chance in zip(self.sizes, chances, strict=True) if chance * unit < 1)
            rounded_reply = self.replies.reply(rounded, ceil(value * unit) + raised * self.replies.dearest)
            if rounded_reply is None or sum(map(mul, chances, rounded_reply.column)) < value:
                return rounded_reply
            cost = sum(map(mul, rounded, rounded_reply.column))
        try:
            least, reply = self.replies.exact(chances)
        except TooManyQueriesError:
            total = sum(map(mul, rounded, self.sizes))
            return _Bound(Fraction(cost, total), [Fraction(weight, total) for weight in rounded])
        return None if least == value else reply

    def _whole(self, chances: Sequence[Fraction]) -> tuple[list[int], int]:
        """Chances as integer weights, and the weight of chance 1.

        Codes without a chance get weight 1. All of them together cost less than one unit of the others.
        """
        common = lcm(*(chance.denominator for chance in chances))
        idle = sum(size for size, chance in zip(self.sizes, chances, strict=True) if not chance)
        scale = common * (idle * self.replies.dearest + 1)
        return [int(chance * scale) or 1 for chance in chances], scale

    def first(self) -> Strategy[Tree]:
        """A best reply to equal chances."""
        reply = self.replies.reply([1] * len(self.sizes), None)
        assert reply is not None
        return reply


@dataclass(frozen=True, eq=False, slots=True)
class Classes:
    """Classes of the codes of a problem, in the order of their first codes.

    Attributes:
        of: int32, shape (C,): class of each code.
        first: the first code of each class.
        sizes: number of codes of each class.
    """

    of: Indices
    first: tuple[int, ...]
    sizes: tuple[int, ...]


def code_classes(problem: SearchProblem) -> Classes:
    """The classes of the codes; without known symmetries, every code is its own.

    Positions may be permuted and symbols renamed, so two words are of one class if equally many symbols occur once, twice, and so
    on in them.
    """
    count = len(problem.codes)
    if problem.symmetry is None:
        every = range(count)
        return Classes(np.arange(count, dtype=np.int32), tuple(every), (1,) * count)
    words = problem.symmetry.words
    occurring = np.zeros((count, problem.symmetry.symbols), np.uint8)
    for position in range(words.shape[1]):
        occurring[np.arange(count), words[:, position]] += 1
    shapes = np.sort(occurring, axis=1)[:, ::-1][:, : words.shape[1]]
    _, first, of = np.unique(shapes, axis=0, return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    classes = rank[of.reshape(-1)].astype(np.int32)
    return Classes(classes, tuple(np.sort(first).tolist()), tuple(np.bincount(classes).tolist()))
