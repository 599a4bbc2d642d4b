"""Notakto over ranks as kernels have it: moves and symmetries. The rules stand in `rules.minimax.notakto`."""

from functools import lru_cache
from itertools import permutations, product

from tafelwerk.rules.minimax import notakto as rules
from tafelwerk.rules.minimax.notakto import MOST_BOARDS, SIZE, masks
from tafelwerk.rules.minimax.tictactoe import FIELDS
from tafelwerk.solvers.machine.jit import inlined
from tafelwerk.solvers.minimax.ranked.game import WON, CompiledGame, Words, compiled, ranked_moves
from tafelwerk.solvers.minimax.ranked.tictactoe import HAS_LINE, SYMMETRIES


@lru_cache(maxsize=MOST_BOARDS)
def notakto(boards: int = 1) -> CompiledGame:
    """Notakto on so many boards.

    Raises:
        InputError: the number is not from 1 to MOST_BOARDS.
    """
    game = rules.notakto(boards)
    moves = (_one_board, _two_boards, _three_boards)[boards - 1]
    return compiled(game, SIZE**boards, moves, FIELDS * boards, images=lambda rank: _images(rank, boards))


@lru_cache(maxsize=SIZE)
def _board_images(mask: int) -> tuple[int, ...]:
    """What the symmetries make of a board, each once."""
    return tuple({sum(1 << places[field] for field in range(FIELDS) if mask >> field & 1) for places in SYMMETRIES})


def _images(rank: int, boards: int) -> list[int]:
    """What the symmetries of each board and the order of the boards make of a rank, each once."""
    choices = product(*(_board_images(mask) for mask in masks(rank, boards)))
    orders = list(permutations(SIZE**place for place in range(boards)))
    return list({sum(map(int.__mul__, masks, weights)) for masks in choices for weights in orders})


@inlined
def _moves(rank: int, successors: Words, labels: Words, boards: int) -> int:
    """A mark on every empty field of a board that is not finished."""
    count, weight = 0, 1
    for board in range(boards):
        mask = rank // weight & 511
        if not HAS_LINE[mask]:
            for field in range(9):
                if mask >> field & 1 == 0:
                    after = mask | 1 << field
                    if HAS_LINE[after]:
                        after = 511
                    successors[count] = rank + (after - mask) * weight
                    labels[count] = 9 * board + field
                    count += 1
        weight *= 512
    # the other player finished the last board
    return count or WON


@ranked_moves
def _one_board(rank: int, successors: Words, labels: Words, scratch: Words) -> int:
    return _moves(rank, successors, labels, 1)


@ranked_moves
def _two_boards(rank: int, successors: Words, labels: Words, scratch: Words) -> int:
    return _moves(rank, successors, labels, 2)


@ranked_moves
def _three_boards(rank: int, successors: Words, labels: Words, scratch: Words) -> int:
    return _moves(rank, successors, labels, 3)
