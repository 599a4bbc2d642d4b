"""What a strategy looks at when it chooses: an entropy, or one of its approximations; of one set of codes, exactly."""

from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.entropy import admissible
from tafelwerk.solvers.beams.entropy.admissible import Approximation
from tafelwerk.solvers.beams.entropy.choice import Parts
from tafelwerk.solvers.beams.entropy.marginals import Elements
from tafelwerk.solvers.beams.rules.problem import Problem

Measure = Alpha | Approximation
"""The order of an entropy, None being infinity; or an approximation."""


def best_queries(
    problem: Problem,
    elements: Elements,
    used: int,
    open_diagonals: int,
    measure: Measure,
    parts: Parts | None = None,
) -> list[tuple[int, int]]:
    """All queries (colour, diagonal) of the greatest measure among those that split a set, colours first.

    Args:
        problem: the variant.
        elements: uint16, shape (n, colours): the set, see `marginals`.
        used: colours used.
        open_diagonals: mask of the diagonals not yet used.
        measure: what is measured.
        parts: what every query makes of the set, if that is known.
    """
    if isinstance(measure, Approximation):
        return admissible.best(problem, elements, used, open_diagonals, measure)
    return (parts or Parts(problem, elements, used)).best(measure, open_diagonals)
