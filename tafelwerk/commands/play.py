"""`tafelwerk play`: list the games that can be played, or start one with defaults."""

from shlex import split
from typing import Annotated

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, answer
from tafelwerk.commands.compiling import watch
from tafelwerk.commands.output import table
from tafelwerk.play.games import all_games, game_named

app = App()


@app.command()
def play(
    context: typer.Context,
    book: BookOption,
    game: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME", help="The game to start, with its defaults, or as it is printed. Default: list the games."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """List the games that can be played, or start one.

    Example: tafelwerk play

    Example: tafelwerk play mastermind

    Example: tafelwerk play "DSC(10)"

    A game of your own is started by its name or its file, as `tafelwerk games play` does.
    """
    name = " ".join(game or ())
    if not game or json:
        games = all_games() if not game else (game_named(name),)
        rows = [(each.name, each.task, each.line) for each in games]
        answer(json, {"games": games}, lambda: table(("game", "task", "command"), rows))
        return
    _, *words = split(game_named(name).command)
    watch(words)
    context.find_root().command.main([*words, "--book", str(book)], prog_name="tafelwerk", standalone_mode=False)
