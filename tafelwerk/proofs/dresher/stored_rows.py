"""Proofs of stored games: certificates by the plain checker, every other column from the proved ones.

Certificates are also checked in doubles, up to an error of TINY guesses: the work of the checker in a fraction of its time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.dresher.rules import FAMILY, FIRST_SUPPOSED, Depths
from tafelwerk.proofs.claims import Faults
from tafelwerk.proofs.dresher.checker import check
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.tables.book import Book
from tafelwerk.tables.layout import layout

TINY = 1e-9
"""Tolerance for doubles, in guesses."""

Numbers = NDArray[np.float64]


def fault_of(
    value: float, hider: Sequence[float], searcher: Sequence[float], trees: Sequence[Sequence[int]]
) -> str | None:
    """The first fault of a certificate, or None if there is none.

    Args:
        value: value of the game, in guesses.
        hider: probabilities of the numbers, shape (n,).
        searcher: probabilities of the trees, shape (trees,).
        trees: depths, shape (trees, n).
    """
    n = len(hider)
    depths = np.array(trees, np.int64)
    if depths.shape != (len(searcher), n) or not len(searcher):
        return "not n depths per tree"
    if not all(_is_tree(row) for row in depths):
        return "no search tree has these depths"
    if abs(sum(hider) - 1) > TINY or abs(sum(searcher) - 1) > TINY or min(*hider, *searcher) < 0:
        return "no probabilities"
    worst = float((np.array(searcher) @ depths).max())
    if worst > value + TINY:
        return f"upper bound: the mixture takes up to {worst} guesses"
    least = float(_best(np.array(hider, np.float64), np.zeros((n + 1, n + 1)), np.zeros((n + 1, n + 1), np.int64)))
    return f"lower bound: a tree takes {least} guesses" if least < value - TINY else None


@kernel
def _is_tree(depths: NDArray[np.int64]) -> bool:
    """Whether the depths are those of a search tree: each number is one level below the deeper of its nearest neighbours, left
    and right, that are not deeper than it."""
    n = len(depths)
    for index in range(n):
        nearest = 0
        left, right = index - 1, index + 1
        while left >= 0 and depths[left] > depths[index]:
            left -= 1
        while right < n and depths[right] > depths[index]:
            right += 1
        if left >= 0:
            nearest = depths[left]
        if right < n:
            nearest = max(nearest, depths[right])
        if depths[index] != nearest + 1:
            return False
    return n > 0


@kernel
def _best(weights: Numbers, least: Numbers, roots: NDArray[np.int64]) -> float:
    """Least sum of weight times depth over all search trees.

    Some best root of an interval lies between those of the two intervals that are shorter by one (Knuth, Optimum binary
    search trees, 1971).

    Args:
        weights: weights of the numbers, 0 or more, shape (n,).
        least, roots: zeroed scratch, shape (n + 1, n + 1): least sum and best root of the numbers i, ..., j - 1.
    """
    n = len(weights)
    for i in range(n):
        least[i, i + 1] = weights[i]
        roots[i, i + 1] = i
    for length in range(2, n + 1):
        total = 0.0
        for i in range(length - 1):
            total += weights[i]
        for i in range(n - length + 1):
            j = i + length
            total += weights[j - 1]
            best, root = np.inf, i
            for r in range(roots[i, j - 1], roots[i + 1, j] + 1):
                taken = least[i, r] + least[r + 1, j]
                if taken < best:
                    best, root = taken, r
            least[i, j] = best + total
            roots[i, j] = root
            total -= weights[i]
    least_sum: float = least[0, n]
    return least_sum


PRIMES = (2**31 - 1, 2**31 - 19)
"""Moduli for ranks of matrices; a product of two residues fits into 64 bits."""

_LENGTH = 160

_PART = 32  # games read at once


def wrong_games(book: Book, numbers: Sequence[int], *, exactly: bool = True) -> Iterator[str]:
    """Faults of games: of their certificates or, if these hold, of all columns derived from them.

    Args:
        book: the book.
        numbers: n of the games, ascending, each stored.
        exactly: whether to check certificates in integers and prove uniqueness; otherwise certificates are checked in doubles.

    Yields:
        One text per fault.
    """
    for begin in range(0, len(numbers), _PART):
        part = list(numbers[begin : begin + _PART])
        games, weights, trees = (_by_game(book, table, part) for table in ("games", "hider", "searcher"))
        for n, (game,) in games.items():
            yield from _wrong_game(game, weights.get(n, []), trees.get(n, []), exactly)


def _by_game(book: Book, name: str, numbers: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    """Rows of a table by their n, in the order of the table's key."""
    (table,) = (table for table in layout(FAMILY) if table.name == name)
    where = f"WHERE n IN (SELECT unnest(?::INTEGER[])) ORDER BY {', '.join(table.key)}"
    rows = book.rows(FAMILY, f"SELECT {', '.join(table.column_names)} FROM {FAMILY}.{name} {where}", numbers)
    records = (dict(zip(table.column_names, row, strict=True)) for row in rows)
    return {n: list(group) for n, group in groupby(records, key=lambda row: row["n"])}


def _wrong_game(
    game: dict[str, Any], numbers: list[dict[str, Any]], trees: list[dict[str, Any]], exactly: bool
) -> list[str]:
    faults = Faults()
    certificate = _certificate(game, numbers, trees)
    try:
        if exactly:
            check(certificate)
        else:
            _check_in_doubles(certificate)
    except ValueError as fault:
        return [f"{game['n']}: {str(fault)[:_LENGTH]}"]
    proved = _ProvedGame(
        Fraction(certificate["value"]),
        tuple(int(row["weight"]) for row in numbers),
        tuple(int(tree["weight"]) for tree in trees),
        tuple(tuple(tree["depths"]) for tree in trees),
    )
    _game(game, proved, faults)
    _hider([row["probability"] for row in numbers], proved, faults)
    _searcher(trees, proved, faults)
    if exactly:
        _unique(game["hider_unique"], proved, faults)
    return faults.texts


def _check_in_doubles(certificate: dict[str, Any]) -> None:
    """Check a certificate in doubles, but the sums of the weights in integers; raises ValueError with the fault."""
    held = [int(weight) for weight in certificate["hider"]]
    mixed = [int(tree["weight"]) for tree in certificate["searcher"]]
    totals = sum(held), sum(mixed)
    if (str(totals[0]), str(totals[1])) != (certificate["hider_total"], certificate["searcher_total"]):
        raise ValueError("a total is not the sum of the weights")
    shares = [weight / totals[0] for weight in held], [weight / totals[1] for weight in mixed]
    fault = fault_of(
        float(Fraction(certificate["value"])), *shares, [tree["depths"] for tree in certificate["searcher"]]
    )
    if fault is not None:
        raise ValueError(fault)


@dataclass(frozen=True, slots=True)
class _ProvedGame:
    """A value and the strategies that prove it: the hider's weights, the searcher's weights and trees."""

    value: Fraction
    hider: tuple[int, ...]
    searcher: tuple[int, ...]
    trees: tuple[Depths, ...]

    @property
    def n(self) -> int:
        return len(self.hider)


def _certificate(
    game: dict[str, Any], numbers: Sequence[dict[str, Any]], trees: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """The stored rows, unchanged, in the form that the checker reads."""
    above, below = game["value_num"], game["value_den"]
    return {
        "n": game["n"],
        "value": above if below == "1" else f"{above}/{below}",
        "hider_total": game["hider_total"],
        "hider": [row["weight"] for row in numbers],
        "searcher_total": game["searcher_total"],
        "searcher": [{"weight": tree["weight"], "depths": tree["depths"]} for tree in trees],
    }


def _game(game: dict[str, Any], proved: _ProvedGame, faults: Faults) -> None:
    n, value, held = proved.n, proved.value, proved.hider
    height = (n + 2).bit_length()
    bound = height - Fraction(2**height - height + 1, n + 2)
    supposed = n >= FIRST_SUPPOSED
    wanted = {
        "value_num": str(value.numerator),
        "value_den": str(value.denominator),
        "value": value.numerator / value.denominator,
        "bound_num": bound.numerator,
        "bound_den": bound.denominator,
        "bound": bound.numerator / bound.denominator,
        "bound_met": value == bound,
        "even_total": (n + 1) * n.bit_length() - 2 ** n.bit_length() + 1,
        "sum_rule": held[0] == held[1] + held[2] if supposed else None,
        "double_rule": held[0] == 2 * held[1] if supposed else None,
        "ends_largest": held[0] > max(held[1:-1]) if supposed else None,
        "trees": len(proved.trees),
        "depth": max(map(max, proved.trees)),
    }
    for column, right in wanted.items():
        faults.unless(game[column] == right, n, f"{column} {str(game[column])[:40]} should be {str(right)[:40]}")
    faults.unless(value >= bound, n, "the value is below L(n)")


def _hider(probabilities: Sequence[Any], proved: _ProvedGame, faults: Faults) -> None:
    total = sum(proved.hider)
    faults.unless(gcd(*proved.hider) == 1, proved.n, "the hider's weights have a common divisor")
    for number, (weight, probability) in enumerate(zip(proved.hider, probabilities, strict=True), 1):
        row = f"{proved.n}, number {number}"
        faults.unless(probability == weight / total, row, f"probability {probability} should be {weight / total}")


def _searcher(trees: Sequence[dict[str, Any]], proved: _ProvedGame, faults: Faults) -> None:
    n, total = proved.n, sum(proved.searcher)
    faults.unless(gcd(*proved.searcher) == 1, n, "the searcher's weights have a common divisor")
    order = [(-weight, depths) for weight, depths in zip(proved.searcher, proved.trees, strict=True)]
    faults.unless(all(earlier < later for earlier, later in pairwise(order)), n, "trees out of order, or twice")
    numbers = {depths: number for number, depths in enumerate(proved.trees, 1)}
    for number, (tree, weight, depths) in enumerate(zip(trees, proved.searcher, proved.trees, strict=True), 1):
        mirror = numbers.get(depths[::-1])
        wanted = {
            "tree": number,
            "probability": weight / total,
            "root": depths.index(1) + 1,
            "depth": max(depths),
            "mirror": mirror,
        }
        row = f"{n}, tree {number}"
        for column, right in wanted.items():
            faults.unless(tree[column] == right, row, f"{column} {tree[column]} should be {right}")
        alike = mirror is not None and proved.searcher[mirror - 1] == weight
        faults.unless(alike, row, "its mirror image is not equally probable")


def _unique(stored: object, proved: _ProvedGame, faults: Faults) -> None:
    """Compare the stored uniqueness of the hider's symmetric optimal strategy with that by complementary slackness.

    An optimal strategy picks no number for which the stored mixture takes fewer guesses than the value. Against it, every
    stored tree takes the value, so any two trees take equally many. If these equations leave one dimension, it is the stored
    strategy. The rank modulo a prime is at most the rank.
    """
    n, total = proved.n, sum(proved.searcher)
    half = (n + 1) // 2
    guesses = [0] * n
    for weight, depths in zip(proved.searcher, proved.trees, strict=True):
        guesses = [taken + weight * depth for taken, depth in zip(guesses, depths, strict=True)]
    tight = [taken * proved.value.denominator == proved.value.numerator * total for taken in guesses]
    pairs = [i for i in range(half) if tight[i] and tight[n - 1 - i]]
    depths_of = np.array(proved.trees, np.int64)
    taken_by = np.unique((depths_of + depths_of[:, ::-1])[:, pairs], axis=0)
    equations = taken_by[1:] - taken_by[0]
    primes = PRIMES if stored else PRIMES[:1]
    unique = any(_rank(equations, prime) == len(pairs) - 1 for prime in primes)
    faults.unless(stored == unique, n, f"hider_unique {stored} should be {unique}")
    symmetric = proved.hider == proved.hider[::-1]
    faults.unless(symmetric or not stored, n, "the only symmetric strategy is not symmetric")


def _rank(matrix: NDArray[np.int64], prime: int) -> int:
    """Rank of a matrix modulo a prime below 2^31, by elimination."""
    residues = matrix % prime
    rank = 0
    while residues.size:
        column, residues = residues[:, 0], residues[:, 1:]
        entries = np.flatnonzero(column)
        if len(entries):
            first = entries[0]
            pivot = residues[first] * pow(int(column[first]), -1, prime) % prime
            residues = (residues - column[:, None] * pivot) % prime
            residues = np.delete(residues, first, axis=0)
            rank += 1
    return rank
