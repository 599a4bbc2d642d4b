"""What names a task and a build."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
import toy_family
from loose_builds import LooseBuild

from tafelwerk.build.task import Task, task_digest


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


def test_toy_tasks_are_tasks() -> None:
    assert isinstance(toy_family.Squares(1, 2), Task)
    assert not isinstance(3, Task)


def test_distinct_fields_have_distinct_digests() -> None:
    values: list[object] = [
        None,
        True,
        0,
        1,
        0.0,
        -0.0,
        1.0,
        "1",
        "",
        b"1",
        (1, 2),
        (12,),
        ((1,), 2),
        Fraction(1, 2),
        "1/2",
        np.arange(3),
        np.arange(3, dtype=np.int32),
        np.arange(4),
        {"a": 1},
        {"a": 2},
        toy_family.Squares(1, 2),
    ]
    digests = [task_digest(Anything(value)) for value in values]
    assert len(set(digests)) == len(digests)
    assert digests == [task_digest(Anything(value)) for value in values]


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
