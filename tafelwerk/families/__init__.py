"""The games: one folder for each, with all that belongs to it alone; solvers and proofs of a game have a folder of their own.

rules        what the game is: notation, limits, values; `parameters` has notations that people type
questions    what can be asked: a class per question; others are in modules named by their subject
answers      what is answered
builds       what can be built: a class per kind of build, and the sets
commands     what the command line does besides asking and building
rows         rows of the tasks, made by the solvers
board, pictures    positions in a terminal and as pictures, the game in play on pages, the printed sheet
play         the game in play
room         what visitors read of it, where pages begin the game in play, what they put
             together of clicks, what was found, and which figures there are
figures, published     drawings, and printed numbers, of the sources
schema.sql   its tables; queries.sql has statements about them
"""

from pathlib import Path

FAMILIES: tuple[str, ...] = ("montecarlo", "mastermind", "beams", "search", "dresher", "skat", "switching", "minimax")
"""The families that ship with the program, in the order in which they are listed."""

OWN = "games"
"""The family of the user's own games: nothing of it ships with the program, and no other set builds it."""

KNOWN: tuple[str, ...] = (*FAMILIES, OWN)
"""All families that can have a file in a book."""

_FOLDER = Path(__file__).parent


def rooms() -> list[str]:
    """The families that have their folder here, in alphabetical order."""
    return sorted(path.parent.name for path in _FOLDER.glob("*/questions.py"))
