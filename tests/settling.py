"""Pages of the browser, asked for until their work is done."""

from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient


def answered(site: TestClient, path: str, **asked: Any) -> Response:
    """The response for a page, once all of its work is done."""
    for _ in range(60):
        found: Response = site.get(path, params=asked or None)
        if "refresh" not in found.headers:
            return found
    raise AssertionError(f"{path} is still at work")


def settled(site: TestClient, path: str, **asked: Any) -> str:
    """A page, once all of its work is done."""
    found = answered(site, path, **asked)
    assert found.status_code == 200, found.text
    return found.text
