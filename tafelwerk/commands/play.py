"""`tafelwerk play`: the games that can be played, and a start with defaults."""

from typing import Annotated

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, answer
from tafelwerk.commands.output import table
from tafelwerk.play.games import GAMES, game_named

app = App()


@app.command()
def play(
    context: typer.Context,
    book: BookOption,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game to start, with its defaults. Default: list the games."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """List the games that can be played, or start one.

    Example: tafelwerk play

    Example: tafelwerk play mastermind
    """
    if game is None or json:
        games = GAMES if game is None else (game_named(game),)
        rows = [(each.name, each.task, each.command) for each in games]
        answer(json, {"games": games}, lambda: table(("game", "task", "command"), rows))
        return
    words = game_named(game).command.split()[1:]
    context.find_root().command.main([*words, "--book", str(book)], prog_name="tafelwerk", standalone_mode=False)
