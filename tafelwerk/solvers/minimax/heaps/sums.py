"""Sums of heaps under normal play: a move is a move in one heap, and a player who cannot move in any loses.

A sum is lost for the player to move if the exclusive or of the heaps' Grundy values is 0; a move wins if it makes the exclusive
or 0 (Sprague 1935, Grundy 1939). The heaps may belong to different games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.heaps import NOTHING_LEFT, ONE_LEFT, TWO_LEFT, HeapGame, Left, check_heap
from tafelwerk.solvers.minimax.heaps.sprague_grundy import grundy_values

Values = Mapping[HeapGame, NDArray[np.uint16]]
"""Grundy values of heaps 0, 1, ..., by game."""


@dataclass(frozen=True, slots=True)
class SumMove:
    """A move in a sum.

    Attributes:
        place: place of the heap in the sum, from 0.
        left: heaps that are left of it.
    """

    place: int
    left: Left


@dataclass(frozen=True, slots=True)
class SolvedSum:
    """A sum of heaps under normal play.

    Attributes:
        value: Grundy value of the sum.
        won: whether the player to move wins, that is, the value is not 0.
        moves: all winning moves, by place, then in the order of HeapGame.options.
    """

    value: int
    won: bool
    moves: tuple[SumMove, ...]


def solve_sum(heaps: Sequence[tuple[HeapGame, int]], known: Values | None = None) -> SolvedSum:
    """Grundy value and all winning moves of a sum.

    Args:
        heaps: heaps, each with its game.
        known: values that were computed before; missing values are computed.

    Raises:
        InputError: a heap has an invalid size.
    """
    largest: dict[HeapGame, int] = {}
    for game, heap in heaps:
        largest[game] = max(largest.get(game, 0), check_heap(heap))
    known = known or {}
    values: dict[HeapGame, NDArray[np.uint16]] = {}
    for game, heap in largest.items():
        before = known.get(game)
        values[game] = before if before is not None and before.shape[0] > heap else grundy_values(game, heap, before)
    value = 0
    for game, heap in heaps:
        value ^= int(values[game][heap])
    moves: list[SumMove] = []
    if value:
        for place, (game, heap) in enumerate(heaps):
            wanted = value ^ int(values[game][heap])
            moves.extend(SumMove(place, left) for left in options_of_value(game, values[game], heap, wanted))
    return SolvedSum(value, value != 0, tuple(moves))


def options_of_value(game: HeapGame, values: NDArray[np.uint16], heap: int, value: int) -> list[Left]:
    """The options of a heap that have a given Grundy value, in the order of HeapGame.options.

    Args:
        game: the rules.
        values: Grundy values of heaps 0, 1, ..., including every heap that a move can leave.
        heap: the heap.
        value: the Grundy value wanted.

    Raises:
        InputError: the heap has an invalid size, or the values end too early.
    """
    check_heap(heap)
    least = next(taken for taken, digit in enumerate(game.digits) if digit)
    if values.shape[0] <= (heap - 1 if least == 0 else heap - least):
        raise InputError(
            f"values: must include every heap that a move of heap {heap} leaves; they end at {values.shape[0] - 1}"
        )
    found: list[Left] = []
    for taken, digit in enumerate(game.digits[: heap + 1]):
        rest = heap - taken
        if digit & NOTHING_LEFT and rest == 0 and value == 0:
            found.append(())
        if digit & ONE_LEFT and rest > 0 and values[rest] == value:
            found.append((rest,))
        if digit & TWO_LEFT:
            smaller = np.arange(1, game.smaller_parts(rest))
            hits = smaller[(values[smaller] ^ values[rest - smaller]) == value]
            found.extend((a, rest - a) for a in hits.tolist())
    return found
