"""The sheet of optimal searches among M codes with A answers per query: numbers of queries."""

from typing import Annotated

from tafelwerk.book import Book
from tafelwerk.families.search.questions import Free, Root
from tafelwerk.parameters import Parameter
from tafelwerk.plots.pictures import Picture, table
from tafelwerk.plots.sheets import Block, set_on_pages

LIMIT, WIDTHS = 50, (2, 3, 4, 5, 6)
"""Largest number of codes, and numbers of answers per query."""


def sheet_pages(
    book: Book,
    line: str,
    limit: Annotated[int, Parameter("N", f"Largest number of codes. Default: {LIMIT}.", 1, 200)] = LIMIT,
) -> list[Picture]:
    """Least totals of free search and of the root model.

    Example: tafelwerk sheet search --limit 30
    """
    rows = []
    for size in range(1, limit + 1):
        free = [book.ask(Free(size, width)) for width in WIDTHS]
        root = book.ask(Root(size))
        totals = (f"{answer.total} ({answer.mean:.3f})" for answer in free)
        rows.append((str(size), *totals, f"{root.total} ({root.mean:.3f})"))
    heads = ("codes", *(f"{width} answers" for width in WIDTHS), "root model")
    below = (
        "One of M equally likely codes is hidden. Free search: a query splits the codes left into up to A parts of any "
        "sizes. Root model: all parts but one are small; a small part of q codes costs 1 + q, all together at most the root of "
        "the codes left. Least total of queries over all codes, in brackets the mean per code.",
    )
    return set_on_pages("Optimal searches", below, [Block(table(heads, rows, 8))], 1, line)
