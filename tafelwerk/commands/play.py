"""`tafelwerk play`: list the games that can be played, or start one with defaults."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from shlex import split
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import App, BookOption, Command, JsonOption
from tafelwerk.commands.compiling import watch
from tafelwerk.commands.output import answer, table
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.play.games import Entry, all_games, game_named

app = App()


class Play(Command):
    """The command: with a game its help is that of the game, and an option of the game's own command is refused with it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        game = " ".join(takewhile(lambda word: not word.startswith("-"), args))
        if game and {"--help", "-h"} & set(args):
            _show_help(ctx, game_named(game))
            raise typer.Exit
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException as error:
            option = getattr(error, "option_name", "")
            is_unknown = option and "no such option" in error.format_message().lower()
            if is_unknown and (line := _line_with(ctx, game, option)):
                raise InputError(f"{option} belongs to the game's own command: {line}") from None
            raise


def _show_help(ctx: Any, game: Entry) -> None:
    """Print what help says of one game."""
    from tafelwerk.commands.help_page import show

    own = _own_context(ctx, game)
    show(own.command, own, game)


def _own_context(ctx: Any, game: Entry) -> Any:
    """Context of a game's own command, below that of the program."""
    own = ctx.find_root()
    for word in split(game.command)[1:3]:
        # without a context the group has all of its commands
        own = typer.Context(own.command.get_command(None, word), info_name=word, parent=own)
    return own


def _line_with(ctx: Any, name: str, option: str) -> str:
    """The command line of a game with an option of its own; "" if there is no such game or option."""
    try:
        game = game_named(name)
    except InputError:
        return ""
    for param in _own_context(ctx, game).command.params:
        if option in param.opts:
            value = "" if getattr(param, "is_flag", False) else " ..."
            return game.line if option in game.line.split() else f"{game.line} {option}{value}"
    return ""


def _with_file(game: Sequence[str]) -> list[str]:
    """The words of the command line of a game that is played with the file behind its name; none if it is not."""
    with suppress(InputError):
        if game[1:] and (entry := game_named(game[0])).takes_words:
            return [" ".join(game[1:]) if word == "FILE" else word for word in split(entry.line)]
    return []


@app.command(cls=Play)
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

    A game of your own is started by its name or its file, as `tafelwerk games play` does; wordle FILE plays with a list of words.
    """
    name = " ".join(game or ())
    if not game or json:
        games = all_games() if not game else (game_named(name),)
        rows = [(each.name, each.task, each.line) for each in games]
        answer(json, {"games": games}, lambda: table(("game", "task", "command"), rows))
        return
    with_file = _with_file(game)
    takes_words = not with_file and game_named(name).takes_words
    _, *words = with_file or split(game_named(name).command)
    watch(words)
    try:
        context.find_root().command.main([*words, "--book", str(book)], prog_name="tafelwerk", standalone_mode=False)
    except MissingTableError:
        if not takes_words:
            raise
        raise InputError(f"{name} is played with a list of words, one per line: tafelwerk play {name} FILE") from None
