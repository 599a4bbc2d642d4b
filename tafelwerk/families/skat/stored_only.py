"""Questions whose answers are read from a book, never computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.tables.questions import A, Question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.computation import Computation


class StoredOnly(Question[A]):
    """A question whose answers are only read."""

    at_once = True

    @property
    def build_options(self) -> str:
        """The options of `tafelwerk build skat` that put the answer into a book."""
        return ""

    def computation(self, book: Book) -> Computation[A]:
        raise self.missing(book)

    def missing(self, book: Book) -> MissingTableError:
        return not_stored(self, book, self.build_options)


def not_stored(asked: Question[Any], book: Book, options: str = "") -> MissingTableError:
    """The error of a question whose answer is not in the book, with the build that puts it there."""
    return MissingTableError(asked.phrase, f"tafelwerk build skat {options}".rstrip(), book.path)
