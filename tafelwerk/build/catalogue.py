"""The families that can be built: one name each, their builders imported only when asked for."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from tafelwerk.errors import InputError

if TYPE_CHECKING:
    from tafelwerk.build.task import Build
    from tafelwerk.tables.book import Book

FAMILIES: tuple[str, ...] = ("montecarlo", "mastermind", "beams", "search", "dresher", "skat", "switching", "minimax")

OWN = "games"
"""The family of games that users bring: nothing of it ships with the program, and no set but its own builds it."""

KNOWN: tuple[str, ...] = (*FAMILIES, OWN)
"""All families that a book may have a file of."""


class Family(Protocol):
    """What tafelwerk/build/<family>.py offers."""

    def standard(self) -> "Iterator[Build]":
        """The builds of the standard set."""
        ...

    def quick(self) -> "Iterator[Build]":
        """The smallest useful set."""
        ...

    def full(self) -> "Iterator[Build]":
        """Everything that the figures and records need: hours."""
        ...

    def pocket(self) -> "Iterator[Build]":
        """The set that ships with the program, in the pocket book."""
        ...

    def warm(self) -> "Iterable[Callable[[], object]]":
        """Small steps that together compile every kernel of the family; a worker can be sent each."""
        ...


def module(family: str) -> Family:
    """The builders of a family.

    Raises:
        InputError: there is no such family.
    """
    if family not in KNOWN:
        raise InputError(f"unknown family {family!r}; it may be {', '.join(KNOWN)}")
    return cast(Family, import_module(f"tafelwerk.build.{family}"))


def derived(book: "Book", families: Iterable[str]) -> "Iterator[Build]":
    """Builds that families make from rows that the book holds already; most families have none.

    Args:
        book: the book.
        families: those asked; one that the book has no file of is passed over.
    """
    for family in families:
        builds = getattr(module(family), "derived", None)
        if builds is not None and family in book.families:
            yield from builds(book)
