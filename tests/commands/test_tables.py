"""`tafelwerk tables` as a user runs it."""

import io
import json
from pathlib import Path
from typing import Any

import duckdb
from program import call, make_book, refused
from rich.console import Console

from tafelwerk.commands.tables import _last, _layout
from tafelwerk.families import FAMILIES
from tafelwerk.fingerprint import family_fingerprint
from tafelwerk.tables.metadata import EVIDENCE


def test_what_is_built(book: Path) -> None:
    document = json.loads(call("tables", "--json", "--book", book).stdout)
    assert document["book"] == str(book)
    (family,) = document["families"]
    assert family["family"] == "montecarlo"
    assert family["bytes"] == (book / "montecarlo.duckdb").stat().st_size
    tables = {entry["table"]: entry for entry in family["tables"]}
    duels = tables["montecarlo.subtraction_duels"]
    assert duels["rows"] == 15
    assert len(duels["sha256"]) == 64
    assert "Certified" in duels["comment"]
    (build,) = family["builds"]
    assert build["evidence"] in EVIDENCE
    assert len(build["sha256"]) == 64
    assert build == {
        "build": "montecarlo subtraction 5 --moves 1,2 --k-max 3",
        "parameters": {"game": "subtraction 5 --moves 1,2", "k_max": 3, "points": None},
        "rows": 15,
        "seconds": 0.25,
        "built_at": "2020-01-02T03:04:05+00:00",
        "certainty": "certified",
        "evidence": build["evidence"],
        "sha256": build["sha256"],
        "fingerprint": family_fingerprint("montecarlo"),
        "machine": "a machine",
    }
    assert json.loads(call("tables", "montecarlo", "--json", "--book", book).stdout) == document


def test_without_a_family_there_is_a_line_per_family(book: Path) -> None:
    head, columns, _, *lines = call("tables", "--book", book).stdout.splitlines()
    assert head == f"Book: {book}"
    assert columns.split() == ["family", "tables", "builds", "rows", "size", "where"]
    where = {line.split()[0]: " ".join(line.rstrip().split("   ")[-1].split()) for line in lines}
    assert list(where) == list(FAMILIES)
    assert where["montecarlo"] == "book"
    assert set(where.values()) == {"book", "not built"}


def test_an_empty_book(tmp_path: Path) -> None:
    missing = tmp_path / "none"
    document = {"book": str(missing), "families": [], "damaged": [], "pocket": None}
    assert json.loads(call("tables", "--json", "--book", missing).stdout) == document
    assert not missing.exists()


def test_builds_of_other_code_are_named(tmp_path: Path) -> None:
    book = make_book(tmp_path / "book")
    assert call("tables", "--book", book).stderr == ""
    with duckdb.connect(str(book / "montecarlo.duckdb")) as connection:
        connection.execute("UPDATE meta.builds SET fingerprint = 'another'")
    for command in ("tables", "verify"):
        said = call(command, "--book", book).stderr.splitlines()
        assert said[0] == (
            "montecarlo: 1 build was made by other code; "
            f"rebuild with: tafelwerk build montecarlo --force --book {book}"
        )


def test_a_damaged_family_is_named(tmp_path: Path) -> None:
    """The others are listed: tests of one bad file."""
    book = make_book(tmp_path / "book")
    (book / "beams.duckdb").write_text("no book at all")
    overview = call("tables", "--book", book).stdout
    assert [line.split()[-1] for line in overview.splitlines() if line.startswith("beams")] == ["damaged"]
    assert call("tables", "montecarlo", "--book", book).stderr == ""
    refused(call("tables", "beams", "--book", book), 4)
    (book / "montecarlo.duckdb").unlink()
    refused(call("tables", "--book", book), 4)


def test_what_a_card_says_of_the_last_proof() -> None:
    """And the next command, until all is proved."""
    last = {"proved": 7, "faults": 0, "missed": 3 / 7, "at": "2026-01-02T03:04:05"}
    about = {"method": "another", "columns": ["a"], "evidence": "certificate"}
    claim, when = about | {"units": 70, "noun": "rows", "last": last}, "2026-01-02 03:04"
    assert _last(claim) == ("7 of 70 rows", "at most 43 %", when)
    assert _last(claim | {"last": last | {"faults": 2}}) == ("2 faults", "", when)
    assert _last(claim | {"last": None}) == ("not yet", "", "")
    proved = claim | {"last": last | {"proved": 70, "missed": 0}}
    assert _last(proved) == ("70 of 70 rows", "none", when)
    for other, is_said in ((proved, False), (claim | {"last": None}, True)):
        table = {"table": "search.a", "rows": 7, "sha256": "0", "proved": {}, "claims": [proved, other]}
        card: dict[str, Any] = {"family": "search", "file": "f", "bytes": 1, "builds": [], "tables": [table]}
        page = io.StringIO()
        Console(file=page, width=200).print(_layout(card, "LINE"))
        assert ("Not everything is proved yet; run: LINE" in page.getvalue()) is is_said
