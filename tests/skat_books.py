"""Books of Skat: one with classifiers of hands, made from the command line, and one with a little of everything."""

from pathlib import Path

import pytest
from program import run
from sharing import made_once

TRIALS, PLAYOUTS = 45, 15
"""Deals whose trials it holds, and deals of which one is played out."""

BUILD = ("build", "skat", "--trials", TRIALS, "--playouts", PLAYOUTS, "--jobs", 1)


def learnt_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book of `BUILD`, for all workers of a test run; only to be read."""
    return made_once(tmp_path_factory, "skat-learnt", _build, "skat")


def _build(book: Path) -> None:
    done = run(*map(str, BUILD), "--book", book)
    assert done.returncode == 0, done.stderr
    assert "4 builds done" in done.stdout
    assert "tafelwerk skat models" in done.stdout


SOME_TRIALS, SOME_PLAYOUTS = 200, 15
"""The same of the book with a little of everything."""


def some_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a little of everything that the family builds, for all workers of a test run; only to be read."""
    return made_once(tmp_path_factory, "skat-some", _build_some)


def _build_some(book: Path) -> None:
    from tafelwerk.build import runner, skat
    from tafelwerk.build.skat.sets import published_build
    from tafelwerk.tables.book import Book

    builds = [
        *skat.sample_builds(4),
        *skat.ladder_builds(2, 5),
        published_build(),
        *skat.match_builds(1, ("pimc:10", "pimc:3", "random")),
        *skat.trial_builds(SOME_TRIALS),
        *skat.playout_builds(SOME_PLAYOUTS),
    ]
    runner.run(book, builds, executor="inline")
    with Book(book) as opened:
        later = list(skat.derived(opened))
    runner.run(book, later, executor="inline")
