"""`tafelwerk tables`: the contents of the book and their origin."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.book import open_book
from tafelwerk.commands.common import App, BookOption, JsonOption, answer, asked_families, note, note_stale, table
from tafelwerk.commands.output import headed, picked
from tafelwerk.errors import BookError, InputError, StorageError, TafelwerkError
from tafelwerk.places import with_book
from tafelwerk.streams import legible
from tafelwerk.tables.layout import without_key
from tafelwerk.wording import bytes_text, counted, seconds_text

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

app = App()


@app.command()
def tables(
    book: BookOption,
    family: Annotated[
        str | None, typer.Argument(metavar="FAMILY", help="Family of games. Default: one line per family.")
    ] = None,
    card: Annotated[
        str | None,
        typer.Option(
            "--card",
            metavar="FAMILY",
            help="Card of a family: counts, checksums, and what `verify` has proved about each table, how and when.",
        ),
    ] = None,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", help="Rows, seconds, time, certainty, evidence and checksum of every build."),
    ] = False,
    json: JsonOption = False,
) -> None:
    """List what is built: one line per family, or a family's tables and builds.

    The pocket book ships with the program and answers questions that your book cannot. --json has everything.

    Example: tafelwerk tables

    Example: tafelwerk tables montecarlo

    Example: tafelwerk tables montecarlo --verbose

    Example: tafelwerk tables --card search
    """
    asked_families(family)
    if card is not None:
        from tafelwerk.commands.card import show

        if family not in (None, card):
            raise InputError(f"--card {card} and FAMILY {family} are different families; give one of them")
        asked_families(card)
        show(book, card, json)
        return
    with open_book(book) as opened:
        entries, damaged = _families(opened.layers[0], family)
        note_stale(opened.layers[0], [entry["family"] for entry in entries])
        pocket = _pocket(opened.layers[1], family) if opened.beneath is not None else None
    if damaged and not entries:
        raise damaged[0][1]
    for _, error in damaged:
        note(f"left out: {error}")
    line = with_book(f"tafelwerk build {family or '--quick'}", book)
    empty = f"{legible(book)} holds no tables{f' of {family}' if family else ''}; build with: {line}"
    document = {
        "book": book,
        "families": entries,
        "damaged": [{"family": name, "error": str(error)} for name, error in damaged],
        "pocket": pocket,
    }
    beneath = pocket["families"] if pocket else []
    if family is None and not verbose:
        answer(json, document, lambda: _overview(book, entries, beneath, dict(damaged)))
    else:
        answer(json, document, lambda: _whole(entries, beneath, empty, _in_full if verbose else _in_short))


def _families(book: "Book", family: str | None) -> tuple[list[dict[str, Any]], list[tuple[str, TafelwerkError]]]:
    """A book's families, or one of them, and the errors of those that cannot be read."""
    entries: list[dict[str, Any]] = []
    damaged: list[tuple[str, TafelwerkError]] = []
    for name in book.families:
        if family in (None, name):
            try:
                entries.append(_family(book, name))
            except (BookError, StorageError) as fault:
                damaged.append((name, fault))
    return entries, damaged


def _pocket(book: "Book", family: str | None) -> dict[str, Any]:
    """The pocket book's families, or one of them; those that cannot be read are reported."""
    entries, damaged = _families(book, family)
    for _, error in damaged:
        note(f"left out: {error}")
    return {"book": book.path, "families": entries}


def _family(book: "Book", family: str) -> dict[str, Any]:
    from tafelwerk.tables.provenance import builds, family_bytes, table_summaries

    return {
        "family": family,
        "file": book.file(family),
        "bytes": family_bytes(book, family),
        "tables": [
            {"table": f"{family}.{entry.name}", **picked(entry, "rows", "sha256", "comment")}
            for entry in table_summaries(book, family)
        ],
        "builds": [
            {
                "build": record.name,
                **picked(record, "parameters", "rows", "seconds"),
                "built_at": record.built_at.isoformat(timespec="seconds"),
                **picked(record, "certainty", "evidence", "sha256", "fingerprint", "machine"),
            }
            for record in builds(book, family)
        ],
    }


def _overview(
    book: Path, built: list[dict[str, Any]], beneath: list[dict[str, Any]], faults: Mapping[str, TafelwerkError]
) -> Any:
    """One line per family: its contents in the book and in the pocket book, or how to build it."""
    from tafelwerk.build.catalogue import FAMILIES

    held = {entry["family"]: ("book", entry) for entry in built}
    held |= {entry["family"]: ("pocket book", entry) for entry in beneath if entry["family"] not in held}
    rows: list[tuple[Any, ...]] = []
    for family in dict.fromkeys([*FAMILIES, *held]):
        if family in held:
            layer, entry = held[family]
            numbers = len(entry["tables"]), len(entry["builds"]), sum(table["rows"] for table in entry["tables"])
            rows.append((family, *numbers, bytes_text(entry["bytes"]), layer))
        else:
            state = (
                "damaged"
                if isinstance(faults.get(family), BookError)
                else "left out"
                if family in faults
                else "not built"
            )
            rows.append((family, None, None, None, None, state))
    return headed(f"Book: {legible(book)}", table(("family", "tables", "builds", "rows", "size", "where"), rows))


def _whole(
    families: list[dict[str, Any]],
    beneath: list[dict[str, Any]],
    empty: str,
    layout: Callable[[dict[str, Any]], Iterator[Any]],
) -> Any:
    """The families of the book, and those of the pocket book."""
    from rich.console import Group
    from rich.text import Text

    parts = [Text(empty)] if not families else [part for entry in families for part in layout(entry)]
    if beneath:
        parts += [Text(), Text("Pocket book, beneath it:", style="bold"), Text()]
        parts += [part for entry in beneath for part in layout(entry)]
    return Group(*parts)


def _heading(entry: dict[str, Any]) -> Any:
    from rich.text import Text

    rows = sum(table["rows"] for table in entry["tables"])
    return Text(
        f"{entry['family']}: {entry['file']}, {bytes_text(entry['bytes'])}, {counted(rows, 'row')}", style="bold"
    )


def _in_short(entry: dict[str, Any]) -> Iterator[Any]:
    """Tables with their contents, and the names of builds."""
    from rich.text import Text

    yield from (_heading(entry), Text())
    rows = [
        (table["table"].partition(".")[2], table["rows"], without_key(table["comment"])) for table in entry["tables"]
    ]
    yield from (table(("table", "rows", "what"), rows), Text())
    builds = [(table["build"], table["rows"], table["certainty"]) for table in entry["builds"]]
    yield from (table(("build", "rows", "certainty"), builds), Text())


def _in_full(entry: dict[str, Any]) -> Iterator[Any]:
    """Tables with checksums, and builds with all their records."""
    from rich.text import Text

    yield from (_heading(entry), Text())
    yield table(
        ("table", "rows", "checksum", "what"),
        [
            (table["table"], table["rows"], table["sha256"][:12], without_key(table["comment"]))
            for table in entry["tables"]
        ],
    )
    yield Text()
    yield table(
        ("build", "rows", "time", "when (UTC)", "certainty", "evidence", "checksum"),
        [
            (
                table["build"],
                table["rows"],
                seconds_text(table["seconds"]),
                table["built_at"][:16].replace("T", " "),
                table["certainty"],
                table["evidence"],
                table["sha256"][:12],
            )
            for table in entry["builds"]
        ],
    )
    yield Text()
