"""`tafelwerk skat` and `tafelwerk build skat`: double-dummy Skat."""

from tafelwerk.commands.skat import bench, deals, explain, games, solve
from tafelwerk.commands.skat.builds import build_app
from tafelwerk.commands.skat.words import app

__all__ = ["QUESTIONS", "app", "bench", "build_app", "deals", "explain", "games", "solve"]

QUESTIONS = ("tafelwerk skat deals --random 3", "tafelwerk skat games", "tafelwerk skat games kupferschmid-6")
"""What to ask the book first."""
