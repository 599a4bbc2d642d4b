"""Kinds of builds, and the builders of the families, imported on demand.

A kind is a class. Its fields are the options, the parameters in meta.builds, the name and the digest:

    class RootTotals(Kind, kind="root"):
        \"\"\"The root model with 1 to N codes under one strategy.

        Example: tafelwerk build search root --size 1000
        \"\"\"

        size: Annotated[int, Parameter("N", "Largest number of codes.", 1, 10_000)]
        evidence = "recomputed"

        def make_tasks(self) -> Iterator[Task]: ...
        def try_next(self) -> tuple[str, ...]: ...    questions that it answers

The command `tafelwerk build FAMILY KIND` follows from it. Which rows a build owes is said once more, by the proofs, from its
parameters alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, fields
from functools import cached_property
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, cast, dataclass_transform

from tafelwerk.build.task import SumOfTasks, Task
from tafelwerk.errors import InputError
from tafelwerk.families import KNOWN
from tafelwerk.frozen import frozen
from tafelwerk.parameters import as_json, command_line, read_fields
from tafelwerk.places import with_book
from tafelwerk.tables.metadata import Certainty, Evidence, build_digest

if TYPE_CHECKING:
    from tafelwerk.build.task import Build
    from tafelwerk.tables.book import Book


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Kind(SumOfTasks):
    """A build that a book can hold: rows that are committed together and recorded under one name.

    Attributes:
        family, kind: where it is found on the command line, `tafelwerk build FAMILY KIND`.
    """

    family: ClassVar[str]
    kind: ClassVar[str]

    def __init_subclass__(cls, *, kind: str) -> None:
        super().__init_subclass__()
        cls.family, cls.kind = cls.__module__.split(".")[2], kind
        frozen(cls)

    def __post_init__(self) -> None:
        read_fields(self)
        self.check()

    def check(self) -> None:
        """Raise InputError where the parameters do not go together."""

    def make_tasks(self) -> Iterable[Task]:
        """Its tasks; they may fill several tables of the family, and no two of them the same key."""
        raise NotImplementedError

    def sections(self) -> Iterable[Self]:
        """The builds in which it enters the book: itself, or those into which it is divided."""
        return (self,)

    def try_next(self) -> tuple[str, ...]:
        """Command lines that ask for what it holds."""
        return ()

    @property
    def certainty(self) -> Certainty:
        """How far its numbers can be trusted; a class whose builds are all alike has it as an attribute."""
        return "exact"

    @property
    def evidence(self) -> Evidence:
        """How its numbers are known; a class whose builds are all known alike has it as an attribute."""
        return "single"

    @property
    def covered_by(self) -> tuple[str, ...]:
        """Digests of larger builds, each of which holds all rows of this one."""
        return ()

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Its parameters in JSON's types; with the family, they identify it. The first stands under the name of the kind."""
        first, *others = (field.name for field in fields(self))  # type: ignore[arg-type]
        return {self.kind: as_json(getattr(self, first))} | {name: as_json(getattr(self, name)) for name in others}

    @cached_property
    def digest(self) -> str:
        """Sixteen hexadecimal digits over family and parameters."""
        return build_digest(self.family, self.parameters)

    @property
    def name(self) -> str:
        """Arguments of `tafelwerk build` for this build."""
        return command_line(f"{self.family} {self.kind}".rstrip(), self)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """Its tasks."""
        return tuple(self.make_tasks())


def kinds(family: str) -> tuple[type[Kind], ...]:
    """The kinds of builds of a family, in order."""
    module = import_module(f"tafelwerk.families.{family}.builds")
    values = (value for value in vars(module).values() if isinstance(value, type) and value is not Kind)
    return tuple(value for value in values if issubclass(value, Kind))


class Family(Protocol):
    """The interface of tafelwerk/families/<family>/builds.py."""

    def standard(self) -> "Iterator[Build]":
        """The builds of the standard set."""
        ...

    def quick(self) -> "Iterator[Build]":
        """The smallest useful set."""
        ...

    def full(self) -> "Iterator[Build]":
        """Everything that the figures and records need: hours."""
        ...

    def pocket(self) -> "Iterator[Build]":
        """The set that ships with the program, in the pocket book."""
        ...

    def warm(self) -> "Iterable[Callable[[], object]]":
        """Small computations that together compile every kernel of the family; each can be sent to a worker."""
        ...


def builders(family: str) -> Family:
    """The builders of a family.

    Raises:
        InputError: there is no such family.
    """
    if family not in KNOWN:
        raise InputError(f"unknown family {family!r}; it may be {', '.join(KNOWN)}")
    return cast(Family, import_module(f"tafelwerk.families.{family}.builds"))


def derived_builds(book: "Book", families: Iterable[str]) -> "Iterator[Build]":
    """Builds that families derive from rows already in the book; most families have none.

    Args:
        book: the book.
        families: the families; those without a file in the book are skipped.
    """
    for family in families:
        builds = getattr(builders(family), "derived", None)
        if builds is not None and family in book.families:
            yield from builds(book)


_FIRST_TASKS = 20
"""Tasks of a build whose tables are looked at."""


def build_line(name: str) -> str:
    """The command line of the first build of a family's full set that fills a table; "" if none does.

    Args:
        name: the table as family.table.
    """
    family, _, table = name.partition(".")
    for build in cast("Iterator[Any]", builders(family).full()):
        for task in islice(build.make_tasks(), _FIRST_TASKS):
            if table in getattr(task, "tables", ()) or table == getattr(task, "table", ""):
                return f"tafelwerk build {build.name}"
    return ""


def no_rows(name: str, book: Path) -> str:
    """What is said of a table, family.table, that no build of a book has filled, with a command line that does."""
    line = build_line(name)
    how = "build it with" if line else "its builds"
    family = name.partition(".")[0]
    return f"{name} has no rows in the book; {how}: {with_book(line or f'tafelwerk build {family} --help', book)}"
