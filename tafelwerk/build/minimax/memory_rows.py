"""Memory computed: rows of the task."""

from fractions import Fraction

import numpy as np

from tafelwerk.build.minimax.memory import Columns, positions
from tafelwerk.solvers.minimax.memory import MemoryTable, Objective, Rule, solve
from tafelwerk.tables.minimax.memory import MemoryPosition


def turn_rows(pairs: int, rule: str, objective: str) -> Columns:
    """Rows of table memory: all positions of up to so many pairs."""
    table = solve(pairs, Rule(rule), Objective(objective))
    asked = list(positions(pairs, rule, objective))
    turns = [turn_of(table, position) for position in asked]
    return {
        "rule": [rule] * len(turns),
        "objective": [objective] * len(turns),
        "pairs": np.array([position.pairs for position in asked], np.uint8),
        "known": np.array([position.known for position in asked], np.uint8),
        "lead": np.array([position.lead for position in asked], np.int8),
        "value_num": [str(value.numerator) for value, _ in turns],
        "value_den": [str(value.denominator) for value, _ in turns],
        "value": [value.numerator / value.denominator for value, _ in turns],
        "actions": ["; ".join(actions) for _, actions in turns],
    }


def turn_of(table: MemoryTable, position: MemoryPosition) -> tuple[Fraction, list[str]]:
    """Value and best turns of a position of a solved game, in words."""
    pairs, known, lead = position.pairs, position.known, position.lead
    plans = table.actions(pairs, known, lead=lead)
    return table.value(pairs, known, lead=lead), [words for plan in plans for words in plan.words]
