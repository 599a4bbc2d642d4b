"""The codemaker chooses, too: the option and the tables of `tafelwerk mastermind adversary` and `tafelwerk beams adversary`."""

from math import ceil, floor
from typing import Any

from tafelwerk.commands.common import rational, table
from tafelwerk.commands.output import headed
from tafelwerk.tables.choosing import Adversary, MixedTree
from tafelwerk.wording import counted

HIDING = {"chosen": "yes", "never": "never", "open": "open"}
"""Whether a code is worth hiding, for people."""

DIGITS = 10**12
"""Denominator to which the ends of an interval are rounded, outwards."""

MOST_CLASSES = 60
"""Greatest number of classes that are listed for a person."""


def choice_shown(title: str, unit: str, found: Adversary) -> Any:
    """Value, the codemaker's chances, and the breaker's strategies if they were asked for.

    Args:
        title: title of the game.
        unit: what the breaker pays, such as "queries".
        found: the answer.
    """
    value = f"{rational(found.value)} {unit}, {found.mean:.6f}"
    if found.lower is not None:
        low, high = floor(found.lower * DIGITS) / DIGITS, ceil(found.value * DIGITS) / DIGITS
        value = f"certified interval from {low:.12f} to {high:.12f} {unit}"
    heading = (
        f"{title}, the codemaker chooses, too: {value}, "
        f"for {counted(found.codes, 'code')}; the breaker mixes {counted(found.trees, 'strategy', 'strategies')} ({found.source})"
    )
    rows = [
        (
            code,
            found.sizes[code],
            rational(chance),
            f"{float(chance * found.sizes[code]):.6f}",
            HIDING[found.hiding[code]],
        )
        for code, chance in list(found.codemaker.items())[:MOST_CLASSES]
    ]
    summary = headed(heading, table(("first code", "codes", "chance of each", "of all", "worth hiding"), rows))
    if found.mixture is None:
        return summary
    from rich.console import Group

    return Group(summary, *(_tree(number, tree, unit) for number, tree in enumerate(found.mixture, 1)))


def _tree(number: int, one: MixedTree, unit: str) -> Any:
    """A strategy of the mixture: its queries by node."""
    means = ", ".join(f"{code} {float(mean):.4f}" for code, mean in list(one.means.items())[:MOST_CLASSES])
    depth: list[int] = []
    rows = []
    for parent, answer, query in one.tree:
        depth.append(0 if parent < 0 else depth[parent] + 1)
        rows.append(("  " * depth[-1] + (answer or "-"), query))
    return headed(
        f"\nStrategy {number}, chance {rational(one.chance)}; mean {unit}: {means}", table(("answer", "query"), rows)
    )
