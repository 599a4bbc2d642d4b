"""Best replies to a codemaker who chooses, on any matrix of answers."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from tafelwerk.solvers.deduction.adversary.classes import Classes
from tafelwerk.solvers.deduction.adversary.exact import ExactReplies
from tafelwerk.solvers.deduction.adversary.game import Strategy
from tafelwerk.solvers.deduction.optimal.tree import MEMORY
from tafelwerk.solvers.deduction.optimal.weighted import best_reply, most_weight
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.deduction.tree import StrategyTree, walk


class MatrixReplies:
    """Best replies for a search problem; a code costs its queries.

    Args:
        problem: the search problem.
        classes: classes of its codes; symmetries of the problem map the codes of a class to each other.
        memory: most bytes of the memo of a search.

    Attributes:
        sizes: number of codes of each class.
        dearest: greatest cost of a code.
        most: greatest sum of the weights of all codes.
    """

    def __init__(self, problem: SearchProblem, classes: Classes, memory: int = MEMORY) -> None:
        self._problem, self._classes, self._memory = problem, classes.of, memory
        self.sizes, self.dearest, self.most = classes.sizes, len(problem.codes), most_weight(problem)

    def reply(self, weights: Sequence[int], below: int | None) -> Strategy[StrategyTree] | None:
        """A strategy of least cost by weights, at least 1, per code of each class; None if none costs less than `below`."""
        found = best_reply(self._problem, np.array(weights, np.int64)[self._classes], below, self._memory)
        return None if found is None else self._strategy(found.tree)

    def exact(self, chances: Sequence[Fraction]) -> tuple[Fraction, Strategy[StrategyTree]]:
        """The least mean cost against chances per code of each class, and a strategy that has it.

        Raises:
            TooManyQueriesError: too many queries may be best.
        """
        replies = ExactReplies(self._problem, [chances[k] for k in self._classes.tolist()], self._memory)
        least, tree = replies.best()
        return least, self._strategy(tree)

    def _strategy(self, tree: StrategyTree) -> Strategy[StrategyTree]:
        column = np.bincount(self._classes, walk(self._problem, tree), len(self.sizes))
        return Strategy(tree, tuple(column.astype(np.int64).tolist()))
