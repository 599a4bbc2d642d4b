"""`tafelwerk skat` and `tafelwerk build skat`: double-dummy Skat."""

from tafelwerk.commands.skat import bench, bid, deals, discard, explain, games, match, models, play, replay, solve
from tafelwerk.commands.skat.builds import build_app
from tafelwerk.commands.skat.words import app

__all__ = [
    "QUESTIONS",
    "app",
    "bench",
    "bid",
    "build_app",
    "deals",
    "discard",
    "explain",
    "games",
    "match",
    "models",
    "play",
    "replay",
    "solve",
]

QUESTIONS = ("tafelwerk skat deals --random 3", "tafelwerk skat games", "tafelwerk skat games kupferschmid-6")
"""What to ask the book first."""
