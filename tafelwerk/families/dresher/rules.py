"""Dresher's guessing game: the hider picks one of 1, ..., n; the searcher guesses and hears higher, lower or correct."""

from collections.abc import Sequence
from fractions import Fraction
from operator import index
from typing import Annotated, Literal

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.parameters import Parameter
from tafelwerk.rules.numbers import exact, separate

FAMILY = "dresher"

_LONGEST_WEIGHT = 800
"""Greatest length of a weight as text."""

MOST_NUMBERS = 4096
"""Largest n. The solver's tables of trees would not fit into memory for n much larger."""

FIRST_SUPPOSED = 5
"""Least n of the conjectures about the hider's strategy."""

MOST_PLACED, MOST_HEIGHT = 31, 6
"""Limits of tables of placements: number of weights, and height of the tree."""

MOST_LISTED, MOST_FEW, MOST_WEIGHTS, SHOWN_TREES = 8, 14, 254, 100
"""Limits: n for a list of all trees, and for a mixture of few trees; number of weights in `reply`; best trees listed there."""

Depths = tuple[int, ...]
"""Depth of each of 1, ..., n in a binary search tree, 1 at the root."""


def tree_text(depths: Sequence[int]) -> str:
    """A binary search tree as text: left subtree, root, right subtree, the subtrees in brackets, as "(1) 2 ((3) 4)".

    Args:
        depths: depth of each number in the tree, 1 at the root.
    """

    def part(first: int, last: int, depth: int) -> str:
        root = depths.index(depth, first - 1, last) + 1
        left = f"({part(first, root - 1, depth + 1)}) " if first < root else ""
        right = f" ({part(root + 1, last, depth + 1)})" if root < last else ""
        return f"{left}{root}{right}"

    return part(1, len(depths), 1)


Method = Literal["centred", "plain"]
METHODS: tuple[Method, ...] = ("centred", "plain")
"""Methods of pricing the next tree."""


def check_size(n: int, most: int = MOST_NUMBERS) -> int:
    """N as an int, if it is a whole number from 1 to `most`.

    Raises:
        InputError: it is not.
    """
    try:
        size = 0 if isinstance(n, bool) else index(n)
    except TypeError:
        size = 0
    if not 1 <= size <= most:
        raise InputError(f"N must be 1 to {most:,}, not {in_quotes(n)}")
    return size


def read_weights(given: str | Sequence[Fraction | int | str]) -> tuple[Fraction, ...]:
    """Weights in a list, or in a text such as "2,1,1,2" or "0.4,1/5,0.4"; raises the errors of `check_weights`."""
    return check_weights(separate(given))


def check_weights(weights: Sequence[Fraction | int | str]) -> tuple[Fraction, ...]:
    """Weights of the numbers 1, ..., n, as fractions.

    Raises:
        InputError: a weight is not an integer, a decimal or p/q, 0 or more; or there are no weights, too many, or all are 0.
    """
    words = [str(weight) for weight in weights]
    if not 1 <= len(words) <= MOST_WEIGHTS:
        raise InputError(f"--weights must have 1 to {MOST_WEIGHTS} weights, not {len(words)}")
    numbers = []
    for word in words:
        weight = exact(word, _LONGEST_WEIGHT)
        if weight is None or weight < 0:
            raise InputError(
                "--weights must be integers, decimals or p/q, 0 or more, separated by commas, such as 2,1,1,2, "
                f"not {in_quotes(word)}"
            )
        numbers.append(weight)
    if not any(numbers):
        raise InputError(f"--weights must have a weight above 0, such as 2,1,1,2, not {in_quotes(','.join(words))}")
    return tuple(numbers)


Weights = Annotated[
    tuple[Fraction, ...],
    Parameter(
        "W1,W2,...",
        "Weights of the hider for the numbers 1, 2, ...: integers, decimals or p/q.",
        parse=read_weights,
        reads_lists=True,
        write=lambda weights: ",".join(map(str, weights)),
        is_argument=False,
    ),
]
"""Weights of the numbers 1, ..., n, each 0 or more."""

_PICKS = "Numbers to hide from: the hider picks one of 1 to N."

Numbers = Annotated[int, Parameter("N", _PICKS, 1, MOST_NUMBERS, is_argument=True)]
SomeNumbers = Annotated[int, Parameter("N", _PICKS, 1, MOST_FEW)]
FewNumbers = Annotated[int, Parameter("N", _PICKS, 1, MOST_LISTED)]
