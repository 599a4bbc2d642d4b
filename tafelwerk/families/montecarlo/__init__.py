"""Monte-Carlo agents in races and subtraction games, analysed exactly.

Nothing is imported here: help pages and completion read these names alone.
"""

HELP = "Monte-Carlo agents in races and subtraction games, analysed exactly."

FIRST = (
    "tafelwerk montecarlo duel subtraction 50 --moves 1,2 --k 10",
    "tafelwerk montecarlo blunder subtraction --moves 1,2",
)
"""What to ask the book first."""

COMMANDS = {
    "random": "positions",
    "perfect": "positions",
    "blunder": "heaps",
    "errors": "heaps",
    "limits": "heaps",
    "asymmetry": "heaps",
    "bias": "heaps",
    "choice": "positions",
    "law": "positions",
    "size": "positions",
    "duel": "duels",
    "curve": "duels",
    "ties": "duels",
    "basins": "duels",
    "first-over-half": "duels",
    "explain": "positions",
    "simulate": "duels",
}
"""Commands, in the order of help, and the modules of the questions that they ask."""
