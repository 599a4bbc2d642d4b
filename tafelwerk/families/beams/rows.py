"""Rows of the tables of Beams, computed: variants, strategies with their costs and trees, and the codemaker's choice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.choosing import SolvedChoice
from tafelwerk.build.task import Checkpoint
from tafelwerk.errors import InputError
from tafelwerk.families.beams import rules
from tafelwerk.families.beams.builds import WHOLE
from tafelwerk.families.beams.hidden_codes import counts_of, problem_of
from tafelwerk.rules.deduction import Alpha, Optimal, order_name
from tafelwerk.solvers.beams.analysis_shares import Share, share, share_ahead, spread, start_of
from tafelwerk.solvers.beams.codes_left import bitsets, code_text, list_codes, mask_text
from tafelwerk.solvers.beams.entropy_analysis import Nodes, Start, analyse, analyse_ahead, analyse_mixed
from tafelwerk.solvers.beams.entropy_queries import Approximation, Measure, Order
from tafelwerk.solvers.beams.entropy_tree import Sets, TopNode, finish_early, top
from tafelwerk.solvers.beams.optimal_strategies import Tree, improve, limited_tree, optimal, walk
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.weighted_replies import Replies
from tafelwerk.solvers.deduction.adversary_game import solve_game
from tafelwerk.tables.explanation import Node

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
        rows = np.flatnonzero(nodes.codes > 1)
        row = np.cumsum(nodes.codes > 1) - 1
        parent = np.where(nodes.parent[rows] < 0, -1, row[nodes.parent[rows]])
        return cls(parent, nodes.answer[rows], nodes.query[rows], nodes.codes[rows], nodes.cost[rows])

    @classmethod
    def of_tree(cls, tree: Tree) -> Self:
        """Rows of a whole strategy."""
        parent, codes = tree.parent.astype(np.int64), tree.codes
        return cls(parent, tree.answer.astype(np.int64), queries_of(tree), codes, tree.total + codes * depths(parent))

    def to_depth(self, depth: int) -> Self:
        """Rows of the sets left after at most `depth` queries."""
        rows = depths(self.parent) <= depth
        row = np.cumsum(rows) - 1
        parent = np.where(self.parent[rows] < 0, -1, row[self.parent[rows]])
        cost = None if self.cost is None else self.cost[rows]
        return type(self)(parent, self.answer[rows], self.query[rows], self.codes[rows], cost)

    @classmethod
    def of_top(cls, nodes: Sequence[TopNode]) -> Self:
        """Rows of a top."""
        row = {node.history: number for number, node in enumerate(nodes)}
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
    depth = np.zeros(len(parent), np.int64)
    above = parent.copy()
    while (below := above >= 0).any():
        depth += below
        above = np.where(below, parent[above], -1)
    return depth


def variant_columns(variant: str) -> Mapping[str, Columns]:
    """A variant's counts, pieces and patterns, and for a small variant the codes that give each answer, as bitsets."""
    definition = rules.variant_of(variant)
    problem = problem_of(variant) if rules.is_analysed(variant) else None
    shapes, count, codes = counts_of(variant)
    masks = np.zeros(0, np.uint64) if problem is None else problem.pieces.astype(np.uint64)
    patterns = np.zeros((0, definition.colours), np.uint16) if problem is None else problem.patterns
    answers = list(bitsets(list_codes(definition))) if rules.is_listed(variant) else []
    return {
        "variants": {
            "variant": [variant],
            "colours": definition.colours,
            "size": definition.size,
            "fields": len(definition.board.fields),
            "diagonals": len(definition.board.windows),
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
            "hits": [rules.answer_text(beam.hits) for beam, _ in answers],
            "codes": [bits.tobytes() for _, bits in answers],
        },
    }


def node_columns(variant: str, strategy: rules.Strategy, tree: TreeRows) -> Columns:
    """Rows of table nodes, by depth."""
    depth = depths(tree.parent)
    order = np.argsort(depth, kind="stable")
    query = tree.query[order]
    return {
        **key_columns(variant, strategy),
        "history": _histories(tree, depth, order),
        "depth": depth[order],
        "colour": _null_without_query((query >> 8) + 1, query),
        "diagonal": _null_without_query((query & 255) + 1, query),
        "codes": tree.codes[order],
        "cost": None if tree.cost is None else tree.cost[order],
    }


def _null_without_query(values: NDArray[np.int64], query: NDArray[np.int64]) -> "polars.Series":
    """Values at the nodes that ask a query, None at the others."""
    import polars

    return polars.Series(values).set(polars.Series(query < 0), None)


def _histories(tree: TreeRows, depth: NDArray[np.int64], order: NDArray[np.int64]) -> "polars.Series":
    """Texts of the nodes' histories, by depth: each is its parent's history with one more beam."""
    import polars

    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    beams, which = np.unique(tree.query[tree.parent] << 8 | tree.answer, return_inverse=True)
    texts = polars.Series(
        [str(rules.Beam(beam >> 16, beam >> 8 & 255, beam & 255)) for beam in beams.tolist()], dtype=polars.String
    )
    starts = np.searchsorted(depth[order], np.arange(int(depth.max(initial=0)) + 2)).tolist()
    levels = [polars.Series([""][: len(order)], dtype=polars.String)]
    for level in range(1, len(starts) - 1):
        rows = order[starts[level] : starts[level + 1]]
        last = texts.gather(which[rows])
        if level > 1:
            last = levels[-1].gather(rank[tree.parent[rows]] - starts[level - 1]) + "; " + last
        levels.append(last)
    return polars.concat(levels)


def cost_columns(variant: str, strategy: rules.Strategy, spent: Spent, part: int = 1, parts: int = 1) -> Columns:
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


def node_cost_columns(
    variant: str, strategy: rules.Strategy, costs: Mapping[str, int], part: int, parts: int
) -> Columns:
    """Rows of table node_costs, from costs by history."""
    divided = {"parts": parts, "part": part}
    return {**key_columns(variant, strategy), **divided, "history": list(costs), "cost": list(costs.values())}


def join_columns(parts: Sequence[Columns]) -> Columns:
    """Columns one below the other; a scalar stands for as many values as the lists of its part have."""
    table: dict[str, list[Any]] = {name: [] for name in parts[0]} if parts else {}
    for columns in parts:
        length = max(len(column) for column in columns.values() if isinstance(column, list))
        for name, column in columns.items():
            table[name] += column if isinstance(column, list) else [column] * length
    return table


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


def key_columns(variant: str, strategy: rules.Strategy) -> Columns:
    """Key columns of a strategy in every table."""
    return {"variant": variant, "strategy": strategy.name, "tie": strategy.tie}


IMPROVED = (3, 300, 4)
"""Numbers of queries that the improved strategy tries: `width`, `below` and `inner` of `optimal.improve`."""


def whole_strategy(variant: str, strategy: rules.Strategy) -> tuple[Spent, TreeRows]:
    """Costs of a strategy of a small variant, and its tree (empty for MIX)."""
    problem = problem_of(variant)
    if isinstance(strategy, Optimal | rules.Improved):
        width, below, inner = IMPROVED
        if isinstance(strategy, rules.Improved):
            tree = _shallow(problem) if strategy.shallowest else improve(problem, width, below=below, inner=inner)
        else:
            tree = optimal(problem, strategy)
        # every code is played, independently of the search's own counts
        costs, codes = np.unique(np.stack(walk(list_codes(problem.variant), tree)), axis=1, return_counts=True)
        spent = {(int(q), int(w)): int(count) for q, w, count in zip(*costs, codes, strict=True)}
        return spent, TreeRows.of_tree(tree)
    if isinstance(strategy, rules.Entropy) and strategy.tie == "mix":
        return analyse_mixed(problem, strategy.alpha)[0], NO_TREE
    analysis = analyse(problem, measure_of(strategy), Order(strategy.tie), record_depth=WHOLE)
    return analysis.spent, TreeRows.of_nodes(analysis.nodes)


def play_as_large(variant: str) -> None:
    """Compute strategies that are otherwise for larger variants, so that their kernels are compiled."""
    problem = problem_of(variant)
    analyse_ahead(problem, start_of(problem, ()))
    _shallow(problem)


def _shallow(problem: Problem) -> Tree:
    """Tree of the improved strategy that takes the fewest queries."""
    tree = limited_tree(problem, rules.FEWEST_QUERIES[problem.variant.name])
    assert tree is not None, "a strategy was found before"
    return tree


def early_spent(variant: str, strategy: rules.Strategy) -> tuple[tuple[int, int, Fraction], ...]:
    """Costs of a strategy of a small variant with early finishing: triples of queries, wrong fields and number of codes."""
    problem = problem_of(variant)
    if isinstance(strategy, Optimal):
        tree = optimal(problem, early=True)
        sets = Sets(
            tree.parent.astype(np.int64), tree.answer.astype(np.int64), queries_of(tree), tree.codes, tree.total
        )
    else:
        assert isinstance(strategy, rules.Entropy | rules.Approximate), "other strategies have no finish"
        sets = Sets.of_nodes(analyse(problem, measure_of(strategy), Order(strategy.tie), record_depth=WHOLE).nodes)
    return tuple((*cost, Fraction(codes)) for cost, codes in sorted(finish_early(problem, sets).spent.items()))


def top_of(variant: str, strategy: rules.Entropy) -> TreeRows:
    """The top of an entropy strategy's tree of a large variant."""
    return TreeRows.of_top(list(top(problem_of(variant), strategy.alpha, Order(strategy.tie))))


def part_of(
    problem: Problem,
    strategy: rules.Entropy | rules.Approximate | rules.Improved,
    part: int,
    parts: int,
    checkpoint: Checkpoint | None = None,
) -> tuple[Spent, dict[str, int]]:
    """Costs of a part of a large variant's codes under a strategy; and their costs at the nodes of its top, by history.

    A checkpoint saves the sets that are finished, under the improved strategy.
    """
    if isinstance(strategy, rules.Improved):
        return _improved_part(problem, part, parts, checkpoint), {}
    order = None if strategy.tie == "mix" else Order(strategy.tie)
    outcome = share(problem, measure_of(strategy), order, part, parts, record_depth=rules.TOP_DEPTH)
    return outcome.spent, _node_costs(outcome) if rules.has_top(strategy) else {}


def _improved_part(problem: Problem, part: int, parts: int, checkpoint: Checkpoint | None) -> Spent:
    """Costs of a part of a large variant's codes under the improved strategy."""
    if checkpoint is None:
        return share_ahead(problem, part, parts)
    saved: Any = checkpoint.load() or []
    spent_by_set = [{(queries, wrong): codes for queries, wrong, codes in costs} for costs in saved]

    def report(codes: int) -> None:
        state = [[(*cost, count) for cost, count in costs.items()] for costs in spent_by_set]
        checkpoint.save(state, f"{codes:,} codes")

    return share_ahead(problem, part, parts, spent_by_set, report)


def _node_costs(part: Share) -> dict[str, int]:
    """Costs of the codes of a part at the nodes of the top, by history."""
    costs: dict[str, int] = {}
    for history, outcome in part.sets:
        for depth in range(min(len(history), rules.TOP_DEPTH + 1)):
            above = rules.write_history(history[:depth])
            costs[above] = costs.get(above, 0) + outcome.total
        for below, row in spread(outcome, history):
            if len(below) <= rules.TOP_DEPTH and outcome.nodes.codes[row] > 1:
                costs[rules.write_history(below)] = int(outcome.nodes.cost[row])
    return costs


def measure_of(strategy: rules.Entropy | rules.Approximate) -> Measure:
    """Measure that a strategy's query maximises."""
    return strategy.alpha if isinstance(strategy, rules.Entropy) else Approximation(strategy.kind)


def preselect(variant: str, patterns: int, seed: int) -> Start:
    """The codes of some patterns of a variant, drawn at random without replacement, as the start of an analysis.

    Raises:
        InputError: the variant has fewer patterns.
    """
    every = problem_of(variant).patterns
    if patterns > len(every):
        raise InputError(f"--patterns must be 1 to {len(every):,} for {variant}, not {patterns:,}")
    return Start(every[np.sort(np.random.default_rng(seed).choice(len(every), patterns, replace=False))])


def curve_totals(
    variant: str, tie: rules.Tie, orders: Sequence[Alpha], start: Start | None = None
) -> list[tuple[Alpha, Fraction]]:
    """Totals of the entropy strategies of these different orders over all codes of a variant, or over those of a start."""
    problem = problem_of(variant)
    if tie == "mix":
        costs: list[Spent] = [analyse_mixed(problem, alpha, start)[0] for alpha in orders]
    else:
        costs = [analyse(problem, alpha, Order(tie), start).spent for alpha in orders]
    return [
        (alpha, Fraction(sum((queries + wrong) * codes for (queries, wrong), codes in spent.items())))
        for alpha, spent in zip(orders, costs, strict=True)
    ]


def solve_adversary(problem: Problem, early: bool = False) -> SolvedChoice[Tree]:
    """The game in which the codemaker chooses a code of a variant; with `early` the breaker may finish at any time."""
    replies = Replies(problem, early)
    ways = problem.codes // len(problem.patterns)
    # the first code of a class gives colour 1 to the first piece of its pattern, and so on
    first = [problem.patterns[code // ways].tolist() for code in replies.classes.first]
    sizes = {code_text(problem, pattern): size for pattern, size in zip(first, replies.sizes, strict=True)}
    return SolvedChoice(sizes, solve_game(replies), _nodes)


def _nodes(tree: Tree) -> list[Node]:
    """The nodes of a strategy: parent, answer, and query, or the code guessed or filling laid; -1 and "" at the root."""
    return [
        (
            parent,
            "" if parent < 0 else rules.answer_text(answer),
            rules.query_text(colour, diagonal) if guess < 0 else mask_text(tree.guesses[guess].tolist()),
        )
        for parent, answer, colour, diagonal, guess in zip(
            tree.parent.tolist(),
            tree.answer.tolist(),
            tree.colour.tolist(),
            tree.diagonal.tolist(),
            tree.guess.tolist(),
            strict=True,
        )
    ]
