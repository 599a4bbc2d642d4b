"""Tic-tac-toe and its relatives on the 3 x 3 board: the rules as a game to search, and over ranks as a game to solve whole.

Fields are 0 to 8, row by row. A board is written as nine characters, X, O and a point for an empty field: "X.O......".
The player who moves first is Max. In tic-tac-toe Max sets X and Min sets O, and who completes a line of three equal
marks has won. In the misere game who completes one has lost. In the wild games either player sets either mark. A full
board without a line is drawn.

The rank of a board is the number with its fields as digits to the base 3, field i of weight 3^i: 0 empty, 1 X, 2 O.
Moves are labelled by the field, in the wild games by twice the field, plus 1 for O.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, examples 2.1 and 2.4 (the
evaluation M - O).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.minimax.game import Turn
from tafelwerk.solvers.jit import inlined
from tafelwerk.solvers.minimax.ranked import DRAWN, LOST, WON, RankedGame, Words, ranked_moves

FIELDS = 9
EMPTY = "." * FIELDS
MARKS = "XO"
BOARDS: int = 3**FIELDS

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

_TURNED, _MIRRORED = (2, 5, 8, 1, 4, 7, 0, 3, 6), (2, 1, 0, 5, 4, 3, 8, 7, 6)


def _board_symmetries() -> tuple[tuple[int, ...], ...]:
    found = [tuple(range(FIELDS))]
    for _ in range(3):
        found.append(tuple(_TURNED[field] for field in found[-1]))
    return (*found, *(tuple(_MIRRORED[field] for field in turned) for turned in found))


SYMMETRIES = _board_symmetries()
"""Where each of the board's eight symmetries takes every field."""

MOVE_ORDERS = {
    "natural": (0, 1, 2, 3, 4, 5, 6, 7, 8),
    "centre first": (4, 0, 2, 6, 8, 1, 3, 5, 7),
    "corners first": (0, 2, 6, 8, 4, 1, 3, 5, 7),
    "edges first": (1, 3, 5, 7, 0, 2, 6, 8, 4),
}
"""Orders in which a search may try the fields, by name."""

MOST_LINES = 8
DECIDED = MOST_LINES + 1
"""The evaluation of a won game: beyond any difference of open lines."""


def has_mask_line(mask: int) -> bool:
    """Whether a set of fields, a bit each, holds a line."""
    return any(mask >> a & mask >> b & mask >> c & 1 for a, b, c in LINES)


HAS_LINE: NDArray[np.bool_] = np.array([has_mask_line(mask) for mask in range(1 << FIELDS)])
"""Whether the fields of a mask hold a line."""
HAS_LINE.flags.writeable = False


@lru_cache(maxsize=2 * BOARDS)
def has_line(board: str) -> bool:
    """Whether a board has a line of three equal marks."""
    return any(board[a] == board[b] == board[c] != "." for a, b, c in LINES)


@dataclass(frozen=True, slots=True)
class TicTacToe:
    """The rules, as a game whose states are boards and whose moves are labels.

    Attributes:
        misere: who completes a line loses.
        wild: either player sets either mark.
    """

    misere: bool = False
    wild: bool = False

    @property
    def start(self) -> str:
        """The empty board."""
        return EMPTY

    def to_move(self, board: str) -> Turn:
        """Max where an even number of fields is taken."""
        return Turn.MIN if board.count(".") % 2 == 0 else Turn.MAX

    def moves(self, board: str) -> list[int]:
        """Empty fields; in the wild games each twice, for X and for O."""
        fields = [field for field in range(FIELDS) if board[field] == "."]
        return [2 * field + mark for field in fields for mark in (0, 1)] if self.wild else fields

    def after(self, board: str, move: int) -> str:
        """The board with one mark more."""
        field, mark = divmod(move, 2) if self.wild else (move, self.to_move(board) is Turn.MIN)
        return f"{board[:field]}{MARKS[mark]}{board[field + 1 :]}"

    def is_over(self, board: str) -> bool:
        """Whether there is a line, or no empty field."""
        return has_line(board) or "." not in board

    def utility(self, board: str) -> int:
        """1 where Max has won, -1 where Min has, 0 for a draw."""
        if not has_line(board):
            return 0
        # the player to move is not the one who completed the line
        return 1 if (self.to_move(board) is Turn.MIN) != self.misere else -1

    def move_name(self, move: int) -> str:
        """A move as people write it: the field, in the wild games the mark before it."""
        return f"{MARKS[move % 2]}{move // 2}" if self.wild else str(move)


def open_lines(board: str, mark: str) -> int:
    """Lines that a mark can still complete: those without the other mark."""
    other = MARKS[mark == "X"]
    return sum(other not in (board[a], board[b], board[c]) for a, b, c in LINES)


def evaluation(board: str) -> int:
    """E = M - O for X in tic-tac-toe: X's open lines minus O's; DECIDED where X has a line, -DECIDED where O has one."""
    if has_line(board):
        return DECIDED if TicTacToe().utility(board) == 1 else -DECIDED
    return open_lines(board, "X") - open_lines(board, "O")


def evaluations(ranks: Sequence[int]) -> NDArray[np.int8]:
    """The evaluation of boards by their ranks, for the player to move; int8, shape (ranks,)."""
    boards = [board_text(rank) for rank in ranks]
    return np.array([evaluation(board) * (1 if board.count(".") % 2 else -1) for board in boards], np.int8)


def board_text(rank: int) -> str:
    """A board by its rank."""
    return "".join(".XO"[rank // 3**field % 3] for field in range(FIELDS))


def board_rank(board: str) -> int:
    """The rank of nine characters of ".XO"."""
    return sum(".XO".index(mark) * 3**field for field, mark in enumerate(board))


def check_board(text: str, wild: bool = False) -> str:
    """A board that play can lead to, in capitals.

    Raises:
        InputError: it is not nine of the marks, or no play from the empty board leads there; says why.
    """
    board = text.strip().upper()
    if len(board) != FIELDS or set(board) - set(".XO"):
        raise InputError(
            f'a board is nine of the characters X, O and ".", row by row, such as "X.O......", not {quoted(text)}'
        )
    crosses, noughts = board.count("X"), board.count("O")
    if not wild and crosses - noughts not in (0, 1):
        raise InputError(
            f"{board}: X begins, so that there are as many X as O or one more, not {crosses} X and {noughts} O"
        )
    if not has_line(board):
        return board
    last = "XO" if wild else "X" if crosses > noughts else "O"
    if not any(
        mark in last and not has_line(f"{board[:field]}.{board[field + 1 :]}") for field, mark in enumerate(board)
    ):
        ended = "a line" if wild else f"a line of {'O' if last == 'X' else 'X'}"
        raise InputError(f"{board}: the game was over before the last mark was set, with {ended}")
    return board


def _images(rank: int, wild: bool) -> list[int]:
    """What the symmetries make of a rank: those of the board; in the wild games X and O may change places too."""
    board = board_text(rank)
    boards = [board, board.translate(str.maketrans("XO", "OX"))] if wild else [board]
    found = []
    for source, places in product(boards, SYMMETRIES):
        weights = [3**place for place in places]
        found.append(sum(".XO".index(mark) * weight for mark, weight in zip(source, weights, strict=True)))
    return found


@inlined
def _moves(rank: int, successors: Words, labels: Words, misere: bool, wild: bool) -> int:
    """All moves of one of the games."""
    crosses = noughts = taken = 0
    rest = rank
    for field in range(9):
        mark = rest % 3
        rest //= 3
        if mark == 1:
            crosses |= 1 << field
            taken += 1
        elif mark == 2:
            noughts |= 1 << field
            taken += 1
    if HAS_LINE[crosses] or HAS_LINE[noughts]:
        return WON if misere else LOST
    if taken == 9:
        return DRAWN
    count, weight = 0, 1
    for field in range(9):
        if not (crosses | noughts) >> field & 1:
            if wild:
                successors[count], labels[count] = rank + weight, 2 * field
                successors[count + 1], labels[count + 1] = rank + 2 * weight, 2 * field + 1
                count += 2
            else:
                successors[count], labels[count] = rank + (1 + taken % 2) * weight, field
                count += 1
        weight *= 3
    return count


@ranked_moves
def _plain_moves(rank: int, successors: Words, labels: Words, scratch: Words) -> int:
    return _moves(rank, successors, labels, False, False)


@ranked_moves
def _misere_moves(rank: int, successors: Words, labels: Words, scratch: Words) -> int:
    return _moves(rank, successors, labels, True, False)


@ranked_moves
def _wild_moves(rank: int, successors: Words, labels: Words, scratch: Words) -> int:
    return _moves(rank, successors, labels, False, True)


@ranked_moves
def _wild_misere_moves(rank: int, successors: Words, labels: Words, scratch: Words) -> int:
    return _moves(rank, successors, labels, True, True)


RULES = {
    "tictactoe": TicTacToe(),
    "tictactoe-misere": TicTacToe(misere=True),
    "tictactoe-wild": TicTacToe(wild=True),
    "tictactoe-wild-misere": TicTacToe(misere=True, wild=True),
}
"""The rules of every game by its name."""


def _ranked(name: str, title: str) -> RankedGame:
    rules = RULES[name]
    functions = (_plain_moves, _misere_moves, _wild_moves, _wild_misere_moves)
    return RankedGame(
        name=name,
        title=title,
        ranks=BOARDS,
        start=0,
        moves=functions[rules.misere + 2 * rules.wild],
        most_moves=FIELDS * (2 if rules.wild else 1),
        scratch=0,
        text=board_text,
        rank=lambda text: board_rank(check_board(text, rules.wild)),
        move_name=lambda rank, label: rules.move_name(label),
        images=lambda rank: _images(rank, rules.wild),
        first_to_move=lambda rank: rules.to_move(board_text(rank)) is Turn.MAX,
    )


TICTACTOE = _ranked("tictactoe", "tic-tac-toe")
MISERE = _ranked("tictactoe-misere", "misere tic-tac-toe")
WILD = _ranked("tictactoe-wild", "wild tic-tac-toe")
WILD_MISERE = _ranked("tictactoe-wild-misere", "wild misere tic-tac-toe")

GAMES = (TICTACTOE, MISERE, WILD, WILD_MISERE)
