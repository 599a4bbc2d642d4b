"""Dresher's guessing game: guess a number, hear higher or lower.

Nothing is imported here: help pages and completion read these names alone.
"""

HELP = "Dresher's guessing game: guess a number, hear higher or lower."

FIRST = ("tafelwerk dresher value 100", "tafelwerk dresher searcher 7", "tafelwerk dresher explain 11")
"""What to ask the book first."""

COMMANDS = ("certificate", "matrix", "play")
"""Commands that do more than answer a question, in module `commands`."""
