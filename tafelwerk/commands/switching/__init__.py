"""`tafelwerk switching` and `tafelwerk build switching`: the Shannon switching game and Bridg-It."""

MODULES = {
    "other_graphs": (
        "solve",
        "dual",
    ),
    "explain": ("explain",),
    "look_ups": (
        "winrate",
        "duel",
        "refute",
    ),
    "play": ("play",),
    "position": ("move",),
    "puzzle": ("puzzle",),
}
"""Modules of the commands, in the order of help; `words` has the app, `builds` that of `tafelwerk build switching`."""

QUESTIONS = (
    "tafelwerk switching winrate 9",
    'tafelwerk switching move --order 3 --moves "A5 C5 C3 A1" --policy heuristic',
    "tafelwerk switching duel --order 3 --cut heuristic --short mc:30",
)
"""What to ask the book first."""
