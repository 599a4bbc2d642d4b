"""Notakto: both players set X, on one or more boards; a board with a line of three is finished, and the player who
finishes the last board loses.

A board is written as nine characters, X and a point for an empty field; several boards are separated by a slash:
"X...X..../.........". The marks of a finished board no longer matter: it is stored and written as "XXXXXXXXX".

The rank is the number with the boards as digits to the base 512, the first of weight 1; field i of a board is bit i.
Field f of board b has the label 9 b + f.

Source: T. E. Plambeck and G. Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, 2013.
"""

from functools import lru_cache

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.minimax.rules.ranked import RankedGame
from tafelwerk.families.minimax.rules.tictactoe import FIELDS, has_mask_line

MOST_BOARDS = 3
"""Most boards of a game. Fields are labels, and the number of positions grows with 2^9 per board."""

FINISHED = (1 << FIELDS) - 1
"""A finished board, with every field taken."""

SIZE = 1 << FIELDS
"""Number of boards, each a set of fields."""

BOARD_POSITIONS = 231
"""Reachable positions of one board, with all finished boards counted as one."""


@lru_cache(maxsize=MOST_BOARDS)
def notakto(boards: int = 1) -> RankedGame:
    """Notakto on a number of boards.

    Raises:
        InputError: the number is not 1 to MOST_BOARDS.
    """
    if not 1 <= boards <= MOST_BOARDS:
        raise InputError(f"Notakto must have 1 to {MOST_BOARDS} boards, not {boards}")
    return RankedGame(
        name="notakto" if boards == 1 else f"notakto-{boards}",
        title=f"Notakto on {'one board' if boards == 1 else f'{boards} boards'}",
        positions=BOARD_POSITIONS**boards,
        start=0,
        text=lambda rank: boards_text(rank, boards),
        rank=lambda text: boards_rank(text, boards),
        move_name=lambda rank, label: move_name(label, boards),
        after=lambda rank: _after(rank, boards),
        # the other player has finished the last board
        ended=lambda rank: 1,
    )


def boards_text(rank: int, boards: int) -> str:
    """The boards of a rank as text."""
    return "/".join("".join(".X"[mask >> field & 1] for field in range(FIELDS)) for mask in masks(rank, boards))


def boards_rank(text: str, boards: int) -> int:
    """The rank of boards; a finished board may be written with the marks it has.

    Raises:
        InputError: the number of boards is wrong, a board is not nine characters, or a board was finished before its last mark.
    """
    words = text.strip().upper().split("/")
    if len(words) != boards or any(len(word) != FIELDS or set(word) - set(".X") for word in words):
        form = 'nine of the characters X and "."' + (f", {boards} times separated by a slash" if boards > 1 else "")
        example = "/".join(["X...X....", *["........."] * (boards - 1)])
        raise InputError(f"a position is {form}, such as {quoted(example)}, not {quoted(text)}")
    rank = 0
    for place, word in enumerate(words):
        mask = sum((mark == "X") << field for field, mark in enumerate(word))
        if has_mask_line(mask) and mask != FINISHED:
            if not any(mask >> field & 1 and not has_mask_line(mask ^ 1 << field) for field in range(FIELDS)):
                raise InputError(f"{word}: the board was finished before its last mark was set")
            mask = FINISHED
        rank += mask * SIZE**place
    return rank


def move_name(label: int, boards: int) -> str:
    """The name of a move: the field; with several boards, after the letter of the board."""
    board, field = divmod(label, FIELDS)
    return f"{'abc'[board]}{field}" if boards > 1 else str(field)


def masks(rank: int, boards: int) -> list[int]:
    """The boards of a rank, each a set of fields."""
    return [rank // SIZE**place % SIZE for place in range(boards)]


def _after(rank: int, boards: int) -> dict[int, int]:
    found = {}
    for board, mask in enumerate(masks(rank, boards)):
        if has_mask_line(mask):
            continue
        for field in range(FIELDS):
            marked = mask | 1 << field
            if marked != mask:
                marked = FINISHED if has_mask_line(marked) else marked
                found[FIELDS * board + field] = rank + (marked - mask) * SIZE**board
    return found
