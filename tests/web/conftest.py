"""A server on the pocket book, asked in this process."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import tafelwerk
from tafelwerk.web.app import application

PORT = 8731
POCKET = Path(tafelwerk.__file__).parent / "pocket"


@pytest.fixture(scope="session")
def site() -> Iterator[TestClient]:
    """The server of the pocket book."""
    with TestClient(application(POCKET, PORT), base_url=f"http://127.0.0.1:{PORT}") as client:
        yield client
