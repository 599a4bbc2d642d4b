"""Mastermind by its rules, a pair of words at a time."""

from collections import Counter
from collections.abc import Sequence
from itertools import product


def feedback(code: Sequence[object], guess: Sequence[object]) -> tuple[int, int]:
    """Right places, and right colours elsewhere."""
    places = sum(a == b for a, b in zip(code, guess, strict=True))
    common = sum((Counter(code) & Counter(guess)).values())
    return places, common - places


def words(pegs: int, colors: int, distinct: bool) -> list[tuple[int, ...]]:
    """All codes in lexicographic order."""
    return [word for word in product(range(colors), repeat=pegs) if not distinct or len(set(word)) == pegs]
