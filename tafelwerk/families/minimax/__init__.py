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

PLAY = (
    ("tictactoe", "minimax play tictactoe", "Three in a row; also tictactoe-misere and tictactoe-wild."),
    ("notakto", "minimax play notakto-2", "Two boards of crosses; a row of three finishes a board."),
    ("nim-passes", "minimax play nim-passes", "Take tokens from heaps, or pass once."),
    (
        "grundy",
        "minimax play grundy:12",
        "Split heaps into unequal parts until you cannot; also octal and subtraction games.",
    ),
    ("memory", "minimax play memory:6", "Turn cards and find pairs against perfect play."),
    ("burnt-pancakes", "minimax play burnt-pancakes-4", "Sort a stack of pancakes with few flips."),
)
"""Games in play: name, command and what the player does."""
