"""Look-ups of the classic toolbox: heap games, Memory."""

from tafelwerk.tables.minimax.heaps import (
    Misere,
    Move,
    Period,
    Sum,
    get_misere,
    get_period,
    get_sum,
    probe_misere,
    probe_period,
    probe_sum,
)
from tafelwerk.tables.minimax.memory import MemoryPosition, Plan, Turn, get_turn, plans_of, probe_turn
from tafelwerk.tables.minimax.rules import GRUNDY, Rules, octal_rules, rules_of, subtraction_rules
from tafelwerk.tables.minimax.words import FAMILY

__all__ = [
    "FAMILY",
    "GRUNDY",
    "MemoryPosition",
    "Misere",
    "Move",
    "Period",
    "Plan",
    "Rules",
    "Sum",
    "Turn",
    "get_misere",
    "get_period",
    "get_sum",
    "get_turn",
    "octal_rules",
    "plans_of",
    "probe_misere",
    "probe_period",
    "probe_sum",
    "probe_turn",
    "rules_of",
    "subtraction_rules",
]
