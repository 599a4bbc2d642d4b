"""`tafelwerk tables`: the contents of the book and their origin."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.book import open_book
from tafelwerk.commands.common import App, BookOption, JsonOption, asked_families, note_stale
from tafelwerk.commands.output import answer, note, pick_fields, table, with_heading
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError, TafelwerkError
from tafelwerk.places import with_book
from tafelwerk.streams import legible
from tafelwerk.tables.layout import without_key
from tafelwerk.texts import Group, StyledText
from tafelwerk.wording import bytes_text, count_noun, seconds_text

if TYPE_CHECKING:
    from tafelwerk.proofs.claims import Claim
    from tafelwerk.proofs.running import Outcome
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
        if family not in (None, card):
            raise InputError(f"--card {card} and FAMILY {family} are different families; give one of them")
        asked_families(card)
        show(book, card, json)
        return
    with open_book(book) as opened:
        is_whole = json or family is not None
        entries, damaged = _families(opened.layers[0], family, is_whole)
        note_stale(opened.layers[0], [entry["family"] for entry in entries])
        pocket = _pocket(opened.layers[1], family, is_whole) if opened.beneath is not None else None
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


def _families(
    book: "Book", family: str | None, is_whole: bool
) -> tuple[list[dict[str, Any]], list[tuple[str, TafelwerkError]]]:
    """A book's families, or one of them, as `_family` has them, and the errors of those that cannot be read."""
    entries: list[dict[str, Any]] = []
    damaged: list[tuple[str, TafelwerkError]] = []
    for name in book.families:
        if family in (None, name):
            try:
                entries.append(_family(book, name, is_whole))
            except (BookError, StorageError) as fault:
                damaged.append((name, fault))
    return entries, damaged


def _pocket(book: "Book", family: str | None, is_whole: bool) -> dict[str, Any]:
    """The pocket book's families, or one of them; those that cannot be read are reported."""
    entries, damaged = _families(book, family, is_whole)
    for _, error in damaged:
        note(f"left out: {error}")
    return {"book": book.path, "families": entries}


def _family(book: "Book", family: str, is_whole: bool) -> dict[str, Any]:
    """A family with its tables and builds; if it is asked for as a whole, each table with the certainties of its rows' builds."""
    from tafelwerk.tables.provenance import builds, builds_by_table, family_bytes, table_summaries

    summaries, records = table_summaries(book, family), builds(book, family)
    delivered = builds_by_table(book, family, summaries if is_whole else (), records)
    return {
        "family": family,
        "file": book.file(family),
        "bytes": family_bytes(book, family),
        "tables": [
            {
                "table": f"{family}.{entry.name}",
                **pick_fields(entry, "rows", "sha256", "comment"),
                "certainty": sorted({record.certainty for record in delivered.get(entry.name, ())}),
            }
            for entry in summaries
        ],
        "builds": [
            {
                "build": record.name,
                **pick_fields(record, "parameters", "rows", "seconds"),
                "built_at": record.built_at.isoformat(timespec="seconds"),
                **pick_fields(record, "certainty", "evidence", "sha256", "fingerprint", "machine"),
            }
            for record in records
        ],
    }


def _overview(
    book: Path, built: list[dict[str, Any]], beneath: list[dict[str, Any]], faults: Mapping[str, TafelwerkError]
) -> Any:
    """One line per family: its contents in the book and in the pocket book, or how to build it."""
    from tafelwerk.families import FAMILIES

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
    return with_heading(f"Book: {legible(book)}", table(("family", "tables", "builds", "rows", "size", "where"), rows))


def _whole(
    families: list[dict[str, Any]],
    beneath: list[dict[str, Any]],
    empty: str,
    layout: Callable[[dict[str, Any]], Iterator[Any]],
) -> Any:
    """The families of the book, and those of the pocket book."""
    parts = [StyledText(empty)] if not families else [part for entry in families for part in layout(entry)]
    if beneath:
        parts += [StyledText(), StyledText("Pocket book, beneath it:", style="bold"), StyledText()]
        parts += [part for entry in beneath for part in layout(entry)]
    return Group(*parts)


def _heading(entry: dict[str, Any]) -> Any:
    rows = sum(table["rows"] for table in entry["tables"])
    return StyledText(
        f"{entry['family']}: {entry['file']}, {bytes_text(entry['bytes'])}, {count_noun(rows, 'row')}", style="bold"
    )


def _in_short(entry: dict[str, Any]) -> Iterator[Any]:
    """Tables with their contents, and the names of builds."""
    yield from (_heading(entry), StyledText())
    rows = [
        (
            table["table"].partition(".")[2],
            table["rows"],
            ", ".join(table["certainty"]),
            without_key(table["comment"]),
        )
        for table in entry["tables"]
    ]
    yield from (table(("table", "rows", "certainty", "what"), rows), StyledText())
    builds = [(table["build"], table["rows"], table["certainty"]) for table in entry["builds"]]
    yield from (table(("build", "rows", "certainty"), builds), StyledText())


def _in_full(entry: dict[str, Any]) -> Iterator[Any]:
    """Tables with checksums, and builds with all their records."""
    yield from (_heading(entry), StyledText())
    yield table(
        ("table", "rows", "checksum", "what"),
        [
            (table["table"], table["rows"], table["sha256"][:12], without_key(table["comment"]))
            for table in entry["tables"]
        ],
    )
    yield StyledText()
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
    yield StyledText()


def show(book: Path, family: str, json: bool) -> None:
    """Print the card of a family, from the book or, if the book lacks the family, from the pocket book.

    Raises:
        MissingTableError: no book holds the family.
    """
    with open_book(book) as opened:
        layer = next((candidate for candidate in opened.layers if family in candidate.families), None)
        if layer is None:
            raise MissingTableError(f"tables of {family}", f"tafelwerk build {family}", book)
        document = _document(layer, family)
        answer(json, document, lambda: _layout(legible(document), with_book(f"tafelwerk verify {family}", layer.path)))


def _document(book: "Book", family: str) -> dict[str, Any]:
    from tafelwerk.proofs.claims import claims_of_family, column_proofs, group_columns
    from tafelwerk.proofs.running import Journal
    from tafelwerk.tables.provenance import builds, family_bytes, table_summaries

    journal = Journal(book, family)
    every = list(claims_of_family(book, family))
    claims, finely = [claim for claim in every if claim.units], column_proofs(family, every)
    kinds: dict[tuple[str, str], int] = {}
    for build in builds(book, family):
        kinds[build.certainty, build.evidence] = kinds.get((build.certainty, build.evidence), 0) + 1
    return {
        "family": family,
        "file": book.file(family),
        "bytes": family_bytes(book, family),
        "builds": [
            {"certainty": certainty, "evidence": evidence, "builds": count}
            for (certainty, evidence), count in sorted(kinds.items())
        ],
        "tables": [
            {
                "table": f"{family}.{entry.name}",
                "rows": entry.rows,
                "sha256": entry.sha256,
                "proved": group_columns(finely.get(entry.name, {})),
                "claims": [
                    _claim(claim, journal.outcomes.get(claim.name))
                    for claim in claims
                    if f"{family}.{entry.name}" in claim.table.split(", ")
                ],
            }
            for entry in table_summaries(book, family)
        ],
    }


def _claim(claim: "Claim", outcome: "Outcome | None") -> dict[str, Any]:
    from tafelwerk.proofs.claims import chance_of_missing

    last = None
    if outcome is not None:
        last = {
            "proved": outcome.units,
            "faults": outcome.faults,
            "missed": chance_of_missing(outcome.units, outcome.of),
            "seed": outcome.seed,
            "seconds": outcome.seconds,
            "at": outcome.at,
        }
    return {
        "method": claim.method,
        "columns": list(claim.columns),
        "evidence": claim.evidence,
        "units": claim.units,
        "noun": claim.noun,
        "last": last,
    }


def _layout(document: dict[str, Any], line: str) -> Any:
    rows = sum(entry["rows"] for entry in document["tables"])
    heading = f"{document['family']}: {document['file']}, {bytes_text(document['bytes'])}, {count_noun(rows, 'row')}"
    kinds = "; ".join(
        f"{builds['builds']:,} {builds['certainty']}, {builds['evidence']}" for builds in document["builds"]
    )
    parts: list[Any] = [StyledText(heading, style="bold"), StyledText(f"Builds: {kinds}")]
    for entry in document["tables"]:
        if not entry["rows"]:
            continue
        title = f"{entry['table']}: {count_noun(entry['rows'], 'row')}, SHA-256 {entry['sha256']}"
        lines = [
            (claim["method"], ", ".join(claim["columns"]), claim["evidence"], *_last(claim))
            for claim in entry["claims"]
        ]
        head = ("proved by", "columns", "evidence", "last proved", "wrong (95 %)", "when (UTC)")
        parts += [
            StyledText(),
            StyledText(title, style="bold"),
            table(head, lines) if lines else StyledText("nothing is claimed"),
        ]
        parts += [StyledText(f"{how}: {', '.join(columns)}") for how, columns in entry["proved"].items()]
    if any(claim["last"] is None for entry in document["tables"] for claim in entry["claims"]):
        parts += [StyledText(), StyledText(f"Not everything is proved yet; run: {line}")]
    return Group(*parts)


def _last(claim: dict[str, Any]) -> tuple[str, str, str]:
    """The last proof: how much was proved, how much may be wrong, and when."""
    last = claim["last"]
    if last is None:
        return "not yet", "", ""
    when = last["at"][:16].replace("T", " ")
    if last["faults"]:
        return f"{last['faults']:,} faults", "", when
    share = "none" if not last["missed"] else f"at most {100 * last['missed']:.2g} %"
    return f"{last['proved']:,} of {claim['units']:,} {claim['noun']}", share, when
