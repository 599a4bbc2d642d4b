"""A second solution of misere play: the outcomes of all sums with a number of tokens, in an array over their ranks.

A sum is the list of its heaps, the largest first, without heaps that have no move. Let c(m, k) be the number of sums of m
tokens in heaps of at most k. The rank of a sum among the sums of equally many tokens is the sum of c(m, k - 1) over its heaps,
where k is the heap and m its tokens together with those of all later heaps: lexicographic order. A move takes tokens, or splits
a heap, which leads to a lower rank.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.minimax.rules.heaps import heap_game
from tafelwerk.solvers.machine.jit import kernel

Words = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Outcomes of sums under misere play.

    Attributes:
        counts: c(m, k), shape (tokens + 1, tokens + 1).
        first: place of the first sum of m tokens, shape (tokens + 2,).
        live: whether a heap has a move, shape (tokens + 1,).
        won: whether the player to move wins, by place of the sum.
    """

    counts: Words
    first: Words
    live: NDArray[np.bool_]
    won: NDArray[np.bool_]

    def wins(self, heaps: tuple[int, ...]) -> bool:
        """Whether the player to move wins a sum."""
        falling = sorted((heap for heap in heaps if self.live[heap]), reverse=True)
        tokens = sum(falling)
        place = self.first[tokens]
        for heap in falling:
            place += self.counts[tokens, heap - 1]
            tokens -= heap
        return bool(self.won[place])


@lru_cache(maxsize=8)
def solve_sums(name: str, tokens: int) -> Sums:
    """All sums of a game up to a number of tokens."""
    game = heap_game(name)
    lefts = [list(game.options(heap)) for heap in range(tokens + 1)]
    live = np.array([bool(found) for found in lefts])
    counts = np.zeros((tokens + 1, tokens + 1), np.int64)
    counts[0] = 1
    for heap in range(1, tokens + 1):
        counts[:, heap] = counts[:, heap - 1]
        for held in range(heap, tokens + 1) if live[heap] else ():
            counts[held, heap] += counts[held - heap, heap]
    first = np.r_[0, np.cumsum(counts[np.arange(tokens + 1), np.arange(tokens + 1)])]
    pairs = [[(*(0, 0), *sorted(part for part in left if live[part]))[-2:] for left in found] for found in lefts]
    begins = np.r_[0, np.cumsum([len(found) for found in pairs])]
    parts = np.array([pair for found in pairs for pair in found], np.int64).reshape(-1, 2)
    won = np.zeros(int(first[-1]), np.bool_)
    _outcomes(counts, first, live, begins, parts, won, np.zeros(tokens + 2, np.int64))
    return Sums(counts, first, live, won)


def misere_row(name: str, heap: int, largest: int) -> tuple[bool, list[list[int]]]:
    """Whether the player to move wins a single heap, and the winning moves as table misere has them.

    Args:
        name: name of the game.
        heap: the heap, at most `largest`.
        largest: the largest heap that is asked for; all sums that it can lead to are solved.
    """
    game = heap_game(name)
    least = next(taken for taken, digit in enumerate(game.digits) if digit)
    sums = solve_sums(name, max(largest - least, 0))
    found = list(game.options(heap))
    winning = [left for left in found if not sums.wins(left)]
    return not found or bool(winning), list(map(list, winning))


@kernel
def _outcomes(
    counts: Words,
    first: Words,
    live: NDArray[np.bool_],
    begins: Words,
    parts: Words,
    won: NDArray[np.bool_],
    heaps: Words,
) -> None:
    """Fill `won`, in the order of tokens and ranks.

    Args:
        counts, first, live: as in `Sums`.
        begins: place in `parts` of the first option of each heap.
        parts: the two heaps with a move that each option leaves, the larger second; 0 if there are fewer.
        won: zeroed.
        heaps: scratch, shape (tokens + 2,).
    """
    for tokens in range(first.shape[0] - 1):
        for rank in range(first[tokens + 1] - first[tokens]):
            number, left, held, heap = 0, rank, tokens, tokens
            while held > 0:
                if live[heap] and heap <= held and left >= counts[held, heap - 1]:
                    left -= counts[held, heap - 1]
                    held -= heap
                    heaps[number] = heap
                    number += 1
                else:
                    heap -= 1
            can_move, wins = False, False
            for place in range(number):
                if wins or (place and heaps[place] == heaps[place - 1]):
                    continue
                for option in range(begins[heaps[place]], begins[heaps[place] + 1]):
                    can_move = True
                    small, large = parts[option, 0], parts[option, 1]
                    held = tokens - heaps[place] + small + large
                    at = first[held]
                    i = 0
                    while held > 0:
                        if i == place:
                            i += 1
                            continue
                        next_heap = heaps[i] if i < number else 0
                        if large >= next_heap:
                            next_heap, large, small = large, small, 0
                        else:
                            i += 1
                        at += counts[held, next_heap - 1]
                        held -= next_heap
                    if not won[at]:
                        wins = True
                        break
            won[first[tokens] + rank] = wins or not can_move
