"""`tafelwerk tables`: what the book holds and where it came from."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import (
    App,
    BookOption,
    JsonOption,
    answer,
    asked_families,
    note,
    note_stale,
    open_book,
    table,
)
from tafelwerk.commands.output import picked
from tafelwerk.errors import BookError, InputError, StorageError, TafelwerkError
from tafelwerk.places import with_book
from tafelwerk.wording import bytes_text, seconds_text

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

app = App()


@app.command()
def tables(
    book: BookOption,
    family: Annotated[
        str | None, typer.Argument(metavar="FAMILY", help="Family of games. Default: every family that is built.")
    ] = None,
    card: Annotated[
        str | None,
        typer.Option(
            "--card",
            metavar="FAMILY",
            help="The card of a family: counts, checksums, and what `verify` has proved of each table, how and when.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """List what is built: tables with rows and checksums, builds with parameters, seconds, time, certainty and evidence.

    The pocket book, which ships with the program and lies beneath every book, is listed after the book.

    Example: tafelwerk tables

    Example: tafelwerk tables montecarlo --json

    Example: tafelwerk tables --card search
    """
    asked_families(family)
    if card is not None:
        from tafelwerk.commands.card import show

        if family not in (None, card):
            raise InputError(f"--card {card} shows one family, and {family} is another; give one of them")
        asked_families(card)
        show(book, card, json)
        return
    with open_book(book) as opened:
        found, damaged = _families(opened.layers[0], family)
        note_stale(opened.layers[0], [entry["family"] for entry in found])
        pocket = _pocket(opened.layers[1], family) if opened.beneath is not None else None
    if damaged and not found:
        raise damaged[0][1]
    for _, error in damaged:
        note(f"left out: {error}")
    line = with_book(f"tafelwerk build {family or '--quick'}", book)
    empty = f"{book} holds no tables{f' of {family}' if family else ''}; build with: {line}"
    document = {
        "book": book,
        "families": found,
        "damaged": [{"family": name, "error": str(error)} for name, error in damaged],
        "pocket": pocket,
    }
    answer(json, document, lambda: _whole(found, pocket, empty, in_full=family is not None))


def _families(book: "Book", family: str | None) -> tuple[list[dict[str, Any]], list[tuple[str, TafelwerkError]]]:
    """A book's families, or one of them, and what is wrong with those that cannot be read."""
    found: list[dict[str, Any]] = []
    damaged: list[tuple[str, TafelwerkError]] = []
    for name in book.families:
        if family in (None, name):
            try:
                found.append(_family(book, name))
            except (BookError, StorageError) as fault:
                damaged.append((name, fault))
    return found, damaged


def _pocket(book: "Book", family: str | None) -> dict[str, Any]:
    """The pocket book's families, or one of them; what cannot be read is noted."""
    found, damaged = _families(book, family)
    for _, error in damaged:
        note(f"left out: {error}")
    return {"book": book.path, "families": found}


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


def _whole(families: list[dict[str, Any]], pocket: dict[str, Any] | None, empty: str, *, in_full: bool) -> Any:
    """The tables of the book, and what the pocket book beneath it holds: in full, or a line per family."""
    if pocket is None or not pocket["families"]:
        return _layout(families) if families else empty
    from rich.console import Group
    from rich.text import Text

    heading = Text(f"Beneath it the pocket book, {pocket['book']}", style="bold")
    held = _layout(pocket["families"]) if in_full else _short(pocket["families"])
    return Group(_layout(families) if families else Text(empty), Text(), heading, Text(), held)


def _short(families: list[dict[str, Any]]) -> Any:
    """A line per family."""
    return table(
        ("family", "builds", "rows", "size"),
        [
            (
                entry["family"],
                len(entry["builds"]),
                sum(one["rows"] for one in entry["tables"]),
                bytes_text(entry["bytes"]),
            )
            for entry in families
        ],
    )


def _layout(families: list[dict[str, Any]]) -> Any:
    from rich.console import Group
    from rich.text import Text

    parts: list[Any] = []
    for entry in families:
        rows = sum(one["rows"] for one in entry["tables"])
        heading = f"{entry['family']}: {entry['file']}, {bytes_text(entry['bytes'])}, {rows:,} rows"
        parts += [Text(), Text(heading, style="bold")] if parts else [Text(heading, style="bold")]
        parts += [
            Text(),
            table(
                ("table", "rows", "checksum", "what"),
                [(one["table"], one["rows"], one["sha256"][:12], _what(one["comment"])) for one in entry["tables"]],
            ),
            Text(),
            table(
                ("build", "rows", "time", "when (UTC)", "certainty", "evidence", "checksum"),
                [
                    (
                        one["build"],
                        one["rows"],
                        seconds_text(one["seconds"]),
                        one["built_at"][:16].replace("T", " "),
                        one["certainty"],
                        one["evidence"],
                        one["sha256"][:12],
                    )
                    for one in entry["builds"]
                ],
            ),
        ]
    return Group(*parts)


def _what(comment: str) -> str:
    """The comment without the key that it ends with."""
    return comment.rpartition(" Key: ")[0] or comment
