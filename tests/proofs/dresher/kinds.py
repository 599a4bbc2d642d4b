"""Kinds of error in a book of Dresher's games."""

from pathlib import Path

from mutations import Planted, lies

from tafelwerk.build.runner import run
from tafelwerk.families.dresher import builds as sets

LAST = 20

# numbers of one program, of which only impossible ones are found: those of lies.sql
ONE_PROGRAM = {
    "runs.rounds": "candidates + 2",
    "runs.pivots": None,
    "runs.candidates": None,
    "bounds.upper": "upper - 11",
    "bounds.lower": None,
}


def make(folder: Path) -> None:
    builds = [*sets.games_builds(1, LAST), *sets.games_builds(65, 66), sets.Runs(16, (11,))]
    run(folder, builds, executor="inline")


PLANTED = Planted("dresher", make, lies("dresher"), own=ONE_PROGRAM)
