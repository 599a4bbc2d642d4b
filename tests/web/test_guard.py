"""Requests that no page of the server makes are refused, and limits are those that are stated."""

import json

import pytest
from starlette.testclient import TestClient
from web.conftest import BASE, PORT

from tafelwerk.web.guard import LONGEST_ADDRESS, LONGEST_BODY

STATEMENT = {"sql": "SELECT 1 AS one"}
ORIGIN = {"origin": BASE}
JSON = ORIGIN | {"content-type": "application/json"}
FOREIGN_HOSTS = ("example.org", "127.0.0.1", "127.0.0.1:80", "localhost", f"[::1]:{PORT}", f"127.0.0.1:{PORT}.org", "")
FOREIGN_ORIGINS = (
    "http://example.org",
    "null",
    f"https://127.0.0.1:{PORT}",
    "http://127.0.0.1:80",
    f"http://localhost:{PORT}",
)


def test_a_foreign_host_is_refused_whatever_else_is_sent(site: TestClient) -> None:
    for host in FOREIGN_HOSTS:
        for path in ("/", "/api/tables", "/static/site.css", "/nothing"):
            response = site.get(path, headers={"host": host})
            assert response.status_code == 421, (host, path)
            assert response.headers["x-content-type-options"] == "nosniff"
    foreign = {"host": "example.org", "origin": "http://example.org"}
    assert site.post("/api/sql", json=STATEMENT, headers=foreign).status_code == 421


@pytest.mark.parametrize("host", [f"127.0.0.1:{PORT}", f"localhost:{PORT}"])
def test_this_machine_is_answered(site: TestClient, host: str) -> None:
    assert site.get("/", headers={"host": host}).status_code == 200
    response = site.post("/api/sql", json=STATEMENT, headers={"host": host, "origin": f"http://{host}"})
    assert response.json()["rows"] == [[1]]


def test_a_statement_names_its_origin_and_its_type(site: TestClient) -> None:
    for origin in FOREIGN_ORIGINS:
        assert site.post("/api/sql", json=STATEMENT, headers={"origin": origin}).status_code == 403, origin
    assert site.post("/api/sql", json=STATEMENT).status_code == 403
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        headers = ORIGIN | {"content-type": kind}
        assert site.post("/api/sql", content=b'{"sql": "SELECT 1"}', headers=headers).status_code == 403, kind


def test_a_body_has_a_limit_and_says_how_long_it_is(site: TestClient) -> None:
    body = json.dumps(STATEMENT)
    for length, status in ((LONGEST_BODY, 200), (LONGEST_BODY + 1, 413)):
        assert site.post("/api/sql", content=body.ljust(length), headers=JSON).status_code == status, length
    assert site.post("/api/sql", content=iter([body.encode()]), headers=JSON).status_code == 413, "of no stated length"
    assert site.post("/api/sql", content=body, headers=JSON | {"content-length": "-1"}).status_code == 413


def test_an_address_has_a_limit(site: TestClient) -> None:
    room = LONGEST_ADDRESS - len("/figures") - len("words=")
    for length, status in ((room, 404), (room + 1, 414)):
        assert site.get("/figures?words=" + "x" * length).status_code == status, length


def test_other_methods_are_refused(site: TestClient) -> None:
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        assert site.request(method, "/").status_code == 405, method
    assert site.head("/").status_code == 200
    refused = site.head("/", headers={"host": "example.org"})
    assert (refused.status_code, refused.content) == (421, b"")
