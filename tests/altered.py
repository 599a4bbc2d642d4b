"""A book whose rows are altered and put back, so that a proof is tried on many lies without a file for each."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check

Proof = Callable[[Book], Iterator[Check]]


class Altered(Book):
    """A book of one family whose file is a copy that can be altered; everything else is as in any book.

    Args:
        book: the book, which is left alone.
        family: the family.
        folder: where the copy goes.
    """

    def __init__(self, book: Path, family: str, folder: Path) -> None:
        super().__init__(book)
        copied = folder / f"{family}.duckdb"
        shutil.copy(book / copied.name, copied)
        connection = duckdb.connect(":memory:", config={"threads": 1})
        connection.execute(f"ATTACH '{copied}' AS {family}")
        connection.execute(f"USE {family}")
        self._connection, self._attached = connection, {family}

    def named(self, name: str, lie: str, proof: Proof) -> Check:
        """The check of a name, after a statement that alters rows and is taken back; those after it are not made."""
        with self._lying(lie):
            return next(check for check in proof(self) if check.name.partition(".")[2] == name)

    def first_fault(self, lie: str, proof: Proof) -> Check:
        """The first check that fails after such a statement."""
        with self._lying(lie):
            return next(check for check in proof(self) if not check.ok)

    def faults(self, lie: str, proof: Proof) -> list[Check]:
        """All checks that fail after such a statement."""
        with self._lying(lie):
            return [check for check in proof(self) if not check.ok]

    @contextmanager
    def _lying(self, lie: str) -> Iterator[None]:
        assert self._connection is not None
        self._connection.execute("BEGIN")
        try:
            touched = self._connection.execute(lie).fetchone()
            assert touched is not None
            assert touched[0] > 0, lie
            yield
        finally:
            self._connection.execute("ROLLBACK")
