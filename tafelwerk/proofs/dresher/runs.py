"""The work of solving a game, counted by a second program: column generation for the hider's linear program.

The counts are those of HiGHS with the algorithm below; another version of HiGHS may count differently.

The first tree is a best tree against the centre, at first the weights 2, 1, ..., 1, 2. In each round the linear program is
solved. Then best trees against mixtures of the centre and the program's own weights enter, in the order of `SHARES`, if they
take fewer guesses against the program's weights than the program's value. The mixture against which a best tree takes most
becomes the centre. The rounds end when no tree is new, or when the program's value is that of the centre. Then the basis is
proved to be optimal; if the proof fails, the rounds continue with a best tree against the hider's exact weights.
"""

import platform
from fractions import Fraction
from functools import lru_cache
from importlib.metadata import version
from math import lcm
from typing import Any

import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

from tafelwerk.proofs.dresher.checker import best_tree
from tafelwerk.solvers.machine.jit import kernel

COUNTED_BY = ("1.15.1", "x86_64")
"""Version of HiGHS and kind of processor that the stored counts are made with; others may count differently."""

SHARES = {"plain": (0.0,), "centred": (0.98, 0.95, 0.9, 0.8, 0.5, 0.0)}
"""Shares of the centre in the weights at which trees are priced, by method."""

NEW_TREE, MET, LEAST_WEIGHT = 1e-10, 1e-11, 1e-8
"""Guesses by which a new tree must fall below the program's value; gap in guesses at which bounds have met; least weight of a
number in pricing, relative to the mean."""

OPTIONS: dict[str, str | int | float] = {
    "presolve": "off",
    "solver": "simplex",
    "simplex_strategy": 1,
    "simplex_dual_edge_weight_strategy": 1,
    "primal_feasibility_tolerance": 1e-9,
    "dual_feasibility_tolerance": 1e-9,
    "threads": 1,
    "parallel": "off",
}

Weights = NDArray[np.float64]
Tree = tuple[int, ...]
Counts = tuple[int, int, int]
"""Rounds, simplex iterations, trees."""


def is_comparable() -> bool:
    """Whether counts made here are comparable with stored ones."""
    return (version("highspy"), platform.machine()) == COUNTED_BY


class Run:
    """A game while it is solved.

    Attributes:
        bounds: per round, the program's value and the guesses of the last best tree.
    """

    def __init__(self, n: int, method: str) -> None:
        self.bounds: list[tuple[float, float]] = []
        self._n, self._pairs, self._shares = n, (n + 1) // 2, SHARES[method]
        self._height = n.bit_length() + 1
        self._trees: list[Tree] = []
        self._rows: set[bytes] = set()
        self._rounds = self._pivots = 0
        self._highs = _program(n, self._pairs)
        ends = np.ones(n)
        ends[[0, -1]] = 2 if n > 2 else 1
        self._centre = ends * (n / ends.sum())
        self._lower, tree = self._best(self._centre)
        self._add([tree])

    def counts(self, stored: Counts | None = None) -> Counts:
        """Solve the game and return the rounds, simplex iterations and trees.

        Args:
            stored: stored counts. If rounds end with them, the basis is not proved to be optimal.
        """
        met = MET
        while True:
            self._rounds_until(met)
            counts = (self._rounds, self._pivots, len(self._trees))
            if counts == stored:
                return counts
            optimal, reply = self._exactly()
            if optimal:
                return counts
            if reply is None or not self._take(reply):
                if met < 0:
                    raise ArithmeticError(f"n = {self._n}: the precision of doubles is not enough")
                met = -1.0

    def _rounds_until(self, met: float) -> None:
        while True:
            self._highs.run()
            self._rounds += 1
            self._pivots += self._highs.getInfo().simplex_iteration_count
            solution = np.maximum(self._highs.getSolution().col_value, 0.0)
            value = float(solution[-1]) / self._n
            if value - self._lower < met:
                self.bounds.append((value, self._lower))
                return
            own = np.zeros(self._n)
            own[: self._pairs] = solution[:-1] / 2
            own[::-1][: self._pairs] = solution[:-1] / 2
            if self._n % 2:
                own[self._pairs - 1] = solution[-2]
            trees, mixtures = [], [share * self._centre + (1 - share) * own for share in self._shares]
            for weights in mixtures:
                taken, tree = self._best(weights)
                if np.dot(own, tree) / self._n < value - NEW_TREE:
                    trees.append(tree)
                if taken > self._lower:
                    self._lower, self._centre = taken, weights
            self.bounds.append((value, taken))
            if not self._add(trees):
                return

    def _best(self, weights: Weights) -> tuple[float, Tree]:
        """Guesses and depths of a best tree of limited height."""
        full = _full_tree(self._height)
        taken = np.zeros((len(full), self._n + 1), np.bool_)
        depths = np.zeros(self._n, np.int64)
        total = _least(np.maximum(weights, LEAST_WEIGHT * weights.mean()), full, np.zeros(self._n + 1), taken, depths)
        return float(total) / self._n, tuple(depths.tolist())

    def _add(self, trees: list[Tree]) -> int:
        """Add the trees that are new, with mirror images taken as equal; returns their number."""
        before = len(self._trees)
        places = np.arange(self._pairs + 1, dtype=np.int32)
        for tree in trees:
            depths = np.array(tree, np.float64)
            row = (depths + depths[::-1])[: self._pairs]
            if row.tobytes() not in self._rows:
                self._rows.add(row.tobytes())
                self._trees.append(tree)
                self._highs.addRow(0.0, float("inf"), self._pairs + 1, places, np.append(row, -2.0))
        return len(self._trees) - before

    def _take(self, tree: Tree) -> bool:
        self._height = max(self._height, *tree)
        return bool(self._add([tree]))

    def _basis(self) -> tuple[list[Tree], list[int]]:
        """Trees whose rows are tight in the last basis, and the pairs in it."""
        import highspy

        basis, basic = self._highs.getBasis(), highspy.HighsBasisStatus.kBasic
        trees = [tree for tree, status in zip(self._trees, basis.row_status[1:], strict=True) if status != basic]
        return trees, [pair for pair, status in enumerate(basis.col_status[:-1]) if status == basic]

    def _exactly(self) -> tuple[bool, Tree | None]:
        """Whether the basis is proved to be optimal, and a best tree against the hider's exact weights if none is negative."""
        n, (trees, pairs) = self._n, self._basis()
        if len(trees) != len(pairs):
            return False, None
        sizes = [1 + (pair != n - 1 - pair) for pair in pairs]
        rows = [
            [(tree[pair] + tree[n - 1 - pair]) * size // 2 for pair, size in zip(pairs, sizes, strict=True)]
            for tree in trees
        ]
        system = fmpz_mat([[*row, -1] for row in rows] + [[*sizes, 0]])
        try:
            held = system.solve(fmpz_mat([[0]] * len(pairs) + [[1]]))
            mixed = system.transpose().solve(fmpz_mat([[0]] * len(pairs) + [[-1]]))
        except ZeroDivisionError:
            return False, None
        shares = [Fraction(int(mixed[i, 0].p), int(mixed[i, 0].q)) for i in range(len(trees))]
        weights = [Fraction(0)] * n
        for i, pair in enumerate(pairs):
            weights[pair] = weights[n - 1 - pair] = Fraction(int(held[i, 0].p), int(held[i, 0].q))
        upper = None
        if min(shares) >= 0:
            upper = max(
                sum(
                    (share * (tree[i] + tree[n - 1 - i]) / 2 for share, tree in zip(shares, trees, strict=True)),
                    Fraction(0),
                )
                for i in range(n)
            )
            # if 2, 1, ..., 1, 2 is optimal, the proof uses it
            height = (n + 2).bit_length()
            if upper == height - Fraction(2**height - height + 1, n + 2):
                weights = [Fraction(2 if n > 2 and i in (0, n - 1) else 1) for i in range(n)]
        if min(weights) < 0:
            return False, None
        scale = lcm(*(weight.denominator for weight in weights))
        least, reply = best_tree([int(weight * scale) for weight in weights])
        return upper is not None and least == upper * sum(weights) * scale, tuple(reply)


def _program(n: int, pairs: int) -> Any:
    """The program without trees: a variable per pair {i, n + 1 - i}, with sum n, and one for n times the value."""
    import highspy

    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.silent()
    for name, setting in OPTIONS.items():
        highs.setOptionValue(name, setting)
    highs.addVars(pairs + 1, np.zeros(pairs + 1), np.full(pairs + 1, highspy.kHighsInf))
    highs.changeColCost(pairs, -1.0)
    highs.addRow(float(n), float(n), pairs, np.arange(pairs, dtype=np.int32), np.ones(pairs))
    return highs


@lru_cache(maxsize=16)
def _full_tree(height: int) -> Weights:
    """Depths in the full tree of this height; the depths of every tree that is not higher are a subsequence."""
    depths = np.ones(1)
    for _ in range(1, height):
        depths = np.concatenate([depths + 1, np.ones(1), depths + 1])
    return depths


@kernel
def _least(
    weights: Weights, full: Weights, totals: Weights, taken: NDArray[np.bool_], depths: NDArray[np.int64]
) -> float:
    """Least sum of weight times depth over subsequences of the full tree's depths; among equals the one that ends first.

    Args:
        weights: weights of the numbers, shape (n,).
        full: depths in the full tree, shape (places,).
        totals, taken: scratch, shape (n + 1,) and (places, n + 1).
        depths: filled with the depths of the best tree, shape (n,).
    """
    n, places = len(weights), len(full)
    totals[0] = 0.0
    totals[1:] = np.inf
    for index in range(places):
        # enough places must be left for the numbers that are left
        for i in range(min(n, index + 1), max(0, n - places + index), -1):
            total = totals[i - 1] + weights[i - 1] * full[index]
            taken[index, i] = total < totals[i]
            if total < totals[i]:
                totals[i] = total
    i = n
    for index in range(places - 1, -1, -1):
        if i > 0 and taken[index, i]:
            i -= 1
            depths[i] = np.int64(full[index])
    least: float = totals[n]
    return least
