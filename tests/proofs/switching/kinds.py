"""Kinds of error in a book of the switching game."""

import numpy as np
from mutations import Planted, lies

from tafelwerk.proofs.switching.proved_drops import exact_drops
from tafelwerk.proofs.switching.small_boards import DELETED, lay_out

AWAY = "chance + CASE WHEN chance > 0.5 THEN -1 ELSE 1 END * 1.01 * error"
"""A chance beyond its error; nearer ones are legitimately right, too."""

OWN = {
    # all are 1
    "openings.rate_den": "'3'",
    "pairings.chance": AWAY,
    "agents.chance": AWAY,
}


def _first_decision(m: int) -> str:
    """SQL: the decision right after the first move of an order's edge 0, which is not the closest."""
    board = lay_out(m)
    states = np.zeros(board.edges, np.int8)
    states[0] = DELETED
    levels = sorted(set(exact_drops(board, states).values()))
    gap = levels[-1] - levels[-2]
    return (
        f"gap_num = '{gap.numerator}', gap_den = '{gap.denominator}', gap = {gap.numerator / gap.denominator!r},"
        f" gap_states = {states.tolist()}"
    )


LIES = lies("switching", decision=_first_decision(4))

PLANTED = Planted("switching", lies=LIES, own=OWN, sound={})
