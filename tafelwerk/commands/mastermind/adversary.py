"""`tafelwerk mastermind adversary`: the game in which the codemaker chooses, too."""

from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.choosing import ShowTreesOption, choice_shown
from tafelwerk.commands.mastermind.words import Played, app
from tafelwerk.errors import InputError
from tafelwerk.rules.mastermind.games import AnswerTable, Game, Named
from tafelwerk.tables.mastermind import questions

MatrixOption = Annotated[
    Path | None,
    typer.Option(
        "--matrix",
        metavar="FILE.csv",
        help="CSV table of answers instead of a game of the book: codes in the header, queries in the first column.",
    ),
]


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
    return lambda: choice_shown(game.title, "queries", found)


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
