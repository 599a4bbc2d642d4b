"""The pocket book that ships: as large, as current and as useful as is promised."""

import json
import re
import shlex
from pathlib import Path

import duckdb
import pytest
from page_commands import ROOT, examples
from program import run_python

from tafelwerk.build.commit import held_builds
from tafelwerk.build.pocket import MOST_BYTES, MOST_FILE_BYTES, check_sizes, pocket_builds
from tafelwerk.commands.build import first_questions
from tafelwerk.errors import BookError, MissingTableError
from tafelwerk.families import FAMILIES
from tafelwerk.museum import findings, rooms
from tafelwerk.plots.figure import figure_named
from tafelwerk.tables.book import Book, attach, family_file
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.layout import layout, read_layout
from tafelwerk.tables.records import records

POCKET = ROOT / "tafelwerk" / "pocket"
CODE = """
import contextlib, io, json, os, sys
from tafelwerk.cli import main
os.chdir(sys.argv[1])
found = []
for words in json.loads(sys.argv[2]):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        code = main(words)
    heavy = [name for name in ("numba", "numpy", "polars", "altair") if name in sys.modules]
    found.append([code, out.getvalue(), err.getvalue(), heavy])
print(json.dumps(found))
"""
NOT_STORED = re.compile(r"play\b|watch|puzzle|bid|discard|card\b|match|replay|move\b|score\b|tree")
"""Commands of these pages that are no look-ups: they play, or compute what no table holds."""

AGAIN = "run `make pocket`"


def look_ups() -> list[str]:
    """The questions of the README and of the page on using the book, and those that `make tables` ends with."""
    lines = [one.words for page in ("README.md", "docs/using.md") for one in examples(page) if one.typed]
    lines += [tuple(shlex.split(line.removeprefix("tafelwerk "))) for line in first_questions()]
    return [shlex.join(line) for line in dict.fromkeys(lines) if not NOT_STORED.match(" ".join(line[1:]))]


def test_the_pocket_book_answers_without_compiling(tmp_path: Path) -> None:
    """As after installing, on an empty book, with an empty cache: one process asks all look-ups, figures last."""
    lines = sorted(look_ups(), key=lambda line: line.startswith("plot"))
    assert {line.partition(" ")[0] for line in lines} >= {*FAMILIES, "sql"}
    words = [[*shlex.split(line), "--json", "--book", str(tmp_path / "none")] for line in lines]
    places = {"TAFELWERK_POCKET": str(POCKET), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = run_python(CODE, tmp_path, json.dumps(words), **places)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "none").exists()
    for line, (code, out, err, imported) in zip(lines, json.loads(done.stdout), strict=True):
        assert code == 0, (line, err)
        assert imported == [] or (line.startswith("plot") and "numba" not in imported), line
        answer = json.loads(out)
        is_look_up = not line.startswith(("sql", "plot", "play", "cite"))
        assert answer["source"] == "pocket" if is_look_up else answer, line


LARGER = {
    "3-5-11-4",
    "3-5-11-5",
    "beams-4.11",
    "montecarlo-2.11",
    "montecarlo-2.12",
    "montecarlo-2.14",
    "montecarlo-2.15",
    "search-4.1",
    "skat-hands",
    "skat-jacks",
    "skat-ladder-nodes",
}
"""Figures of rooms that need a larger book."""


def test_the_pocket_book_draws_the_figures_of_the_rooms() -> None:
    """All but those whose rows are too many or take too long; and those of the help and of the first pages."""
    named = {name for room in rooms() for name in room.figures} | {finding.figure for finding in findings()}
    shown = {
        one.words[1] for page in ("README.md", "docs/tutorial.md") for one in examples(page) if one.words[0] == "plot"
    }
    missing = set()
    with Book(POCKET) as book:
        for name in (named | shown | {"montecarlo-2.10"}) - {"", "--list"}:
            try:
                figure_named(name).draw_noting(book)
            except MissingTableError:
                missing.add(name)
    assert missing == LARGER


@pytest.mark.parametrize("family", FAMILIES)
def test_the_file_of_a_family(family: str) -> None:
    """It is whole, has the tables of today's schema, and the builds of today's set."""
    with Book(POCKET) as book:
        assert all(check.ok for check in verify_file(book, family)), AGAIN
        wanted = {build.digest for build in pocket_builds() if build.family == family}
    assert held_builds(POCKET, family) == wanted, AGAIN
    with duckdb.connect(":memory:") as connection:
        attach(connection, POCKET, family)
        assert read_layout(connection, family) == layout(family), AGAIN


def test_sizes_that_are_too_large_are_refused() -> None:
    count, left = divmod(MOST_BYTES, MOST_FILE_BYTES)
    largest = {str(number): MOST_FILE_BYTES for number in range(count)} | {"smaller": left}
    check_sizes(largest)
    with pytest.raises(BookError, match=f"^the pocket book has {MOST_BYTES + 1:,} bytes, more than {MOST_BYTES:,}"):
        check_sizes(largest | {"one more": 1})
    with pytest.raises(BookError, match=r"^a\.duckdb has 1,048,577 bytes, more than 1,048,576"):
        check_sizes({"a": MOST_FILE_BYTES + 1})


def test_it_is_small() -> None:
    check_sizes({family: family_file(POCKET, family).stat().st_size for family in FAMILIES})
    assert {path.name for path in POCKET.iterdir()} == {f"{family}.duckdb" for family in FAMILIES}


def test_every_record_is_of_a_family() -> None:
    shipped = {record.name for family in FAMILIES for record in records(family)}
    assert shipped == {path.stem for path in (ROOT / "tafelwerk" / "records").iterdir()}
