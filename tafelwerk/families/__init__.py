"""The games: one folder for each, with all that belongs to it alone; solvers and proofs of a game have a folder of their own.

rules        what the game is: notation, limits, value types
questions    what can be asked: a class per question
builds       what can be built: a class per kind of build, and the sets
schema.sql   its tables

Families that are not here yet lie in the packages rules, tables, build and commands, one module or folder in each.
"""

from pathlib import Path

_FOLDER = Path(__file__).parent


def rooms() -> list[str]:
    """The families that have their folder here, in alphabetical order."""
    return sorted(path.parent.name for path in _FOLDER.glob("*/questions.py"))


def families_with_schema() -> list[str]:
    """The families whose tables are described here, in alphabetical order."""
    return sorted(path.parent.name for path in _FOLDER.glob("*/schema.sql"))


def has_room(family: str) -> bool:
    """Whether a family's questions are here."""
    return (_FOLDER / family / "questions.py").exists()


def has_builds(family: str) -> bool:
    """Whether a family's builds are here."""
    return (_FOLDER / family / "builds.py").exists()
