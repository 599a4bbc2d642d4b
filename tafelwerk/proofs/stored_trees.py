"""Stored strategies for a hidden code, walked by all codes at once, node by node: Mastermind and Beams.

Where the codemaker chooses, too, both mixtures of such strategies and of codes attain the stored value. The breaker's mixture is
replayed code by code; a best reply to the codemaker's chances is found again. Codes without a chance cost the mixture less than
the value: so no optimal codemaker chooses one, and every other code is chosen by the one stored.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.claims import Claim, Faults, proof

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


Codes = NDArray[np.int32]

Node = tuple[int, int | None, str | None, str]
"""Number of a node, its parent, the answer that leads to it, and its query."""


class Replies(NamedTuple):
    """What a query does to a set of codes.

    Attributes:
        answers: shape (n,), number of each code's answer.
        ended: shape (n,), whether the game ends.
        cost: what the query costs each code: one number, or shape (n,).
    """

    answers: NDArray[Any]
    ended: NDArray[np.bool_]
    cost: Any


class HiddenCode(NamedTuple):
    """The rules of a game, as far as walking a strategy needs them.

    Attributes:
        codes: number of codes.
        number_of: numbers of the answers by their texts.
        ask: the replies to a query, given its text, a set of codes, and the queries asked before; None if it is not allowed.
        is_named: whether a single code, too, must be named.
    """

    codes: int
    number_of: Mapping[str, int]
    ask: Callable[[str, Codes, Sequence[str]], Replies | None]
    is_named: bool


@dataclass(frozen=True, slots=True)
class WalkedTree:
    """Results of walking a tree.

    Attributes:
        sets: the codes that reach each node.
        queries: the query of each node.
        paths: the numbers of the answers that lead to each node.
        totals: cost from each node on, summed over its codes.
        spent: shape (C,), cost of each code.
    """

    sets: Sequence[Codes]
    queries: Sequence[str]
    paths: Sequence[tuple[int, ...]]
    totals: Sequence[int]
    spent: NDArray[np.int64]

    @property
    def total(self) -> int:
        """Cost summed over all codes."""
        return int(self.spent.sum())

    @property
    def histogram(self) -> tuple[tuple[int, int], ...]:
        """Pairs of a cost and the codes found with it, ascending, without zeros."""
        return tuple(sorted(Counter(self.spent.tolist()).items()))


def walk(game: HiddenCode, nodes: Iterable[Node], faults: Faults, name: str = "") -> WalkedTree | None:
    """Walk a tree.

    Args:
        game: the game.
        nodes: its nodes, in the order of their numbers.
        faults: told why the nodes are not a strategy.
        name: name of the tree in faults.

    Returns:
        The results; None if the nodes are not a strategy that finds every code.
    """
    every, spent = np.arange(game.codes, dtype=np.int32), np.zeros(game.codes, np.int64)
    sets, queries, paths, totals = list[Codes](), list[str](), list[tuple[int, ...]](), list[int]()
    replies, parents, asked = list[Replies](), list[int](), list[tuple[str, ...]]()
    missing = np.full(game.codes, game.codes > 1 or game.is_named)
    for index, (node, parent, answer, query) in enumerate(nodes):
        codes, path, earlier, reply = every, tuple[int, ...](), tuple[str, ...](), None
        if (
            node == index
            and (parent is None) == (answer is None) == (index == 0)
            and 0 <= (parent or 0) < max(1, index)
        ):
            if parent is not None and answer is not None:
                path, earlier = (*paths[parent], game.number_of.get(answer, -1)), (*asked[parent], queries[parent])
                codes = sets[parent][(replies[parent].answers == path[-1]) & ~replies[parent].ended]
            reply = game.ask(query, codes, earlier) if len(codes) > (not game.is_named) else None
        if reply is None:
            faults.unless(False, f"{name}, node {index}", "no node of a tree, no code comes here, or no such query")
            return None
        sets.append(codes)
        queries.append(query)
        paths.append(path)
        replies.append(reply)
        asked.append(earlier)
        parents.append(-1 if parent is None else parent)
        spent[codes] += reply.cost
        totals.append(reply.cost * len(codes) if isinstance(reply.cost, int) else int(reply.cost.sum()))
        missing[codes[reply.ended]] = False
    if missing.any() or len(set(paths)) < len(paths):
        faults.unless(False, name, f"{missing.sum()} codes are never found, or an answer leads to two nodes")
        return None
    for index in range(len(totals) - 1, 0, -1):
        totals[parents[index]] += totals[index]
    return WalkedTree(sets, queries, paths, totals, spent)


TABLES = ("adversaries", "adversary_codes", "adversary_trees", "adversary_nodes")

COLUMNS = ("codes", "value", "value_num", "value_den", "trees", "class", "code", "chance", "chance_num", "chance_den")
"""Columns proved, besides those of strategies."""


Finder = Callable[[str, Sequence[int], int], int]
"""Finds the least weighted cost in a game, given its name, the weights of its codes and a limit; the limit if it is not below."""


class CodeClasses(NamedTuple):
    """What the proof needs to know of a game.

    Attributes:
        of: int64, shape (n,): class of each code, numbered by first code.
        first: the first code of each class.
        rules: the rules by which strategies are walked.
    """

    of: NDArray[np.int64]
    first: Sequence[str]
    rules: HiddenCode


def mixtures_replayed(
    book: "Book", family: str, key: str, names: Sequence[str], game_of: Callable[[str], CodeClasses], seconds: float
) -> Claim:
    """The claim that every mixture costs at most the value for every code, and less exactly for those without a chance.

    Args:
        book: the book.
        family: its name.
        key: column with the names of games.
        names: stored games.
        game_of: a game by its name.
        seconds: CPU seconds per game.
    """

    def prove(chosen: Sequence[str]) -> Iterator[str]:
        return (fault for name in chosen for fault in _mixture_faults(book, family, key, name, game_of(name)))

    tables, method = ", ".join(f"{family}.{table}" for table in TABLES), "mixtures replayed code by code"
    columns = (key, *COLUMNS, "totals", "tree", "node", "parent", "answer", "query")
    more: dict[str, Any] = {"noun": f"{key}s", "least": len(names), "seconds": seconds}
    return proof(tables, method, columns, names, prove, "certificate", **more)


def best_replies(
    book: "Book",
    family: str,
    key: str,
    names: Sequence[str],
    game_of: Callable[[str], CodeClasses],
    find: Finder,
    method: str,
    seconds: float,
    *,
    long: bool = False,
) -> Claim:
    """The claim that no strategy costs less than the value against the codemaker's chances.

    Args:
        book, family, key, names, game_of: as for `mixtures_replayed`.
        find: a program that finds best replies.
        method: its name.
        seconds: CPU seconds per game.
        long: whether only full proofs include it.
    """

    def prove(chosen: Sequence[str]) -> Iterator[str]:
        return (fault for name in chosen for fault in _reply_faults(book, family, key, name, game_of(name), find))

    more: dict[str, Any] = {"noun": f"{key}s", "least": len(names), "seconds": seconds, "long": long}
    return proof(f"{family}.adversaries", method, ("value", "value_num", "value_den"), names, prove, **more)


def _reader(book: "Book", family: str, key: str, name: str) -> Callable[[str, str, str], list[tuple[Any, ...]]]:
    """Reads columns of a table's rows of a game, in an order."""
    return lambda table, columns, order: book.rows(
        family, f"SELECT {columns} FROM {family}.{table} WHERE {key} = ? ORDER BY {order}", name
    )


def _reply_faults(book: "Book", family: str, key: str, name: str, game: CodeClasses, find: Finder) -> Iterator[str]:
    """That the least mean of all strategies against the codemaker's chances is the value."""
    rows = _reader(book, family, key, name)
    held = rows("adversary_codes", "chance_num, chance_den", "class")
    values = rows("adversaries", "value_num, value_den", "rowid")
    if len(held) != len(game.first) or len(values) != 1:
        yield f"{name}: no chances, or no value"
        return
    value, *chances = (Fraction(int(num), int(den)) for num, den in (*values, *held))
    common = lcm(*(chance.denominator for chance in chances))
    weights = [int(chances[subset] * common) for subset in game.of.tolist()]
    if min(weights) < 0 or sum(weights) != common:
        yield f"{name}: the codemaker's chances do not sum to 1"
        return
    least = find(name, weights, ceil(value * common) + 1)
    if least != value * common:
        yield f"{name}: the least mean against the codemaker is not {value}, but {Fraction(least, common)} or more"


def _mixture_faults(book: "Book", family: str, key: str, name: str, game: CodeClasses) -> Iterator[str]:
    """That chances sum to 1, classes and totals are right, and the mixture costs less than the value just for codes without a
    chance."""

    rows = _reader(book, family, key, name)
    values = rows("adversaries", "codes, value, value_num, value_den, trees", "rowid")
    if len(values) != 1:
        yield f"{name}: {len(values)} values"
        return
    codes, value, num, den, count = values[0]
    exact, sizes = Fraction(int(num), int(den)), np.bincount(game.of).tolist()
    held = rows("adversary_codes", "class, code, codes, chance, chance_num, chance_den", "class")
    if [row[:3] for row in held] != [
        (index, code, size) for index, (code, size) in enumerate(zip(game.first, sizes, strict=True))
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
    nodes: dict[int, list[Any]] = {tree: [] for tree in range(count)}
    for tree, *node in rows("adversary_nodes", 'tree, node, parent, answer, "query"', "tree, node"):
        nodes.setdefault(tree, []).append(tuple(node))
    if len(nodes) != count:
        yield f"{name}: nodes of strategies that are not there"
    means = [Fraction(0)] * len(sizes)
    for (tree, *_, totals), share in zip(trees, shares, strict=True):
        walked = walk(game.rules, nodes[tree], faults := Faults(), f"{name}, strategy {tree}")
        if walked is None:
            yield from faults.texts
            return
        spent_totals = np.bincount(game.of, walked.spent, len(sizes)).astype(np.int64).tolist()
        if spent_totals != list(totals):
            yield f"{name}, strategy {tree}: totals {totals} should be {spent_totals}"
        means = [
            mean + share * Fraction(total, size) for mean, total, size in zip(means, spent_totals, sizes, strict=True)
        ]
    if max(means) != exact:
        yield f"{name}: the mixture costs {max(means)} for some code, the value is {exact}"
    if any(chance and mean != exact for chance, mean in zip(chances, means, strict=True)):
        yield f"{name}: the codemaker chooses a code that costs the mixture less"
    if any(not chance and mean == exact for chance, mean in zip(chances, means, strict=True)):
        yield f"{name}: a code without a chance costs the mixture the value: it is open whether it is worth hiding"
