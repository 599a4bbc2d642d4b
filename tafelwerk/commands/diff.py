"""`tafelwerk diff`: differences between two books."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, answer, asked_families, book_is_named
from tafelwerk.commands.output import note
from tafelwerk.errors import ExitCode, InputError
from tafelwerk.streams import legible
from tafelwerk.wording import counted, rows_text

if TYPE_CHECKING:
    from tafelwerk.tables.difference import Change, FamilyDifference, RowDifference, TableDifference

app = App()

SIDES = ("left", "right")

LONGEST = 60
"""Characters of a value that the report shows."""


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
    """Compare two books: builds by name, rows by key, values by meaning, whatever the types of the columns.

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
    found = list(differences(*paths, None if family is None else (family,), refusals))
    if refusals and not found:
        raise refusals[0][1]
    for _, error in refusals:
        note(f"left out: {error}")
    same = not refusals and all(one.same for one in found)
    document = {
        "left": paths[0],
        "right": paths[1],
        "same": same,
        "families": [_family_document(one) for one in found],
        "damaged": [{"family": name, "error": str(error)} for name, error in refusals],
    }
    answer(json, document, lambda: "\n".join(_report(legible(paths), legible(found), [name for name, _ in refusals])))
    if not all(one.same for one in found):
        raise typer.Exit(ExitCode.DAMAGED)
    if refusals:
        raise typer.Exit(refusals[0][1].exit_code)


def _sides(pair: Any) -> dict[str, Any]:
    return dict(zip(SIDES, pair, strict=True))


def _family_document(one: "FamilyDifference") -> dict[str, Any]:
    return {
        "family": one.name,
        "same": one.same,
        "held": _sides(one.held),
        "builds": {
            "count": _sides(one.builds),
            "only": _sides(one.builds_only),
            "changed": [{"build": build.name, "changes": build.changes} for build in one.builds_changed],
        },
        "tables": [
            {
                "table": table.name,
                "same": table.same,
                "rows": _sides(table.rows),
                "key": table.key,
                "only": _sides(table.only),
                "changed": table.changed,
                "columns_only": _sides(table.columns_only),
                "retyped": table.retyped,
                "examples": table.examples,
            }
            for table in one.tables
        ],
    }


def _report(paths: tuple[Path, Path], found: "list[FamilyDifference]", unread: list[str]) -> Iterator[str]:
    for side, path in zip(SIDES, paths, strict=True):
        yield f"{side:<7}{path}"
    yield ""
    for one in found:
        yield f"{one.name}: {_verdict(one)}"
        yield from (f"  {line}" for line in _details(one))
    yield from (f"{name}: not compared, since a file cannot be read" for name in unread)
    differ = sum(not one.same for one in found)
    yield from [""] if found else []
    if not found:
        yield "neither book has any tables to compare"
    elif not differ and unread:
        yield f"what could be read says the same: {counted(len(found), 'family', 'families')}"
    elif not differ:
        yield "the books say the same"
    else:
        families = counted(len(found), "family", "families")
        yield f"{differ} of {families} {'differs' if differ == 1 else 'differ'}"


def _verdict(one: "FamilyDifference") -> str:
    if not all(one.held):
        return f"only in the {SIDES[one.held.index(True)]} book"
    if not one.same:
        return "different"
    rows = sum(table.rows[0] or 0 for table in one.tables)
    return f"the same, {one.builds[0]:,} build{'' if one.builds[0] == 1 else 's'}, {rows_text(rows)}"


def _details(one: "FamilyDifference") -> Iterator[str]:
    if not all(one.held):
        return
    for side, names in zip(SIDES, one.builds_only, strict=True):
        yield from (f"build only in the {side} book: {name}" for name in names)
    for build in one.builds_changed:
        yield f"build {build.name}: {_changes_text(build.changes)}"
    for table in one.tables:
        yield from _table_lines(table)


def _table_lines(table: "TableDifference") -> Iterator[str]:
    if None in table.rows:
        side = SIDES[table.rows.index(None) ^ 1]
        yield f"{table.name}: only in the {side} book, {rows_text(table.rows[0] or table.rows[1] or 0)}"
        return
    for side, columns in zip(SIDES, table.columns_only, strict=True):
        if columns:
            yield f"{table.name}: only in the {side} book: column{'' if len(columns) == 1 else 's'} {', '.join(columns)}"
    if not table.key:
        yield f"{table.name}: the keys have no columns in common: rows were not compared"
        return
    for side, rows in zip(SIDES, table.only, strict=True):
        if rows:
            yield f"{table.name}: only in the {side} book: {rows_text(rows)}"
    for column, rows in table.changed.items():
        yield f"{table.name}: {column} differs in {rows_text(rows)}"
    yield from (f"  {_row_text(row)}" for row in table.examples)


def _row_text(row: "RowDifference") -> str:
    key = ", ".join(f"{name} {_value(value)}" for name, value in row.key.items())
    return f"{key}: {f'only in the {row.only} book' if row.only else _changes_text(row.changes)}"


def _changes_text(changes: "tuple[Change, ...]") -> str:
    return ", ".join(f"{change.name} {_value(change.left)} -> {_value(change.right)}" for change in changes)


def _value(text: str | None) -> str:
    return "NULL" if text is None else text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
