"""Look-ups that continue in the supplementing book if a book has no answer."""

from collections.abc import Callable, Sized
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from tafelwerk.errors import MissingTableError

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

P = ParamSpec("P")
T = TypeVar("T")


def in_layers(look_up: "Callable[Concatenate[Book, P], T]") -> "Callable[Concatenate[Book, P], T]":
    """Make a look-up ask the supplementing book if the book has no answer: None, an empty collection or MissingTableError.

    The whole look-up is repeated there, so that no answer mixes rows of two books.
    """

    @wraps(look_up)
    def look_up_in_layers(book: "Book", /, *args: P.args, **words: P.kwargs) -> T:
        own, *lower = book.layers
        if not lower:
            return look_up(own, *args, **words)
        try:
            answer = look_up(own, *args, **words)
        except MissingTableError as missing:
            try:
                return look_up(lower[0], *args, **words)
            except MissingTableError:
                raise missing from None
        is_missing = answer is None or (isinstance(answer, Sized) and not len(answer))
        return look_up(lower[0], *args, **words) if is_missing else answer

    return look_up_in_layers
