"""`tafelwerk sql` as a user runs it."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from program import PROGRAM, call, environment, refused, run, told

from tafelwerk.commands import rowset
from tafelwerk.commands.sql import COMMANDS, HELP, completions
from tafelwerk.families import FAMILIES
from tafelwerk.tables.layout import macros

DUELS = "SELECT heap, k, first FROM montecarlo.subtraction_duels WHERE heap = 2 ORDER BY k"


def test_a_statement_from_standard_input(book: Path) -> None:
    assert json.loads(run("sql", "--json", "--book", book, stdin=DUELS + ";\n").stdout)[0]["heap"] == 2
    line = [os.fsencode(PROGRAM), b"sql", b"--book", os.fsencode(book)]
    done = subprocess.run(line, input=b"SELECT '\xc3';", capture_output=True, env=environment(), check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"UTF-8" in done.stderr


def test_several_statements_from_standard_input(book: Path) -> None:
    """Rows of each for a person, in order, and none if one fails; a document and a file take one."""
    text = "SELECT $n AS a; -- first;\nSELECT 'x;y' AS b;\n"
    ask = partial(call, "sql", "-", "--book", book, "--param", "n=7")
    assert ask(stdin=text).stdout.split() == ["a", "─", "7", "b", "───", "x;y"]
    assert ask("--format", "line", stdin=text).stdout == "a  7\n\nb  x;y\n"
    assert "error: line 3: Binder Error" in refused(ask(stdin=f"{text} SELECT c"), 2)
    for option in (("--json",), ("--format", "csv"), ("-o", "rows.csv")):
        assert "one statement at a time, not 2" in refused(ask(*option, stdin=text), 2)


ENDLESS = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE (a.range * b.range) % 7 = 3"
LARGE = "SELECT list_sort(range(20000000))"
"""One value of some 10 seconds, which DuckDB does not interrupt."""


def test_places_of_a_statement_have_values(book: Path) -> None:
    """Numbers exactly, everything else as text, in all kinds of rows."""
    line = ("sql", "SELECT $a AS a, typeof($a) AS kind, i FROM range($n) t(i)", "--param", "n=20001", "--book", book)
    for given, text, kind in (
        ("12", "12", "INTEGER"),
        ("0.10", "0.10", "DECIMAL(2,2)"),
        ("1e3", "1000.0", "DOUBLE"),
        ("'12'", "12", "VARCHAR"),
        ("=x=", "=x=", "VARCHAR"),
    ):
        rows = told(*line, "--param", f"a={given}", "--format", "csv").splitlines()
        assert next(csv.reader(rows[-1:])) == [text, kind, "20000"]
    for params, reason in (
        ((), "parameters: a; --param NAME=VALUE gives one"),
        (("--param", "a"), "write NAME=VALUE, such as --param a=10"),
        (("--param", "a=1", "--param", "a=2"), "--param gives a twice"),
    ):
        assert reason in refused(call(*line, *params), 2)


def test_numbers_that_are_text_are_noted_where_they_order_rows(book: Path) -> None:
    text, number = "subtraction_limits ORDER BY chance_num", "asymmetry_scans ORDER BY epsilon_num"
    cast = "(SELECT chance_num::HUGEINT AS chance_num FROM montecarlo.subtraction_limits) ORDER BY chance_num"
    statements = f"FROM montecarlo.{text}; SELECT 1 FROM montecarlo.{text}; FROM montecarlo.{number}; FROM {cast}"
    done = call("sql", "--book", book, stdin=statements)
    assert done.stderr.count("chance_num is text and ordered as such") == done.stderr.count("is text and") == 2


def test_a_statement_over_its_time_is_exit_5(book: Path, tmp_path: Path) -> None:
    words = ["sql", LARGE, "--timeout", "0.3", "--book", str(book), "--output", "a.csv"]
    assert "longer than 0.3 s" in refused(run(*words, cwd=tmp_path), 5)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere DuckDB alone counts")
@pytest.mark.parametrize(
    "line",
    [["SELECT length(repeat('x', 2000000000))"], ["SELECT list(range) FROM range(1000000000)", "-o", "a.parquet"]],
)
def test_a_statement_over_its_memory_is_exit_5(line: list[str], book: Path, tmp_path: Path) -> None:
    assert "--memory" in refused(run("sql", *line, "--memory", "200MB", "--book", book, cwd=tmp_path), 5)
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


def test_an_answer_has_a_length(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for form in ("csv", "table"):
        words = ("sql", "FROM range(300)", "--format", form, "--book", book)
        monkeypatch.undo()
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
    for output in (book / "skat.duckdb", tmp_path / "link.csv", tmp_path / "hard.csv", book / ".skat.lock"):
        line = refused(call("sql", "SELECT 1", "--format", "csv", "-o", output, "--book", book), 2)
        assert "is a file of a book" in line
    assert file.read_bytes() == before
    assert not (book / "skat.duckdb").exists()


@contextmanager
def prompt(
    book: Path, home: Path, *words: str, lines: Sequence[str], **streams: Any
) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """The program at a terminal of its own, which reads these lines; without `streams`, it writes there too."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    env = environment(XDG_CACHE_HOME=str(home), HOME=str(home), TERM="dumb", PYTHONIOENCODING="utf-8:strict")
    line = [PROGRAM, "sql", "--format", "csv", *words, "--book", book]
    process = subprocess.Popen(
        line, text=True, env=env, **{"stdin": theirs, "stdout": theirs, "stderr": theirs} | streams
    )
    os.close(theirs)
    try:
        for text in lines:
            os.write(ours, (text + "\n").encode(errors="surrogateescape"))
            time.sleep(0.05)
        yield process, ours
    finally:
        process.kill()
        os.close(ours)


def test_the_prompt(book: Path, tmp_path: Path) -> None:
    lines = (
        "SELECT 6",
        "?",
        r"\dt",
        "* 7 AS answer;",
        "SELEC 1;",
        ".help",
        ".tables",
        ".tables montecarlo",
        ".schema montecarlo.subtraction_duels",
        ".nothing",
        ".queries two pairs",
        ".query montecarlo-doubling",
        ".output rows.json",
        "SELECT 2 AS two;",
        ".output rows.xml",
        ".mode box",
        ".read script.sql",
        ".read none.sql",
        ".mode jsonl",
        "SELECT 3 AS three;",
        ".mode parquet",
        ".mode csv",
        r"\x",
        "SELECT 1 AS a, 'b' AS c;",
        r"\x",
        ".timer",
        "SHOW TABLES;",
        ".timer",
        "'\udcff';",
        f"{ENDLESS};",
        "SELECT 'still' AS here;",
        "SELECT",
        "quit",
    )
    (tmp_path / "script.sql").write_text("SELECT 5 AS five;\n\nSELECT 6,\nnothing;\n")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": tmp_path}
    with prompt(book, tmp_path, "--timeout", "1", lines=lines, **pipes) as (process, _):
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "answer\n42\n" in out.replace("\r", "")
    assert "montecarlo.subtraction_duels" in out
    assert "Certified" in out
    assert all(command in out for command in COMMANDS)
    assert "dresher      games, hider, runs" in re.sub(r"bounds, ", "", out)
    assert "SELECT mastermind.feedback(text, 'AABB') AS answer" in out
    assert "SELECT moves, arg_min(k, mean) AS k" in err
    assert "moves,k,mean\n" in out.replace("\r", "")
    assert '{"three": 3}\n' in out.replace("\r", "")
    assert json.loads((tmp_path / "rows.json").read_text()) == [{"two": 2}]
    assert "a  1\nc  b\n" in out.replace("\r", "")
    assert "here\nstill\n" in out.replace("\r", "")
    assert "SHOW ALL TABLES" in err
    assert [line for line in err.splitlines() if line.startswith("error: ")] == [
        'error: Parser Error: syntax error at or near "SELEC"',
        "error: unknown command '.nothing'; " + HELP,
        "error: --output rows.xml: the ending must be .json, .jsonl, .ndjson, .csv, .parquet or .md; or give --format",
        'error: script.sql, line 3: Binder Error: Referenced column "nothing" was not found because the FROM clause is missing',
        "error: none.sql: there is no such file; give a file with statements of SQL",
        "error: .mode is one of table, line, markdown, json, jsonl, csv and csv2, not 'parquet'",
        "error: the line is not UTF-8",
        "error: the statement took longer than 1 s: raise the limit with --timeout S, or ask for less",
    ]


def test_tab_at_the_prompt(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    seen = b""
    with prompt(tmp_path, tmp_path, lines=["SELECT 42 AS last_exc\t;", r"\q"]) as (process, ours):
        with suppress(OSError):  # the other end is closed
            while chunk := os.read(ours, 4096):
                seen += chunk
        process.wait(timeout=60)
    assert b"last_exception\r\n42\r\n" in seen


def test_completion_at_the_prompt() -> None:
    assert {f"{family}.{one.name}(" for family in FAMILIES for one in macros(family)} <= {
        name for family in FAMILIES for name in completions(f"{family}.")
    }
