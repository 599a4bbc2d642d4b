"""A strategy for a search problem as a tree of the sets of codes it can be left with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.problem import SearchProblem


@dataclass(frozen=True, eq=False, slots=True)
class StrategyTree:
    """A strategy with one node per set of codes at which it asks; N nodes, at most two per code.

    Nodes are in depth-first order, parents first, the children of a node by ascending answer; the root is node 0. If codes
    are named, a single code also has a node, whose query names it; nothing follows the answer that ends the game.

    Attributes:
        parent: int32, shape (N,); -1 at the root.
        answer: uint16, shape (N,): the answer to the parent's query that leads here; 0 at the root.
        query: int32, shape (N,): the query.
        codes: uint32, shape (N,): number of codes left.
        total: int64, shape (N,): queries from here on, this one included, summed over the codes left.
    """

    parent: NDArray[np.int32]
    answer: NDArray[np.uint16]
    query: NDArray[np.int32]
    codes: NDArray[np.uint32]
    total: NDArray[np.int64]


def joined(query: int, codes: int, below: Mapping[int, StrategyTree]) -> StrategyTree:
    """The tree that asks `query` with this many codes left and continues with one tree per answer, by ascending answer."""
    starts = np.cumsum([1, *(len(tree.parent) for tree in below.values())]).tolist()

    def column(name: str, first: int) -> NDArray[Any]:
        return np.concatenate([[first], *(getattr(tree, name) for tree in below.values())])

    parent = [tree.parent + start for tree, start in zip(below.values(), starts, strict=False)]
    answer = column("answer", 0)
    for (label, tree), part, start in zip(below.items(), parent, starts, strict=False):
        part[:1], answer[start : start + len(tree.parent[:1])] = 0, label
    total = column("total", 0)
    total[0] = codes + sum(int(tree.total[:1].sum()) for tree in below.values())
    return StrategyTree(
        np.concatenate([[-1], *parent]).astype(np.int32),
        answer.astype(np.uint16),
        column("query", query).astype(np.int32),
        column("codes", codes).astype(np.uint32),
        total.astype(np.int64),
    )


def walk(problem: SearchProblem, tree: StrategyTree) -> NDArray[np.int64]:
    """Cost of the strategy for each code, found by playing it: its queries, or those of them that miss.

    It uses only the tree's parents, answers and queries, so it checks the numbers stored with them.

    Args:
        problem: the search problem.
        tree: a strategy for all of its codes.

    Returns:
        int64, shape (C,), in queries, or in misses if the problem has a miss.

    Raises:
        InputError: the tree does not tell some code from another.
    """
    children: dict[tuple[int, int], int] = {}
    for node in range(1, len(tree.parent)):
        children[int(tree.parent[node]), int(tree.answer[node])] = node
    spent = np.zeros(len(problem.codes), np.int64)
    codes_at = {0: np.arange(len(problem.codes))} if len(tree.parent) else {}
    while codes_at:
        below: dict[int, NDArray[np.int64]] = {}
        for node, codes in codes_at.items():
            answers = problem.answers[tree.query[node], codes]
            spent[codes] += 1 if problem.miss < 0 else answers == problem.miss
            for answer in np.unique(answers).tolist():
                part = codes[answers == answer]
                child = children.get((node, answer))
                if child is not None:
                    below[child] = part
                elif len(part) > 1 or (problem.solved >= 0 and answer != problem.solved):
                    raise InputError(f"the strategy never finds {problem.codes[int(part[0])]}")
        codes_at = below
    return spent


def histogram(spent: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number of codes found with each number of queries or misses: int64, entry d for d of them."""
    return np.bincount(spent).astype(np.int64)
