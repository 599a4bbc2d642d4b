"""`tafelwerk search` and `tafelwerk build search`: free search and the root model."""

from tafelwerk.commands.search import models
from tafelwerk.commands.search.builds import build_app
from tafelwerk.commands.search.words import app

__all__ = ["QUESTIONS", "app", "build_app", "models"]

QUESTIONS = ("tafelwerk search free 1000 10", "tafelwerk search root 1000 --strategy h1.5")
"""What to ask the book first."""
