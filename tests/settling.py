"""Pages of the browser, asked for until their work is done."""

from typing import Any

from starlette.testclient import TestClient


def settled(site: TestClient, path: str, **asked: Any) -> str:
    """A page, once all of its work is done."""
    for _ in range(60):
        found = site.get(path, params=asked or None)
        assert found.status_code == 200, found.text
        if "refresh" not in found.headers:
            return found.text
    raise AssertionError(f"{path} is still at work")
