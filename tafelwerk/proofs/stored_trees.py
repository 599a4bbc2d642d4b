"""Stored strategies for a hidden code, walked by all codes at once, node by node: Mastermind, Beams, and mixtures of both."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.claims import Faults

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
