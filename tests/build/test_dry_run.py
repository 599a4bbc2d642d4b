"""What a plan costs: sets, digests and estimates are plain Python, there in no time."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from program import call, refused, run_python

from tafelwerk.build import catalogue
from tafelwerk.build.catalogue import FAMILIES

HEAVY = {"numba", "llvmlite", "numpy", "scipy", "highspy", "flint", "polars"}

MOST_EVENTS = 7_000_000
"""Limit of the calls and returns while all sets are planned; a million take about an eighth of a second."""

CODE = """
import json, sys
from importlib import import_module
from itertools import count
from tafelwerk.build.task import task_digest

found, events = {}, count()
families = {family: import_module(f"tafelwerk.build.{family}") for family in sys.argv[1:]}
if COUNTED:
    sys.setprofile(lambda *_: next(events))
for family, builders in families.items():
    sets = {name: list(getattr(builders, name)()) for name in ("quick", "standard", "full")}
    for name, builds in sets.items():
        tasks = [task for build in {build.digest: build for build in builds}.values() for task in build.tasks]
        found[f"{family} {name}"] = {
            "rows": min(task.expected_rows() for task in tasks),
            "seconds": [task.operations() / type(task).SPEED for task in tasks],
        }
        for task in tasks:
            task_digest(task)
sys.setprofile(None)
modules = [name.partition(".")[0] for name in sys.modules]
print(json.dumps({"sets": found, "modules": modules, "events": next(events)}))
"""


@cache
def plans(family: str) -> Any:
    """The sets of a family, planned by a process of its own."""
    done = run_python(f"COUNTED = False\n{CODE}", family)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_plan_imports_nothing_that_computes(family: str) -> None:
    planned = plans(family)
    assert HEAVY.isdisjoint(planned["modules"])
    for name, plan in planned["sets"].items():
        assert plan["rows"] > 0, name
        assert all(seconds > 0 for seconds in plan["seconds"]), name


def test_all_plans_are_made_in_few_steps() -> None:
    counted = json.loads(run_python(f"COUNTED = True\n{CODE}", *FAMILIES).stdout)
    assert 0 < counted["events"] < MOST_EVENTS


@pytest.mark.parametrize("family", FAMILIES)
def test_sets_grow_and_take_their_time(family: str) -> None:
    planned = plans(family)["sets"]
    quick, standard, full = (sum(planned[f"{family} {name}"]["seconds"]) for name in ("quick", "standard", "full"))
    assert 0 < quick < 2
    assert quick < standard < 120
    assert standard <= full


@pytest.mark.parametrize("family", FAMILIES)
def test_the_full_set_from_the_command_line(family: str, tmp_path: Path) -> None:
    plan = json.loads(call("build", family, "--full", "--dry-run", "--json", "--book", tmp_path).stdout)
    builds = {build.digest: build for build in catalogue.module(family).full()}
    assert [build["build"] for build in plan["builds"]] == [build.name for build in builds.values()]
    assert plan["tasks"] == sum(len(build.tasks) for build in builds.values())
    error = refused(call("build", family, "--full", "--quick", "--book", tmp_path), 2)
    assert "--quick" in error
    assert "--full" in error
    assert list(tmp_path.iterdir()) == []
