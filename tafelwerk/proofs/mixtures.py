"""Proof of games in which the codemaker chooses, too: both mixtures attain the stored value, replayed code by code."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.claims import Claim

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

TABLES = ("adversaries", "adversary_codes", "adversary_trees", "adversary_nodes")

COLUMNS = ("codes", "value", "value_num", "value_den", "trees", "class", "code", "chance", "chance_num", "chance_den")
"""Columns proved, besides those of strategies."""


class HiddenCode(NamedTuple):
    """What the proof needs to know of a game.

    Attributes:
        of: int64, shape (n,): class of each code, numbered by first code.
        first: the first code of each class.
        replayed: cost of a strategy for each code, given its nodes: number, parent, answer, query; None if it is no strategy.
    """

    of: NDArray[np.int64]
    first: Sequence[str]
    replayed: Callable[[Sequence[tuple[Any, ...]]], NDArray[np.int64] | None]


def mixtures_replayed(
    book: "Book", family: str, key: str, names: Sequence[str], game_of: Callable[[str], HiddenCode], seconds: float
) -> Claim:
    """The claim that every mixture costs at most the value for every code.

    Args:
        book: the book.
        family: its name.
        key: column with the names of games.
        names: stored games.
        game_of: a game by its name.
        seconds: CPU seconds per game.
    """

    def certified(places: Sequence[int]) -> Iterator[str]:
        for name in (names[place] for place in places):
            yield from _mixture_faults(book, family, key, name, game_of(name))

    return Claim(
        ", ".join(f"{family}.{table}" for table in TABLES),
        "mixtures replayed code by code",
        (*COLUMNS, "totals", "tree", "node", "parent", "answer", "query"),
        "certificate",
        len(names),
        certified,
        f"{key}s",
        least=len(names),
        seconds=seconds,
    )


def _mixture_faults(book: "Book", family: str, key: str, name: str, game: HiddenCode) -> Iterator[str]:
    """That chances sum to 1, classes and totals are right, and the mixture costs at most the value for every code."""

    def rows(table: str, columns: str, order: str) -> list[tuple[Any, ...]]:
        return book.rows(family, f"SELECT {columns} FROM {family}.{table} WHERE {key} = ? ORDER BY {order}", name)

    values = rows("adversaries", "codes, value, value_num, value_den, trees", "rowid")
    if len(values) != 1:
        yield f"{name}: {len(values)} values"
        return
    codes, value, num, den, count = values[0]
    exact, sizes = Fraction(int(num), int(den)), np.bincount(game.of).tolist()
    held = rows("adversary_codes", "class, code, codes, chance, chance_num, chance_den", "class")
    if [row[:3] for row in held] != [
        (place, code, size) for place, (code, size) in enumerate(zip(game.first, sizes, strict=True))
    ]:
        yield f"{name}: the classes are not those of the {key}"
        return
    chances = [Fraction(int(row[4]), int(row[5])) for row in held]
    trees = rows("adversary_trees", "tree, chance, chance_num, chance_den, totals", "tree")
    shares = [Fraction(int(row[2]), int(row[3])) for row in trees]
    written = [((num, den), value, exact)]
    written += [(row[4:6], row[3], chance) for row, chance in zip(held, chances, strict=True)]
    written += [(row[2:4], row[1], share) for row, share in zip(trees, shares, strict=True)]
    for digits, rounded, fraction in written:
        if tuple(digits) != (str(fraction.numerator), str(fraction.denominator)) or rounded != float(fraction):
            yield f"{name}: {'/'.join(digits)} is not reduced, or its double is not {float(fraction)!r}"
    if not trees or (codes, count) != (len(game.of), len(trees)) or [row[0] for row in trees] != list(range(count)):
        yield f"{name}: numbers of codes or strategies are wrong"
        return
    if min(chances) < 0 or sum(size * chance for size, chance in zip(sizes, chances, strict=True)) != 1:
        yield f"{name}: the codemaker's chances do not sum to 1"
    if min(shares) <= 0 or sum(shares) != 1 or shares != sorted(shares, reverse=True):
        yield f"{name}: the breaker's chances do not sum to 1, or are not in order"
    nodes: dict[int, list[tuple[Any, ...]]] = {tree: [] for tree in range(count)}
    for tree, *node in rows("adversary_nodes", 'tree, node, parent, answer, "query"', "tree, node"):
        nodes.setdefault(tree, []).append(tuple(node))
    if len(nodes) != count:
        yield f"{name}: nodes of strategies that are not there"
    means = [Fraction(0)] * len(sizes)
    for (tree, *_, totals), share in zip(trees, shares, strict=True):
        spent = game.replayed(nodes[tree])
        if spent is None:
            yield f"{name}, strategy {tree}: not a strategy by the rules that finds every code"
            return
        found = np.bincount(game.of, spent, len(sizes)).astype(np.int64).tolist()
        if found != list(totals):
            yield f"{name}, strategy {tree}: totals {totals} should be {found}"
        means = [mean + share * Fraction(total, size) for mean, total, size in zip(means, found, sizes, strict=True)]
    if max(means) != exact:
        yield f"{name}: the mixture costs {max(means)} for some code, the value is {exact}"
    if any(chance and mean != exact for chance, mean in zip(chances, means, strict=True)):
        yield f"{name}: the codemaker chooses a code that costs the mixture less"
