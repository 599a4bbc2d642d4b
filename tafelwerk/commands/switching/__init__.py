"""`tafelwerk switching` and `tafelwerk build switching`: the Shannon switching game and Bridg-It."""

from tafelwerk.commands.switching import explain, look_ups, other_graphs, play, position, puzzle
from tafelwerk.commands.switching.builds import build_app
from tafelwerk.commands.switching.words import app

__all__ = ["QUESTIONS", "app", "build_app", "explain", "look_ups", "other_graphs", "play", "position", "puzzle"]

QUESTIONS = (
    "tafelwerk switching winrate 9",
    'tafelwerk switching move --order 3 --moves "A5 C5 C3 A1" --policy heuristic',
    "tafelwerk switching duel --order 3 --cut heuristic --short mc:30",
)
"""What to ask the book first."""
