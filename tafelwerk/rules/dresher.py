"""Dresher's guessing game: the hider picks one of 1, ..., n; the searcher guesses and hears higher, lower or correct."""

from operator import index
from typing import Literal

from tafelwerk.errors import InputError, quoted

FAMILY = "dresher"

MOST_NUMBERS = 4096
"""Largest n; the solver's tables of trees would not fit into memory far beyond."""

FIRST_SUPPOSED = 5
"""First n that the conjectures on the hider's strategy are about."""

Depths = tuple[int, ...]
"""For each of 1, ..., n its depth in a binary search tree, 1 at the root."""

Method = Literal["centred", "plain"]
METHODS: tuple[Method, ...] = ("centred", "plain")
"""Ways of looking for the next tree."""


def checked_size(n: int) -> int:
    """N, where there is such a game.

    Raises:
        InputError: there is none.
    """
    try:
        size = 0 if isinstance(n, bool) else index(n)
    except TypeError:
        size = 0
    if not 1 <= size <= MOST_NUMBERS:
        raise InputError(f"N is 1 to {MOST_NUMBERS}, not {quoted(n)}")
    return size
