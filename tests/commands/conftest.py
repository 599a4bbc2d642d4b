"""A small book for the commands."""

from pathlib import Path

import pytest
from program import make_book


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_book(tmp_path_factory.mktemp("books") / "book")
