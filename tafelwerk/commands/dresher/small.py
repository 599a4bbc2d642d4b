"""`tafelwerk dresher reply, matrix, simplex`: best trees against given weights, and small games written down whole."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import AtOnce, Text, Unkept, asks
from tafelwerk.commands.common import table
from tafelwerk.commands.dresher.words import app, shown
from tafelwerk.commands.output import headed, rational
from tafelwerk.rules.dresher import MOST_WRITTEN_DOWN, parse_weights
from tafelwerk.tables.dresher import questions
from tafelwerk.tables.dresher.answers import Simplex, SimplexStep
from tafelwerk.wording import counted

SmallArgument = Annotated[
    int, typer.Argument(metavar="N", min=1, max=MOST_WRITTEN_DOWN, help="The hider picks one of the numbers 1 to N.")
]

SHOWN = 20
"""Trees that are shown; --json has more."""


@app.command()
@asks
def reply(
    ask: Unkept,
    weights: Annotated[
        str,
        typer.Option(
            "--weights",
            metavar="W1,W2,...",
            help="Weights of the numbers 1, 2, ...: integers, decimals or p/q, 0 or more.",
        ),
    ],
) -> Text:
    """The searcher's best trees against given weights of the hider: what they take, how many there are, the first of them.

    Example: tafelwerk dresher reply --weights 2,1,1,2

    Example: tafelwerk dresher reply --weights 1/3,1/6,1/6,1/3 --json
    """
    found = ask(questions.reply, parse_weights(weights))

    def layout() -> Any:
        count = int(found.count)
        head = f"A best tree takes {shown(found.total)} guesses in all; {counted(count, 'tree is', 'trees are')} best."
        more = f"The first {SHOWN} of them:" if count > SHOWN else "Depths of the numbers, 1 at the root:"
        return "\n".join([head, more, *(" ".join(map(str, tree)) for tree in found.trees[:SHOWN])])

    return layout


@app.command()
@asks
def matrix(n: SmallArgument, ask: AtOnce) -> Text:
    """All search trees and the payoff matrix: guesses by the hider's number and the searcher's tree.

    Example: tafelwerk dresher matrix 4
    """
    found = ask(questions.matrix, n)

    def layout() -> Any:
        rows = [(place, *tree) for place, tree in enumerate(found.trees, 1)]
        return table(("tree", *map(str, range(1, n + 1))), rows, title=counted(len(rows), "search tree"))

    return layout


@app.command()
@asks
def simplex(n: SmallArgument, ask: AtOnce) -> Text:
    """Dresher's own simplex method on the matrix of all trees, basis by basis.

    Mirrored numbers and mirrored trees are taken together, so that values are twice those of the game.

    Example: tafelwerk dresher simplex 4
    """
    found = ask(questions.simplex, n)
    return lambda: _worked(found)


def _worked(found: Simplex) -> Any:
    from rich.console import Group

    pairs = len(found.columns[0])
    trees = [(f"P{place}", *column) for place, column in enumerate(found.columns, 1)]
    names = [f"{i} and {found.n + 1 - i}" if 2 * i != found.n + 1 else f"{i} twice" for i in range(1, pairs + 1)]
    slack = [f"P{len(trees) + place}" for place in range(1, pairs + 1)]
    said = f"{', '.join(slack)}: {'slack columns, one per pair' if pairs > 1 else 'the slack column'}."
    parts: list[Any] = [table(("tree", *names), trees), said, ""]
    for place, step in enumerate(found.steps, 1):
        parts += [*_step(place, step), ""]
    return Group(*parts, f"The value is {rational(found.steps[-1].inverse[0][0])} / 2 = {rational(found.value)}.")


def _step(place: int, step: SimplexStep) -> Iterator[Any]:
    basis = [f"P{column}" for column in step.basis]
    rows = [(f"R{row}", *map(rational, entries)) for row, entries in enumerate(step.inverse)]
    yield headed(f"Basis {place}: {', '.join(basis)}; its inverse:", table(("", *[""] * len(basis)), rows))
    yield f"R0 times P1, P2, ...: {_listed(step.products)}"
    if step.enters is None:
        yield "None is above 0: the basis is optimal."
    else:
        yield f"P{step.enters} comes in, the inverse times it is {_listed(step.column)}; P{step.leaves} leaves."


def _listed(numbers: Sequence[Any]) -> str:
    return " ".join(map(rational, numbers))
