"""Contents of builds, derived from their parameters: the name, how far the numbers can be trusted, and the rows delivered.

What a build owes is for the proofs of its family to say: `contents(parameters)` in proofs/<family>/contents.py. The committer
stores its result; `tafelwerk verify` compares the stored data with it.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from tafelwerk.errors import InputError
from tafelwerk.frozen import frozen
from tafelwerk.tables.noted import literal as text

__all__ = ["CERTAINTY", "EVIDENCE", "Certainty", "Contents", "Evidence", "contents", "text"]

Certainty = Literal["exact", "certified", "sampled"]
Evidence = Literal["certificate", "recomputed", "single"]

_PROOFS = Path(__file__).parent.parent / "proofs"

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
    if not (_PROOFS / family / "contents.py").exists():
        return None
    try:
        described: Contents = import_module(f"tafelwerk.proofs.{family}.contents").contents(parameters)
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, IndexError) as fault:
        raise InputError(f"{family} has no build with parameters {dict(parameters)!r:.200}") from fault
    return described
