"""Statements from outside read the book and nothing else."""

import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import duckdb
import pytest
import toy_family
from program import run_python

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import BookError, InputError, LimitError
from tafelwerk.tables import contents
from tafelwerk.tables.sandbox import Limits, check_statement, query

ENDLESS = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE (a.range * b.range) % 7 = 3"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sandbox") / "book"
    run(path, [toy_family.squares(100), toy_family.signs(10)], executor="inline")
    return path


def statements(section: str) -> list[str]:
    """Lines of a section of statements.txt."""
    text = (Path(__file__).parent / "statements.txt").read_text(encoding="utf-8")
    lines = text.partition(f"[{section}]\n")[2].partition("\n\n")[0].splitlines()
    return [line.replace("⏎", "\n") for line in lines]


def test_statements_that_read(book: Path) -> None:
    for statement in statements("let through"):
        assert check_statement(statement) == statement.removesuffix(";")
    for statement in statements("answered"):
        with query(book, statement) as answer:
            assert len(answer.columns) == len(answer.types) >= 1
            assert isinstance(answer.rows(), list)


@pytest.mark.parametrize(
    ("statement", "parameters", "rows"),
    [
        ("SELECT n, square FROM toy.squares WHERE n IN (?, ?) ORDER BY n", [5, 7], [(5, 25), (7, 49)]),
        (
            "SELECT n FROM toy.squares WHERE n BETWEEN $least AND $most ORDER BY n",
            {"least": 3, "most": 4},
            [(3,), (4,)],
        ),
        ("SELECT $2, $1;", ("a", None), [(None, "a")]),
        ("SELECT count(*) FROM toy.squares WHERE n IN (SELECT unnest(?))", [[1, 2, 3]], [(3,)]),
        # a value is a value, whatever it says
        ("SELECT ? AS text", ["1; DROP TABLE toy.squares"], [("1; DROP TABLE toy.squares",)]),
    ],
)
def test_a_statement_takes_parameters(statement: str, parameters: Any, rows: list[tuple[Any, ...]], book: Path) -> None:
    with open_book(book) as opened:
        assert opened.sql(statement, parameters).rows() == rows


@pytest.mark.parametrize(
    ("statement", "parameters", "said"),
    [
        ("SELECT ?", None, "parameters: 1"),
        ("SELECT ?", [1, 2], "parameters: 2"),
        ("SELECT $n", {"m": 1}, "parameters: n"),
        ("SELECT ?", "abc", "not 'abc'"),
        ("SELECT ?", 5, "a list of values"),
        ("SELECT ?", [object()], "object"),
        ("FROM read_csv(?)", ["/etc/passwd"], "no access to files"),
        ("FROM query(?)", ["FROM read_text('/etc/passwd')"], "no access to files"),
        ("DELETE FROM toy.squares WHERE n = ?", [1], "DELETE is not allowed"),
        ("SELECT 1; SELECT ?", [1], "one statement at a time"),
    ],
)
def test_parameters_that_do_not_fit(statement: str, parameters: Any, said: str, book: Path) -> None:
    with open_book(book) as opened, pytest.raises(InputError, match=said):
        opened.sql(statement, parameters)


def test_other_statements_are_refused() -> None:
    for line in statements("refused"):
        statement, _, reason = line.rpartition(" => ")
        with pytest.raises(InputError, match=reason) as caught:
            check_statement(statement)
        assert "\n" not in str(caught.value)


def test_nothing_outside_is_reached(book: Path) -> None:
    message = {"a": [1]}  # a Python variable that a statement must not see
    for statement in statements("outside"):
        with pytest.raises(InputError) as caught, query(book, statement) as answer:
            answer.rows()
        assert "\n" not in str(caught.value)
        assert "root:" not in str(caught.value)
    assert message


def test_a_statement_keeps_its_end_beyond_ascii(book: Path) -> None:
    for statement, alone in [
        ("SELECT 'ü' AS x;", "SELECT 'ü' AS x"),
        ("SELECT '♣♠' AS x -- ♥;\n; -- ♦", "SELECT '♣♠' AS x -- ♥;\n"),
        ('SELECT 1 AS "é;ü" ;', 'SELECT 1 AS "é;ü" '),
    ]:
        assert check_statement(statement) == alone
    for letters in ("aaaa", "ääää", "🂡🂡🂡🂡"):
        statement = f"SELECT '{letters}' AS a, count(*) AS c FROM toy.signs WHERE n < 3 --;\n OR n > 5         "
        assert check_statement(statement) == statement
        with query(book, statement) as answer:
            assert answer.rows() == [(letters, 7)]


def test_what_is_not_utf_8() -> None:
    with pytest.raises(InputError, match="UTF-8 from character 9 on"):
        check_statement("SELECT '\udcff'")


def test_a_long_message_is_cut(book: Path) -> None:
    """DuckDB lists the types of all arguments of a function that does not take them."""
    with pytest.raises(InputError) as fault, query(book, f"SELECT round({', '.join(map(str, range(200)))})") as answer:
        answer.rows()
    assert str(fault.value).startswith("Binder Error: No function matches")
    assert 600 < len(str(fault.value)) < 1000


def test_error_in_the_middle_of_a_stream(book: Path) -> None:
    statement = "SELECT CASE WHEN range < 300000 THEN 1 ELSE error('late') END AS x FROM range(400000)"
    for take in ("rows", "pl"):
        with pytest.raises(InputError, match="late"), query(book, statement) as answer:
            getattr(answer, take)()


def test_forms_agree(book: Path) -> None:
    statement = "SELECT n, square, note FROM toy.squares ORDER BY n LIMIT 10"
    with query(book, statement) as answer:
        rows = answer.rows()
    with query(book, statement) as answer:
        batches = list(answer.batches(["#2", "#1"], 3))
    assert [len(batch) for batch in batches] == [3, 3, 3, 1]
    assert [row for batch in batches for row in batch] == [(square, n) for n, square, _ in rows]
    with query(book, statement) as answer:
        assert answer.pl()["note"].to_list() == [row[2] for row in rows]
        assert answer.columns == ("n", "square", "note")
        assert answer.types == ("UINTEGER", "HUGEINT", "VARCHAR")


def test_a_program_that_took_a_frame_ends_in_silence(book: Path) -> None:
    """DuckDB tells at the end of a process of objects that somebody else still holds."""
    done = run_python(
        "import sys, tafelwerk; print(tafelwerk.open_book(sys.argv[1]).sql('FROM toy.signs').height)", str(book)
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "10\n", "")


def test_empty_book(tmp_path: Path) -> None:
    with query(tmp_path / "none", "SELECT * FROM meta.builds") as answer:
        assert answer.columns[:4] == ("family", "build", "digest", "name")
        assert answer.rows() == []
    with query(tmp_path / "none", "SELECT 6 * 7") as answer:
        assert answer.rows() == [(42,)]


def test_ctrl_c_stops_a_statement(book: Path) -> None:
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    # a shell that runs tests in the background has SIGINT ignored
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt), query(book, ENDLESS) as answer:
            answer.rows()
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    with query(book, "SELECT 1") as answer:
        assert answer.rows() == [(1,)]


@pytest.mark.parametrize("in_main", [True, False])
def test_a_statement_has_its_time(book: Path, in_main: bool) -> None:
    caught: list[LimitError] = []

    def ask() -> None:
        try:
            with query(book, ENDLESS, Limits(0.3)) as answer:
                answer.rows()
        except LimitError as error:
            caught.append(error)

    begin = time.monotonic()
    if in_main:
        ask()
    else:
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    (error,) = map(str, caught)
    assert "longer than 0.3 s" in error
    assert "--timeout" in error
    assert time.monotonic() - begin < 20


def test_the_time_counts_over_batches(book: Path) -> None:
    """A time that is up between two batches is noticed at the next one."""
    with pytest.raises(LimitError), query(book, "FROM range(100000000)", Limits(0.3)) as answer:  # noqa: PT012
        for _ in answer.batches(["#1"], 10_000):
            time.sleep(0.05)


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT list(range) FROM range(1000000000)",
        "SELECT count(DISTINCT hash(range)) FROM range(1000000000)",
        pytest.param(
            "SELECT length(repeat('x', 1000000000))",
            marks=pytest.mark.skipif(not sys.platform.startswith("linux"), reason="not counted by DuckDB"),
        ),
    ],
)
def test_a_statement_has_its_memory(book: Path, statement: str) -> None:
    with pytest.raises(LimitError, match="--memory"), query(book, statement, Limits(300, 10**8)) as answer:
        answer.rows()
    with query(book, "SELECT 1") as answer:
        assert answer.rows() == [(1,)]


def test_what_cannot_be_interrupted_is_given_up(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A function at work on one large value does not look whether it was interrupted."""
    monkeypatch.setattr("tafelwerk.tables.sandbox._GRACE", 0.2)
    given_up: list[BaseException] = []
    with query(book, "SELECT 1", Limits(0.1, None, given_up.append)):
        time.sleep(1.0)  # in the place of such a function
    assert given_up
    assert isinstance(given_up[0], LimitError)


def test_a_damaged_family_is_left_out(book: Path, tmp_path: Path) -> None:
    copy = tmp_path / "book"
    copy.mkdir()
    (copy / "toy.duckdb").write_bytes((book / "toy.duckdb").read_bytes())
    (copy / "other.duckdb").write_text("no table at all")
    with query(copy, "SELECT count(*) FROM toy.signs") as answer:
        assert answer.rows() == [(10,)]
        assert [str(fault).partition(" ")[0] for fault in answer.left_out.values()] == [str(copy / "other.duckdb")]
    with query(copy, "SELECT DISTINCT family FROM meta.builds") as answer:
        assert answer.rows() == [("toy",)]
    for statement in ("FROM other.games", "FROM Other.games", "SUMMARIZE other.games"):
        with pytest.raises(BookError, match=r"other\.duckdb"):
            query(copy, statement)
    with pytest.raises(InputError, match="nothing"):
        query(copy, "FROM toy.nothing")


def test_statements_of_the_program_share_a_connection_until_a_file_changes(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that fails, or that holds much, leaves none; others have one of their own."""
    monkeypatch.setattr(contents, "_IDLE", {})  # other tests leave theirs
    copy = tmp_path / "book"
    copy.mkdir()
    shutil.copy2(book / "toy.duckdb", copy)

    def ask(statement: str, is_own: bool = True) -> object:
        with query(copy, statement, Limits(60), is_own=is_own) as answer:
            return answer.rows()

    def kept() -> list[object]:
        return [connection for state, connection in contents._IDLE.values() if state is not None]

    assert ask("SELECT count(*) FROM toy.signs") == [(10,)]
    (first,) = kept()
    assert ask("SELECT DISTINCT family FROM meta.builds") == [("toy",)]
    assert ask("SELECT count(*) FROM toy.signs", is_own=False) == [(10,)]
    assert kept() == [first]
    os.utime(copy / "toy.duckdb", ns=(1, 1))
    assert ask("SELECT count(*) FROM toy.signs") == [(10,)]
    (second,) = kept()
    assert second is not first
    with pytest.raises(InputError):
        ask("SELECT error('no')")
    assert kept() == []
    (copy / "toy.duckdb").unlink()
    with pytest.raises(InputError):
        ask("SELECT count(*) FROM toy.signs")


@pytest.mark.parametrize("fault", [RuntimeError("Query interrupted"), duckdb.InterruptException("INTERRUPT Error")])
def test_ctrl_c_while_files_are_opened(fault: Exception, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise fault

    monkeypatch.setattr("tafelwerk.tables.sandbox.foreign_definitions", stopped)
    with pytest.raises(KeyboardInterrupt):
        query(book, "SELECT 1")
