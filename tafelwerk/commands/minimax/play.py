"""`tafelwerk minimax play`: listed games, heap games and Memory against perfect or other play; burnt pancakes for one."""

from typing import Annotated

import typer

from tafelwerk.commands.common import BookOption
from tafelwerk.commands.minimax.words import app
from tafelwerk.commands.terminal import SeedOption, seeded
from tafelwerk.commands.terminal import play as at_terminal
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.minimax.games import GAMES, HEAP_GAMES
from tafelwerk.wording import listed


@app.command()
def play(
    book: BookOption,
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="Game: tictactoe and its relatives, notakto, notakto-2, nim-passes; heaps such as grundy:7, octal:0.77:12, "
            "subtraction:1,2,5:21, several heaps such as grundy:7+5; memory:6 or memory:6:forced; burnt-pancakes-1 to -8 for "
            "one player.",
        ),
    ] = "tictactoe",
    side: Annotated[
        str | None,
        typer.Option("--as", metavar="first|second", help="Your side. Default: first; in tic-tac-toe X is first."),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="P",
            help="First position, in the game's notation; for Memory the cards turned so far. Default: the start.",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="OPPONENT",
            help="Opponent: perfect, random, or look-ahead:D, which searches D moves deep. Default: perfect.",
        ),
    ] = None,
    seed: SeedOption = None,
) -> None:
    """Play a game: the board is drawn, `hint` says what every move is worth, `undo` takes back.

    Example: tafelwerk minimax play tictactoe --against look-ahead:2

    Example: tafelwerk minimax play grundy:12 --as second

    Example: tafelwerk minimax play memory:6:forced

    Example: tafelwerk minimax play burnt-pancakes-4
    """
    from tafelwerk.commands.minimax.boards import drawn
    from tafelwerk.play.duel import Duel, Playable
    from tafelwerk.play.memory import Memory
    from tafelwerk.play.minimax import Pancakes, playable

    number, kind = seeded(seed), game.strip().lower()
    if kind.partition(":")[0] not in (*GAMES, *HEAP_GAMES, "memory") and not kind.startswith("burnt-pancakes"):
        forms = [form for form, _ in HEAP_GAMES.values()]
        names = [name for name, one in GAMES.items() if not one.is_puzzle]
        known = listed([*names, *forms, "memory:PAIRS", "burnt-pancakes-N"], last="or")
        raise InputError(f"unknown game {quoted(game)}; it may be {known}")
    if kind.startswith("burnt-pancakes"):
        for name, given in (("--as", side), ("--against", against)):
            if given is not None:
                raise InputError(f"{name} is for games of two players; {game} has one player: leave {name} out")
        stack = Pancakes(game)
        begin = stack.drawn(number) if position is None else stack.read(position)
        at_terminal(Duel(stack, "", begin, "", number), drawn, book)
        return
    played: Playable = Memory(game, number) if kind.startswith("memory") else playable(game)
    begin = played.start if position is None else played.read(position)
    at_terminal(Duel(played, side or played.sides[0], begin, against or "perfect", number), drawn, book)
