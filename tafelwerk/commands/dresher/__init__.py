"""`tafelwerk dresher` and `tafelwerk build dresher`: the guessing game with higher, lower and correct."""

MODULES = {
    "look_ups": (
        "value",
        "hider",
        "searcher",
        "certificate",
        "explain",
    ),
    "play": ("play",),
    "small_games": (
        "reply",
        "few",
        "matrix",
        "simplex",
    ),
}
"""Modules of the commands, in the order of help; `words` has the app, `builds` that of `tafelwerk build dresher`."""

QUESTIONS = ("tafelwerk dresher value 100", "tafelwerk dresher searcher 7", "tafelwerk dresher explain 11")
"""What to ask the book first."""
