"""Stored games proved anew: their certificates by the independent checker, every other column from what it has proved.

What is left out for its length is counted in a check's detail, never claimed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from math import gcd, isfinite
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.claims import Claims
from tafelwerk.solvers.dresher.checker import check
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.dresher import FAMILY, Depths

SECONDS = 30.0
"""What the games may take together, unless a number is asked for: all N <= 256 and more."""

METHODS = ("plain", "centred")
"""The ways of asking for the next tree that tables runs and bounds know."""

TINY = 1e-6
"""What the doubles of table bounds may be off, in guesses; the linear program keeps to a thousandth of it."""

PRIMES = (2**31 - 1, 2**31 - 19)
"""Ranks are taken modulo these, where a product of two residues fits into 64 bits."""

FIRST_SUPPOSED = 5
"""First n that the conjectures on the hider's strategy are about."""

_SEED = 2018
_LENGTH = 160

_GAME = (
    *("n", "value_num", "value_den", "value", "bound_num", "bound_den", "bound", "bound_met"),
    *("hider_total", "hider_unique", "sum_rule", "double_rule", "ends_largest"),
    *("searcher_total", "trees", "depth", "rounds", "pivots", "candidates", "seconds"),
)
_TREE = ("tree", "weight", "probability", "root", "depth", "mirror", "depths")


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """A check a table and method.

    Args:
        book: the book.
        sample: games to draw; None: all, or as many of them as take half a minute.
    """
    yield from row_checks(book)
    yield from game_checks(book, sample)
    yield from run_checks(book)


def row_checks(book: Book) -> Iterator[Check]:
    """Each game once, with a weight for every number and as many trees as it says."""
    counted = book.rows(
        FAMILY,
        f"""
        SELECT n, g.found, h.found, s.found
        FROM (SELECT n, row(count(*), min(trees)) AS found FROM {FAMILY}.games GROUP BY n) g
        FULL JOIN (SELECT n, row(count(*), count(DISTINCT number), min(number), max(number)) AS found
                   FROM {FAMILY}.hider GROUP BY n) h USING (n)
        FULL JOIN (SELECT n, row(count(*), count(DISTINCT tree), min(tree), max(tree)) AS found
                   FROM {FAMILY}.searcher GROUP BY n) s USING (n)
        ORDER BY n
        """,
    )
    if not counted:
        return
    claims = Claims()
    for n, game, numbers, trees in counted:
        claims.rows += 1
        claims.claim(n, "no such game", n is not None and n >= 1)
        if game is None:
            claims.claim(n, "strategies without a game", False)
            continue
        rows, count = game
        claims.claim(n, f"{rows} games", rows == 1)
        claims.claim(n, f"the hider's numbers are not 1 to {n}", numbers == (n, n, 1, n))
        claims.claim(n, f"the searcher's trees are not 1 to {count}", trees == (count, count, 1, count))
    yield claims.check(f"{FAMILY}: strategies of every game", f"{claims.rows} games with their numbers and trees")


def game_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """The values by their certificates; where these hold, all that is derived from them."""
    stored = book.rows(FAMILY, f"SELECT {', '.join(_GAME)} FROM {FAMILY}.games WHERE n > 0 ORDER BY n")
    if not stored:
        return
    values, games, hider, searcher, unique = (Claims() for _ in range(5))
    for row in _drawn(stored, sample):
        game = dict(zip(_GAME, row, strict=True))
        numbers, trees = _strategies(book, game["n"])
        values.rows += 1
        certificate = _certificate(game, numbers, trees)
        try:
            check(certificate)
        except ValueError as fault:
            values.claim(game["n"], str(fault)[:_LENGTH], False)
            continue
        proved = _Proved(
            Fraction(certificate["value"]),
            tuple(int(weight) for weight, _ in numbers),
            tuple(int(tree["weight"]) for tree in trees),
            tuple(tuple(tree["depths"]) for tree in trees),
        )
        _game(game, proved, games)
        _hider([probability for _, probability in numbers], proved, hider)
        _searcher(trees, proved, searcher)
        _unique(game["hider_unique"], proved, unique)
    yield values.check(f"{FAMILY}.games: certificates", f"{values.rows} of {len(stored)} games proved")
    yield games.check(f"{FAMILY}.games: columns", f"{games.rows} games")
    yield hider.check(f"{FAMILY}.hider: columns", f"{hider.rows} rows")
    yield searcher.check(f"{FAMILY}.searcher: columns", f"{searcher.rows} rows")
    yield unique.check(f"{FAMILY}.games: uniqueness", f"{unique.rows} games by complementary slackness")


def run_checks(book: Book) -> Iterator[Check]:
    """Runs and their bounds: what can be held against doubles without a proven error."""
    runs = book.rows(
        FAMILY, f"SELECT n, method, rounds, pivots, candidates, seconds FROM {FAMILY}.runs ORDER BY n, method"
    )
    bounds = book.rows(FAMILY, f"SELECT n, method, round, upper, lower FROM {FAMILY}.bounds ORDER BY n, method, round")
    if runs:
        yield _runs(runs)
    if bounds:
        rounds = {(n, method): count for n, method, count, *_ in runs}
        yield _bounds(bounds, rounds, dict(book.rows(FAMILY, f"SELECT n, value FROM {FAMILY}.games")))


@dataclass(frozen=True, slots=True)
class _Proved:
    """A value and the strategies that prove it: the hider's weights, the searcher's weights and trees."""

    value: Fraction
    hider: tuple[int, ...]
    searcher: tuple[int, ...]
    trees: tuple[Depths, ...]

    @property
    def n(self) -> int:
        return len(self.hider)


def _strategies(book: Book, n: int) -> tuple[list[tuple[Any, ...]], list[dict[str, Any]]]:
    numbers = book.rows(FAMILY, f"SELECT weight, probability FROM {FAMILY}.hider WHERE n = ? ORDER BY number", n)
    trees = book.rows(FAMILY, f"SELECT {', '.join(_TREE)} FROM {FAMILY}.searcher WHERE n = ? ORDER BY tree", n)
    return numbers, [dict(zip(_TREE, tree, strict=True)) for tree in trees]


def _certificate(
    game: dict[str, Any], numbers: Sequence[tuple[Any, ...]], trees: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """What is stored, as it is, in the form that the checker reads."""
    above, below = game["value_num"], game["value_den"]
    return {
        "n": game["n"],
        "value": above if below == "1" else f"{above}/{below}",
        "hider_total": game["hider_total"],
        "hider": [weight for weight, _ in numbers],
        "searcher_total": game["searcher_total"],
        "searcher": [{"weight": tree["weight"], "depths": tree["depths"]} for tree in trees],
    }


def _game(game: dict[str, Any], proved: _Proved, claims: Claims) -> None:
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
        "sum_rule": held[0] == held[1] + held[2] if supposed else None,
        "double_rule": held[0] == 2 * held[1] if supposed else None,
        "ends_largest": held[0] > max(held[1:-1]) if supposed else None,
        "trees": len(proved.trees),
        "depth": max(map(max, proved.trees)),
    }
    claims.rows += 1
    for column, right in wanted.items():
        claims.claim(n, f"{column} {str(game[column])[:40]} should be {str(right)[:40]}", game[column] == right)
    claims.claim(n, "the value is below L(n)", value >= bound)
    used = len({min(tree, tree[::-1]) for tree in proved.trees})
    _effort(n, (game["rounds"], game["pivots"], game["candidates"], game["seconds"]), claims, used)


def _hider(probabilities: Sequence[Any], proved: _Proved, claims: Claims) -> None:
    total = sum(proved.hider)
    claims.claim(proved.n, "the hider's weights have a common divisor", gcd(*proved.hider) == 1)
    for number, (weight, probability) in enumerate(zip(proved.hider, probabilities, strict=True), 1):
        claims.rows += 1
        row = f"{proved.n}, number {number}"
        claims.claim(row, f"probability {probability} should be {weight / total}", probability == weight / total)


def _searcher(trees: Sequence[dict[str, Any]], proved: _Proved, claims: Claims) -> None:
    n, total = proved.n, sum(proved.searcher)
    claims.claim(n, "the searcher's weights have a common divisor", gcd(*proved.searcher) == 1)
    order = [(-weight, depths) for weight, depths in zip(proved.searcher, proved.trees, strict=True)]
    claims.claim(n, "trees out of order, or twice", all(one < next_ for one, next_ in pairwise(order)))
    place = {depths: number for number, depths in enumerate(proved.trees, 1)}
    for number, (tree, weight, depths) in enumerate(zip(trees, proved.searcher, proved.trees, strict=True), 1):
        claims.rows += 1
        mirror = place.get(depths[::-1])
        wanted = {
            "tree": number,
            "probability": weight / total,
            "root": depths.index(1) + 1,
            "depth": max(depths),
            "mirror": mirror,
        }
        row = f"{n}, tree {number}"
        for column, right in wanted.items():
            claims.claim(row, f"{column} {tree[column]} should be {right}", tree[column] == right)
        alike = mirror is not None and proved.searcher[mirror - 1] == weight
        claims.claim(row, "its mirror image is not as probable", alike)


def _unique(stored: object, proved: _Proved, claims: Claims) -> None:
    """Whether only one symmetric strategy of the hider is optimal, by complementary slackness.

    Any optimal one picks no number for which the stored mixture takes less than the value, and every stored tree takes the
    value against it, so that any two trees take alike. If these equations leave one dimension, it is the stored strategy.
    The rank modulo a prime is no greater than the rank.
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
    claims.rows += 1
    claims.claim(n, f"hider_unique {stored} should be {unique}", stored == unique)
    symmetric = proved.hider == proved.hider[::-1]
    claims.claim(n, "the only symmetric strategy is not symmetric", symmetric or not stored)


def _rank(matrix: NDArray[np.int64], prime: int) -> int:
    """Rank of a matrix modulo a prime below 2^31, by elimination."""
    rest = matrix % prime
    rank = 0
    while rest.size:
        column, rest = rest[:, 0], rest[:, 1:]
        entries = np.flatnonzero(column)
        if len(entries):
            first = entries[0]
            pivot = rest[first] * pow(int(column[first]), -1, prime) % prime
            rest = (rest - column[:, None] * pivot) % prime
            rest = np.delete(rest, first, axis=0)
            rank += 1
    return rank


def _effort(row: object, effort: tuple[Any, ...], claims: Claims, used: int = 1) -> None:
    """Counts and times that a solver can have: nothing proves them."""
    rounds, pivots, candidates, seconds = effort
    claims.claim(row, f"{rounds} rounds", rounds is not None and rounds >= 1)
    claims.claim(row, f"{pivots} pivots", pivots is not None)
    claims.claim(row, f"{candidates} candidates of {used} trees", candidates is not None and candidates >= used)
    claims.claim(row, f"{seconds} seconds", seconds is not None and isfinite(seconds) and seconds >= 0)


def _runs(runs: Sequence[tuple[Any, ...]]) -> Check:
    claims = Claims()
    for n, group in groupby(runs, key=lambda row: row[0]):
        rows = list(group)
        claims.rows += len(rows)
        methods = [row[1] for row in rows]
        claims.claim(n, f"its methods are {methods}", bool(n) and Counter(methods) == Counter(METHODS))
        for _, method, *effort in rows:
            _effort(f"{n}, {method}", tuple(effort), claims)
    return claims.check(f"{FAMILY}.runs: plausibility", f"{claims.rows} rows")


def _bounds(
    bounds: Sequence[tuple[Any, ...]], rounds: dict[tuple[Any, Any], Any], values: dict[Any, float | None]
) -> Check:
    """Bounds enclose the value, the upper one never rises, and they meet in the last round."""
    claims = Claims()
    for (n, method), group in groupby(bounds, key=lambda row: row[:2]):
        series = [row[2:] for row in group]
        name = f"{n}, {method}"
        claims.rows += len(series)
        count = rounds.get((n, method))
        claims.claim(name, f"rounds are not 1 to {count}", [row[0] for row in series] == [*range(1, (count or 0) + 1)])
        if any(bound is None or not isfinite(bound) for row in series for bound in row[1:]):
            claims.claim(name, "bounds that are no numbers", False)
            continue
        value = values.get(n)
        for number, upper, lower in series:
            low, high = (lower, upper) if value is None else (value, value)
            claims.claim(name, f"round {number}: {lower} to {upper}", lower <= high + TINY and low <= upper + TINY)
        falls = all(after[1] <= before[1] + TINY for before, after in pairwise(series))
        claims.claim(name, "the upper bound rises", falls)
        claims.claim(name, "the bounds do not meet", abs(series[-1][1] - series[-1][2]) <= TINY)
    return claims.check(f"{FAMILY}.bounds: plausibility", f"{claims.rows} rows")


def _drawn(rows: list[tuple[Any, ...]], sample: int | None) -> list[tuple[Any, ...]]:
    """Rows of games: as many as asked for or as SECONDS are enough for, drawn always alike, in their order."""
    order = list(range(len(rows)))
    Random(_SEED).shuffle(order)
    if sample is not None:
        return [rows[i] for i in sorted(order[:sample])]
    found: list[int] = []
    spent = 0.0
    for i in order:
        spent += _seconds(rows[i][0])
        if found and spent > SECONDS:
            break
        found.append(i)
    return [rows[i] for i in sorted(found)]


def _seconds(n: int) -> float:
    """About what the proof of a game takes: the checker's n^2 steps, the rank's n^3."""
    return 1.5e-6 * n**2 + 2e-9 * n**3
