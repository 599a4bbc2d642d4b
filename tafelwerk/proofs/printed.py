"""Proofs against print: numbers printed in the sources agree with the stored rows, unless a reason is given."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tafelwerk.errors import TafelwerkError
from tafelwerk.proofs.claims import with_faults
from tafelwerk.tables.checks import Check
from tafelwerk.tables.published import Compared, compared
from tafelwerk.tables.published.number import Number, Verdict, value_text
from tafelwerk.wording import counted

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


def printed_checks(book: "Book", family: str) -> Iterator[Check]:
    """Compare printed numbers with the rows that hold them; empty if the book holds none of a family's numbers."""

    def find(name: str, number: Number) -> str | None:
        try:
            return value_text(book.one(family, number.query)) if number.is_sql else None
        except TafelwerkError:
            return None  # a table that this file lacks

    found = [one for one in compared(find, family) if one.ours is not None]
    if found:
        faults = [text for one in found for text in _faults(one)]
        differing = sum(one.verdict is Verdict.DIFFERS for one in found)
        detail = f"{counted(len(found), 'printed number')}, of which {differing} differ for a reason given"
        yield Check(
            f"{family}: printed numbers", not faults, with_faults(detail, faults), proved=len(found), of=len(found)
        )


def _faults(one: Compared) -> Iterator[str]:
    """Fault of a comparison: a difference without a reason, or a reason without a difference."""
    number = one.number
    if one.verdict is Verdict.DIFFERS and not number.reason:
        yield f"{number.place}: printed {number.printed}, stored {one.ours}"
    if one.verdict is Verdict.AGREES and number.reason:
        yield f"{number.place}: stored {one.ours} as printed, though a reason is given why not"
