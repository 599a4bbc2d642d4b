"""Parameters that several questions about the user's own games have."""

from typing import Annotated

from tafelwerk.families.games.rules import find_game
from tafelwerk.parameters import Parameter
from tafelwerk.spelling import compose


def _game_name(word: str) -> str:
    """The name that a game has in the book, of a name, or of a file or a class, whose code is then read."""
    name = word.strip()
    return find_game(name).name if ":" in name or name.endswith(".py") else compose(name)


Game = Annotated[
    str,
    Parameter(
        "NAME",
        "Game: a name registered by a package, a file such as nim.py, or a class such as my_games:Nim.",
        parse=_game_name,
        may_be_path=True,
    ),
]
AnyPosition = Annotated[
    str, Parameter("POSITION", "Position, in the game's notation. Default: the first.", is_argument=True)
]
