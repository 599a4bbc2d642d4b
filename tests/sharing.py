"""What the workers of a test run make once for all."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of all workers of this run."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


def made_once(tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A book that the first worker to ask for it makes for all, in a folder of its own; only to be read.

    Args:
        tmp_path_factory: pytest's.
        name: the folder's name, of one book alone.
        make: makes the book, given its path; the folder is there.
    """
    folder = shared(tmp_path_factory) / name
    folder.mkdir(exist_ok=True)
    with FileLock(folder / "lock"):
        if not (folder / "made").exists():
            make(folder / "book")
            (folder / "made").touch()
    return folder / "book"
