"""Plans are made without compiling or computing anything: of Dresher's game, Skat, the switching game and the classic toolbox."""

import json

import pytest
from program import run_python

HEAVY = {"numba", "llvmlite", "highspy", "flint", "numpy", "pyarrow", "polars"}

CODE = """
import json, sys
from importlib import import_module
from tafelwerk.build.task import task_digest

family = import_module(f"tafelwerk.build.{sys.argv[1]}")
seconds = {}
for name in ("quick", "standard", "full"):
    builds = list(getattr(family, name)())
    tasks = [task for build in builds for task in build.tasks]
    assert len({task_digest(task) for task in tasks}) == len(tasks) > 0
    assert all(build.digest and build.expected_rows() > 0 for build in builds)
    seconds[name] = sum(task.operations() / task.SPEED for task in tasks)
print(json.dumps([seconds, sorted(sys.modules)]))
"""


@pytest.mark.parametrize("family", ["dresher", "skat", "switching", "minimax"])
def test_a_plan_computes_nothing(family: str) -> None:
    done = run_python(CODE, family)
    assert done.returncode == 0, done.stderr
    seconds, modules = json.loads(done.stdout)
    assert HEAVY.isdisjoint(modules)
    assert 0 < seconds["quick"] < 2
    assert seconds["quick"] < seconds["standard"] < 100
    assert seconds["standard"] < seconds["full"]
