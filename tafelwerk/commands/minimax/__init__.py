"""`tafelwerk minimax` and `tafelwerk build minimax`: the classic toolbox."""

MODULES = {
    "look_ups": (
        "grundy",
        "octal",
        "subtraction",
        "memory",
        "tictactoe",
        "solve",
        "race",
    ),
    "explain": ("explain",),
    "play": ("play",),
    "puzzle": ("puzzle",),
    "tree": ("tree",),
}
"""Modules of the commands, in the order of help; `words` has the app, `builds` that of `tafelwerk build minimax`."""

QUESTIONS = (
    'tafelwerk minimax tictactoe "X.O......"',
    "tafelwerk minimax grundy 8 13 20",
    "tafelwerk minimax octal 0.77",
    "tafelwerk minimax memory 3 1",
)
"""What to ask the book first."""
