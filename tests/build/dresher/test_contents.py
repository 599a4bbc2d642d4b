"""What builds hold, as their parameters say."""

from typing import Any

import pytest

from tafelwerk.build import dresher
from tafelwerk.build.task import tables_of
from tafelwerk.errors import InputError
from tafelwerk.tables.builds import contents


def test_every_build_is_described() -> None:
    builds = [*dresher.standard(), *dresher.quick(), *dresher.pocket(), *dresher.full(), dresher.runs_build(5, (7, 9))]
    for build in builds:
        found = contents("dresher", build.parameters)
        assert found is not None
        evidence = "single" if "runs" in build.parameters else "certificate"
        assert (found.name, found.certainty, found.evidence) == (build.name, "exact", evidence)
        assert set(found.rows) == {table for task in build.tasks for table in tables_of(task)}


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"from": 5},
        {"from": 5, "to": 4},
        {"from": 0, "to": 4},
        {"from": 5, "to": 4097},
        {"from": True, "to": True},
        {"from": 1, "to": 4, "more": 1},
        {"runs": 5, "watched": 7},
        {"runs": 5, "watched": ["7"]},
        {"runs": 0, "watched": []},
    ],
)
def test_no_such_build(parameters: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        contents("dresher", parameters)
