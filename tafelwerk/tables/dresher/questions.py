"""The family's questions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import ArgumentError
from tafelwerk.rules.dresher import (
    FAMILY,
    MOST_FEW,
    MOST_LISTED,
    Depths,
    Weights,
    checked_size,
    checked_weights,
    read_weights,
)
from tafelwerk.tables.dresher.answers import (
    Certificate,
    Explanation,
    Game,
    Hider,
    Matrix,
    OneTree,
    Reply,
    Searcher,
    SearchTree,
    Simplex,
    Value,
    WeightedTree,
)
from tafelwerk.tables.question import question
from tafelwerk.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tafelwerk.tables.book import Book

PHRASE, LINE = "Dresher's game with {n} numbers", "tafelwerk build dresher --from {n} --to {n}"


def stored_numbers(book: Book) -> frozenset[int]:
    """The n of all stored games."""
    return frozenset(row[0] for row in book.rows(FAMILY, "SELECT n FROM dresher.games"))


def _resolve(asked: dict[str, Any]) -> None:
    asked["n"] = checked_size(asked["n"])


@question(PHRASE, LINE, resolve=_resolve)
def value(book: Book, n: int) -> Value | None:
    """Value of the game with the numbers 1 to n: mean number of guesses when both sides play optimally.

    Raises:
        InputError: n is not 1 to MOST_NUMBERS.
    """
    found = _value(book, n)
    return None if found is None else found[0]


def _value(book: Book, n: int) -> tuple[Value, bool] | None:
    """The value, and whether the hider's strategy is proved unique."""
    row = book.one(
        FAMILY,
        "SELECT value_num, value_den, value, bound_num, bound_den, bound_met, trees, depth, hider_unique, build "
        "FROM dresher.games WHERE n = ?",
        n,
    )
    if row is None:
        return None
    above, below, value_float, bound_above, bound_below, bound_met, trees, depth, unique = row
    exact, bound = Fraction(int(above), int(below)), Fraction(bound_above, bound_below)
    return Value(n, exact, value_float, depth, trees, bound, bound_met), unique


@question(PHRASE, LINE, resolve=_resolve)
def hider(book: Book, n: int) -> Hider | None:
    """An optimal strategy of the hider: the probability of each number."""
    weights = _weights(book, n)
    return hider_of(weights) if weights else None


def hider_of(weights: Sequence[int]) -> Hider:
    """The hider's strategy with integer weights."""
    return Hider(len(weights), tuple(Fraction(weight, sum(weights)) for weight in weights))


def _weights(book: Book, n: int) -> list[int]:
    rows = book.rows(FAMILY, "SELECT weight, build FROM dresher.hider WHERE n = ? ORDER BY number", n)
    return [int(weight) for (weight,) in rows]


@question(PHRASE, LINE, resolve=_resolve)
def searcher(book: Book, n: int, tree: int | None = None) -> Searcher | OneTree | None:
    """An optimal strategy of the searcher: binary search trees and their probabilities.

    Args:
        book: the book.
        n: greatest number.
        tree: number of the only tree to answer; 1 is the most probable. Default: all trees.

    Raises:
        InputError: `tree` is beyond the number of trees.
    """
    trees = _trees(book, n)
    return searcher_of(trees, tree) if trees else None


def searcher_of(trees: Sequence[tuple[int, Depths]], tree: int | None = None) -> Searcher | OneTree:
    """The searcher's strategy from trees with integer weights, or one of its trees."""
    n, total = len(trees[0][1]), sum(weight for weight, _ in trees)
    if tree is None:
        return Searcher(n, tuple(SearchTree(Fraction(weight, total), depths) for weight, depths in trees))
    if not 1 <= tree <= len(trees):
        raise ArgumentError(f"--tree must be 1 to {len(trees)}, the number of trees for {n} numbers, not {tree}")
    weight, depths = trees[tree - 1]
    return OneTree(n, (SearchTree(Fraction(weight, total), depths),), tree, len(trees))


def _trees(book: Book, n: int) -> list[tuple[int, Depths]]:
    rows = book.rows(FAMILY, "SELECT weight, depths, build FROM dresher.searcher WHERE n = ? ORDER BY tree", n)
    return [(int(weight), tuple(depths)) for weight, depths in rows]


PARSERS = {"weights": read_weights}


def _resolve_weights(asked: dict[str, Any]) -> None:
    asked["weights"] = checked_weights(asked["weights"])


@question(
    lambda weights: f"best trees against {counted(len(weights), 'weight')}",
    lambda weights: f"tafelwerk dresher reply --weights {','.join(map(str, weights))} --compute",
    stored=False,
    resolve=_resolve_weights,
)
def reply(book: Book, weights: Weights) -> Reply | None:
    """Best trees against given weights of the hider: their cost, their number, and the first hundred.

    Args:
        book: the book, which holds no replies.
        weights: weights of the numbers 1, ..., n.

    Raises:
        InputError: there are no weights, or too many, or one is below 0.
    """
    return None


def _resolve_few(asked: dict[str, Any]) -> None:
    asked["n"] = checked_size(asked["n"], MOST_LISTED)


@question("all search trees of {n} numbers", "tafelwerk dresher matrix {n}", stored=False, resolve=_resolve_few)
def matrix(book: Book, n: int) -> Matrix | None:
    """All search trees and the payoff matrix, n up to 8.

    Raises:
        InputError: n is not 1 to 8.
    """
    return None


@question("the simplex method for {n} numbers", "tafelwerk dresher simplex {n}", stored=False, resolve=_resolve_few)
def simplex(book: Book, n: int) -> Simplex | None:
    """Dresher's own simplex method on the matrix of all trees, step by step, n up to 8.

    Raises:
        InputError: n is not 1 to 8.

    Source: Stassen 2018, sections 1.10 to 1.13.
    """
    return None


@question(PHRASE, LINE, resolve=_resolve)
def certificate(book: Book, n: int) -> Certificate | None:
    """The certificate of the value: both strategies with integer weights, for the checker or for one of your own."""
    found = game(book, n)
    return None if found is None else found.certificate


def certificate_of(value: Fraction, weights: Sequence[int], trees: Sequence[tuple[int, Depths]]) -> Certificate:
    """The certificate of strategies with integer weights."""
    return Certificate(
        len(weights),
        value,
        Fraction(sum(weights)),
        tuple(map(Fraction, weights)),
        Fraction(sum(weight for weight, _ in trees)),
        tuple(WeightedTree(Fraction(weight), depths) for weight, depths in trees),
    )


def game(book: Book, n: int) -> Game | None:
    """A stored game: value, certificate and uniqueness; None if one of its tables lacks it."""
    found, weights, trees = _value(book, n), _weights(book, n), _trees(book, n)
    if found is None or not weights or not trees:
        return None
    return Game(found[0], certificate_of(found[0].value, weights, trees), found[1])


@question(PHRASE, LINE, resolve=_resolve, material=game)
def explain(book: Book, n: int) -> Explanation | None:
    """The proof of the value in words and numbers: what each strategy guarantees, computed anew."""
    return None


def _resolve_some(asked: dict[str, Any]) -> None:
    asked["n"] = checked_size(asked["n"], MOST_FEW)


@question(
    "few trees for {n} numbers",
    "tafelwerk dresher few {n} --compute",
    stored=False,
    resolve=_resolve_some,
    material=game,
)
def few(book: Book, n: int) -> Searcher | None:
    """An optimal strategy of the searcher with few trees, n up to 14; it is not proved to have the fewest.

    Raises:
        InputError: n is not 1 to 14.
    """
    return None
