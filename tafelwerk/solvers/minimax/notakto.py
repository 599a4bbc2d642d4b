"""Notakto: both players set X, on one board or several; a board with a line of three is finished, and who finishes the
last one loses.

A board is written as nine characters, X and a point for an empty field, several boards with a slash between them:
"X...X..../.........". How a finished board looks no longer matters: it is taken, and written, as "XXXXXXXXX".

The rank is the number with the boards as digits to the base 512, the first of weight 1; field i of a board is bit i.
Field f of board b has the label 9 b + f.

Source: T. E. Plambeck and G. Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, 2013.
"""

from functools import lru_cache
from itertools import permutations, product

from tafelwerk.errors import InputError, quoted
from tafelwerk.solvers.jit import inlined
from tafelwerk.solvers.minimax.ranked import WON, RankedGame, Words, ranked_moves
from tafelwerk.solvers.minimax.tictactoe import FIELDS, HAS_LINE, SYMMETRIES

MOST_BOARDS = 3
"""Boards of a game: their fields are labels, and there are 2^9 of each."""

FINISHED = (1 << FIELDS) - 1
"""A finished board: every field taken."""

_SIZE = 1 << FIELDS


def check_boards(boards: int) -> int:
    """The number itself.

    Raises:
        InputError: it is not from 1 to MOST_BOARDS.
    """
    if not 1 <= boards <= MOST_BOARDS:
        raise InputError(f"Notakto is played on 1 to {MOST_BOARDS} boards, not {boards}")
    return boards


@lru_cache(maxsize=MOST_BOARDS)
def notakto(boards: int = 1) -> RankedGame:
    """Notakto on so many boards.

    Raises:
        InputError: the number is not from 1 to MOST_BOARDS.
    """
    check_boards(boards)
    return RankedGame(
        name="notakto" if boards == 1 else f"notakto-{boards}",
        title=f"Notakto on {'one board' if boards == 1 else f'{boards} boards'}",
        ranks=_SIZE**boards,
        start=0,
        moves=(_one_board, _two_boards, _three_boards)[boards - 1],
        most_moves=FIELDS * boards,
        scratch=0,
        text=lambda rank: boards_text(rank, boards),
        rank=lambda text: boards_rank(text, boards),
        move_name=lambda rank, label: move_name(label, boards),
        images=lambda rank: _images(rank, boards),
    )


def boards_text(rank: int, boards: int) -> str:
    """The boards by their rank."""
    masks = _masks(rank, boards)
    return "/".join("".join(".X"[mask >> field & 1] for field in range(FIELDS)) for mask in masks)


def boards_rank(text: str, boards: int) -> int:
    """The rank of boards; a finished one may be written as it was finished.

    Raises:
        InputError: not so many boards, not nine of the marks, or a board that was finished before its last mark.
    """
    words = text.strip().upper().split("/")
    if len(words) != boards or any(len(word) != FIELDS or set(word) - set(".X") for word in words):
        form = 'nine of the characters X and "."' + (f", {boards} times with a slash between" if boards > 1 else "")
        example = "/".join(["X...X....", *["........."] * (boards - 1)])
        raise InputError(f"a position is {form}, such as {quoted(example)}, not {quoted(text)}")
    rank = 0
    for place, word in enumerate(words):
        mask = sum((mark == "X") << field for field, mark in enumerate(word))
        if HAS_LINE[mask] and mask != FINISHED:
            if not any(mask >> field & 1 and not HAS_LINE[mask ^ 1 << field] for field in range(FIELDS)):
                raise InputError(f"{word}: the board was finished before its last mark was set")
            mask = FINISHED
        rank += mask * _SIZE**place
    return rank


def move_name(label: int, boards: int) -> str:
    """A move: the field, on several boards after the board's letter."""
    board, field = divmod(label, FIELDS)
    return f"{'abc'[board]}{field}" if boards > 1 else str(field)


def _masks(rank: int, boards: int) -> list[int]:
    return [rank // _SIZE**place % _SIZE for place in range(boards)]


@lru_cache(maxsize=_SIZE)
def _board_images(mask: int) -> tuple[int, ...]:
    """What the symmetries make of a board, each once."""
    return tuple({sum(1 << places[field] for field in range(FIELDS) if mask >> field & 1) for places in SYMMETRIES})


def _images(rank: int, boards: int) -> list[int]:
    """What the symmetries of each board and the order of the boards make of a rank, each once."""
    choices = product(*(_board_images(mask) for mask in _masks(rank, boards)))
    orders = list(permutations(_SIZE**place for place in range(boards)))
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
