"""Stored trees walked by all codes at once, node by node."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.claims import Faults
from tafelwerk.proofs.mastermind.games import StoredGame

Codes = NDArray[np.int32]


class Node(NamedTuple):
    """A row of the table trees, without the first columns of the key."""

    node: int
    parent: int | None
    answer: str | None
    depth: int
    query: str
    possible: bool
    codes: int
    total: int


@dataclass(frozen=True, slots=True)
class Walked:
    """Results of walking a tree.

    Attributes:
        sets: the codes that reach each node.
        queries: index of the query of each node.
        depths: number of each node's query within the game.
        totals: queries from each node on, summed over its codes; in hangman misses, here and below.
        total: queries summed over all codes.
        histogram: pairs of a number of queries and the codes found with it, ascending, without zeros.
        paths: the answers that lead to each node.
    """

    sets: Sequence[Codes]
    queries: Sequence[int]
    depths: Sequence[int]
    totals: Sequence[int]
    total: int
    histogram: tuple[tuple[int, int], ...]
    paths: Sequence[tuple[int, ...]]


def walk(game: StoredGame, name: str, rows: Iterable[Node], faults: Faults) -> Walked | None:
    """Walk a tree.

    Args:
        game: the game.
        name: name of the tree in faults.
        rows: its nodes in the order of their numbers.
        faults: called with each fault of the nodes.

    Returns:
        The results; None if the nodes are not a strategy that finds every code.
    """
    nodes = list(rows)
    every = np.arange(len(game.codes), dtype=np.int32)
    named = game.solved >= 0
    if not named and len(every) == 1:
        faults.unless(not nodes, name, "asks about one code")
        return Walked([], [], [], [], 0, ((0, 1),), [])
    sets: list[Codes] = []
    queries: list[int] = []
    paths: list[tuple[int, ...]] = []
    found: list[int] = []  # codes that end at each node, as far as its children are known
    for place, node in enumerate(nodes):
        row = f"{name}, node {place}"
        here: Codes = every
        path: tuple[int, ...] = ()
        first = place == 0
        parent, label = node.parent, game.label_index.get(node.answer or "", -1)
        if node.node != place or node.query not in game.query_index or (parent is None) != first:
            faults.unless(False, row, "no node of a tree in depth-first order")
            return None
        if parent is None:
            faults.unless(node.answer is None, row, f"answer {node.answer} before the first query")
        else:
            if parent >= place or label < 0 or label == game.solved:
                faults.unless(False, row, f"no answer to node {parent}: {node.answer}")
                return None
            here = sets[parent]
            here = here[game.answers[queries[parent], here] == label]
            path = (*paths[parent], label)
            if not len(here) or paths[-1] >= path or (not named and len(here) == 1):
                faults.unless(False, row, f"no code comes here, or nodes are not in depth-first order: {node.answer}")
                return None
            found[parent] -= len(here)
        query = game.query_index[node.query]
        possible = bool((here == game.code_of[query]).any())
        faults.unless(node.depth == len(path) + 1, row, f"depth {node.depth} should be {len(path) + 1}")
        faults.unless(node.possible == possible, row, f"possible should be {possible}")
        faults.unless(node.codes == len(here), row, f"{node.codes} codes should be {len(here)}")
        sets.append(here)
        queries.append(query)
        paths.append(path)
        found.append(len(here))
    if not nodes:
        faults.unless(False, name, "no nodes")
        return None
    histogram: Counter[int] = Counter()
    paid = [np.ones(len(here), np.int64) for here in sets]
    if game.miss >= 0:
        paid = [
            (game.answers[query, here] == game.miss).astype(np.int64) for query, here in zip(queries, sets, strict=True)
        ]
    totals = [int(costs.sum()) for costs in paid]
    spent = np.zeros(len(every), np.int64)
    for here, costs in zip(sets, paid, strict=True):
        spent[here] += costs
    for place in range(len(nodes) - 1, -1, -1):
        row = game.answers[queries[place], sets[place]]
        ending = int((row == game.solved).sum()) if named else int((np.bincount(row) == 1).sum())
        if found[place] != ending:
            faults.unless(False, f"{name}, node {place}", f"{found[place] - ending} codes are never found")
            return None
        parent = nodes[place].parent
        if parent is not None:
            totals[parent] += totals[place]
        wrong = f"total {nodes[place].total} should be {totals[place]}"
        faults.unless(nodes[place].total == totals[place], f"{name}, node {place}", wrong)
    histogram.update(spent.tolist())
    ordered = tuple(sorted(histogram.items()))
    return Walked(sets, queries, [len(path) + 1 for path in paths], totals, totals[0], ordered, paths)
