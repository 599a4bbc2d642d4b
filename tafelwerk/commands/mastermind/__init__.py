"""`tafelwerk mastermind` and `tafelwerk build mastermind`: Mastermind, Bulls and Cows, word lists, tables of answers."""

from tafelwerk.commands.mastermind import explain, look_ups, play, puzzle
from tafelwerk.commands.mastermind.builds import build_app
from tafelwerk.commands.mastermind.words import app

__all__ = ["QUESTIONS", "app", "build_app", "explain", "look_ups", "play", "puzzle"]

QUESTIONS = (
    "tafelwerk mastermind summary --pegs 4 --colors 6 --strategy h1",
    'tafelwerk mastermind next --pegs 4 --colors 6 --history "AABC 1,2"',
)
"""What to ask the book first."""
