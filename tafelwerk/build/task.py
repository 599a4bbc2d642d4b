"""What there is to compute: a task makes rows of tables, a build is what a book remembers as one thing."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Any, Protocol, runtime_checkable

from tafelwerk.errors import InputError
from tafelwerk.tables.builds import Certainty, Evidence, contents
from tafelwerk.tables.identity import build_digest, digest, plain

Rows = Mapping[str, Any] | list[dict[str, Any]]
"""Rows of a table, by column or one by one."""


class Checkpoint(Protocol):
    """Where a long task leaves how far it has come, so that a later run goes on from there."""

    def load(self) -> Any:
        """What was saved last by these solvers, in JSON's types; None if nothing was."""
        ...

    def save(self, state: Any, status: str) -> None:
        """Keep the state, in JSON's types; `status` is shown to whoever waits."""
        ...


@runtime_checkable
class Task(Protocol):
    """Rows of tables, computed by one worker.

    A frozen dataclass whose fields say everything, so that it can be sent to a worker and known by a hash. It names the table
    of the build's family that its rows belong to, `table`; or several, `tables`, and then `run` returns a mapping from table
    to rows. A long task also has `resume(checkpoint)`, which does the same and saves how far it has come.
    """

    def run(self) -> Any:
        """The rows: a mapping from column to array, list or Polars series, all of one length, a list of mappings, one per row,
        or a Polars frame; in any order. A scalar stands for a column that has this value in every row.

        Their types are those of the table's schema; a value that does not fit is an error.
        """
        ...

    def operations(self) -> float:
        """A fixed estimate of the work; over the class's `SPEED` it is the computing time, see `forecast`."""
        ...

    def expected_rows(self) -> int:
        """About how many rows it will make."""
        ...


@dataclass(frozen=True)
class Build:
    """Rows that are committed together and remembered under one name.

    Attributes:
        family: family of games.
        name: arguments of `tafelwerk build` that make it, such as "montecarlo esr 5 6 1 --k-max 1000".
        parameters: what it depends on, in JSON's types; with the family, it names the build.
        tasks: its tasks; they may fill several tables of the family, and no two of them the same key.
        certainty: "exact", "certified" or "sampled".
        covered_by: digests of larger builds, each of which holds all rows of this one.
    """

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
        """How its numbers are known: "certificate", "recomputed" or "single"; of a build that nothing describes, "single"."""
        try:
            described = contents(self.family, self.parameters)
        except InputError:
            return "single"
        return "single" if described is None else described.evidence

    def is_held(self, digests: Collection[str]) -> bool:
        """Whether a book that holds builds with these digests holds all rows of this one."""
        return self.digest in digests or any(digest in digests for digest in self.covered_by)

    def operations(self) -> float:
        """Estimate of the work of all tasks."""
        return sum(task.operations() for task in self.tasks)

    def expected_rows(self) -> int:
        """About how many rows all tasks will make."""
        return sum(task.expected_rows() for task in self.tasks)


def columns(names: Iterable[str], rows: Sequence[Sequence[Any]]) -> dict[str, list[Any]]:
    """Rows as named columns, also where there are no rows."""
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def tables_of(task: Any) -> tuple[str, ...]:
    """The tables that the task's rows belong to."""
    return tuple(task.tables) if hasattr(task, "tables") else (task.table,)


def task_digest(task: object) -> str:
    """Sixteen hexadecimal digits over the task's class, table and fields.

    Raises:
        TypeError: it is no dataclass, or a field's value has no canonical form.
    """
    if not is_dataclass(task):
        raise TypeError(f"a task must be a frozen dataclass, not {type(task).__name__}")
    return digest([getattr(task, "table", None) or getattr(task, "tables", None), plain(task)])
