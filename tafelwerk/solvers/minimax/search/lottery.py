"""What utilities mean in games with chance: only an increasing linear map of them keeps every choice.

Without chance any increasing map does, since only comparisons are made.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Bewertungen von Positionen".
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import Turn, Utility
from tafelwerk.solvers.minimax.search.tree import Branching, Tree


def lottery(utilities: Sequence[Utility], change: Callable[[Utility], Utility]) -> Tree | None:
    """A game in which an increasing map of utilities that is not linear changes the one best choice.

    Max has the middle of three utilities for certain (branch 0), or draws between the lower and the higher one (branch
    1). The chance at which both are worth the same is (middle - lower) / (higher - lower). Where the map moves it, a
    chance between the old one and the new has Max choose one branch before the map and the other after it.

    Args:
        utilities: at least three, to look for such a triple among neighbours in their order.
        change: an increasing map.

    Returns:
        The tree; None where the map is linear on the utilities, so that no game with them changes its choices.

    Raises:
        InputError: the map does not increase on them.
    """
    ordered = sorted(set(utilities))
    images = [change(utility) for utility in ordered]
    if any(one >= other for one, other in pairwise(images)):
        raise InputError("the map has to increase: greater utilities must become greater")
    for i in range(len(ordered) - 2):
        lower, middle, higher = ordered[i : i + 3]
        before = Fraction(middle - lower) / Fraction(higher - lower)
        after = Fraction(images[i + 1] - images[i]) / Fraction(images[i + 2] - images[i])
        if before != after:
            chance = (before + after) / 2
            draw = Branching(Turn.CHANCE, (lower, higher), (1 - chance, chance))
            return Tree(Branching(Turn.MAX, (middle, draw)))
    return None
