"""Guesses and their answers, put together by clicks."""

from tafelwerk.families.mastermind.pictures import LOOKS, STEP, peg
from tafelwerk.families.mastermind.rules import LETTERS, Pegs
from tafelwerk.plots.pickers import Picker, Token
from tafelwerk.plots.pictures import Picture


def history() -> Picker:
    """Rows of pegs, or of letters in a game of words."""
    game = Pegs(4, len(LOOKS))
    letters = LETTERS[: len(LOOKS)]
    return Picker(
        "rows",
        [Token(name, Picture(STEP, STEP, peg(game, color, 0, 0))) for color, name in enumerate(letters)],
    )


PICKERS = {"history": history}
"""Pickers by the names of options."""
