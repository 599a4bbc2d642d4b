"""`tafelwerk sql` as a user runs it."""

import csv
import io
import json
import os
import subprocess
import time
from pathlib import Path

import polars
import pytest
from program import PROGRAM, call, environment, refused, run

DUELS = "SELECT heap, k, first FROM montecarlo.subtraction_duels WHERE heap = 2 ORDER BY k"


def test_an_empty_book_answers(tmp_path: Path) -> None:
    done = run("sql", "SELECT 6 * 7 AS answer", "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == [{"answer": 42}]
    assert json.loads(run("sql", "FROM meta.builds", "--json", cwd=tmp_path).stdout) == []
    assert list(tmp_path.iterdir()) == []


def test_the_formats_agree(book: Path, tmp_path: Path) -> None:
    wanted = [{"heap": 2, "k": k, "first": 0.25} for k in (1, 2, 3)]
    assert json.loads(run("sql", DUELS, "--json", "--book", book).stdout) == wanted
    assert json.loads(run("sql", DUELS, "--format", "json", "--book", book).stdout) == wanted
    lines = run("sql", DUELS, "--format", "jsonl", "--book", book).stdout
    assert [json.loads(line) for line in lines.splitlines()] == wanted
    text = run("sql", DUELS, "--format", "csv", "--book", book).stdout
    assert list(csv.DictReader(io.StringIO(text))) == [{k: str(v) for k, v in row.items()} for row in wanted]
    table = run("sql", DUELS, "--book", book).stdout.splitlines()
    assert [line.split() for line in table if "─" not in line][1:] == [["2", str(k), "0.25"] for k in (1, 2, 3)]
    done = run("sql", DUELS, "--format", "parquet", "--output", tmp_path / "a.parquet", "--book", book)
    assert (done.returncode, done.stdout) == (0, "")
    assert polars.read_parquet(tmp_path / "a.parquet").to_dicts() == wanted


def test_the_builds_of_all_families_are_a_view(book: Path) -> None:
    (row,) = json.loads(run("sql", "FROM meta.builds", "--json", TAFELWERK_BOOK=str(book)).stdout)
    assert (row["family"], row["rows"], row["built_at"]) == ("montecarlo", 15, "2020-01-02 03:04:05")


@pytest.mark.parametrize(
    "statement",
    [
        "FROM montecarlo.subtraction_duels LIMIT 1",
        "WITH a AS (SELECT 1) FROM a",
        "VALUES (1, 2)",
        "EXPLAIN SELECT 1",
        "DESCRIBE montecarlo.subtraction_duels",
        "SHOW ALL TABLES",
        "SUMMARIZE montecarlo.subtraction_duels",
        "SELECT 1;",
    ],
)
def test_reading_statements_are_answered(statement: str, book: Path) -> None:
    done = call("sql", statement, "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["SELECT 1; SELECT 2"], "one statement"),
        (["  "], "empty"),
        ([";"], "empty"),
        (["SELEC 1"], "syntax error"),
        (["SELECT nothing_here"], "nothing_here"),
        (["CREATE TABLE a (b INTEGER)"], "CREATE"),
        (["DELETE FROM montecarlo.subtraction_duels"], "DELETE"),
        (["COPY (SELECT 1) TO 'a.csv'"], "COPY"),
        (["SET threads = 1"], "SET"),
        (["ATTACH 'a.duckdb'"], "ATTACH"),
        (["FROM 'secret.csv'"], "no access to files"),
        (["SELECT * FROM read_csv('https://example.org/a.csv')"], "no access to files"),
        (["SELECT 'x'::INTEGER"], "Conversion Error"),
        (["SELECT 1", "--format", "parquet"], "--output"),
        (["SELECT 1", "--format", "xml"], "'table', 'json', 'jsonl', 'csv', 'parquet'"),
        (["SELECT 1", "--json", "--format", "csv"], "--format csv"),
        (["SELECT 1", "--output", "a.xml"], ".parquet"),
        (["SELECT 1", "--output", "."], "--output"),
        (["SELECT 1", "--output", "no/a.csv"], "there is no folder no"),
    ],
)
def test_what_is_refused(words: list[str], said: str, book: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a\n1\n")
    assert said in refused(call("sql", *words, "--book", book, cwd=tmp_path), 2)
    assert [path.name for path in tmp_path.iterdir()] == ["secret.csv"]


def test_the_ending_of_the_file_says_the_format(book: Path, tmp_path: Path) -> None:
    for ending in ("json", "jsonl", "csv", "parquet"):
        done = call("sql", DUELS, "-o", tmp_path / f"a.{ending}", "--book", book)
        assert (done.returncode, done.stdout) == (0, "")
        assert "3 rows" in done.stderr
    assert (tmp_path / "a.parquet").read_bytes().startswith(b"PAR1")
    assert len(json.loads((tmp_path / "a.json").read_text())) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.json", "a.jsonl", "a.parquet"]


def test_a_statement_from_standard_input(book: Path) -> None:
    assert json.loads(run("sql", "--json", "--book", book, stdin=DUELS + ";\n").stdout)[0]["heap"] == 2
    assert "empty" in refused(run("sql", "--book", book, stdin=""), 2)
    assert "one statement" in refused(run("sql", "--book", book, stdin="SELECT 1; SELECT 2;"), 2)


def test_the_prompt(book: Path, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, "sql", "--format", "csv", "--book", book],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(XDG_CACHE_HOME=str(tmp_path), HOME=str(tmp_path), TERM="dumb"),
    )
    os.close(theirs)
    try:
        for line in ("SELECT 6", "* 7 AS answer;", "SELEC 1;", ".tables", "SELECT 'still' AS here;", r"\q"):
            os.write(ours, (line + "\n").encode())
            time.sleep(0.05)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        os.close(ours)
    assert process.returncode == 0
    assert "answer\n42\n" in out.replace("\r", "")
    assert "subtraction_duels" in out
    assert "here\nstill\n" in out.replace("\r", "")
    assert [line for line in err.splitlines() if line.startswith("error: ")] == [
        'error: Parser Error: syntax error at or near "SELEC"'
    ]
