"""Dresher's guessing game: the hider picks one of 1, ..., n; the searcher guesses and hears higher, lower or correct."""

from fractions import Fraction
from operator import index
from typing import Literal

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.numbers import fraction

FAMILY = "dresher"

MOST_NUMBERS = 4096
"""Largest n; the solver's tables of trees would not fit into memory far beyond."""

MOST_WEIGHTS, GREATEST_WEIGHT = 1000, 10**15
"""Numbers that weights are given for, at most, and the largest weight."""

MOST_WRITTEN_DOWN = 8
"""Largest n whose search trees are all written down: 1,430."""

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


def checked_small(n: int) -> int:
    """N, where all search trees are written down.

    Raises:
        InputError: there is no such game, or it has too many trees.
    """
    size = checked_size(n)
    if size > MOST_WRITTEN_DOWN:
        raise InputError(f"all search trees are written down for N up to {MOST_WRITTEN_DOWN}, not {n}")
    return size


def parse_weights(text: str) -> tuple[Fraction, ...]:
    """The hider's weights as they are written, "2,1,1,2" or "1/3,1/6,1/6,1/3".

    Raises:
        InputError: one is no number from 0 on, or they are too many.
    """
    words = text.split(",")
    if len(words) > MOST_WEIGHTS:
        raise InputError(f"--weights has at most {MOST_WEIGHTS:,} weights, not {len(words):,}")
    return tuple(fraction("each of --weights", word, 0, GREATEST_WEIGHT) for word in words)
