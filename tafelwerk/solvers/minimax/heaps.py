"""Taking-and-breaking games: a move takes tokens from one heap and leaves nothing, one heap or two heaps of the rest. Who
cannot move has lost (normal play) or won (misere play).

The code of an octal game has a digit for every number k of tokens that a move may take: d_0 . d_1 d_2 d_3 ... Digit d_k
holds 1 if k tokens may be taken so that nothing is left, 2 if so that one heap is left, 4 if so that two heaps are left,
none of them empty; 3, 5, 6 and 7 hold several. Subtraction games are those with no digits but 0 and 3. Grundy's game
(Nim of the lecture notes) is 4.0 with the rule that the two heaps must differ.

Sources: R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956); Berlekamp,
Conway and Guy, Winning Ways, chapter 4; lecture notes by Peter Becker, Wissensbasierte Systeme II, Bonn-Rhein-Sieg
2004/05, example 2.3.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError

NOTHING_LEFT, ONE_LEFT, TWO_LEFT = 1, 2, 4

MOST_TAKEN = 4096
"""Tokens that one move may take."""

LARGEST_HEAP = 10_000_000

Heaps = tuple[int, ...]
"""What a move leaves of a heap: no heap, one, or two, the smaller first."""


@dataclass(frozen=True, slots=True)
class HeapGame:
    """A taking-and-breaking game.

    Attributes:
        name: what it is called, such as "octal 0.77".
        digits: d_0, d_1, ..., the last not 0.
        equal_parts: whether a heap may be broken into two equal ones.

    Raises:
        InputError: there is no move, a digit is not one of 0 to 7, d_0 is not 0 or 4 (a move has to change something), or
            a move takes more than MOST_TAKEN.
    """

    name: str
    digits: tuple[int, ...]
    equal_parts: bool = True

    def __post_init__(self) -> None:
        if not self.digits or self.digits[-1] == 0:
            raise InputError(f"digits: {self.digits!r} must end with a digit that is not 0, else the last says nothing")
        for taken, digit in enumerate(self.digits):
            if not isinstance(digit, int) or not 0 <= digit <= 7:
                raise InputError(f"digits: {digit!r} is no octal digit; it may be 0 to 7")
            if taken == 0 and digit not in (0, TWO_LEFT):
                raise InputError(
                    f"digits: the first is {digit}; a move that takes nothing can only break a heap: 0 or 4"
                )
        if self.most_taken > MOST_TAKEN:
            raise InputError(f"digits: a move takes {self.most_taken} tokens; it may be {MOST_TAKEN} at most")

    @property
    def most_taken(self) -> int:
        """Tokens that a move takes at most."""
        return len(self.digits) - 1

    @property
    def breaks(self) -> bool:
        """Whether some move leaves two heaps."""
        return any(digit & TWO_LEFT for digit in self.digits)

    def taken(self, kind: int) -> NDArray[np.int64]:
        """How many tokens a move of a kind may take: NOTHING_LEFT, ONE_LEFT or TWO_LEFT. Shape (any,), ascending."""
        return np.array([k for k, digit in enumerate(self.digits) if digit & kind], dtype=np.int64)

    def options(self, heap: int) -> Iterator[Heaps]:
        """What a move can leave of a heap, each once: fewest tokens taken first, then fewer heaps, then smaller parts.

        Raises:
            InputError: the heap cannot be.
        """
        check_heap(heap)
        for taken, digit in enumerate(self.digits[: heap + 1]):
            rest = heap - taken
            if digit & NOTHING_LEFT and rest == 0:
                yield ()
            if digit & ONE_LEFT and rest > 0:
                yield (rest,)
            if digit & TWO_LEFT:
                yield from ((a, rest - a) for a in range(1, self.smaller_parts(rest)))

    def smaller_parts(self, heap: int) -> int:
        """One more than the largest smaller part that a heap may be broken into."""
        return heap // 2 + 1 if self.equal_parts else (heap + 1) // 2


def check_heap(heap: int, least: int = 0, most: int = LARGEST_HEAP) -> int:
    """The heap, if it is an integer from `least` to `most`.

    Raises:
        InputError: it is not.
    """
    if isinstance(heap, bool) or not isinstance(heap, int | np.integer) or not least <= heap <= most:
        raise InputError(f"heap: {heap!r} must be an integer from {least} to {most}")
    return int(heap)
