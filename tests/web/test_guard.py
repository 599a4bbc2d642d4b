"""Requests that no page of the server makes are refused; every response has its headers."""

import pytest
from starlette.testclient import TestClient

STATEMENT = {"sql": "SELECT 1 AS one"}
ORIGIN = {"origin": "http://127.0.0.1:8731"}


@pytest.mark.parametrize(
    "host", ["example.org", "127.0.0.1", "127.0.0.1:80", "localhost", "[::1]:8731", "127.0.0.1:8731.example.org", ""]
)
def test_a_foreign_host_is_refused(site: TestClient, host: str) -> None:
    for path in ("/", "/api/tables", "/static/site.css", "/nothing"):
        found = site.get(path, headers={"host": host})
        assert found.status_code == 421
        assert found.headers["x-content-type-options"] == "nosniff"


def test_the_host_is_checked_before_the_origin(site: TestClient) -> None:
    assert (
        site.post(
            "/api/sql", json=STATEMENT, headers={"host": "example.org", "origin": "http://example.org"}
        ).status_code
        == 421
    )


@pytest.mark.parametrize("host", ["127.0.0.1:8731", "localhost:8731"])
def test_this_machine_is_answered(site: TestClient, host: str) -> None:
    assert site.get("/", headers={"host": host}).status_code == 200
    found = site.post("/api/sql", json=STATEMENT, headers={"host": host, "origin": f"http://{host}"})
    assert found.json()["rows"] == [[1]]


@pytest.mark.parametrize(
    "origin", ["http://example.org", "null", "https://127.0.0.1:8731", "http://127.0.0.1:8732", "http://localhost:8731"]
)
def test_a_statement_from_a_foreign_page_is_refused(site: TestClient, origin: str) -> None:
    assert site.post("/api/sql", json=STATEMENT, headers={"origin": origin}).status_code == 403


def test_a_statement_names_its_origin_and_its_type(site: TestClient) -> None:
    assert site.post("/api/sql", json=STATEMENT).status_code == 403
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        assert (
            site.post("/api/sql", content=b'{"sql": "SELECT 1"}', headers={**ORIGIN, "content-type": kind}).status_code
            == 403
        )


def test_a_body_has_a_limit(site: TestClient) -> None:
    found = site.post("/api/sql", json={"sql": "SELECT " + "1 + " * 40_000 + "1"}, headers=ORIGIN)
    assert found.status_code == 413


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(site: TestClient, method: str) -> None:
    assert site.request(method, "/").status_code == 405


def test_an_address_has_a_limit(site: TestClient) -> None:
    assert site.get("/sql?q=" + "x" * 20_000).status_code == 414


@pytest.mark.parametrize(
    "path",
    ["/", "/sql", "/ask/dresher/value?n=11", "/api/dresher/value?n=11", "/static/site.css", "/nothing", "/ask/x/y"],
)
def test_every_response_has_the_headers(site: TestClient, path: str) -> None:
    headers = site.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/....//app.py",
        "/tables/..%2f..%2fetc",
        "/figures/..%2fpasswd",
    ],
)
def test_no_path_leads_out(site: TestClient, path: str) -> None:
    found = site.get(path)
    assert found.status_code in (400, 404)
    assert "import" not in found.text
