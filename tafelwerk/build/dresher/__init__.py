"""Builder of Dresher's guessing game."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tafelwerk.build.dresher.sets import full, games_builds, missing_builds, pocket, quick, runs_build, standard
from tafelwerk.build.dresher.tasks import Games

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.checks import Check

__all__ = ["full", "games_builds", "missing_builds", "pocket", "quick", "runs_build", "standard", "verify", "warm"]


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    return (Games(1, 1, 5).run,)


def verify(book: "Book", sample: int | None) -> "Iterator[Check]":
    """Prove stored rows anew by another method than the one that made them, see `proof`."""
    from tafelwerk.build.dresher.proof import verify as proved

    return proved(book, sample)
