"""Printed numbers of search models: the dissertation's sections 4.2 and 4.5."""

from collections.abc import Iterator

from tafelwerk.tables.published import Number, Source

TABLE_4_15 = (0, 2, 5, 9, 12, 17, 21, 27, 32, 36, 43, 48, 54, 62, 68)
"""Root model, perfect strategy: totals for 1 to 15 codes."""


def printed_numbers() -> Iterator[Number]:
    """The numbers, in the order of the source."""
    yield from Source.DISSERTATION.numbers(
        "table 4.15, {0} codes",
        "SELECT total FROM search.root_totals WHERE strategy = 'optimal' AND size = {0}",
        {size: str(total) for size, total in enumerate(TABLE_4_15, 1)},
    )
    yield Source.DISSERTATION.number(
        "section 4.6.1, 1000 codes, best order of the entropy",
        "1.35",
        "SELECT round((min(alpha) + max(alpha)) / 2, 2) FROM search.root_totals WHERE size = 1000 AND alpha > 0"
        " AND isfinite(alpha) AND total = (SELECT min(total) FROM search.root_totals WHERE size = 1000 AND alpha > 0)",
        "read off a figure in the source; ours is the middle of the stored orders with the least total",
    )
