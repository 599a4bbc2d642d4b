"""Second program for Hangman: the most frequent letter, and least totals of misses by trying every letter."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.mastermind.games import StoredGame

MOST_WORDS = 20
"""Greatest number of words for which the least total is found by trying every letter."""


def most_frequent(game: StoredGame, codes: NDArray[np.int32]) -> int:
    """Among the letters that tell some words of a set apart, the first that is in most of them."""
    best, query = -1, -1
    for letter in range(len(game.queries)):
        answers = game.answers[letter, codes].tolist()
        having = sum(answer != game.miss for answer in answers)
        if having > best and len(set(answers)) > 1:
            best, query = having, letter
    return query


def least_misses(game: StoredGame, codes: NDArray[np.int32]) -> int:
    """The least total of misses for a set of words."""
    return _least(game, tuple(codes.tolist()))


@lru_cache(maxsize=1_000_000)
def _least(game: StoredGame, codes: tuple[int, ...]) -> int:
    if len(codes) == 1:
        return 0
    best = len(codes) ** 2
    for row in game.answers:
        parts: dict[int, list[int]] = {}
        for code in codes:
            parts.setdefault(int(row[code]), []).append(code)
        if len(parts) > 1:
            missing = len(parts.get(game.miss, ()))
            if missing < best:
                best = min(best, missing + sum(_least(game, tuple(part)) for part in parts.values()))
    return best
