"""Games by their names: games over ranks, which the book holds completely, and games of two players, to search and play.

In a game over dense ranks every position has a number, its rank, and one function lists the successors of a rank.

Tic-tac-toe and its relatives. Fields are 0 to 8, row by row. A board is written as nine characters, X, O and a point for an empty
field: "X.O......". The player who moves first is Max. In tic-tac-toe Max sets X and Min sets O, and a player who completes a line
of three equal marks wins; in the misere game that player loses. In the wild games either player may set either mark. A full board
without a line is a draw. The rank of a board is the number with its fields as digits to the base 3, field i of weight 3^i: 0
empty, 1 X, 2 O. Moves are labelled by the field, in the wild games by twice the field, plus 1 for O. Source: P. Becker,
Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, examples 2.1 and 2.4 (the evaluation M - O).

Notakto. Both players set X, on one or more boards; a board with a line of three is finished, and the player who finishes the last
board loses. A board is written as nine characters, X and a point for an empty field; several boards are separated by a slash:
"X...X..../.........". The marks of a finished board no longer matter: it is stored and written as "XXXXXXXXX". The rank is the
number with the boards as digits to the base 512, the first of weight 1; field i of a board is bit i. Field f of board b has the
label 9 b + f. Source: T. E. Plambeck and G. Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, 2013.

Nim with passes. Three heaps of up to seven tokens; each player may pass once, but not when all heaps are empty. A move takes
one or more tokens from one heap, or uses up the player's pass; the player who takes the last token wins. Grundy theory does
not apply, since a pass belongs to no heap. Bits 0 to 8 of a rank are the heaps, bit 9 is the pass of the player to move, bit
10 the opponent's. Source: D. M. Morrison, E. J. Friedman and A. S. Landsberg, Combinatorial games with a pass, Chaos 22, 2012
(with one pass for both players; here each has one).

Burnt pancakes. Sort a stack by flips of its top part, with every burnt side down at the end. A stack is written from the top,
one number per pancake, with a minus if the burnt side is up: "-2 1 3". Flip k turns over the top k pancakes, which reverses
their order and all their sides. Each flip is its own inverse. The rank of a stack is the lexicographic rank of its order times
2^n, plus its sides from the top, one bit per place, 1 if the burnt side is up. Sources: W. H. Gates and C. H. Papadimitriou,
Bounds for sorting by prefix reversal, Discrete Mathematics 27, 1979; D. S. Cohen and M. Blum, On the problem of sorting burnt
pancakes, Discrete Applied Mathematics 61, 1995.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import factorial, prod
from typing import Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.minimax.rules.heaps import LARGEST_HEAP, HeapGame, Left, heap_game
from tafelwerk.rules.game_trees import DRAW, LOSS, WIN, Sides, Turn, Utility
from tafelwerk.rules.numbers import fraction, whole
from tafelwerk.spelling import name_key

ENDLESS = 255
"""Distance of a drawn position without an end."""


@dataclass(frozen=True, slots=True, eq=False)
class RankedGame:
    """A game, or a puzzle, over dense ranks: positions are ranks, moves are labels.

    Attributes:
        name: name in the tables and on the command line.
        title: name in sentences.
        positions: number of positions that can be reached from the start.
        root: rank of the start; for a puzzle, of the goal.
        text: function from a rank to text.
        read: function from text to a rank; raises InputError if the text is not a position.
        move_name: function from a rank and a label to the name of the move.
        successors: function from a rank to its successors: ranks by label, labels ascending; empty if the game is over.
        ended: value for the player to move when the game is over: 1, 0 or -1. Default: a player who cannot move has lost.
        players: 2, or 1 for a puzzle, in which every move has an inverse; the goal is `root`, and the distance counts.
    """

    name: str
    title: str
    positions: int
    root: int
    text: Callable[[int], str]
    read: Callable[[str], int]
    move_name: Callable[[int, int], str]
    successors: Callable[[int], dict[int, int]]
    ended: Callable[[int], int] = lambda rank: LOSS
    players: int = 2

    def __str__(self) -> str:
        return self.name

    @property
    def is_puzzle(self) -> bool:
        """Whether there is one player."""
        return self.players == 1

    def start(self) -> int:
        """The first position; of a puzzle, whose goal leads to every position, the last rank."""
        return self.positions - 1 if self.is_puzzle else self.root

    def moves(self, rank: int) -> list[int]:
        """The labels of the moves."""
        return list(_successors(self, rank))

    def after(self, rank: int, label: int) -> int:
        """The rank that a move leads to."""
        return _successors(self, rank)[label]

    def outcome(self, rank: int) -> int | None:
        """The value of an end for the player to move."""
        if self.is_puzzle:
            return WIN if rank == self.root else None
        return None if _successors(self, rank) else self.ended(rank)


@lru_cache(maxsize=8192)  # several methods ask for the successors of one rank in a row
def _successors(game: RankedGame, rank: int) -> dict[int, int]:
    return game.successors(rank)


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
    """Tic-tac-toe or one of its relatives: positions are boards, moves are labels.

    Attributes:
        name: name in the tables and on the command line.
        misere: whether a player who completes a line loses.
        wild: whether either player may set either mark.
    """

    name: str = "tictactoe"
    misere: bool = False
    wild: bool = False

    def start(self) -> str:
        """The empty board."""
        return EMPTY

    def player(self, board: str) -> int:
        """0 if an odd number of the nine fields is empty."""
        return 1 - board.count(".") % 2

    def moves(self, board: str) -> list[int]:
        """The empty fields; in the wild games each twice, for X and for O."""
        fields = [field for field in range(FIELDS) if board[field] == "."]
        return [2 * field + mark for field in fields for mark in (0, 1)] if self.wild else fields

    def after(self, board: str, move: int) -> str:
        """The board with one more mark."""
        field, mark = divmod(move, 2) if self.wild else (move, 1 - board.count(".") % 2)
        return f"{board[:field]}{MARKS[mark]}{board[field + 1 :]}"

    def outcome(self, board: str) -> int | None:
        """Whoever is to move has not completed the line."""
        if has_line(board):
            return WIN if self.misere else LOSS
        return None if "." in board else DRAW

    def read(self, text: str) -> str:
        """The board of a text; errors as in `check_board`."""
        return check_board(text, self.wild)

    def text(self, board: str) -> str:
        """The board itself."""
        return board

    def move_name(self, board: str, move: int) -> str:
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


_SIGNS = str.maketrans(
    {
        "×": "X",
        "✕": "X",
        "❌": "X",
        "○": "O",
        "⭕": "O",
        "_": ".",
        "-": ".",
        "·": ".",
        "⬜": ".",
        "\ufe0e": "",
        "\ufe0f": "",
    }
)
"""Other signs of a mark or of a free field."""

_BETWEEN = re.compile(r"[\s/|,;()\[\]]")
"""What stands between or around fields."""


def read_marks(text: str) -> str:
    """The marks of a board in X, O and ".", as far as the text has such.

    A board may be written in one line or in three, with a frame, and as it is drawn: every free field by its number, from 0 or 1.
    Among nine characters, and in a frame, a free field may be blank.
    """
    plain = text.translate(_SIGNS).upper()
    rows = [row for row in plain.splitlines() if "+" not in row]
    if len(row := "".join(rows)) == FIELDS and set(row) <= set("XO "):
        return row.replace(" ", ".")
    if [row.count("|") for row in rows] == [2, 2, 2]:
        plain = "".join(cell.strip() or "." for row in rows for cell in row.split("|"))
    marks = _BETWEEN.sub("", plain)
    if "." in marks:
        return marks
    return "".join("." if sign in (str(field), str(field + 1)) else sign for field, sign in enumerate(marks))


def check_board(text: str, wild: bool = False) -> str:
    """The board in capitals, if play can lead to it; `read_marks` says how it may be written.

    Raises:
        InputError: the text is not nine marks, or no play from the empty board leads to the board; the message says why.
    """
    board = read_marks(text)
    if len(board) != FIELDS or set(board) - set(".XO"):
        raise InputError(
            f'a board is nine of the characters X, O and ".", row by row, such as "X.O......", not {in_quotes(text)}'
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


TICTACTOE_RULES = {
    rules.name: rules
    for rules in (
        TicTacToe(),
        TicTacToe("tictactoe-misere", misere=True),
        TicTacToe("tictactoe-wild", wild=True),
        TicTacToe("tictactoe-wild-misere", misere=True, wild=True),
    )
}
"""The rules of every game by its name."""


def _tictactoe_game(name: str, title: str, positions: int) -> RankedGame:
    rules = TICTACTOE_RULES[name]

    def successors(rank: int) -> dict[int, int]:
        board = board_text(rank)
        moves = rules.moves(board) if rules.outcome(board) is None else ()
        return {move: board_rank(rules.after(board, move)) for move in moves}

    return RankedGame(
        name=name,
        title=title,
        positions=positions,
        root=0,
        text=board_text,
        read=lambda text: board_rank(rules.read(text)),
        move_name=lambda rank, label: rules.move_name("", label),
        successors=successors,
        ended=lambda rank: rules.outcome(board_text(rank)) or DRAW,
    )


TICTACTOE = _tictactoe_game("tictactoe", "tic-tac-toe", 5_478)
MISERE = _tictactoe_game("tictactoe-misere", "misere tic-tac-toe", 5_478)
WILD = _tictactoe_game("tictactoe-wild", "wild tic-tac-toe", 18_753)
WILD_MISERE = _tictactoe_game("tictactoe-wild-misere", "wild misere tic-tac-toe", 18_753)

TICTACTOE_GAMES = (TICTACTOE, MISERE, WILD, WILD_MISERE)


CORNERS, EDGES, CENTRE = (0, 2, 6, 8), (1, 3, 5, 7), (4,)
GREATEST_WEIGHT = 10**6


def threats(board: str, mark: str) -> int:
    """Number of lines with two of a mark and an empty field."""
    rows = (sorted((board[a], board[b], board[c])) for a, b, c in LINES)
    return sum(row == [".", mark, mark] for row in rows)


def _count_fields(fields: tuple[int, ...]) -> Callable[[str, str], int]:
    return lambda board, mark: sum(board[field] == mark for field in fields)


FEATURES: dict[str, tuple[Callable[[str, str], int], int]] = {
    "open": (open_lines, MOST_LINES),
    "threats": (threats, MOST_LINES),
    "centre": (_count_fields(CENTRE), len(CENTRE)),
    "corners": (_count_fields(CORNERS), len(CORNERS)),
    "edges": (_count_fields(EDGES), len(EDGES)),
}
"""Features by name: a function that counts them for a mark, and an upper bound of the count."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An evaluation of a board of tic-tac-toe: a weighted sum of features.

        open=1                       E = M - O, the lines open to X minus the lines open to O
        open=1,threats=3,centre=1/2  three features, weighted

    Each feature is counted for X minus the same for O. A completed line outweighs all features together.

    Attributes:
        weights: pairs of a feature and its weight, each feature once.
    """

    weights: tuple[tuple[str, Fraction], ...]

    @property
    def win_value(self) -> Fraction:
        """The evaluation of a board that X has won: greater than any sum of features."""
        return 1 + sum((abs(weight) * FEATURES[name][1] for name, weight in self.weights), Fraction(0))

    def __call__(self, board: str) -> Fraction:
        if has_line(board):
            return self.win_value * (1 if TicTacToe().player(board) else -1)
        counts = ((FEATURES[name][0], weight) for name, weight in self.weights)
        return sum((weight * (count(board, "X") - count(board, "O")) for count, weight in counts), Fraction(0))

    def __str__(self) -> str:
        return ",".join(f"{name}={weight}" for name, weight in self.weights)


LINES_OPEN = Evaluation((("open", Fraction(1)),))
"""E = M - O."""


def parse_swing(text: str) -> Fraction:
    """The swing that a text gives; raises InputError unless it is a number, 0 or more."""
    return fraction("--swing", text, 0, GREATEST_WEIGHT)


def parse_evaluation(text: str) -> Evaluation:
    """The weighted sum that a text such as "open=1,threats=3" gives.

    Raises:
        InputError: a feature is unknown or given twice, or a weight is not a number.
    """
    weights: dict[str, Fraction] = {}
    for part in text.split(","):
        name, equals, weight = (word.strip() for word in part.partition("="))
        if name not in FEATURES or not equals:
            raise InputError(
                f"unknown feature {in_quotes(part.strip())}: write FEATURE=WEIGHT, separated by commas; "
                f"features are {', '.join(FEATURES)}"
            )
        if name in weights:
            raise InputError(f"the feature {name} is given twice in {in_quotes(text)}")
        weights[name] = fraction(f"the weight of {name}", weight, -GREATEST_WEIGHT, GREATEST_WEIGHT)
    return Evaluation(tuple(weights.items()))


MOST_BOARDS = 3
"""Most boards of a game. Fields are labels, and the number of positions grows with 2^9 per board."""

FINISHED_BOARD = (1 << FIELDS) - 1
"""A finished board, with every field taken."""

BOARD_MASKS = 1 << FIELDS
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
        root=0,
        text=lambda rank: boards_text(rank, boards),
        read=lambda text: boards_rank(text, boards),
        move_name=lambda rank, label: notakto_move_name(label, boards),
        successors=lambda rank: _notakto_successors(rank, boards),
        # the other player has finished the last board
        ended=lambda rank: WIN,
    )


def boards_text(rank: int, boards: int) -> str:
    """The boards of a rank as text."""
    return "/".join("".join(".X"[mask >> field & 1] for field in range(FIELDS)) for mask in board_masks(rank, boards))


def boards_rank(text: str, boards: int) -> int:
    """The rank of boards; a finished board may be written with the marks it has.

    Raises:
        InputError: the number of boards is wrong, a board is not nine characters, or a board was finished before its last mark.
    """
    words = [read_marks(word) for word in (text.split("/") if boards > 1 else [text])]
    if len(words) != boards or any(len(word) != FIELDS or set(word) - set(".X") for word in words):
        form = 'nine of the characters X and "."' + (f", {boards} times separated by a slash" if boards > 1 else "")
        example = "/".join(["X...X....", *["........."] * (boards - 1)])
        raise InputError(f"a position is {form}, such as {in_quotes(example)}, not {in_quotes(text)}")
    rank = 0
    for number, word in enumerate(words):
        mask = sum((mark == "X") << field for field, mark in enumerate(word))
        if has_mask_line(mask) and mask != FINISHED_BOARD:
            if not any(mask >> field & 1 and not has_mask_line(mask ^ 1 << field) for field in range(FIELDS)):
                raise InputError(f"{word}: the board was finished before its last mark was set")
            mask = FINISHED_BOARD
        rank += mask * BOARD_MASKS**number
    return rank


def notakto_move_name(label: int, boards: int) -> str:
    """The name of a move: the field; with several boards, after the letter of the board."""
    board, field = divmod(label, FIELDS)
    return f"{'abc'[board]}{field}" if boards > 1 else str(field)


def board_masks(rank: int, boards: int) -> list[int]:
    """The boards of a rank, each a set of fields."""
    return [rank // BOARD_MASKS**number % BOARD_MASKS for number in range(boards)]


def _notakto_successors(rank: int, boards: int) -> dict[int, int]:
    successors = {}
    for board, mask in enumerate(board_masks(rank, boards)):
        if has_mask_line(mask):
            continue
        for field in range(FIELDS):
            marked = mask | 1 << field
            if marked != mask:
                marked = FINISHED_BOARD if has_mask_line(marked) else marked
                successors[FIELDS * board + field] = rank + (marked - mask) * BOARD_MASKS**board
    return successors


NIM_HEAPS, MOST_NIM_TOKENS = 3, 7
NIM_PASS = NIM_HEAPS * MOST_NIM_TOKENS
"""Label of the pass; taking t tokens from heap h (0, 1, 2) has the label h MOST + t - 1."""

NIM_START = 1 | 3 << 3 | 5 << 6 | 0b11 << 9
"""Heaps 1, 3 and 5, both passes."""


def _nim_text(rank: int) -> str:
    heaps = " ".join(str(rank >> 3 * heap & 7) for heap in range(NIM_HEAPS))
    return f"{heaps} {'-p'[rank >> 9 & 1]}{'-p'[rank >> 10]}"


def _nim_rank(text: str) -> int:
    words = text.split()
    if len(words) != NIM_HEAPS + 1 or words[-1] not in ("pp", "p-", "-p", "--"):
        raise InputError(
            "a position is three heaps and the passes left, p or - for each player, the player to move first, such as "
            f'"1 3 5 p-", not {in_quotes(text)}'
        )
    if any(len(word) != 1 or word not in "01234567" for word in words[:-1]):
        raise InputError(f"a heap must have 0 to {MOST_NIM_TOKENS} tokens; the heaps given are {' '.join(words[:-1])}")
    heaps = sum(int(word) << 3 * heap for heap, word in enumerate(words[:-1]))
    return heaps | (words[-1][0] == "p") << 9 | (words[-1][1] == "p") << 10


def _nim_successors(rank: int) -> dict[int, int]:
    heaps, own, other = rank & 0o777, rank >> 9 & 1, rank >> 10
    if not heaps:
        return {}
    successors = {
        heap * MOST_NIM_TOKENS + taken - 1: heaps - (taken << 3 * heap) | other << 9 | own << 10
        for heap in range(NIM_HEAPS)
        for taken in range(1, (heaps >> 3 * heap & 7) + 1)
    }
    return successors | ({NIM_PASS: heaps | other << 9} if own else {})


def _nim_move_name(rank: int, label: int) -> str:
    return "pass" if label == NIM_PASS else f"{label % MOST_NIM_TOKENS + 1} from heap {label // MOST_NIM_TOKENS + 1}"


NIM_PASSES = RankedGame(
    "nim-passes", "Nim with passes", 191, NIM_START, _nim_text, _nim_rank, _nim_move_name, _nim_successors
)


MOST_PANCAKES = 9
"""Most pancakes of a stack; there are 185,794,560 stacks of nine."""


@lru_cache(maxsize=MOST_PANCAKES)
def burnt_pancakes(pancakes: int) -> RankedGame:
    """The puzzle of n pancakes; label k - 1 is flip k.

    Raises:
        InputError: the number is not 1 to MOST_PANCAKES.
    """
    n = pancakes
    if not 1 <= n <= MOST_PANCAKES:
        raise InputError(f"a stack must have 1 to {MOST_PANCAKES} pancakes, not {n}")
    return RankedGame(
        name=f"burnt-pancakes-{n}",
        title=f"burnt pancakes, {n}",
        positions=factorial(n) << n,
        root=0,
        text=lambda rank: stack_text(rank, n),
        read=lambda text: stack_rank(text, n),
        move_name=lambda rank, label: f"flip {label + 1}",
        successors=lambda rank: _flips(_stack(rank, n)),
        players=1,
    )


def stack_text(rank: int, pancakes: int) -> str:
    """The stack with this rank, as text."""
    return " ".join(map(str, _stack(rank, pancakes)))


def stack_rank(text: str, pancakes: int) -> int:
    """The rank of a stack.

    Raises:
        InputError: the text does not have each of 1 to n once, with or without a minus.
    """
    try:
        stack = [int(word) for word in text.strip("()[] ").replace("−", "-").replace(",", " ").split()]
    except ValueError:
        stack = []
    if sorted(map(abs, stack)) != list(range(1, pancakes + 1)):
        raise InputError(
            f"a stack of {pancakes} is each of 1 to {pancakes} once, from the top, with a minus where the burnt side is up, "
            f"not {in_quotes(text)}"
        )
    return _order_rank(stack)


def _stack(rank: int, pancakes: int) -> list[int]:
    order, sides = divmod(rank, 1 << pancakes)
    left, numbers = list(range(1, pancakes + 1)), []
    for depth in range(pancakes):
        index, order = divmod(order, factorial(pancakes - 1 - depth))
        numbers.append((-1 if sides >> depth & 1 else 1) * left.pop(index))
    return numbers


def _order_rank(stack: Sequence[int]) -> int:
    left, order, sides = sorted(map(abs, stack)), 0, 0
    for depth, pancake in enumerate(stack):
        index = left.index(abs(pancake))
        order += index * factorial(len(stack) - 1 - depth)
        left.pop(index)
        sides |= (pancake < 0) << depth
    return order << len(stack) | sides


def _flips(stack: list[int]) -> dict[int, int]:
    return {k: _order_rank([*(-pancake for pancake in stack[k::-1]), *stack[k + 1 :]]) for k in range(len(stack))}


GAMES = {
    game.name: game
    for game in (*TICTACTOE_GAMES, notakto(1), notakto(2), NIM_PASSES, *(burnt_pancakes(n) for n in range(1, 9)))
}
"""The games over ranks that the book may hold, in the order of its tables."""

HEAP_GAMES = {
    "grundy": ("grundy:HEAP", "grundy:7"),
    "octal": ("octal:CODE:HEAP", "octal:0.77:12"),
    "subtraction": ("subtraction:SET:HEAP", "subtraction:1,2:21"),
}
"""Form of the names of heap games in play, each with an example."""

MOST_HEAPS = 100
"""Most heaps of a sum."""

MOST_TOKENS, MOST_PLAYED_HEAPS = 1000, 12
"""Most tokens of all heaps together, and most heaps, in play."""


def ranked_game(name: str) -> RankedGame:
    """The game over ranks with this name or title, however that is spelled.

    Raises:
        InputError: no game has this name.
    """
    key = name_key(name)
    for game in GAMES.values():
        if key in (name_key(game.name), name_key(game.title)):
            return game
    raise InputError(f"unknown game {in_quotes(name)}; it may be {', '.join(GAMES)}")


def read_heaps(text: str, most: int = LARGEST_HEAP) -> list[int]:
    """The heaps that a text gives, each up to a limit of tokens: 7, 7+5+3 or "7 5 3".

    Raises:
        InputError: there are no heaps, or too many, or one has an invalid size.
    """
    heaps = [whole("a heap", word, 1, most) for word in re.split(r"[\s+,;]+", text.strip("[](){} ")) if word]
    if not heaps:
        raise InputError("a heap game has one or more heaps, such as 7 or 7+5+3")
    if len(heaps) > MOST_HEAPS:
        raise InputError(f"a sum has at most {MOST_HEAPS} heaps, not {len(heaps):,}")
    return heaps


Heaps = tuple[int, ...]
"""The heaps that are left, ascending."""

HeapMove = tuple[int, Left]
"""A heap, and the heaps that are left of it."""


class HeapSum:
    """Heaps of a taking-and-breaking game under normal play.

    Attributes:
        game: the game.
        heaps: the heaps that play begins with, ascending.
        name: name on the command line, such as grundy:7+5.
    """

    def __init__(self, game: HeapGame, heaps: Sequence[int]) -> None:
        self.game, self.heaps = game, tuple(sorted(heaps))
        self.name = f"{game.name.replace(' ', ':')}:{'+'.join(map(str, heaps))}"
        # the options of a heap are needed in every position that holds it
        self._options = cache(lambda heap: list(game.options(heap)))

    def start(self) -> Heaps:
        """The heaps that play begins with."""
        return self.heaps

    def moves(self, heaps: Heaps) -> list[HeapMove]:
        """The moves; among heaps of equal size a move is made in the first."""
        return [(heap, left) for heap in sorted(set(heaps)) for left in self._options(heap)]

    def after(self, heaps: Heaps, move: HeapMove) -> Heaps:
        """The heaps that a move leaves."""
        remaining, (heap, left) = list(heaps), move
        remaining.remove(heap)
        return tuple(sorted([*remaining, *left]))

    def outcome(self, heaps: Heaps) -> int | None:
        """A player who cannot move has lost."""
        return None if any(map(self._options, heaps)) else LOSS

    def read(self, text: str) -> Heaps:
        """The heaps of a text such as 7+5.

        Raises:
            InputError: it has none, or they are larger than those that play begins with.
        """
        sizes, largest = read_heaps(text), max(self.heaps)
        if max(sizes) > largest or sum(sizes) > MOST_TOKENS:
            raise InputError(f"{in_quotes(text)} has a heap larger than the game begins with: at most {largest}")
        return tuple(sorted(sizes))

    def text(self, heaps: Heaps) -> str:
        """The heaps in the form that `read` takes."""
        return "+".join(map(str, heaps)) or "0"

    def move_name(self, heaps: Heaps, move: HeapMove) -> str:
        """A heap, and what is left of it."""
        return f"{move[0]} to {'+'.join(map(str, move[1])) or '0'}"

    def most_states(self, heaps: Heaps) -> int:
        """An upper bound on the number of positions reachable from heaps, with either player to move: from the sizes of the heaps
        or, if heaps may be split, from the partitions of the tokens."""
        if not self.game.breaks:
            return 2 * prod(heap + 1 for heap in heaps)
        partitions = [1, *[0] * sum(heaps)]
        for part in range(1, len(partitions)):
            for total in range(part, len(partitions)):
                partitions[total] += partitions[total - part]
        takes = any(self.game.digits[1:])
        return 2 * (sum(partitions) if takes else partitions[-1])


GameOfTwo = RankedGame | TicTacToe | HeapSum
"""A game of two players, with its positions and moves as text."""


def game_of_two(name: str) -> GameOfTwo:
    """The game of two players with this name.

    Raises:
        InputError: no game has this name, it is a puzzle, or there are too many or too large heaps.
    """
    kind, _, code_and_heaps = name.strip().partition(":")
    kind = kind.lower()
    if kind not in HEAP_GAMES:
        if kind not in GAMES:
            games = [game.name for game in GAMES.values() if not game.is_puzzle]
            forms = [form for form, _ in HEAP_GAMES.values()]
            raise InputError(f"unknown game of two players {in_quotes(name)}; it may be {', '.join([*games, *forms])}")
        if GAMES[kind].is_puzzle:
            raise InputError(f"{kind} is a puzzle for one player; a game of two players is needed, such as nim-passes")
        return TICTACTOE_RULES.get(kind) or GAMES[kind]
    code, colon, heaps = code_and_heaps.rpartition(":")
    form, example = HEAP_GAMES[kind]
    if (kind == "grundy") == bool(colon) or not heaps:
        raise InputError(f"{kind}: write {form}, such as {example}")
    game, sizes = heap_game(f"{kind} {code}"), read_heaps(heaps)
    if sum(sizes) > MOST_TOKENS:
        raise InputError(f"heaps must have at most {MOST_TOKENS:,} tokens together, not {sum(sizes):,}")
    if len(sizes) > MOST_PLAYED_HEAPS:
        raise InputError(f"a game begins with at most {MOST_PLAYED_HEAPS} heaps, not {len(sizes)}")
    return HeapSum(game, sizes)


def evaluation_of(
    game: GameOfTwo, sides: Sides[Any, Any], weighed: Evaluation | None = None
) -> Callable[[tuple[Any, Turn]], Utility]:
    """The value to Max that a search takes for a state at its horizon: the weighed features, in tic-tac-toe by default the open
    lines; in other games 0 before the end."""
    evaluation = weighed or (LINES_OPEN if game.name == TICTACTOE.name else None)
    if evaluation is not None:
        return lambda state: evaluation(state[0])
    return lambda state: sides.utility(state) if sides.is_over(state) else 0
