"""The classic toolbox in the book: heap games, Memory, whole games, its questions (`questions`) and their answers."""

from tafelwerk.tables.minimax.answers import (
    Board,
    Heap,
    Move,
    Period,
    Plan,
    Race,
    Reply,
    Solution,
    Sum,
    Turn,
)
from tafelwerk.tables.minimax.memory import MemoryPosition
from tafelwerk.tables.minimax.rules import GRUNDY, Rules, octal_rules, rules_of, subtraction_rules
from tafelwerk.tables.minimax.words import FAMILY

__all__ = [
    "FAMILY",
    "GRUNDY",
    "Board",
    "Heap",
    "MemoryPosition",
    "Move",
    "Period",
    "Plan",
    "Race",
    "Reply",
    "Rules",
    "Solution",
    "Sum",
    "Turn",
    "octal_rules",
    "rules_of",
    "subtraction_rules",
]
