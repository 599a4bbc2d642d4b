"""`tafelwerk sql` as a user runs it."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import polars
import pytest
from program import PROGRAM, call, environment, refused, run

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.commands import rowset
from tafelwerk.commands.sql import HELP, completions
from tafelwerk.tables.layout import macros

DUELS = "SELECT heap, k, first FROM montecarlo.subtraction_duels WHERE heap = 2 ORDER BY k"


def test_an_empty_book_answers(tmp_path: Path) -> None:
    assert "SHOW ALL TABLES lists its tables" in call("sql", "SHOW TABLES", "--book", tmp_path).stderr
    assert "SHOW ALL TABLES" not in call("sql", "SHOW ALL TABLES", "--book", tmp_path).stderr
    done = call("sql", "SELECT 6 * 7 AS answer", "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == [{"answer": 42}]
    assert json.loads(call("sql", "FROM meta.builds", "--json", cwd=tmp_path).stdout) == []
    assert list(tmp_path.iterdir()) == []


def test_the_formats_agree(book: Path, tmp_path: Path) -> None:
    wanted = [{"heap": 2, "k": k, "first": 0.25} for k in (1, 2, 3)]

    def said(form: str) -> str:
        return call("sql", DUELS, "--format", form, "--book", book).stdout

    assert json.loads(call("sql", DUELS, "--json", "--book", book).stdout) == json.loads(said("json")) == wanted
    assert [json.loads(line) for line in said("jsonl").splitlines()] == wanted
    assert list(csv.DictReader(io.StringIO(said("csv")))) == [{k: str(v) for k, v in row.items()} for row in wanted]
    table = [line.split() for line in said("table").splitlines() if "─" not in line]
    assert table[1:] == [["2", str(k), "0.25"] for k in (1, 2, 3)]
    # the ending of the file says the format
    for ending in ("json", "csv", "parquet"):
        done = call("sql", DUELS, "-o", tmp_path / f"a.{ending}", "--book", book)
        assert (done.returncode, done.stdout) == (0, "")
        assert "3 rows" in done.stderr
    assert polars.read_parquet(tmp_path / "a.parquet").to_dicts() == json.loads((tmp_path / "a.json").read_text())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.json", "a.parquet"]


def test_a_statement_from_standard_input(book: Path) -> None:
    assert json.loads(run("sql", "--json", "--book", book, stdin=DUELS + ";\n").stdout)[0]["heap"] == 2
    assert "empty" in refused(call("sql", "--book", book, stdin=""), 2)
    assert "one statement" in refused(call("sql", "--book", book, stdin="SELECT 1; SELECT 2;"), 2)


def test_bytes_that_are_no_text(book: Path) -> None:
    for words, stdin in (([b"SELECT \xff"], b""), ([], b"SELECT '\xc3';")):
        done = subprocess.run(
            [os.fsencode(PROGRAM), b"sql", *words, b"--book", os.fsencode(book)],
            input=stdin,
            capture_output=True,
            env=environment(),
            check=False,
        )
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"\n") == 1
        assert b"UTF-8" in done.stderr


ENDLESS = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE (a.range * b.range) % 7 = 3"
LARGE = "SELECT list_sort(range(20000000))"
"""One value of some 10 seconds, which DuckDB does not interrupt."""
REPEATED = "SELECT length(repeat('x', 2000000000))"
LISTED = "SELECT list(range) FROM range(1000000000)"


@pytest.mark.parametrize(("statement", "output"), [(ENDLESS, []), (LARGE, ["--output", "a.csv"])])
def test_a_statement_over_its_time_is_exit_5(statement: str, output: list[str], book: Path, tmp_path: Path) -> None:
    words = ["sql", statement, "--timeout", "0.3", "--book", str(book), *output]
    assert "longer than 0.3 s" in refused(run(*words, cwd=tmp_path), 5)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere DuckDB alone counts")
@pytest.mark.parametrize(("statement", "output"), [(REPEATED, []), (LISTED, ["-o", "a.parquet"])])
def test_a_statement_over_its_memory_is_exit_5(statement: str, output: list[str], book: Path, tmp_path: Path) -> None:
    words = ["sql", statement, "--memory", "200MB", "--book", str(book), *output]
    assert "--memory" in refused(run(*words, cwd=tmp_path), 5)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_ctrl_c_is_exit_130(book: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [PROGRAM, "sql", ENDLESS, "--output", tmp_path / "a.csv", "--book", book],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        # the start takes less than half a second of processor time: the statement runs
        times = Path(f"/proc/{process.pid}/stat")
        while sum(map(int, times.read_text().split()[13:15])) < os.sysconf("SC_CLK_TCK"):
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    finally:
        process.kill()
        out, err = process.communicate()
    assert (out, err) == ("", "interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["csv", "jsonl", "table"])
def test_an_answer_has_a_length(form: str, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("sql", "FROM range(300)", "--format", form, "--book", book)
    length = len(call(*words).stdout)
    monkeypatch.setattr(rowset, "_MOST_TEXT", length)
    assert len(call(*words).stdout) == length
    monkeypatch.setattr(rowset, "_MOST_TEXT", length - 1)
    assert "--output FILE" in refused(call(*words), 5)


def test_a_file_of_the_book_is_not_written_over(book: Path, tmp_path: Path) -> None:
    file = book / "montecarlo.duckdb"
    before = file.read_bytes()
    (tmp_path / "link.csv").symlink_to(file)
    (tmp_path / "hard.csv").hardlink_to(file)
    for output in (file, book / "skat.duckdb", tmp_path / "link.csv", tmp_path / "hard.csv", book / ".skat.lock"):
        line = refused(call("sql", "SELECT 1", "--format", "csv", "-o", output, "--book", book), 2)
        assert "is a file of a book" in line
    assert file.read_bytes() == before
    assert not (book / "skat.duckdb").exists()
    (tmp_path / "link.csv").unlink()
    (tmp_path / "hard.csv").unlink()


def test_the_prompt(book: Path, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, "sql", "--format", "csv", "--timeout", "1", "--book", book],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(XDG_CACHE_HOME=str(tmp_path), HOME=str(tmp_path), TERM="dumb", PYTHONIOENCODING="utf-8:strict"),
    )
    os.close(theirs)
    try:
        lines = (
            "SELECT 6",
            "* 7 AS answer;",
            "SELEC 1;",
            ".tables montecarlo",
            ".schema montecarlo.subtraction_duels",
            ".nothing",
            r"\x",
            "SELECT 1 AS a, 'b' AS c;",
            r"\x",
            ".timer",
            "SHOW TABLES;",
            ".timer",
            "'\udcff';",
            f"{ENDLESS};",
            "SELECT 'still' AS here;",
            r"\q",
        )
        for line in lines:
            os.write(ours, (line + "\n").encode(errors="surrogateescape"))
            time.sleep(0.05)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        os.close(ours)
    assert process.returncode == 0
    assert "answer\n42\n" in out.replace("\r", "")
    assert "montecarlo.subtraction_duels" in out
    assert "Certified" in out
    assert "a  1\nc  b\n" in out.replace("\r", "")
    assert "here\nstill\n" in out.replace("\r", "")
    assert "SHOW ALL TABLES" in err
    assert [line for line in err.splitlines() if line.startswith("error: ")] == [
        'error: Parser Error: syntax error at or near "SELEC"',
        "error: unknown command '.nothing'; " + HELP,
        "error: the line is not UTF-8",
        "error: the statement took longer than 1 s: raise the limit with --timeout S, or ask for less",
    ]


def test_tab_at_the_prompt(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    pytest.importorskip("readline")
    ours, theirs = pty.openpty()
    env = environment(XDG_CACHE_HOME=str(tmp_path), HOME=str(tmp_path), TERM="dumb")
    process = subprocess.Popen(
        [PROGRAM, "sql", "--format", "csv", "--book", tmp_path], stdin=theirs, stdout=theirs, stderr=theirs, env=env
    )
    os.close(theirs)
    seen = b""
    try:
        os.write(ours, b"SELECT 42 AS last_exc\t;\n\\q\n")
        with suppress(OSError):  # the other end is closed
            while chunk := os.read(ours, 4096):
                seen += chunk
        assert b"last_exception\r\n42\r\n" in seen
        process.wait(timeout=60)
    finally:
        process.kill()
        os.close(ours)


def test_a_family_that_is_not_built(tmp_path: Path) -> None:
    def asked(statement: str, code: int) -> str:
        return refused(call("sql", statement, "--book", tmp_path, TAFELWERK_POCKET=""), code)

    for statement in (
        "FROM skat.results",
        "SELECT points FROM skat.main.results JOIN dresher.games ON true",
        'DESCRIBE "skat"."results"',
        "EXPLAIN FROM skat.hands",
    ):
        line = asked(statement, 3)
        name = "hands" if "hands" in statement else "results"
        assert line.startswith(f"error: table skat.{name}: not in the book {tmp_path}; ")
        assert line.endswith(f"build it with: tafelwerk build skat --book {tmp_path}")
    assert asked("SELECT skat.card_name(31)", 3).startswith("error: macro skat.card_name: not in the book")
    assert "did you mean skat.results?" in asked("FROM skat.result", 2)
    assert "Catalog Error" in asked("FROM nothing.results", 2)
    assert "Catalog Error" in asked("SELECT 'skat.results' FROM results", 2)


def test_completion_at_the_prompt() -> None:
    for begun, statement, found in (
        ("dre", "", ["dresher."]),
        ("dresher.g", "", ["dresher.games"]),
        ("skat.card_n", "", ["skat.card_name(", "skat.card_names("]),
        ("sel", "", ["select"]),
        ("GROUP", "", ["GROUP BY"]),
        ("searcher_", "FROM dresher.games", ["searcher_total"]),
        ("searcher_", "FROM beams.costs", []),
        ("bui", "FROM beams.costs", ["build"]),
        (".ta", "", [".tables"]),
        ("meta.b", "", ["meta.builds"]),
    ):
        assert completions(begun, statement) == found
    assert {f"{family}.{one.name}(" for family in FAMILIES for one in macros(family)} <= {
        name for family in FAMILIES for name in completions(f"{family}.")
    }
