"""SQL from pages: it only reads the book, and it ends."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import pytest
from settling import answered, settled
from starlette.testclient import TestClient

import tafelwerk
from tafelwerk.errors import LimitError
from tafelwerk.web import statements
from tafelwerk.web.workers import EndedError, Stop, Workers

POCKET = Path(tafelwerk.__file__).parent / "pocket"
ORIGIN = {"origin": "http://127.0.0.1:8731"}


def sent(site: TestClient, statement: str, limit: int = 1000) -> tuple[int, dict[str, object]]:
    found = site.post("/api/sql", json={"sql": statement, "limit": limit}, headers=ORIGIN)
    return found.status_code, found.json()


def test_rows_have_columns_types_and_a_limit(site: TestClient) -> None:
    status, found = sent(site, "SELECT n, value FROM dresher.games ORDER BY n", 2)
    assert status == 200
    assert [column["name"] for column in found["columns"]] == ["n", "value"]  # type: ignore[attr-defined]
    assert len(found["rows"]) == 2  # type: ignore[arg-type]
    assert found["more"]


def test_exact_numbers_stay_exact(site: TestClient) -> None:
    _, found = sent(
        site, "SELECT 9007199254740993 AS n, 170141183460469231731687303715884105727::HUGEINT AS h, 0.1::DOUBLE AS x"
    )
    assert found["rows"] == [["9007199254740993", "170141183460469231731687303715884105727", 0.1]]


@pytest.mark.parametrize(
    "statement",
    [
        "COPY (SELECT 1) TO '/tmp/tafelwerk-page-test.csv'",
        "FROM read_csv('/etc/passwd')",
        "FROM '/etc/passwd'",
        "ATTACH '/tmp/x.duckdb'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET threads = 1",
        "DELETE FROM dresher.games",
        "CREATE TABLE t AS SELECT 1",
        "SELECT 1; SELECT 2",
        "",
        "SELECT",
        "FROM nothing",
    ],
)
def test_a_statement_only_reads_the_book(site: TestClient, statement: str) -> None:
    status, found = sent(site, statement)
    assert status == 400
    assert found["error"]
    assert not Path("/tmp/tafelwerk-page-test.csv").exists()
    page = answered(site, "/sql", q=statement)
    assert page.status_code == (400 if statement else 200)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"sql": 1}',
        b'{"sql": "SELECT 1", "limit": 0}',
        b'{"sql": "SELECT 1", "limit": true}',
        b"\xff",
        b"[" * 50_000,
    ],
)
def test_a_body_that_is_no_statement(site: TestClient, body: bytes) -> None:
    found = site.post("/api/sql", content=body, headers={**ORIGIN, "content-type": "application/json"})
    assert found.status_code == 400
    assert found.json()["error"]


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT struct_pack(a := list(repeat('x', 1000))) AS x FROM range(9000)",
        "SELECT list(repeat('x', 1000)) AS x FROM range(9000)",
        "SELECT repeat('x', 9000000) AS x",
        "SELECT repeat('x', 9000) AS x FROM range(2000)",
        "SELECT map {'a': list(repeat('x', 1000))} AS x FROM range(9000)",
    ],
)
def test_an_answer_that_is_too_large_is_refused(site: TestClient, statement: str) -> None:
    status, found = sent(site, statement, 10_000)
    assert status == 422
    assert found == {
        "error": "the answer has more than 8,000,000 bytes, the most that a page takes; ask for less of it, or use the command"
        " line"
    }
    assert sent(site, f"SELECT count(*) FROM ({statement})")[0] == 200


def test_a_job_answers_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "LARGEST_ANSWER", 1000)
    monkeypatch.setenv("TAFELWERK_BOOK", str(POCKET))
    assert len(statements.rows("SELECT range FROM range(100)")["rows"]) == 100
    with pytest.raises(LimitError, match="more than 1,000 bytes"):
        statements.rows("SELECT range FROM range(1000)")


def test_downloads(site: TestClient) -> None:
    csv = site.get("/sql/rows.csv", params={"q": "SELECT 1 AS one, 'x' AS two"})
    assert csv.text.splitlines() == ["one,two", "1,x"]
    assert csv.headers["content-disposition"] == 'attachment; filename="rows.csv"'
    assert site.get("/sql/rows.parquet", params={"q": "SELECT 1 AS one"}).content[:4] == b"PAR1"
    for ending in ("exe", "png", "pdf"):
        assert site.get(f"/sql/rows.{ending}", params={"q": "SELECT 1"}).status_code == 404
    assert site.get("/figures/dresher-3.1/picture.csv").status_code == 404


ENDLESS = "SELECT count(*) FROM range(100000000) a, range(100000) b WHERE a.range * b.range % 7 = 3"


def test_a_statement_is_shown_while_it_runs_and_can_be_ended(site: TestClient) -> None:
    page = site.get("/sql", params={"q": ENDLESS})
    assert page.headers["refresh"] == "1"
    assert "range(100000000) a" in page.text
    end = re.search(r'<a class="button" href="([^"]+)">End it</a>', page.text)
    assert end
    ended = site.get(f"/sql{unescape(end[1])}")
    assert "refresh" not in ended.headers
    assert "The statement was ended after" in ended.text
    assert "range(100000000) a" in ended.text
    assert "The statement is not running" in site.get("/sql", params={"q": ENDLESS, "end": "1"}).text
    # others go on, and it can be run again
    assert "<td class=n>42</td>" in settled(site, "/sql", q="SELECT 40 + 2 AS sum")
    assert site.get("/sql", params={"q": ENDLESS}).headers["refresh"] == "1"
    assert "was ended after" in site.get("/sql", params={"q": ENDLESS, "end": "1"}).text


def test_the_end_of_a_statement_ends_no_other() -> None:
    workers = Workers(POCKET, 2)
    try:
        stop, other = Stop(), Stop()
        with ThreadPoolExecutor() as threads:
            long = threads.submit(workers.run, "rows", 30, stop, statement=ENDLESS)
            short = threads.submit(workers.run, "rows", 30, other, statement="SELECT 1 AS one")
            assert json.loads(short.result())["rows"] == [[1]]
            stop.end()
            with pytest.raises(EndedError):
                long.result(10)
            # a job that is done is not ended any more, nor is the process that did it
            other.end()
            assert json.loads(workers.run("rows", 30, Stop(), statement="SELECT 2 AS two"))["rows"] == [[2]]
            with pytest.raises(EndedError):
                workers.run("rows", 30, stop, statement="SELECT 3")
    finally:
        workers.close()


def test_a_statement_that_takes_too_long_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "SECONDS", 0.2)
    monkeypatch.setenv("TAFELWERK_BOOK", str(POCKET))
    with pytest.raises(LimitError, match="took longer than"):
        statements.rows(ENDLESS)
