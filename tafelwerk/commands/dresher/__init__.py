"""`tafelwerk dresher` and `tafelwerk build dresher`: the guessing game with higher, lower and correct."""

from tafelwerk.commands.dresher import look_ups, play, small_games
from tafelwerk.commands.dresher.builds import build_app
from tafelwerk.commands.dresher.words import app

__all__ = ["QUESTIONS", "app", "build_app", "look_ups", "play", "small_games"]

QUESTIONS = ("tafelwerk dresher value 100", "tafelwerk dresher searcher 7", "tafelwerk dresher explain 11")
"""What to ask the book first."""
