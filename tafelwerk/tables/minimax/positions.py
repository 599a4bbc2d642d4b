"""Look-ups of whole games: a position by its rank, tic-tac-toe by its board."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tafelwerk.errors import MissingTableError
from tafelwerk.tables.layers import layered
from tafelwerk.tables.minimax.words import FAMILY

if TYPE_CHECKING:
    from pathlib import Path

    from tafelwerk.tables.book import Book

ENDLESS = 255
"""Distance of a draw that no play ends."""

NUMBERS = {
    "tictactoe": 1,
    "tictactoe-misere": 2,
    "tictactoe-wild": 3,
    "tictactoe-wild-misere": 4,
    "notakto": 11,
    "notakto-2": 12,
    "nim-passes": 21,
    **{f"burnt-pancakes-{pancakes}": 100 + pancakes for pancakes in range(1, 9)},
}
"""Numbers of the games in table positions, by name."""

TICTACTOE = NUMBERS["tictactoe"]


@dataclass(frozen=True, slots=True)
class Game:
    """A stored game. Exact.

    `number`: in table positions; `positions`: that can be reached; `classes`: that no symmetry takes to each other, 0 where
    none are looked at; `start`: rank of the first, of a puzzle the goal; `value`, `distance`: of the start; `greatest`:
    distance of a position.
    """

    number: int
    name: str
    title: str
    positions: int
    classes: int
    start: int
    value: int
    distance: int
    greatest: int


@dataclass(frozen=True, slots=True)
class Position:
    """A position. Exact.

    `value`: 1, 0, -1 where the player to move wins, draws, loses; of a puzzle 1, -1 at the goal. `distance`: plies to the
    end, ENDLESS of a draw without one; of a puzzle moves to the goal. `moves`: labels of the moves that keep the value, of
    a puzzle of those that come nearer to the goal, ascending.
    """

    rank: int
    value: int
    distance: int
    moves: tuple[int, ...]


def game_build_line(name: str) -> str:
    """The command line that puts a game into the book."""
    return f"tafelwerk build {FAMILY} tictactoe" if name == "tictactoe" else f"tafelwerk build {FAMILY} game {name}"


def missing_game(book: "Path", name: str) -> MissingTableError:
    """The error of a game that the book in a folder lacks."""
    return MissingTableError(f"the positions of {name}", game_build_line(name), book)


@layered
def get_game(book: "Book", name: str) -> Game | None:
    """A game by its name, None where the book does not hold it."""
    row = book.one(
        FAMILY,
        "SELECT game, name, title, positions, classes, start, value, distance, greatest FROM minimax.games WHERE name = ?",
        name,
    )
    return None if row is None else Game(*row)


def probe_game(book: "Book", name: str) -> Game:
    """A game by its name.

    Raises:
        MissingTableError: not built; its message names what would make it.
    """
    found = get_game(book, name)
    if found is None:
        raise missing_game(book.path, name)
    return found


@layered
def get_games(book: "Book") -> list[Game]:
    """All games that the book holds."""
    rows = book.rows(
        FAMILY,
        "SELECT game, name, title, positions, classes, start, value, distance, greatest FROM minimax.games ORDER BY game",
    )
    return [Game(*row) for row in rows]


@layered
def get_position(book: "Book", number: int, rank: int) -> Position | None:
    """A position by its game's number and its rank; None where it cannot be reached, or is not in the book."""
    row = book.one(
        FAMILY,
        "SELECT rank, value, distance, moves FROM minimax.positions WHERE game = ? AND rank = ?",
        number,
        rank,
    )
    return None if row is None else _position(*row)


@layered
def get_positions(book: "Book", number: int, ranks: Iterable[int]) -> dict[int, Position]:
    """Several positions of a game, by rank; those that the book does not hold are left out."""
    wanted = sorted(set(ranks))
    if not wanted:
        return {}
    # each a point in the sorted table: a list of ranks would be looked for in all of it
    one = "SELECT rank, value, distance, moves FROM minimax.positions WHERE game = ? AND rank = ?"
    parameters = [word for rank in wanted for word in (number, rank)]
    rows = book.rows(FAMILY, " UNION ALL ".join([one] * len(wanted)), *parameters)
    return {row[0]: _position(*row) for row in rows}


def probe_position(book: "Book", name: str, rank: int) -> Position:
    """A position by its game's name and its rank.

    Raises:
        MissingTableError: not built, or there is no such position.
    """
    found = get_position(book, probe_game(book, name).number, rank)
    if found is None:
        raise MissingTableError(f"position {rank} of {name}", game_build_line(name), book.path)
    return found


@layered
def get_tictactoe(book: "Book", board: str) -> Position | None:
    """A position of tic-tac-toe by its board, nine characters X, O and a point, row by row; None where it cannot be reached,
    or is not in the book."""
    row = book.one(
        FAMILY,
        "SELECT rank, value, distance, moves FROM minimax.positions WHERE game = ? AND rank = "
        "list_sum(list_transform(range(9), lambda i: (instr('.XO', substr(?, i + 1, 1)) - 1) * 3 ** i))",
        TICTACTOE,
        board,
    )
    return None if row is None else _position(*row)


def _position(rank: int, value: int, distance: int, moves: int) -> Position:
    return Position(rank, value, distance, tuple(label for label in range(moves.bit_length()) if moves >> label & 1))
