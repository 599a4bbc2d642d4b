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
from functools import lru_cache
from math import factorial
from typing import Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.minimax.rules.heaps import LARGEST_HEAP, HeapGame, HeapRules, heap_game
from tafelwerk.rules.game_trees import Game, Turn, Utility
from tafelwerk.rules.numbers import fraction, whole

ENDLESS = 255
"""Distance of a drawn position without an end."""

_REMEMBERED = 8192


@dataclass(frozen=True, slots=True, eq=False)
class RankedGame:
    """A game, or a puzzle, over dense ranks.

    Attributes:
        name: name in the tables and on the command line.
        title: name in sentences.
        positions: number of positions that can be reached from the start.
        start: rank of the start; for a puzzle, of the goal.
        text: function from a rank to text.
        rank: function from text to a rank; raises InputError if the text is not a position.
        move_name: function from a rank and a label to the name of the move.
        after: function from a rank to its successors: ranks by label, labels ascending; empty if the game is over.
        ended: value for the player to move when the game is over: 1, 0 or -1. Default: a player who cannot move has lost.
        is_puzzle: whether there is one player, for whom every move has an inverse; the goal is `start`, and the distance counts.
        first_to_move: function from a rank to whether the first player is to move; None if ranks do not tell.
    """

    name: str
    title: str
    positions: int
    start: int
    text: Callable[[int], str]
    rank: Callable[[str], int]
    move_name: Callable[[int, int], str]
    after: Callable[[int], dict[int, int]]
    ended: Callable[[int], int] = lambda rank: -1
    is_puzzle: bool = False
    first_to_move: Callable[[int], bool] | None = None

    def __str__(self) -> str:
        return self.name


RankedState = tuple[int, Turn]
"""A rank, and the player to move."""


class RankedRules:
    """A game over ranks as a game to search; a move is a label.

    If a rank does not say who is to move, the player who begins is Max.

    Raises:
        InputError: the game is a puzzle.
    """

    def __init__(self, game: RankedGame) -> None:
        if game.is_puzzle:
            raise InputError(
                f"{game.name} is a puzzle for one player; a game of two players is needed, such as nim-passes"
            )
        self.game = game
        self.start = self.state(game.start)
        # several methods ask for the successors of one state in a row
        self._after = lru_cache(maxsize=_REMEMBERED)(game.after)

    def state(self, rank: int) -> RankedState:
        """The state of a rank. If the game does not tell the players apart, Max is to move."""
        first = self.game.first_to_move
        return rank, Turn.MAX if first is None or first(rank) else Turn.MIN

    def to_move(self, state: RankedState) -> Turn:
        return state[1]

    def moves(self, state: RankedState) -> list[int]:
        return list(self._after(state[0]))

    def after(self, state: RankedState, label: int) -> RankedState:
        return self._after(state[0])[label], state[1].other

    def is_over(self, state: RankedState) -> bool:
        return not self._after(state[0])

    def utility(self, state: RankedState) -> int:
        value = self.game.ended(state[0])
        return value if state[1] is Turn.MAX else -value


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
    "tictactoe": TicTacToe(),
    "tictactoe-misere": TicTacToe(misere=True),
    "tictactoe-wild": TicTacToe(wild=True),
    "tictactoe-wild-misere": TicTacToe(misere=True, wild=True),
}
"""The rules of every game by its name."""


def _tictactoe_game(name: str, title: str, positions: int) -> RankedGame:
    rules = TICTACTOE_RULES[name]

    def after(rank: int) -> dict[int, int]:
        board = board_text(rank)
        moves = () if rules.is_over(board) else rules.moves(board)
        return {move: board_rank(rules.after(board, move)) for move in moves}

    def end_value(rank: int) -> int:
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
        ended=end_value,
        first_to_move=lambda rank: rules.to_move(board_text(rank)) is Turn.MAX,
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
            return self.win_value * TicTacToe().utility(board)
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
        start=0,
        text=lambda rank: boards_text(rank, boards),
        rank=lambda text: boards_rank(text, boards),
        move_name=lambda rank, label: notakto_move_name(label, boards),
        after=lambda rank: _notakto_successors(rank, boards),
        # the other player has finished the last board
        ended=lambda rank: 1,
    )


def boards_text(rank: int, boards: int) -> str:
    """The boards of a rank as text."""
    return "/".join("".join(".X"[mask >> field & 1] for field in range(FIELDS)) for mask in board_masks(rank, boards))


def boards_rank(text: str, boards: int) -> int:
    """The rank of boards; a finished board may be written with the marks it has.

    Raises:
        InputError: the number of boards is wrong, a board is not nine characters, or a board was finished before its last mark.
    """
    words = text.strip().upper().split("/")
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
        start=0,
        text=lambda rank: stack_text(rank, n),
        rank=lambda text: stack_rank(text, n),
        move_name=lambda rank, label: f"flip {label + 1}",
        after=lambda rank: _flips(_stack(rank, n)),
        is_puzzle=True,
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
        stack = [int(word) for word in text.replace(",", " ").split()]
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
    """The game over ranks with this name.

    Raises:
        InputError: no game has this name.
    """
    key = name.strip().lower()
    if key not in GAMES:
        raise InputError(f"unknown game {in_quotes(name)}; it may be {', '.join(GAMES)}")
    return GAMES[key]


def read_heaps(text: str, most: int = LARGEST_HEAP) -> list[int]:
    """The heaps that a text gives, each up to a limit of tokens: 7, 7+5+3 or "7 5 3".

    Raises:
        InputError: there are no heaps, or too many, or one has an invalid size.
    """
    heaps = [whole("a heap", word, 1, most) for word in re.split(r"[\s+,]+", text.strip()) if word]
    if not heaps:
        raise InputError("a heap game has one or more heaps, such as 7 or 7+5+3")
    if len(heaps) > MOST_HEAPS:
        raise InputError(f"a sum has at most {MOST_HEAPS} heaps, not {len(heaps):,}")
    return heaps


@dataclass(frozen=True, slots=True, eq=False)
class Playable:
    """A game of two players to search, with its states and moves as text.

    Attributes:
        name: name on the command line: that of a game over ranks, or of heaps, such as grundy:7+5.
        rules: the game to search.
        read: function from text to a state; raises InputError if the text is not a position.
        text: function from a state to text that `read` accepts.
        move_name: function from a state and a move to the name of the move.
        evaluation: function from a state to an estimate of its value for Max.
    """

    name: str
    rules: Any
    read: Callable[[str], Any]
    text: Callable[[Any], str]
    move_name: Callable[[Any, Any], str]
    evaluation: Callable[[Any], Utility]

    def __str__(self) -> str:
        return self.name


def game_of_two(name: str) -> RankedGame | tuple[HeapGame, list[int]]:
    """The game of two players with this name: a game over ranks, or a heap game with its heaps.

    Raises:
        InputError: no game has this name, it is a puzzle, or there are too many or too large heaps.
    """
    kind, _, code_and_heaps = name.strip().partition(":")
    if kind.lower() not in HEAP_GAMES:
        if kind.lower() not in GAMES:
            games = [game.name for game in GAMES.values() if not game.is_puzzle]
            forms = [form for form, _ in HEAP_GAMES.values()]
            raise InputError(f"unknown game of two players {in_quotes(name)}; it may be {', '.join([*games, *forms])}")
        return ranked_game(kind)
    kind = kind.lower()
    code, colon, heaps = code_and_heaps.rpartition(":")
    form, example = HEAP_GAMES[kind]
    if (kind == "grundy") == bool(colon) or not heaps:
        raise InputError(f"{kind}: write {form}, such as {example}")
    game, sizes = heap_game(f"{kind} {code}"), read_heaps(heaps)
    if sum(sizes) > MOST_TOKENS:
        raise InputError(f"heaps must have at most {MOST_TOKENS:,} tokens together, not {sum(sizes):,}")
    if len(sizes) > MOST_PLAYED_HEAPS:
        raise InputError(f"a game begins with at most {MOST_PLAYED_HEAPS} heaps, not {len(sizes)}")
    return game, sizes


def playable(name: str) -> Playable:
    """The game of two players with this name; raises the errors of `game_of_two`."""
    game = game_of_two(name)
    if isinstance(game, tuple):
        return _of_heaps(*game)
    return _of_boards(game) if game.name in TICTACTOE_RULES else _of_ranks(game)


def _at_the_end(rules: Game[Any, Any]) -> Callable[[Any], Utility]:
    """An evaluation that is 0 before the end."""
    return lambda state: rules.utility(state) if rules.is_over(state) else 0


def _of_ranks(game: RankedGame) -> Playable:
    rules = RankedRules(game)
    return Playable(
        name=game.name,
        rules=rules,
        read=lambda text: rules.state(game.rank(text)),
        text=lambda state: game.text(state[0]),
        move_name=lambda state, move: game.move_name(state[0], move),
        evaluation=_at_the_end(rules),
    )


def _of_boards(game: RankedGame) -> Playable:
    rules = TICTACTOE_RULES[game.name]
    return Playable(
        name=game.name,
        rules=rules,
        read=lambda text: check_board(text, rules.wild),
        text=str,
        move_name=lambda board, move: rules.move_name(move),
        evaluation=LINES_OPEN if game.name == "tictactoe" else _at_the_end(rules),
    )


def _of_heaps(game: HeapGame, heaps: list[int]) -> Playable:
    rules = HeapRules(game, heaps)

    def read_state(text: str) -> Any:
        sizes = read_heaps(text)
        if max(sizes) > max(heaps) or sum(sizes) > MOST_TOKENS:
            raise InputError(f"{in_quotes(text)} has a heap larger than the game begins with: at most {max(heaps)}")
        return tuple(sorted(sizes)), Turn.MAX

    return Playable(
        name=f"{game.name.replace(' ', ':')}:{'+'.join(map(str, heaps))}",
        rules=rules,
        read=read_state,
        text=lambda state: "+".join(map(str, state[0])) or "0",
        move_name=lambda state, move: f"{move[0]} to {'+'.join(map(str, move[1])) or '0'}",
        evaluation=_at_the_end(rules),
    )
