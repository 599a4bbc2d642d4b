"""SQL from pages: it only reads the book, and it ends."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web.conftest import BASE, POCKET
from web.test_working import ENDLESS

from tafelwerk.commands.output import json_text
from tafelwerk.errors import InputError, LimitError
from tafelwerk.web import statements


def send(site: TestClient, statement: str, limit: int = 1000) -> tuple[int, Any]:
    """Status and document of a statement."""
    response = site.post("/api/sql", json={"sql": statement, "limit": limit}, headers={"origin": BASE})
    return response.status_code, response.json()


def test_rows_have_columns_a_limit_and_exact_numbers(site: TestClient) -> None:
    """As text where JavaScript would round them."""
    for limit, more in ((2, True), (3, False), (4, False)):
        status, answer = send(site, "SELECT n, value FROM dresher.games WHERE n <= 3 ORDER BY n", limit)
        assert status == 200
        assert [column["name"] for column in answer["columns"]] == ["n", "value"]
        assert (len(answer["rows"]), answer["more"]) == (min(limit, 3), more)
    whole = ("9007199254740991", "9007199254740992", "-9007199254740992", f"{2**127 - 1}::HUGEINT")
    _, answer = send(site, f"SELECT {', '.join(whole)}, 0.1::DOUBLE, 1.00000000000000000001::DECIMAL(38, 20)")
    texts = [str(n) for n in (2**53, -(2**53), 2**127 - 1)]
    assert answer["rows"] == [[2**53 - 1, *texts, 0.1, "1.00000000000000000001"]]


def test_a_statement_only_reads_the_book(site: TestClient, tmp_path: Path) -> None:
    """tests/tables/test_sandbox.py has more of what it may not."""
    for statement in (
        f"COPY (SELECT 1) TO '{tmp_path}/page.csv'",
        "FROM '/etc/passwd'",
        f"ATTACH '{tmp_path}/page.duckdb'",
        "SET threads = 1",
        "DELETE FROM dresher.games",
        "SELECT 1; SELECT 2",
        "FROM nothing",
    ):
        status, answer = send(site, statement)
        assert status == 400, statement
        assert answer["error"], statement
        assert site.get("/sql", params={"q": statement}).status_code == 400, statement
    assert send(site, "")[0] == 400
    assert site.get("/sql?q=").status_code == 200
    assert not list(tmp_path.iterdir())


def test_an_answer_that_is_too_large_is_refused(site: TestClient) -> None:
    for statement in (
        "SELECT struct_pack(a := list(repeat('x', 1000))) AS x FROM range(9000)",
        "SELECT repeat('x', 9000000) AS x",
    ):
        status, answer = send(site, statement, 10_000)
        assert status == 422, statement
        assert answer["error"].startswith(
            "the answer has more than 8,000,000 bytes, the most that a page takes; ask for"
        )
        assert send(site, f"SELECT count(*) FROM ({statement})")[0] == 200


def test_limits_are_those_that_are_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFELWERK_BOOK", str(POCKET))
    statement = "SELECT range AS n FROM range(100)"
    answer = statements.rows(statement.ljust(statements.LONGEST))
    with pytest.raises(InputError, match="20,000 characters, not 20,001"):
        statements.rows(statement.ljust(statements.LONGEST + 1))
    size = sum(len(json_text(row)) for row in answer["rows"])
    monkeypatch.setattr(statements, "LARGEST_ANSWER", size)
    assert statements.rows(statement) == answer
    monkeypatch.setattr(statements, "LARGEST_ANSWER", size - 1)
    with pytest.raises(LimitError, match=f"more than {size - 1} bytes"):
        statements.rows(statement)
    monkeypatch.setattr(statements, "SECONDS", 0.2)
    with pytest.raises(
        LimitError, match=r"^the statement took longer than 0\.2 s; ask for less, or use the command line$"
    ):
        statements.rows(ENDLESS)
    monkeypatch.undo()
    monkeypatch.setenv("TAFELWERK_BOOK", str(POCKET))
    csv = "n\n0\n1\n"
    monkeypatch.setattr(statements, "LARGEST_FILE", len(csv))
    assert statements.save_rows("SELECT range AS n FROM range(2)", "csv").decode() == csv
    monkeypatch.setattr(statements, "LARGEST_FILE", len(csv) - 1)
    with pytest.raises(LimitError, match=f"more than {len(csv) - 1} bytes"):
        statements.save_rows("SELECT range AS n FROM range(2)", "csv")


def test_columns_of_many_rows_are_estimated_and_those_that_take_long_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFELWERK_BOOK", str(POCKET))
    source = "FROM (SELECT range % 9 AS a, [range] AS b, range / 2 AS c FROM range(100)) t"
    exact = statements.profile(source, "c")
    assert exact is not None
    assert exact["columns"]["a"] == {"least": "0", "greatest": "8", "different": 9, "missing": 0}
    assert exact["columns"]["b"] == {"least": None, "greatest": None, "different": None, "missing": 0}
    assert (exact["columns"]["c"]["least"], exact["columns"]["c"]["greatest"]) == ("0", "49.5")
    assert exact["facets"] == [{"column": "a", "values": [(str(n), 11 if n else 12) for n in range(9)]}]
    assert (statements.profile(source, "a") or {})["facets"] == []
    monkeypatch.setattr(statements, "COUNTED", 99)
    estimated = statements.profile(source, "c")
    assert estimated is not None
    assert not estimated["exact"]
    assert abs(estimated["columns"]["c"]["different"] - 100) < 10
    monkeypatch.setattr(statements, "SECONDS", 0.2)
    assert statements.profile(f"FROM ({ENDLESS}) t", "") is None


def test_downloads(site: TestClient) -> None:
    csv = site.get("/sql/rows.csv", params={"q": "SELECT 1 AS one, 'x' AS two"})
    assert csv.text.splitlines() == ["one,two", "1,x"]
    assert csv.headers["content-disposition"] == 'attachment; filename="rows.csv"'
    decomposed = "SELECT length('e\N{COMBINING ACUTE ACCENT}') AS characters"
    assert site.get("/sql/rows.csv", params={"q": decomposed}).text.split() == ["characters", "2"], "asked as it is"
    assert site.get("/sql/rows.parquet", params={"q": "SELECT 1 AS one"}).content[:4] == b"PAR1"
