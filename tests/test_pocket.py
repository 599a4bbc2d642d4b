"""The pocket book that ships: as large, as current and as useful as is promised."""

import json
import re
import shlex
from pathlib import Path

import duckdb
import pytest
import toy_family
from page_commands import ROOT, examples
from program import run_python

from tafelwerk.build import catalogue, pocket, runner
from tafelwerk.build.pocket import MOST_BYTES, MOST_FILE_BYTES, check_sizes, pocket_builds
from tafelwerk.errors import BookError
from tafelwerk.tables.book import Book, attach, family_file
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.layout import layout, read_layout
from tafelwerk.tables.provenance import build_digests
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
NOT_STORED = re.compile(r"play\b|puzzle|bid|discard|card\b|match|replay|move\b|score\b|tree")
"""Commands of these pages that are no look-ups: they play, or compute what no table holds."""

AGAIN = "run `make pocket`"


def look_ups() -> list[str]:
    """The questions of the README and of the page on using the book, and those that `make tables` ends with."""
    lines = [one.words for page in ("README.md", "docs/using.md") for one in examples(page) if one.typed]
    asked = re.findall(r"^\task '(.*)';? *\\?$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    lines += [tuple(shlex.split(line)) for line in asked]
    return [shlex.join(line) for line in dict.fromkeys(lines) if not NOT_STORED.match(" ".join(line[1:]))]


def test_the_pages_ask_every_family() -> None:
    families = {line.partition(" ")[0] for line in look_ups()}
    assert families >= {*catalogue.FAMILIES, "sql"}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str, str, list[str]]]:
    """Exit code, output, messages and libraries imported by then, of each look-up: one process asks them, figures last.

    As after installing, on an empty book, with an empty cache.
    """
    folder = tmp_path_factory.mktemp("installed")
    lines = sorted(look_ups(), key=lambda line: line.startswith("plot"))
    words = [[*shlex.split(line), "--json", "--book", str(folder / "none")] for line in lines]
    places = {"TAFELWERK_POCKET": str(POCKET), "XDG_CACHE_HOME": str(folder / "cache")}
    done = run_python(CODE, folder, json.dumps(words), **places)
    assert done.returncode == 0, done.stderr
    assert not (folder / "none").exists()
    return dict(zip(lines, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("line", look_ups())
def test_the_pocket_book_answers_without_compiling(
    line: str, answers: dict[str, tuple[int, str, str, list[str]]]
) -> None:
    code, out, err, imported = answers[line]
    assert code == 0, err
    assert imported == [] or (line.startswith("plot") and "numba" not in imported)
    answer = json.loads(out)
    if line.startswith(("sql", "plot", "play", "cite")):
        assert answer
    else:
        assert answer["source"] == "pocket"


@pytest.mark.parametrize("family", catalogue.FAMILIES)
def test_the_file_of_a_family(family: str) -> None:
    """It is whole, has the tables of today's schema, and the builds of today's set."""
    with Book(POCKET) as book:
        assert all(check.ok for check in verify_file(book, family)), AGAIN
        wanted = {build.digest for build in pocket_builds() if build.family == family}
        assert build_digests(book, family) == wanted, AGAIN
    with duckdb.connect(":memory:") as connection:
        attach(connection, POCKET, family)
        assert read_layout(connection, family) == layout(family), AGAIN


def test_the_smallest_copy_is_kept(tmp_path: Path) -> None:
    book, target = tmp_path / "book", tmp_path / "target"
    runner.run(book, [toy_family.squares(100)], executor="inline")
    target.mkdir()
    size = pocket._copy(book, target, "toy")
    sizes = []
    for block_size in pocket.BLOCK_SIZES:
        pocket._write(book, tmp_path / str(block_size), "toy", block_size)
        sizes.append((tmp_path / str(block_size)).stat().st_size)
    assert size == min(sizes) < max(sizes)
    assert [path.name for path in target.iterdir()] == ["toy.duckdb"]


def test_sizes_that_are_too_large_are_refused() -> None:
    largest = dict.fromkeys("abcd", MOST_FILE_BYTES) | {"e": MOST_BYTES - 4 * MOST_FILE_BYTES}
    check_sizes(largest)
    with pytest.raises(BookError, match=r"^the pocket book has 5,000,001 bytes, more than 5,000,000"):
        check_sizes(largest | {"f": 1})
    with pytest.raises(BookError, match=r"^a\.duckdb has 1,048,577 bytes, more than 1,048,576"):
        check_sizes({"a": MOST_FILE_BYTES + 1})


def test_it_is_small() -> None:
    check_sizes({family: family_file(POCKET, family).stat().st_size for family in catalogue.FAMILIES})
    assert {path.name for path in POCKET.iterdir()} == {f"{family}.duckdb" for family in catalogue.FAMILIES}


def test_every_record_is_of_a_family() -> None:
    shipped = {record.name for family in catalogue.FAMILIES for record in records(family)}
    assert shipped == {path.stem for path in (ROOT / "tafelwerk" / "records").iterdir()}
