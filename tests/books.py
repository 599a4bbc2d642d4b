"""Books that many tests read, as fixtures.

Each is made once, and kept beside the compiled kernels while the code of its families stays the same. A test that writes takes
a copy of one family's file, not of the book: `copy_family(small_book, "dresher", tmp_path)`. A test of the builder, or of what
all families have in common, needs no game: `toy_family` has builds of a few milliseconds.
"""

import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest
from golden.small_book import copy_small_book
from sharing import copy_kept, made_once

from tafelwerk.families import FAMILIES
from tafelwerk.tables.book import family_file
from tafelwerk.tables.layout import schema_sql
from tafelwerk.tables.provenance import FORMAT_VERSION
from tafelwerk.tables.readings import literal

if TYPE_CHECKING:
    from tafelwerk.book import Book
    from tafelwerk.build.runner import ExecutorName
    from tafelwerk.build.task import Build
    from tafelwerk.families.skat.rules.rounds import Round

_BARE_BUILD = """
INSERT INTO meta.builds VALUES (1, '0000000000001000', 'a test', '{}', 0, '', 'a test', 'a machine', 'exact', 'single', 0,
    TIMESTAMP '2020-01-02 03:04:05')
"""

TRIALS, PLAYOUTS = 120, 15
"""Deals of which `skat_book` holds trials, and deals of which one is played out."""


@pytest.fixture(scope="session")
def small_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every family, rows in every table; made by the command lines of golden/builds.txt, asked by the golden questions."""
    return made_once(tmp_path_factory, "small", copy_small_book)


@pytest.fixture(scope="session")
def quick_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every family, what `tafelwerk build --quick` makes."""
    return made_once(tmp_path_factory, "quick", copy_quick_book)


@pytest.fixture(scope="session")
def skat_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Skat alone: trials, playouts, models, solved deals, ladders, published games and rounds of three programs."""
    return made_once(tmp_path_factory, "skat", _make_skat_book, "skat")


@pytest.fixture(scope="session")
def standard_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every family, what `tafelwerk build` makes; minutes, for slow tests."""
    return made_once(tmp_path_factory, "standard", _make_standard_book)


@pytest.fixture(scope="session")
def figure_book(tmp_path_factory: pytest.TempPathFactory, skat_book: Path) -> "Iterator[Book]":
    """The rows of all figures, see figure_books.py; open."""
    from figure_books import RACE_K, whole_book

    from tafelwerk.book import open_book
    from tafelwerk.families.montecarlo.figures import races

    path = whole_book(tmp_path_factory, skat_book)
    with pytest.MonkeyPatch.context() as patch, open_book(path, pocket=False) as book:
        patch.setattr(races, "K_MAX", RACE_K)
        yield book


@pytest.fixture(scope="session")
def scant_figure_book(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Book]":
    """Some rows of the figures of three families, see figure_books.py; open."""
    from figure_books import scant_book

    from tafelwerk.book import open_book

    with open_book(scant_book(tmp_path_factory), pocket=False) as book:
        yield book


def copy_family(book: Path, family: str, folder: Path) -> Path:
    """A book of one family's file in a folder, to be written to.

    Args:
        book: the book.
        family: the family.
        folder: the new book; made if it is not there.
    """
    folder.mkdir(exist_ok=True)
    shutil.copy(family_file(book, family), folder)
    return folder


def alter_file(file: Path, *statements: str) -> None:
    """Change a family's file by SQL, as no build would.

    Args:
        file: the file, of a copy.
        statements: executed in turn, see `with_build`.
    """
    with duckdb.connect(str(file)) as connection:
        for statement in statements:
            connection.execute(with_build(statement))


def with_build(statement: str) -> str:
    """The statement; if it adds rows to a family's table that it writes out, they are of the file's first build, or of 0."""
    first = "(SELECT coalesce(min(build), 0) FROM meta.builds)"
    return re.sub(
        r"^INSERT INTO (?!meta\.)(\S+) (VALUES .*)",
        rf"INSERT INTO \1 SELECT *, {first} FROM (\2)",
        statement,
        flags=re.DOTALL,
    )


def as_format_5(file: Path) -> None:
    """Make of a family's file one of format 5, whose rows do not say which build they are of."""
    with duckdb.connect(str(file)) as connection:
        names = connection.execute("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main'").fetchall()
        for name in ("meta.builds", *(name for (name,) in names)):
            connection.execute(f"ALTER TABLE {name} DROP COLUMN build")
        connection.execute("UPDATE meta.format SET version = 5")


def bare_family(book: Path, family: str, *statements: str) -> Path:
    """A book of one family whose rows SQL alone has written, in milliseconds; no hash or seal says what they are.

    One build is recorded, which says nothing of them but that they are exact.

    Args:
        book: its folder; made if it is not there.
        family: the family.
        statements: executed in turn on the empty tables, see `with_build`.
    """
    book.mkdir(exist_ok=True)
    alter_file(
        family_file(book, family),
        schema_sql("meta"),
        schema_sql(family),
        f"INSERT INTO meta.format VALUES ({FORMAT_VERSION}, '{family}', 'a test')",
        "INSERT INTO meta.tables SELECT table_name, 0, '' FROM duckdb_tables() WHERE schema_name = 'main'",
        _BARE_BUILD,
        *statements,
    )
    return book


def insertion(table: str, rows: Iterable[Sequence[object]]) -> str:
    """The statement that adds rows to a table, without their build, which `alter_file` and `bare_family` give them."""
    values = ", ".join(f"({', '.join(map(literal, row))})" for row in rows)
    return f"INSERT INTO {table} VALUES {values}"


def copy_quick_book(book: Path) -> None:
    """Add the quick book's files to a folder; each family's is made first unless the same code has made it before."""
    for family in FAMILIES:
        copy_kept(book, f"quick-{family}", _quick_maker(family), [family])


def _quick_maker(family: str) -> Callable[[Path], None]:
    from tafelwerk.build import kind

    return lambda book: _run(book, list(kind.builders(family).quick()), "inline")


def _make_standard_book(book: Path) -> None:
    from tafelwerk.build import kind

    for family in FAMILIES:
        _run(book, list(kind.builders(family).standard()), "local")


def _make_skat_book(book: Path) -> None:
    from tafelwerk.families.skat import builds as skat
    from tafelwerk.families.skat.rules.limits import Question

    builds = [
        *skat.Trials(TRIALS).sections(),
        *skat.Playouts(PLAYOUTS).sections(),
        *skat.RandomDeals(4).sections(),
        *skat.Ladder(2, cards=5).sections(),
        *skat.Ladder(2, question=Question.TABLE).sections(),
        *skat.Ladder(2, question=Question.NULL).sections(),
        skat.PublishedGames(),
        *skat.log_builds(list(_rounds())),
    ]
    _run(book, builds, "inline")


def _run(book: Path, builds: "list[Build]", executor: "ExecutorName") -> None:
    """Make builds and what is derived from their rows, as the command line does."""
    from tafelwerk.build import kind, runner
    from tafelwerk.tables.book import Book

    runner.run(book, builds, executor=executor)
    with Book(book) as opened:
        later = list(kind.derived_builds(opened, {build.family for build in builds}))
    runner.run(book, later, executor=executor)


def _rounds() -> "Iterator[Round]":
    """Three rounds by programs that bid and announce by what their hands show, without looking at any deal."""
    from tafelwerk.families.skat.classifiers import shipped_weights
    from tafelwerk.families.skat.rules.matches import match_round
    from tafelwerk.solvers.skat.hand_chances import Chances
    from tafelwerk.solvers.skat.hidden_players import Chooser, read_agent
    from tafelwerk.solvers.skat.model_bidder import ModelBidder

    bidder, chooser = ModelBidder(Chances(shipped_weights()), worlds=0), Chooser()
    names = ("pimc:10", "pimc:3", "random")
    for number in range(3):
        yield match_round(names, 1, number, lambda name: read_agent(name, bidder=bidder, chooser=chooser))
