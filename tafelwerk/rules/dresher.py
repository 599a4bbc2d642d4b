"""Dresher's guessing game: the hider picks one of 1, ..., n; the searcher guesses and hears higher, lower or correct."""

import re
from collections.abc import Sequence
from fractions import Fraction
from operator import index
from typing import Literal

from tafelwerk.errors import InputError, quoted

FAMILY = "dresher"

_WEIGHT = re.compile(r"[0-9]{1,400}(/0*[1-9][0-9]{0,400})?", re.ASCII)

MOST_NUMBERS = 4096
"""Largest n; the solver's tables of trees would not fit into memory far beyond."""

FIRST_SUPPOSED = 5
"""First n that the conjectures on the hider's strategy are about."""

MOST_LISTED, MOST_FEW, MOST_WEIGHTS, SHOWN_TREES = 8, 14, 254, 100
"""Largest n whose trees are all listed, and of which mixtures of few trees are sought;
numbers whose weights are replied to; best trees that are listed."""

Depths = tuple[int, ...]
"""For each of 1, ..., n its depth in a binary search tree, 1 at the root."""


def tree_text(depths: Sequence[int]) -> str:
    """A binary search tree of 1, ..., n as text: left part, root, right part, the parts in brackets, as "(1) 2 ((3) 4)".

    Args:
        depths: for each number its depth in the tree, 1 at the root.
    """

    def part(first: int, last: int, depth: int) -> str:
        root = depths.index(depth, first - 1, last) + 1
        left = f"({part(first, root - 1, depth + 1)}) " if first < root else ""
        right = f" ({part(root + 1, last, depth + 1)})" if root < last else ""
        return f"{left}{root}{right}"

    return part(1, len(depths), 1)


Method = Literal["centred", "plain"]
METHODS: tuple[Method, ...] = ("centred", "plain")
"""Ways of looking for the next tree."""


def checked_size(n: int, most: int = MOST_NUMBERS) -> int:
    """N, where there is such a game, of at most so many numbers.

    Raises:
        InputError: there is none.
    """
    try:
        size = 0 if isinstance(n, bool) else index(n)
    except TypeError:
        size = 0
    if not 1 <= size <= most:
        raise InputError(f"N is 1 to {most}, not {quoted(n)}")
    return size


Weights = tuple[Fraction, ...]
"""Weights of the numbers 1, ..., n, 0 or more each."""


def read_weights(text: str) -> Weights:
    """The weights that a text lists, as "2,1,1,2" or "1/3,1/6,1/6,1/3"; errors as of `checked_weights`."""
    return checked_weights(text.split(","))


def checked_weights(weights: Sequence[Fraction | int | str]) -> Weights:
    """Weights of the numbers 1, ..., n, as fractions.

    Raises:
        InputError: a weight is no integer or p/q of 0 or more, or there are none or too many.
    """
    words = [str(weight) for weight in weights]
    if not 1 <= len(words) <= MOST_WEIGHTS:
        raise InputError(f"--weights has {len(words)} weights; it must have 1 to {MOST_WEIGHTS}")
    found = []
    for word in words:
        if not _WEIGHT.fullmatch(word.strip()):
            raise InputError(
                f"--weights must be integers or p/q, 0 or more, separated by commas, such as 2,1,1,2, not {quoted(word)}"
            )
        found.append(Fraction(word.strip()))
    return tuple(found)
