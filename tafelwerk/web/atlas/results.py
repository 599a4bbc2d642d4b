"""Findings that the tables hold, each with the command that shows it; and the records of long runs."""

from collections.abc import Sequence
from typing import Any

from tafelwerk.book import Book
from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.tables.records import records
from tafelwerk.web.atlas.files import Files
from tafelwerk.web.atlas.table_files import StoredTable
from tafelwerk.web.room_jobs import state
from tafelwerk.wording import seconds_text


def write(book: Book, files: Files, held: Sequence[StoredTable]) -> int:
    """Write the page of findings and records.

    Args:
        book: the book.
        files: the files.
        held: tables with a page.

    Returns:
        How many findings there are.
    """
    findings = state(book, held)
    runs = [
        (
            finding.build,
            "; ".join(map(_answer_text, finding.answers)),
            finding.certainty,
            finding.evidence,
            seconds_text(finding.seconds),
            finding.built_at[:10],
        )
        for family in FAMILIES
        for finding in records(family)
    ]
    files.page("results.html", "results_file.html", findings=findings, runs=runs)
    return len(findings)


def _answer_text(answer: Any) -> str:
    """The main numbers of a recorded answer."""
    numbers = {name: answer[name] for name in ("patterns", "codes", "total", "mean", "max") if name in answer}
    return ", ".join(
        f"{name} {value:.6g}" if isinstance(value, float) else f"{name} {int(value):,}"
        for name, value in numbers.items()
    )
