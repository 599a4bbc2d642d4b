"""Dresher's own simplex method as text: every basis, its inverse, and the columns that enter and leave."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rich.console import Group

from tafelwerk.commands.output import headed, rational, table
from tafelwerk.families.dresher.answers import Simplex
from tafelwerk.wording import counted


def simplex_text(answer: Simplex) -> Group:
    """The steps."""
    parts: list[Any] = [
        headed(
            f"{counted(answer.n, 'number')}: a column per tree and its mirror image; pairs: depths of i and n + 1 - i, added",
            table(
                ("column", "depths", "pairs"),
                [
                    (f"P{place}", _words(depths), _words(pairs))
                    for place, (depths, pairs) in enumerate(
                        zip(answer.trees, zip(*answer.matrix, strict=True), strict=True), 1
                    )
                ],
            ),
        )
    ]
    for number, step in enumerate(answer.steps):
        basis = ", ".join(f"P{column}" for column in step.basis)
        heading = f"\nBasis B{number} = ({basis}), its inverse, and R0 times each column:"
        rows = [(f"R{i}", *map(rational, row)) for i, row in enumerate(step.inverse)]
        parts.append(headed(heading, table(("", *(f"C{i}" for i in range(len(step.inverse)))), rows)))
        parts.append(f"R0 P: {_words(step.products)}")
        if step.column is not None:
            parts.append(f"P{step.enters} enters, V = ({_words(step.column)}); P{step.leaves} leaves.")
    hider = ", ".join(map(rational, answer.hider))
    parts.append(
        f"\nNo product is above 0: the value is {rational(answer.value)}, the hider's strategy is {hider}, the searcher's is"
    )
    parts.append(
        table(("probability", "depths"), [(rational(one.probability), _words(one.depths)) for one in answer.searcher])
    )
    return Group(*parts)


def _words(numbers: Sequence[int | Fraction]) -> str:
    return " ".join(map(str, numbers))
