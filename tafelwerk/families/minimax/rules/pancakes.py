"""Burnt pancakes: sort a stack by flips of its top part, with every burnt side down at the end.

A stack is written from the top, one number per pancake, with a minus if the burnt side is up: "-2 1 3". Flip k turns over the
top k pancakes, which reverses their order and all their sides. Each flip is its own inverse.

The rank of a stack is the lexicographic rank of its order times 2^n, plus its sides from the top, one bit per place, 1 if
the burnt side is up.

Source: W. H. Gates and C. H. Papadimitriou, Bounds for sorting by prefix reversal, Discrete Mathematics 27, 1979; D. S.
Cohen and M. Blum, On the problem of sorting burnt pancakes, Discrete Applied Mathematics 61, 1995.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import factorial

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.minimax.rules.ranked import RankedGame

MOST_PANCAKES = 9
"""Most pancakes of a stack; there are 185,794,560 stacks of nine."""


@lru_cache(maxsize=MOST_PANCAKES)
def burnt_pancakes(pancakes: int) -> RankedGame:
    """The puzzle of n pancakes; label k - 1 is flip k.

    Raises:
        InputError: the number is not 1 to MOST_PANCAKES.
    """
    n = pancakes
    if not 1 <= n <= MOST_PANCAKES:
        raise InputError(f"a stack must have 1 to {MOST_PANCAKES} pancakes, not {n}")
    return RankedGame(
        name=f"burnt-pancakes-{n}",
        title=f"burnt pancakes, {n}",
        positions=factorial(n) << n,
        start=0,
        text=lambda rank: stack_text(rank, n),
        rank=lambda text: stack_rank(text, n),
        move_name=lambda rank, label: f"flip {label + 1}",
        after=lambda rank: _flips(_stack(rank, n)),
        is_puzzle=True,
    )


def stack_text(rank: int, pancakes: int) -> str:
    """The stack with this rank, as text."""
    return " ".join(map(str, _stack(rank, pancakes)))


def stack_rank(text: str, pancakes: int) -> int:
    """The rank of a stack.

    Raises:
        InputError: the text does not have each of 1 to n once, with or without a minus.
    """
    try:
        stack = [int(word) for word in text.replace(",", " ").split()]
    except ValueError:
        stack = []
    if sorted(map(abs, stack)) != list(range(1, pancakes + 1)):
        raise InputError(
            f"a stack of {pancakes} is each of 1 to {pancakes} once, from the top, with a minus where the burnt side is up, "
            f"not {quoted(text)}"
        )
    return _rank(stack)


def _stack(rank: int, pancakes: int) -> list[int]:
    order, sides = divmod(rank, 1 << pancakes)
    left, found = list(range(1, pancakes + 1)), []
    for place in range(pancakes):
        index, order = divmod(order, factorial(pancakes - 1 - place))
        found.append((-1 if sides >> place & 1 else 1) * left.pop(index))
    return found


def _rank(stack: Sequence[int]) -> int:
    left, order, sides = sorted(map(abs, stack)), 0, 0
    for place, pancake in enumerate(stack):
        index = left.index(abs(pancake))
        order += index * factorial(len(stack) - 1 - place)
        left.pop(index)
        sides |= (pancake < 0) << place
    return order << len(stack) | sides


def _flips(stack: list[int]) -> dict[int, int]:
    return {k: _rank([*(-one for one in stack[k::-1]), *stack[k + 1 :]]) for k in range(len(stack))}
