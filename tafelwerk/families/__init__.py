"""The games: one folder for each, with all that belongs to it alone; solvers and proofs of a game have a folder of their own.

rules        what the game is: notation, limits, value types
questions    what can be asked: a class per question
builds       what can be built: a class per kind of build, and the sets
schema.sql   its tables
"""

from pathlib import Path

_FOLDER = Path(__file__).parent


def rooms() -> list[str]:
    """The families that have their folder here, in alphabetical order."""
    return sorted(path.parent.name for path in _FOLDER.glob("*/questions.py"))
