"""`tafelwerk schema`: tables, columns, types, keys, macros and comments of a family, whether it is built or not."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, asked_families
from tafelwerk.commands.output import answer, table, with_heading
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.tables.layout import SHARED, comments, layout, provenance, views, without_key
from tafelwerk.texts import Group, StyledText
from tafelwerk.wording import join_words, suggestion

app = App()

LONGEST_TYPE = 40
"""Greatest length of a type shown in full."""


@app.command()
def schema(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="FAMILY[.TABLE]",
            help="Family, or one of its tables or macros; meta: tables over all families. Default: the names of all tables.",
        ),
    ] = None,
    *,
    every: Annotated[
        bool, typer.Option("--all", help="Every family's tables and macros, with a sentence each.")
    ] = False,
    book: BookOption,
    json: JsonOption = False,
) -> None:
    """Describe tables and views, built or not: columns, types, keys and comments; and macros for SQL. JSON describes all.

    Example: tafelwerk schema

    Example: tafelwerk schema montecarlo

    Example: tafelwerk schema montecarlo.subtraction_duels

    Example: tafelwerk schema dresher.tree_text

    Example: tafelwerk schema meta.builds
    """
    if every and name is not None:
        raise InputError(f"--all describes every family; without it: tafelwerk schema {name}")
    described = described_tables(name)
    answer(json, described, lambda: schema_layout(name, described) if name or every else _names_and_lines())


def described_tables(name: str | None) -> list[dict[str, Any]]:
    """Tables and views by family and name, then macros, as in the JSON document.

    Args:
        name: a family, or family.table or family.macro. Default: all.

    Raises:
        InputError: there is no such family, table or macro.
    """
    family, _, plain = (name or "").partition(".")
    if family == "meta":
        entries = [*_meta()]
    else:
        families = asked_families(family or None)
        entries = [entry for described in (_tables, _macros) for word in families for entry in described(word)]
    if plain:
        known = [_name(entry) for entry in entries]
        entries = [entry for entry in entries if _name(entry) == name]
        if not entries:
            raise InputError(
                f"unknown table {in_quotes(name)}; {suggestion(str(name), known, f'tafelwerk schema {family}')}"
            )
    return entries


META = {
    "builds": "Every build of all families: what it made, how, when, and how its numbers are known.",
    "format": "What each family's file is: the version of its format, and the program that wrote it.",
    "published": "Every printed number of the sources beside the book's.",
}
"""Tables of the schema meta, over all families."""


def _meta() -> Iterator[dict[str, Any]]:
    from tafelwerk.tables.published import COLUMNS

    texts = comments(SHARED)
    for name, comment in META.items():
        if name == "published":
            columns = [(column, "VARCHAR", text) for column, text in COLUMNS.items()]
        else:
            known = ((column.name, column.type) for column in provenance(name).columns if column.name != "family")
            columns = [
                ("family", "VARCHAR", "Family of games."),
                *((column, kind, texts["meta", name, column]) for column, kind in known),
            ]
        yield {
            "table": f"meta.{name}",
            "comment": comment,
            "key": [],
            "joins": [],
            "columns": [{"column": column, "type": kind, "comment": text} for column, kind, text in columns],
        }


def _tables(family: str) -> Iterator[dict[str, Any]]:
    from tafelwerk.named_queries import joins

    texts = comments(family)
    keys = {entry.name: list(entry.key) for entry in layout(family)}
    for entry in (*layout(family), *views(family)):
        yield {
            "table": f"{family}.{entry.name}",
            "comment": texts["main", entry.name, ""],
            "key": list(entry.key),
            "joins": [
                {"table": f"{family}.{target}", "columns": keys[target]} for target in joins(family).get(entry.name, ())
            ],
            "columns": [
                {"column": column.name, "type": column.type, "comment": texts["main", entry.name, column.name]}
                for column in entry.stored_columns
            ],
        }


def _macros(family: str) -> Iterator[dict[str, Any]]:
    from tafelwerk.tables.layout import macros

    for macro in macros(family):
        yield {
            "macro": f"{family}.{macro.name}",
            "parameters": list(macro.parameters),
            "comment": macro.comment,
            "example": f"{family}.{macro.call}",
            "answer": macro.answer,
        }


def _name(entry: dict[str, Any]) -> str:
    """The name of a table or macro, with its family."""
    return str(entry["macro"] if "macro" in entry else entry["table"])


def _signature(entry: dict[str, Any]) -> str:
    """A macro with its parameters."""
    return f"{entry['macro']}({', '.join(entry['parameters'])})"


def names_layout(family: str | None) -> Any:
    """The names of all tables, a line per family; or those of a family, with a sentence each: what fits a screen."""
    from tafelwerk.commands.help_page import first_sentence

    tables = [entry for entry in described_tables(family) if "table" in entry]
    if family is not None:
        return table(("table", "what"), [(entry["table"], first_sentence(entry["comment"])) for entry in tables])
    names: dict[str, list[str]] = {}
    for entry in tables:
        name, _, own = entry["table"].partition(".")
        names.setdefault(name, []).append(own)
    names["meta"] = [*META]
    return table(("family", "tables"), [(name, ", ".join(own)) for name, own in names.items()])


def _names_and_lines() -> Any:
    """The names of all tables, and how more is asked."""
    more = ("FAMILY", "FAMILY.TABLE", "--all")
    lines = StyledText(f"\nMore of them: {join_words([f'tafelwerk schema {word}' for word in more], last='or')}")
    return Group(names_layout(None), lines)


def schema_layout(name: str | None, described: list[dict[str, Any]]) -> Any:
    """One line per table and per macro, or the columns of one table, or the example of one macro."""
    if name is not None and "." in name:
        (entry,) = described
        if "macro" in entry:
            example = f"SELECT {entry['example']}"
            return Group(
                StyledText(f"{_signature(entry)}: {entry['comment']}\n"), table((example,), [(entry["answer"],)])
            )
        key = f"Key: {', '.join(entry['key'])}\n" if entry["key"] else "A view.\n"
        key += "".join(f"{line}\n" for line in _relations(entry))
        columns = [(column["column"], _short_type(column["type"]), column["comment"]) for column in entry["columns"]]
        return with_heading(
            f"{entry['table']}: {without_key(entry['comment'])}\n{key}", table(("column", "type", "what"), columns)
        )
    rows = [
        (column["table"], len(column["columns"]), without_key(column["comment"]))
        for column in described
        if "table" in column
    ]
    macros = [
        (_signature(column), f"{column['comment']} Example: {_plain(column['example'])} is {column['answer']}.")
        for column in described
        if "macro" in column
    ]
    tables = table(("table", "columns", "what"), rows)
    return Group(tables, StyledText(), table(("macro", "what"), macros)) if macros else tables


def _relations(entry: dict[str, Any]) -> Iterator[str]:
    """Which tables a table is joined with, and by which columns."""
    for join in entry["joins"]:
        yield f"Joins {join['table']} USING ({', '.join(join['columns'])})"
    family = entry["table"].partition(".")[0]
    below = [
        other["table"]
        for other in (() if family == "meta" else _tables(family))
        if entry["table"] in (join["table"] for join in other["joins"])
    ]
    if below:
        yield f"Joined by {', '.join(below)}"


def _plain(example: str) -> str:
    """A call without the family."""
    return example.partition(".")[2]


def _short_type(text: str) -> str:
    """A type shortened for a column: values of an ENUM beyond the first few are left out."""
    if text.startswith("ENUM(") and len(text) > LONGEST_TYPE:
        values = text[5:-1].split(", ")
        return f"ENUM({', '.join(values[:3])}, ... {len(values)} values)" if len(values) > 3 else text
    return text
