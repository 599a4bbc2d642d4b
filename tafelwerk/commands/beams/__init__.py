"""`tafelwerk beams` and `tafelwerk build beams`: pieces of colours on a hidden board."""

from tafelwerk.commands.beams import bitset, bound, explain, look_ups, play, puzzle, simulate
from tafelwerk.commands.beams.builds import build_app
from tafelwerk.commands.beams.words import app

__all__ = ["QUESTIONS", "app", "bitset", "bound", "build_app", "explain", "look_ups", "play", "puzzle", "simulate"]

QUESTIONS = (
    "tafelwerk beams summary --variant 3c6p --strategy h1",
    'tafelwerk beams next --variant 3c6p --strategy h1 --history "1@2 -"',
)
"""What to ask the book first."""
