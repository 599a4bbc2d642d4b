"""Dresher's guessing game by its definition: every search tree is tried. To be believed at sight."""

from collections.abc import Sequence
from functools import cache

Depths = tuple[int, ...]


@cache
def trees(n: int) -> tuple[Depths, ...]:
    """All binary search trees of the numbers 1 to n, each as the depths of its numbers; Catalan(n) of them."""
    if n == 0:
        return ((),)
    return tuple(
        (*(depth + 1 for depth in left), 1, *(depth + 1 for depth in right))
        for root in range(n)
        for left in trees(root)
        for right in trees(n - 1 - root)
    )


def is_tree(depths: Sequence[int]) -> bool:
    """Whether depths are those of a binary search tree: one root, and trees on both sides of it."""

    def stands(first: int, end: int, depth: int) -> bool:
        if first == end:
            return True
        roots = [i for i in range(first, end) if depths[i] == depth]
        return len(roots) == 1 and stands(first, roots[0], depth + 1) and stands(roots[0] + 1, end, depth + 1)

    return len(depths) > 0 and stands(0, len(depths), 1)


def grown_at(order: list[int]) -> Depths:
    """The binary search tree that numbers are put into in this order."""
    depths: dict[int, int] = {}
    for number in order:
        below, above = (
            max((i for i in depths if i < number), default=None),
            min((i for i in depths if i > number), default=None),
        )
        depths[number] = 1 + max((depths[i] for i in (below, above) if i is not None), default=0)
    return tuple(depths[i] for i in range(len(order)))


def guesses(weights: Sequence[int], depths: Sequence[int]) -> int:
    return sum(weight * depth for weight, depth in zip(weights, depths, strict=True))


def least_guesses(weights: Sequence[int]) -> int:
    """What a best tree takes against the weights, every tree tried."""
    return min(guesses(weights, depths) for depths in trees(len(weights)))


def least_by_recursion(weights: Sequence[int]) -> int:
    """The same with every root of every interval tried."""

    @cache
    def least(first: int, end: int) -> int:
        if first == end:
            return 0
        return sum(weights[first:end]) + min(least(first, root) + least(root + 1, end) for root in range(first, end))

    return least(0, len(weights))
