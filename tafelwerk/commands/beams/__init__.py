"""`tafelwerk beams` and `tafelwerk build beams`: pieces of colours on a hidden board."""

MODULES = {
    "adversary": ("adversary",),
    "bitset": ("bitset",),
    "bound": ("bound",),
    "explain": ("explain",),
    "look_ups": (
        "counts",
        "summary",
        "curve",
        "next",
    ),
    "play": ("play",),
    "puzzle": ("puzzle",),
    "simulate": ("simulate",),
}
"""Modules of the commands, in the order of help; `words` has the app, `builds` that of `tafelwerk build beams`."""

QUESTIONS = (
    "tafelwerk beams summary --variant 3c6p --strategy h1",
    'tafelwerk beams next --variant 3c6p --strategy h1 --history "1@2 -"',
)
"""What to ask the book first."""
