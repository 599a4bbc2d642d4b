"""The classic toolbox: whole games, minimax trees, heap games, Memory.

Nothing is imported here: help pages and completion read these names alone.
"""

HELP = "The classic toolbox: whole games, minimax trees, heap games, Memory."

FIRST = (
    'tafelwerk minimax tictactoe "X.O......"',
    "tafelwerk minimax grundy 8 13 20",
    "tafelwerk minimax octal 0.77",
    "tafelwerk minimax memory 3 1",
)
"""What to ask the book first."""

COMMANDS = {
    "grundy": "heaps",
    "octal": "heaps",
    "subtraction": "heaps",
    "memory": "memory",
    "tictactoe": "positions",
    "solve": "positions",
    "race": "race",
    "explain": "explanation",
    "play": "commands",
    "puzzle": "commands",
    "tree": "commands",
}
"""Commands, in the order of help, and the modules of the questions that they ask, or of functions that do more."""
