"""Units of computation: a task makes rows of tables; a build is what a book records as one unit."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from tafelwerk.tables.metadata import Certainty, Evidence, digest, plain

Rows = Mapping[str, Any] | list[dict[str, Any]]
"""Rows of a table, by column or one by one."""


class Checkpoint(Protocol):
    """Saves the state of a long task, so that a later run can resume it."""

    def load(self) -> Any:
        """The state last saved by these solvers, in JSON's types; None if there is none."""
        ...

    def save(self, state: Any, status: str) -> None:
        """Save the state, in JSON's types; `status` is shown to the user."""
        ...


@runtime_checkable
class Task(Protocol):
    """Rows of tables, computed by one worker.

    A frozen dataclass whose fields define the task completely, so that it can be sent to a worker and identified by a hash.
    `table` names the table of its rows; with several, `tables`, `run` returns a mapping from table to rows.
    """

    __slots__ = ()

    def run(self) -> Any:
        """The rows: a mapping from column to array, list or Polars series, all of one length, a list of mappings, one per row,
        or a Polars frame; in any order. A scalar represents a column with this value in every row.

        Their types are those of the table's schema; a value that does not fit is an error.
        """
        ...

    def operations(self) -> float:
        """A fixed estimate of the work; divided by the class's `SPEED`: the computing time, see `plan.reference_seconds`."""
        ...

    def expected_rows(self) -> int:
        """Approximate number of rows."""
        ...


@runtime_checkable
class Resumable(Task, Protocol):
    """A long task, which saves its state."""

    __slots__ = ()

    def run(self) -> Any:
        """The rows, see `Task`, without a checkpoint."""
        return self.resume(None)

    def resume(self, checkpoint: Checkpoint | None) -> Any:
        """The rows, from the state that a checkpoint saved, if any; further states are saved."""
        ...


class Build(Protocol):
    """Rows that are committed together and recorded under one name.

    Attributes:
        family: family of games.
        name: arguments of `tafelwerk build` for this build, such as "montecarlo esr 5 6 1 --k-max 1000".
        parameters: parameters of the build, in JSON's types; with the family, they identify it.
        tasks: its tasks; they may fill several tables of the family, and no two of them the same key.
        certainty: "exact", "certified" or "sampled".
        evidence: how its numbers are known: "certificate", "recomputed" or "single".
        covered_by: digests of larger builds, each of which holds all rows of this one.
        digest: sixteen hexadecimal digits over family and parameters.
    """

    @property
    def family(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def parameters(self) -> Mapping[str, Any]: ...
    @property
    def tasks(self) -> tuple[Task, ...]: ...
    @property
    def certainty(self) -> Certainty: ...
    @property
    def evidence(self) -> Evidence: ...
    @property
    def covered_by(self) -> tuple[str, ...]: ...
    @property
    def digest(self) -> str: ...
    def is_held(self, digests: Collection[str]) -> bool: ...
    def operations(self) -> float: ...
    def expected_rows(self) -> int: ...


class SumOfTasks:
    """What follows from the fields of a build."""

    def is_held(self: Build, digests: Collection[str]) -> bool:
        """Whether a book that holds builds with these digests holds all rows of this one."""
        return self.digest in digests or any(digest in digests for digest in self.covered_by)

    def operations(self: Build) -> float:
        """Estimate of the work of all tasks."""
        return sum(task.operations() for task in self.tasks)

    def expected_rows(self: Build) -> int:
        """Approximate number of rows of all tasks."""
        return sum(task.expected_rows() for task in self.tasks)


def columns(names: Iterable[str], rows: Sequence[Sequence[Any]]) -> dict[str, list[Any]]:
    """Rows as named columns, also if there are no rows."""
    return {name: [row[position] for row in rows] for position, name in enumerate(names)}


def fraction_columns(name: str, values: Iterable[Fraction]) -> dict[str, list[Any]]:
    """A column of doubles, and columns of the exact numerators and denominators as digits."""
    exact = list(values)
    return {
        name: [float(value) for value in exact],
        f"{name}_num": [str(value.numerator) for value in exact],
        f"{name}_den": [str(value.denominator) for value in exact],
    }


def tables_of(task: Any) -> tuple[str, ...]:
    """The tables that the task's rows belong to."""
    return tuple(task.tables) if hasattr(task, "tables") else (task.table,)


def task_digest(task: object) -> str:
    """Sixteen hexadecimal digits over the task's class, table and fields.

    Raises:
        TypeError: it is not a dataclass, or the value of a field has no canonical form.
    """
    if not is_dataclass(task):
        raise TypeError(f"a task must be a frozen dataclass, not {type(task).__name__}")
    return digest([getattr(task, "table", None) or getattr(task, "tables", None), plain(task)])
