"""Printed numbers of the sources beside the book's own.

A number, its verdict, tables of numbers ...... number.Number, number.agrees, number.numbers
The numbers of a family ....................... families.montecarlo.published, and so on
All numbers, those of one family .............. printed
The book's number beside each ................. compared
`meta.published` of a statement ............... view.create
A question in Python's words .................. asking.parse
"""

from collections.abc import Callable, Iterator
from importlib import import_module

from tafelwerk.errors import BookError, StorageError
from tafelwerk.families import FAMILIES
from tafelwerk.frozen import frozen
from tafelwerk.tables.published.number import Number, Verdict


@frozen
class Comparison:
    """A printed number beside the book's.

    Attributes:
        family: the family whose tables the query reads.
        number: the printed number.
        ours: the book's, as text; None where it is not there.
        verdict: whether the two agree.
    """

    family: str
    number: Number
    ours: str | None
    verdict: Verdict

    def row(self) -> dict[str, str | None]:
        """A row of meta.published, and the document in JSON."""
        number = self.number
        return {
            "family": self.family,
            "source": number.source.value,
            "place": number.place,
            "printed": number.printed,
            "ours": self.ours,
            "verdict": self.verdict.value,
            "reason": number.reason or None,
            "query": number.query,
        }


def printed_numbers(family: str | None = None) -> Iterator[tuple[str, Number]]:
    """Every printed number with its family.

    Args:
        family: one family. Default: all.
    """
    for name in FAMILIES:
        if family in (None, name):
            for number in import_module(f"tafelwerk.families.{name}.published").published():
                yield name, number


def compare_numbers(find: Callable[[str, Number], str | None], family: str | None = None) -> Iterator[Comparison]:
    """Every printed number beside the book's.

    Args:
        find: the book's number, by family and number; None where it is not there, BookError or StorageError where it cannot
            be used.
        family: one family. Default: all.
    """
    for name, number in printed_numbers(family):
        try:
            ours = find(name, number)
        except (BookError, StorageError):
            yield Comparison(name, number, None, Verdict.UNUSABLE)
        else:
            yield Comparison(name, number, ours, number.verdict(ours))
