"""`tafelwerk schema`: tables, columns, types, keys and comments of a family, whether it is built or not."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, answer, asked_families, table
from tafelwerk.commands.output import headed
from tafelwerk.errors import InputError, quoted
from tafelwerk.wording import suggestion

app = App()

LONGEST_TYPE = 40
"""Characters of a type that is shown whole."""


@app.command()
def schema(
    name: Annotated[
        str | None,
        typer.Argument(metavar="FAMILY[.TABLE]", help="A family or one of its tables. Default: every table."),
    ] = None,
    *,
    book: BookOption,
    json: JsonOption = False,
) -> None:
    """Describe tables and views, built or not: columns, types, keys and comments.

    Example: tafelwerk schema

    Example: tafelwerk schema montecarlo

    Example: tafelwerk schema montecarlo.subtraction_duels
    """
    described = described_tables(name)
    answer(json, described, lambda: shown(name, described))


def described_tables(name: str | None) -> list[dict[str, Any]]:
    """Tables by family and name, as JSON has them.

    Args:
        name: a family, or family.table. Default: every table.

    Raises:
        InputError: there is no such family or table.
    """
    family, _, plain = (name or "").partition(".")
    found = [entry for one in asked_families(family or None) for entry in _described(one)]
    if plain:
        known = [entry["table"] for entry in found]
        found = [entry for entry in found if entry["table"] == name]
        if not found:
            raise InputError(
                f"unknown table {quoted(name)}; {suggestion(str(name), known, f'tafelwerk schema {family}')}"
            )
    return found


def _described(family: str) -> Iterator[dict[str, Any]]:
    from tafelwerk.tables.layout import comments, layout, views

    said = comments(family)
    for one in (*layout(family), *views(family)):
        yield {
            "table": f"{family}.{one.name}",
            "comment": said["main", one.name, ""],
            "key": list(one.key),
            "columns": [
                {"column": column.name, "type": column.type, "comment": said["main", one.name, column.name]}
                for column in one.columns
            ],
        }


def shown(name: str | None, described: list[dict[str, Any]]) -> Any:
    """A line per table, or the columns of one."""
    if name is not None and "." in name:
        (entry,) = described
        key = f"Key: {', '.join(entry['key'])}\n" if entry["key"] else "A view.\n"
        columns = [(one["column"], _short_type(one["type"]), one["comment"]) for one in entry["columns"]]
        return headed(f"{entry['table']}: {_what(entry['comment'])}\n{key}", table(("column", "type", "what"), columns))
    rows = [(entry["table"], len(entry["columns"]), _what(entry["comment"])) for entry in described]
    return table(("table", "columns", "what"), rows)


def _what(comment: str) -> str:
    """The comment without the key that it ends with."""
    return comment.rpartition(" Key: ")[0] or comment


def _short_type(text: str) -> str:
    """A type as it fits a column: values of an ENUM beyond the first few are left out."""
    if text.startswith("ENUM(") and len(text) > LONGEST_TYPE:
        values = text[5:-1].split(", ")
        return f"ENUM({', '.join(values[:3])}, ... {len(values)} values)" if len(values) > 3 else text
    return text
