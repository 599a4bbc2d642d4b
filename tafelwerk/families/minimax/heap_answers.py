"""Answers about heaps, from their values, their winning moves or a period."""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import xor
from typing import Any

from tafelwerk.families.minimax.answers import Heap, Move, Period, Sum
from tafelwerk.families.minimax.rules.heaps import GRUNDY, ONE_LEFT, HeapGame, Left
from tafelwerk.families.minimax.rules.periodic import PeriodicValues


def game_fields(game: HeapGame) -> dict[str, Any]:
    """The fields that name the game in questions and answers."""
    if game == GRUNDY:
        return {}
    return {"code": game.code} if game.name.startswith("octal") else {"set": tuple(game.taken(ONE_LEFT))}


def periodic_sum(known: PeriodicValues, heaps: Sequence[int], misere: bool = False) -> Heap | Sum:
    """The answer about heaps of any size, with the first winning moves and the number of all; see `PeriodicValues.winning`."""
    winning = known.winning(heaps, misere)
    if misere:
        return heap_outcome(known.game, heaps, known.won(heaps, misere), winning.moves, winning_moves=winning.count)
    values = [known.value(heap) for heap in heaps]
    return heap_values(known.game, heaps, values, winning.moves, winning_moves=winning.count)


def heap_values(
    game: HeapGame,
    heaps: Sequence[int],
    values: Sequence[int],
    moves: Iterable[tuple[int, Left]],
    winning_moves: int | None = None,
) -> Heap | Sum:
    """The answer about heaps under normal play, with their Grundy values."""
    grundy = reduce(xor, values)
    said: dict[str, Any] = {"values": tuple(values)} if len(heaps) > 1 else {}
    return heap_outcome(
        game, heaps, grundy != 0, moves, misere=None, grundy=grundy, winning_moves=winning_moves, **said
    )


def heap_outcome(
    game: HeapGame,
    heaps: Sequence[int],
    won: bool,
    moves: Iterable[tuple[int, Left]],
    misere: bool | None = True,
    **found: Any,
) -> Heap | Sum:
    """The answer about heaps, with all winning moves. Default: under misere play."""
    found |= game_fields(game) | {"won": won, "misere": misere}
    if len(heaps) == 1:
        return Heap(heap=heaps[0], moves=tuple(left for _, left in moves), **found)
    places = tuple(Move(place, heaps[place], left) for place, left in moves)
    return Sum(heaps=tuple(heaps), moves=places, **found)


def heap_period(game: HeapGame, period: int | None, last: int | None, checked_to: int, proved: bool) -> Period:
    """The answer about the period of a game."""
    return Period(**game_fields(game), period=period, last_exception=last, proved=proved, checked_to=checked_to)
