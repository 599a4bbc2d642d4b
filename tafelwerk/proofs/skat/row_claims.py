"""Claims about stored rows: their keys, and properties proved by a function."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.proofs.claims import Claim, Rows
from tafelwerk.proofs.frame import complete
from tafelwerk.tables.book import Book
from tafelwerk.tables.layout import layout
from tafelwerk.tables.metadata import Evidence

Stored = Sequence[Mapping[str, Any]]
"""Parameters of the builds of a book."""


def has_keys(
    book: Book,
    table: str,
    expected: Callable[[], Iterable[Sequence[Any]]],
    keys: Sequence[str] | None = None,
    noun: str = "keys",
) -> Claim:
    """The claim that a table has the expected keys and no other.

    Args:
        book: the book.
        table: the table, "family.table".
        expected: the keys, possibly repeated.
        keys: columns of the keys. Default: the table's key.
        noun: as for `complete`.
    """
    (table_layout,) = (candidate for candidate in layout(FAMILY) if f"{FAMILY}.{candidate.name}" == table)
    names = table_layout.key if keys is None else tuple(keys)
    types = {column.name: column.type for column in table_layout.columns}

    def columns() -> dict[str, Any]:
        import polars

        rows = list(expected())
        # with types even without rows
        kinds = [polars.String if types[name].startswith(("ENUM", "VARCHAR")) else polars.Int64 for name in names]
        return {
            name: polars.Series(name, [row[column] for row in rows], dtype=kind)
            for column, (name, kind) in enumerate(zip(names, kinds, strict=True))
        }

    return complete(book, table, names, columns, noun=noun)


def proof(
    table: str,
    method: str,
    columns: tuple[str, ...],
    units: Rows | Sequence[Any],
    prove: Callable[[list[Any]], Iterable[str]],
    evidence: Evidence = "recomputed",
    **how: Any,
) -> Claim:
    """The claim that a function finds no error in units, such as rows; further arguments as for `Claim`."""

    def look(at: Sequence[int]) -> Iterable[str]:
        return prove(units.at(at) if isinstance(units, Rows) else [units[index] for index in at])

    return Claim(table, method, columns, evidence, len(units), look, **how)
