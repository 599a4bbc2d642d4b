"""The tasks of Beams: each makes rows of some of its tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import pyarrow

from tafelwerk.build.beams.problems import problem_of
from tafelwerk.solvers.beams.analysis import Outcome, analyse
from tafelwerk.solvers.beams.board import VARIANTS, make_board
from tafelwerk.solvers.beams.choice import Order
from tafelwerk.solvers.beams.codes import bitsets, list_codes
from tafelwerk.solvers.beams.history import Beam, answer_text, write_history
from tafelwerk.solvers.beams.mix import mix_costs
from tafelwerk.solvers.beams.optimal import optimal
from tafelwerk.solvers.beams.pieces import shapes
from tafelwerk.solvers.beams.plan import make_plan, share, spread
from tafelwerk.solvers.beams.tree import Tree, walk
from tafelwerk.tables.beams import LISTED, Entropy, Optimal, Strategy

Columns = Mapping[str, Any]

PATTERNS = {"3c6p": 310, "6c3p": 311, "6c6p": 4_234_462}
"""How many patterns there are, about: for estimates of work alone."""

PATTERN_OPERATIONS = 200.0
"""Estimated work of a pattern found."""

SHAPE_OPERATIONS = {"3c6p": 1e6, "6c3p": 1e6, "6c6p": 1e6, "6c10p": 5e8}
"""Estimated work of counting pieces up to translation."""

MOST_COLOURS = 6

TOP_DEPTH = 3
"""Queries asked before the deepest nodes that are kept of a tree too large to be kept whole."""

WHOLE = 1 << 8
"""Queries that no tree comes to."""

Spent = Mapping[tuple[int, int], Fraction | int]


@dataclass(frozen=True, slots=True)
class VariantTables:
    """What a variant is: its numbers, pieces and patterns, and of small ones the codes that give each answer."""

    tables: ClassVar[tuple[str, ...]] = ("variants", "pieces", "patterns", "answers")
    variant: str

    def run(self) -> Mapping[str, Columns]:
        rules = VARIANTS[self.variant]
        board = make_board(rules.side)
        problem = problem_of(self.variant) if self.variant in PATTERNS else None
        masks = np.zeros(0, np.uint64) if problem is None else problem.pieces.astype(np.uint64)
        patterns = np.zeros((0, MOST_COLOURS), np.uint16) if problem is None else problem.patterns
        missing = pyarrow.nulls(len(patterns), pyarrow.uint16())
        pieces = {
            f"piece_{place + 1}": np.ascontiguousarray(patterns[:, place]) if place < rules.colours else missing
            for place in range(MOST_COLOURS)
        }
        return {
            "variants": {
                "variant": [self.variant],
                "colours": np.array([rules.colours], np.uint8),
                "size": np.array([rules.size], np.uint8),
                "fields": np.array([len(board.fields)], np.uint8),
                "diagonals": np.array([len(board.diagonals)], np.uint8),
                "shapes": np.array([shapes(rules.size, rules.side)], np.uint32),
                "placed": pyarrow.array([problem and len(problem.pieces)], pyarrow.uint32()),
                "patterns": pyarrow.array([problem and len(problem.patterns)], pyarrow.uint32()),
                "codes": pyarrow.array([problem and problem.codes], pyarrow.uint64()),
            },
            "pieces": {
                "variant": _repeated(self.variant, len(masks)),
                "piece": np.arange(len(masks), dtype=np.uint16),
                "fields": masks,
            },
            "patterns": {
                "variant": _repeated(self.variant, len(patterns)),
                "pattern": np.arange(len(patterns), dtype=np.uint32),
                **pieces,
            },
            "answers": self._answers(),
        }

    def _answers(self) -> Columns:
        found = list(bitsets(list_codes(VARIANTS[self.variant]))) if self.variant in LISTED else []
        beams = [beam for beam, _ in found]
        return {
            "variant": _repeated(self.variant, len(found)),
            "colour": np.array([beam.colour + 1 for beam in beams], np.uint8),
            "diagonal": np.array([beam.diagonal + 1 for beam in beams], np.uint8),
            "hits": pyarrow.array([answer_text(beam.hits) for beam in beams], pyarrow.string()),
            "codes": pyarrow.array([bits.tobytes() for _, bits in found], pyarrow.binary()),
        }

    def operations(self) -> float:
        found = SHAPE_OPERATIONS[self.variant] + PATTERN_OPERATIONS * PATTERNS.get(self.variant, 0)
        return found + (5e7 if self.variant in LISTED else 0)

    def expected_rows(self) -> int:
        return PATTERNS.get(self.variant, 0) + 1000


@dataclass(frozen=True, slots=True)
class StrategyTables:
    """A strategy of a small variant: what it costs, and its tree (none of MIX)."""

    tables: ClassVar[tuple[str, ...]] = ("costs", "nodes")
    variant: str
    strategy: Strategy

    def run(self) -> Mapping[str, Columns]:
        spent, nodes = whole_strategy(self.variant, self.strategy)
        return {
            "costs": cost_columns(self.variant, self.strategy, spent, 1, 1),
            "nodes": node_columns(self.variant, self.strategy, nodes),
        }

    def operations(self) -> float:
        return strategy_operations(self.variant, self.strategy)

    def expected_rows(self) -> int:
        mixed = isinstance(self.strategy, Entropy) and self.strategy.tie == "mix"
        return 50 if mixed else PATTERNS[self.variant] * (3 if self.variant == "3c6p" else 400)


@dataclass(frozen=True, slots=True)
class StrategyPart:
    """A part of the analysis of an entropy strategy of a large variant, and what belongs to it of the top of the tree."""

    tables: ClassVar[tuple[str, ...]] = ("costs", "nodes")
    variant: str
    strategy: Entropy
    part: int
    parts: int

    def run(self) -> Mapping[str, Columns]:
        problem, alpha, order = problem_of(self.variant), self.strategy.alpha, Order(self.strategy.tie)
        found = share(problem, alpha, order, self.part, self.parts, record_depth=TOP_DEPTH)
        nodes: list[NodeRow] = []
        if self.part == 1:
            inner = make_plan(problem, alpha, order).inner
            nodes += [(node.history, node.query, node.codes, None) for node in inner]
        for history, outcome in found.sets:
            nodes += node_rows(outcome, history)
        kept = [node for node in nodes if len(node[0]) <= TOP_DEPTH]
        return {
            "costs": cost_columns(self.variant, self.strategy, found.spent, self.part, self.parts),
            "nodes": node_columns(self.variant, self.strategy, kept),
        }

    def operations(self) -> float:
        return strategy_operations(self.variant, self.strategy) / self.parts

    def expected_rows(self) -> int:
        return 20_000 // self.parts + 40


NodeRow = tuple[tuple[Beam, ...], tuple[int, int] | None, int, int | None]
"""History; colour and diagonal asked, from 0, None where nothing is; codes left; what they cost, if that is known."""


def whole_strategy(variant: str, strategy: Strategy) -> tuple[Spent, list[NodeRow]]:
    """What a strategy of a small variant costs, and the nodes of its tree (none of MIX)."""
    problem = problem_of(variant)
    if isinstance(strategy, Optimal):
        tree = optimal(problem)
        costs = zip(*walk(list_codes(problem.variant), tree), strict=True)
        spent = Counter((int(queries), int(wrong)) for queries, wrong in costs)
        return spent, list(_tree_rows(tree))
    if strategy.tie == "mix":
        return mix_costs(problem, strategy.alpha), []
    found = analyse(problem, strategy.alpha, Order(strategy.tie), record_depth=WHOLE)
    return found.spent, list(node_rows(found))


def node_rows(found: Outcome, start: tuple[Beam, ...] = ()) -> Iterator[NodeRow]:
    """The nodes of an analysis; single codes left are none."""
    nodes = found.nodes
    query, codes, cost = nodes.query.tolist(), nodes.codes.tolist(), nodes.cost.tolist()
    for history, row in spread(found, start):
        if codes[row] > 1:
            yield history, None if query[row] < 0 else divmod(query[row], 256), codes[row], cost[row]


def _tree_rows(tree: Tree) -> Iterator[NodeRow]:
    histories: list[tuple[Beam, ...]] = []
    for node, parent in enumerate(tree.parent.tolist()):
        if parent < 0:
            histories.append(())
        else:
            beam = Beam(int(tree.colour[parent]), int(tree.diagonal[parent]), int(tree.answer[node]))
            histories.append((*histories[parent], beam))
        codes, colour = int(tree.codes[node]), int(tree.colour[node])
        query = None if colour < 0 else (colour, int(tree.diagonal[node]))
        yield histories[node], query, codes, int(tree.total[node]) + codes * len(histories[node])


def cost_columns(variant: str, strategy: Strategy, spent: Spent, part: int, parts: int) -> Columns:
    """Rows of table costs."""
    rows = sorted(spent.items())
    codes = [Fraction(count) for _, count in rows]
    return {
        **_key(variant, strategy, len(rows)),
        "parts": np.full(len(rows), parts, np.uint16),
        "part": np.full(len(rows), part, np.uint16),
        "queries": np.array([queries for (queries, _), _ in rows], np.uint8),
        "wrong": np.array([wrong for (_, wrong), _ in rows], np.uint8),
        "numerator": pyarrow.array([str(count.numerator) for count in codes], pyarrow.string()),
        "denominator": pyarrow.array([str(count.denominator) for count in codes], pyarrow.string()),
        "codes": np.array([count.numerator / count.denominator for count in codes], np.float64),
    }


def node_columns(variant: str, strategy: Strategy, nodes: Sequence[NodeRow]) -> Columns:
    """Rows of table nodes."""
    return {
        **_key(variant, strategy, len(nodes)),
        "history": pyarrow.array([write_history(history) for history, *_ in nodes], pyarrow.string()),
        "depth": np.array([len(history) for history, *_ in nodes], np.uint8),
        "colour": pyarrow.array([query and query[0] + 1 for _, query, _, _ in nodes], pyarrow.uint8()),
        "diagonal": pyarrow.array([query and query[1] + 1 for _, query, _, _ in nodes], pyarrow.uint8()),
        "codes": np.array([codes for _, _, codes, _ in nodes], np.uint64),
        "cost": pyarrow.array([cost for *_, cost in nodes], pyarrow.uint64()),
    }


def strategy_operations(variant: str, strategy: Strategy) -> float:
    """Estimated work of a strategy's analysis."""
    if isinstance(strategy, Optimal):
        return 3e8
    if strategy.tie == "mix":
        return {"3c6p": 4e8, "6c3p": 3e11}[variant]
    return {"3c6p": 1e7, "6c3p": 5e8, "6c6p": 1e12}[variant]


def _key(variant: str, strategy: Strategy, rows: int) -> Columns:
    return {
        "variant": _repeated(variant, rows),
        "strategy": _repeated(strategy.name, rows),
        "tie": _repeated(strategy.tie, rows),
    }


def _repeated(value: str, rows: int) -> Any:
    """A column of one value."""
    return pyarrow.DictionaryArray.from_arrays(np.zeros(rows, np.int8), pyarrow.array([value], pyarrow.string()))
