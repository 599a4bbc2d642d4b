"""Claims about stored rows and their proofs: units, random samples of them, and what a sample can miss.

A claim has a number of units (rows, games, strategies) and proves any of them, given by their places. The caller chooses the
places: a random sample with a fresh seed, or all of them.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import ceil, log
from random import Random
from typing import TYPE_CHECKING, Any

from tafelwerk.tables.layout import layout
from tafelwerk.tables.metadata import Evidence

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


NAMED = 3
"""Greatest number of faults of a claim that are listed; the rest are counted."""

MOST_FAULTS = 1000
"""Number of faults after which the proof of a claim ends."""

ENCLOSED = "value ± error encloses it"
"""How finely a certified number is proved: what the proof encloses lies within the stated error on either side of it."""

FAULTY_SHARE, MISS_CHANCE = 0.01, 1e-4
"""Share of faulty units that a sample must find, and the chance to miss them: 917 units of a large table."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim about stored rows and the method that proves it.

    Attributes:
        table: the table, "family.table"; or several, joined by commas.
        method: how the rows are proved, a noun phrase, unique for the table.
        columns: columns that the method proves, including those of the key that it covers; none if it only finds numbers
            that are impossible.
        evidence: how the numbers are known when the method agrees.
        units: number of units.
        prove: takes places of units, ascending, and yields faults, one text per fault. Places are below `units`.
        noun: word for the units, plural.
        whole: whether the method proves all units at once, so that a sample is not cheaper.
        seconds: approximate CPU seconds per unit, for the estimate of a whole proof.
        least: least number of units examined, even if a sample would be smaller.
        long: whether only a full proof examines them.
        unproved: why no unit can be proved here, such as missing rules; "" if they can.
        within: by column how finely it is proved, for those that are not proved exactly. A double is exact if it is the nearest
            one to the number that it stands for.
        is_empty: whether the table is empty, which is the one unit then.
        game: the one game whose rows it is about; "" for claims about all of the table.
    """

    table: str
    method: str
    columns: tuple[str, ...]
    evidence: Evidence
    units: int
    prove: Callable[[Sequence[int]], Iterable[str]]
    noun: str = "rows"
    whole: bool = False
    seconds: float = 1e-4
    least: int = 0
    long: bool = False
    unproved: str = ""
    within: Mapping[str, str] = field(default_factory=dict)
    is_empty: bool = False
    game: str = ""

    @property
    def name(self) -> str:
        """Table and method."""
        return f"{self.table}: {self.method}"


@dataclass(frozen=True, slots=True)
class Sampling:
    """Extent of a proof.

    Attributes:
        seed: seed of the samples.
        units: units per claim. Default: by `enough`.
        full: whether every unit is examined.
    """

    seed: int
    units: int | None = None
    full: bool = False

    def size(self, claim: Claim) -> int:
        """Number of units of a claim to examine."""
        if claim.unproved or (claim.long and not self.full):
            return 0
        if self.full or claim.whole:
            return claim.units
        wanted = max(enough(claim.units), claim.least) if self.units is None else self.units
        return min(wanted, claim.units)

    def places(self, claim: Claim) -> Sequence[int]:
        """Places of the units to examine, ascending; they depend only on the seed and on the claim's name."""
        size = self.size(claim)
        if size == claim.units:
            return range(claim.units)
        return sorted(Random(f"{self.seed} {claim.name}").sample(range(claim.units), size))


@cache
def enough(units: int, share: float = FAULTY_SHARE, miss: float = MISS_CHANCE) -> int:
    """Least size of a random sample that contains a faulty unit with probability 1 - miss.

    Args:
        units: number of units.
        share: share of them that are faulty, rounded up to whole units.
        miss: probability that the sample contains none.
    """
    faulty = ceil(share * units)
    left, size = log(miss), 0
    while size < units - faulty and left < 0:
        left -= log((units - faulty - size) / (units - size))
        size += 1
    return size if left >= 0 else min(size + 1, units)


def chance_of_missing(looked_at: int, units: int) -> float:
    """Largest share of faulty units compatible with a clean sample at 95 %: 3 / (units examined), or 0 if all were."""
    if looked_at >= units:
        return 0.0
    return min(1.0, 3 / looked_at) if looked_at else 1.0


def with_faults(detail: str, faults: Sequence[str]) -> str:
    """Text of the units examined, the first faults, and the number of the rest."""
    if not faults:
        return detail
    more = f" and {len(faults) - NAMED} more" if len(faults) > NAMED else ""
    return f"{detail}; WRONG {'; '.join(faults[:NAMED])}{more}"


class Faults:
    """Collects the faults of the rows of one claim.

    Attributes:
        texts: one text per fault.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []

    def unless(self, holds: bool, row: object, problem: str) -> None:
        """Record a fault of a row unless a condition holds."""
        if not holds:
            self.texts.append(f"{row}: {problem}")


@dataclass(slots=True)
class Rows:
    """The rows of a table that meet a condition, addressed by their places in the order of the table.

    Attributes:
        book: the book.
        table: the table, "family.table".
        columns: selected SQL expressions; names that are keywords are quoted.
        condition: SQL over the table's columns.
    """

    book: "Book"
    table: str
    columns: Sequence[str]
    condition: str = "true"
    _ids: Sequence[int] | None = field(default=None, init=False)

    def __len__(self) -> int:
        return len(self._places())

    def at(self, places: Sequence[int]) -> list[tuple[Any, ...]]:
        """The rows at places, in the order of the table."""
        ids = self._places()
        where, arguments = self.condition, list[list[int]]()
        if len(places) < len(ids):
            where, arguments = "rowid IN (SELECT unnest(?::BIGINT[]))", [[int(ids[index]) for index in places]]
        sql = f"SELECT {', '.join(self.columns)} FROM {self.table} WHERE {where} ORDER BY rowid"
        return self.book.rows(self.table.partition(".")[0], sql, *arguments)

    def _places(self) -> Sequence[int]:
        if self._ids is None:
            family = self.table.partition(".")[0]
            rows = self.book.rows(
                family, f"SELECT count(*), min(rowid), max(rowid) FROM {self.table} WHERE {self.condition}"
            )
            count, first, last = rows[0] if rows else (0, None, None)
            if not count:
                self._ids = range(0)
            elif last - first + 1 == count:
                self._ids = range(first, last + 1)
            else:
                sql = f"SELECT rowid FROM {self.table} WHERE {self.condition} ORDER BY rowid"
                self._ids = [row[0] for row in self.book.rows(family, sql)]
        return self._ids


Stored = Sequence[Mapping[str, Any]]
"""Parameters of the builds of a book."""

Units = Rows | Sequence[Any]
"""What a claim is about, one by one: rows, or any other values."""


def proof(
    table: str,
    method: str,
    columns: Sequence[str],
    units: Units,
    prove: Callable[[list[Any]], Iterable[str]],
    evidence: Evidence = "recomputed",
    **more: Any,
) -> Claim:
    """The claim that a function finds no fault in some units.

    Args:
        table, method, columns, evidence: as in `Claim`.
        units: the units.
        prove: takes the units to examine, in their order, and yields faults.
        more: other attributes of the claim.
    """

    def look(at: Sequence[int]) -> Iterable[str]:
        return prove(units.at(at) if isinstance(units, Rows) else [units[index] for index in at])

    return Claim(table, method, tuple(columns), evidence, len(units), look, **more)


def table_proof(
    book: "Book",
    table: str,
    method: str,
    columns: Sequence[str],
    prove: Callable[[], Iterable[str]],
    evidence: Evidence = "recomputed",
    *,
    least: int = 0,
    **more: Any,
) -> Claim:
    """The claim that a function finds no fault in a table; `least`: number of units of an empty one, others as for `proof`."""
    counted = book.one(table.partition(".")[0], f"SELECT count(*) FROM {table}")
    units = max(least, counted[0] if counted else 0)
    return Claim(table, method, tuple(columns), evidence, units, lambda at: prove(), whole=True, **more)


def statement_proof(
    book: "Book",
    table: str,
    method: str,
    columns: Sequence[str],
    sql: str,
    evidence: Evidence = "recomputed",
    within: str = "",
) -> Claim:
    """The claim that a statement selects no fault of a table.

    Args:
        book: the book.
        table, method, columns, evidence: as in `Claim`.
        sql: selects one text per faulty row; its order and number do not matter.
        within: how finely its columns are proved, if not exactly.
    """

    def prove() -> Iterable[str]:
        faults = book.rows(table.partition(".")[0], f"SELECT * FROM ({sql}) LIMIT {MOST_FAULTS}")
        return (str(fault) for (fault,) in faults)

    finely = dict.fromkeys(columns, within) if within else {}
    return table_proof(book, table, method, columns, prove, evidence, within=finely)


def key_proof(
    book: "Book",
    table: str,
    method: str,
    keys: Sequence[str],
    columns: Sequence[str],
    expected: Callable[..., Any],
    condition: str = "true",
    **more: Any,
) -> Claim:
    """The claim that columns of each row are those that follow from its key.

    Args:
        book: the book.
        table, method, columns: as in `Claim`.
        keys: columns of the key.
        expected: takes the columns of a key; returns the others as a tuple.
        condition: selects the rows of the table, SQL over its columns.
        more: other attributes of the claim.
    """

    def prove(rows: list[Any]) -> Iterator[str]:
        for row in rows:
            key, stored = row[: len(keys)], row[len(keys) :]
            wanted = expected(*key)
            if stored != wanted:
                yield f"{', '.join(map(str, key))}: {stored} should be {wanted}"

    rows = Rows(book, table, [f'"{name}"' for name in (*keys, *columns)], condition)
    return proof(table, method, columns, rows, prove, **more)


def divide_rows(
    book: "Book", table: str, columns: Sequence[str], near: str, condition: str = "true"
) -> tuple[Rows, Rows]:
    """The rows of a table that every proof examines, and those that only a full proof examines.

    Args:
        book: the book.
        table: the table, "family.table".
        columns: as in `Rows`.
        near: condition of the former.
        condition: condition of both.
    """
    near_rows = Rows(book, table, columns, f"({condition}) AND ({near})")
    return near_rows, Rows(book, table, columns, f"({condition}) AND NOT ({near})")


def near_and_far(
    table: str,
    method: str,
    columns: Sequence[str],
    units: tuple[Units, Units],
    prove: Callable[[list[Any]], Iterable[str]],
    *,
    seconds: tuple[float, float],
    evidence: Evidence = "recomputed",
    **more: Any,
) -> Iterator[Claim]:
    """Two claims of one method: about units that every proof examines, and about those that only a full proof examines.

    Args:
        table, method, columns, prove, evidence: as for `proof`; the second method's name ends with ", far".
        units: the units near and far.
        seconds: CPU seconds per unit, near and far.
        more: other attributes of the near ones, as in `Claim`; the far ones share only noun and within.
    """
    near, far = units
    yield proof(table, method, columns, near, prove, evidence, seconds=seconds[0], **more)
    more = {name: value for name, value in more.items() if name in ("noun", "within")}
    yield proof(table, f"{method}, far", columns, far, prove, evidence, seconds=seconds[1], long=True, **more)


@contextmanager
def interpreted() -> Iterator[None]:
    """Have the kernels of all proofs run as the Python that they are, as with NUMBA_DISABLE_JIT=1."""
    import numpy as np

    kernels = [
        (module, name, value)
        for module in [module for name, module in sys.modules.items() if name.startswith("tafelwerk.proofs.")]
        for name, value in vars(module).items()
        if hasattr(value, "py_func")
    ]
    try:
        for module, name, value in kernels:
            setattr(module, name, value.py_func)
        with np.errstate(over="ignore"):
            yield
    finally:
        for module, name, value in kernels:
            setattr(module, name, value)


def uncompiled(claim: Claim, units: Sequence[int]) -> Claim:
    """The claim about a few small units of another one, proved without compiled code.

    Both programs are compiled by one compiler; here a kernel that is compiled wrongly does not prove itself.

    Args:
        claim: the claim; `prove` looks at the given units only.
        units: places of these units.
    """

    def prove(places: Sequence[int]) -> list[str]:
        with interpreted():
            return list(claim.prove([units[place] for place in places]))

    method = f"{claim.method}, without compiled code"
    return replace(claim, method=method, columns=(), units=len(units), prove=prove, least=len(units), long=False)


EXACT, MEASURED, NOT_PROVED = "exact", "measured", "not proved"


def column_proofs(family: str, claims: Iterable[Claim]) -> dict[str, dict[str, str]]:
    """How finely the claims about a family prove each column of each table: EXACT, MEASURED, NOT_PROVED, or in other words.

    Args:
        family: the family.
        claims: its claims; those without units say nothing about a table if others have some.
    """
    texts: dict[tuple[str, str], list[tuple[bool, str]]] = {}
    for claim in claims:
        for table in claim.table.split(", "):
            for column in claim.columns:
                proof = (claim.units > 0, claim.within.get(column, EXACT))
                texts.setdefault((table.partition(".")[2], column), []).append(proof)
    return {
        table.name: {
            column.name: MEASURED if column.measured else _join(texts.get((table.name, column.name), []))
            for column in table.columns
        }
        for table in layout(family)
    }


def _join(texts: list[tuple[bool, str]]) -> str:
    words = [text for has_units, text in texts if has_units] or [text for _, text in texts]
    return "; ".join(dict.fromkeys(words)) or NOT_PROVED


def group_columns(columns: dict[str, str]) -> dict[str, list[str]]:
    """The columns of a table by how finely they are proved."""
    groups: dict[str, list[str]] = {}
    for column, text in columns.items():
        groups.setdefault(text, []).append(column)
    return groups


def claims_of_family(book: "Book", family: str, seed: int = 0) -> "Iterable[Claim]":
    """The claims about a family's tables; empty for a family without proofs.

    Args:
        book: the book.
        family: name of a family.
        seed: random seed of the proofs' own draws, such as simulated games.
    """
    name = f"tafelwerk.proofs.{family}"
    family_claims: Iterable[Claim] = import_module(name).claims(book, seed) if find_spec(name) else ()
    return family_claims
