"""`tafelwerk mastermind adversary`: the game in which the codemaker chooses, too."""

from math import ceil, floor
from pathlib import Path
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.common import rational, table
from tafelwerk.commands.mastermind.words import Played, app
from tafelwerk.commands.output import headed
from tafelwerk.errors import InputError
from tafelwerk.rules.mastermind.games import AnswerTable, Game, Named
from tafelwerk.tables.mastermind import questions
from tafelwerk.tables.mastermind.adversary import Adversary
from tafelwerk.wording import counted

MatrixOption = Annotated[
    Path | None,
    typer.Option(
        "--matrix",
        metavar="FILE.csv",
        help="CSV table of answers instead of a game of the book: codes in the header, queries in the first column.",
    ),
]
ShowTreesOption = Annotated[
    bool, typer.Option("--show-trees", help="List the strategies that the breaker mixes, with their chances.")
]

HIDING = {"chosen": "yes", "never": "never", "open": "open"}
"""Whether a code is worth hiding, for people."""

DIGITS = 10**12
"""Denominator to which the ends of an interval are rounded, outwards."""

MOST_CLASSES = 60
"""Greatest number of classes that are listed for a person."""


@app.command()
@asks
def adversary(played: Played, ask: Ask, matrix: MatrixOption = None, show_trees: ShowTreesOption = False) -> Text:
    """The codemaker chooses, too: value of the game of codemaker and codebreaker, and an optimal choice of codes.

    The codemaker chooses a code, the breaker a strategy; any query may be asked at any time, and the last one counts. Codes of
    one class, which symmetries of the game map to each other, have equal chances; a class is named by its first code. A code is
    never worth hiding if an optimal breaker finds it in fewer queries than the value.

    Example: tafelwerk mastermind adversary --pegs 3 --colors 4

    Example: tafelwerk mastermind adversary --pegs 2 --colors 3 --show-trees --json
    """
    game = _game(played, matrix)
    found = ask(questions.adversary, game, show_trees)
    return lambda: _laid_out(game, found)


def _game(played: Played, matrix: Path | None) -> Game | AnswerTable:
    """The game, or the table of answers in a file.

    Raises:
        InputError: both are given, or the file does not describe a game.
    """
    if matrix is None:
        return played.game
    if played.pegs is not None or played.colors is not None or played.distinct:
        raise InputError("--matrix does not go with --pegs, --colors or --distinct; give one or the other")
    from tafelwerk.build.mastermind.sets import file_rules

    rules = file_rules(Named(played.name or "matrix"), "matrix", None, None, matrix)
    assert isinstance(rules, AnswerTable)
    return rules


def _laid_out(game: Game | AnswerTable, found: Adversary) -> Any:
    value = f"{rational(found.value)} queries, {found.mean:.6f}"
    if found.lower is not None:
        low, high = floor(found.lower * DIGITS) / DIGITS, ceil(found.value * DIGITS) / DIGITS
        value = f"certified interval from {low:.12f} to {high:.12f} queries"
    heading = (
        f"{game.title}, the codemaker chooses, too: {value}, "
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
    shown = headed(heading, table(("first code", "codes", "chance of each", "of all", "worth hiding"), rows))
    if found.mixture is None:
        return shown
    from rich.console import Group

    return Group(shown, *(_tree(number, one) for number, one in enumerate(found.mixture, 1)))


def _tree(number: int, one: Any) -> Any:
    """A strategy of the mixture: its queries by node."""
    means = ", ".join(f"{code} {float(mean):.4f}" for code, mean in list(one.means.items())[:MOST_CLASSES])
    depth: list[int] = []
    rows = []
    for parent, answer, query in one.tree:
        depth.append(0 if parent < 0 else depth[parent] + 1)
        rows.append(("  " * depth[-1] + (answer or "-"), query))
    return headed(
        f"\nStrategy {number}, chance {rational(one.chance)}; mean queries: {means}", table(("answer", "query"), rows)
    )
