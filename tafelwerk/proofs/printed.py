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

    comparisons = [comparison for comparison in compared(find, family) if comparison.ours is not None]
    if comparisons:
        faults = [text for comparison in comparisons for text in _faults(comparison)]
        differing = sum(comparison.verdict is Verdict.DIFFERS for comparison in comparisons)
        detail = f"{counted(len(comparisons), 'printed number')}, of which {differing} differ for a reason given"
        yield Check(
            f"{family}: printed numbers",
            not faults,
            with_faults(detail, faults),
            proved=len(comparisons),
            of=len(comparisons),
        )


def _faults(one: Compared) -> Iterator[str]:
    """Fault of a comparison: a difference without a reason, or a reason without a difference."""
    number = one.number
    if one.verdict is Verdict.DIFFERS and not number.reason:
        yield f"{number.place}: printed {number.printed}, stored {one.ours}"
    if one.verdict is Verdict.AGREES and number.reason:
        yield f"{number.place}: stored {one.ours} as printed, though a reason is given why not"
