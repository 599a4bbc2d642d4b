"""A book of Skat with classifiers of hands, made from the command line."""

from pathlib import Path

import pytest
from program import run
from sharing import made_once

TRIALS, PLAYOUTS = 45, 15
"""Deals whose trials it holds, and deals of which one is played out."""

BUILD = ("build", "skat", "--trials", TRIALS, "--playouts", PLAYOUTS, "--jobs", 1)


def learnt_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book of `BUILD`, for all workers of a test run; only to be read."""
    return made_once(tmp_path_factory, "skat-learnt", _build)


def _build(book: Path) -> None:
    done = run(*map(str, BUILD), "--book", book)
    assert done.returncode == 0, done.stderr
    assert "4 builds done" in done.stdout
    assert "tafelwerk skat models" in done.stdout
