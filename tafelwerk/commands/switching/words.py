"""What the family's commands share: their app and options, fractions as words."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

import typer

from tafelwerk.commands.asking import Ask
from tafelwerk.commands.common import App, rational
from tafelwerk.commands.numbers import LARGEST_SEED
from tafelwerk.tables import switching as tables

app = App(help="The Shannon switching game and Bridg-It: perfect play, Shannon's resistors, agents.")

LONGEST_FRACTION = 24
"""Characters of a fraction up to which a person is shown it; beyond, its decimals."""


def _agent(_: typer.CallbackParam, value: str | None) -> str | None:
    return None if value is None else tables.agent_name(value)


OrderArgument = Annotated[
    int, typer.Argument(metavar="ORDER", min=tables.LEAST_ORDER, max=tables.MOST_ORDER, help="Order of the board.")
]
OrderOption = Annotated[
    int,
    typer.Option(
        "--order",
        min=tables.LEAST_ORDER,
        max=tables.MOST_ORDER,
        metavar="M",
        help="Order of the board: (M - 1) rows of M nodes.",
    ),
]
CutOption = Annotated[
    str,
    typer.Option(
        "--cut",
        metavar="AGENT",
        callback=_agent,
        help="Plays Cut: perfect, heuristic, temperature:T, mc:K, gauss-seidel:SWEEPS[:T], random.",
    ),
]
ShortOption = Annotated[
    str, typer.Option("--short", metavar="AGENT", callback=_agent, help="Plays Short: an agent, as for --cut.")
]
GamesOption = Annotated[
    int | None,
    typer.Option(
        "--games",
        min=1,
        max=tables.MOST_GAMES,
        metavar="N",
        help="Number of games played on boards of order 4 and more. Default: 10,000.",
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed of the games. Default: 1."),
]
MovesOption = Annotated[
    str,
    typer.Option("--moves", metavar="MOVES", help='Moves in turn, Cut first: edges by their names, "A5 C5 C3 A1".'),
]


@dataclass
class Computed(Ask):
    """For what no table holds: nothing is kept."""

    keep: bool = field(default=False, init=False)


@dataclass
class AtOnce(Computed):
    """For what is computed whatever it takes."""

    compute: bool = field(default=False, init=False)


def shown(number: Fraction, digits: int = 6) -> str:
    """An exact number for a person: "1", "79/81 (0.975309)", or "about 0.975309" where the fraction is long."""
    text = rational(number)
    if number.denominator == 1:
        return text
    value = float(number)
    decimals = f"{value:.{digits}f}" if value >= 1e-3 else f"{value:.3g}"
    return f"{text} ({decimals})" if len(text) <= LONGEST_FRACTION else f"about {decimals}"


def listed(names: Sequence[str], most: int = 40, last: str = "and") -> str:
    """Names as a person lists them: "A1, C1 and E3"."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else "none"
