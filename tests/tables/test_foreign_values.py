"""Books from anywhere: whatever a file says of itself, and whatever its values are, it is refused or answers; others answer."""

import json
import re
import shutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from shlex import split
from typing import Any, NamedTuple

import pytest
import toy_family
from books import alter_file
from golden.questions import POCKET
from golden.small_book import FILES
from program import call, refused, tasks_here
from web.conftest import WorkersHere, asked_here

from tafelwerk.book import open_book
from tafelwerk.build import runner
from tafelwerk.errors import BookError, InputError, TafelwerkError
from tafelwerk.families.dresher import commands, questions
from tafelwerk.tables import readings
from tafelwerk.tables.book import family_file
from tafelwerk.web.atlas import strategies, walk
from tafelwerk.web.worker import JOBS, reply

FAMILIES = ("dresher", "search")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Files of two families, as they ship."""
    folder = tmp_path / "book"
    folder.mkdir()
    for family in FAMILIES:
        shutil.copy(POCKET / f"{family}.duckdb", folder)
    return folder


def replace_columns(table: str, columns: str) -> tuple[str, ...]:
    """Statements that make a table anew, without its constraints, some columns replaced."""
    schema, _, name = table.partition(".")
    columns = re.sub(r"^first (.*) AS (\w+)$", r"CASE WHEN rowid = 0 THEN \1 ELSE \2 END AS \2", columns)
    return (
        f"CREATE TABLE {schema}.copied AS SELECT * REPLACE ({columns}) FROM {table} ORDER BY rowid",
        f"DROP TABLE {table}",
        f"ALTER TABLE {schema}.copied RENAME TO {name}",
    )


class Kind(NamedTuple):
    """A block of foreign.txt."""

    name: str
    family: str
    statements: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


def read_kinds() -> Iterator[Kind]:
    for block in (Path(__file__).parent / "foreign.txt").read_text(encoding="utf-8").split("\n\n"):
        head, *lines = block.splitlines()
        if not head.startswith("== "):
            continue
        name, _, family = head.removeprefix("== ").partition(" | ")
        statements: list[str] = []
        for line in lines:
            table, _, columns = line.partition(": ")
            if line.startswith("$"):
                continue
            statements += replace_columns(table, columns) if re.fullmatch(r"\w+\.\w+", table) else (line,)
        commands = tuple(
            tuple(split(line[2:].replace("POCKET", str(POCKET)))) for line in lines if line.startswith("$")
        )
        yield Kind(name, family, tuple(statements), commands)


KINDS = {kind.name: kind for kind in read_kinds()}
METADATA = [kind for kind in KINDS.values() if not kind.lines]
REPORTED = (
    "no time",
    "names in lists",
    "more builds than a family may have",
    "seals in a view",
    "a table's rows are NULL",
)


def plant(name: str, book: Path) -> None:
    """Make a file of the book one of a kind."""
    alter_file(family_file(book, KINDS[name].family), *KINDS[name].statements)


@pytest.mark.parametrize(
    "name", [pytest.param(kind.name, marks=[pytest.mark.slow] * (place % 4 > 0)) for place, kind in enumerate(METADATA)]
)
def test_metadata_that_are_not_as_they_should_be_are_refused_and_the_other_family_answers(
    name: str, book: Path
) -> None:
    plant(name, book)
    refused(call("tables", "dresher", "--book", book), 4)
    assert call("doctor", "--book", book).returncode == 4
    value = call("dresher", "value", "5", "--json", "--book", book)
    assert value.returncode in (0, 4)
    document = json.loads(call("tables", "--json", "--book", book).stdout)
    assert [one["family"] for one in document["families"]] == ["search"]
    assert [one["family"] for one in document["damaged"]] == ["dresher"]
    statement = "SELECT (SELECT count(*) FROM meta.builds) + count(*) FROM search.free_totals"
    assert call("sql", statement, "--book", book).returncode == 0
    if name in REPORTED:
        assert call("verify", "dresher", "--sample", "1", "--book", book).returncode == 4
        done = call("diff", POCKET, book, "--family", "dresher")
        assert done.returncode == (0 if name == "no time" else 4)
    if name == "an evidence of a later version":
        text = refused(value, 4)
        assert "unknown evidence 'formally'" in text
        assert "update tafelwerk" in text


@pytest.mark.parametrize("name", [kind.name for kind in KINDS.values() if kind.lines])
def test_odd_tables_are_refused_or_answered(name: str, tmp_path: Path) -> None:
    book, kind = tmp_path / "book", KINDS[name]
    book.mkdir()
    shutil.copy(POCKET / f"{kind.family}.duckdb", book)
    plant(name, book)
    for words in kind.lines:
        done = call(*words, cwd=tmp_path, TAFELWERK_BOOK=str(book), TAFELWERK_POCKET="")
        assert done.returncode in (0, 4), (words, done.returncode, done.stderr)


@pytest.fixture(scope="module")
def of_a_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a game built from a file, whose answers are stored."""
    folder = tmp_path_factory.mktemp("game")
    (folder / "matrix.csv").write_text(FILES["matrix.csv"], encoding="utf-8")
    words = ("build", "mastermind", "--matrix", "matrix.csv", "--name", "table", "--strategy", "h1")
    with tasks_here():
        assert call(*words, cwd=folder, TAFELWERK_BOOK="book", TAFELWERK_POCKET="").returncode == 0
    return folder / "book"


def test_rows_that_make_no_game_are_the_files_fault(of_a_file: Path, tmp_path: Path) -> None:
    for number, statement in enumerate(
        (
            "UPDATE codes SET text = NULL WHERE code = 1",
            "UPDATE queries SET text = 'y' WHERE query = 1",
            "UPDATE answer_rows SET answers = list_transform(answers, lambda answer: 300)",
            "UPDATE labels SET solved = (answer = 0)",
            "DELETE FROM labels",
        )
    ):
        book = shutil.copytree(of_a_file, tmp_path / str(number))
        table = statement.split()[statement.startswith("DELETE") + 1]
        # made anew, a table has no constraint
        alter_file(family_file(book, "mastermind"), *replace_columns(f"main.{table}", "game AS game"), statement)
        done = call("mastermind", "summary", "--name", "table", "--strategy", "h2", "--book", book, TAFELWERK_POCKET="")
        assert "holds values that cannot be used" in refused(done, 4)


def test_a_refusal_names_file_table_row_and_remedy(book: Path) -> None:
    plant("a denominator of 0", book)
    text = refused(call("dresher", "value", "1", "--book", book), 4)
    fault = f"{book / 'dresher.duckdb'} holds values that cannot be used (dresher.games; n = 1: ZeroDivisionError"
    assert fault in text
    assert f"`tafelwerk verify dresher --book {book}` examines them" in text
    assert "move it away and run" in text
    # in Python, too
    with open_book(book, pocket=False) as opened:
        with pytest.raises(BookError, match="holds values that cannot be used"):
            opened.dresher.value(1)
        assert opened.dresher.value(7).n == 7


def test_a_printed_number_is_compared_with_none_that_cannot_be_used(book: Path) -> None:
    alter_file(family_file(book, "dresher"), *replace_columns("main.games", "0 AS value_den"))
    done = call("published", "dresher", "--json", "--book", book, TAFELWERK_POCKET="")
    verdicts = {one["verdict"] for one in json.loads(done.stdout) if "value_den" in one["query"]}
    assert verdicts == {"cannot be used"}


def test_a_failure_of_a_computation_stays_a_bug(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It depends on its parameters alone."""

    def fail(question: questions.Value) -> None:
        raise ZeroDivisionError("in a solver")

    monkeypatch.setattr(questions.Value, "solve", fail)
    done = call("dresher", "value", "65", "--book", book)
    assert done.returncode == 1
    assert "this is a bug in Tafelwerk" in done.stderr
    with open_book(book) as opened, pytest.raises(ZeroDivisionError):
        opened.dresher.value(65)


def test_a_text_made_of_stored_values_refuses_the_file(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once there is an answer, nothing of the command line is left to be refused."""

    def refuse(proof: questions.Certificate) -> str:
        raise InputError("weights must be one or more integers")

    monkeypatch.setattr(commands, "_file_text", refuse)
    assert "dresher.duckdb holds values that cannot be used" in refused(
        call("dresher", "certificate", "5", "--book", book), 4
    )


def read_then_raise(book: Path, error: Exception, n: int = 5, *, apart: bool = False) -> None:
    """A look-up that fails once it has read a game; `apart`: in a block that depends on its parameters alone."""
    with open_book(book, pocket=False) as opened, readings.boundary():
        opened.rows("dresher", "SELECT value_num FROM dresher.games WHERE n = ?", n)
        with readings.boundary() if apart else nullcontext():
            raise error


def test_a_failure_that_followed_a_reading_is_the_files(book: Path) -> None:
    for error, kind in ((KeyError("partner"), ": KeyError"), (TafelwerkError("the trees have no optimal mixture"), "")):
        with pytest.raises(BookError, match=rf"dresher\.games; n = 5{kind}"):
            read_then_raise(book, error)
    with pytest.raises(InputError, match="too large"):
        read_then_raise(book, InputError("n is too large"))
    with pytest.raises(KeyError):
        read_then_raise(book, KeyError("of parameters alone"), apart=True)
    with pytest.raises(KeyError):
        read_then_raise(book, KeyError("partner"), 30_000)


def misread(book: Path) -> Any:
    """Read a game, and fail over what it holds."""
    with open_book(book, pocket=False) as opened:
        opened.rows("dresher", "SELECT value_num FROM dresher.games WHERE n = 5")
    raise KeyError("partner")


@dataclass(frozen=True)
class Misreading(toy_family.Signs):
    """A task that fails over rows of another file."""

    book: Path = Path()

    def run(self) -> Any:
        return misread(self.book)


def test_pages_and_builds_that_fail_over_rows_blame_their_file(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "misread", misread, raising=False)
    monkeypatch.setitem(JOBS, "misread", f"{questions.__name__}:misread")
    answer = json.loads(reply("misread", {"book": book}))
    assert (answer["code"], "holds values that cannot be used" in answer["error"]) == (4, True)
    for run, paths in ((runner._hold, ()), (runner._stage, (tmp_path / "part.parquet",))):
        with pytest.raises(BookError, match="holds values that cannot be used"):
            run("toy", paths, Misreading(0, 3, book=book))
    monkeypatch.setattr(strategies, "SOURCES", (("trees", "a line", lambda opened: misread(book)),))
    with open_book(book) as opened:
        assert strategies.strategy_pages(opened, print)[2] == [("trees", strategies.DAMAGED)]


BAD, SOUND = FAMILIES
UNUSABLE: dict[str, Callable[[Path], object] | None] = {
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:50_000]),
    "a foreign schema": lambda file: (file.unlink(), alter_file(file, "CREATE TABLE games (n INTEGER)")),
    "an evidence of a later version": None,
    "more builds than a family may have": None,
}
"""Files that cannot be used, with what makes them so; None: kinds of foreign.txt."""


def spoil(kind: str, book: Path) -> None:
    """Make a family's file unusable."""
    change = UNUSABLE[kind]
    _ = change(family_file(book, BAD)) if change else plant(kind, book)


def answer_of(book: Path, *words: str, code: int = 0) -> str:
    """What a command says of the sound family."""
    done = call(*words, cwd=book.parent, TAFELWERK_BOOK=str(book), TAFELWERK_POCKET="")
    assert done.returncode == code, (words, done.stderr)
    return done.stdout + done.stderr


@pytest.mark.parametrize("kind", UNUSABLE)
def test_commands_and_python_answer_for_the_others(kind: str, book: Path, tmp_path: Path) -> None:
    """Every command on the whole book."""
    spoil(kind, book)
    left_out = f"left out: {book / BAD}.duckdb"
    for words in (
        ("tables", "--card", SOUND),
        ("sql", f"FROM {SOUND}.free_totals LIMIT 1"),
        ("cite", f"{SOUND}.free_totals"),
        (SOUND, "free", "30", "2"),
    ):
        assert "left out" not in answer_of(book, *words).replace(left_out, "")
    lines = answer_of(book, "tables", "--json").splitlines()
    document = json.loads(lines[0])
    assert [family["family"] for family in document["families"]] == [SOUND]
    assert [family["family"] for family in document["damaged"]] == [BAD]
    assert lines[-1].startswith(left_out)
    assert "the same" not in answer_of(book, "doctor", code=4)
    # what covers the whole book goes on and says so
    assert left_out in answer_of(book, "export", "--all", "all", code=4)
    package = json.loads((tmp_path / "all" / "datapackage.json").read_text())
    assert {table["path"].partition(".")[0] for table in package["resources"]} == {SOUND}
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(POCKET / f"{SOUND}.duckdb", other)
    for books in ((str(book), str(other)), (str(other), str(book))):
        report = answer_of(book, "diff", *books, code=4)
        assert f"{SOUND}: the same" in report
        assert (left_out in report) == (f"{BAD}: not compared" in report)
        assert f"{BAD}: the same" not in report
    with open_book(book, pocket=False) as opened:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            listed = set(opened.tables()["family"])
            assert len(opened.sql(f"FROM {SOUND}.free_totals LIMIT 2")) == 2
        # what its builds are is no matter for a list of tables
        assert SOUND in listed
        assert (BAD in listed) == (not warned)
        assert {warning.filename for warning in warned if left_out in str(warning.message)} <= {__file__}
        assert opened.search.free(30, 2)


def test_pages_of_the_others_are_served(book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And an atlas of them is written, here of three pages."""
    monkeypatch.setattr(walk, "Workers", WorkersHere)
    monkeypatch.setattr(walk, "PAGES", re.compile(f"/|/data|/tables/{SOUND}.free_totals"))
    spoil("an evidence of a later version", book)
    site = asked_here(book)
    for address in (
        "/",
        f"/tables/{SOUND}.free_totals",
        f"/sql?q=FROM {SOUND}.free_totals LIMIT 2",
        f"/ask/{SOUND}/free?codes=30&width=2",
        "/builds",
        "/api/tables",
    ):
        assert site.get(address).status_code == 200, address
    assert site.get(f"/api/card/{BAD}").status_code == 503
    answer_of(book, "atlas", "-o", "atlas", "--figures", "dresher-1.3")
    assert f"{SOUND}.free_totals" in (tmp_path / "atlas" / "data.html").read_text()
