"""The game in which the codemaker chooses, too: rows of its tables, and the answer computed without a book."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from tafelwerk.build.mastermind.problems import problem_from
from tafelwerk.build.mastermind.rows import fractions
from tafelwerk.build.task import columns
from tafelwerk.errors import InputError
from tafelwerk.rules.mastermind.games import Rules
from tafelwerk.solvers.deduction.adversary.classes import Classes, code_classes
from tafelwerk.solvers.deduction.adversary.game import Solution, solve_game
from tafelwerk.solvers.deduction.adversary.matrix import MatrixReplies
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.deduction.tree import StrategyTree
from tafelwerk.tables.choosing import Adversary, Node, solved

Columns = Mapping[str, Any]


def adversary_columns(rules: Rules) -> Mapping[str, Columns]:
    """Value, the codemaker's chances, and the breaker's mixture.

    Raises:
        InputError: no exact value is proved.
    """
    problem, name = problem_from(rules), rules.game.name
    classes, found = _solved(problem)
    if found.lower < found.value:
        raise InputError(
            f"{name}: the codemaker's value is only proved to lie within {float(found.value - found.lower):.1g} below "
            f"{float(found.value):.9f}, and tables hold exact values; ask: tafelwerk mastermind adversary --compute"
        )
    nodes = [
        (tree, node, None if parent < 0 else parent, None if parent < 0 else answer, query)
        for tree, one in enumerate(found.strategies)
        for node, (parent, answer, query) in enumerate(_nodes(problem, one.tree))
    ]
    return {
        "adversaries": {
            "game": [name],
            "codes": len(problem.codes),
            **fractions("value", [found.value]),
            "trees": len(found.strategies),
        },
        "adversary_codes": {
            "game": name,
            "class": range(len(classes.sizes)),
            "code": [problem.codes[code] for code in classes.first],
            "codes": classes.sizes,
            **fractions("chance", found.chances),
        },
        "adversary_trees": {
            "game": name,
            "tree": range(len(found.strategies)),
            **fractions("chance", found.shares),
            "totals": [list(one.column) for one in found.strategies],
        },
        "adversary_nodes": {"game": name, **columns(("tree", "node", "parent", "answer", "query"), nodes)},
    }


def adversary_answer(problem: SearchProblem, show_trees: bool) -> Adversary:
    """The same as an answer; `show_trees`: with the breaker's mixture."""
    classes, found = _solved(problem)
    names = [problem.codes[code] for code in classes.first]
    chances = dict(zip(names, found.chances, strict=True))
    trees = [(share, one.column) for share, one in zip(found.shares, found.strategies, strict=True)]
    nodes = [_nodes(problem, one.tree) for one in found.strategies] if show_trees else None
    return solved(found.value, chances, dict(zip(names, classes.sizes, strict=True)), trees, nodes, found.lower)


def code_chances(problem: SearchProblem, codemaker: Mapping[str, Fraction]) -> Sequence[float]:
    """The chance of each code, given those of the classes by their first codes."""
    classes = code_classes(problem)
    chances = [float(codemaker[problem.codes[first]]) for first in classes.first]
    return [chances[k] for k in classes.of.tolist()]


def drawn(chances: Sequence[float], left: Sequence[int], seed: int) -> int:
    """A code drawn by its chance from those left; if none of them has a chance, all are equally likely.

    The code drawn from a set is also drawn from every subset that contains it: the clocks of all codes run at the rates of
    their chances, and the first one that rings decides.
    """
    random = Random(seed)
    rings = [random.expovariate(chance or 1.0) for chance in chances]
    return min(left, key=lambda code: (chances[code] == 0, rings[code]))


def _solved(problem: SearchProblem) -> tuple[Classes, Solution[StrategyTree]]:
    classes = code_classes(problem)
    return classes, solve_game(MatrixReplies(problem, classes))


def _nodes(problem: SearchProblem, tree: StrategyTree) -> list[Node]:
    """The nodes of a strategy: parent, answer and query; -1 and "" at the root."""
    parents, answers, queries = tree.parent.tolist(), tree.answer.tolist(), tree.query.tolist()
    return [
        (parent, "" if parent < 0 else problem.labels[answer], problem.queries[query])
        for parent, answer, query in zip(parents, answers, queries, strict=True)
    ]
