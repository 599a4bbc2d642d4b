"""Look-ups of Dresher's guessing game: values, optimal strategies of both sides, certificates."""

from dataclasses import dataclass
from functools import cached_property
from math import gcd, isfinite
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

from tafelwerk.errors import BookError, InputError, MissingTableError, quoted
from tafelwerk.tables.layers import layered

if TYPE_CHECKING:
    from pathlib import Path

    from tafelwerk.tables.book import Book

FAMILY = "dresher"

MOST_NUMBERS = 4096
"""Largest N that is built."""

_SHOWN = 24  # characters of a damaged text in a message

T = TypeVar("T")
Depths = tuple[int, ...]
"""For each of 1, ..., n its depth in a binary search tree, 1 at the root."""


@dataclass(frozen=True, slots=True)
class Value:
    """Value of the game with the numbers 1 to n, in guesses, and what is known of its strategies. Exact.

    `numerator`, `denominator`: the value, reduced; `bound`: L(n) as (numerator, denominator), what the weights
    2, 1, ..., 1, 2 guarantee the hider; `trees`, `depth`: how many trees the stored searcher mixes, and the deepest;
    `sum_rule`, `double_rule`, `ends_largest`: a1 = a2 + a3, a1 = 2 a2, a1 > aj for all 1 < j < n, None for n < 5;
    `hider_unique`: whether no other symmetric strategy of the hider is optimal, as far as proved.
    """

    n: int
    numerator: int
    denominator: int
    value: float
    bound: tuple[int, int]
    bound_met: bool
    trees: int
    depth: int
    sum_rule: bool | None
    double_rule: bool | None
    ends_largest: bool | None
    hider_unique: bool
    rounds: int
    seconds: float

    @property
    def text(self) -> str:
        """The value as a reduced fraction, "9/5"; "2" where it is whole."""
        return fraction_text(self.numerator, self.denominator)


@dataclass(frozen=True)
class Hider:
    """An optimal strategy of the hider: `weights[i - 1]` / `total` is the probability of picking i. Exact."""

    n: int
    total: int
    weights: tuple[int, ...]

    @property
    def probabilities(self) -> list[str]:
        """The probabilities as reduced fractions."""
        return [fraction_text(weight, self.total) for weight in self.weights]


@dataclass(frozen=True, slots=True)
class WeightedTree:
    """A tree of the searcher and its weight."""

    weight: int
    depths: Depths


@dataclass(frozen=True)
class Searcher:
    """An optimal strategy of the searcher: a tree is used with probability weight / `total`; most probable first. Exact."""

    n: int
    total: int
    trees: tuple[WeightedTree, ...]

    @cached_property
    def probabilities(self) -> list[str]:
        """The probabilities of the trees as reduced fractions."""
        return [fraction_text(tree.weight, self.total) for tree in self.trees]


def fraction_text(numerator: int, denominator: int) -> str:
    """A fraction reduced, as text, without "/1"."""
    divisor = gcd(numerator, denominator)
    above, below = numerator // divisor, denominator // divisor
    return str(above) if below == 1 else f"{above}/{below}"


def build_line(n: int) -> str:
    """The command line that puts the game into the book."""
    return f"tafelwerk build {FAMILY} --from {n} --to {n}"


def missing(book: "Path", n: int) -> MissingTableError:
    """The error of a game that the book in a folder lacks."""
    return MissingTableError(f"Dresher's game with {n} numbers", build_line(n), book)


def stored_numbers(book: "Book") -> frozenset[int]:
    """Which games are stored, by their n."""
    return frozenset(row[0] for row in book.rows(FAMILY, "SELECT n FROM dresher.games"))


def checked_size(n: int) -> int:
    """N, where there is such a game.

    Raises:
        InputError: there is none.
    """
    try:
        size = 0 if isinstance(n, bool) else index(n)
    except TypeError:
        size = 0
    if not 1 <= size <= MOST_NUMBERS:
        raise InputError(f"N is 1 to {MOST_NUMBERS}, not {quoted(n)}")
    return size


@layered
def get_value(book: "Book", n: int) -> Value | None:
    """Value of the game, or None where it is not stored.

    Raises:
        InputError: N is not 1 to MOST_NUMBERS.
        BookError: what is stored cannot be.
    """
    n = checked_size(n)
    row = book.one(
        FAMILY,
        "SELECT value_num, value_den, value, bound_num, bound_den, bound_met, trees, depth, sum_rule, double_rule, "
        "ends_largest, hider_unique, rounds, seconds FROM dresher.games WHERE n = ?",
        n,
    )
    if row is None:
        return None
    above, below, value, bound_above, bound_below, *rest = row
    if not isfinite(value):
        raise _damaged("games", n, f"the value {value!r}")
    if bound_below < 1:
        raise _damaged("games", n, f"{bound_below} as the denominator of L(n)")
    fraction = _integer(above, 1, "games", n), _integer(below, 1, "games", n)
    return Value(n, *fraction, value, (bound_above, bound_below), *rest)


def probe_value(book: "Book", n: int) -> Value:
    """Value of the game.

    Raises:
        InputError: N is not 1 to MOST_NUMBERS.
        MissingTableError: not built; its message names what would make it.
        BookError: what is stored cannot be.
    """
    return _found(book, get_value(book, n), n)


@layered
def get_hider(book: "Book", n: int) -> Hider | None:
    """An optimal strategy of the hider, or None where the game is not stored.

    Raises:
        InputError: N is not 1 to MOST_NUMBERS.
        BookError: what is stored cannot be.
    """
    n = checked_size(n)
    rows = book.rows(FAMILY, "SELECT weight FROM dresher.hider WHERE n = ? ORDER BY number", n)
    if not rows:
        return None
    if len(rows) != n:
        raise _damaged("hider", n, f"{len(rows)} weights")
    weights = tuple(_integer(weight, 0, "hider", n) for (weight,) in rows)
    if not any(weights):
        raise _damaged("hider", n, "no weight above 0")
    return Hider(n, sum(weights), weights)


def probe_hider(book: "Book", n: int) -> Hider:
    """An optimal strategy of the hider.

    Raises:
        InputError: N is not 1 to MOST_NUMBERS.
        MissingTableError: not built; its message names what would make it.
        BookError: what is stored cannot be.
    """
    return _found(book, get_hider(book, n), n)


@layered
def get_searcher(book: "Book", n: int) -> Searcher | None:
    """An optimal strategy of the searcher, or None where the game is not stored.

    Raises:
        InputError: N is not 1 to MOST_NUMBERS.
        BookError: what is stored cannot be.
    """
    n = checked_size(n)
    rows = book.rows(FAMILY, "SELECT weight, depths FROM dresher.searcher WHERE n = ? ORDER BY tree", n)
    if any(len(depths) != n or None in depths for _, depths in rows):
        raise _damaged("searcher", n, f"a tree without {n} depths")
    trees = tuple(WeightedTree(_integer(weight, 1, "searcher", n), tuple(depths)) for weight, depths in rows)
    return Searcher(n, sum(tree.weight for tree in trees), trees) if trees else None


def probe_searcher(book: "Book", n: int) -> Searcher:
    """An optimal strategy of the searcher.

    Raises:
        InputError: N is not 1 to MOST_NUMBERS.
        MissingTableError: not built; its message names what would make it.
        BookError: what is stored cannot be.
    """
    return _found(book, get_searcher(book, n), n)


def certificate(value: str, hider: Hider, searcher: Searcher) -> dict[str, Any]:
    """What proves a value, in JSON's types: both strategies with integer weights, as decimal strings.

    Keys: n; value ("p/q"); hider: n weights, hider_total: their sum; searcher: a list of {"weight", "depths"}, searcher_total:
    the sum of the weights. `tafelwerk/proofs/dresher/checker.py` proves the value from it, with nothing else.
    """
    return {
        "n": hider.n,
        "value": value,
        "hider_total": str(hider.total),
        "hider": [str(weight) for weight in hider.weights],
        "searcher_total": str(searcher.total),
        "searcher": [{"weight": str(tree.weight), "depths": list(tree.depths)} for tree in searcher.trees],
    }


def _integer(text: str, least: int, table: str, n: int) -> int:
    """An integer from the decimal digits that are stored.

    Raises:
        BookError: they are none, or it is less than `least`.
    """
    try:
        number = int(text) if text.isascii() and text.isdigit() else -1
    except ValueError:  # more digits than Python reads
        number = -1
    if number < least:
        said = repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")
        raise _damaged(table, n, f"{said} instead of a whole number of {least} or more")
    return number


def _damaged(table: str, n: int, what: str) -> BookError:
    """What is raised where a row cannot be."""
    return BookError(
        f"table {FAMILY}.{table} holds {what}, for n = {n}; see what is wrong with: tafelwerk verify {FAMILY}"
    )


def _found(book: "Book", answer: T | None, n: int) -> T:
    if answer is None:
        raise missing(book.path, n)
    return answer
