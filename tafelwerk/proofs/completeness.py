"""Completeness of a table: every key that the builds and the rules require, and no other."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.proofs.claims import MOST_FAULTS, Claim

if TYPE_CHECKING:
    import polars

    from tafelwerk.tables.book import Book


def complete(
    book: "Book",
    table: str,
    keys: Sequence[str],
    expected: Callable[[], Mapping[str, Any] | Sequence[tuple[Any, ...]]],
    condition: str = "true",
    noun: str = "keys",
) -> Claim:
    """The claim that a table's rows are those of the expected keys.

    Args:
        book: the book.
        table: the table, "family.table".
        keys: columns of the key.
        expected: the required keys, columns by name or a tuple per row; a key may occur more than once.
        condition: selects the rows of the table, SQL over its columns.
        noun: name of the claim if a table has several.
    """
    family = table.partition(".")[0]

    def prove(places: Sequence[int]) -> list[str]:
        import polars

        wanted = (
            polars.DataFrame(expected(), list(keys), orient="row")
            .select(keys)
            .cast({polars.Null: polars.String})
            .unique()
        )
        # an ENUM comes as text
        casts = {key: "::VARCHAR" if wanted.schema[key] == polars.String else "" for key in keys}
        names = ", ".join(f'"{key}"{cast} AS "{key}"' for key, cast in casts.items())
        arrays = book.arrays(family, f"SELECT {names} FROM {table} WHERE {condition}")
        stored = polars.DataFrame({key: arrays[key] for key in keys}) if arrays else None
        if stored is None:
            stored = wanted.clear()
        stored = stored.with_columns(polars.col(key).cast(wanted.schema[key]) for key in keys)
        return [
            *(f"{_key_text(row)}: missing" for row in _beyond(wanted, stored, keys)),
            *(f"{_key_text(row)}: no build and no rule requires it" for row in _beyond(stored, wanted, keys)),
        ]

    # counted as one unit, so that it is proved of an empty table, too
    counted = book.one(family, f"SELECT count(*) FROM {table} WHERE {condition}")
    units = max(1, counted[0]) if counted else 1
    return Claim(table, f"complete {noun}", tuple(keys), "recomputed", units, prove, whole=True)


def _beyond(rows: "polars.DataFrame", others: "polars.DataFrame", keys: Sequence[str]) -> list[dict[str, Any]]:
    """Some of the rows whose keys are not among the others."""
    return rows.join(others, on=list(keys), how="anti", maintain_order="left").head(MOST_FAULTS).to_dicts()


def _key_text(row: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.items())
