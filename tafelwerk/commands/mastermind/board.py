"""How a game in play is shown: coloured pegs and letters where the terminal has colours, plain text otherwise."""

from typing import TYPE_CHECKING

from tafelwerk.commands.output import console
from tafelwerk.commands.session import say
from tafelwerk.rules.mastermind.games import Game, Pegs
from tafelwerk.rules.mastermind.notation import LETTERS, colors_of

if TYPE_CHECKING:
    from rich.text import Text

PEGS = (
    "bold white on red",
    "bold white on blue",
    "bold black on green",
    "bold black on yellow",
    "bold white on magenta",
    "bold black on cyan",
    "bold black on white",
    "bold white on dark_orange3",
    "bold white on grey37",
    "bold white on purple4",
    "bold black on pale_green1",
    "bold black on light_pink1",
)
"""Colours of pegs; games of more colours are shown as text."""

SIGNS = {"G": "bold white on green", "Y": "bold black on yellow", "-": "bold white on grey37"}
"""Wordle's signs."""


class Board:
    """Prints lines of a game to standard output."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._console = console()
        self.colored = self._console.color_system is not None

    def turn(self, number: int, query: str, answer: str = "") -> None:
        """A query, with its answer once there is one."""
        if self.colored:
            self._console.print(self._turn(number, query, answer), soft_wrap=True)
        else:
            say(f"{number:>2}. {query}  {answer}".rstrip())

    def _turn(self, number: int, query: str, answer: str) -> "Text":
        from rich.text import Text

        line = Text(f"{number:>2}. ")
        if isinstance(self._game, Pegs) and self._game.colors <= len(PEGS):
            for color in colors_of(self._game, query):
                line.append(f" {LETTERS[color]} ", PEGS[color]).append(" ")
            if answer:
                right, elsewhere = map(int, answer.split(","))
                line.append(" ").append("●" * right, "bold red").append("○" * elsewhere, "bold")
                line.append("·" * (self._game.pegs - right - elsewhere), "dim")
        elif answer and len(answer) == len(query) and set(answer) <= set(SIGNS):
            for letter, sign in zip(query, answer, strict=True):
                line.append(f" {letter.upper()} ", SIGNS[sign])
        else:
            line.append(query, "bold")
        return line.append(f"  {answer}") if answer else line
