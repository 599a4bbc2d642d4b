"""Builds for tests: of whatever tasks, under whatever name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tafelwerk.build.task import SumOfTasks, Task
from tafelwerk.errors import InputError
from tafelwerk.tables.metadata import Certainty, Evidence, build_digest, contents


@dataclass(frozen=True)
class LooseBuild(SumOfTasks):
    """A build of any family with any tasks; its fields are those of `Build`."""

    family: str
    name: str
    parameters: Mapping[str, Any]
    tasks: tuple[Task, ...]
    certainty: Certainty
    covered_by: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits over family and parameters."""
        return build_digest(self.family, self.parameters)

    @property
    def evidence(self) -> Evidence:
        """How its numbers are known: "certificate", "recomputed" or "single"; "single" for a build without description."""
        try:
            described = contents(self.family, self.parameters)
        except InputError:
            return "single"
        return "single" if described is None else described.evidence


@dataclass(frozen=True)
class GivenRows:
    """A task whose rows are given, as the columns of a table."""

    table: str
    columns: Mapping[str, Any]

    def run(self) -> Mapping[str, Any]:
        return self.columns

    def operations(self) -> float:
        return 1.0

    def expected_rows(self) -> int:
        return max(len(column) for column in self.columns.values() if isinstance(column, list))
