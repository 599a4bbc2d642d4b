"""Printed numbers of the minimax toolbox: Becker's lecture notes."""

from collections.abc import Iterator

from tafelwerk.tables.published import Number, Source


def printed_numbers() -> Iterator[Number]:
    """The numbers, in the order of the source."""
    source = Source.LECTURE
    yield source.number(
        "section 2.2, tree of depth 2 with the leaves 3 12 8, 2 4 6 and 14 5 2, value",
        "3",
        "minimax.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).value",
    )
    yield source.number(
        "section 2.4, expected value of -3, -1, 1 with chance 1/6 each and 2 with chance 1/2",
        "1/2",
        "minimax.tree({'chance': [['1/6', -3], ['1/6', -1], ['1/6', 1], ['1/2', 2]]}).value",
    )
    yield from source.numbers(
        "example 2.5, Memory, three pairs left, one card known, a new card turned: value of {0}",
        "SELECT value_num, value_den FROM minimax.memory_choices WHERE rule = 'pass' AND objective = 'gain'"
        " AND pairs = 3 AND known = 1 AND lead = 0 AND turned = 'new' AND choice = '{1}'",
        {("an unseen card", "unseen"): "-3/2", ("the known card", "known"): "-1/3"},
    )
