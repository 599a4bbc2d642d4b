"""The builders of the families, imported on demand."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from tafelwerk.errors import InputError
from tafelwerk.families import KNOWN
from tafelwerk.places import with_book

if TYPE_CHECKING:
    from tafelwerk.build.task import Build
    from tafelwerk.tables.book import Book


class Family(Protocol):
    """The interface of tafelwerk/families/<family>/builds.py."""

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
        """Small computations that together compile every kernel of the family; each can be sent to a worker."""
        ...


def module(family: str) -> Family:
    """The builders of a family.

    Raises:
        InputError: there is no such family.
    """
    if family not in KNOWN:
        raise InputError(f"unknown family {family!r}; it may be {', '.join(KNOWN)}")
    return cast(Family, import_module(f"tafelwerk.families.{family}.builds"))


def derived_builds(book: "Book", families: Iterable[str]) -> "Iterator[Build]":
    """Builds that families derive from rows already in the book; most families have none.

    Args:
        book: the book.
        families: the families; those without a file in the book are skipped.
    """
    for family in families:
        builds = getattr(module(family), "derived", None)
        if builds is not None and family in book.families:
            yield from builds(book)


_FIRST_TASKS = 20
"""Tasks of a build whose tables are looked at."""


def build_line(name: str) -> str:
    """The command line of the first build of a family's full set that fills a table; "" if none does.

    Args:
        name: the table as family.table.
    """
    family, _, table = name.partition(".")
    for build in cast("Iterator[Any]", module(family).full()):
        for task in islice(build.make_tasks(), _FIRST_TASKS):
            if table in getattr(task, "tables", ()) or table == getattr(task, "table", ""):
                return f"tafelwerk build {build.name}"
    return ""


def no_rows(name: str, book: Path) -> str:
    """What is said of a table, family.table, that no build of a book has filled, with a command line that does."""
    line = build_line(name)
    how = "build it with" if line else "its builds"
    family = name.partition(".")[0]
    return f"{name} has no rows in the book; {how}: {with_book(line or f'tafelwerk build {family} --help', book)}"
