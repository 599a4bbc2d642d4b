"""Rows of the tables of Mastermind: games, their answers, strategies, trees and curves."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.mastermind.problems import encoded_rows, problem_from
from tafelwerk.build.mastermind.rules import Rules, game_of, score_of
from tafelwerk.build.mastermind.tasks import stores_answers
from tafelwerk.build.task import Checkpoint
from tafelwerk.errors import InputError
from tafelwerk.solvers.core.mix import mix_play
from tafelwerk.solvers.core.optimal_tree import MEMORY, DepthError, Progress, optimal_tree
from tafelwerk.solvers.core.search_problem import SearchProblem
from tafelwerk.solvers.core.strategies import alpha_curve, best_queries, lex_tree
from tafelwerk.solvers.core.strategy_tree import StrategyTree, histogram, walk
from tafelwerk.solvers.core.symmetry import orbits
from tafelwerk.tables.mastermind import Entropy, Pegs, Strategy

Columns = Mapping[str, Any]

LARGE_GAME, LARGE_MEMORY = 6000, 1 << 30
"""Codes from which on an optimal search remembers more, and how many bytes that takes."""

SAVE_EVERY = 20.0
"""Seconds between two savings of a long search."""


def game_columns(rules: Rules) -> Mapping[str, Columns]:
    """What a game is: its codes, queries and answers by their names."""
    problem = problem_from(rules)
    name, codes, queries = game_of(rules).name, len(problem.codes), len(problem.queries)
    occurring = np.unique(problem.answers)
    pegs = rules if isinstance(rules, Pegs) else None
    return {
        "games": {
            "game": [name],
            "score": [score_of(rules)],
            "pegs": [pegs and pegs.pegs],
            "colors": [pegs and pegs.colors],
            "distinct": [pegs and pegs.distinct],
            "codes": np.array([codes], np.uint32),
            "queries": np.array([queries], np.uint32),
            "answers": np.array([len(occurring)], np.uint16),
            "goal": ["name" if problem.solved >= 0 else "identify"],
        },
        "codes": {"game": [name] * codes, "code": np.arange(codes, dtype=np.uint32), "text": problem.codes},
        "queries": {
            "game": [name] * queries,
            "query": np.arange(queries, dtype=np.uint32),
            "text": problem.queries,
            "code": [c if c >= 0 else None for c in problem.code_of.tolist()],
        },
        "labels": {
            "game": [name] * len(problem.labels),
            "answer": np.arange(len(problem.labels), dtype=np.uint16),
            "text": problem.labels,
            "solved": [index == problem.solved for index in range(len(problem.labels))],
        },
    }


def answer_columns(rules: Rules) -> Mapping[str, Columns]:
    """All answers of a game, the classes of first queries, and what the first query of each leaves."""
    problem, name = problem_from(rules), game_of(rules).name
    classes = query_classes(problem)
    sizes = [np.bincount(problem.answers[query], minlength=len(problem.labels)) for query in classes]
    parts = [(query, answer) for query, size in zip(classes, sizes, strict=True) for answer in np.flatnonzero(size)]
    count = dict(zip(classes, sizes, strict=True))
    encoded = encoded_rows(problem) if stores_answers(rules) else []
    return {
        "answer_rows": {
            "game": _texts([name] * len(encoded)),
            "query": np.arange(len(encoded), dtype=np.uint32),
            "answers": _texts(encoded),
        },
        "first_queries": {
            "game": [name] * len(classes),
            "query": [problem.queries[query] for query in classes],
            "alike": np.array(list(classes.values()), np.uint32),
            "answers": np.array([np.count_nonzero(size) for size in sizes], np.uint16),
            "largest": np.array([size.max() for size in sizes], np.uint32),
            "squares": np.array([(size * size).sum() for size in sizes], np.uint64),
            "shannon": np.array([_shannon(size) for size in sizes]),
        },
        "first_parts": {
            "game": [name] * len(parts),
            "query": [problem.queries[query] for query, _ in parts],
            "answer": [problem.labels[answer] for _, answer in parts],
            "codes": np.array([count[query][answer] for query, answer in parts], np.uint32),
        },
    }


def query_classes(problem: SearchProblem) -> dict[int, int]:
    """Classes of first queries: the first query of each, and how many there are."""
    if problem.symmetry is not None:
        return dict(sorted(Counter(orbits(problem.symmetry, []).tolist()).items()))
    first: dict[bytes, int] = {}
    alike: Counter[int] = Counter()
    for query in range(len(problem.queries)):
        sizes = np.bincount(problem.answers[query], minlength=len(problem.labels))
        alike[first.setdefault(sizes.tobytes(), query)] += 1
    return dict(alike)


def _shannon(sizes: NDArray[np.int64]) -> float:
    """Entropy in bits of an answer's distribution."""
    chances = sizes[sizes > 0] / sizes.sum()
    return float(-(chances * np.log2(chances)).sum()) + 0.0


def strategy_columns(rules: Rules, strategy: Strategy, checkpoint: Checkpoint | None) -> Mapping[str, Columns]:
    """A strategy's tree (none of MIX), what it needs in all, and for how many codes how many queries."""
    problem = problem_from(rules)
    if isinstance(strategy, Entropy) and strategy.tie == "mix":
        play = mix_play(problem, strategy.alpha)
        return _strategy_tables(rules, strategy, problem, None, play.total, play.histogram)
    tree = strategy_tree(problem, strategy, checkpoint)
    found = [Fraction(int(codes)) for codes in histogram(walk(problem, tree))]
    return _strategy_tables(
        rules, strategy, problem, tree, Fraction(int(tree.total[0]) if len(tree.total) else 0), found
    )


def _strategy_tables(
    rules: Rules,
    strategy: Strategy,
    problem: SearchProblem,
    tree: StrategyTree | None,
    total: Fraction,
    found: Iterable[Fraction],
) -> Mapping[str, Columns]:
    counts = [(queries, codes) for queries, codes in enumerate(found) if codes]
    key = {"game": game_of(rules).name, "strategy": strategy.name, "tie": strategy.tie}
    codes = len(problem.codes)
    return {
        "trees": _keyed(key, tree_columns(problem, tree)),
        "strategies": _keyed(
            key,
            {
                "codes": np.array([codes], np.uint32),
                **_fractions("total", [total]),
                "mean": [_double(total / codes)],
                "most": np.array([max(queries for queries, _ in counts)], np.uint16),
            },
        ),
        "histograms": _keyed(
            key,
            {
                "queries": np.array([queries for queries, _ in counts], np.uint16),
                **_fractions("codes", [number for _, number in counts]),
            },
        ),
    }


def strategy_tree(
    problem: SearchProblem,
    strategy: Strategy,
    checkpoint: Checkpoint | None = None,
    *,
    codes: NDArray[np.int32] | None = None,
    asked: Sequence[int] = (),
) -> StrategyTree:
    """The tree of a strategy other than MIX.

    Args:
        problem: the game.
        strategy: the strategy.
        checkpoint: where a long search leaves how far it has come.
        codes: the codes left, if not all.
        asked: the queries whose answers left them.
    """
    if isinstance(strategy, Entropy):
        return lex_tree(problem, strategy.alpha, codes=codes)
    depth = None if strategy.max_depth is None else strategy.max_depth - len(asked)
    if depth is not None and depth < 1:
        raise InputError(f"--max-depth {strategy.max_depth} leaves no query after {len(asked)} that are asked already")
    try:
        found = optimal_tree(
            problem,
            codes=codes,
            asked=asked,
            max_depth=depth,
            least_depth=strategy.least_depth,
            memory=MEMORY if len(problem.codes) < LARGE_GAME else LARGE_MEMORY,
            progress=None if checkpoint is None else _Saved(checkpoint),
            resume=None if checkpoint is None else checkpoint.load(),
        )
    except DepthError as error:
        after = f", {len(asked)} of which are asked already" if asked else ""
        raise InputError(
            f"--max-depth {strategy.max_depth} is too small: no strategy finds every code within "
            f"{strategy.max_depth} queries{after}"
        ) from error
    assert found.tree is not None, "without a limit of work a search is brought to its end"
    return found.tree


class _Saved:
    """Keeps a long search's state from time to time."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self._checkpoint = checkpoint
        self._last = monotonic()

    def __call__(self, progress: Progress) -> None:
        if monotonic() - self._last >= SAVE_EVERY:
            least = "none yet" if progress.total is None else f"{progress.total:,}"
            status = f"best total {least}, proved at least {progress.lower:,}, {progress.nodes:,} sets"
            self._checkpoint.save(progress.snapshot(), status)
            self._last = monotonic()


def tree_columns(problem: SearchProblem, tree: StrategyTree | None) -> Columns:
    """A tree (None: no nodes) as rows of the table trees, the key's columns left out."""
    if tree is None:
        nothing = np.zeros(0, np.int32)
        tree = StrategyTree(
            nothing, nothing.astype(np.uint16), nothing, nothing.astype(np.uint32), nothing.astype(np.int64)
        )
    nodes = len(tree.parent)
    depth, below = np.ones(nodes, np.uint16), np.zeros(nodes, np.int64)
    for node in range(1, nodes):
        depth[node] = depth[tree.parent[node]] + 1
        below[tree.parent[node]] += tree.codes[node]
    labels = [problem.labels[answer] for answer in tree.answer.tolist()]
    return {
        "node": np.arange(nodes, dtype=np.uint32),
        "parent": [parent if parent >= 0 else None for parent in tree.parent.tolist()],
        "answer": _texts(label if node else None for node, label in enumerate(labels)),
        "depth": depth,
        "query": _texts(problem.queries[query] for query in tree.query.tolist()),
        # the answer that ends the game has no node, so one code is missing below
        "possible": ((below < tree.codes) & (problem.solved >= 0)).tolist(),
        "codes": tree.codes,
        "total": tree.total.astype(np.uint64),
    }


def curve_columns(rules: Rules, tie: str, opening: str | None, alphas: Sequence[Fraction]) -> Columns:
    """The entropy strategies of a game for several orders; `opening`: with this first query always."""
    problem = problem_from(rules)
    if tie == "mix":
        plays = [mix_play(problem, alpha) for alpha in alphas]
        totals = [play.total for play in plays]
        most = [len(play.histogram) - 1 for play in plays]
        every = np.arange(len(problem.codes), dtype=np.int32)
        firsts = [int(best_queries(problem, every, alpha)[0]) for alpha in alphas]
    else:
        first = None if opening is None else problem.query_index[opening]
        points = alpha_curve(problem, alphas, first=first)
        totals = [Fraction(point.total) for point in points]
        most = [len(point.histogram) - 1 for point in points]
        firsts = [point.first for point in points]
    return {
        "game": [game_of(rules).name] * len(alphas),
        "tie": [tie] * len(alphas),
        "opening": [opening or ""] * len(alphas),
        "alpha": [_double(alpha) for alpha in alphas],
        "alpha_numerator": np.array([alpha.numerator for alpha in alphas], np.uint64),
        "alpha_denominator": np.array([alpha.denominator for alpha in alphas], np.uint64),
        "query": [problem.queries[first] for first in firsts],
        **_fractions("total", totals),
        "mean": [_double(total / len(problem.codes)) for total in totals],
        "most": np.array(most, np.uint16),
    }


def _keyed(key: Mapping[str, str], columns: Columns) -> Columns:
    rows = len(next(iter(columns.values())))
    return {name: _texts([value] * rows) for name, value in key.items()} | dict(columns)


def _texts(values: Iterable[str | None]) -> Any:
    """A column of texts, which may be empty."""
    return list(values)


def _fractions(name: str, values: list[Fraction]) -> dict[str, Any]:
    """A column of doubles, and the exact values as digits beside it."""
    return {
        name: [_double(value) for value in values],
        f"{name}_numerator": _texts(str(value.numerator) for value in values),
        f"{name}_denominator": _texts(str(value.denominator) for value in values),
    }


def _double(value: Fraction) -> float:
    """The nearest double."""
    return value.numerator / value.denominator
