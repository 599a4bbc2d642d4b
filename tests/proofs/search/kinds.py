"""Kinds of error in a book of search models."""

from mutations import Planted

PARTS = (
    "[struct_pack(size := coalesce({0}[1].size, 1) + 1, count := coalesce({0}[1].count, 1))] || coalesce({0}[2:], [])"
)
"""SQL: another size of the first part."""


PLANTED = Planted(
    "search", own={"free_totals.query": PARTS.format("query"), "root_totals.small": PARTS.format("small")}
)
