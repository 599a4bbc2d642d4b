"""Printed numbers of the minimax toolbox: Becker's lecture notes."""

from collections.abc import Iterator

from tafelwerk.tables.published.number import Number, Source


def published() -> Iterator[Number]:
    """The numbers, in the order of the source."""
    source = Source.LECTURE
    yield Number(
        source,
        "section 2.2, tree of depth 2 with the leaves 3 12 8, 2 4 6 and 14 5 2, value",
        "3",
        "minimax.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).value",
    )
