"""Notakto over ranks: compiled moves, and symmetries. The rules are in `families.minimax.rules.notakto`."""

from functools import lru_cache
from itertools import permutations, product

from tafelwerk.families.minimax.rules.notakto import FINISHED, SIZE, masks
from tafelwerk.families.minimax.rules.ranked import RankedGame
from tafelwerk.families.minimax.rules.tictactoe import FIELDS
from tafelwerk.solvers.minimax.ranked.game import WON, CompiledGame, Words, ranked_moves
from tafelwerk.solvers.minimax.ranked.tictactoe import HAS_LINE, SYMMETRIES


def notakto(game: RankedGame) -> CompiledGame:
    """Notakto on one or more boards, compiled."""
    boards = len(game.text(game.start).split("/"))
    return CompiledGame(game, SIZE**boards, _moves, FIELDS * boards, boards, lambda rank: _images(rank, boards))


@lru_cache(maxsize=SIZE)
def _board_images(mask: int) -> tuple[int, ...]:
    """The distinct images of a board under its symmetries."""
    return tuple({sum(1 << places[field] for field in range(FIELDS) if mask >> field & 1) for places in SYMMETRIES})


def _images(rank: int, boards: int) -> list[int]:
    """The distinct images of a rank under the symmetries of each board and permutations of the boards."""
    choices = product(*(_board_images(mask) for mask in masks(rank, boards)))
    orders = list(permutations(SIZE**place for place in range(boards)))
    return list({sum(map(int.__mul__, masks, weights)) for masks in choices for weights in orders})


@ranked_moves
def _moves(rank: int, successors: Words, labels: Words, variant: int) -> int:
    """A mark on every empty field of a board that is not finished; `variant` is the number of boards."""
    count = 0
    for board in range(variant):
        shift = FIELDS * board
        mask = rank >> shift & FINISHED
        if HAS_LINE[mask]:
            continue
        for field in range(FIELDS):
            after = mask | 1 << field
            if after == mask:
                continue
            if HAS_LINE[after]:
                after = FINISHED
            successors[count] = rank + (after - mask << shift)
            labels[count] = shift + field
            count += 1
    # the other player finished the last board
    return count or WON
