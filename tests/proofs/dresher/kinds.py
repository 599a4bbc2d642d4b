"""Kinds of error in a book of Dresher's games."""

from pathlib import Path

from mutations import Planted, lies

from tafelwerk.build.runner import run
from tafelwerk.families.dresher import builds as sets

LAST = 20

# ends of sums of doubles differ from one processor to the other
DOUBLES = {"bounds.upper": "upper + 1e-10", "bounds.lower": "lower - 1e-10"}


def make(folder: Path) -> None:
    builds = [*sets.games_builds(1, LAST), *sets.games_builds(65, 66), sets.Runs(16, (11,))]
    run(folder, builds, executor="inline")


PLANTED = Planted("dresher", make, lies("dresher"), own=DOUBLES)
