"""Rows of the tables of Beams: variants, costs of strategies, and their trees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.problems import counts_of, problem_of
from tafelwerk.families.beams.rules.board import is_analysed, is_listed, variant_of
from tafelwerk.families.beams.rules.history import Beam, answer_text
from tafelwerk.families.beams.rules.strategies import Strategy
from tafelwerk.rules.entropy import Alpha, order_name
from tafelwerk.solvers.beams.codes_left import bitsets, list_codes
from tafelwerk.solvers.beams.entropy_analysis import Nodes
from tafelwerk.solvers.beams.entropy_tree import TopNode
from tafelwerk.solvers.beams.optimal_strategies import Tree

if TYPE_CHECKING:
    import polars

Columns = Mapping[str, Any]

Spent = Mapping[tuple[int, int], Fraction | int]
"""Number of codes by queries and wrong fields."""


@dataclass(frozen=True, slots=True, eq=False)
class TreeRows:
    """A strategy's tree, or its top: one row per set of two or more codes, the root first, parents before children.

    Attributes:
        parent: int64 (n,): row of the parent, -1 at the root.
        answer: int64 (n,): answer to the parent's query, as bits along the diagonal.
        query: int64 (n,): colour << 8 | diagonal, -1 where no query is asked.
        codes: int64 (n,): number of codes left.
        cost: int64 (n,): cost summed over these codes, including the queries asked before; None if not computed.
    """

    parent: NDArray[np.int64]
    answer: NDArray[np.int64]
    query: NDArray[np.int64]
    codes: NDArray[np.int64]
    cost: NDArray[np.int64] | None

    @classmethod
    def of_nodes(cls, nodes: Nodes) -> Self:
        """Rows of an analysis from the start of the game, without single codes."""
        kept = np.flatnonzero(nodes.codes > 1)
        row = np.cumsum(nodes.codes > 1) - 1
        parent = np.where(nodes.parent[kept] < 0, -1, row[nodes.parent[kept]])
        return cls(parent, nodes.answer[kept], nodes.query[kept], nodes.codes[kept], nodes.cost[kept])

    @classmethod
    def of_tree(cls, tree: Tree) -> Self:
        """Rows of a whole strategy."""
        parent, codes = tree.parent.astype(np.int64), tree.codes
        return cls(parent, tree.answer.astype(np.int64), queries_of(tree), codes, tree.total + codes * depths(parent))

    def to_depth(self, depth: int) -> Self:
        """Rows of the sets left after at most `depth` queries."""
        kept = depths(self.parent) <= depth
        row = np.cumsum(kept) - 1
        parent = np.where(self.parent[kept] < 0, -1, row[self.parent[kept]])
        cost = None if self.cost is None else self.cost[kept]
        return type(self)(parent, self.answer[kept], self.query[kept], self.codes[kept], cost)

    @classmethod
    def of_top(cls, nodes: Sequence[TopNode]) -> Self:
        """Rows of a top."""
        row = {node.history: place for place, node in enumerate(nodes)}
        return cls(
            np.array([row[node.history[:-1]] if node.history else -1 for node in nodes], np.int64),
            np.array([node.history[-1].hits if node.history else 0 for node in nodes], np.int64),
            np.array([-1 if node.query is None else node.query[0] << 8 | node.query[1] for node in nodes], np.int64),
            np.array([node.codes for node in nodes], np.int64),
            None,
        )


NO_TREE = TreeRows(*np.zeros((5, 0), np.int64))
"""Empty tree, for strategies with random tie-breaks."""


def queries_of(tree: Tree) -> NDArray[np.int64]:
    """Query per node of a tree: colour << 8 | diagonal, -1 where no query is asked."""
    return np.where(tree.colour >= 0, tree.colour.astype(np.int64) << 8 | tree.diagonal.astype(np.int64), -1)


def depths(parent: NDArray[np.int64]) -> NDArray[np.int64]:
    """Depth of each node, from the rows of the parents (-1 at the root)."""
    found = np.zeros(len(parent), np.int64)
    above = parent.copy()
    while (below := above >= 0).any():
        found += below
        above = np.where(below, parent[above], -1)
    return found


def variant_columns(variant: str) -> Mapping[str, Columns]:
    """A variant's counts, pieces and patterns, and for a small variant the codes that give each answer, as bitsets."""
    rules = variant_of(variant)
    problem = problem_of(variant) if is_analysed(variant) else None
    shapes, count, codes = counts_of(variant)
    masks = np.zeros(0, np.uint64) if problem is None else problem.pieces.astype(np.uint64)
    patterns = np.zeros((0, rules.colours), np.uint16) if problem is None else problem.patterns
    answers = list(bitsets(list_codes(rules))) if is_listed(variant) else []
    return {
        "variants": {
            "variant": [variant],
            "colours": rules.colours,
            "size": rules.size,
            "fields": len(rules.board.fields),
            "diagonals": len(rules.board.windows),
            "shapes": shapes,
            "placed": problem and len(problem.pieces),
            "patterns": count,
            "codes": codes,
        },
        "pieces": {"variant": variant, "piece": range(len(masks)), "fields": masks},
        "patterns": {"variant": variant, "pattern": np.arange(len(patterns)), "pieces": patterns},
        "answers": {
            "variant": variant,
            "colour": [beam.colour + 1 for beam, _ in answers],
            "diagonal": [beam.diagonal + 1 for beam, _ in answers],
            "hits": [answer_text(beam.hits) for beam, _ in answers],
            "codes": [bits.tobytes() for _, bits in answers],
        },
    }


def node_columns(variant: str, strategy: Strategy, tree: TreeRows) -> Columns:
    """Rows of table nodes, by depth."""
    depth = depths(tree.parent)
    order = np.argsort(depth, kind="stable")
    query = tree.query[order]
    return {
        **key_columns(variant, strategy),
        "history": _histories(tree, depth, order),
        "depth": depth[order],
        "colour": _asked((query >> 8) + 1, query),
        "diagonal": _asked((query & 255) + 1, query),
        "codes": tree.codes[order],
        "cost": None if tree.cost is None else tree.cost[order],
    }


def _asked(values: NDArray[np.int64], query: NDArray[np.int64]) -> "polars.Series":
    """Values at the nodes that ask a query, None at the others."""
    import polars

    return polars.Series(values).set(polars.Series(query < 0), None)


def _histories(tree: TreeRows, depth: NDArray[np.int64], order: NDArray[np.int64]) -> "polars.Series":
    """Texts of the nodes' histories, by depth: each is its parent's history with one more beam."""
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


def cost_columns(variant: str, strategy: Strategy, spent: Spent, part: int = 1, parts: int = 1) -> Columns:
    """Rows of table costs."""
    rows = sorted(spent.items())
    return {
        **key_columns(variant, strategy),
        "parts": parts,
        "part": part,
        "queries": [queries for (queries, _), _ in rows],
        "wrong": [wrong for (_, wrong), _ in rows],
        "codes_num": [str(codes.numerator) for _, codes in rows],
        "codes_den": [str(codes.denominator) for _, codes in rows],
        "codes": [float(codes) for _, codes in rows],
    }


def node_cost_columns(variant: str, strategy: Strategy, costs: Mapping[str, int], part: int, parts: int) -> Columns:
    """Rows of table node_costs, from costs by history."""
    divided = {"parts": parts, "part": part}
    return {**key_columns(variant, strategy), **divided, "history": list(costs), "cost": list(costs.values())}


def joined(parts: Sequence[Columns]) -> Columns:
    """Columns one below the other; a scalar stands for as many values as the lists of its part have."""
    found: dict[str, list[Any]] = {name: [] for name in parts[0]} if parts else {}
    for columns in parts:
        length = max(len(column) for column in columns.values() if isinstance(column, list))
        for name, column in columns.items():
            found[name] += column if isinstance(column, list) else [column] * length
    return found


def curve_columns(variant: str, tie: str, totals: Sequence[tuple[Alpha, Fraction]]) -> Columns:
    """Rows of table curves, from totals by order of the entropy."""
    codes = problem_of(variant).codes
    return {
        "variant": variant,
        "tie": tie,
        "alpha": [inf if alpha is None else float(alpha) for alpha, _ in totals],
        "strategy": [order_name(alpha) for alpha, _ in totals],
        "total_num": [str(total.numerator) for _, total in totals],
        "total_den": [str(total.denominator) for _, total in totals],
        "codes": codes,
        "mean": [float(total / codes) for _, total in totals],
    }


def key_columns(variant: str, strategy: Strategy) -> Columns:
    """Key columns of a strategy in every table."""
    return {"variant": variant, "strategy": strategy.name, "tie": strategy.tie}
