"""Classes of codes that symmetries of the game map to each other."""

from dataclasses import dataclass

import numpy as np

from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.deduction.symmetry import Indices


@dataclass(frozen=True, eq=False, slots=True)
class Classes:
    """Classes of the codes of a problem, in the order of their first codes.

    Attributes:
        of: int32, shape (C,): class of each code.
        first: the first code of each class.
        sizes: number of codes of each class.
    """

    of: Indices
    first: tuple[int, ...]
    sizes: tuple[int, ...]


def code_classes(problem: SearchProblem) -> Classes:
    """The classes of the codes; without known symmetries, every code is its own.

    Positions may be permuted and symbols renamed, so two words are of one class if equally many symbols occur once, twice, and so
    on in them.
    """
    count = len(problem.codes)
    if problem.symmetry is None:
        every = range(count)
        return Classes(np.arange(count, dtype=np.int32), tuple(every), (1,) * count)
    words = problem.symmetry.words
    occurring = np.zeros((count, problem.symmetry.symbols), np.uint8)
    for position in range(words.shape[1]):
        occurring[np.arange(count), words[:, position]] += 1
    shapes = np.sort(occurring, axis=1)[:, ::-1][:, : words.shape[1]]
    _, first, of = np.unique(shapes, axis=0, return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    classes = rank[of.reshape(-1)].astype(np.int32)
    return Classes(classes, tuple(np.sort(first).tolist()), tuple(np.bincount(classes).tolist()))
