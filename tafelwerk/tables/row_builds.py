"""The builds of the rows that a look-up reads: a statement selects the column `build` of the rows that its answer rests on.

`provenance.evidence` makes the answer's label of these builds. The column is taken off before the look-up sees the answer. Of
several rows it may be a list: `list(DISTINCT build) AS build`.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from operator import index
from typing import Any

from tafelwerk.tables.layout import BUILD

_READ: ContextVar[set[int] | None] = ContextVar("builds of the rows read", default=None)


@contextmanager
def builds_read() -> Iterator[set[int]]:
    """The numbers of the builds whose rows are read in the meantime, in this thread."""
    numbers: set[int] = set()
    before = _READ.set(numbers)
    try:
        yield numbers
    finally:
        _READ.reset(before)


def take_builds(names: Sequence[str], answer: Any) -> Any:
    """An answer of a statement without its column `build`, whose numbers are noted.

    Args:
        names: names of the columns.
        answer: a row, rows, records, or arrays by column.
    """
    if BUILD not in names or answer is None:
        return answer
    position = list(names).index(BUILD)
    numbers: Iterable[Any]
    match answer:
        case dict():
            numbers = answer.pop(BUILD).tolist()
        case tuple():
            numbers, answer = (answer[position],), (*answer[:position], *answer[position + 1 :])
        case [dict(), *_]:
            numbers = [record.pop(BUILD) for record in answer]
        case _:
            numbers = [row[position] for row in answer]
            answer = [(*row[:position], *row[position + 1 :]) for row in answer]
    noted = _READ.get()
    if noted is not None:
        lists = (number if isinstance(number, list) else (number,) for number in numbers)
        noted.update(map(index, {number for several in lists for number in several if number is not None}))
    return answer
