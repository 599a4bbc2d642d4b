"""The numbers of a figure as tables: the rows behind its marks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tafelwerk.plots.parts import PARTS, Spec


@dataclass(frozen=True, slots=True)
class Table:
    """Rows behind marks.

    Attributes:
        title: of the panel; "" where there is one panel.
        columns: titles of the tooltips.
        rows: their values.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def tables(spec: Spec) -> list[Table]:
    """The rows behind the marks of a figure that have tooltips, panel by panel; rows that are drawn twice are given once.

    Args:
        spec: the figure with its tooltips.
    """
    rows_of_marks: dict[tuple[str, str, tuple[str, ...]], Table] = {}
    for title, name, unit in _marks(spec, "", ""):
        tooltip = unit.get("encoding", {}).get("tooltip")
        if not isinstance(tooltip, list):
            continue
        fields = tuple(entry["field"] for entry in tooltip)
        key = title, name, fields
        if key not in rows_of_marks:
            columns = tuple(entry["title"] for entry in tooltip)
            rows_of_marks[key] = Table(title, columns, tuple(_rows(spec["datasets"][name], fields)))
    merged: dict[tuple[str, tuple[str, ...], tuple[tuple[Any, ...], ...]], Table] = {}
    for table in rows_of_marks.values():
        merged.setdefault((table.title, table.columns, table.rows), table)
    return list(merged.values())


def _marks(spec: Spec, title: str, name: str) -> Iterator[tuple[str, str, Spec]]:
    """The marks with the titles of their panels and the names of their data."""
    if "data" in spec:
        name = spec["data"].get("name", name)
    own_title = spec.get("title") if "background" not in spec else None
    if own_title:
        text = own_title.get("text", "") if isinstance(own_title, dict) else own_title
        title = text if isinstance(text, str) else ", ".join(text)
    if "mark" in spec:
        yield title, name, spec
    for part in PARTS:
        for unit in spec.get(part, ()):
            yield from _marks(unit, title, name)


def _rows(records: Sequence[Spec], fields: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Values of fields, each row once; a record with lists is a row per element."""
    seen = set()
    for record in records:
        values = [record.get(field) for field in fields]
        lists = [value for value in values if isinstance(value, list | tuple)]
        for number in range(max(map(len, lists), default=1)):
            row = tuple(value[number] if isinstance(value, list | tuple) else value for value in values)
            if row not in seen:
                seen.add(row)
                yield row
