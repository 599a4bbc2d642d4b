"""`tafelwerk tables` as a user runs it.
`tafelwerk schema` as a user runs it.
`tafelwerk cite` as a user runs it.
"""

import io
import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from typing import Any

import duckdb
from books import alter_file, copy_family
from program import call, make_book, refused
from rich.console import Console

from tafelwerk import __version__, places
from tafelwerk.book import open_book
from tafelwerk.commands.cite import MOST_LINES, _bibtex, _document
from tafelwerk.commands.tables import _last, _layout
from tafelwerk.families import FAMILIES
from tafelwerk.fingerprint import family_fingerprint
from tafelwerk.plots.figure import all_figures
from tafelwerk.tables.book import family_file
from tafelwerk.tables.layout import layout, macros, views
from tafelwerk.tables.metadata import EVIDENCE
from tafelwerk.tables.provenance import table_builds, table_summaries, written_by


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
    assert duels["certainty"] == ["certified"]
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


def test_every_table_and_view_of_a_family() -> None:
    for family in FAMILIES:
        described = json.loads(call("schema", family, "--json").stdout)
        known = {one.name: one for one in (*layout(family), *views(family))}
        tables = [entry for entry in described if "table" in entry]
        assert [entry["table"] for entry in tables] == [f"{family}.{name}" for name in known]
        assert [entry["macro"] for entry in described[len(tables) :]] == [
            f"{family}.{one.name}" for one in macros(family)
        ]
        for entry in tables:
            one = known[entry["table"].partition(".")[2]]
            assert tuple(entry["key"]) == one.key
            columns = [(column.name, column.type) for column in one.stored_columns]
            assert [(column["column"], column["type"]) for column in entry["columns"]] == columns
            assert entry["comment"]
            assert all(column["comment"] for column in entry["columns"])


def test_tables_and_macros_for_people() -> None:
    tables, _, all_macros = call("schema", "--all").stdout.partition("\n\n")
    described = json.loads(call("schema", "--json").stdout)
    lines = [line.split()[0] for line in tables.splitlines()[2:]]
    lines += [line.split("(")[0] for line in all_macros.splitlines()[2:]]
    assert lines == [entry.get("table") or entry["macro"] for entry in described]
    assert "Example: tree_text([2, 1, 3, 2]) is (1) 2 ((3) 4)." in call("schema", "dresher").stdout
    assert len(call("schema", COLUMNS="100").stdout.splitlines()) < 30


POCKET = Path(places.__file__).parent / "pocket"


def test_the_program_a_figure_and_a_family() -> None:
    out = call("cite").stdout
    assert out.startswith("@software{tafelwerk,\n")
    assert f"version = {{{__version__}}}" in out
    document = json.loads(call("cite", "--json").stdout)
    assert (document["cited"], document["sources"], document["table"]) == (None, [], None)
    assert "@mastersthesis{kupferschmid2003," in call("cite", "skat").stdout
    (source,) = json.loads(call("cite", "3-5-11-4", "--json").stdout)["sources"]
    said = (source["key"], source["kind"], source["authors"], source["year"])
    assert said == ("jberries", "online", ["jberries"], None)


def read_bibtex(text: str) -> dict[str, dict[str, str]]:
    """The entries by key, as BibTeX reads them: values in balanced braces, or names of months; the type is the field ""."""
    entries: dict[str, dict[str, str]] = {}
    while begun := re.match(r"\s*@([a-z]+)\{([^\s,{}]+),", text):
        fields, text = entries.setdefault(begun[2], {"": begun[1]}), text[begun.end() :]
        while field := re.match(r"\s*([a-z]+) = (?:([a-z]{3})|(?=\{))", text):
            text = text[field.end() :]
            depths = accumulate((char == "{") - (char == "}") for char in text)
            end = 0 if field[2] else next(index for index, depth in enumerate(depths) if not depth) + 1
            assert text[end] == ","
            fields[field[1]], text = field[2] or text[1 : end - 1], text[end + 1 :]
        assert re.match(r"\s*\}", text)
        text = text.partition("}")[2]
    assert not text.strip()
    return entries


def test_what_is_printed_is_read_by_bibtex() -> None:
    """With the fields that every style asks for, and the command that makes what is cited, once TeX has set it."""
    kinds = {"software", "dataset", "misc", "online", "book", "article", "incollection", "phdthesis", "mastersthesis"}
    lines = {name: f"tafelwerk plot {name}" for name in all_figures(FAMILIES)}
    lines |= {name: f"query {name}" for name in ("dresher-plateaus", "more-thinking")}
    for name in (*FAMILIES, *lines, "dresher.games", "minimax.grundy"):
        entries = read_bibtex(call("cite", name, "--book", POCKET).stdout)
        assert kinds >= {fields[""] for fields in entries.values()}
        assert {key for key, fields in entries.items() if not {"author", "title", "year"} <= {*fields}} <= {
            "jena",
            "jberries",
        }
        own = {key: fields for key, fields in entries.items() if key.startswith("tafelwerk")}
        assert own.keys() == {"tafelwerk", *([] if name in FAMILIES else [f"tafelwerk:{name}"])}
        for key, fields in own.items():
            assert {"version", "month", "howpublished"} <= {*fields}
            assert key == "tafelwerk" or lines.get(name, "tafelwerk build") in fields["note"]


def test_a_table_with_its_builds(tmp_path: Path) -> None:
    out = call("cite", "dresher.games", "--book", tmp_path, TAFELWERK_POCKET=str(POCKET)).stdout
    assert "@book{dresher1961," in out
    words = ("cite", "dresher.games", "--json", "--book", tmp_path)
    table = json.loads(call(*words, TAFELWERK_POCKET=str(POCKET)).stdout)["table"]
    # a table without rows is none
    alter_file(family_file(copy_family(POCKET, "dresher", tmp_path), "dresher"), "UPDATE meta.tables SET rows = 0")
    assert call("cite", "dresher.games", "--book", tmp_path, TAFELWERK_POCKET=str(POCKET)).stdout == out
    with open_book(POCKET, pocket=False) as book:
        (summary,) = (one for one in table_summaries(book, "dresher") if one.name == "games")
        writer = written_by(book, "dresher")
    assert (table["rows"], table["sha256"]) == (summary.rows, summary.sha256)
    assert f"SHA-256 {summary.sha256}" in out
    assert table["written_by"] == writer
    assert (table["certainty"], table["evidence"]) == (["exact"], ["certificate"])
    for build in table["builds"]:
        assert build["line"].startswith("tafelwerk build dresher --from ")
        assert build["line"].replace("--", "{-}{-}") in out
    assert table["built_at"] == max(build["built_at"] for build in table["builds"])[:10]


def test_the_date_is_that_of_the_last_build_and_builds_beyond_the_eighth_are_counted() -> None:
    with open_book(POCKET, pocket=False) as book:
        summary, builds = table_summaries(book, "dresher")[0], table_builds(book, "dresher")["games"]
    first, last = (replace(builds[0], built_at=datetime(2026, 1, day, tzinfo=UTC)) for day in (1, 2))
    assert _document(summary, [last, first], "tafelwerk 1")["built_at"] == "2026-01-02"
    for count, more in ((0, ""), (1, " and 1 more build"), (2, " and 2 more builds")):
        entry = _bibtex(summary, ["a line"] * (MOST_LINES + count), "2026-01-02", "tafelwerk 1")
        assert f"made by: {'; '.join(['a line'] * MOST_LINES)}{more}}}" in entry
