"""`tafelwerk tables --card`: the contents of a family's tables, and what `verify` has proved about them, how and when."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tafelwerk.book import open_book
from tafelwerk.commands.common import answer, table
from tafelwerk.errors import MissingTableError
from tafelwerk.places import with_book
from tafelwerk.streams import legible
from tafelwerk.wording import bytes_text, counted

if TYPE_CHECKING:
    from tafelwerk.proofs.claims import Claim
    from tafelwerk.proofs.running import Outcome
    from tafelwerk.tables.book import Book


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
    from tafelwerk.proofs import catalogue
    from tafelwerk.proofs.columns import column_proofs, grouped
    from tafelwerk.proofs.running import Journal
    from tafelwerk.tables.provenance import builds, family_bytes, table_summaries

    journal = Journal(book, family)
    every = list(catalogue.claims(book, family))
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
                "proved": grouped(finely.get(entry.name, {})),
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
    from tafelwerk.proofs.claims import missed

    last = None
    if outcome is not None:
        last = {
            "proved": outcome.units,
            "faults": outcome.faults,
            "missed": missed(outcome.units, outcome.of),
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
    from rich.console import Group
    from rich.text import Text

    rows = sum(entry["rows"] for entry in document["tables"])
    heading = f"{document['family']}: {document['file']}, {bytes_text(document['bytes'])}, {counted(rows, 'row')}"
    kinds = "; ".join(
        f"{builds['builds']:,} {builds['certainty']}, {builds['evidence']}" for builds in document["builds"]
    )
    parts: list[Any] = [Text(heading, style="bold"), Text(f"Builds: {kinds}")]
    for entry in document["tables"]:
        if not entry["rows"]:
            continue
        title = f"{entry['table']}: {counted(entry['rows'], 'row')}, SHA-256 {entry['sha256']}"
        lines = [
            (claim["method"], ", ".join(claim["columns"]), claim["evidence"], *_last(claim))
            for claim in entry["claims"]
        ]
        head = ("proved by", "columns", "evidence", "last proved", "wrong (95 %)", "when (UTC)")
        parts += [Text(), Text(title, style="bold"), table(head, lines) if lines else Text("nothing is claimed")]
        parts += [Text(f"{how}: {', '.join(columns)}") for how, columns in entry["proved"].items()]
    if any(claim["last"] is None for entry in document["tables"] for claim in entry["claims"]):
        parts += [Text(), Text(f"Not everything is proved yet; run: {line}")]
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
