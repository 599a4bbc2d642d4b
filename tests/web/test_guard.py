"""Requests that no page of the server makes are refused, and limits are those that are stated."""

import json

from starlette.testclient import TestClient
from web.conftest import BASE, PORT

from tafelwerk.web.guard import LONGEST_ADDRESS, LONGEST_BODY

STATEMENT = {"sql": "SELECT 1 AS one"}
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
    for host in (f"127.0.0.1:{PORT}", f"localhost:{PORT}"):
        assert site.get("/", headers={"host": host}).status_code == 200
        response = site.post("/api/sql", json=STATEMENT, headers={"host": host, "origin": f"http://{host}"})
        assert response.json()["rows"] == [[1]]


def test_a_statement_names_its_origin_its_type_and_its_length(site: TestClient) -> None:
    def status(content: object, **headers: str) -> int:
        headers = {"origin": BASE, "content-type": "application/json"} | headers
        sent = {name.replace("_", "-"): value for name, value in headers.items() if value != "none"}
        return site.post("/api/sql", content=content, headers=sent).status_code  # type: ignore[arg-type]

    body = json.dumps(STATEMENT)
    for origin in (*FOREIGN_ORIGINS, "none"):
        assert status(body, origin=origin) == 403, origin
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        assert status(body, **{"content-type": kind}) == 403, kind
    for length, expected in ((LONGEST_BODY, 200), (LONGEST_BODY + 1, 413)):
        assert status(body.ljust(length)) == expected, length
    assert status(iter([body.encode()])) == 413, "of no stated length"
    assert status(body, **{"content-length": "-1"}) == 413


def test_an_address_has_a_limit_and_a_method(site: TestClient) -> None:
    most = LONGEST_ADDRESS - len("/figures") - len("words=")
    for length, status in ((most, 404), (most + 1, 414)):
        assert site.get("/figures?words=" + "x" * length).status_code == status, length
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        assert site.request(method, "/").status_code == 405, method
    assert site.head("/").status_code == 200
    refused = site.head("/", headers={"host": "example.org"})
    assert (refused.status_code, refused.content) == (421, b"")
