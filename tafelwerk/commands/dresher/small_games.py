"""`tafelwerk dresher reply, few, matrix, simplex`: best trees against given weights, few trees, games with all their trees."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import AtOnce, Text, Unkept, asks
from tafelwerk.commands.common import rational, table
from tafelwerk.commands.dresher.drawn import best_trees, searcher_trees
from tafelwerk.commands.dresher.words import app, shown
from tafelwerk.commands.output import headed, write_text
from tafelwerk.commands.picture import OutputOption, save
from tafelwerk.errors import InputError
from tafelwerk.rules.dresher import MOST_FEW, MOST_LISTED, read_weights, tree_text
from tafelwerk.tables.dresher import questions
from tafelwerk.tables.dresher.answers import Matrix
from tafelwerk.wording import counted

FewArgument = Annotated[
    int, typer.Argument(metavar="N", min=1, max=MOST_LISTED, help="The hider picks one of the numbers 1 to N.")
]


@app.command()
@asks
def reply(
    weights: Annotated[
        str,
        typer.Option(
            "--weights", metavar="W1,W2,...", help="Weights with which the hider picks 1, 2, ...: integers or p/q."
        ),
    ],
    ask: Unkept,
    output: OutputOption = None,
) -> Text:
    """Best trees against given weights of the hider: their cost, their number, and the first hundred.

    Example: tafelwerk dresher reply --weights 2,1,1,2

    Example: tafelwerk dresher reply --weights 1/3,1/6,1/6,1/3 --json
    """
    found = ask(questions.reply, read_weights(weights))
    heading = (
        f"Least sum of weight times guesses: {shown(found.total)}, attained by {counted(int(found.count), 'tree')}"
    )
    heading += f", of which the first {len(found.trees)}:" if len(found.trees) < found.count else ":"
    if output is not None:
        save(best_trees(found.trees, heading.rstrip(":")), output)
    return lambda: headed(heading, _listed(found.trees))


@app.command()
@asks
def few(
    n: Annotated[
        int, typer.Argument(metavar="N", min=1, max=MOST_FEW, help="The hider picks one of the numbers 1 to N.")
    ],
    ask: Unkept,
    output: OutputOption = None,
) -> Text:
    """Optimal strategy of the searcher with few trees: proved optimal, not proved to have the fewest.

    Example: tafelwerk dresher few 8
    """
    found = ask(questions.few, n)
    if output is not None:
        save(searcher_trees(found), output)

    def layout() -> Any:
        from tafelwerk.commands.dresher.pictures import searcher_picture

        return searcher_picture(found, every=True, levels=None)

    return layout


@app.command()
@asks
def matrix(
    n: FewArgument,
    ask: AtOnce,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="File for the payoff matrix: FILE.nfg for Gambit, or FILE.csv."
        ),
    ] = None,
) -> Text:
    """All search trees and the payoff matrix of guesses: a row per tree, a column per number.

    Example: tafelwerk dresher matrix 4

    Example: tafelwerk dresher matrix 8 --json

    Example: tafelwerk dresher matrix 4 -o matrix.nfg
    """
    if output is not None and output.suffix.lower() not in (".nfg", ".csv"):
        raise InputError(
            f"--output {output}: a payoff matrix is written to FILE.nfg or FILE.csv; choose one of these endings"
        )
    found = ask(questions.matrix, n)
    if output is not None:
        write_text(_nfg(found) if output.suffix.lower() == ".nfg" else _csv(found), output)
    return lambda: headed(f"{counted(n, 'number')}, {counted(len(found.trees), 'tree')}", _listed(found.trees))


@app.command()
@asks
def simplex(n: FewArgument, ask: AtOnce) -> Text:
    """Dresher's own simplex method on the matrix of all trees: every basis, its inverse, and the columns that enter and leave.

    Example: tafelwerk dresher simplex 4
    """
    found = ask(questions.simplex, n)

    def layout() -> Any:
        from rich.console import Group

        parts: list[Any] = [
            headed(
                f"{counted(n, 'number')}: a column per tree and its mirror image; pairs: depths of i and n + 1 - i, added",
                table(
                    ("column", "depths", "pairs"),
                    [
                        (f"P{place}", _words(depths), _words(pairs))
                        for place, (depths, pairs) in enumerate(
                            zip(found.trees, zip(*found.matrix, strict=True), strict=True), 1
                        )
                    ],
                ),
            )
        ]
        for number, step in enumerate(found.steps):
            basis = ", ".join(f"P{column}" for column in step.basis)
            heading = f"\nBasis B{number} = ({basis}), its inverse, and R0 times each column:"
            rows = [(f"R{i}", *map(rational, row)) for i, row in enumerate(step.inverse)]
            parts.append(headed(heading, table(("", *(f"C{i}" for i in range(len(step.inverse)))), rows)))
            parts.append(f"R0 P: {_words(step.products)}")
            if step.column is not None:
                parts.append(f"P{step.enters} enters, V = ({_words(step.column)}); P{step.leaves} leaves.")
        hider = ", ".join(map(rational, found.hider))
        parts.append(
            f"\nNo product is above 0: the value is {rational(found.value)}, the hider's strategy is {hider}, the searcher's is"
        )
        parts.append(
            table(
                ("probability", "depths"), [(rational(one.probability), _words(one.depths)) for one in found.searcher]
            )
        )
        return Group(*parts)

    return layout


def _listed(trees: Sequence[Sequence[int]]) -> Any:
    """A row per tree: the depths of its numbers."""
    return table(("tree", *map(str, range(1, len(trees[0]) + 1))), [(i, *depths) for i, depths in enumerate(trees, 1)])


def _nfg(found: Matrix) -> Iterator[str]:
    """The game for Gambit: the hider is paid the guesses, the searcher pays them."""
    from tafelwerk.formats.gambit import nfg_lines, zero_sum

    numbers = [str(number) for number in range(1, found.n + 1)]
    trees = [tree_text(tree) for tree in found.trees]
    title = f"Dresher's guessing game, {counted(found.n, 'number')}"
    return nfg_lines(title, ("Hider", "Searcher"), (numbers, trees), zero_sum(found.matrix), "Payoffs: guesses")


def _csv(found: Matrix) -> Iterator[str]:
    """The payoff matrix with a column per tree."""
    yield ",".join(["number", *map(tree_text, found.trees)]) + "\n"
    for number, guesses in enumerate(found.matrix, 1):
        yield ",".join(map(str, (number, *guesses))) + "\n"


def _words(numbers: Sequence[int | Fraction]) -> str:
    return " ".join(map(str, numbers))
