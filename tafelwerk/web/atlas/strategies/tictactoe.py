"""Tic-tac-toe and its misere form: every position up to symmetry on a page, each move a link to the position after it."""

from collections.abc import Iterator
from dataclasses import dataclass

from tafelwerk.book import Book
from tafelwerk.rules.preference import best_moves
from tafelwerk.web.atlas.strategies.page import Page

FAMILY = "minimax"
GAMES = ("tictactoe", "tictactoe-misere")
"""Games in which X and O alternate, X first, so that a board says who is to move."""

SIGNS, TONES = {1: "+", 0: "=", -1: "−"}, {1: "good", 0: "fair", -1: "bad"}
WORDS = {1: "won", 0: "drawn", -1: "lost"}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a board: the mark on it, or a move.

    Attributes:
        mark: X, O or "".
        to: class of the position after the move.
        sign: value of the move for its player and plies to the end, as "+3".
        tone: "good", "fair" or "bad".
        is_best: whether it is one of the best moves.
        said: the move in words.
    """

    mark: str
    to: int = 0
    sign: str = ""
    tone: str = ""
    is_best: bool = False
    said: str = ""


@dataclass(frozen=True, slots=True)
class Position:
    """A position: `rank` in the tables, what `said` of it, its `fields`."""

    rank: int
    said: str
    fields: tuple[Field, ...]


def pages(book: Book) -> Iterator[Page]:
    """A page per game."""
    for game in GAMES:
        rows = book.rows(
            FAMILY,
            "SELECT rank, value, distance, moves, class, board FROM minimax.boards WHERE game = ? ORDER BY rank",
            game,
        )
        if not rows:
            continue
        known = {rank: (value, distance, kind) for rank, value, distance, _, kind, _ in rows}
        groups: dict[int, list[Position]] = {}
        for rank, value, distance, moves, kind, board in rows:
            if kind == rank:
                groups.setdefault(9 - board.count("."), []).append(
                    _position(rank, value, distance, moves, board, known)
                )
        count = sum(map(len, groups.values()))
        title = game.removesuffix("-misere")
        yield Page(
            f"{FAMILY}-{game}",
            FAMILY,
            f"{'Misere tic-tac-toe' if game != title else 'Tic-tac-toe'}: all {count} positions up to symmetry",
            "A number on an empty field is a move: + wins, = draws, − loses for the player to move, and the plies to the end"
            " when the winner hurries and the loser delays. A frame marks the best moves: those that keep the value, of these the"
            " fastest wins and the longest defences. A move leads to the"
            " position after it, turned or mirrored to the one that stands for its class; the browser's Back takes it back.",
            "tictactoe_file.html",
            {"groups": sorted(groups.items())},
            (f'tafelwerk minimax {"tictactoe" if game == title else "solve " + game} "X...O...."',),
        )


def _position(
    rank: int, value: int, distance: int, moves: int, board: str, known: dict[int, tuple[int, int, int]]
) -> Position:
    mover = 1 if board.count("X") == board.count("O") else 2
    if not moves:
        return Position(rank, "drawn" if not value else "over", tuple(Field(mark.strip(".")) for mark in board))
    after = {place: known[rank + mover * 3**place] for place, mark in enumerate(board) if mark == "."}
    # the values there are the opponent's
    best = best_moves({place: (-lost, plies) for place, (lost, plies, _) in after.items()})
    fields = []
    for place, mark in enumerate(board):
        if mark != ".":
            fields.append(Field(mark))
            continue
        lost, plies, kind = after[place]
        said = f"field {place}: {WORDS[-lost]} in {plies + 1}"
        fields.append(Field("", kind, f"{SIGNS[-lost]}{plies + 1}", TONES[-lost], place in best, said))
    return Position(rank, f"{' XO'[mover]} to move: {WORDS[value]} in {distance}", tuple(fields))
