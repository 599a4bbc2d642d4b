"""What is claimed, looked at and found wrong while stored rows are proved anew."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from flint import fmpq, fmpz

from tafelwerk.tables.checks import Check

_NAMED = 3
_SEED = 2003

T = TypeVar("T")


@dataclass(slots=True)
class Claims:
    """The rows of one table that were looked at, and what is wrong with them."""

    rows: int = 0
    faults: list[str] = field(default_factory=list)

    def claim(self, row: object, problem: str, holds: bool) -> None:
        """Note `problem` against a row unless the claim holds."""
        if not holds:
            self.faults.append(f"{row}: {problem}")

    def check(self, name: str, detail: str) -> Check:
        """Right if nothing is wrong; says what was looked at, and the first faults."""
        if self.faults:
            more = f" and {len(self.faults) - _NAMED} more" if len(self.faults) > _NAMED else ""
            detail = f"{detail}; WRONG {'; '.join(self.faults[:_NAMED])}{more}"
        return Check(name, not self.faults, detail)


def stored_fraction(numerator: str, denominator: str) -> fmpq | None:
    """A fraction from its decimal digits; None unless they are one, positive below and reduced."""
    try:
        value = fmpq(fmpz(numerator), fmpz(denominator))
    except (ValueError, ZeroDivisionError):
        return None
    return value if (str(value.p), str(value.q)) == (numerator, denominator) else None


def nearest(value: fmpq) -> float:
    """The double nearest to a fraction."""
    return int(value.p) / int(value.q)


def drawn(items: Sequence[T], sample: int) -> list[T]:
    """At most so many of the items, the same each time."""
    return Random(_SEED).sample(items, min(sample, len(items)))
