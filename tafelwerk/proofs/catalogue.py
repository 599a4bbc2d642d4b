"""The claims about each family's tables, by family."""

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tafelwerk.proofs.claims import Claim
    from tafelwerk.tables.book import Book


def claims(book: "Book", family: str, seed: int = 0) -> "Iterable[Claim]":
    """The claims about a family's tables; empty for a family without proofs.

    Args:
        book: the book.
        family: name of a family.
        seed: random seed of the proofs' own draws, such as simulated games.
    """
    name = f"tafelwerk.proofs.{family}"
    family_claims: Iterable[Claim] = import_module(name).claims(book, seed) if find_spec(name) else ()
    return family_claims
