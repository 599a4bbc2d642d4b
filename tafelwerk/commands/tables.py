"""`tafelwerk tables`: what the book holds and where it came from."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, answer, note, note_stale, open_book, table
from tafelwerk.commands.output import bytes_text, seconds_text
from tafelwerk.errors import BookError, InputError, StorageError, TafelwerkError, quoted
from tafelwerk.places import with_book

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

app = App()


@app.command()
def tables(
    book: BookOption,
    family: Annotated[str | None, typer.Argument(metavar="FAMILY", help="One family; else all that are built.")] = None,
    json: JsonOption = False,
) -> None:
    """Say what is built: tables with rows and checksums, builds with parameters, seconds, time and certainty.

    Example: tafelwerk tables

    Example: tafelwerk tables montecarlo --json
    """
    from tafelwerk.build.catalogue import FAMILIES

    if family is not None and family not in FAMILIES:
        raise InputError(f"FAMILY cannot be {quoted(family)}; it may be {', '.join(FAMILIES)}")
    with open_book(book) as opened:
        asked = [name for name in opened.families if family in (None, name)]
        found: list[dict[str, Any]] = []
        damaged: list[tuple[str, TafelwerkError]] = []
        for name in asked:
            try:
                found.append(_family(opened, name))
                note_stale(opened, (name,))
            except (BookError, StorageError) as fault:
                damaged.append((name, fault))
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
    }
    answer(json, document, (lambda: _layout(found)) if found else empty)


def _family(book: "Book", family: str) -> dict[str, Any]:
    from tafelwerk.tables.provenance import builds, family_bytes, table_summaries

    return {
        "family": family,
        "file": book.file(family),
        "bytes": family_bytes(book, family),
        "tables": [
            {"table": f"{family}.{entry.name}", "rows": entry.rows, "sha256": entry.sha256, "comment": entry.comment}
            for entry in table_summaries(book, family)
        ],
        "builds": [
            {
                "build": record.name,
                "parameters": record.parameters,
                "rows": record.rows,
                "seconds": record.seconds,
                "built_at": record.built_at.isoformat(timespec="seconds"),
                "certainty": record.certainty,
                "sha256": record.sha256,
                "fingerprint": record.fingerprint,
                "machine": record.machine,
            }
            for record in builds(book, family)
        ],
    }


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
                ("build", "rows", "time", "when (UTC)", "certainty", "checksum"),
                [
                    (
                        one["build"],
                        one["rows"],
                        seconds_text(one["seconds"]),
                        one["built_at"][:16].replace("T", " "),
                        one["certainty"],
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
