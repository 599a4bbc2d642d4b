"""The game in which the codemaker chooses, too: the game solved, and codes drawn from the codemaker's mixture."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from random import Random

from tafelwerk.build.choosing import Solved
from tafelwerk.solvers.deduction.adversary_game import code_classes, solve_game
from tafelwerk.solvers.deduction.adversary_replies import MatrixReplies
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree
from tafelwerk.tables.choosing import Node


def solve_choosing(problem: SearchProblem) -> Solved[StrategyTree]:
    """The game in which the codemaker chooses a code of a problem."""
    classes = code_classes(problem)
    sizes = {problem.codes[first]: size for first, size in zip(classes.first, classes.sizes, strict=True)}
    return Solved(sizes, solve_game(MatrixReplies(problem, classes)), partial(_nodes, problem))


def code_chances(problem: SearchProblem, codemaker: Mapping[str, Fraction]) -> Sequence[float]:
    """The chance of each code, given those of the classes by their first codes."""
    classes = code_classes(problem)
    chances = [float(codemaker[problem.codes[first]]) for first in classes.first]
    return [chances[k] for k in classes.of.tolist()]


def draw_secret(chances: Sequence[float], left: Sequence[int], seed: int) -> int:
    """A code drawn by its chance from those left; if none of them has a chance, all are equally likely.

    The code drawn from a set is also drawn from every subset that contains it: the clocks of all codes run at the rates of
    their chances, and the first one that rings decides.
    """
    random = Random(seed)
    rings = [random.expovariate(chance or 1.0) for chance in chances]
    return min(left, key=lambda code: (chances[code] == 0, rings[code]))


def _nodes(problem: SearchProblem, tree: StrategyTree) -> list[Node]:
    """The nodes of a strategy: parent, answer and query; -1 and "" at the root."""
    parents, answers, queries = tree.parent.tolist(), tree.answer.tolist(), tree.query.tolist()
    return [
        (parent, "" if parent < 0 else problem.labels[answer], problem.queries[query])
        for parent, answer, query in zip(parents, answers, queries, strict=True)
    ]
