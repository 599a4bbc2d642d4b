"""Rows of the tables of Beams: what strategies cost, and their trees, as columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.beams.history import Beam
from tafelwerk.rules.entropy import Alpha, order_name
from tafelwerk.solvers.beams.analysis import Nodes
from tafelwerk.solvers.beams.top import TopNode
from tafelwerk.solvers.beams.tree import Tree
from tafelwerk.tables.beams import Strategy

if TYPE_CHECKING:
    import polars

Columns = Mapping[str, Any]

Spent = Mapping[tuple[int, int], Fraction | int]
"""Codes by queries and wrong fields."""


@dataclass(frozen=True, slots=True, eq=False)
class TreeRows:
    """A strategy's tree, or the top of it: a row a set of two codes or more, parents first; the root's is the first.

    Attributes:
        parent: int64 (n,): the row of the parent, -1 at the root.
        answer: int64 (n,): what the parent's diagonal showed.
        query: int64 (n,): colour << 8 | diagonal, -1 where nothing is asked.
        codes: int64 (n,): codes left.
        cost: int64 (n,): what these cost in all, the queries asked before included; None where it was not summed up.
    """

    parent: NDArray[np.int64]
    answer: NDArray[np.int64]
    query: NDArray[np.int64]
    codes: NDArray[np.int64]
    cost: NDArray[np.int64] | None

    @classmethod
    def of_nodes(cls, nodes: Nodes) -> Self:
        """Those of an analysis from the start of the game; single codes are no sets."""
        kept = np.flatnonzero(nodes.codes > 1)
        row = np.cumsum(nodes.codes > 1) - 1
        parent = np.where(nodes.parent[kept] < 0, -1, row[nodes.parent[kept]])
        return cls(parent, nodes.answer[kept], nodes.query[kept], nodes.codes[kept], nodes.cost[kept])

    @classmethod
    def of_tree(cls, tree: Tree) -> Self:
        """Those of a whole strategy."""
        parent, codes = tree.parent.astype(np.int64), tree.codes
        asked = tree.colour >= 0
        query = np.where(asked, tree.colour.astype(np.int64) << 8 | tree.diagonal.astype(np.int64), -1)
        return cls(parent, tree.answer.astype(np.int64), query, codes, tree.total + codes * depths(parent))

    def to_depth(self, depth: int) -> Self:
        """The rows of sets that are left after at most so many queries."""
        kept = depths(self.parent) <= depth
        row = np.cumsum(kept) - 1
        parent = np.where(self.parent[kept] < 0, -1, row[self.parent[kept]])
        cost = None if self.cost is None else self.cost[kept]
        return type(self)(parent, self.answer[kept], self.query[kept], self.codes[kept], cost)

    @classmethod
    def of_top(cls, nodes: Sequence[TopNode]) -> Self:
        """Those of a top."""
        row = {node.history: place for place, node in enumerate(nodes)}
        return cls(
            np.array([row[node.history[:-1]] if node.history else -1 for node in nodes], np.int64),
            np.array([node.history[-1].hits if node.history else 0 for node in nodes], np.int64),
            np.array([-1 if node.query is None else node.query[0] << 8 | node.query[1] for node in nodes], np.int64),
            np.array([node.codes for node in nodes], np.int64),
            None,
        )


NO_TREE = TreeRows(*np.zeros((5, 0), np.int64))
"""The tree of a strategy that may ask one query or another."""


def depths(parent: NDArray[np.int64]) -> NDArray[np.int64]:
    """Steps from the root to each node; the parents of nodes, -1 at the root, stand before them."""
    found = np.zeros(len(parent), np.int64)
    above = parent.copy()
    while (below := above >= 0).any():
        found += below
        above = np.where(below, parent[above], -1)
    return found


def node_columns(variant: str, strategy: Strategy, tree: TreeRows) -> Columns:
    """Rows of table nodes, by depth."""
    depth = depths(tree.parent)
    order = np.argsort(depth, kind="stable")
    query = tree.query[order]
    return {
        **key_columns(variant, strategy, len(order)),
        "history": _histories(tree, depth, order),
        "depth": depth[order].astype(np.uint8),
        "colour": _asked((query >> 8) + 1, query),
        "diagonal": _asked((query & 255) + 1, query),
        "codes": tree.codes[order].astype(np.uint64),
        "cost": [None] * len(order) if tree.cost is None else tree.cost[order].astype(np.uint64),
    }


def _asked(values: NDArray[np.int64], query: NDArray[np.int64]) -> "polars.Series":
    """Values of the nodes that ask a query; None at the others."""
    import polars

    return polars.Series(values).set(polars.Series(query < 0), None)


def _histories(tree: TreeRows, depth: NDArray[np.int64], order: NDArray[np.int64]) -> "polars.Series":
    """The histories of nodes as they are written, by depth: each is its parent's and one beam more."""
    import polars

    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    beams, which = np.unique(tree.query[tree.parent] << 8 | tree.answer, return_inverse=True)
    texts = polars.Series(
        [str(Beam(beam >> 16, beam >> 8 & 255, beam & 255)) for beam in beams.tolist()], dtype=polars.String
    )
    starts = np.searchsorted(depth[order], np.arange(int(depth.max(initial=0)) + 2)).tolist()
    levels = [polars.Series([""][: len(order)], dtype=polars.String)]
    for level in range(1, len(starts) - 1):
        rows = order[starts[level] : starts[level + 1]]
        last = texts.gather(which[rows])
        if level > 1:
            last = levels[-1].gather(place[tree.parent[rows]] - starts[level - 1]) + "; " + last
        levels.append(last)
    return polars.concat(levels)


def cost_columns(variant: str, strategy: Strategy, spent: Spent, part: int, parts: int) -> Columns:
    """Rows of table costs."""
    rows = sorted(spent.items())
    codes = [Fraction(count) for _, count in rows]
    return {
        **key_columns(variant, strategy, len(rows)),
        "parts": np.full(len(rows), parts, np.uint16),
        "part": np.full(len(rows), part, np.uint16),
        "queries": np.array([queries for (queries, _), _ in rows], np.uint8),
        "wrong": np.array([wrong for (_, wrong), _ in rows], np.uint8),
        **_fractions(codes),
        "codes": np.array([count.numerator / count.denominator for count in codes], np.float64),
    }


def node_cost_columns(variant: str, strategy: Strategy, costs: Mapping[str, int], part: int, parts: int) -> Columns:
    """Rows of table node_costs, from what the nodes with these histories cost."""
    return {
        **key_columns(variant, strategy, len(costs)),
        "parts": np.full(len(costs), parts, np.uint16),
        "part": np.full(len(costs), part, np.uint16),
        "history": list(costs),
        "cost": np.array(list(costs.values()), np.uint64),
    }


def curve_columns(variant: str, tie: str, totals: Sequence[tuple[Alpha, Fraction]], codes: int) -> Columns:
    """Rows of table curves, from what the strategies of these orders cost over all codes."""
    return {
        "variant": [variant] * len(totals),
        "tie": [tie] * len(totals),
        "alpha": np.array([np.inf if alpha is None else float(alpha) for alpha, _ in totals], np.float64),
        "strategy": [order_name(alpha) for alpha, _ in totals],
        **_fractions([total for _, total in totals]),
        "codes": np.full(len(totals), codes, np.uint64),
        "mean": np.array([float(total / codes) for _, total in totals], np.float64),
    }


def _fractions(values: Sequence[Fraction]) -> Columns:
    return {
        "numerator": [str(value.numerator) for value in values],
        "denominator": [str(value.denominator) for value in values],
    }


def key_columns(variant: str, strategy: Strategy, rows: int) -> Columns:
    """What names a strategy in every table."""
    return {
        "variant": [variant] * rows,
        "strategy": [strategy.name] * rows,
        "tie": [strategy.tie] * rows,
    }
