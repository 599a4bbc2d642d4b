"""Beams: colours hidden on a board of hexagons or squares, found by queries along its lines.

Nothing is imported here: help pages and completion read these names alone.
"""

HELP = "Beams: colours hidden on a board of hexagons or squares, found by queries along its lines."

FIRST = (
    "tafelwerk beams summary --variant 3c6p --strategy h1",
    'tafelwerk beams next --variant 3c6p --strategy h1 --history "1@2 -"',
)
"""What to ask the book first."""

COMMANDS = {
    "adversary": "questions",
    "bitset": "commands",
    "bound": "questions",
    "explain": "next_step",
    "counts": "questions",
    "summary": "questions",
    "curve": "questions",
    "next": "next_step",
    "play": "commands",
    "puzzle": "commands",
    "simulate": "questions",
}
"""Commands, in the order of help, and the modules of the questions that they ask, or of functions that do more."""

PLAY = (("beams", "beams play", "Find the coloured pieces on a hexagonal board; with --as maker, hide them."),)
"""Games in play: name, command and what the player does."""
