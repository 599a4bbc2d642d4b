"""An optimal mixture of few trees: a mixed-integer program over best replies to the hider chooses them, fractions mix them.

Only best replies to an optimal strategy of the hider can be in an optimal mixture, and every number that the hider picks takes V
guesses on average. HiGHS minimises the number of trees in doubles. Its choice is mixed anew in fractions and compared with V
number by number, so the mixture is optimal whatever HiGHS did.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import highspy
import numpy as np

from tafelwerk.errors import TafelwerkError
from tafelwerk.families.dresher.rules import Depths
from tafelwerk.solvers.dresher.best_trees import BestTrees
from tafelwerk.solvers.dresher.reply import Replies

MOST_REPLIES = 5000
"""Most best replies in the program."""

LEAST_SHARE = 1e-6
"""Least share of a tree that counts as part of the mixture."""


def few_trees(hider: Sequence[int], value: Fraction) -> tuple[tuple[Fraction, Depths], ...]:
    """An optimal mixture of as few trees as HiGHS finds, most probable first.

    Args:
        hider: integer weights of an optimal strategy of the hider.
        value: the value of the game.

    Raises:
        TafelwerkError: the chosen trees have no optimal mixture.
    """
    trees = BestTrees(Replies(hider)).first(MOST_REPLIES)
    chosen = [trees[place] for place in _chosen(trees, value)]
    shares = _mixed(chosen, [i for i, weight in enumerate(hider) if weight], value)
    if (
        shares is None
        or min(shares) <= 0
        or any(
            sum(share * depths[i] for share, depths in zip(shares, chosen, strict=True)) > value
            for i in range(len(hider))
        )
    ):
        raise TafelwerkError(f"{len(hider)} numbers: the trees chosen in doubles have no optimal mixture")
    return tuple(sorted(zip(shares, chosen, strict=True), key=lambda pair: (-pair[0], pair[1])))


def _chosen(trees: Sequence[Depths], value: Fraction) -> list[int]:
    """Places of the trees of a smallest mixture, computed in doubles."""
    count, numbers = len(trees), len(trees[0])
    program: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    program.setOptionValue("output_flag", False)
    program.setOptionValue("threads", 1)
    for _ in range(2 * count):
        program.addVar(0.0, 1.0)
    every = np.arange(count, dtype=np.int32)
    for place in range(count):
        # a share, and whether it may be above 0
        program.changeColCost(count + place, 1.0)
        program.changeColIntegrality(count + place, highspy.HighsVarType.kInteger)
        pair = np.array([place, count + place], np.int32)
        program.addRow(-highspy.kHighsInf, 0.0, 2, pair, np.array([1.0, -1.0]))
    program.addRow(1.0, 1.0, count, every, np.ones(count))
    for i in range(numbers):
        depths = np.array([tree[i] for tree in trees], float)
        program.addRow(-highspy.kHighsInf, float(value), count, every, depths)
    program.run()
    shares = program.getSolution().col_value[:count]
    return [place for place, share in enumerate(shares) if share > LEAST_SHARE]


def _mixed(trees: Sequence[Depths], numbers: Sequence[int], value: Fraction) -> list[Fraction] | None:
    """Shares of the trees, with sum 1, for which `numbers` take exactly the value; None unless there is exactly one solution."""
    rows = [[Fraction(1)] * (len(trees) + 1)]
    rows += [[*(Fraction(depths[i]) for depths in trees), value] for i in numbers]
    for k in range(len(trees)):
        place = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if place is None:
            return None
        rows[k], rows[place] = rows[place], rows[k]
        rows[k] = [entry / rows[k][k] for entry in rows[k]]
        for i, row in enumerate(rows):
            if i != k and row[k]:
                rows[i] = [entry - row[k] * other for entry, other in zip(row, rows[k], strict=True)]
    return None if any(row[-1] for row in rows[len(trees) :]) else [row[-1] for row in rows[: len(trees)]]
