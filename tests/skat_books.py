"""Books of Skat: one with classifiers of hands, made from the command line, and one with a little of everything."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from program import build_here
from sharing import made_once

if TYPE_CHECKING:
    from tafelwerk.rules.skat.round_log import LoggedRound

TRIALS, PLAYOUTS = 120, 15
"""Deals whose trials it holds, and deals of which one is played out."""

BUILD = ("build", "skat", "--trials", TRIALS, "--playouts", PLAYOUTS, "--jobs", 1)


def learnt_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book of `BUILD`, for all workers of a test run; only to be read."""
    return made_once(tmp_path_factory, "skat-learnt", _build, "skat")


def _build(book: Path) -> None:
    done = build_here(*map(str, BUILD), "--book", book)
    assert done.returncode == 0, done.stderr
    assert "5 builds done" in done.stdout, done.stdout
    assert "tafelwerk skat models" in done.stdout


def some_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a little of everything that the family builds, for all workers of a test run; only to be read."""
    learnt = learnt_book(tmp_path_factory)
    return made_once(tmp_path_factory, "skat-some", lambda book: _build_some(book, learnt), "skat")


def _build_some(book: Path, learnt: Path) -> None:
    from tafelwerk.build import runner, skat
    from tafelwerk.build.skat.sets import log_builds, published_build

    shutil.copytree(learnt, book)
    builds = [
        *skat.sample_builds(4),
        *skat.ladder_builds(2, 5),
        *(build for asked in ("table", "null") for build in skat.ladder_builds(2, 10, question=asked)),
        published_build(),
        *log_builds(_rounds()),
    ]
    runner.run(book, builds, executor="inline")


def _rounds() -> "list[LoggedRound]":
    """Three rounds by programs that bid and announce by what their hands show, without looking at any deal."""
    from tafelwerk.build.skat.weights import shipped_weights
    from tafelwerk.solvers.skat.bidding.bidding import ModelBidder
    from tafelwerk.solvers.skat.bidding.chances import Chances
    from tafelwerk.solvers.skat.hidden.agents import read_agent
    from tafelwerk.solvers.skat.hidden.match import match_round
    from tafelwerk.solvers.skat.hidden.player import Chooser

    bidder, chooser = ModelBidder(Chances(shipped_weights()), worlds=0), Chooser()
    names = ("pimc:10", "pimc:3", "random")
    return [
        match_round(names, 1, number, lambda name: read_agent(name, bidder=bidder, chooser=chooser))
        for number in range(3)
    ]
