"""What a plan costs: sets, digests and estimates are plain Python, there in no time.
What names a task and a build.
"""

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import toy_family
from hypothesis import example, given
from hypothesis import strategies as st
from loose_builds import LooseBuild
from program import call, refused, run_python

from tafelwerk.build import kind
from tafelwerk.build.task import task_digest
from tafelwerk.families import FAMILIES

HEAVY = {"numba", "llvmlite", "numpy", "scipy", "highspy", "flint", "polars"}

MOST_EVENTS = 7_000_000
"""Limit of the calls and returns while all sets are planned; a million take about an eighth of a second."""

CODE = """
import json, sys
from itertools import count
from tafelwerk.build.kind import builders
from tafelwerk.build.task import task_digest

plans, steps = {}, count()
for family in sys.argv[1:]:
    room = builders(family)
    sys.setprofile(lambda *_: next(steps))
    sets = {name: list(getattr(room, name)()) for name in ("quick", "standard", "full")}
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
    builds = {build.digest: build for build in kind.builders(family).full()}
    assert [build["build"] for build in plan["builds"]] == [build.name for build in builds.values()]
    assert plan["tasks"] == sum(len(build.tasks) for build in builds.values())
    error = refused(call("build", family, "--full", "--quick", "--book", tmp_path), 2)
    assert "--quick" in error
    assert "--full" in error
    assert list(tmp_path.iterdir()) == []


@dataclass(frozen=True)
class Anything:
    """A task with one field of any kind."""

    table = "signs"
    field: object

    def run(self) -> dict[str, list]:
        return {}

    def operations(self) -> float:
        return 0.0

    def expected_rows(self) -> int:
        return 0


FIELDS = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.sampled_from([0.0, -0.0, 1.0, "", "1", "12", b"1", "1/2"]),
    lambda inner: (
        st.tuples(inner) | st.tuples(inner, inner) | st.dictionaries(st.sampled_from("ab"), inner, max_size=1)
    ),
    max_leaves=3,
) | st.sampled_from([Fraction(1, 2), toy_family.Squares(1, 2)])


@given(FIELDS, FIELDS)
@example(((1,), 2), (1, 2))
@example((1, 2), (12,))
@example(Fraction(1, 2), "1/2")
def test_equal_fields_alone_have_equal_digests(one: object, other: object) -> None:
    assert (task_digest(Anything(one)) == task_digest(Anything(other))) == (repr(one) == repr(other))


def test_arrays_differ_by_values_and_types() -> None:
    arrays = (np.arange(3), np.arange(3, dtype=np.int32), np.arange(4))
    assert len({task_digest(Anything(array)) for array in arrays}) == 3
    assert task_digest(Anything(np.arange(3))) == task_digest(Anything(arrays[0]))


def test_what_cannot_be_named() -> None:
    with pytest.raises(TypeError, match="canonical"):
        task_digest(Anything(object()))
    with pytest.raises(TypeError, match="dataclass"):
        task_digest(3)


def test_build_is_known_by_family_and_parameters() -> None:
    build = toy_family.squares(10)
    assert build.digest == toy_family.squares(10, tasks=2).digest
    assert build.digest != toy_family.squares(11).digest
    assert build.digest != LooseBuild("toi", build.name, build.parameters, build.tasks, "exact").digest
    assert build.expected_rows() == 10
    assert build.operations() == 10.0
