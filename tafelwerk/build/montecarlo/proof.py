"""Stored rows of the Monte-Carlo family, proved anew by other methods than those that made them.

What is left out for its length is counted in a check's detail, never claimed.
"""

from collections.abc import Iterator

from tafelwerk.build.montecarlo.duel_proofs import basin_checks, duel_checks
from tafelwerk.build.montecarlo.heap_proofs import asymmetry_checks, game_checks
from tafelwerk.build.montecarlo.table_proofs import agent_checks, limit_checks, race_start_checks, relation_checks
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """A check a table and method.

    Args:
        book: the book.
        sample: duels, games and scans to draw from each table where not all rows are gone through; None: as many as
            take about two minutes together.
    """
    yield from relation_checks(book)
    yield from race_start_checks(book)
    yield from limit_checks(book)
    yield from agent_checks(book)
    yield from game_checks(book, sample)
    yield from asymmetry_checks(book, sample)
    yield from duel_checks(book, sample)
    yield from basin_checks(book)
