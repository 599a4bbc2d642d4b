"""The class of codes that costs the improved strategy of Beams most."""

from fractions import Fraction

import numpy as np

from tafelwerk.families.beams.rows import IMPROVED
from tafelwerk.solvers.beams.codes_left import code_text, list_codes
from tafelwerk.solvers.beams.optimal_strategies import improve, walk
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.weighted_replies import code_classes


def costliest_class(problem: Problem) -> tuple[Fraction, str]:
    """Greatest mean cost of a class of codes under the improved strategy, in queries and wrong fields, and its first code.

    A class has the codes that symmetries of the board and permutations of the colours map to each other.
    """
    width, below, inner = IMPROVED
    codes = list_codes(problem.variant)
    queries, wrong = walk(codes, improve(problem, width, below=below, inner=inner))
    classes = code_classes(problem)
    totals = np.zeros(len(classes.sizes), np.int64)
    np.add.at(totals, classes.of, queries + wrong)
    means = [Fraction(int(total), size) for total, size in zip(totals, classes.sizes, strict=True)]
    mean, number = max((mean, -number) for number, mean in enumerate(means))
    ways = problem.codes // len(problem.patterns)
    return mean, code_text(problem, problem.patterns[classes.first[-number] // ways].tolist())
