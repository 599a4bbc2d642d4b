"""Which moves are best: those with the greatest value and, among these, the fastest wins and the longest defences.

The one definition for listed games, games of the user's own, play, figures and pages. Draws are equally good, however long they
last. Where distances are not known, all moves with the greatest value are best.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

M = TypeVar("M")
Value = int | Fraction

ALSO_WINS, LOSES_SOONER = "also wins", "loses sooner"
SAME_LATER, SAME_SOONER = "the same, later", "the same, sooner"


def preference(value: Value, distance: int | None) -> tuple[Value, float]:
    """Sort key of a move, the best first.

    Args:
        value: its value for the player who makes it.
        distance: plies to the end after it; None if not known.
    """
    plies = float("inf") if distance is None else float(distance)
    return -value, plies if value > 0 else -plies if value < 0 else 0.0


def best_moves(outcomes: Mapping[M, tuple[Value, int | None]]) -> list[M]:
    """The best of some moves, in their order; `outcomes`: value and distance of each, as in `preference`."""
    keys = {move: preference(value, distance) for move, (value, distance) in outcomes.items()}
    least = min(keys.values(), default=None)
    return [move for move, key in keys.items() if key == least]


def mark(best: bool, value: Value, of: Value) -> str:
    """The word for a move in a table: "best", another word if it keeps the value of the position all the same, or "".

    Args:
        best: whether it is one of the best moves.
        value: its value.
        of: the value of the position, for the same player.
    """
    if best or value != of or not value:
        return "best" if best else ""
    if abs(value) == 1:
        return ALSO_WINS if value > 0 else LOSES_SOONER
    return SAME_LATER if value > 0 else SAME_SOONER
