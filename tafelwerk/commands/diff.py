"""`tafelwerk diff`: differences between two books."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, asked_families, book_is_named
from tafelwerk.commands.output import answer, note
from tafelwerk.errors import ExitCode, InputError, shorten
from tafelwerk.streams import legible
from tafelwerk.wording import count_noun, rows_text

app = App()

SIDES = ("left", "right")

LONGEST = 60
"""Characters of a value that the report shows."""

Document = dict[str, Any]


@app.command()
def diff(
    context: typer.Context,
    left: Annotated[Path, typer.Argument(metavar="BOOK", help="Folder of a book.")],
    book: BookOption,
    right: Annotated[
        Path | None, typer.Argument(metavar="BOOK", help="Folder of the other book. Default: your own book.")
    ] = None,
    family: Annotated[
        str | None,
        typer.Option("--family", metavar="FAMILY", help="Family of games. Default: every family of either book."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Compare two books: builds by name, rows by key, numbers as numbers, whatever the types of the columns.

    Columns and empty tables missing from one book are listed, but do not count as differences; measured columns are not
    compared. The report is always printed; exit code 0 if the books agree, 4 if they differ. A family whose file cannot be read
    is left out, with exit code 4 (5: no access); a missing book is an error, also with exit code 4.

    Example: tafelwerk diff old-book new-book

    Example: tafelwerk diff old-book --family beams --json
    """
    from tafelwerk.tables.difference import Refusals, differences

    if right is not None and book_is_named(context):
        raise InputError("give the second book as an argument or with --book, not both")
    if family is not None:
        asked_families(family)
    paths = (left.absolute(), (book if right is None else right).absolute())
    refusals: Refusals = []
    compared_families = list(differences(*paths, None if family is None else (family,), refusals))
    if refusals and not compared_families:
        raise refusals[0][1]
    for _, error in refusals:
        note(f"left out: {error}")
    same = not refusals and all(compared_family["same"] for compared_family in compared_families)
    document = {
        "left": paths[0],
        "right": paths[1],
        "same": same,
        "families": compared_families,
        "damaged": [{"family": name, "error": str(error)} for name, error in refusals],
    }
    answer(
        json,
        document,
        lambda: "\n".join(_report(legible(paths), legible(compared_families), [name for name, _ in refusals])),
    )
    if not all(compared_family["same"] for compared_family in compared_families):
        raise typer.Exit(ExitCode.DAMAGED)
    if refusals:
        raise typer.Exit(refusals[0][1].exit_code)


def _report(paths: tuple[Path, Path], families: list[Document], unread: list[str]) -> Iterator[str]:
    for side, path in zip(SIDES, paths, strict=True):
        yield f"{side:<7}{path}"
    yield ""
    for difference in families:
        yield f"{difference['family']}: {_verdict(difference)}"
        yield from (f"  {line}" for line in _details(difference))
    yield from (f"{name}: not compared, since a file cannot be read" for name in unread)
    differ = sum(not difference["same"] for difference in families)
    of_all = count_noun(len(families), "family", "families")
    yield from [""] if families else []
    if not families:
        yield "neither book has any tables to compare"
    elif differ:
        yield f"{differ} of {of_all} {'differs' if differ == 1 else 'differ'}"
    else:
        yield f"what could be read says the same: {of_all}" if unread else "the books say the same"


def _only(held: dict[str, Any]) -> str | None:
    """The book that alone has something, "left" or "right"."""
    return next(
        (side for side, other in zip(SIDES, reversed(SIDES), strict=True) if held[side] and not held[other]), None
    )


def _verdict(one: Document) -> str:
    if _only(one["held"]):
        return f"only in the {_only(one['held'])} book"
    if not one["same"]:
        return "different"
    rows = sum(table["rows"]["left"] or 0 for table in one["tables"])
    return f"the same, {count_noun(one['builds']['count']['left'], 'build')}, {rows_text(rows)}"


def _details(one: Document) -> Iterator[str]:
    if _only(one["held"]):
        return
    for side in SIDES:
        yield from (f"build only in the {side} book: {name}" for name in one["builds"]["only"][side])
    for build in one["builds"]["changed"]:
        yield f"build {build['build']}: {_changes_text(build['changes'])}"
    for table in one["tables"]:
        yield from (f"{table['table']}: {line}" for line in _table_lines(table))
        yield from (f"  {_row_text(row)}" for row in table["examples"])


def _table_lines(table: Document) -> Iterator[str]:
    if None in table["rows"].values():
        side = "right" if table["rows"]["left"] is None else "left"
        yield f"only in the {side} book, {rows_text(table['rows'][side])}"
        return
    for side in SIDES:
        columns = table["columns_only"][side]
        if columns:
            yield f"only in the {side} book: column{'' if len(columns) == 1 else 's'} {', '.join(columns)}"
    if not table["key"]:
        yield "the keys have no columns in common: rows were not compared"
    for side in SIDES:
        if table["only"][side]:
            yield f"only in the {side} book: {rows_text(table['only'][side])}"
    for column, rows in table["changed"].items():
        yield f"{column} differs in {rows_text(rows)}"


def _row_text(row: Document) -> str:
    key = ", ".join(f"{name} {_value(value)}" for name, value in row["key"].items())
    only = row["only"]
    return f"{key}: {f'only in the {only} book' if only else _changes_text(row['changes'])}"


def _changes_text(changes: list[Document]) -> str:
    return ", ".join(f"{change['name']} {_value(change['left'])} -> {_value(change['right'])}" for change in changes)


def _value(text: str | None) -> str:
    return "NULL" if text is None else shorten(text, LONGEST)
