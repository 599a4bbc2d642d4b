"""Rows of the tables of Mastermind: games, their answers, strategies, trees, curves, lower bounds, and the codemaker's choice."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import count
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from tafelwerk.build.task import Checkpoint, columns, fraction_columns
from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.problems import problem_from
from tafelwerk.families.mastermind.rules import (
    Entropy,
    Hard,
    Letter,
    Pegs,
    Rules,
    Strategy,
    check_hangman,
    stores_answers,
)
from tafelwerk.solvers.deduction.entropy_strategies import MOST_STATES, alpha_curve, best_queries, lex_tree, mix_play
from tafelwerk.solvers.deduction.misses import count_misses, fewest_misses_tree, least_misses_tree
from tafelwerk.solvers.deduction.optimal_tree import (
    MEMORY,
    DepthError,
    Optimum,
    Progress,
    lower_bound,
    most_within,
    optimal_tree,
)
from tafelwerk.solvers.deduction.search_problem import (
    History,
    SearchProblem,
    StrategyTree,
    histogram,
    least_depth,
    walk,
)
from tafelwerk.solvers.deduction.symmetry import orbits
from tafelwerk.solvers.mastermind.hard_mode import hard_entropy_tree, hard_optimal_tree
from tafelwerk.tables.questions import MOST_OPERATIONS, Allowance, OverBudgetError

if TYPE_CHECKING:
    from tafelwerk.build.choosing import SolvedChoice
    from tafelwerk.tables.explanation import Node

Columns = Mapping[str, Any]

LARGE_GAME, LARGE_MEMORY = 6000, 1 << 30
"""Number of codes from which an optimal search uses a larger memo, and its size in bytes."""

SAVE_EVERY = 20.0
"""Seconds between two checkpoints of a long search."""

TREE = ("node", "parent", "answer", "depth", "query", "possible", "codes", "total")
"""Columns of the table trees outside its key."""


def game_columns(rules: Rules) -> Mapping[str, Columns]:
    """A game with its codes, queries and answers as text."""
    problem, name = problem_from(rules), rules.game.name
    pegs = rules if isinstance(rules, Pegs) else None
    return {
        "games": {
            "game": [name],
            "score": rules.score,
            "pegs": pegs and pegs.pegs,
            "colors": pegs and pegs.colors,
            "distinct": pegs and pegs.distinct,
            "codes": len(problem.codes),
            "queries": len(problem.queries),
            "answers": _count_answers(problem),
            "goal": "name" if problem.solved >= 0 else "identify",
        },
        "codes": {"game": name, "code": range(len(problem.codes)), "text": problem.codes},
        "queries": {
            "game": name,
            "query": range(len(problem.queries)),
            "text": problem.queries,
            "code": [code if code >= 0 else None for code in problem.code_of.tolist()],
        },
        "labels": {
            "game": name,
            "answer": range(len(problem.labels)),
            "text": problem.labels,
            "solved": [answer == problem.solved for answer in range(len(problem.labels))],
        },
    }


def _count_answers(problem: SearchProblem) -> int:
    """Number of different answers that occur."""
    rows = range(len(problem.queries)) if problem.symmetry is None else query_classes(problem)
    occurs = np.zeros(len(problem.labels), np.bool_)
    for query in rows:
        occurs[problem.answers[query]] = True
    return int(occurs.sum())


def answer_columns(rules: Rules) -> Mapping[str, Columns]:
    """All answers of a game, the classes of first queries, and the codes left by the first query of each class."""
    problem, name = problem_from(rules), rules.game.name
    stored = problem.answers if stores_answers(rules) else np.empty((0, len(problem.codes)), np.uint8)
    classes, parts = [], []
    for query, alike in query_classes(problem).items():
        sizes, text = np.bincount(problem.answers[query], minlength=len(problem.labels)), problem.queries[query]
        counts = np.count_nonzero(sizes), sizes.max(), (sizes * sizes).sum()
        classes.append((text, alike, *map(int, counts), _shannon(sizes)))
        parts += [(text, problem.labels[answer], int(sizes[answer])) for answer in np.flatnonzero(sizes)]
    first = ("query", "alike", "answers", "largest", "squares", "shannon")
    return {
        "answer_rows": {"game": name, "query": range(len(stored)), "answers": stored.astype(np.uint16)},
        "first_queries": {"game": name, **columns(first, classes)},
        "first_parts": {"game": name, **columns(("query", "answer", "codes"), parts)},
    }


def query_classes(problem: SearchProblem) -> dict[int, int]:
    """Classes of first queries: the first query of each, and its number of queries."""
    if problem.symmetry is not None:
        return dict(sorted(Counter(orbits(problem.symmetry, []).tolist()).items()))
    first: dict[bytes, int] = {}
    alike: Counter[int] = Counter()
    for query in range(len(problem.queries)):
        sizes = np.bincount(problem.answers[query], minlength=len(problem.labels))
        alike[first.setdefault(sizes.tobytes(), query)] += 1
    return dict(alike)


def _shannon(sizes: NDArray[np.int64]) -> float:
    """Entropy in bits of an answer's distribution, rounded to the nearest double."""
    parts = [fmpq(int(size), int(sizes.sum())) for size in sizes if size]
    with ctx.workprec(256):
        total = sum((arb(part) * arb(1 / part).log() for part in parts), arb(0))
        return float((total / arb(2).log()).mid())


def strategy_columns(rules: Rules, strategy: Strategy, checkpoint: Checkpoint | None) -> Mapping[str, Columns]:
    """A strategy's tree (none for MIX), its total cost, and its histogram."""
    problem = problem_from(rules)
    tree, spent = play_out(problem, strategy, checkpoint)
    total = sum((queries * codes for queries, codes in spent.items()), Fraction(0))
    mean = float(total / len(problem.codes))
    key = {"game": rules.game.name, "strategy": strategy.name, "tie": strategy.tie}
    needed = {"codes": len(problem.codes), **fraction_columns("total", [total]), "mean": mean, "most": max(spent)}
    return {
        "trees": {**key, **(columns(TREE, []) if tree is None else tree_columns(problem, tree))},
        "strategies": {**key, **needed},
        "histograms": {**key, "queries": list(spent), **fraction_columns("codes", spent.values())},
    }


def play_out(
    problem: SearchProblem,
    strategy: Strategy,
    checkpoint: Checkpoint | None = None,
    most_states: int = MOST_STATES,
    allowed: Allowance | None = None,
) -> tuple[StrategyTree | None, dict[int, Fraction]]:
    """A strategy's tree (None for MIX), and the number of codes by number of queries (in hangman misses).

    Args:
        problem: the game.
        strategy: the strategy.
        checkpoint: file in which a long search saves its state.
        most_states: greatest number of sets of codes for MIX.
        allowed: as in `strategy_tree`.
    """
    tree = None
    check_hangman(strategy, problem.miss >= 0)
    if isinstance(strategy, Entropy) and strategy.tie == "mix":
        codes_found = mix_play(problem, strategy.alpha, most_states=most_states).histogram
    else:
        tree = strategy_tree(problem, strategy, checkpoint, allowed=allowed)
        codes_found = tuple(Fraction(codes) for codes in histogram(walk(problem, tree)).tolist())
    return tree, {queries: codes for queries, codes in enumerate(codes_found) if codes}


def strategy_tree(
    problem: SearchProblem,
    strategy: Strategy,
    checkpoint: Checkpoint | None = None,
    *,
    codes: NDArray[np.int32] | None = None,
    history: History = (),
    allowed: Allowance | None = None,
    report: Callable[[str], None] | None = None,
) -> StrategyTree:
    """The tree of a strategy other than MIX.

    Args:
        problem: the game.
        strategy: the strategy.
        checkpoint: file in which a long search saves its state.
        codes: the codes left. Default: all.
        history: the queries whose answers left them.
        allowed: operations after which an optimal search gives up; those that it takes are taken off. Default: any number.
        report: called a few times per second with the state of an optimal search that has no checkpoint and counts no late codes.

    Raises:
        OverBudgetError: it gave up.
        InputError: no tree keeps the strategy's limit of depth.
    """
    queries = [query for query, _ in history]
    if isinstance(strategy, Hard):
        if isinstance(strategy.rule, Entropy):
            return hard_entropy_tree(problem, strategy.rule.alpha, history)
        return hard_optimal_tree(problem, history)
    check_hangman(strategy, problem.miss >= 0)
    if isinstance(strategy, Entropy):
        tree = lex_tree(problem, strategy.alpha, codes=codes, asked=queries)
        return tree if problem.miss < 0 else count_misses(problem, tree, codes)
    if problem.on_demand is not None:
        every = np.arange(len(problem.codes), dtype=np.int32)
        # symmetries that keep the queries asked also keep the codes left
        symmetry = problem.symmetry if codes is None or len(queries) else None
        problem, codes = replace(problem.restrict(every if codes is None else codes), symmetry=symmetry), None
    if isinstance(strategy, Letter):
        return fewest_misses_tree(problem, codes)
    if problem.miss >= 0:
        return least_misses_tree(problem, codes)
    memory = MEMORY if len(problem.codes) < LARGE_GAME else LARGE_MEMORY
    report_progress = None if report is None else lambda progress: report(status_text(progress))
    options: dict[str, Any] = {"codes": codes, "asked": queries, "memory": memory}
    if strategy.within is not None and strategy.within > len(queries):
        return _grow_within(partial(most_within, problem, strategy.within - len(queries), **options), allowed)
    search = partial(optimal_tree, problem, **options)
    if strategy.shallowest:
        left = len(problem.codes) if codes is None else len(codes)
        answers = problem.answers if codes is None else problem.answers[:, codes]
        answered = max(len(np.unique(row)) for row in answers)
        for least in count(least_depth(left, answered, problem.solved >= 0)):
            with suppress(DepthError):
                return _grow_within(search, allowed, max_depth=least, progress=report_progress)
    depth = None if strategy.max_depth is None else strategy.max_depth - len(queries)
    if depth is not None and depth < 1:
        raise InputError(f"--max-depth {strategy.max_depth} leaves no query after the {len(queries)} already asked")
    try:
        return _grow_within(
            search,
            allowed,
            max_depth=depth,
            least_depth=strategy.least_depth,
            progress=report_progress if checkpoint is None else _CheckpointWriter(checkpoint),
            resume=None if checkpoint is None else checkpoint.load(),
        )
    except DepthError as error:
        after = f", {len(queries)} of which are already asked" if queries else ""
        raise InputError(
            f"--max-depth {strategy.max_depth} is too small: no strategy finds every code within "
            f"{strategy.max_depth} queries{after}"
        ) from error


def _grow_within(search: Callable[..., Optimum], allowed: Allowance | None, **limits: Any) -> StrategyTree:
    """The tree that a search finds within the operations allowed."""
    if allowed is None:
        allowed = Allowance(inf)
    try:
        optimum = search(operations=None if allowed.left == inf else allowed.left, **limits)
    except DepthError as error:
        allowed.left -= error.operations
        raise
    allowed.left -= optimum.operations
    if optimum.tree is None:
        raise OverBudgetError("the optimal search takes more operations than a look-up may take", most=MOST_OPERATIONS)
    return optimum.tree


class _CheckpointWriter:
    """Saves the state of a long search from time to time."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self._checkpoint = checkpoint
        self._last = monotonic()

    def __call__(self, progress: Progress) -> None:
        if monotonic() - self._last >= SAVE_EVERY:
            self._checkpoint.save(progress.snapshot(), status_text(progress))
            self._last = monotonic()


def status_text(progress: Progress) -> str:
    """State of an optimal search."""
    least = "none yet" if progress.total is None else f"{progress.total:,}"
    first = f"{progress.done:,} of {progress.queries:,} first queries done"
    return f"best total {least}, proved at least {progress.lower:,}, {first}, {progress.nodes:,} sets"


def tree_columns(problem: SearchProblem, tree: StrategyTree) -> Columns:
    """A tree as rows of the table trees, without the columns of the key."""
    parents, codes = tree.parent.tolist(), tree.codes.tolist()
    depth, below = [1] * len(parents), [0] * len(parents)
    for node, parent in enumerate(parents[1:], start=1):
        depth[node] = depth[parent] + 1
        below[parent] += codes[node]
    labels = [problem.labels[answer] for answer in tree.answer.tolist()]
    return {
        "node": range(len(parents)),
        "parent": [parent if node else None for node, parent in enumerate(parents)],
        "answer": [label if node else None for node, label in enumerate(labels)],
        "depth": depth,
        "query": [problem.queries[query] for query in tree.query.tolist()],
        # the answer that ends the game has no node, so one code is missing among the children
        "possible": [problem.solved >= 0 and less < all_ for less, all_ in zip(below, codes, strict=True)],
        "codes": codes,
        "total": tree.total,
    }


def curve_columns(rules: Rules, tie: str, opening: str | None, alphas: Sequence[Fraction]) -> Columns:
    """The entropy strategies of a game for several orders; `opening`: fixed first query."""
    points = curve_points(problem_from(rules), tie, opening, alphas)
    codes = rules.size[0]
    return {
        "game": rules.game.name,
        "tie": tie,
        "opening": opening or "",
        "alpha": [float(alpha) for alpha in alphas],
        "alpha_num": [alpha.numerator for alpha in alphas],
        "alpha_den": [alpha.denominator for alpha in alphas],
        "query": [query for query, _, _ in points],
        **fraction_columns("total", [total for _, total, _ in points]),
        "mean": [float(total / codes) for _, total, _ in points],
        "most": [most for _, _, most in points],
    }


def curve_points(
    problem: SearchProblem, tie: str, opening: str | None, alphas: Sequence[Fraction]
) -> list[tuple[str, Fraction, int]]:
    """First query, total, and greatest number of queries of entropy strategies; arguments as in `curve_columns`."""
    if tie == "mix":
        every = np.arange(len(problem.codes), dtype=np.int32)
        plays = [(best_queries(problem, every, alpha)[0], mix_play(problem, alpha)) for alpha in alphas]
        return [(problem.queries[first], play.total, len(play.histogram) - 1) for first, play in plays]
    points = alpha_curve(problem, alphas, first=None if opening is None else problem.query_index[opening])
    return [(problem.queries[point.first], Fraction(point.total), len(point.histogram) - 1) for point in points]


BOUND_MEMORY = 512 << 20
"""Most bytes of a search's memo."""

FIELDS = ("query", "answer", "codes", "lower", "exact")


def bound_columns(game: Pegs, query: str, answer: str, tries: int) -> Columns:
    """The bound of the codes that an answer to a first query leaves; no row if there are none or the game ends."""
    problem = problem_from(game)
    first, label = problem.query_index[query], problem.label_index[answer]
    left = np.flatnonzero(problem.answers[first] == label).astype(np.int32)
    rows = []
    if len(left) and label != problem.solved:
        # a large game has no matrix of answers but can have one of some codes
        part, codes = (problem, left) if problem.on_demand is None else (problem.restrict(left), np.arange(len(left)))
        bound, exact = lower_bound(part, codes.astype(np.int32), [first], tries, BOUND_MEMORY)
        rows.append((query, answer, len(left), bound, exact))
    return {"game": game.name, "tries": tries, **columns(FIELDS, rows)}


def solve_choosing(problem: SearchProblem) -> "SolvedChoice[StrategyTree]":
    """The game in which the codemaker chooses a code of a problem."""
    # imported here: linear programs take a while to load
    from tafelwerk.build.choosing import SolvedChoice
    from tafelwerk.solvers.deduction.adversary_game import code_classes, solve_game
    from tafelwerk.solvers.deduction.exact_replies import MatrixReplies

    classes = code_classes(problem)
    sizes = {problem.codes[first]: size for first, size in zip(classes.first, classes.sizes, strict=True)}
    return SolvedChoice(sizes, solve_game(MatrixReplies(problem, classes)), partial(_nodes, problem))


def _nodes(problem: SearchProblem, tree: StrategyTree) -> "list[Node]":
    """The nodes of a strategy: parent, answer and query; -1 and "" at the root."""
    parents, answers, queries = tree.parent.tolist(), tree.answer.tolist(), tree.query.tolist()
    return [
        (parent, "" if parent < 0 else problem.labels[answer], problem.queries[query])
        for parent, answer, query in zip(parents, answers, queries, strict=True)
    ]
