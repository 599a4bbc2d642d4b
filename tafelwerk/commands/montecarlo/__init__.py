"""`tafelwerk montecarlo` and `tafelwerk build montecarlo`: Monte-Carlo agents in races and subtraction games."""

from tafelwerk.commands.montecarlo import biases, choices, duels, explain, games, simulations
from tafelwerk.commands.montecarlo.builds import build_app
from tafelwerk.commands.montecarlo.words import app

__all__ = ["QUESTIONS", "app", "biases", "build_app", "choices", "duels", "explain", "games", "simulations"]

QUESTIONS = (
    "tafelwerk montecarlo duel subtraction 50 --moves 1,2 --k 10",
    "tafelwerk montecarlo blunder subtraction --moves 1,2",
)
"""What to ask the book first."""
