"""`tafelwerk mastermind` and `tafelwerk build mastermind`: Mastermind, Bulls and Cows, word lists, tables of answers."""

MODULES = {
    "adversary": ("adversary",),
    "explain": ("explain",),
    "look_ups": (
        "summary",
        "next",
        "parts",
        "bound",
        "gamma",
        "curve",
    ),
    "play": ("play",),
    "puzzle": ("puzzle",),
}
"""Modules of the commands, in the order of help; `words` has the app, `builds` that of `tafelwerk build mastermind`."""

QUESTIONS = (
    "tafelwerk mastermind summary --pegs 4 --colors 6 --strategy h1",
    'tafelwerk mastermind next --pegs 4 --colors 6 --history "AABC 1,2"',
)
"""What to ask the book first."""
