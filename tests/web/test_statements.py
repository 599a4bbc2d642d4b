"""SQL from pages: it only reads the book, and it ends."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

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
    page = site.get("/sql", params={"q": statement})
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


def test_downloads(site: TestClient) -> None:
    csv = site.get("/sql/rows.csv", params={"q": "SELECT 1 AS one, 'x' AS two"})
    assert csv.text.splitlines() == ["one,two", "1,x"]
    assert csv.headers["content-disposition"] == 'attachment; filename="rows.csv"'
    assert site.get("/sql/rows.parquet", params={"q": "SELECT 1 AS one"}).content[:4] == b"PAR1"
    for ending in ("exe", "png", "pdf"):
        assert site.get(f"/sql/rows.{ending}", params={"q": "SELECT 1"}).status_code == 404
    assert site.get("/figures/dresher-3.1/picture.csv").status_code == 404
