"""Books with one odd value each: whatever is stored, a question is answered or refused, and never by exit code 1."""

import gc
import shlex
import shutil
import signal
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from time import process_time

import duckdb
from golden.questions import POCKET, questions
from golden.small_book import write_files
from program import call

from tafelwerk.book import open_book
from tafelwerk.errors import ExitCode, TafelwerkError
from tafelwerk.plots.figure import figures
from tafelwerk.tables.layout import identifier
from tafelwerk.tables.noted import literal, note_statements

STUCK = 60
"""CPU seconds after which a command is broken off."""

SOME_QUESTIONS = 3
"""Questions about the odd table that each book is asked, besides what is asked of every book."""

PROGRESS = 50
"""Number of books between two lines of counts."""

SOME_OF_EVERY = 2
"""Of what may be asked of every book, such as `tables` and `sql`, so much is."""

SELDOM = 0.15
"""Share of the books that `verify` examines, or of which a figure is drawn: both are dear."""

ODD = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
LONG = "9" * 5000
TEXTS = (*ODD["texts"], LONG, f"1/{LONG}", "[" * 3000, '{"a":' * 3000, "x" * 200_000)
ROWS = ODD["rows"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the golden ones.

    Attributes:
        words: its command line, without the program and the book.
        stdin: what is typed.
        tables: tables that it reads, as "family.table".
        is_over_pocket: whether the pocket book lies beneath.
    """

    words: tuple[str, ...]
    stdin: str | None
    tables: frozenset[str]
    is_over_pocket: bool


@dataclass(frozen=True, slots=True)
class Result:
    """Result of asking many books.

    Attributes:
        books: number of books.
        exits: number of answers by exit code.
        wrong: what was wrong, one text per fault.
        most_seconds: CPU time of the slowest command.
    """

    books: int
    exits: dict[int, int]
    wrong: tuple[str, ...]
    most_seconds: float


class StuckError(BaseException):
    """A command took too long."""


@contextmanager
def _watched() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise StuckError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, STUCK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@cache
def known(family: str, book: Path, folder: Path, first: int, every: int) -> tuple[Asked, ...]:
    """One question of that many about a family, with the tables that the answer of a sound book reads.

    Args:
        family: the family.
        book: the sound book.
        folder: has the files that questions name.
        first: number of the first one.
        every: of that many questions one is asked.
    """
    kind = "pocket" if book == POCKET else "small"
    asked = []
    for line in questions(family)[first::every]:
        where, _, text = line.partition(" ")
        if where != kind and not (where == "both" and kind == "small"):
            continue
        words, stdin = shlex.split(text), None
        if "<" in words:
            at = words.index("<")
            words, stdin = words[:at], (folder / words[at + 1]).read_text(encoding="utf-8")
        beneath = str(POCKET) if where == "both" else ""
        with note_statements() as statements:
            done = call(*words, stdin=stdin, cwd=folder, TAFELWERK_BOOK=str(book), TAFELWERK_POCKET=beneath)
        if done.returncode:
            continue
        tables = {f"{one.family}.{table}" for one in statements for table in one.tables}
        asked.append(Asked(tuple(words), stdin, frozenset(tables), bool(beneath)))
    return tuple(asked)


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


def fuzz_values(
    books: Sequence[tuple[str, Path]],
    number: int,
    seed: str,
    scratch: Path,
    every: int = 1,
    tell: Callable[[str], object] = lambda text: None,
) -> Result:
    """Ask that many books with an odd value each.

    Args:
        books: families and the sound books that they are taken from, in turn.
        number: number of books.
        seed: determines everything.
        scratch: an empty folder.
        every: of that many golden questions one may be asked.
        tell: is told at once what is wrong, and now and then the counts so far.
    """
    first, files, here = Random(f"{seed} first").randrange(every), scratch / "files", scratch / "here"
    exits, wrong, slowest = Counter[int](), list[str](), 0.0
    files.mkdir()
    write_files(files)
    for index in range(number):
        draw = Random(f"{seed} {index}")
        family, source = books[index % len(books)]
        table, what = odd_book(source, scratch / "book", family, draw)
        for asked, is_question in lines(family, source, table, files, first, every, draw):
            shutil.rmtree(here, ignore_errors=True)
            shutil.copytree(files, here)
            shown = f"{index} {family} {table}: {what}: {shlex.join(asked.words)[:300]}"
            begin = process_time()
            try:
                with _watched():
                    code, said = _outcome(asked, here, scratch / "book")
            except StuckError:
                wrong.append(f"over {STUCK} s: {shown}")
                tell(wrong[-1])
                continue
            took = process_time() - begin
            slowest = max(slowest, took)
            exits[code] += 1
            if code == ExitCode.DEFECT or "this is a bug" in said:
                wrong.append(f"{shown}\n    {said[-400:]!a}")
                tell(wrong[-1])
            elif took > 10 or (is_question and code == ExitCode.BAD_INPUT):
                tell(f"{took:.1f} s: {shown}\n    {said[-300:]!a}")
        if index % PROGRESS == PROGRESS - 1:
            gc.collect()
            tell(f"{index + 1:,} of {number:,} books: {counts(exits)}; wrong: {len(wrong)}")
    return Result(number, exits, tuple(wrong), slowest)


def lines(
    family: str, source: Path, table: str, files: Path, first: int, every: int, draw: Random
) -> Iterator[tuple[Asked, bool]]:
    """What a book is asked whose table is odd, and whether that is a question of the golden ones."""
    name = f"{family}.{table.removeprefix('main.')}" if table.startswith("main.") else table
    questions = [one for one in known(family, source, files, first, every) if name in one.tables or name == table]
    for one in draw.sample(questions, min(SOME_QUESTIONS, len(questions))):
        as_json = draw.random() < 0.5 and "--json" not in one.words and "--format" not in one.words
        yield replace(one, words=(*one.words, *(["--json"] if as_json else []))), True
    others = draw.sample([*ODD["of_every"], draw.choice(ODD["dear"])], SOME_OF_EVERY)
    others += ["verify {family} --sample 1"] if draw.random() < SELDOM else []
    others += [f"figure {draw.choice(list(figures(family)))}"] if draw.random() < SELDOM and figures(family) else []
    for line in others:
        words = shlex.split(line.format(family=family, name=name, pocket=POCKET))
        yield Asked(tuple(words), None, frozenset(), is_over_pocket=False), False


def _outcome(asked: Asked, here: Path, book: Path) -> tuple[int, str]:
    """Exit code, and all that is said; of a figure that is drawn in Python, too."""
    if asked.words[0] != "figure":
        beneath = str(POCKET) if asked.is_over_pocket else ""
        done = call(*asked.words, stdin=asked.stdin, cwd=here, TAFELWERK_BOOK=str(book), TAFELWERK_POCKET=beneath)
        return done.returncode, done.stdout + done.stderr
    try:
        with open_book(book, pocket=False) as opened:
            opened.figure(asked.words[1])
    except TafelwerkError as error:
        return int(error.exit_code), str(error)
    except Exception as error:
        return int(ExitCode.DEFECT), f"{type(error).__name__}: {error}"
    return 0, ""


def counts(exits: Mapping[int, int]) -> str:
    """How many answers had each exit code, as text."""
    by_code = ", ".join(f"{times:,} exit {code}" for code, times in sorted(exits.items()))
    return f"{sum(exits.values()):,} answers ({by_code})"
