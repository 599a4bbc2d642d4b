"""What the family's commands share: its app, the checks of numbers, parts of a query as words."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.common import App
from tafelwerk.tables.search import Parts

app = App(help="Search models without a board: free search, the root model.")

StrategyOption = Annotated[
    str, typer.Option("--strategy", metavar="optimal|h1|h1.5|...", help="Perfect play, or H_alpha: hA, A from 0, inf.")
]


def pairs(parts: Parts) -> list[list[int]]:
    """Parts as JSON has them: [size, how many]."""
    return [[size, count] for size, count in parts]


def words(parts: Parts) -> str:
    """Parts as a person reads them: "3 of 103, 1 of 100"."""
    return ", ".join(f"{count:,} of {size:,}" for size, count in parts)


def answers() -> Any:
    """What the book does not hold, computed; imported on a miss only."""
    from tafelwerk.build.search import answers

    return answers
