"""What the family's commands share: its app, the option of a strategy, parts of a query as words."""

from typing import Annotated

import typer

from tafelwerk.commands.common import App
from tafelwerk.tables.search import Parts

app = App(help="Search models without a board: free search, the root model.")

StrategyOption = Annotated[
    str, typer.Option("--strategy", metavar="optimal|h1|h1.5|...", help="Perfect play, or H_alpha: hA, A from 0, inf.")
]


def words(parts: Parts) -> str:
    """Parts as a person reads them: "3 parts of 103, 1 part of 100"."""
    return ", ".join(f"{count:,} {'part' if count == 1 else 'parts'} of {size:,}" for size, count in parts)
