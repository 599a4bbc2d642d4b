"""Memory computed: rows of the task, and what the book does not hold of it."""

import numpy as np

from tafelwerk.build.computation import Computation
from tafelwerk.build.minimax.memory import Columns, memory_build, positions, turn_operations
from tafelwerk.solvers.minimax.memory import MemoryTable, Objective, Rule, solve
from tafelwerk.tables.minimax.memory import MemoryPosition, Turn


def turn_rows(pairs: int, rule: str, objective: str) -> Columns:
    """Rows of table memory: all positions of up to so many pairs."""
    table = solve(pairs, Rule(rule), Objective(objective))
    turns = [turn_of(table, position) for position in positions(pairs, rule, objective)]
    asked = [turn.position for turn in turns]
    return {
        "rule": [rule] * len(turns),
        "objective": [objective] * len(turns),
        "pairs": np.array([position.pairs for position in asked], np.uint8),
        "known": np.array([position.known for position in asked], np.uint8),
        "lead": np.array([position.lead for position in asked], np.int8),
        "value_num": [str(turn.value.numerator) for turn in turns],
        "value_den": [str(turn.value.denominator) for turn in turns],
        "value": [turn.value.numerator / turn.value.denominator for turn in turns],
        "actions": ["; ".join(turn.actions) for turn in turns],
    }


def turn_of(table: MemoryTable, position: MemoryPosition) -> Turn:
    """Value and best turns of a position of a solved game."""
    pairs, known, lead = position.pairs, position.known, position.lead
    plans = table.actions(pairs, known, lead=lead)
    value = table.value(pairs, known, lead=lead)
    return Turn(position, value, tuple(words for plan in plans for words in plan.words))


def turn(position: MemoryPosition) -> Computation[Turn]:
    """A position's value and best turns."""

    def run() -> Turn:
        return turn_of(solve(position.pairs, Rule(position.rule), Objective(position.objective)), position)

    return Computation(
        turn_operations(position.pairs, position.objective),
        run,
        memory_build(position.pairs, position.rule, position.objective),
    )
