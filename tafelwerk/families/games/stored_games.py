"""Stored rows of games of the user's own, one layer of a book at a time."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.families.games.rules import FAMILY
from tafelwerk.frozen import frozen
from tafelwerk.own_games import word_of
from tafelwerk.places import quote_path
from tafelwerk.tables.book import in_layers

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.provenance import BuildRecord


@frozen
class StoredGame:
    """A game of the book; the fields are columns of games.games."""

    game: str
    class_name: str
    code: str | None
    players: int
    chance: bool
    symmetric: bool
    start: str
    positions: int
    ends: int
    edges: int
    greatest: int | None


@frozen
class StoredPosition:
    """A position of the book; the fields are columns of games.positions."""

    kind: str
    value: Fraction
    distance: int | None
    moves: tuple[str, ...]


_COLUMNS = "game, class, code, players, chance, symmetry, start, positions, ends, edges, greatest"


@in_layers
def stored_games(book: Book) -> list[StoredGame]:
    """The games of the book, by name."""
    return [StoredGame(*row) for row in book.rows(FAMILY, f"SELECT {_COLUMNS}, build FROM games.games ORDER BY game")]


@in_layers
def stored_game(book: Book, name: str) -> StoredGame | None:
    """A game of the book."""
    row = book.one(FAMILY, f"SELECT {_COLUMNS}, build FROM games.games WHERE game = ?", name)
    return None if row is None else StoredGame(*row)


def cited_builds(book: Book, builds: list[BuildRecord]) -> list[BuildRecord]:
    """The builds of games under names that `tafelwerk build` takes, too, where no package registers the game: with its class."""
    words = {game.game: word_of(game.game, game.class_name) for game in stored_games(book)}
    return [replace(build, name=f"{FAMILY} {quote_path(words[build.parameters['game']])}") for build in builds]


@in_layers
def stored_position(book: Book, name: str, position: str) -> StoredPosition | None:
    """A position of a game of the book."""
    columns = "kind::VARCHAR, value_num, value_den, distance, moves, build"
    sql = f"SELECT {columns} FROM games.positions WHERE game = ? AND position = ?"
    row = book.one(FAMILY, sql, name, position)
    if row is None:
        return None
    return StoredPosition(row[0], Fraction(int(row[1]), int(row[2])), row[3], tuple(row[4]))


@in_layers
def stored_counts(book: Book, name: str) -> dict[tuple[Fraction, int | None], int]:
    """Number of positions of a game by value and distance, in their order."""
    columns = "value_num, value_den, distance, count(*), list(DISTINCT build) AS build"
    sql = f"SELECT {columns} FROM games.positions WHERE game = ? GROUP BY ALL ORDER BY any_value(value), distance"
    return {
        (Fraction(int(numerator), int(denominator)), distance): count
        for numerator, denominator, distance, count in book.rows(FAMILY, sql, name)
    }


@in_layers
def stored_source(book: Book, name: str) -> str | None:
    """The code of a game of the book, as it was when the game was solved; it is to be read, not run."""
    row = book.one(FAMILY, "SELECT source, build FROM games.sources WHERE game = ?", name)
    return None if row is None else str(row[0])


@in_layers
def has_plain_outcomes(book: Book, name: str) -> bool:
    """Whether every position of a game is won, drawn or lost, with no other value."""
    sql = "SELECT 1 FROM games.positions WHERE game = ? AND (value_num NOT IN ('1', '0', '-1') OR value_den <> '1') LIMIT 1"
    return book.one(FAMILY, sql, name) is None
