"""Classes of codes that symmetries of the board and permutations of the colours map to each other.

Permutations of the colours map a code to every other code of its pattern, so a class has all codes of some patterns.
"""

from math import factorial

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.rules.pieces import symmetries
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.deduction.adversary_game import Classes


def pattern_classes(problem: Problem) -> NDArray[np.int64]:
    """Class of each pattern, in the order of their first patterns; int64, shape (p,)."""
    piece_maps, _ = symmetries(problem.board, problem.pieces, problem.windows)
    number = {tuple(pattern): place for place, pattern in enumerate(problem.patterns.tolist())}
    first = [
        min(number[tuple(sorted(moved))] for moved in piece_maps[:, pattern].tolist())
        for pattern in problem.patterns.astype(np.intp)
    ]
    return np.unique(first, return_inverse=True)[1].reshape(-1).astype(np.int64)


def code_classes(problem: Problem) -> Classes:
    """Classes of the codes, numbered as `rules.codes.list_codes` numbers them."""
    ways = factorial(problem.variant.colours)
    of = np.repeat(pattern_classes(problem), ways)
    _, first, sizes = np.unique(of, return_index=True, return_counts=True)
    return Classes(of.astype(np.int32), tuple(first.tolist()), tuple(sizes.tolist()))
