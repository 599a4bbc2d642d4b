"""Tic-tac-toe and its relatives on the 3 x 3 board: the rules as a game to search, and as a game over ranks.

Fields are 0 to 8, row by row. A board is written as nine characters, X, O and a point for an empty field: "X.O......".
The player who moves first is Max. In tic-tac-toe Max sets X and Min sets O, and a player who completes a line of three
equal marks wins; in the misere game that player loses. In the wild games either player may set either mark. A full board
without a line is a draw.

The rank of a board is the number with its fields as digits to the base 3, field i of weight 3^i: 0 empty, 1 X, 2 O.
Moves are labelled by the field, in the wild games by twice the field, plus 1 for O.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, examples 2.1 and 2.4 (the
evaluation M - O).
"""

from dataclasses import dataclass
from functools import lru_cache

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.minimax.rules.ranked import RankedGame
from tafelwerk.rules.game_trees import Turn

FIELDS = 9
EMPTY = "." * FIELDS
MARKS = "XO"
BOARDS: int = 3**FIELDS

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

MOVE_ORDERS = {
    "natural": (0, 1, 2, 3, 4, 5, 6, 7, 8),
    "centre first": (4, 0, 2, 6, 8, 1, 3, 5, 7),
    "corners first": (0, 2, 6, 8, 4, 1, 3, 5, 7),
    "edges first": (1, 3, 5, 7, 0, 2, 6, 8, 4),
}
"""Move orders of a search, by name."""

MOST_LINES = 8


@lru_cache(maxsize=1 << FIELDS)
def has_mask_line(mask: int) -> bool:
    """Whether a set of fields, one bit per field, contains a line."""
    return any(mask >> a & mask >> b & mask >> c & 1 for a, b, c in LINES)


@lru_cache(maxsize=2 * BOARDS)
def has_line(board: str) -> bool:
    """Whether a board has a line of three equal marks."""
    return any(board[a] == board[b] == board[c] != "." for a, b, c in LINES)


@dataclass(frozen=True, slots=True)
class TicTacToe:
    """The rules as a game to search; states are boards, moves are labels.

    Attributes:
        misere: whether a player who completes a line loses.
        wild: whether either player may set either mark.
    """

    misere: bool = False
    wild: bool = False

    @property
    def start(self) -> str:
        """The empty board."""
        return EMPTY

    def to_move(self, board: str) -> Turn:
        """Max if an even number of fields is taken."""
        return Turn.MIN if board.count(".") % 2 == 0 else Turn.MAX

    def moves(self, board: str) -> list[int]:
        """The empty fields; in the wild games each twice, for X and for O."""
        fields = [field for field in range(FIELDS) if board[field] == "."]
        return [2 * field + mark for field in fields for mark in (0, 1)] if self.wild else fields

    def after(self, board: str, move: int) -> str:
        """The board with one more mark."""
        field, mark = divmod(move, 2) if self.wild else (move, self.to_move(board) is Turn.MIN)
        return f"{board[:field]}{MARKS[mark]}{board[field + 1 :]}"

    def is_over(self, board: str) -> bool:
        """Whether there is a line, or no empty field."""
        return has_line(board) or "." not in board

    def utility(self, board: str) -> int:
        """1 if Max has won, -1 if Min has, 0 for a draw."""
        if not has_line(board):
            return 0
        # the player to move is not the one who completed the line
        return 1 if (self.to_move(board) is Turn.MIN) != self.misere else -1

    def move_name(self, move: int) -> str:
        """The name of a move: the field; in the wild games after the mark."""
        return f"{MARKS[move % 2]}{move // 2}" if self.wild else str(move)


def open_lines(board: str, mark: str) -> int:
    """Number of lines that a mark can still complete: those without the other mark."""
    other = MARKS[mark == "X"]
    return sum(other not in (board[a], board[b], board[c]) for a, b, c in LINES)


def board_text(rank: int) -> str:
    """The board with this rank."""
    return "".join(".XO"[rank // 3**field % 3] for field in range(FIELDS))


def board_rank(board: str) -> int:
    """The rank of a board, given as nine characters of ".XO"."""
    return sum(".XO".index(mark) * 3**field for field, mark in enumerate(board))


def check_board(text: str, wild: bool = False) -> str:
    """The board in capitals, if play can lead to it.

    Raises:
        InputError: the text is not nine marks, or no play from the empty board leads to the board; the message says why.
    """
    board = text.strip().upper()
    if len(board) != FIELDS or set(board) - set(".XO"):
        raise InputError(
            f'a board is nine of the characters X, O and ".", row by row, such as "X.O......", not {quoted(text)}'
        )
    crosses, noughts = board.count("X"), board.count("O")
    if not wild and crosses - noughts not in (0, 1):
        raise InputError(
            f"{board}: X begins, so there must be as many X as O, or one more, not {crosses} X and {noughts} O"
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


RULES = {
    "tictactoe": TicTacToe(),
    "tictactoe-misere": TicTacToe(misere=True),
    "tictactoe-wild": TicTacToe(wild=True),
    "tictactoe-wild-misere": TicTacToe(misere=True, wild=True),
}
"""The rules of every game by its name."""


def _ranked(name: str, title: str, positions: int) -> RankedGame:
    rules = RULES[name]

    def after(rank: int) -> dict[int, int]:
        board = board_text(rank)
        moves = () if rules.is_over(board) else rules.moves(board)
        return {move: board_rank(rules.after(board, move)) for move in moves}

    def ended(rank: int) -> int:
        board = board_text(rank)
        return rules.utility(board) * (1 if rules.to_move(board) is Turn.MAX else -1)

    return RankedGame(
        name=name,
        title=title,
        positions=positions,
        start=0,
        text=board_text,
        rank=lambda text: board_rank(check_board(text, rules.wild)),
        move_name=lambda rank, label: rules.move_name(label),
        after=after,
        ended=ended,
        first_to_move=lambda rank: rules.to_move(board_text(rank)) is Turn.MAX,
    )


TICTACTOE = _ranked("tictactoe", "tic-tac-toe", 5_478)
MISERE = _ranked("tictactoe-misere", "misere tic-tac-toe", 5_478)
WILD = _ranked("tictactoe-wild", "wild tic-tac-toe", 18_753)
WILD_MISERE = _ranked("tictactoe-wild-misere", "wild misere tic-tac-toe", 18_753)

GAMES = (TICTACTOE, MISERE, WILD, WILD_MISERE)
