"""Best replies to a codemaker who chooses, for `deduction.adversary_game`."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from tafelwerk.solvers.beams.optimum.tables import make_tables
from tafelwerk.solvers.beams.optimum.tree import Tree, walk
from tafelwerk.solvers.beams.rules.codes import list_codes
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.beams.weighted.classes import code_classes, pattern_classes
from tafelwerk.solvers.beams.weighted.exact import ExactReplies
from tafelwerk.solvers.beams.weighted.few_codes import NONE
from tafelwerk.solvers.beams.weighted.growth import best_choice, everything, grow
from tafelwerk.solvers.beams.weighted.search import make_search, search_kernel, set_weights
from tafelwerk.solvers.deduction.adversary_game import Strategy


class Replies:
    """Best replies for a small variant of Beams.

    Attributes:
        sizes: number of codes of each class.
        dearest: greatest cost of a code.
        most: greatest sum of the weights of all codes.

    Raises:
        InputError: a variant that `make_tables` refuses.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem, self._tables = problem, make_tables(problem)
        self._search = make_search(problem, self._tables)
        self._codes = replace(list_codes(problem.variant), answers=problem.answers)
        self._of_pattern = pattern_classes(problem).tolist()
        self.classes = code_classes(problem)
        self.sizes = self.classes.sizes
        self.dearest = len(problem.diagonals) + len(problem.board.fields)
        # bounds of unused parts are added before they are compared
        self.most = NONE // (4 * self.dearest)

    def reply(self, weights: Sequence[int], below: int | None) -> Strategy[Tree] | None:
        """A strategy of least cost by weights per code of each class; None if none costs less than `below`."""
        problem, tables, search = self._problem, self._tables, self._search
        set_weights(problem, tables, search, np.array(weights, np.int64)[self._of_pattern])
        limit = NONE if below is None else max(1, min(below, NONE))
        if search_kernel(tables, search, *everything(problem), limit, False) >= limit and problem.codes > 1:
            return None
        return self._strategy(grow(problem, tables, search, lambda some: best_choice(tables, search, some)))

    def exact(self, chances: Sequence[Fraction]) -> tuple[Fraction, Strategy[Tree]]:
        """The least mean cost against chances per code of each class, and a strategy that has it.

        Raises:
            TooManyQueriesError: too many queries may be best.
        """
        replies = ExactReplies(
            self._problem, self._tables, self._search, self._of_pattern, chances, self.most, self.dearest
        )
        least, tree = replies.best()
        return least, self._strategy(tree)

    def _strategy(self, tree: Tree) -> Strategy[Tree]:
        queries, wrong = walk(self._codes, tree)
        column = np.bincount(self.classes.of, queries + wrong, len(self.sizes))
        return Strategy(tree, tuple(column.astype(np.int64).tolist()))
