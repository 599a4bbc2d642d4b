"""Utilities in games with chance: only an increasing linear map of the utilities keeps every choice.

Without chance every increasing map does, since utilities are only compared.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Bewertungen von Positionen".
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

from tafelwerk.errors import InputError
from tafelwerk.rules.game_trees import Turn, Utility
from tafelwerk.solvers.minimax.search.tree import Branching, Tree


def lottery(utilities: Sequence[Utility], change: Callable[[Utility], Utility]) -> Tree | None:
    """A game in which an increasing map of utilities that is not linear changes the only best choice.

    Max takes the middle of three utilities for certain (branch 0), or a lottery between the lower and the higher one (branch
    1). Both branches have equal value if the chance of the higher one is (middle - lower) / (higher - lower). If the map changes
    this chance, then for a chance between the old and the new one Max prefers one branch before the map and the other after it.

    Args:
        utilities: at least three utilities; the triple is searched among neighbours in ascending order.
        change: an increasing map.

    Returns:
        The tree; None if the map is linear on the utilities, so that it changes no choice in any game with them.

    Raises:
        InputError: the map does not increase on the utilities.
    """
    ordered = sorted(set(utilities))
    images = [change(utility) for utility in ordered]
    if any(one >= other for one, other in pairwise(images)):
        raise InputError("the map must increase: greater utilities must have greater images")
    for i in range(len(ordered) - 2):
        lower, middle, higher = ordered[i : i + 3]
        before = Fraction(middle - lower) / Fraction(higher - lower)
        after = Fraction(images[i + 1] - images[i]) / Fraction(images[i + 2] - images[i])
        if before != after:
            chance = (before + after) / 2
            draw = Branching(Turn.CHANCE, (lower, higher), (1 - chance, chance))
            return Tree(Branching(Turn.MAX, (middle, draw)))
    return None
