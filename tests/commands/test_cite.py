"""`tafelwerk cite` as a user runs it."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path

from books import alter_file, copy_family
from program import call

from tafelwerk import __version__, places
from tafelwerk.book import open_book
from tafelwerk.commands.cite import MOST_LINES, _bibtex, _document
from tafelwerk.families import FAMILIES
from tafelwerk.plots.figure import all_figures
from tafelwerk.tables.book import family_file
from tafelwerk.tables.provenance import table_builds, table_summaries, written_by

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
    for name in (*FAMILIES, *all_figures(FAMILIES), "dresher.games", "minimax.grundy"):
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
            line = "tafelwerk build" if "." in name and name not in all_figures(FAMILIES) else f"tafelwerk plot {name}"
            assert key == "tafelwerk" or line in fields["note"]


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
