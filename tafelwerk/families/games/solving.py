"""Solves and commits a game at once, unless the book already holds it."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory

from tafelwerk.build.commit import upgrade
from tafelwerk.build.runner import run
from tafelwerk.build.session import Progress
from tafelwerk.families.games.builds import WholeGame
from tafelwerk.families.games.rules import finding
from tafelwerk.families.games.rules.rules import Rules
from tafelwerk.families.games.stored_games import stored_game
from tafelwerk.families.games.tasks import MOST_POSITIONS
from tafelwerk.tables.book import Book


def holds(book: Book, rules: Rules) -> bool:
    """Whether the book holds a game solved by its current code; False if this is unknown."""
    stored, code = stored_game(book, rules.name), finding.code_of(rules)
    return stored is not None and code is not None and stored.code == code


def keep_game(
    book: str | PathLike[str],
    rules: Rules,
    *,
    most: int = MOST_POSITIONS,
    force: bool = False,
    progress: Progress | None = None,
) -> bool:
    """Solve a game in this process and commit it, unless the book holds it, solved by the same code.

    Args:
        book: the book's folder.
        rules: the game.
        most: greatest number of positions.
        force: solve it again.
        progress: receiver of the progress.

    Returns:
        Whether it was solved.

    Raises:
        InputError: the game returns an impossible value, or has more positions.
        TafelwerkError: errors of the runner.
    """
    code = finding.code_of(finding.register(rules))
    build = WholeGame(rules.name, code, most)
    upgrade(Path(book), build.family)
    with Book(book) as opened:
        if not force and holds(opened, rules):
            return False
    run(book, (build,), executor="inline", force=True, progress=progress)
    return True


@contextmanager
def holding(book: str | PathLike[str], rules: Rules) -> Iterator[Book]:
    """A book that holds a game solved by its current code: the given one, or a temporary one.

    Args:
        book: the book's folder.
        rules: the game.

    Raises:
        InputError: as `keep_game`.
    """
    with Book(book) as opened:
        if holds(opened, rules):
            yield opened
            return
    with TemporaryDirectory() as folder:
        own = Path(folder) / "book"
        keep_game(own, rules)
        with Book(own) as opened:
            yield opened
