"""`tafelwerk warm`: kernels compiled ahead of use."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path

from program import run

from tafelwerk.build import catalogue
from tafelwerk.build.task import Task
from tafelwerk.families import FAMILIES


def test_second_time_nothing_is_compiled(tmp_path: Path) -> None:
    places = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    first = run("warm", "search", "--json", **places)
    assert first.returncode == 0, first.stderr
    document = json.loads(first.stdout)
    assert (document["families"], document["cache"]) == (["search"], str(tmp_path / "tafelwerk" / "kernels"))
    assert min(document["kernels"], document["cpu_seconds"]) > 0
    assert first.stderr.splitlines()[0].startswith("compiling the kernels of search")
    second = run("warm", "search", "--jobs", "1", **places)
    assert second.returncode == 0, second.stderr
    assert second.stdout.startswith("0 kernels compiled in ")


def test_every_family_has_steps_that_a_worker_can_be_sent() -> None:
    for family in FAMILIES:
        steps: list[Callable[[], object]] = list(catalogue.module(family).warm())
        assert steps, family
        for step in steps:
            sent = pickle.loads(pickle.dumps(step))
            task = getattr(step, "__self__", None)
            assert task is None or (isinstance(task, Task) and sent.__self__ == task)
