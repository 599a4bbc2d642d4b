"""`tafelwerk verify`: what the book says is proved again."""

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, answer, note, note_stale, open_book
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError, quoted
from tafelwerk.places import with_book

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.checks import Check

app = App()
_NAMED = 3

MOST_SAMPLE = 1_000_000_000
"""Rows per table that --sample may ask for."""


@app.command()
def verify(
    book: BookOption,
    family: Annotated[str | None, typer.Argument(metavar="FAMILY", help="One family; else all that are built.")] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample", min=1, max=MOST_SAMPLE, metavar="N", help="Re-prove N rows a table; else as many as is quick."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Check the book's files, and re-prove stored rows by another method than the one that made them.

    Where the book holds nothing of what is asked, the pocket book beneath it is checked. Records of long runs that ship with
    the program are checked, too: that they add up, and that builds which the book holds have the same rows.

    Example: tafelwerk verify montecarlo --sample 20
    """
    from tafelwerk.build.catalogue import FAMILIES
    from tafelwerk.tables.checks import settled

    if family is not None and family not in FAMILIES:
        raise InputError(f"FAMILY cannot be {quoted(family)}; it may be {', '.join(FAMILIES)}")
    done: list[tuple[str, Check]] = []
    failed: list[tuple[str, Check]] = []
    with open_book(book) as opened:
        layer = next((one for one in opened.layers if _asked(one, family)), None)
        if layer is None:
            raise MissingTableError("rows to verify", f"tafelwerk build {family or ''}".rstrip(), book)
        book = layer.path
        for name in _asked(layer, family):
            if layer is opened.layers[0]:
                with suppress(BookError, StorageError):  # said by the checks
                    note_stale(layer, (name,))
            for check in settled(name, _checks(layer, name, sample)):
                done.append((name, check))
                if not check.ok:
                    failed.append((name, check))
                verdict = "ok    " if check.ok else "FAILED"
                note(f"{verdict} {check.name}: {check.detail}")
    if failed:
        named = "; ".join(f"{check.name} ({check.detail})" for _, check in failed[:_NAMED])
        more = f" and {len(failed) - _NAMED} more" if len(failed) > _NAMED else ""
        raise BookError(
            f"{len(failed)} of {len(done)} checks of {book} failed: {named}{more}; "
            f"rebuild with: {with_book(f'tafelwerk build {failed[0][0]} --force', book)}"
        ) from failed[0][1].cause
    answer(
        json,
        {
            "book": book,
            "ok": True,
            "checks": [{"family": name, "name": c.name, "ok": c.ok, "detail": c.detail} for name, c in done],
        },
        f"{book}: all {len(done)} checks passed",
    )


def _asked(book: "Book", family: str | None) -> tuple[str, ...]:
    """Those of the asked families that a book has a file of."""
    return tuple(name for name in book.families if family in (None, name))


def _checks(book: "Book", family: str, sample: int | None) -> "Iterator[Check]":
    from tafelwerk.build import catalogue
    from tafelwerk.tables.checks import verify_file
    from tafelwerk.tables.records import verify_records

    if family not in catalogue.FAMILIES:
        raise BookError(f"{book.file(family)} is of no family that this program knows: move it away")
    found = verify_file(book, family)
    yield from found
    if all(check.ok for check in found):
        yield from verify_records(book, family)
        yield from catalogue.module(family).verify(book, sample)
