"""Look-ups that figures and builders need and that no command asks: curves, and games from files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tafelwerk.errors import MissingTableError
from tafelwerk.tables.layers import layered
from tafelwerk.tables.mastermind.answers import Matrix
from tafelwerk.tables.mastermind.games import FAMILY, Game, Named

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


@layered
def get_matrix(book: Book, game: Named) -> Matrix | None:
    """The whole game as it was built from a file, or None."""
    row = book.one(FAMILY, f"SELECT score FROM {FAMILY}.games WHERE game = ?", game.name)
    if row is None:
        return None
    codes = _texts(book, game, f"SELECT text FROM {FAMILY}.codes WHERE game = ? ORDER BY code")
    queries = _texts(book, game, f"SELECT text FROM {FAMILY}.queries WHERE game = ? ORDER BY query")
    labels = book.rows(FAMILY, f"SELECT text, solved FROM {FAMILY}.labels WHERE game = ? ORDER BY answer", game.name)
    rows = _texts(book, game, f"SELECT answers FROM {FAMILY}.answer_rows WHERE game = ? ORDER BY query")
    solved = next((answer for answer, (_, ends) in enumerate(labels) if ends), -1)
    return Matrix(row[0], codes, queries, tuple(label for label, _ in labels), solved, rows)


def probe_matrix(book: Book, game: Named) -> Matrix:
    """The whole game as it was built from a file.

    Raises:
        MissingTableError: there is no game of this name.
    """
    found = get_matrix(book, game)
    if found is None:
        raise MissingTableError(
            f"a game named {game.name}",
            f"tafelwerk build mastermind --codes FILE --score wordle|jotto|mastermind {game.options} --strategy h1",
            book.path,
        )
    return found


def _texts(book: Book, game: Game, statement: str) -> tuple[str, ...]:
    return tuple(row[0] for row in book.rows(FAMILY, statement, game.name))
