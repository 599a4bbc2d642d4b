"""How a game in play is shown: coloured pegs and letters where the terminal has colours, plain text otherwise."""

from typing import TYPE_CHECKING

from tafelwerk.commands.output import console
from tafelwerk.families.mastermind.play import Row
from tafelwerk.families.mastermind.rules.games import Pegs
from tafelwerk.families.mastermind.rules.notation import LETTERS, colors_of
from tafelwerk.spelling import letters

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


def draw_row(row: Row) -> "Text | str":
    """A line of a game: a query, with its answer once there is one; as text where the terminal has no colours."""
    if console().color_system is None:
        return f"{row.number:>2}. {row.query}  {row.answer}".rstrip()
    from rich.text import Text

    game, query, answer = row.game, row.query, row.answer
    line = Text(f"{row.number:>2}. ")
    if isinstance(game, Pegs) and game.colors <= len(PEGS):
        for color in colors_of(game, query):
            line.append(f" {LETTERS[color]} ", PEGS[color]).append(" ")
        if answer:
            right, elsewhere = map(int, answer.split(","))
            line.append(" ").append("●" * right, "bold red").append("○" * elsewhere, "bold")
            line.append("·" * (game.pegs - right - elsewhere), "dim")
    elif answer and len(answer) == len(letters(query)) and set(answer) <= set(SIGNS):
        for letter, sign in zip(letters(query), answer, strict=True):
            line.append(f" {letter.upper()} ", SIGNS[sign])
    else:
        line.append(query, "bold")
    return line.append(f"  {answer}") if answer else line
