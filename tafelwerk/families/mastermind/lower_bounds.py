"""Lower bounds of the least total of a game: rows of its table."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tafelwerk.build.task import columns
from tafelwerk.families.mastermind.problems import problem_from
from tafelwerk.families.mastermind.rules.games import Pegs
from tafelwerk.solvers.deduction.optimal_tree import lower_bound

MEMORY = 512 << 20
"""Most bytes of a search's memo."""

FIELDS = ("query", "answer", "codes", "lower", "exact")

Columns = Mapping[str, Any]


def bound_columns(game: Pegs, query: str, answer: str, tries: int) -> Columns:
    """The bound of the codes that an answer to a first query leaves; no row if there are none or the game ends."""
    problem = problem_from(game)
    asked, label = problem.query_index[query], problem.label_index[answer]
    left = np.flatnonzero(problem.answers[asked] == label).astype(np.int32)
    rows = []
    if len(left) and label != problem.solved:
        # a large game has no matrix of answers but can have one of some codes
        part, codes = (problem, left) if problem.scored is None else (problem.restricted(left), np.arange(len(left)))
        bound, exact = lower_bound(part, codes.astype(np.int32), [asked], tries, MEMORY)
        rows.append((query, answer, len(left), bound, exact))
    return {"game": game.name, "tries": tries, **columns(FIELDS, rows)}
