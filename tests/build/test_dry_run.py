"""What a plan costs: sets, digests and estimates are plain Python, there in no time."""

import json
from pathlib import Path
from typing import Any

import pytest
from program import call, refused, run_python

from tafelwerk.build import catalogue
from tafelwerk.families import FAMILIES

HEAVY = {"numba", "llvmlite", "numpy", "scipy", "highspy", "flint", "polars"}

MOST_EVENTS = 7_000_000
"""Limit of the calls and returns while all sets are planned; a million take about an eighth of a second."""

CODE = """
import json, sys
from itertools import count
from tafelwerk.build.catalogue import module
from tafelwerk.build.task import task_digest

plans, steps = {}, count()
for family in sys.argv[1:]:
    builders = module(family)
    sys.setprofile(lambda *_: next(steps))
    sets = {name: list(getattr(builders, name)()) for name in ("quick", "standard", "full")}
    plan = plans[family] = {}
    for name, builds in sets.items():
        tasks = [task for build in {build.digest: build for build in builds}.values() for task in build.tasks]
        plan[name] = {
            "rows": min(task.expected_rows() for task in tasks),
            "seconds": [task.operations() / type(task).SPEED for task in tasks],
        }
        for task in tasks:
            task_digest(task)
    sys.setprofile(None)
    plan["modules"] = [name.partition(".")[0] for name in sys.modules]
print(json.dumps([plans, next(steps)]))
"""


@pytest.fixture(scope="module")
def plans() -> Any:
    """The sets of all families, planned by one process, and the number of steps."""
    done = run_python(CODE, *FAMILIES)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("family", FAMILIES)
def test_sets_are_planned_without_what_computes_and_take_their_time(family: str, plans: Any) -> None:
    plan = plans[0][family]
    assert HEAVY.isdisjoint(plan["modules"]), "imported for this family or one before it"
    sets = [plan[name] for name in ("quick", "standard", "full")]
    assert all(each["rows"] > 0 and min(each["seconds"]) > 0 for each in sets)
    quick, standard, full = (sum(each["seconds"]) for each in sets)
    assert 0 < quick < 2
    assert quick < standard < 120
    assert standard <= full


def test_all_plans_are_made_in_few_steps(plans: Any) -> None:
    assert 0 < plans[1] < MOST_EVENTS


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
