"""`tafelwerk play`: list the games that can be played, or start one with defaults."""

from shlex import split
from typing import Annotated

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, answer
from tafelwerk.commands.output import table
from tafelwerk.play.games import all_games, game_named

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

    A game of your own is started by its name or its file, as `tafelwerk games play` does.
    """
    if game is None or json:
        games = all_games() if game is None else (game_named(game),)
        rows = [(each.name, each.task, each.command) for each in games]
        answer(json, {"games": games}, lambda: table(("game", "task", "command"), rows))
        return
    _, *words = split(game_named(game).command)
    context.find_root().command.main([*words, "--book", str(book)], prog_name="tafelwerk", standalone_mode=False)
