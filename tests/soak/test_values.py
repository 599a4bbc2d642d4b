"""Books with one odd value each: whatever is stored, a question is answered or refused, and never by exit code 1."""

import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

import duckdb
import pytest
from golden.questions import POCKET, questions
from golden.small_book import write_files
from program import call

from soak import CASES, limit_time, with_seeds
from tafelwerk.book import open_book
from tafelwerk.errors import ExitCode, TafelwerkError
from tafelwerk.families import FAMILIES
from tafelwerk.plots.figure import figures
from tafelwerk.tables.layout import identifier
from tafelwerk.tables.readings import literal, note_statements

STUCK = 60
"""CPU seconds after which a command is broken off."""

SOME_QUESTIONS = 3
"""Questions about the odd table that each book is asked, besides what is asked of every book."""

TRIED_QUESTIONS = 6
"""Golden questions that are tried, at most, to find some that read the odd table."""

SOME_OF_EVERY = 2
"""Number of the commands that any book answers, such as `tables` and `sql`, that each book is asked."""

SELDOM = 0.15
"""Share of the books that `verify` examines, or of which a figure is drawn: both are dear."""

ODD = tomllib.loads(Path(__file__).with_name("values.toml").read_text(encoding="utf-8"))
LONG = "9" * 5000
TEXTS = (*ODD["texts"], LONG, f"1/{LONG}", "[" * 3000, '{"a":' * 3000, "x" * 200_000)
ROWS = ODD["rows"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the golden ones.

    Attributes:
        words: its command line, without the program and the book.
        stdin: what is typed.
        beneath: folder of the pocket book, if that lies beneath.
    """

    words: tuple[str, ...]
    stdin: str | None = None
    beneath: str = ""


@cache
def read_question(line: str, book: Path, folder: Path) -> tuple[Asked, frozenset[str]] | None:
    """A golden question and the tables, as "family.table", that the answer of a sound book reads; None if that has no answer."""
    where, _, text = line.partition(" ")
    words, stdin = shlex.split(text), None
    if where not in (("pocket",) if book == POCKET else ("small", "both")):
        return None
    if "<" in words:
        at = words.index("<")
        words, stdin = words[:at], (folder / words[at + 1]).read_text(encoding="utf-8")
    asked = Asked(tuple(words), stdin, str(POCKET) if where == "both" else "")
    with note_statements() as statements:
        done = _call(asked, folder, book)
    tables = frozenset(f"{one.family}.{table}" for one in statements for table in one.tables)
    return None if done.returncode else (asked, tables)


def odd_book(source: Path, target: Path, family: str, draw: Random) -> tuple[str, str]:
    """Copy a family's file with one odd value. Returns its table and what is odd.

    Args:
        source: a sound book.
        target: folder of the new one.
        family: the family.
        draw: random numbers.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    file = target / f"{family}.duckdb"
    shutil.copy(source / file.name, file)
    with duckdb.connect(str(file)) as connection:
        tables = "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main' ORDER BY ALL"
        names = [name for (name,) in connection.execute(tables).fetchall()]
        filled = [name for name in names if connection.execute(f"SELECT 1 FROM {identifier(name)}").fetchone()]
        for _ in range(20):
            table = draw.choice(ODD["meta"]) if draw.random() < 0.12 else f"main.{draw.choice(filled)}"
            try:
                return table, plant(connection, table, draw)
            except duckdb.Error:
                with suppress(duckdb.Error):
                    connection.execute("ROLLBACK")
    raise AssertionError("no odd value fits")


def plant(connection: duckdb.DuckDBPyConnection, table: str, draw: Random) -> str:
    """Change a table of a family's file in one way; returns in which. It keeps its comments, but no constraint."""
    schema, _, name = table.partition(".")
    columns = connection.execute(
        "SELECT column_name, data_type, comment FROM duckdb_columns() WHERE schema_name = ? AND table_name = ?"
        " ORDER BY column_index",
        [schema, name],
    ).fetchall()
    (comment,) = connection.execute(
        "SELECT comment FROM duckdb_tables() WHERE schema_name = ? AND table_name = ?", [schema, name]
    ).fetchall()[0]
    kind = draw.random()
    ids = [row[0] for row in connection.execute(f"SELECT rowid FROM {table}").fetchall()]
    row = draw.choice(ids) if ids else 0
    column, data_type, _ = draw.choice(columns)
    quoted = identifier(column)
    if kind < 0.7:
        where = f"rowid = {row}" if draw.random() < 0.4 else "true"
        odd = draw.choice(list(odd_values(column, data_type)))
        what = f"{column} = {odd[:60]} where {where}"
        kept = f"{quoted}::VARCHAR" if odd.endswith("::VARCHAR") and data_type != "VARCHAR" else quoted
        select = (
            f"SELECT * REPLACE (CASE WHEN {where} THEN {odd} ELSE {kept} END AS {quoted}) FROM {table} ORDER BY rowid"
        )
    elif kind < 0.82:
        other = draw.choice(ODD["types"])
        what = f"{column} is {other}"
        select = f"SELECT * REPLACE (TRY_CAST({quoted} AS {other}) AS {quoted}) FROM {table} ORDER BY rowid"
    else:
        what = draw.choice(list(ROWS))
        select = ROWS[what].format(table=table, row=row, column=quoted)
        what += f" {column}" if "{column}" in ROWS[what] else ""
    connection.execute("BEGIN")
    if select:
        connection.execute(f"CREATE TABLE {schema}.odd_copy AS {select}")
    connection.execute(f"DROP TABLE {table}")
    if what == "view":
        connection.execute(f"CREATE VIEW {table} AS FROM {schema}.odd_copy")
    elif select:
        connection.execute(f"ALTER TABLE {schema}.odd_copy RENAME TO {identifier(name)}")
        if comment:
            connection.execute(f"COMMENT ON TABLE {table} IS {literal(comment)}")
        for n, _, text in columns:
            if text:
                with suppress(duckdb.CatalogException, duckdb.BinderException):
                    connection.execute(f"COMMENT ON COLUMN {table}.{identifier(n)} IS {literal(text)}")
    connection.execute("COMMIT")
    return what


def odd_values(column: str, kind: str) -> Iterator[str]:
    """Values of a column that no build writes, as SQL."""
    yield "NULL"
    name = identifier(column)
    if kind.endswith("[]"):
        yield from (f"[]::{kind}", f"[NULL]::{kind}", f"{name}[:1]::{kind}", f"list_concat({name}, {name})::{kind}")
        element = kind[:-2]
        if not element.endswith("[]") and not element.startswith(("STRUCT", "ENUM")):
            yield from (f"[{one}]::{kind}" for one in odd_values(column, element) if name not in one)
            yield f"list_transform(range(100000), lambda x: {name}[1])::{kind}"
        return
    if kind == "VARCHAR":
        yield from (f"{literal(text)}::VARCHAR" for text in TEXTS)
        yield from (f"('-' || {name})", f"({name} || {name})", f"({name} || ',')", f"lower({name})", f"{name}[1:-2]")
    elif kind.startswith("ENUM"):
        yield from ("'unknown label'::VARCHAR", "''::VARCHAR", f"enum_last({name})", f"enum_first({name})")
    elif kind in ("FLOAT", "DOUBLE"):
        yield from (f"'{one}'::{kind}" for one in ODD["floats"])
    elif kind == "TIMESTAMP":
        yield from (f"'{one}'::TIMESTAMP" for one in ODD["times"])
    elif kind == "BLOB":
        yield from ("''::BLOB", r"'\x00'::BLOB", r"'\xFF'::BLOB", f"{name} || {name}", r"repeat('\xFF'::BLOB, 3)")
    elif kind == "BOOLEAN":
        yield f"NOT {name}"
    elif "INT" in kind:
        yield from (f"TRY_CAST({one} AS {kind})" for one in ODD["integers"])
        yield from (
            f"TRY_CAST({name} + 1 AS {kind})",
            f"TRY_CAST({name} - 1 AS {kind})",
            f"TRY_CAST({name} * 1000 AS {kind})",
        )


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that questions name."""
    folder = tmp_path_factory.mktemp("soak") / "files"
    folder.mkdir()
    write_files(folder)
    return folder


FEW = [pytest.param(family, marks=() if family in ("dresher", "search") else pytest.mark.soak) for family in FAMILIES]


@with_seeds(CASES // 8)
@pytest.mark.parametrize("book", ["pocket", pytest.param("small", marks=pytest.mark.soak)])
@pytest.mark.parametrize("family", FEW)
def test_a_book_with_an_odd_value(
    family: str, book: str, seed: int, request: pytest.FixtureRequest, files: Path, tmp_path: Path
) -> None:
    source = POCKET if book == "pocket" else request.getfixturevalue("small_book")
    draw = Random(seed)
    table, what = odd_book(source, tmp_path / "book", family, draw)
    here = tmp_path / "here"
    for asked in questions_about(family, source, table, files, draw):
        shutil.rmtree(here, ignore_errors=True)
        shutil.copytree(files, here)
        with limit_time(STUCK):
            code, said = _outcome(asked, here, tmp_path / "book")
        is_right = code != ExitCode.DEFECT and "this is a bug" not in said
        assert is_right, f"{table}: {what}: {shlex.join(asked.words)[:300]}\n{said[-400:]!a}"


def questions_about(family: str, source: Path, table: str, files: Path, draw: Random) -> Iterator[Asked]:
    """What a book with an odd table is asked: some golden questions that read it, and some of what any book may be asked."""
    name = f"{family}.{table.removeprefix('main.')}" if table.startswith("main.") else table
    asked = 0
    for line in draw.sample(questions(family), min(TRIED_QUESTIONS, len(questions(family)))):
        question = read_question(line, source, files)
        if question is not None and (name in question[1] or name == table) and asked < SOME_QUESTIONS:
            asked += 1
            words = question[0].words
            as_json = draw.random() < 0.5 and "--json" not in words and "--format" not in words
            yield replace(question[0], words=(*words, *(["--json"] if as_json else [])))
    others = draw.sample([*ODD["of_every"], draw.choice(ODD["dear"])], SOME_OF_EVERY)
    others += ["verify {family} --sample 1"] if draw.random() < SELDOM else []
    others += [f"figure {draw.choice(list(figures(family)))}"] if draw.random() < SELDOM and figures(family) else []
    for line in others:
        yield Asked(tuple(shlex.split(line.format(family=family, name=name, pocket=POCKET))))


def _call(asked: Asked, here: Path, book: Path) -> subprocess.CompletedProcess[str]:
    places = {"TAFELWERK_BOOK": str(book), "TAFELWERK_POCKET": asked.beneath}
    return call(*asked.words, stdin=asked.stdin, cwd=here, **places)


def _outcome(asked: Asked, here: Path, book: Path) -> tuple[int, str]:
    """Exit code, and all that is said; of a figure that is drawn in Python, too."""
    if asked.words[0] != "figure":
        done = _call(asked, here, book)
        return done.returncode, done.stdout + done.stderr
    try:
        with open_book(book, pocket=False) as opened:
            opened.figure(asked.words[1])
    except TafelwerkError as error:
        return int(error.exit_code), str(error)
    except Exception as error:
        return int(ExitCode.DEFECT), f"{type(error).__name__}: {error}"
    return 0, ""
