"""The least rest of any set of codes of Beams, by its definition: every colour may be asked for, every unused diagonal."""

from collections.abc import Sequence
from functools import cache

from naive.beams import Code, Lines, guess, split, wrong_fields


def least_rest(left: Sequence[Code], board: Lines) -> int:
    """Queries and wrong fields over a set of codes, of the best strategy.

    Args:
        left: the codes.
        board: the unused diagonals.
    """
    colours = 1 + max(map(max, left))

    @cache
    def play(codes: tuple[Code, ...], unused: frozenset[int]) -> int:
        if len(codes) == 1:
            return 0
        rests = []
        for line in unused:
            for colour in range(colours):
                parts = split(codes, (colour, line), board)
                if len(parts) > 1:
                    rests.append(len(codes) + sum(play(tuple(part), unused - {line}) for part in parts))
        guessed = guess(codes)
        return min(rests, default=sum(wrong_fields(guessed, code) for code in codes))

    return play(tuple(left), frozenset(range(len(board))))


def most_answers(left: Sequence[Code], board: Lines) -> int:
    """Of all queries, the most answers."""
    colours = 1 + max(map(max, left))
    return max(len(split(left, (colour, line), board)) for colour in range(colours) for line in range(len(board)))
