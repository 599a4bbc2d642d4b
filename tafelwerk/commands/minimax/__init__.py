"""`tafelwerk minimax` and `tafelwerk build minimax`: the classic toolbox."""

from tafelwerk.commands.minimax import explain, look_ups, play, puzzle, tree
from tafelwerk.commands.minimax.builds import build_app
from tafelwerk.commands.minimax.words import app

__all__ = ["QUESTIONS", "app", "build_app", "explain", "look_ups", "play", "puzzle", "tree"]

QUESTIONS = (
    'tafelwerk minimax tictactoe "X.O......"',
    "tafelwerk minimax grundy 8 13 20",
    "tafelwerk minimax octal 0.77",
    "tafelwerk minimax memory 3 1",
)
"""What to ask the book first."""
