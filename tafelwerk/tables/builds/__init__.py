"""Contents of builds, derived from their parameters: the name, how far the numbers can be trusted, and the rows delivered.

There is one module per family, with one function, `contents(parameters)`. The committer stores its result; `tafelwerk verify`
compares the stored data with it.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from tafelwerk.errors import InputError
from tafelwerk.families import has_builds
from tafelwerk.frozen import frozen
from tafelwerk.tables.noted import literal as text

__all__ = ["CERTAINTY", "EVIDENCE", "Certainty", "Contents", "Evidence", "contents", "described", "text"]

Certainty = Literal["exact", "certified", "sampled"]
Evidence = Literal["certificate", "recomputed", "single"]

CERTAINTY: tuple[Certainty, ...] = ("exact", "certified", "sampled")
"""How far a number can be trusted, the best first."""

EVIDENCE: tuple[Evidence, ...] = ("certificate", "recomputed", "single")
"""How a number is known, the best first: a small plain program checks a certificate; a second program, or another seed and
order, agreed; a single program computed it."""


@frozen
class Contents:
    """Contents of a build.

    Attributes:
        name: arguments of `tafelwerk build` for this build.
        certainty: how far its numbers can be trusted.
        evidence: how they are known; the weakest evidence of its rows.
        rows: condition on the rows that it delivered, by table, in SQL over the table's columns; each of the build's tables is
            named.
    """

    name: str
    certainty: Certainty
    evidence: Evidence
    rows: Mapping[str, str]


def contents(family: str, parameters: Mapping[str, Any]) -> Contents | None:
    """Contents of the build of a family with these parameters, whatever they are; None if the family has no such description.

    Raises:
        InputError: the family has no build with such parameters.
    """
    try:
        return described(family, parameters)
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, IndexError) as fault:
        raise InputError(f"{family} has no build with parameters {dict(parameters)!r:.200}") from fault


def described(family: str, parameters: Mapping[str, Any]) -> Contents | None:
    """`contents` of parameters that may be out of range, but are of the right kinds.

    Raises:
        InputError: a parameter is out of range.
    """
    # of a family that has its folder, what a build owes is for its proofs to say
    module = f"tafelwerk.proofs.{family}.contents" if has_builds(family) else f"{__name__}.{family}"
    if find_spec(module) is None:
        return None
    found: Contents = import_module(module).contents(parameters)
    return found
